"""Apache TVM's schedules for the kernels that are bound by memory, as a user of TVM writes them."""
# TVM has no types, and is installed in an environment of its own.
# pyright: reportMissingImports=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false, reportUnknownLambdaType=false

from __future__ import annotations

from typing import Any

import numpy as np
import tvm
from tvm import s_tir, te, tirx

from .native import Array
from .tvm_case import LANES, Case, round_up, scheduled, values


def row_sum(rows: int, columns: int) -> list[Case]:
    """A sum in one vector needs `rfactor`, which the padding flow refuses."""
    padded = round_up(columns, LANES)
    array = values(rows, columns)
    expected = array.sum(1, dtype=np.float64)
    inside = np.zeros((rows, padded), np.float32)
    inside[:, :columns] = array

    def logical() -> Any:
        a, k = te.placeholder((rows, columns), name="A"), te.reduce_axis((0, columns), "k")
        return scheduled(a, te.compute((rows,), lambda i: te.sum(a[i, k], axis=k), name="B"))

    def in_lanes(*, hint: bool = False, pad: bool = False) -> Any:
        s = logical()
        block = s.get_sblock("B")
        if pad:
            s.pad_einsum(block, [1, LANES])
        _, inner = s.split(s.get_loops(block)[-1], [None, LANES])
        partial = s.rfactor(inner, 1)
        s.reverse_compute_at(block, s.get_loops(partial)[-3])
        if pad:
            s.compute_at(s.get_sblock("A_pad"), s.get_loops(partial)[0])
        if hint:
            s.annotate(s.get_loops(partial)[-2], "pragma_loop_partition_hint", 1)
        s.vectorize(s.get_loops(partial)[-1])
        start = s.decompose_reduction(partial, s.get_loops(partial)[-2])
        s.vectorize(s.get_loops(start)[-1])
        return s

    def padding_flow() -> Any:
        s = logical()
        block = s.get_sblock("B")
        s.transform_layout(block, "A", lambda i, j: [i, j // LANES, j % LANES], pad_value=0.0)
        s.split(s.get_loops(block)[1], [None, LANES])
        return s

    def by_hand() -> Any:
        a = te.placeholder((rows, padded // LANES, LANES), name="A")
        k, lane = te.reduce_axis((0, padded // LANES), "k"), te.reduce_axis((0, LANES), "l")
        p = te.compute((rows, LANES), lambda i, v: te.sum(a[i, k, v], axis=k), name="P")
        s = scheduled(a, te.compute((rows,), lambda i: te.sum(p[i, lane], axis=lane), name="B"))
        block = s.get_sblock("P")
        s.reverse_compute_at(s.get_sblock("B"), s.get_loops(block)[0])
        _, v, k = s.get_loops(block)
        s.reorder(k, v)
        s.vectorize(v)
        s.vectorize(s.get_loops(s.decompose_reduction(block, k))[-1])
        return s

    out = np.zeros(rows, np.float32)
    tiles = inside.reshape(rows, -1, LANES)
    return [
        Case("default", logical, [array, out], expected),
        Case("padding flow", padding_flow, [tiles, out], expected),
        Case("predicates", in_lanes, [array, out], expected),
        Case("loop partition", lambda: in_lanes(hint=True), [array, out], expected),
        Case("pad_einsum", lambda: in_lanes(pad=True), [array, out], expected),
        Case("padded by hand", by_hand, [tiles, out], expected),
    ]


def scale(size: int) -> list[Case]:
    """The one kernel whose guard TVM drops by itself, told that it is element-wise."""
    padded = round_up(size, LANES)
    array = values(size)
    inside = np.zeros(padded, np.float32)
    inside[:size] = array
    expected = 2.0 * array.astype(np.float64)

    def logical() -> Any:
        a, two = te.placeholder((size,), name="A"), tirx.const(2, "float32")
        return scheduled(a, te.compute((size,), lambda i: a[i] * two, name="B"))

    def split(*, hint: bool) -> Any:
        s = logical()
        outer, inner = s.split(s.get_loops(s.get_sblock("B"))[0], [None, LANES])
        if hint:
            s.annotate(outer, "pragma_loop_partition_hint", 1)
        s.vectorize(inner)
        return s

    def padding_flow(*, dropped: bool) -> Any:
        s = logical()
        for buffer in ("A", "B"):
            s.transform_layout(
                s.get_sblock("B"), buffer, lambda i: [i // LANES, i % LANES], pad_value=0.0
            )
        if dropped:
            told = {g: f.with_attr("op_pattern", 0) for g, f in s.mod.functions.items()}
            reduced = s_tir.transform.UseAssumeToReduceBranches()(tvm.IRModule(told))
            s = s_tir.Schedule(tirx.transform.RemoveAssume()(reduced))
        s.vectorize(s.get_loops(s.get_sblock("B"))[-1])
        return s

    flat = [array, np.zeros(size, np.float32)]
    tiles = [x.reshape(-1, LANES) for x in (inside, np.zeros(padded, np.float32))]
    return [
        Case("default", logical, flat, expected),
        Case("padding flow", lambda: padding_flow(dropped=False), tiles, expected, flattened),
        Case("padding flow, told", lambda: padding_flow(dropped=True), tiles, expected, flattened),
        Case("predicates", lambda: split(hint=False), flat, expected),
        Case("loop partition", lambda: split(hint=True), flat, expected),
    ]


def maxpool(size: int, channels: int) -> list[Case]:
    """Its border is a stage of its own, or inlined."""
    half, padded = (size + 1) // 2, round_up(channels, LANES)
    array = values(size, size, channels)
    border = np.full((size + 2, size + 2, padded), -np.inf, np.float32)
    border[1:-1, 1:-1, :channels] = array
    expected = np.max(
        [
            border[r : r + 2 * half : 2, q : q + 2 * half : 2, :channels]
            for r in range(3)
            for q in range(3)
        ],
        axis=0,
    )
    least = tirx.const(-float("inf"), "float32")

    def pooled(x: Any, p: Any, width: int) -> Any:
        r, q = te.reduce_axis((0, 3), "r"), te.reduce_axis((0, 3), "q")
        shape = (half, half, width)
        y = te.compute(
            shape, lambda h, w, c: te.max(p[2 * h + r, 2 * w + q, c], axis=[r, q]), name="Y"
        )
        return scheduled(x, y)

    def logical(*, inline: bool) -> Any:
        x = te.placeholder((size, size, channels), name="X")

        def cell(h: Any, w: Any, c: Any) -> Any:
            inside = tirx.all(h >= 1, h < size + 1, w >= 1, w < size + 1)
            return tirx.if_then_else(inside, x[h - 1, w - 1, c], least)

        s = pooled(x, te.compute((size + 2, size + 2, channels), cell, name="P"), channels)
        if inline:
            s.compute_inline(s.get_sblock("P"))
        return s

    def vectors(s: Any, *, hint: bool = False) -> Any:
        block = s.get_sblock("Y")
        h, w, c, r, q = s.get_loops(block)
        outer, inner = s.split(c, [None, LANES])
        s.reorder(h, w, outer, r, q, inner)
        if hint:
            s.annotate(outer, "pragma_loop_partition_hint", 1)
        s.reverse_compute_at(s.cache_write(block, 0, "local"), outer)
        s.unroll(r)
        s.unroll(q)
        s.vectorize(inner)
        s.vectorize(s.get_loops(s.decompose_reduction(block, r))[-1])
        return s

    def by_hand() -> Any:
        x = te.placeholder((size + 2, size + 2, padded), name="X")
        return vectors(pooled(x, x, padded))

    out = np.zeros((half, half, channels), np.float32)
    wide = [border, np.zeros((half, half, padded), np.float32)]
    return [
        Case("default", lambda: logical(inline=False), [array, out], expected),
        Case("border inlined", lambda: logical(inline=True), [array, out], expected),
        Case("predicates", lambda: vectors(logical(inline=True)), [array, out], expected),
        Case(
            "loop partition",
            lambda: vectors(logical(inline=False), hint=True),
            [array, out],
            expected,
        ),
        Case("padded by hand", by_hand, wide, expected, lambda y: y[..., :channels]),
    ]


def softmax(rows: int, columns: int) -> list[Case]:
    """As `te` writes it: TVM calls the C library's exp for each element."""
    array = values(rows, columns)
    powers = np.exp(array - array.max(1, keepdims=True).astype(np.float64))

    def logical() -> Any:
        x = te.placeholder((rows, columns), name="X")
        j, k = te.reduce_axis((0, columns), "j"), te.reduce_axis((0, columns), "k")
        m = te.compute((rows,), lambda i: te.max(x[i, j], axis=j), name="M")
        e = te.compute((rows, columns), lambda i, c: te.exp(x[i, c] - m[i]), name="E")
        t = te.compute((rows,), lambda i: te.sum(e[i, k], axis=k), name="T")
        return scheduled(x, te.compute((rows, columns), lambda i, c: e[i, c] / t[i], name="Y"))

    expected = powers / powers.sum(1, keepdims=True)
    return [Case("default", logical, [array, np.zeros_like(array)], expected)]


def flattened(array: Array) -> Array:
    """All elements in order; the harness drops those after the last that is expected."""
    return array.reshape(-1)
