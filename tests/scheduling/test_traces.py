"""The traces of a schedule replay to the same module."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pad_mlir.schedule import Schedule
from pad_mlir.tools.pad_opt import main

from .common import COPY, ROW_SUM, SUM, assert_replays


def test_trace_of_row_sum():
    s = Schedule(ROW_SUM, "row_sum")
    s.transform_layout("A", lambda i, j: (i, j // 16, j % 16), pad_value=0.0)
    s.sequential_buffer_access("compute", "A")
    s.remove_branching_through_overcompute("compute", max_waste=2.0)
    assert_replays(s, ROW_SUM, "row_sum")
    assert (
        s.trace()
        == """\
s.transform_layout("A", lambda i, j: (i, j // 16, j % 16), pad_value=0.0)
s.reorder("i")
s.split("j", 16)
s.remove_branching_through_overcompute("compute", max_waste=2.0)
"""
    )


def test_pipeline_under_pad_opt(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    s = Schedule(ROW_SUM, "row_sum")
    s.transform_layout("A", lambda i, j: (i, j // 16, j % 16), pad_value="identity(addf)")
    s.transform_layout("B", lambda i: i, "undef", align=[16])
    s.apply_layouts("both")
    s.sequential_buffer_access("compute", "A")
    s.remove_branching_through_overcompute("compute", max_waste=0.5)
    s.remove_no_op()
    kernel = tmp_path / "row_sum.mlir"
    kernel.write_text(ROW_SUM)
    assert main([str(kernel), "-p", s.pipeline()]) == 0
    assert capsys.readouterr().out == str(s)


def test_sequential_access_is_traced_as_splits_and_orders():
    s = Schedule(COPY, "copy")
    s.transform_layout("B", lambda i, j: (i // 4, j // 10, i % 4, j % 10))
    names = s.sequential_buffer_access("compute", "B")
    assert names == ["compute.io", "compute.jo", "compute.ii", "compute.ji"]
    assert s.trace().splitlines()[1:] == [
        's.split("i", 4)',
        's.split("j", 10)',
        's.reorder("io", "jo", "ii", "ji")',
    ]
    assert_replays(s, COPY, "copy")


def test_sequential_access_whose_guards_reorder_sinks():
    s = Schedule(COPY, "copy")
    s.transform_layout("B", lambda i, j: (i // 5, j // 10, i % 5, j % 10))
    s.sequential_buffer_access("compute", "B")
    assert s.trace().splitlines()[1:] == [
        's.split("i", 5)',
        's.split("j", 10)',
        's.reorder("io", "jo", "ii", "ji")',
    ]
    assert_replays(s, COPY, "copy")


def test_orders_that_change_nothing_are_left_out():
    s = Schedule(ROW_SUM, "row_sum")
    s.transform_layout("A", lambda i, j: (i, j // 16, j % 16), pad_value=0.0)
    s.reorder("i")  # names the loop
    s.sequential_buffer_access("compute", "A")
    assert s.trace().splitlines()[1:] == ['s.reorder("i")', 's.split("j", 16)']
    s.sequential_buffer_access("compute", "A")  # nothing is left to do
    assert s.trace().splitlines()[3:] == ['s.sequential_buffer_access("compute", "A")']
    assert_replays(s, ROW_SUM, "row_sum")


def test_sequential_access_that_no_primitives_make():
    s = Schedule(COPY, "copy")
    s.transform_layout("B", lambda i, j: (i, (j + 6) // 8, (j + 6) % 8))
    s.sequential_buffer_access("compute", "B")
    assert s.trace().splitlines()[1:] == ['s.sequential_buffer_access("compute", "B")']
    assert_replays(s, COPY, "copy")


def test_names_that_need_quotes():
    name = 'a "b" \\ (c)'
    text = SUM.replace('"compute"', json.dumps(name))
    s = Schedule(text)
    s.simplify(name)
    assert_replays(s, text)
