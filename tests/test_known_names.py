"""Which buffers have no cell in common, and of which views different indices are other cells."""

from __future__ import annotations

import pytest
from xdsl.dialects import affine, func, memref
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

from pad_mlir.analysis.accesses.aliasing import are_apart, has_known_names, is_tracked
from pad_mlir.analysis.accesses.distinct_cells import has_distinct_cells
from pad_mlir.analysis.accesses.windows import root_through_views
from pad_mlir.dialect.repairs import new_context, parse_module, print_module
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.tools.driver.compilation import Compilation

ROWS = "memref<?x?xf32, strided<[?, 1]>>"
_CAST = (
    "%V = memref.reinterpret_cast %A to offset: [0], sizes: [%n, {size}], strides: [{stride}, 1] : "
    f"memref<?xf32> to {ROWS}"
)
_STORE = f"memref.store %x, %V[%n, %n] : {ROWS}"


def function(body: str, arguments: str = "", attributes: str = "") -> ModuleOp:
    """A function with a flat buffer and sizes."""
    return parse_module(f"""
        func.func private @other(memref<?xf32>)
        func.func private @gives() -> memref<?xf32>
        func.func @f(%A: memref<?xf32>, %n: index, %m: index, %k: index, %x: f32,
                     %B: memref<?xf32>{arguments})
            {attributes} {{
          {body}
          func.return
        }}""")


def argument(module: ModuleOp, number: int) -> SSAValue:
    """An argument of the function."""
    return next(op for op in module.walk() if isinstance(op, func.FuncOp) and op.body.blocks).args[
        number
    ]


def view(module: ModuleOp) -> SSAValue:
    """What is stored to last, of a buffer or a view."""
    stores = [op for op in module.walk() if isinstance(op, memref.StoreOp)]
    return stores[-1].memref


SOLE = {
    "a row as long as the stride": f"{_CAST.format(size='%m', stride='%m')}\n{_STORE}",
    "sizes asked": f"""%c0 = arith.constant 0 : index
        %s = memref.dim %A, %c0 : memref<?xf32>
        {_CAST.format(size="%m", stride="%m")}\n{_STORE}""",
    "a greatest": f"""%c1 = arith.constant 1 : index
        %w = arith.maxsi %m, %c1 : index
        {_CAST.format(size="%w", stride="%w")}\n{_STORE}""",
    "a shorter row": f"""%holds = arith.cmpi sge, %k, %m : index
        pad.assume %holds : i1
        {_CAST.format(size="%m", stride="%k")}\n{_STORE}""",
    "three axes": """%mk = arith.muli %k, %m : index
        %V = memref.reinterpret_cast %A to offset: [%n], sizes: [%n, %m, %k], strides: [%mk, %k, 1]
            : memref<?xf32> to memref<?x?x?xf32, strided<[?, ?, 1], offset: ?>>
        memref.store %x, %V[%n, %n, %n] : memref<?x?x?xf32, strided<[?, ?, 1], offset: ?>>""",
    "numbers": """%V = memref.reinterpret_cast %A to offset: [3], sizes: [5, 7], strides: [16, 2]
            : memref<?xf32> to memref<5x7xf32, strided<[16, 2], offset: 3>>
        memref.store %x, %V[%n, %n] : memref<5x7xf32, strided<[16, 2], offset: 3>>""",
    "columns": """%V = memref.reinterpret_cast %A to offset: [3], sizes: [7, 5], strides: [-1, 7]
            : memref<?xf32> to memref<7x5xf32, strided<[-1, 7], offset: 3>>
        memref.store %x, %V[%n, %n] : memref<7x5xf32, strided<[-1, 7], offset: 3>>""",
    "a part": """%V = memref.subview %A[%n] [%m] [2]
            : memref<?xf32> to memref<?xf32, strided<[2], offset: ?>>
        memref.store %x, %V[%n] : memref<?xf32, strided<[2], offset: ?>>""",
    "a part of rows": f"""{_CAST.format(size="%m", stride="%m")}
        %W = memref.subview %V[%n, 1] [%m, %m] [1, 1]
            : {ROWS} to memref<?x?xf32, strided<[?, 1], offset: ?>>
        memref.store %x, %W[%n, %n] : memref<?x?xf32, strided<[?, 1], offset: ?>>""",
    "axes of one": """%V = memref.expand_shape %A [[0, 1]] output_shape [%n, %m]
            : memref<?xf32> into memref<?x?xf32>
        memref.store %x, %V[%n, %n] : memref<?x?xf32>""",
}
OVERLAPPING = {
    "a row longer than the stride": f"{_CAST.format(size='%m', stride='%k')}\n{_STORE}",
    "a step of any size": """%V = memref.subview %A[0] [%m] [%n]
            : memref<?xf32> to memref<?xf32, strided<[?]>>
        memref.store %x, %V[%n] : memref<?xf32, strided<[?]>>""",
    "elements in one place": """%V = memref.reinterpret_cast %A to offset: [0], sizes: [%m],
            strides: [0]
            : memref<?xf32> to memref<?xf32, strided<[0]>>
        memref.store %x, %V[%n] : memref<?xf32, strided<[0]>>""",
    "rows that overlap": """%V = memref.reinterpret_cast %A to offset: [3], sizes: [5, 7],
            strides: [6, 1]
            : memref<?xf32> to memref<5x7xf32, strided<[6, 1], offset: 3>>
        memref.store %x, %V[%n, %n] : memref<5x7xf32, strided<[6, 1], offset: 3>>""",
}
UNKNOWN = {
    "a buffer of a choice": """%holds = arith.cmpi sge, %k, %m : index
        %V = arith.select %holds, %A, %B : memref<?xf32>
        memref.store %x, %A[%n] : memref<?xf32>""",
    "a buffer that a loop hands on": """%c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %V = scf.for %i = %c0 to %n step %c1 iter_args(%L = %A) -> (memref<?xf32>) {
          scf.yield %L : memref<?xf32>
        }
        memref.store %x, %A[%n] : memref<?xf32>""",
    "a view that a call gives back": """func.call @other(%A) : (memref<?xf32>) -> ()
        %V = func.call @gives() : () -> memref<?xf32>
        memref.store %x, %A[%n] : memref<?xf32>""",
}


