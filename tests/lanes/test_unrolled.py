"""Which loops may be unrolled: each carried value is computed of itself and of loads alone."""

from __future__ import annotations

import pytest
from xdsl.dialects import affine

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.register_tile.unrolled_reductions import may_be_unrolled

LOAD = "%a = affine.load %A[%k] : memref<8xf32>\n"


def loop(body: str, carried: int, bounds: str = "0 to 4") -> str:
    """A function with a loop over %k that carries %x, or %x and %y."""
    names, types = ("%x", "%y")[:carried], ", ".join(["f32"] * carried)
    inits = ", ".join(f"{name} = %s" for name in names)
    head = f"%r:{carried} = affine.for %k = {bounds} iter_args({inits}) -> ({types})"
    return f"""
func.func @f(%A: memref<8xf32>, %n: index, %s: f32) {{
  {head if carried else f"affine.for %k = {bounds}"} {{
    {body}
  }}
  func.return
}}
"""


OWN = "%u = arith.addf %x, %a : f32\n%v = arith.mulf %y, %a : f32\n"
CROSSED = "%u = arith.addf %x, %a : f32\n%v = arith.mulf %y, %u : f32\n"
BOTH_CROSSED = "%u = arith.addf %x, %y : f32\n%v = arith.mulf %y, %u : f32\n"
TWO = "affine.yield %u, %v : f32, f32"


@pytest.mark.parametrize(
    ("text", "is_so"),
    [
        (loop(LOAD, 0), True),
        (loop(f"{LOAD}%u = arith.addf %x, %a : f32\naffine.yield %u : f32", 1), True),
        (loop(f"{LOAD}{OWN}{TWO}", 2), True),
        (loop(f"{LOAD}{CROSSED}{TWO}", 2), False),
        (loop(f"{LOAD}{BOTH_CROSSED}{TWO}", 2), False),
        (loop(f"{LOAD}affine.yield %y, %x : f32, f32", 2), False),
        (loop(LOAD, 0, "0 to %n"), False),
        (loop(LOAD, 0, "0 to 0"), False),
        (loop(LOAD, 0, "affine_map<(d0) -> (d0)>(%n) to affine_map<(d0) -> (d0 + 4)>(%n)"), False),
        (loop(f"{LOAD}affine.store %a, %A[%k] : memref<8xf32>", 0), False),
    ],
)
def test_loops(text: str, is_so: bool) -> None:
    (found,) = (op for op in parse_module(text).walk() if isinstance(op, affine.ForOp))
    assert may_be_unrolled(found) == is_so
