"""Names of new loops: those of the source, new in their stage, and found by the next step."""

from __future__ import annotations

import pytest

from pad_mlir.schedule import Schedule, ScheduleError

from .common import COPY, assert_replays

BLUR = """\
func.func @blur(%X: memref<2x6x13xf32>, %K: memref<3xf32>, %Y: memref<2x6x13xf32>) {
  affine.for %n = 0 to 2 {
    affine.for %w = 0 to 6 {
      affine.for %c = 0 to 13 {
        affine.for %k = 0 to 3 {
          %s = affine.load %Y[%n, %w, %c] : memref<2x6x13xf32>
          %x = affine.load %X[%n, (%w + %k + 5) mod 6, %c] : memref<2x6x13xf32>
          %f = affine.load %K[%k] : memref<3xf32>
          %p = arith.mulf %x, %f : f32
          %t = arith.addf %s, %p : f32
          affine.store %t, %Y[%n, %w, %c] : memref<2x6x13xf32>
        }
      }
    }
  } {pad.stage = "blur"}
  func.return
}
"""
TWO = """\
func.func @two(%A: memref<14xf32>, %x: f32) {
  affine.for %i = 0 to 14 {
    affine.for %q = 0 to 3 {
      affine.store %x, %A[%i] : memref<14xf32>
    } {pad.loop = "i"}
  } {pad.stage = "both"}
  affine.for %i = 0 to 14 {
    affine.store %x, %A[%i] : memref<14xf32>
  } {pad.stage = "alone"}
  func.return
}
"""


def test_loops_over_a_buffer_have_the_names_of_the_source():
    s = Schedule(BLUR, "blur")
    s.transform_layout("Y", lambda n, h, c: (n, c // 4, h, c % 4), "undef")
    assert s.sequential_buffer_access("blur", "Y") == ["n", "co", "w", "ci"]
    assert s.split("blur.k", 2) == ["blur.ko", "blur.ki"]
    assert_replays(s, BLUR, "blur")


def test_a_name_of_the_source_does_not_become_that_of_another_axis():
    swapped = COPY.replace("%i ", "%r ").replace("%j ", "%i ").replace("%r ", "%j ")
    swapped = swapped.replace("[%i, %j]", "[%j, %i]")
    s = Schedule(swapped, "copy")
    s.transform_layout("B", lambda i, j: (j, i))
    assert s.sequential_buffer_access("compute", "B") == ["i", "j"]
    assert "affine.for %i = 0 to 50" in str(s)


def test_the_names_of_a_second_split_are_new_and_usable():
    s = Schedule(COPY.replace("%i", "%j_").replace("%j_", "%jo"), "copy")
    outer, inner = s.split("j", 10)
    assert (outer, inner) == ("jo_1", "ji")
    assert s.split(outer, 5) == ["jo_1o", "jo_1i"]
    assert s.split("jo", 5) == ["joo", "joi"]
    assert_replays(s, COPY.replace("%i", "%jo"), "copy")


def test_an_ambiguous_name_is_answered_with_distinct_ones_and_the_places():
    with pytest.raises(ScheduleError) as error:
        Schedule(TWO, "two").split("i", 2)
    assert "there are 3 loops i in @two" in str(error.value)
    assert "tell them apart by pad.loop, or by the stage: alone.i; they are at" in str(error.value)
    assert "both.i" not in str(error.value)
    assert ":2:3, " in str(error.value)
    assert ":3:5, " in str(error.value)
