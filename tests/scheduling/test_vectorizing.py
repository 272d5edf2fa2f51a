"""Steps towards vectors: what they do, and their traces."""

from __future__ import annotations

import numpy as np
import pytest

from pad_mlir.schedule import Schedule, ScheduleError

from .common import ROW_SUM, assert_replays


def test_tiles_of_a_row_become_one_loop():
    s = Schedule(ROW_SUM, function="row_sum")
    s.transform_layout("A", lambda i, j: (i, j // 16, j % 16), pad_value=0.0)
    s.sequential_buffer_access("compute", "A")
    s.remove_branching_through_overcompute("compute")
    assert s.flatten_loops("compute") == ["compute.j"]
    assert "memref.collapse_shape %A [[0], [1, 2]]" in str(s)
    assert_replays(s, ROW_SUM, "row_sum")
    assert 's.flatten_loops("compute")' in s.trace()
    assert "pad-flatten-loops{function=row_sum stage=compute}" in s.pipeline()
    kernel = s.compile()
    assert kernel.physical_shape("A") == (1024, 64, 16)
    A = np.random.default_rng(0).integers(-8, 8, (1024, 1021)).astype(np.float32)
    B = np.full(1024, np.nan, np.float32)
    kernel(A, B)
    np.testing.assert_array_equal(B, A.sum(1))


def test_unknown_stage():
    s = Schedule(ROW_SUM)
    with pytest.raises(ScheduleError, match="there is no stage 'nothing'"):
        s.flatten_loops("nothing")
