"""Flat buffers: what the step does to a kernel and its queries, and its traces."""

from __future__ import annotations

import numpy as np
import pytest

from pad_mlir.schedule import AXIS_SEPARATOR, Schedule, ScheduleError

from .common import COPY, ROW_SUM, SUM, assert_replays


def test_row_sum_in_flat_memory():
    pytest.importorskip("mlir")
    s = Schedule(ROW_SUM, function="row_sum")
    s.transform_layout("A", lambda i, j: (i, AXIS_SEPARATOR, j // 16, j % 16), pad_value=0.0)
    s.sequential_buffer_access("compute", "A")
    s.remove_branching_through_overcompute("compute")
    s.flatten_buffers("A")
    assert_replays(s, ROW_SUM, "row_sum")
    assert 's.flatten_buffers("A")' in s.trace()
    assert "pad-flatten-buffers{function=row_sum buffer=A}" in s.pipeline()
    assert "affine.load %A[%i, %jo * 16 + %ji] : memref<1024x1024xf32>" in str(s)
    kernel = s.compile()
    assert kernel.logical_shape("A") == (1024, 1021)
    assert kernel.physical_shape("A") == (1024, 1024)
    A = np.random.default_rng(0).integers(-8, 8, (1024, 1021)).astype(np.float32)
    B = np.full(1024, np.nan, np.float32)
    kernel(A, B)
    np.testing.assert_array_equal(B, A.sum(1))


def test_forbidden_padding_takes_no_memory():
    pytest.importorskip("mlir")
    s = Schedule(SUM)
    s.transform_layout("A", lambda i: (i // 4, i % 4))
    s.flatten_buffers(elide=True)
    assert s.remarks == []
    assert_replays(s, SUM)
    kernel = s.compile()
    assert kernel.physical_shape("A") == (14,)
    A, B = np.arange(14, dtype=np.int32), np.zeros(1, np.int32)
    kernel(A, B)
    assert B[0] == A.sum()


def test_steps_after_it():
    pytest.importorskip("mlir")
    s = Schedule(COPY, "copy")
    s.flatten_buffers()
    s.transform_layout("B", lambda i: (i // 8, i % 8), pad_value=0.0)
    s.flatten_buffers()
    kernel = s.compile()
    assert kernel.logical_shape("B") == (12, 50)
    assert kernel.physical_shape("B") == (600,)
    A = np.random.default_rng(0).random((12, 50), np.float32)
    B = np.zeros_like(A)
    kernel(A, B)
    np.testing.assert_array_equal(A, B)


def test_more_axes_than_there_may_be():
    s = Schedule(COPY, "copy")
    s.transform_layout("A", lambda i, j: (i, AXIS_SEPARATOR, j))
    before = str(s)
    with pytest.raises(ScheduleError, match="A would have 2 axes, but at most 1 are allowed"):
        s.flatten_buffers(max_rank=1)
    assert str(s) == before


def test_unknown_buffer():
    with pytest.raises(ScheduleError, match="there is no buffer 'X'"):
        Schedule(COPY, "copy").flatten_buffers("X")
