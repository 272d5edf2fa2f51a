"""`explain`, `undo`, and the steps that lower."""

from __future__ import annotations

import numpy as np
import pytest

from pad_mlir.passes.host.pad_to_host import Stop as HostStop
from pad_mlir.schedule import Schedule, ScheduleError

ROW_SUM = """func.func @row_sum(%A: memref<2x5xf32>, %B: memref<2xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 2 {
    affine.store %zero, %B[%i] : memref<2xf32>
    affine.for %j = 0 to 5 {
      %b = affine.load %B[%i] : memref<2xf32>
      %a = affine.load %A[%i, %j] : memref<2x5xf32>
      %s = arith.addf %b, %a : f32
      affine.store %s, %B[%i] : memref<2xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
"""


def row_sum(pad: float) -> Schedule:
    s = Schedule(ROW_SUM)
    s.transform_layout("A", lambda i, j: (i, j // 4, j % 4), pad_value=pad)
    s.sequential_buffer_access("compute", "A")
    return s


def test_what_padding_allows_is_told_with_its_price():
    s = row_sum(0.0)
    before = str(s)
    (guard,) = s.explain()
    assert str(guard).endswith(
        "compute: guard `4*jo + ji < 5` can be removed by remove_branching_through_overcompute: "
        "6 instances are added to the original 10"
    )
    assert (guard.function, guard.stage, guard.reason) == ("row_sum", "compute", None)
    assert str(s) == before
    s.remove_branching_through_overcompute("compute")
    assert s.explain() == ()


def test_what_is_missing_is_told_with_an_index():
    (guard,) = row_sum(1.0).explain()
    assert guard.reason is not None
    assert "the same value in B[0]" in guard.reason
    assert "(A[0, 1, 1] holds 1.000000e+00 : f32)" in guard.reason
    assert guard.waste is None


def test_the_limit_of_the_waste_counts():
    (guard,) = row_sum(0.0).explain(max_waste=0.5)
    assert guard.reason == "overcompute would add 6 instances to 10, more than max-waste=0.5 allows"


def test_pending_layouts_are_applied_to_a_copy():
    s = Schedule(ROW_SUM)
    s.transform_layout("B", lambda i: (i // 4, i % 4), pad_value=0.0)
    before = str(s)
    (padding,) = s.explain()
    assert (padding.stage, padding.condition) == ("B_padding", "ii >= 2")
    assert padding.reason == "it belongs there: the stage writes or assumes padding only"
    assert str(s) == before


OTHERS = """func.func @f(%A: memref<4xf32>, %n: index, %c: i1) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0)[s0] : (s0 - d0 >= 0)>(%i)[%n] {
      affine.store %zero, %A[%i] : memref<4xf32>
    }
  }
  affine.for %i = 0 to 4 {
    scf.if %c {
      affine.store %zero, %A[%i] : memref<4xf32>
    }
  } {pad.stage = "on_data"}
  func.return
}
"""


def test_guards_outside_of_stages_and_on_data():
    outside, on_data = Schedule(OTHERS).explain()
    assert str(outside).endswith(
        "@f: guard `n >= i` kept: it is in no stage; name the loop around it with pad.stage"
    )
    assert (on_data.stage, on_data.condition) == ("on_data", None)
    assert "kept: its condition is not one on indices alone" in str(on_data)


HALO = """func.func @f(%A: memref<13xi32>, %B: memref<13xi32>) {
  %z = arith.constant 0 : i32
  affine.for %i = 0 to 13 {
    affine.store %z, %B[%i] : memref<13xi32>
    affine.for %k = 0 to 2 {
      affine.if affine_set<(d0, d1) : (12 - d0 - d1 >= 0)>(%i, %k) {
        %s = affine.load %B[%i] : memref<13xi32>
        %a = affine.load %A[%i + %k] : memref<13xi32>
        %t = arith.addi %s, %a : i32
        affine.store %t, %B[%i] : memref<13xi32>
      }
    }
  } {pad.stage = "two"}
  func.return
}
"""


def halo(extent: int) -> Schedule:
    s = Schedule(HALO)
    s.transform_layout("A", lambda i: i, extents=[extent], pad_value=0)
    s.transform_layout("B", lambda i: (i // 4, i % 4), pad_value="undef")
    s.sequential_buffer_access("two", "B")
    return s


def test_guards_that_may_not_go_together():
    s = halo(14)
    before = str(s)
    outer, inner, _ = s.explain()
    assert (outer.reason, outer.waste) == (None, "3 instances are added to the original 13")
    assert inner.reason is not None
    assert inner.reason.startswith("without the guard, 'affine.load' would access A[14], out")
    assert inner.reason.endswith(
        "; it can be removed alone, but not together with the guard `4*io + ii < 13`"
    )
    assert (inner.condition, inner.waste) == ("4*io + ii + k < 13", None)
    assert str(s) == before
    s.remove_branching_through_overcompute("two")
    (remark,) = s.remarks
    assert remark.reason is not None
    assert inner.reason.startswith(remark.reason.text)


def test_what_a_guard_adds_is_counted_with_those_before_it_gone():
    outer, inner, _ = halo(17).explain()
    assert outer.waste == "3 instances are added to the original 13"
    assert inner.waste == "7 instances are added to the original 25"  # of 16 times 2


GONE_WITH_AN_ARM = """func.func @f(%A: memref<8xi32>, %B: memref<8xi32>) {
  %z = arith.constant 0 : i32
  %three = arith.constant 3 : index
  affine.store %z, %A[7] : memref<8xi32>
  affine.for %i = 0 to 8 {
    %x = affine.if affine_set<(d0) : (6 - d0 >= 0)>(%i) -> i32 {
      %a = affine.load %A[%i] : memref<8xi32>
      affine.yield %a : i32
    } else {
      %late = arith.cmpi sgt, %i, %three : index
      %zero = arith.select %late, %z, %z : i32
      affine.yield %zero : i32
    }
    affine.store %x, %B[%i] : memref<8xi32>
  } {pad.stage = "copy"}
  func.return
}
"""


def test_a_guard_that_goes_with_an_arm():
    outer, inner = Schedule(GONE_WITH_AN_ARM).explain()
    assert outer.reason is None
    assert (inner.reason, inner.waste) == (None, "with the else arm that it is in")


def test_undo_takes_back_steps_remarks_and_traces():
    s = Schedule(ROW_SUM)
    start = str(s)
    s.transform_layout("A", lambda i, j: (i, j // 4, j % 4), pad_value=1.0)
    pending = str(s)
    s.sequential_buffer_access("compute", "A")
    s.remove_branching_through_overcompute("compute")
    assert s.remarks
    s.undo(2)
    assert (str(s), s.remarks) == (pending, [])
    assert s.trace().count("\n") == 1
    s.undo()
    assert (str(s), s.trace(), s.pipeline()) == (start, "", "")
    with pytest.raises(ScheduleError, match="1 steps cannot be undone: there were 0"):
        s.undo()
    with pytest.raises(ScheduleError, match="-1 steps cannot be undone: give 0 or more"):
        s.undo(-1)
    s.transform_layout("A", lambda i, j: (i, j // 4, j % 4), pad_value=0.0)
    s.sequential_buffer_access("compute", "A")
    again = Schedule(ROW_SUM)
    exec(s.trace(), {"s": again})
    assert str(again) == str(s) == str(row_sum(0.0))


@pytest.mark.parametrize(
    ("stop", "loop"),
    [("affine", "affine.for"), ("scf", "scf.for"), ("cf", "cf.cond_br"), ("llvm", "llvm.cond_br")],
)
def test_levels_of_the_host(stop: HostStop, loop: str):
    s = row_sum(0.0)
    s.to_host(stop)
    assert loop in str(s)
    assert "pad." not in str(s)
    again = Schedule(ROW_SUM)
    exec(s.trace(), {"s": again})
    assert str(again) == str(s)


def test_levels_of_the_gpu():
    s = row_sum(0.0)
    s.map_to_gpu("compute")
    s.to_gpu(stop="gpu")
    assert "gpu.func @compute" in str(s)
    assert "pad." not in str(s)
    with pytest.raises(ScheduleError, match="no stop=spirv on the way to target=nvvm"):
        s.to_gpu(stop="spirv")


def test_facts_are_removed():
    s = row_sum(0.0)
    s.transform_layout("B", lambda i: (i // 4, i % 4), pad_value="undef")
    s.apply_layouts()
    assert "pad.assume" in str(s)
    assert "pad.undef" in str(s)
    s.remove_assume()
    s.remove_undef_store()
    assert "pad.assume" not in str(s)
    assert "pad.undef" not in str(s)
    A, B = np.arange(10, dtype=np.float32).reshape(2, 5), np.zeros(2, np.float32)
    s.compile()(A, B)
    assert B.tolist() == [10, 35]
