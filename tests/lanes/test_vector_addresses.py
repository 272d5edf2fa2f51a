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


@pytest.mark.parametrize(
    ("around", "index", "lines"),
    [
        ("0 to 64 step 16", "d0 + d1 * 8", [1, 2, 1]),
        ("8 to 64 step 16", "d0 + d1 * 8", [2, 1, 2]),
        ("0 to 64 step 4", "d0 + d1 * 16", [2, 2, 2]),
        ("0 to 64 step 4", "d0 * 4 + d1 * 16", [1, 1, 1]),
        ("0 to 64 step 16", "d0 + d1 * 16 + s0", [2, 2, 2]),
        ("0 to 64 step 16", "d0 + d1 * 16 + s0 * 16", [1, 1, 1]),
        ("%n to 64 step 16", "d0 + d1 * 16", [2, 2, 2]),
    ],
)
def test_lines(around: str, index: str, lines: list[int]) -> None:
    """A vector lies in one line only if all loops around move it by whole vectors."""
    module = parse_module(f"""
func.func @f(%A: memref<4096xf32>, %n: index) {{
  affine.for %i = {around} {{
    affine.for %k = 0 to 3 {{
      %at = affine.apply affine_map<(d0, d1)[s0] -> ({index})>(%i, %k)[%n]
      %v = vector.load %A[%at] : memref<4096xf32>, vector<16xf32>
    }}
  }}
  func.return
}}
""")
    _, loop = (op for op in module.walk() if isinstance(op, affine.ForOp))
    assert [place.lines for place in places_of(loop).values()] == lines
