"""The cell of a buffer that a cell of a view of it is; None if that is not known."""

from __future__ import annotations

import pytest
from xdsl.dialects import func, memref

from pad_mlir.dialect.ir.operations import operations_in
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.index.expr import Expr, var
from pad_mlir.index.maps.box_map import sizes_exist
from pad_mlir.passes.layout.accesses.view_cells import root_cell

PART = "memref<8x8xf32> to memref<4x2xf32, strided<[{}, {}], offset: {}>>"
FLAT = "memref<8x8xf32> to memref<4xf32, strided<[{}], offset: {}>>"


def cell_of(view: str, *index: Expr) -> list[str] | None:
    module = parse_module(f"""
func.func @f(%A: memref<8x8xf32>, %n: index) {{
  %v = {view}
  func.return
}}
""")
    (function,) = module.ops
    assert isinstance(function, func.FuncOp)
    views = memref.SubviewOp, memref.ReinterpretCastOp
    (op,) = (op for op in operations_in(function) if isinstance(op, views))
    found = root_cell(op.results[0], index, lambda value: None)
    return None if found is None else list(map(str, found))


@pytest.mark.parametrize(
    ("view", "cell"),
    [
        (f"memref.subview %A[2, 3] [4, 2] [1, 2] : {PART.format(8, 2, 19)}", ["2 + i", "3 + 2*j"]),
        (f"memref.subview %A[%n, 3] [4, 2] [1, 2] : {PART.format(8, 2, '?')}", None),
        (f"memref.subview %A[2, 3] [4, 2] [1, %n] : {PART.format(8, '?', 19)}", None),
    ],
)
def test_parts(view: str, cell: list[str] | None) -> None:
    assert cell_of(view, var("i"), var("j")) == cell


@pytest.mark.parametrize("of", [("?", 1), (0, "?")])
def test_other_shapes(of: tuple[object, object]) -> None:
    offset, step = ("%n" if size == "?" else size for size in of)
    view = f"memref.reinterpret_cast %A to offset: [{offset}], sizes: [4], strides: [{step}]"
    assert cell_of(f"{view} : {FLAT.format(*reversed(of))}", var("i")) is None


def test_a_size_may_be_zero() -> None:
    assert sizes_exist([var("n") * 4, var("n")]) == (var("n") >= 0)
