"""Sizes that are expected, and sizes that are trusted, by methods of `Schedule`."""

from __future__ import annotations

from typing import Any

import pytest

from pad_mlir.schedule import Schedule, ScheduleError

_FILL = """
func.func @fill(%A: memref<?xi32> {pad.name = "A"}, %x: i32,
                %n: index {pad.size = [{of = "A", dim = 0}]}) {
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xi32>
  } {pad.stage = "compute"}
  func.return
}
"""


def _tiled(pad_value: str | None) -> Schedule:
    schedule = Schedule(_FILL)
    schedule.transform_layout("A", lambda i: (i // 16, i % 16), pad_value=pad_value)
    schedule.sequential_buffer_access("compute", "A")
    return schedule


def _stage(schedule: Schedule) -> str:
    text = str(schedule)
    return text[: text.index('pad.stage = "compute"')]


def test_waste_is_asked_at_the_sizes_that_are_expected() -> None:
    few, many = _tiled("undef"), _tiled("undef")
    few.remove_branching_through_overcompute("compute", sizes={"n": (1, 7)})
    many.remove_branching_through_overcompute("compute", sizes={"A.0": (8, 4096)})
    assert "affine.if" in _stage(few)
    assert "affine.if" not in _stage(many)
    assert 'sizes="A.0=8..4096"' in many.pipeline()
    assert 'sizes={"A.0": [8, 4096]}' in many.trace()
    again = _tiled("undef")
    again.remove_branching_through_overcompute("compute", sizes={"A.0": [8, 4096]})
    assert str(again) == str(many)


def test_expected_sizes_are_no_facts() -> None:
    schedule = _tiled(None)
    schedule.remove_branching_through_overcompute("compute", sizes={"n": (16, 16)})
    assert "affine.if" in _stage(schedule)


def test_a_trusted_size_is_an_assume_of_the_user() -> None:
    schedule = _tiled(None)
    schedule.remove_branching_through_overcompute("compute", trust=True)
    assert "affine.if" not in _stage(schedule)
    assert _stage(schedule).count("{pad.user}") == 1
    assert "mod 16" in _stage(schedule)


def test_optimize_takes_them_too() -> None:
    schedule = Schedule(_FILL)
    tiles = "(i) -> (i floordiv 16, i mod 16)"
    schedule.optimize("A", tiles, "undef", sizes={"n": (8, 4096)})
    assert 'sizes="n=8..4096"' in schedule.pipeline()


@pytest.mark.parametrize("sizes", [{"n": 4}, {"n": (1, 2, 3)}, {"n": ("1", "2")}, [1, 2], "n=1..2"])
def test_other_sizes_are_errors(sizes: Any) -> None:
    with pytest.raises(ScheduleError, match="sizes takes the first and the last value of each"):
        _tiled(None).remove_branching_through_overcompute(sizes=sizes)


def test_a_size_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ScheduleError, match=r"there is no size k; there are: n, A\.0"):
        _tiled(None).remove_branching_through_overcompute(sizes={"k": (1, 2)})
