"""The sizes that a function, or a part of it, may depend on."""

from __future__ import annotations

import pytest
from xdsl.dialects import affine, func

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.sizes.size_facts import Size
from pad_mlir.passes.sizes.size_questions import size_of_axis, size_question, sizes_in

ROWS = "memref<?x4xf32>"
TO_D = "affine.for %q = 0 to %d {\n}"
TIED = '%n: index {pad.size = [{of = "A", dim = 0}]}'
LOGICAL = (
    "pad.logical = memref<?xf32, "
    "#pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>>"
)


def function(arguments: str, *lines: str) -> func.FuncOp:
    body = "\n".join(lines)
    module = parse_module(f"""
    func.func @f({arguments}) {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      {body}
      func.return
    }}""")
    found = next(iter(module.ops))
    assert isinstance(found, func.FuncOp)
    return found


def shown(size: Size) -> str:
    return f"{size.value.name_hint}" + ("" if size.axis is None else f".{size.axis}")


@pytest.mark.parametrize(
    ("arguments", "lines", "wanted"),
    [
        ("%n: index, %k: i32, %x: f32", [], "n"),
        (f"%A: {ROWS}", [], "A.0"),
        ("%A: memref<3x4xf32>", [], ""),
        ("%A: memref<?x?xf32>", [], "A.0 A.1"),
        # what a size is of an operation
        (f"%A: {ROWS}", [f"%d = memref.dim %A, %c0 : {ROWS}", TO_D], "d"),
        (f"%A: {ROWS}", [f"%d = memref.dim %A, %c1 : {ROWS}", TO_D], "A.0"),
        ("%A: memref<?x?xf32>", ["%d = memref.dim %A, %c1 : memref<?x?xf32>"], "A.0 d"),
        (f"%A: {ROWS}, %i: index", [f"%d = memref.dim %A, %i : {ROWS}", TO_D], "A.0 d i"),
        ("%k: i32", ["%d = arith.index_cast %k : i32 to index", TO_D], "d"),
        ("%n: index", ["%k = arith.index_cast %n : index to i32"], "n"),
        (
            f"%A: {ROWS}, %n: index",
            ["affine.for %i = 0 to %n {", f"%d = memref.dim %A, %c0 : {ROWS}", "}"],
            "A.0 n",
        ),
        # tied to an argument
        (f'%A: {ROWS} {{pad.name = "A"}}, {TIED}', [], "n"),
        (f'%A: {ROWS} {{pad.name = "B"}}, {TIED}', [], "A.0 n"),
        (
            f'%A: {ROWS} {{pad.name = "A"}}, {TIED}',
            [f"%d = memref.dim %A, %c0 : {ROWS}", TO_D],
            "n",
        ),
        (f'%A: memref<?x4xf32> {{pad.name = "A", {LOGICAL}}}, {TIED}', [], "n"),
        (f'%A: memref<?x4xf32> {{pad.name = "B", {LOGICAL}}}, %m: index', [], "m"),
        # of a buffer of its own: those that it is allocated with
        ("%n: index", ["%L = memref.alloc(%n) : memref<?xf32>"], "n"),
    ],
)
def test_sizes_of_a_function(arguments: str, lines: list[str], wanted: str) -> None:
    assert " ".join(sorted(map(shown, sizes_in(function(arguments, *lines))))) == wanted


@pytest.mark.parametrize(
    ("arguments", "axis", "wanted"),
    [
        (f'%A: {ROWS} {{pad.name = "A"}}', 0, "A.0"),
        (f'%A: {ROWS} {{pad.name = "A"}}', 1, None),
        (f'%A: {ROWS} {{pad.name = "A"}}', 2, None),
        (f'%A: {ROWS} {{pad.name = "B"}}', 0, None),
        (f'%A: {ROWS} {{pad.name = "A"}}, {TIED}', 0, "n"),
        (f'%A: {ROWS} {{pad.name = "A", {LOGICAL}}}', 0, None),
        (f'%A: {ROWS} {{pad.name = "A", {LOGICAL}}}, {TIED}', 0, "n"),
    ],
)
def test_the_size_of_an_axis(arguments: str, axis: int, wanted: str | None) -> None:
    found = size_of_axis(function(arguments), "A", axis)
    assert (None if found is None else shown(found)) == wanted


@pytest.mark.parametrize(
    ("arguments", "lines", "sizes", "constants", "has_products"),
    [
        (
            "%A: memref<8xf32>, %n: index, %m: index",
            ["affine.for %i = 0 to %n {", "affine.for %j = 3 to 40 step 5 {", "}", "}"],
            "n",
            (1, 3, 5, 40),
            False,
        ),
        (
            "%n: index, %m: index",
            ["%p = arith.muli %n, %m : index", "affine.for %i = 0 to %p {", "}"],
            "n m",
            (1,),
            True,
        ),
        (
            "%n: index",
            ["%p = arith.muli %n, %c1 : index", "affine.for %i = 0 to %p {", "}"],
            "n",
            (1,),
            False,
        ),
        ("%n: index", ["affine.for %i = 0 to 4 {", "}"], None, (), False),
    ],
)
def test_the_question_about_a_loop(
    arguments: str,
    lines: list[str],
    sizes: str | None,
    constants: tuple[int, ...],
    has_products: bool,
) -> None:
    """Of sizes in it and around it; the numbers are those of the whole function."""
    loop = next(op for op in function(arguments, *lines).walk() if isinstance(op, affine.ForOp))
    question = size_question(loop)
    if question is None:
        assert sizes is None
        return
    assert " ".join(map(shown, question.sizes)) == sizes
    assert question.constants == constants
    assert question.has_products == has_products


@pytest.mark.parametrize(("name", "wanted"), [("%d", "d"), ("%0", "dim(A, 0)")])
def test_the_extent_that_no_name_has_is_that_of_its_buffer(name: str, wanted: str) -> None:
    lines = (f"{name} = memref.dim %A, %c0 : {ROWS}", TO_D.replace("%d", name))
    (size,) = sizes_in(function(f"%A: {ROWS}", *lines))
    assert str(size) == wanted
