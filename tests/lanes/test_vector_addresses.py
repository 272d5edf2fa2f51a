"""Which vectors that a loop loads have a known place in memory."""

from __future__ import annotations

import pytest
from xdsl.dialects import affine

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.register_tile.vector_addresses import places_of


def firsts(load: str, buffer: str, vector: str) -> list[int]:
    """The place of each vector of a loop in its row."""
    module = parse_module(f"""
func.func @f(%A: {buffer}, %n: index) {{
  %zero = arith.constant 0 : index
  affine.for %k = 0 to 3 {{
    %v = {load} : {buffer}, {vector}
  }}
  func.return
}}
""")
    (loop,) = (op for op in module.walk() if isinstance(op, affine.ForOp))
    return [place.first for place in places_of(loop).values()]


ROW = "vector.load %A[%n, %k]"
CELL = "vector.load %A[]"


@pytest.mark.parametrize(
    ("load", "buffer", "vector", "places"),
    [
        (ROW, "memref<8x8xf32>", "vector<4xf32>", [0, 1, 2]),
        (ROW + " {nontemporal = false}", "memref<8x8xf32>", "vector<4xf32>", [0, 1, 2]),
        (ROW + " {nontemporal = true}", "memref<8x8xf32>", "vector<4xf32>", []),
        (ROW, "memref<8x8xi1>", "vector<4xi1>", []),
        (ROW, "memref<8x8xf32>", "vector<2x4xf32>", []),
        (ROW, "memref<8x8xf32>", "vector<[4]xf32>", []),
        (CELL, "memref<vector<4xf32>>", "vector<4xf32>", []),
    ],
)
def test_places(load: str, buffer: str, vector: str, places: list[int]) -> None:
    assert firsts(load, buffer, vector) == places
