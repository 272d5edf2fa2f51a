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
    assert s.sequential_buffer_access("blur", "Y") == ["blur.n", "blur.co", "blur.w", "blur.ci"]
    assert s.split("blur.k", 2) == ["blur.ko", "blur.ki"]
    assert_replays(s, BLUR, "blur")


def test_a_name_of_the_source_does_not_become_that_of_another_axis():
    swapped = COPY.replace("%i ", "%r ").replace("%j ", "%i ").replace("%r ", "%j ")
    swapped = swapped.replace("[%i, %j]", "[%j, %i]")
    s = Schedule(swapped, "copy")
    s.transform_layout("B", lambda i, j: (j, i))
    assert s.sequential_buffer_access("compute", "B") == ["compute.i", "compute.j"]
    assert "affine.for %i = 0 to 50" in str(s)


def test_the_names_of_a_second_split_are_new_and_usable():
    s = Schedule(COPY.replace("%i", "%j_").replace("%j_", "%jo"), "copy")
    outer, inner = s.split("j", 10)
    assert (outer, inner) == ("compute.jo_1", "compute.ji")
    assert s.split(outer, 5) == ["compute.jo_1o", "compute.jo_1i"]
    assert s.split("jo", 5) == ["compute.joo", "compute.joi"]
    assert_replays(s, COPY.replace("%i", "%jo"), "copy")


def test_an_ambiguous_name_is_answered_with_distinct_ones_and_the_places():
    with pytest.raises(ScheduleError) as error:
        Schedule(TWO, "two").split("i", 2)
    assert "there are 3 loops 'i' in @two" in str(error.value)
    assert "give the stage too: alone.i; or name them in the program, by" in str(error.value)
    assert "both.i" not in str(error.value)
    assert ":2:3, " in str(error.value)
    assert ":3:5, " in str(error.value)


MV = """\
func.func @mv(%A: memref<13x20xi32>, %x: memref<20xi32>, %y: memref<13xi32>, %v: i32) {
  affine.for %r = 0 to 13 {
    affine.for %i = 0 to 20 {
      %s = affine.load %y[%r] : memref<13xi32>
      %a = affine.load %A[%r, %i] : memref<13x20xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %y[%r] : memref<13xi32>
    }
  } {pad.stage = "mv"}
  affine.for %i = 0 to 20 {
    affine.store %v, %x[%i] : memref<20xi32>
  } {pad.stage = "fill"}
  func.return
}
"""


