"""Which accesses of a buffer happen in a stage: what is in none may happen in any."""

from __future__ import annotations

import pytest
from xdsl.dialects import affine, func, memref

from pad_mlir.analysis.accesses.block_accesses import BlockAccesses
from pad_mlir.dialect.repairs import parse_module

BODY = """
func.func private @given() -> memref<4xf32>
func.func @f(%x: f32) {
  %L = memref.alloc() : memref<4xf32>
  %U = func.call @given() : () -> memref<4xf32>
  affine.for %o = 0 to 4 {
    affine.for %i = 0 to 4 {
      affine.store %x, %BUFFER[%i] : memref<4xf32>
    }
    affine.for %j = 0 to 4 {
      %a = affine.load %BUFFER[%j] : memref<4xf32>
    }
  }
  LATER
  func.return
}"""
LATER = "memref.store %x, %BUFFER[%z] : memref<4xf32>"


@pytest.mark.parametrize(
    ("buffer", "later", "anywhere"), [("L", False, False), ("L", True, True), ("U", False, True)]
)
def test_accesses_in_a_stage(buffer: str, later: bool, anywhere: bool) -> None:
    """Of a buffer that nobody follows, each operation may access any cell, in any stage."""
    after = f"%z = arith.constant 0 : index\n{LATER}" if later else ""
    _, function = parse_module(BODY.replace("LATER", after).replace("BUFFER", buffer)).ops
    assert isinstance(function, func.FuncOp)
    outer, first, second = (op for op in function.walk() if isinstance(op, affine.ForOp))
    value = next(v for op in function.walk() for v in op.results if v.name_hint == buffer)
    accesses = BlockAccesses(outer.body.block)
    assert accesses.is_anywhere(value) is anywhere
    (store,) = (op for op in first.walk() if isinstance(op, affine.StoreOp))
    (load,) = (op for op in second.walk() if isinstance(op, affine.LoadOp))
    outside = {op for op in function.walk() if isinstance(op, memref.StoreOp)}
    for stage, own in ((first, store), (second, load)):
        found = {each.access.op for each in accesses.accesses_in(value, stage)}
        if buffer == "U":
            assert found >= {first, second}
        else:
            assert found == {own} | outside
