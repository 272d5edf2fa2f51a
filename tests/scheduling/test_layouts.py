"""The ways to give an index map and a pad value."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from pad_mlir.dialect.layout import Constant, Forbidden, Identity, PadKind, Undef
from pad_mlir.schedule import AXIS_SEPARATOR, Schedule

from .common import COPY, SUM, assert_replays, layout, tiles


@pytest.mark.parametrize(
    ("index_map", "expected"),
    [
        ("lambda i, j: (i, j // 16, j % 16)", "(i, j) -> (i, j floordiv 16, j mod 16)"),
        ("lambda i, j: [j, i]", "(i, j) -> (j, i)"),
        ("lambda *i: (i[1], i[0])", "(i0, i1) -> (i1, i0)"),
        ("lambda i, *rest: (*rest, i)", "(i, rest0) -> (rest0, i)"),
        ("lambda *n, c: (c // 8, *n, c % 8)", "(n0, c) -> (c floordiv 8, n0, c mod 8)"),
        ("lambda i, j, k=16: (i, j // k, j % k)", "(i, j) -> (i, j floordiv 16, j mod 16)"),
        ("lambda i, j, *more: (i, j, *more)", "(i, j) -> (i, j)"),
        ("lambda i, j: 50 * i + j", "(i, j) -> (i * 50 + j)"),
        ("lambda i, j: (i, np.int64(0), j)", "(i, j) -> (i, 0, j)"),
        ("lambda d1, d0: (d0, d1 + 3)", "(d1, d0) -> (d0, d1 + 3)"),
        ("lambda i, j: (11 - i, j)", "(i, j) -> (-i + 11, j)"),
        ("'(i, j) -> (i, j ceildiv 1)'", "(i, j) -> (i, j ceildiv 1)"),
    ],
)
def test_index_map(index_map: str, expected: str):
    s = Schedule(COPY, "copy")
    s.transform_layout("B", eval(index_map, {"np": np}))
    assert f'map="{expected}"' in s.pipeline()
    assert_replays(s, COPY, "copy")


def test_index_map_of_a_scalar():
    text = "func.func @f(%A: memref<f32>) {\n  func.return\n}\n"
    s = Schedule(text)
    s.transform_layout("A", lambda: (0,), align=[4])
    assert 'map="() -> (0)"' in s.pipeline()
    assert_replays(s, text)


def test_axis_separators_in_the_map():
    s = Schedule(COPY, "copy")
    s.transform_layout("A", lambda i, j: [i, AXIS_SEPARATOR, j // 10, j % 10])
    s.transform_layout("B", lambda i, j: (i, j), separators=[1])
    assert (layout(s, 0).separators, layout(s, 1).separators) == ((1,), (1,))
    assert_replays(s, COPY, "copy")


def test_align_and_extents():
    s = Schedule(COPY, "copy")
    s.transform_layout("A", lambda i, j: (i, j), align=[1, 16])
    s.transform_layout("B", lambda i, j: (i, j), extents=(16, 64))
    s.apply_layouts()
    assert "%A: memref<12x64xf32>" in str(s)
    assert "%B: memref<16x64xf32>" in str(s)
    assert_replays(s, COPY, "copy")


@pytest.mark.parametrize(
    ("pad_value", "expected"),
    [
        (None, Forbidden()),
        ("forbidden", Forbidden()),
        ("undef", Undef()),
        ("identity(addf)", Identity("addf")),
        (0, Constant(0.0)),
        (0.0, Constant(0.0)),
        (-0.0, Constant(-0.0)),
        (1.5e-30, Constant(float(np.float32(1.5e-30)))),
        (math.inf, Constant(math.inf)),
        (-math.inf, Constant(-math.inf)),
        (math.nan, Constant(math.nan)),
        (np.float32(2.5), Constant(2.5)),
    ],
)
def test_pad_value_of_a_float_buffer(pad_value: Any, expected: PadKind):
    s = Schedule(COPY, "copy")
    s.transform_layout("A", tiles, pad_value)
    assert layout(s).steps[0].pad == expected
    assert_replays(s, COPY, "copy")
    function = Schedule(COPY, "copy")
    function.transform_layout("A", tiles, lambda i, jo, ji: pad_value)
    variadic = Schedule(COPY, "copy")
    variadic.transform_layout("A", tiles, eval("lambda *i: value", {"value": pad_value}))
    assert str(function) == str(variadic) == str(s)


@pytest.mark.parametrize("pad_value", [-1, np.int32(-1), 2**32 - 1])
def test_pad_value_of_an_integer_buffer(pad_value: Any):
    s = Schedule(SUM)
    s.transform_layout("A", lambda i: (i // 4, i % 4), pad_value)
    assert layout(s).steps[0].pad == Constant(-1)
