"""`transform_layout(.., loops="follow")`: the loops that write a buffer, by name (RFC 39)."""

from __future__ import annotations

import pytest

from pad_mlir.schedule import Schedule, ScheduleError

from .common import COPY, CUMULATIVE, SUM, assert_replays

DOUBLE = """\
func.func @double(%A: memref<16x64x128xf32>, %B: memref<16x64x128xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 64 {
      affine.for %k = 0 to 128 {
        %a = affine.load %A[%i, %j, %k] : memref<16x64x128xf32>
        %b = arith.addf %a, %a : f32
        affine.store %b, %B[%i, %j, %k] : memref<16x64x128xf32>
      }
    }
  } {pad.stage = "B"}
  func.return
}
"""
UNNAMED = SUM.replace(' {pad.stage = "compute"}', "")


def test_the_loops_of_rfc_39():
    s = Schedule(DOUBLE)
    none = s.transform_layout("A", lambda i, j, k: (64 * i + j, k // 4, k % 4), loops="follow")
    assert none == []
    i_outer, jk_merged, i_inner = s.transform_layout(
        "B", lambda i, j, k: (i // 4, 128 * j + k, i % 4), loops="follow"
    )
    s.reorder(i_outer, i_inner, jk_merged)
    assert_replays(s, DOUBLE)


def test_the_trace_has_the_step_as_it_was_given():
    s = Schedule(COPY, "copy")
    s.transform_layout("B", lambda i, j: (i, j // 4, j % 4), 0.0, loops="follow")
    (call,) = s.trace().splitlines()
    assert call == (
        's.transform_layout("B", lambda i, j: (i, j // 4, j % 4), pad_value=0.0, loops="follow")'
    )
    assert s.pipeline() == (
        'pad-transform-layout{buffer=B map="(i, j) -> (i, j floordiv 4, j mod 4)" function=copy '
        'pad="0.0" loops=follow}'
    )
    assert_replays(s, COPY, "copy")


def test_the_same_as_applying_the_layout_and_a_sequential_access():
    s, steps = Schedule(COPY, "copy"), Schedule(COPY, "copy")
    steps.transform_layout("B", lambda i, j: (i // 5, j // 16, i % 5, j % 16), pad_value=0.0)
    names = steps.sequential_buffer_access("compute", "B")
    assert names == s.transform_layout(
        "B", lambda i, j: (i // 5, j // 16, i % 5, j % 16), pad_value=0.0, loops="follow"
    )
    assert str(s) == str(steps)


def test_loops_stay_unless_they_are_to_follow():
    s = Schedule(COPY, "copy")
    assert s.transform_layout("B", lambda i, j: (j, i)) == []
    assert s.transform_layout("A", lambda i, j: (j, i), loops="keep") == []
    assert s.trace().count("loops") == 0


def test_pending_layouts_are_applied_with_it():
    s = Schedule(COPY, "copy")
    s.transform_layout("A", lambda i, j: (i, j // 16, j % 16), pad_value="undef")
    s.transform_layout("B", lambda i, j: (j, i))
    names = s.transform_layout("B", lambda j, i: (j // 4, i, j % 4), loops="follow")
    assert names == ["compute.jo", "compute.i", "compute.ji"]
    before = str(s)
    s.apply_layouts()
    assert str(s) == before
    assert_replays(s, COPY, "copy")


def test_names_come_with_their_stage():
    s = Schedule(UNNAMED)
    names = s.transform_layout("A", lambda i: (i // 4, i % 4), 0, interface="keep", loops="follow")
    assert names == ["A_cache.i0o", "A_cache.i0i"]
    s.reorder(*reversed(names))
    assert_replays(s, UNNAMED)


def test_a_stage_without_a_name_gets_that_of_the_buffer():
    text = DOUBLE.replace(' {pad.stage = "B"}', "")
    s, named = Schedule(text), Schedule(DOUBLE)
    for schedule in (s, named):
        schedule.transform_layout("B", lambda i, j, k: (k, j, i), loops="follow")
    assert str(s) == str(named)


def test_a_refused_order_leaves_the_schedule_as_it_was():
    s = Schedule(CUMULATIVE.replace("%i = 1", "%i = 0").replace("%i - 1", "(%i + 13) mod 14"))
    before = str(s)
    with pytest.raises(ScheduleError, match=r"cannot run in the order of A.*would change order"):
        s.transform_layout("A", lambda i, j: (j, i), loops="follow")
    assert (str(s), s.trace(), s.pipeline(), s.remarks) == (before, "", "", [])


def test_a_buffer_that_no_stage_surely_writes_keeps_its_loops():
    s = Schedule(CUMULATIVE)
    assert s.transform_layout("A", lambda i, j: (j, i), loops="follow") == []
    (remark,) = s.remarks
    assert remark.id == "layout-not-followed"
    assert (remark.field("of"), remark.field("buffer")) == ("cumulative", "A")
    assert "affine.store %a, %A[%j, %i]" in str(s)


EITHER = """
func.func @either(%B: memref<16x8xf32>, %c: i1, %x: f32) {
  affine.for %once = 0 to 1 {
    scf.if %c {
      affine.for %i = 0 to 16 {
        affine.for %j = 0 to 8 {
          affine.store %x, %B[%i, %j] : memref<16x8xf32>
        }
      }
    } else {
      affine.for %i = 0 to 128 {
        affine.store %x, %B[%i floordiv 8, %i mod 8] : memref<16x8xf32>
      }
    }
  } {pad.stage = "fill"}
  func.return
}
"""


@pytest.mark.parametrize("text", [EITHER, EITHER.replace(' {pad.stage = "fill"}', "")])
def test_a_stage_with_loops_in_ifs_keeps_them_and_its_name(text: str):
    s = Schedule(text)
    assert s.transform_layout("B", lambda i, j: (j, i), loops="follow") == []
    (remark,) = s.remarks
    assert remark.id == "stage-not-followed.loop-inside"
    assert str(s).count("pad.stage") == text.count("pad.stage")
