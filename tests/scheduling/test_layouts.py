"""The ways to give an index map and a pad value."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from pad_mlir.dialect.layout import Constant, Forbidden, Identity, PadKind, SelfLoad, Undef
from pad_mlir.index.expr import Expr
from pad_mlir.runtime import compile
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
        ("lambda i0, *i: (*i, i0)", "(i0, i1) -> (i1, i0)"),
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


@pytest.mark.parametrize("rank", [1, 2, 3, 5, 7, 9])
def test_last_axis_of_any_rank(rank: int):
    text = f"func.func @f(%A: memref<{'5x' * rank}f32>) {{\n  func.return\n}}\n"
    s = Schedule(text)

    def index_map(*i: Expr):
        return (*i[:-1], i[-1] // 2, AXIS_SEPARATOR, i[-1] % 2)

    s.transform_layout("A", index_map)
    assert layout(s).separators == (rank,)
    s.apply_layouts()
    assert f"%A: memref<{'5x' * (rank - 1)}3x2xf32>" in str(s)
    assert_replays(s, text)


ATTACHED = SUM.replace(
    ") {", ") attributes {pad.layouts = {A = [affine_map<(i) -> (i floordiv 4, i mod 4)>]}} {", 1
)


def test_layouts_that_wait_on_the_function():
    s = Schedule(ATTACHED)
    s.apply_layouts()
    once = str(s)
    assert "%A: memref<4x4xi32>" in once
    assert "pad.layouts" not in once
    s.apply_layouts()
    assert str(s) == once
    assert len(s.pipeline().split(",")) == 1
    assert_replays(s, ATTACHED)


@pytest.mark.parametrize(
    "maps",
    [
        ["(i, j) -> (j, i)"],
        ["(i, j) -> (i, j floordiv 16, j mod 16)", "(a, b, c) -> (b, a, c)"],
        ["(i, j) -> (i * 50 + j)", "(i) -> (i floordiv 7, i mod 7)"],
        ["(i, j) -> (i + 1, j)", "(i, j) -> (j, i floordiv 2, i mod 2)", "(i, j, k) -> (k, j, i)"],
    ],
)
@pytest.mark.parametrize("buffer", ["A", "B"])
def test_those_that_wait_are_steps(maps: list[str], buffer: str):
    listed = ", ".join(f"affine_map<{map}>" for map in maps)
    head = f") attributes {{pad.layouts = {{{buffer} = [{listed}]}}}} {{"
    waiting = Schedule(COPY.replace(") {", head, 1), "copy")
    waiting.apply_layouts()
    given = Schedule(COPY, "copy")
    for map in maps:
        given.transform_layout(buffer, map)
    given.apply_layouts()
    assert str(waiting) == str(given)


def test_a_step_after_those_that_wait_on_the_function():
    s = Schedule(ATTACHED)

    def index_map(*i: Expr):
        return i[::-1]

    s.transform_layout("A", index_map, pad_value="undef")
    assert [step.pad for step in layout(s).steps] == [Forbidden(), Undef()]
    assert [len(step.map.inputs) for step in layout(s).steps] == [1, 2]
    assert_replays(s, ATTACHED)


def test_kernel_of_layouts_that_wait_on_the_function():
    kernel = compile(ATTACHED)
    assert kernel.physical_shape("A") == (4, 4)
    out = np.zeros(1, np.int32)
    kernel(np.arange(14, dtype=np.int32), out)
    assert out[0] == 91


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


@pytest.mark.parametrize("pad_value", [-1, np.int32(-1)])
def test_pad_value_of_an_integer_buffer(pad_value: Any):
    s = Schedule(SUM)
    s.transform_layout("A", lambda i: (i // 4, i % 4), pad_value)
    assert layout(s).steps[0].pad == Constant(-1)


def test_a_pad_value_that_wraps_around():
    s = Schedule(COPY, "copy")
    s.transform_layout("A", tiles, eval("lambda i, jo, ji: A[i, 0, 16 * jo + ji - 50]"))
    assert 'pad="(i, jo, ji) -> (i, 0, jo * 16 + ji - 50)"' in s.pipeline()
    assert_replays(s, COPY, "copy")


def test_the_own_name_is_the_buffer_whatever_it_was():
    A = np.zeros(3)
    s = Schedule(COPY, "copy")
    function = eval("lambda i, jo, ji: A[i, 0, 0]", {"A": A})
    s.transform_layout("A", tiles, function)
    assert isinstance(layout(s).steps[0].pad, SelfLoad)


@pytest.mark.parametrize(
    ("pad_value", "cells"),
    [
        ("lambda i: where(i >= 13, 1.0, 2.0)", [2, 2, 2, 1, 1]),
        ("lambda i: where(i == 13, 1.0, where(i < 12, 3.0, 2.0))", [3, 3, 2, 1, 2]),
        ("lambda i: where((i < 11) | (i > 13), 1.0, 2.0)", [1, 2, 2, 2, 1]),
        ("lambda i: where((i != 11) & (i <= 13), 1.0, 2.0)", [1, 2, 1, 1, 2]),
        ("lambda i: where(~((i != 11) & (i <= 13)), 1.0, 2.0)", [2, 1, 2, 2, 1]),
        ("lambda i: where(True, where(2 * i % 4 == 0, i, -i), 2.0)", [10, -11, 12, -13, 14]),
        ("lambda i: where(i >= 13, A[i - 13], A[9])", [9, 9, 9, 0, 1]),
        ("lambda i: 30 - 2 * i // 3", [24, 23, 22, 22, 21]),
        ("lambda i: A[18 - i]", [8, 7, 6, 5, 4]),
    ],
)
def test_pad_values_cell_by_cell(pad_value: str, cells: list[int]):
    s = Schedule(DOUBLE)
    s.transform_layout("A", lambda i: i, eval(pad_value), extents=[15])
    s.transform_layout("B", lambda i: i, eval(pad_value.replace("A[", "B[")), extents=[15])
    s.apply_layouts()
    assert_replays(s, DOUBLE)
    kernel = compile(s.module, packed=["B"])
    B = np.full(15, np.nan, np.float32)
    kernel(np.arange(10, dtype=np.float32), B)
    assert B.tolist() == [*range(10), *cells]


DOUBLE = """\
func.func @copy(%A: memref<10xf32>, %B: memref<10xf32>) {
  affine.for %i = 0 to 10 {
    %a = affine.load %A[%i] : memref<10xf32>
    affine.store %a, %B[%i] : memref<10xf32>
  } {pad.stage = "compute"}
  func.return
}
"""
