"""The step to GPU kernels: what it does, and its traces."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pad_mlir.schedule import Schedule, ScheduleError

from .common import ROW_SUM, assert_replays


def test_a_row_of_a_padded_buffer_is_a_blocks():
    s = Schedule(ROW_SUM, function="row_sum")
    s.transform_layout("A", lambda i, j: (i, j // 16, j % 16), pad_value=0.0)
    s.sequential_buffer_access("compute", "A")
    s.remove_branching_through_overcompute("compute")
    s.map_to_gpu("compute", blocks=["i"], reduce="shuffle")
    assert "gpu.launch_func @row_sum_kernels::@compute" in str(s)
    assert "gpu.shuffle xor" in str(s)
    assert_replays(s, ROW_SUM, "row_sum")
    assert 's.map_to_gpu("compute", blocks=["i"], reduce="shuffle")' in s.trace()
    assert "pad-map-to-gpu{function=row_sum stage=compute blocks=i reduce=shuffle}" in s.pipeline()
    assert not s.remarks


@pytest.mark.parametrize(
    ("threads", "size", "shown"),
    [
        ({"i": 8}, 8, 'threads={"i": 8}'),
        (["i"], 256, 'threads=["i"]'),
        (64, 64, "threads=64"),
    ],
)
def test_threads(threads: Mapping[str, int] | list[str] | int, size: int, shown: str):
    s = Schedule(ROW_SUM, function="row_sum")
    s.map_to_gpu("compute", threads=threads)
    assert f"known_block_size = array<i32: {size}, 1, 1>" in str(s)
    assert f's.map_to_gpu("compute", {shown})' in s.trace()
    assert_replays(s, ROW_SUM, "row_sum")


def test_errors_leave_the_schedule_as_it_was():
    s = Schedule(ROW_SUM)
    before = str(s)
    with pytest.raises(ScheduleError, match="there is no stage 'nothing'"):
        s.map_to_gpu("nothing")
    with pytest.raises(
        ScheduleError, match="there is no loop 'x' in the stage; its loops are: i, j"
    ):
        s.map_to_gpu("compute", blocks=["x"])
    with pytest.raises(ScheduleError, match=r"the sizes are \[0\], but must be at least 1"):
        s.map_to_gpu("compute", threads=0)
    assert str(s) == before
