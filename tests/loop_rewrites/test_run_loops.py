"""Loops after the passes on loops, run and compared with numpy."""

from typing import Any

import numpy as np
import pytest

from pad_mlir.dialect.repairs import new_context
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.tools.driver.compilation import Compilation

pytest.importorskip("mlir")

PIPELINES = (
    "pad-reduce-loop-extents",
    "pad-partition-loops",
    "pad-hoist-expression{bindings=required-by-condition,let-stmt,let-expr,index-term split=true}",
    "pad-hoist-expression{split=true},pad-reduce-loop-extents",
)
CONV1D = """
func.func @conv1d(%A: memref<3x8xf32>, %F: memref<3xf32>, %B: memref<3x8xf32>) {
  affine.for %io = 0 to 3 {
    affine.for %ii = 0 to 8 {
      affine.for %fi = 0 to 3 {
        affine.if affine_set<(d0, d1, d2) : (8 * d0 + d1 - 2 >= 0, 17 - 8 * d0 - d1 >= 0,
            19 - 8 * d0 - d1 - d2 >= 0)>(%io, %ii, %fi) {
          %a = affine.load %A[%io, %ii] : memref<3x8xf32>
          %f = affine.load %F[%fi] : memref<3xf32>
          %b = affine.load %B[%io + (%ii + %fi) floordiv 8, (%ii + %fi) mod 8] : memref<3x8xf32>
          %m = arith.mulf %a, %f : f32
          %s = arith.addf %b, %m : f32
          affine.store %s, %B[%io + (%ii + %fi) floordiv 8, (%ii + %fi) mod 8] : memref<3x8xf32>
        }
      }
    }
  } {pad.stage = "compute"}
  func.return
}
"""
ROW_MAJOR = """
func.func @sum(%A: memref<?xi32>, %rows: index, %columns: index, %last: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %rows step %c1 iter_args(%s = %zero) -> (i32) {
    %q = scf.for %j = %c0 to %columns step %c1 iter_args(%t = %s) -> (i32) {
      %row = arith.muli %i, %columns : index
      %index = arith.addi %row, %j : index
      %wanted = arith.cmpi slt, %j, %last : index
      %u = scf.if %wanted -> (i32) {
        %a = memref.load %A[%index] : memref<?xi32>
        %v = arith.addi %t, %a : i32
        scf.yield %v : i32
      } else {
        scf.yield %t : i32
      }
      scf.yield %u : i32
    }
    scf.yield %q : i32
  }
  func.return %r : i32
}
"""


def compiled(text: str, pipeline: str) -> Any:
    from pad_mlir.runtime import compile

    with collect_remarks():
        result = Compilation(new_context(), parse_pipeline(pipeline, ALL_PASSES), "run").run(text)
    return compile(result)


@pytest.mark.parametrize("pipeline", PIPELINES)
def test_conv1d(pipeline: str) -> None:
    random = np.random.default_rng(1)
    a, f = random.normal(size=(3, 8)).astype("f4"), random.normal(size=3).astype("f4")
    b = np.zeros((3, 8), "f4")
    compiled(CONV1D, pipeline)(a, f, b)
    wanted = np.zeros(24)
    wanted[2:20] = np.convolve(a.reshape(24)[2:18].astype("f8"), f.astype("f8"))
    np.testing.assert_allclose(b.reshape(24), wanted, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("pipeline", PIPELINES)
@pytest.mark.parametrize("last", [-1, 0, 3, 5, 9])
def test_sizes(pipeline: str, last: int) -> None:
    a = np.arange(20, dtype="i4") ** 2
    kernel = compiled(ROW_MAJOR, pipeline)
    assert kernel(a, 4, 5, last) == a.reshape(4, 5)[:, : max(last, 0)].sum()
