"""Views: the cell of the root that an index of a view means, against numpy's reshape."""

from __future__ import annotations

from itertools import product
from math import prod

import numpy as np
import pytest
from xdsl.dialects import func
from xdsl.ir import SSAValue

from pad_mlir.analysis.accesses.aliasing import is_tracked, is_tracked_through_views
from pad_mlir.analysis.accesses.views import root_access, root_of, strides
from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.index.expr import Expr, lift, var, within

UNDEF = '"undef"'
CASES = [
    # the root's shape, the view's, the operation that makes it
    ((4, 6, 5), (24, 5), "memref.collapse_shape %A [[0, 1], [2]]"),
    ((4, 6, 5), (4, 30), "memref.collapse_shape %A [[0], [1, 2]]"),
    ((4, 6, 5), (120,), "memref.collapse_shape %A [[0, 1, 2]]"),
    ((3, 1, 2, 2), (3, 4), "memref.collapse_shape %A [[0, 1], [2, 3]]"),
    ((1, 1), (), "memref.collapse_shape %A []"),
    ((24, 5), (4, 6, 5), "memref.expand_shape %A [[0, 1], [2]] output_shape [4, 6, 5]"),
    ((4, 30), (4, 2, 3, 5), "memref.expand_shape %A [[0], [1, 2, 3]] output_shape [4, 2, 3, 5]"),
    ((), (1, 1), "memref.expand_shape %A [] output_shape [1, 1]"),
]


def memref_of(shape: tuple[int, ...]) -> str:
    return f"memref<{''.join(f'{size}x' for size in shape)}f32>"


def values(text: str) -> dict[str, SSAValue]:
    """The arguments of the only function and what its body makes, by name."""
    module = parse_module(text, context=new_context())
    function = next(op for op in module.walk() if isinstance(op, func.FuncOp))
    found = [*function.args, *(r for op in function.body.walk() for r in op.results)]
    return {value.name_hint or "": value for value in found}


def of_argument(types: str, body: str) -> dict[str, SSAValue]:
    return values(f"func.func @f({types}) {{ {body}\n func.return }}")


def of_view(root: tuple[int, ...], view: tuple[int, ...], op: str) -> dict[str, SSAValue]:
    types = f"{memref_of(root)} into {memref_of(view)}"
    return of_argument(f"%A: {memref_of(root)}", f"%V = {op} : {types}")


@pytest.mark.parametrize(("root", "view", "op"), CASES)
def test_a_view_has_the_cells_of_its_root_in_their_order(
    root: tuple[int, ...], view: tuple[int, ...], op: str
) -> None:
    found = of_view(root, view, op)
    flat = np.arange(prod(root))
    names = [var(f"x{k}") for k in range(len(view))]
    buffer, cell = root_access(found["V"], names)
    assert buffer is root_of(found["V"]) is found["A"]
    for index in product(*map(range, view)):
        at = {f"x{k}": value for k, value in enumerate(index)}
        meant = tuple(int(axis.evaluate(at)) for axis in cell)
        assert flat.reshape(root)[meant] == flat.reshape(view)[index]


def test_views_of_views() -> None:
    found = of_argument(
        "%A: memref<4x6x5xf32>",
        """%V = memref.collapse_shape %A [[0, 1], [2]] : memref<4x6x5xf32> into memref<24x5xf32>
           %W = memref.expand_shape %V [[0, 1], [2]] output_shape [12, 2, 5]
                : memref<24x5xf32> into memref<12x2x5xf32>
           %X = memref.cast %W : memref<12x2x5xf32> to memref<12x2x5xf32>""",
    )
    flat = np.arange(120)
    for index in product(range(12), range(2), range(5)):
        buffer, cell = root_access(found["X"], [lift(k) for k in index])
        assert buffer is found["A"]
        meant = tuple(axis.constant or 0 for axis in cell)
        assert flat.reshape(4, 6, 5)[meant] == flat.reshape(12, 2, 5)[index]


def test_the_index_is_simple_where_the_names_are_bounded() -> None:
    found = of_view((8, 16), (128,), "memref.collapse_shape %A [[0, 1]]")
    io, ii = var("io"), var("ii")
    tiles: Expr = within(io, 8) & within(ii, 16)
    assert root_access(found["V"], [16 * io + ii], tiles) == (found["A"], (io, ii))


