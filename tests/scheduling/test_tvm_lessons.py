"""Python arguments of schedules that TVM handles wrong are handled right here."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from pad_mlir.dialect.layout import Forbidden, Undef
from pad_mlir.schedule import Schedule, ScheduleError

from .common import SUM, assert_replays, guards, layout


def _tiled(pad_value: Any) -> Schedule:
    s = Schedule(SUM)
    s.transform_layout("A", lambda i: (i // 4, i % 4), pad_value)
    return s


def test_function_that_gives_none():
    """TVM (C1): SIGSEGV. RFC 77 spells padding that nobody may touch so."""
    s = _tiled(eval("lambda io, ii: None"))
    assert layout(s).steps[0].pad == Forbidden()
    assert str(s) == str(_tiled(None)) == str(_tiled(eval("lambda *index: None")))
    s.sequential_buffer_access("compute", "A")
    s.remove_branching_through_overcompute("compute")
    assert guards(s) == 1
    (remark,) = s.remarks
    assert remark.id == "guard-kept.not-readable"
    assert remark.reason is not None
    assert (remark.reason.field("buffer"), remark.reason.field("cell")) == ("A", (3, 2))
    assert_replays(s, SUM)
    total = np.zeros(1, np.int32)
    s.compile()(np.arange(14, dtype=np.int32), total)
    assert total[0] == 91


@pytest.mark.parametrize(
    ("pad_value", "message"),
    [
        ("lambda: None", "pad_value takes 0 indices"),
        ("lambda io, ii: print", "pad_value gives <built-in function print>, a builtin_function"),
    ],
)
def test_function_that_gives_no_pad_value(pad_value: str, message: str):
    with pytest.raises(ScheduleError, match=re.escape(message)):
        _tiled(eval(pad_value))


@pytest.mark.parametrize("type", ["f64", "f32", "f16", "bf16", "i64", "i8", "i1"])
def test_undef_of_any_type(type: str):
    """TVM (section 1): `undef()` is an int32."""
    text = f"func.func @f(%A: memref<14x{type}>) {{\n  func.return\n}}\n"
    s = Schedule(text)
    s.transform_layout("A", lambda i: (i // 4, i % 4), "undef")
    assert layout(s).steps[0].pad == Undef()
    assert_replays(s, text)


def test_function_of_physical_indices():
    """TVM (section 1): a wrap-around by the transformed indices of RFC 77 is an error."""
    s = Schedule(SUM)
    pad_value = eval("lambda io, ii: A[0, 4 * io + ii - 14]")
    s.transform_layout("A", lambda i: (i // 4, i % 4), pad_value)
    s.apply_layouts()
    assert "affine.load %A[0, %io * 4 + %ii - 14]" in str(s)
