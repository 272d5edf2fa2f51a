"""`Schedule.optimize`: choices, what they cost, and traces."""

from __future__ import annotations

import numpy as np
import pytest

from pad_mlir.schedule import Schedule, ScheduleError

from .common import ROW_SUM, SUM, assert_replays, guards


def test_of_two_layouts_the_cheaper_is_taken() -> None:
    s = Schedule(SUM)
    s.optimize("A", [lambda i: (i // 4, i % 4), lambda i: (i // 5, i % 5)], pad_value=0)
    assert "%A: memref<3x5xi32>" in str(s)
    assert guards(s) == 0
    (taken,) = (r for r in s.remarks if r.id == "layout-taken")
    assert (taken.field("guards"), taken.field("added")) == (0, 1)
    a, b = np.arange(14, dtype=np.int32), np.zeros(1, np.int32)
    s.compile()(a, b)
    assert b[0] == a.sum()
    assert s.trace() == (
        's.optimize(["A"], [lambda i: (i // 4, i % 4), lambda i: (i // 5, i % 5)], pad_value=0)\n'
    )
    assert_replays(s, SUM)


def test_not_to_pad_is_one_of_the_answers() -> None:
    s = Schedule(SUM)
    s.optimize("A", lambda i: (i // 4, i % 4), pad_value=1)
    assert "%A: memref<14xi32>" in str(s)
    assert s.remarks[-1].id == "layout-none.more-guards"
    assert_replays(s, SUM)


def test_it_takes_over_where_other_steps_end() -> None:
    s = Schedule(ROW_SUM)
    s.transform_layout("A", lambda i, j: (i, j // 16, j % 16), pad_value=0.0)
    s.sequential_buffer_access("compute", "A")
    assert guards(s) == 1
    s.optimize()
    assert guards(s) == 0
    (dropped,) = s.remarks
    assert dropped.id == "guard-dropped"
    assert dropped.field("amount") == "3072 instances are added to the original 1045504"
    assert s.trace().endswith("s.optimize()\n")
    assert_replays(s, ROW_SUM)


def test_guards_that_must_not_cost_anything_are_kept() -> None:
    s = Schedule(ROW_SUM)
    s.transform_layout("A", lambda i, j: (i, j // 16, j % 16), pad_value=0.0)
    s.sequential_buffer_access("compute", "A")
    s.optimize(max_waste=0.0)
    (remark,) = s.remarks
    assert remark.id == "guard-left-to-bounds.waste"
    assert remark.reason is not None
    assert remark.reason.field("inserted") == 3072


def test_guards_that_must_stay_are_told_of_as_bounds() -> None:
    s = Schedule(ROW_SUM)
    s.transform_layout("A", lambda i, j: (i, j // 16, j % 16), pad_value=1.0)
    s.sequential_buffer_access("compute", "A")
    s.optimize()
    assert guards(s) == 0
    assert [r.id for r in s.remarks] == ["guard-kept-as-bounds.stored-value"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((5,), "buffer is 5, but must be a name or a list of names"),
        ((), "index_map is given, but no buffer to lay out by it"),
        (("C",), "there is no buffer 'C'"),
    ],
)
def test_wrong_buffers(arguments: tuple[str, ...], says: str) -> None:
    s = Schedule(SUM)
    with pytest.raises(ScheduleError, match=says):
        s.optimize(*arguments, index_map=lambda i: (i // 4, i % 4))
    assert str(s) == str(Schedule(SUM))


def test_wrong_maps() -> None:
    s = Schedule(SUM)
    with pytest.raises(ScheduleError, match="is not injective"):
        s.optimize("A", "(i) -> (i floordiv 4)")
    with pytest.raises(ScheduleError, match="give both buffer and map"):
        s.optimize("A")
    with pytest.raises(ScheduleError, match="stage and pad are about buffers"):
        s.optimize(stage="compute")


def test_extents_are_those_of_the_one_layout() -> None:
    s = Schedule(SUM)
    s.optimize("A", lambda i: (i // 4, i % 4), pad_value=0, extents=[5, 4])
    assert "%A: memref<5x4xi32>" in str(s)
    assert s.trace() == (
        's.optimize(["A"], [lambda i: (i // 4, i % 4)], pad_value=0, extents=[5, 4])\n'
    )
    assert_replays(s, SUM)
    s = Schedule(SUM)
    with pytest.raises(ScheduleError, match="extents is allowed only with one buffer and one map"):
        s.optimize("A", [lambda i: (i // 4, i % 4), lambda i: (i // 5, i % 5)], extents=[5, 4])
