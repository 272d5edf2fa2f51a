"""The remedy that a guard's message names where padding is written after the stage."""

from __future__ import annotations

import numpy as np
import pytest

from pad_mlir.schedule import Schedule

SQUARED_ROW_SUMS = """
func.func @f(%X: memref<7x13xf32>, %Y: memref<7xf32>) {
  %zero = arith.constant 0.0 : f32
  %S = memref.alloc() : memref<7xf32>
  affine.for %i = 0 to 7 {
    affine.store %zero, %S[%i] : memref<7xf32>
    affine.for %j = 0 to 13 {
      %s = affine.load %S[%i] : memref<7xf32>
      %x = affine.load %X[%i, %j] : memref<7x13xf32>
      %t = arith.addf %s, %x : f32
      affine.store %t, %S[%i] : memref<7xf32>
    }
  } {pad.stage = "sum"}
  affine.for %i = 0 to 7 {
    %s = affine.load %S[%i] : memref<7xf32>
    %q = arith.mulf %s, %s : f32
    affine.store %q, %Y[%i] : memref<7xf32>
  } {pad.stage = "square"}
  memref.dealloc %S : memref<7xf32>
  func.return
}
"""


@pytest.mark.parametrize("pad", [0.0, 1.0, "undef"])
def test_the_stage_that_writes_first_is_named_and_helps(pad: float | str):
    s = Schedule(SQUARED_ROW_SUMS)
    s.transform_layout("X", lambda i, j: (i // 4, j // 4, i % 4, j % 4), pad_value=0.0)
    s.transform_layout("S", lambda i: (i // 4, i % 4), pad_value=pad)
    s.sequential_buffer_access("sum", "X")
    s.remove_branching_through_overcompute("sum")
    assert str(s.remarks[-1]).endswith(
        "S[1, 3] would be read, but its padding is written after this stage, by S_padding;"
        " let init_sum write it before, by pad-sequential-buffer-access{stage=init_sum buffer=S},"
        " and drop the guard there first"
    )
    s.sequential_buffer_access("init_sum", "S")
    s.remove_branching_through_overcompute("init_sum")
    s.remove_branching_through_overcompute("sum")
    guards = [guard.stage for guard in s.explain()]
    assert "init_sum" not in guards
    assert "sum" not in guards
    x = np.arange(91, dtype=np.float32).reshape(7, 13)
    y = np.empty(7, np.float32)
    s.compile()(x, y)
    np.testing.assert_array_equal(y, x.sum(1) ** 2)
