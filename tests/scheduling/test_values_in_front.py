"""A value that a loop gives to those after it: told where it cannot be, and what is said works."""

from __future__ import annotations

import pytest

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.schedule import Schedule, ScheduleError
from pad_mlir.tools.tv import Status, validate

IN_A_VALUE = """func.func @centred(%X: memref<5x13xi32>, %Y: memref<5x13xi32>) {
  %low = arith.constant -100 : i32
  affine.for %i = 0 to 5 {
    %m = affine.for %k = 0 to 13 iter_args(%a = %low) -> (i32) {
      %x = affine.load %X[%i, %k] : memref<5x13xi32>
      %t = arith.maxsi %a, %x : i32
      affine.yield %t : i32
    }
    affine.for %j = 0 to 13 {
      %x = affine.load %X[%i, %j] : memref<5x13xi32>
      %d = arith.subi %x, %m : i32
      affine.store %d, %Y[%i, %j] : memref<5x13xi32>
    }
  } {pad.stage = "centre"}
  func.return
}
"""
IN_A_BUFFER = (
    IN_A_VALUE.replace("  %low", "  %M = memref.alloc() : memref<5xi32>\n  %low", 1)
    .replace("    affine.for %j", "    affine.store %m, %M[%i] : memref<5xi32>\n    affine.for %j")
    .replace("      %d", "      %n = affine.load %M[%i] : memref<5xi32>\n      %d", 1)
    .replace("%x, %m", "%x, %n")
)
LAYOUT = "(i, j) -> (j floordiv 4, i, j mod 4)"


def test_a_loop_that_gives_a_value_is_named_with_what_to_do():
    with pytest.raises(ScheduleError) as error:
        Schedule(IN_A_VALUE).transform_layout("Y", LAYOUT, "undef", loops="follow")
    assert str(error.value).endswith(
        ":4:10: in the new order, the loop k would run before the loops i and j, but it computes a "
        "value that they use; store that value in a buffer with a cell for each iteration of i, "
        "and load it in j"
    )


def test_a_value_in_a_buffer_lets_the_loops_follow():
    s = Schedule(IN_A_BUFFER)
    loops = s.transform_layout("Y", LAYOUT, "undef", loops="follow")
    assert loops == ["centre.jo", "centre.i", "centre.ji"]
    verdict = validate(parse_module(IN_A_VALUE, "before"), parse_module(str(s), "after"))
    assert verdict.status is Status.VALID, verdict