@pytest.mark.parametrize("case", SOLE)
def test_a_view_is_as_good_as_a_buffer(case: str) -> None:
    module = function(SOLE[case])
    buffer, other = view(module), argument(module, 5)
    assert has_distinct_cells(buffer)
    assert has_known_names(root_through_views(buffer))
    assert are_apart(buffer, other)
    assert not are_apart(buffer, root_through_views(buffer))
    assert not is_tracked(buffer), "what it holds before and after is not known"


@pytest.mark.parametrize("case", OVERLAPPING)
def test_rows_may_overlap(case: str) -> None:
    buffer = view(function(OVERLAPPING[case]))
    assert not has_distinct_cells(buffer)
    assert has_known_names(root_through_views(buffer))


@pytest.mark.parametrize("case", UNKNOWN)
def test_other_names_are_not_known(case: str) -> None:
    module = function(UNKNOWN[case])
    buffer = view(module)
    assert not has_known_names(buffer)
    made = next(v for op in module.walk() for v in op.results if v.name_hint == "V")
    assert not are_apart(buffer, made)


def test_views_of_one_buffer_are_not_apart() -> None:
    module = function(f"""{_CAST.format(size="%m", stride="%m")}
        %W = memref.subview %A[0] [%m] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
        memref.store %x, %W[%n] : memref<?xf32, strided<[1]>>
        {_STORE}""")
    first, second = (op.memref for op in module.walk() if isinstance(op, memref.StoreOp))
    assert not are_apart(first, second)
    assert are_apart(first, argument(module, 5))


def test_a_view_that_is_made_in_a_loop() -> None:
    module = function(f"""affine.for %i = 0 to 4 {{
        %W = memref.subview %A[%i] [%m] [1]
            : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
        memref.store %x, %W[%n] : memref<?xf32, strided<[1], offset: ?>>
      }}
      affine.for %i = 0 to 4 {{
        {_CAST.format(size="%m", stride="%m")}
        {_STORE}
      }}""")
    moving, same = (op.memref for op in module.walk() if isinstance(op, memref.StoreOp))
    loops = [op for op in module.walk() if isinstance(op, affine.ForOp)]
    assert has_distinct_cells(moving)
    assert not has_distinct_cells(moving, loops[0])
    assert has_distinct_cells(moving, loops[1])
    assert has_distinct_cells(same, loops[1])
    assert not are_apart(moving, same)


def test_where_arguments_may_be_one_buffer() -> None:
    body = SOLE["a row as long as the stride"]
    module = function(body, attributes="attributes {pad.may_alias}")
    assert not are_apart(view(module), argument(module, 5))
    alloc = "%L = memref.alloc(%n) : memref<?xf32>\n"
    module = function(alloc + body.replace("%A", "%L"), attributes="attributes {pad.may_alias}")
    assert are_apart(view(module), argument(module, 5))


def test_stores_by_a_view_are_seen_by_the_caller() -> None:
    """They are not those to a new buffer, of which nobody sees what is left in it."""
    body = SOLE["a row as long as the stride"]
    text = print_module(function(f"{body}\n{_STORE.replace('%x', '%y')}", ", %y: f32"))
    passes = parse_pipeline("pad-remove-no-op,pad-simplify,pad-remove-undef-store", ALL_PASSES)
    after = Compilation(new_context(), passes, "f").run(text)
    assert "memref.store %y" in after


def test_loops_over_views_of_two_arguments_change_places() -> None:
    casts = "\n".join(
        _CAST.format(size="%m", stride="%m").replace("%A", f"%{name}").replace("%V", f"%{name}V")
        for name in "AB"
    )
    body = f"""{casts}
      affine.for %i = 0 to 8 {{
        affine.for %j = 0 to 16 {{
          %a = affine.load %AV[%j, %i] : {ROWS}
          affine.store %a, %BV[%j, %i] : {ROWS}
        }}
      }} {{pad.stage = "copy"}}"""
    text = print_module(function(body, ""))
    passes = parse_pipeline("pad-reorder{loops=j,i}", ALL_PASSES)
    after = parse_module(Compilation(new_context(), passes, "f").run(text))
    loops = [op for op in after.walk() if isinstance(op, affine.ForOp)]
    assert [loop.body.block.args[0].name_hint for loop in loops] == ["j", "i"]