def test_contracts_are_seen_through() -> None:
    row = "[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>]"
    zero, any_ = (f"memref<14xf32, #pad.layout<{row}, [{k}], {{}}>>" for k in ("0.0 : f32", UNDEF))
    found = of_argument(f"%A: {zero}", f"%V = pad.cast %A : {zero} to {any_}")
    i = var("i")
    assert root_access(found["V"], [i]) == (found["A"], (i,))


@pytest.mark.parametrize(
    ("types", "view"),
    [
        ("memref<4x?xf32> into memref<?xf32>", "memref.collapse_shape %A [[0, 1]]"),
        (
            "memref<4x4xf32, strided<[8, 2]>> into memref<16xf32, strided<[2]>>",
            "memref.collapse_shape %A [[0, 1]]",
        ),
        ("memref<4x4xf32> to memref<?x4xf32>", "memref.cast %A"),
        (
            "memref<4x4xf32> to memref<2x2xf32, strided<[4, 1]>>",
            "memref.subview %A[0, 0] [2, 2] [1, 1]",
        ),
    ],
)
def test_what_is_not_seen_through_is_a_root(types: str, view: str) -> None:
    source = types.split(" into ")[0].split(" to ")[0]
    found = of_argument(f"%A: {source}", f"%V = {view} : {types}")
    assert root_of(found["V"]) is found["V"]


@pytest.mark.parametrize(
    ("type_", "wanted"),
    [
        ("memref<4x6x5xf32>", (30, 5, 1)),
        ("memref<7xf32>", (1,)),
        ("memref<f32>", ()),
        ("memref<4x1xi8, 1 : i32>", (1, 1)),
        ("memref<?x4xf32>", None),
        ("memref<4x0xf32>", None),
        ("memref<4x4xf32, strided<[8, 1]>>", None),
        ("memref<4x4xf32, affine_map<(i, j) -> (j, i)>>", None),
        ("memref<*xf32>", None),
        ("f32", None),
    ],
)
def test_strides(type_: str, wanted: tuple[int, ...] | None) -> None:
    assert strides(of_argument(f"%A: {type_}", "")["A"].type) == wanted


@pytest.mark.parametrize(
    ("types", "known"),
    [
        ("memref<4x4xf32> into memref<16xf32>", True),
        ("memref<4x?xf32> into memref<?xf32>", False),
        ("memref<4x4xf32, strided<[4, 1]>> into memref<16xf32, strided<[1]>>", False),
    ],
)
def test_a_buffer_is_known_by_its_views_where_they_are_seen_through(
    types: str, known: bool
) -> None:
    source = types.split(" into ")[0]
    found = of_argument(f"%A: {source}", f"%V = memref.collapse_shape %A [[0, 1]] : {types}")
    assert is_tracked_through_views(found["A"]) is known
    assert not is_tracked(found["A"])
    assert root_of(found["V"]) is found["A" if known else "V"]


@pytest.mark.parametrize("passed", ["A", "V", "W"])
def test_one_unknown_use_of_a_buffer_or_of_a_view_is_enough(passed: str) -> None:
    view = "memref.collapse_shape %A [[0, 1]] : memref<4x4xf32> into memref<16xf32>"
    type_ = "memref<4x4xf32>" if passed == "A" else "memref<16xf32>"
    body = f'%V = {view}\n%W = {view}\n"test.op"(%{passed}) : ({type_}) -> ()'
    assert not is_tracked_through_views(of_argument("%A: memref<4x4xf32>", body)["A"])


@pytest.mark.parametrize("type", ["memref<4x1xf32, strided<[1, 1]>>", "memref<?x1xf32>"])
def test_a_cast_to_unknown_strides_is_not_seen_through(type: str) -> None:
    found = values(f"""
      func.func @f(%A: memref<4x1xf32>) {{
        %V = memref.cast %A : memref<4x1xf32> to {type}
        func.return
      }}
    """)
    assert root_of(found["V"]) is found["V"]
