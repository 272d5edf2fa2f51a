"""Which layouts are proposed for rows of which each second cell is read."""

from xdsl.dialects import func

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.dot_products.dot_unit import dot_unit
from pad_mlir.passes.optimize.layouts.proposed_layouts import Proposals
from pad_mlir.passes.vectorize.vector_unit import vector_unit

_CPU = "x86-64-v4"
_TEXT = """
func.func @f(%X: memref<3x130xf32>, %Y: memref<3x64xf32>) {
  affine.for %i = 0 to 3 {
    affine.for %x = 0 to 64 {
      affine.for %j = 0 to 3 {
        %a = affine.load %X[%i, %x * 2 + %j] : memref<3x130xf32>
        %s = affine.load %Y[%i, %x] : memref<3x64xf32>
        %t = arith.addf %s, %a : f32
        affine.store %t, %Y[%i, %x] : memref<3x64xf32>
      }
    }
  } {pad.stage = "sum"}
  func.return
}
"""


def test_parts_of_rows_become_whole_vectors_or_whole_halves() -> None:
    (function,) = parse_module(_TEXT).body.block.ops
    assert isinstance(function, func.FuncOp)
    plans = Proposals(function, vector_unit(_CPU), dot_unit(_CPU)).others(edges=False)
    texts = [plan.text for plan in plans if "j % 2, j // 2" in plan.text]
    assert any("extents=[3, 2, 80]" in text for text in texts), texts
    assert any("extents=[3, 2, 72]" in text for text in texts), texts