def test_names_stay_valid_when_later_steps_make_loops_of_the_same_name():
    s = Schedule(MV, "mv")
    s.transform_layout("y", lambda r: (r // 4, r % 4), 0)
    rows = s.sequential_buffer_access("mv", "y")
    tiles = s.split("mv.i", 5)
    other = s.split("fill.i", 5)
    s.transform_layout("x", lambda i: (i // 5, i % 5), 0)
    s.cache_read("A", "mv")
    names = [*rows, *tiles, *other]
    assert names == ["mv.ro", "mv.ri", "mv.io", "mv.ii", "fill.io", "fill.ii"]
    for pair in (rows, tiles, other):
        s.reorder(*pair)
        assert len(s.split(pair[1], 2)) == 2
    assert_replays(s, MV, "mv")


def test_a_loop_of_padding_does_not_make_a_name_ambiguous():
    s = Schedule(COPY, "copy")
    s.transform_layout("B", lambda i, j: (i, j // 16, j % 16), 0.0)
    s.sequential_buffer_access("compute", "B")
    assert str(s).count('pad.loop = "jo"') == 2
    s.reorder("jo", "i", "ji")
    assert s.split("jo", 2) == ["compute.joo", "compute.joi"]
    with pytest.raises(
        ScheduleError, match=r"no loop 'jo' in @copy; its loops are: .*, B_padding\.jo, "
    ):
        s.split("jo", 2)
    assert s.split("B_padding.jo", 2) == ["B_padding.joo", "B_padding.joi"]
    assert_replays(s, COPY, "copy")


PIECES = """\
func.func @f(%A: memref<2x14x4xf32>, %B: memref<2x5xf32>, %x: f32, %y: f32) {
  affine.for %q = 0 to 2 {
    affine.for %i = 0 to 14 {
      affine.for %j = 0 to 4 {
        affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) {
          affine.store %x, %A[%q, %i, %j] : memref<2x14x4xf32>
        } else {
          affine.store %y, %A[%q, %i, %j] : memref<2x14x4xf32>
        }
      }
    }
  } {pad.stage = "first"}
  affine.for %q = 0 to 2 {
    affine.for %i = 0 to 5 {
      affine.store %x, %B[%q, %i] : memref<2x5xf32>
    }
  } {pad.stage = "second"}
  func.return
}
"""


def test_pieces_of_a_loop_and_the_loops_in_them_have_names_of_their_own():
    s = Schedule(PIECES)
    names = s.partition_loops(loop="first.i")
    assert names == ["first.i.head", "first.j.head", "first.i", "first.j"]
    for name in names:
        assert len(s.split(name, 2)) == 2
    assert_replays(s, PIECES)


def test_loops_that_come_into_one_stage_have_names_of_their_own():
    s = Schedule(PIECES)
    assert s.merge_adjacent_loops(["first", "second"]) == ["first.q"]
    assert s.split("first.i", 7) == ["first.io", "first.ii"]
    assert s.split("first.i_1", 5) == ["first.i_1o", "first.i_1i"]
    assert_replays(s, PIECES)


FLAT = """\
func.func @f(%A: memref<2x4x8xf32>, %x: f32) {
  affine.for %q = 0 to 2 {
    affine.for %io = 0 to 4 {
      affine.for %ii = 0 to 8 {
        affine.store %x, %A[%q, %io, %ii] : memref<2x4x8xf32>
      }
    }
    affine.for %i = 0 to 3 {
      affine.store %x, %A[%q, %i, 0] : memref<2x4x8xf32>
    }
  } {pad.stage = "s"}
  func.return
}
"""


def test_a_flat_loop_has_a_name_of_its_own():
    s = Schedule(FLAT)
    assert s.flatten_loops("s") == ["s.io_ii"]
    assert s.split("s.i", 2) == ["s.io", "s.ii"]
    assert_replays(s, FLAT)


PRODUCT = """\
func.func @product(%A: memref<12x8xf32>, %B: memref<8x10xf32>, %C: memref<12x10xf32>) {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 10 {
      affine.for %k = 0 to 8 {
        %c = affine.load %C[%i, %j] : memref<12x10xf32>
        %a = affine.load %A[%i, %k] : memref<12x8xf32>
        %b = affine.load %B[%k, %j] : memref<8x10xf32>
        %p = arith.mulf %a, %b : f32
        %n = arith.addf %c, %p : f32
        affine.store %n, %C[%i, %j] : memref<12x10xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
"""


def test_returned_names_are_taken_where_loops_of_a_stage_are_meant():
    s = Schedule(COPY, "copy")
    _, inner = s.split("j", 10)
    assert inner == "compute.ji"
    gpu = Schedule(str(s), "copy")
    gpu.map_to_gpu("compute", threads={"i": 4, inner: 10})
    assert "known_block_size = array<i32: 10, 4, 1>" in str(gpu)
    s.vectorize("compute", inner)
    assert "vector.store" in str(s)
    sums = Schedule(PRODUCT)
    axes = {name: 2 for name in (sums.split("i", 6)[1], sums.split("j", 5)[1])}
    plain, before = Schedule(str(sums)), str(sums)
    sums.register_tile("compute", axes)
    plain.register_tile("compute", {"ii": 2, "ji": 2})
    assert str(sums) == str(plain) != before
    assert sums.remarks == plain.remarks


FUNCTIONS = """\
func.func @produce(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    affine.store %a, %B[%i] : memref<8xf32>
  } {pad.stage = "first"}
  affine.for %j = 0 to 8 {
    %b = affine.load %B[%j] : memref<8xf32>
    affine.store %b, %A[%j] : memref<8xf32>
  } {pad.stage = "second"}
  func.return
}
func.func @other(%A: memref<8xf32>) {
  %x = arith.constant 1.0 : f32
  affine.for %i = 0 to 8 {
    affine.store %x, %A[%i] : memref<8xf32>
  } {pad.stage = "third"}
  func.return
}
"""


def test_a_stage_is_found_in_the_function_that_it_went_to():
    s = Schedule(FUNCTIONS)
    s.hoist_stage("first")
    assert s.cache_read("A", "first") == "A_cache"
    assert s.cache_write("B", "first", at=None) == "B_cache"
    text = str(s)
    assert text.index("@produce_first") < text.index('pad.stage = "A_cache"')


@pytest.mark.parametrize(
    ("step", "told"),
    [
        (
            'split("q", 2)',
            "there is no loop 'q' in @produce; its loops are: i, j; in @other: i",
        ),
        (
            'simplify("none")',
            "there is no stage 'none' in @produce; its stages are: first, second; in @other: third",
        ),
        (
            'cache_read("A", "none")',
            "there is no stage 'none' in @produce; its stages are: first, second; in @other: third",
        ),
        (
            'cache_read("B", "third")',
            "there is no stage 'third' in @produce; its stages are: first, second; "
            "@other has a stage 'third'",
        ),
        (
            'split("i", 2)',
            "@produce, @other have a loop i; say which by `function`, of the pass or of the "
            "Schedule, or give the stage too: first.i, third.i",
        ),
    ],
)
def test_what_other_functions_have_is_told(step: str, told: str):
    with pytest.raises(ScheduleError) as error:
        eval(f"s.{step}", {"s": Schedule(FUNCTIONS)})
    assert told in str(error.value)
