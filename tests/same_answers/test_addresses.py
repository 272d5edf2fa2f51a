"""The same module gives the same remarks wherever its operations lie in memory."""

from __future__ import annotations

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.guards.pad_remove_branching_through_overcompute import (
    PadRemoveBranchingThroughOvercompute,
)

COPIES = 24
# Both sums stand on nsz, and neither may: the padding of C and D might become -0.0.
_TWO_SUMS = """
func.func @f(%A: memref<4x4xf32>, %B: memref<4x4xf32>, %C: memref<4xf32>, %D: memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %minus = arith.constant -0.0 : f32
  affine.for %i = 0 to 4 {
    affine.store %zero, %A[%i, 3] : memref<4x4xf32>
    affine.store %zero, %A[3, %i] : memref<4x4xf32>
    affine.store %minus, %B[%i, 3] : memref<4x4xf32>
    affine.store %minus, %B[3, %i] : memref<4x4xf32>
  }
  affine.store %zero, %C[3] : memref<4xf32>
  affine.store %zero, %D[3] : memref<4xf32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0, d1) : (2 - d0 >= 0, 2 - d1 >= 0)>(%i, %j) {
        %a = affine.load %A[%i, %j] : memref<4x4xf32>
        %b = affine.load %B[%i, %j] : memref<4x4xf32>
        %c = affine.load %C[%i] : memref<4xf32>
        %d = affine.load %D[%i] : memref<4xf32>
        %more = arith.addf %c, %a fastmath<nsz> : f32
        %less = arith.subf %d, %b fastmath<nsz> : f32
        affine.store %more, %C[%i] : memref<4xf32>
        affine.store %less, %D[%i] : memref<4xf32>
      }
    }
  } {pad.stage = "sums"}
  func.return
}
"""


def test_the_first_of_two_flags_is_named() -> None:
    read = parse_module(_TWO_SUMS)
    copies = [read.clone() for _ in range(COPIES)]  # kept: each lies at a place of its own
    told = set[str]()
    for module in copies:
        with collect_remarks() as remarks:
            PadRemoveBranchingThroughOvercompute().apply(new_context(), module)
        told.add("\n".join(map(str, remarks)))
    assert len(told) == 1
    assert "fastmath<nsz> on 'arith.addf'" in told.pop()
