"""Indices that min, max and where choose in the loads of a pad value."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pad_mlir.runtime import pack
from pad_mlir.schedule import Schedule, ScheduleError

from .common import assert_replays

EMPTY = "func.func @f(%A: memref<5x3xi32>) {\n  func.return\n}\n"


def _padded(pad_value: str) -> Schedule:
    s = Schedule(EMPTY)
    moved = "lambda i, j: (i + 2, j)"
    s.transform_layout("A", eval(moved), eval(f"lambda i, j: {pad_value}"), extents=[9, 6])
    return s


@pytest.mark.parametrize(
    "pad_value",
    [
        "A[max(min(i, 6), 2), min(j, 2)]",
        "A[min(6, max(2, i)), min(2, j, max(1, 7))]",
        "A[where(i < 2, 2, where(i < 6, i, 6)), where(j < 2, j, 2)]",
    ],
)
def test_edge(pad_value: str):
    s = _padded(pad_value)
    data = np.arange(15, dtype=np.int32).reshape(5, 3)
    packed = pack(data, s.compile(packed=True).layout("A"))
    assert np.array_equal(packed, np.pad(data, ((2, 2), (0, 3)), mode="edge"))
    assert_replays(s, EMPTY)


@pytest.mark.parametrize("index", ["min(i, 6) + 1", "1 + min(i, 6)", "i - min(i, 6)"])
def test_computed_with_a_choice(index: str):
    message = "what where, min or max chooses is computed with no further: choose between"
    with pytest.raises(ScheduleError, match=re.escape(message)):
        _padded(f"A[{index}, j]")
