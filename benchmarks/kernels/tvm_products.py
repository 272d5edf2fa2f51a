"""Apache TVM's schedules for the kernels that are bound by multiply-adds."""
# TVM has no types, and is installed in an environment of its own.
# pyright: reportMissingImports=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false, reportUnknownLambdaType=false

from __future__ import annotations

from typing import Any

import numpy as np
from tvm import te

from .tvm_case import LANES, Case, round_up, scheduled, values

ROWS, WIDTH, TILE = 8, 2 * LANES, 32


def matmul(m: int, n: int, k: int) -> list[Case]:
    """Register tiles of 8 x 32."""
    a, b, out = values(m, k), values(k, n), np.zeros((m, n), np.float32)
    expected = a.astype(np.float64) @ b
    rows, columns = round_up(m, ROWS), round_up(n, WIDTH)
    a_padded, b_padded = np.zeros((rows, k), np.float32), np.zeros((k, columns), np.float32)
    a_padded[:m], b_padded[:, :n] = a, b
    panels = np.ascontiguousarray(b_padded.reshape(k, -1, WIDTH).transpose(1, 0, 2))

    def logical() -> Any:
        x, y = te.placeholder((m, k), name="A"), te.placeholder((k, n), name="B")
        r = te.reduce_axis((0, k), "r")
        c = te.compute((m, n), lambda i, j: te.sum(x[i, r] * y[r, j], axis=r), name="C")
        return scheduled(x, y, c)

    def rows_inside() -> Any:
        s = logical()
        block = s.get_sblock("C")
        i, j, r = s.get_loops(block)
        s.reorder(i, r, j)
        s.decompose_reduction(block, r)
        return s

    def tiled(s: Any, *, hint: bool = False) -> Any:
        block = s.get_sblock("C")
        i, j, r = s.get_loops(block)
        io, ii = s.split(i, [None, ROWS])
        jo, jv, lane = s.split(j, [None, WIDTH // LANES, LANES])
        s.reorder(jo, io, r, ii, jv, lane)
        if hint:
            s.annotate(jo, "pragma_loop_partition_hint", 1)
            s.annotate(io, "pragma_loop_partition_hint", 1)
        copy = s.cache_write(block, 0, "local")
        s.reverse_compute_at(copy, io)
        s.vectorize(lane)
        s.unroll(jv)
        s.unroll(ii)
        start = s.get_loops(s.decompose_reduction(block, r))
        s.vectorize(start[-1])
        s.unroll(start[-2])
        s.unroll(start[-3])
        return s, copy

    def padding_flow() -> Any:
        s = logical()
        block = s.get_sblock("C")
        s.cache_read(block, 0, "global")
        s.cache_read(block, 1, "global")
        s.cache_write(block, 0, "global")
        for buffer in (("read", 0), ("read", 1), ("write", 0)):
            s.transform_layout(
                block,
                buffer,
                lambda p, q: (p // TILE, q // TILE, p % TILE, q % TILE),
                pad_value=0.0,
            )
        io, jo, ii, ji, r = s.get_loops(block)
        ro, ri = s.split(r, [None, TILE])
        s.reorder(io, jo, ro, ri, ii, ji)
        s.vectorize(ji)
        s.vectorize(s.get_loops(s.decompose_reduction(block, ro))[-1])
        return s

    def pad_einsum() -> Any:
        s = logical()
        block = s.get_sblock("C")
        s.pad_einsum(block, [ROWS, WIDTH, 1])
        if columns != n:
            s.transform_layout(block, ("read", 1), lambda r, j: (j // WIDTH, r, j % WIDTH))
        s, copy = tiled(s)
        s.vectorize(s.split(s.get_loops(copy)[-1], [None, LANES])[1])
        return s

    def by_hand() -> Any:
        x = te.placeholder((rows, k), name="A")
        y = te.placeholder((columns // WIDTH, k, WIDTH), name="B")
        r = te.reduce_axis((0, k), "r")
        c = te.compute(
            (rows, columns),
            lambda i, j: te.sum(x[i, r] * y[j // WIDTH, r, j % WIDTH], axis=r),
            name="C",
        )
        s, copy = tiled(scheduled(x, y, c))
        s.vectorize(s.split(s.get_loops(copy)[-1], [None, LANES])[1])
        return s

    flat = [a, b, out]
    packed = [a_padded, panels, np.zeros((rows, columns), np.float32)]
    return [
        Case("default", logical, flat, expected),
        Case("rows inside", rows_inside, flat, expected),
        Case("padding flow", padding_flow, flat, expected),
        Case("predicates", lambda: tiled(logical())[0], flat, expected),
        Case("loop partition", lambda: tiled(logical(), hint=True)[0], flat, expected),
        Case("pad_einsum", pad_einsum, flat, expected),
        Case("padded by hand", by_hand, packed, expected, lambda c: c[:m, :n]),
    ]


def batched_matmul(count: int, m: int, n: int, k: int) -> list[Case]:
    """All rows of a product in registers."""
    a, b, out = values(count, m, k), values(count, k, n), np.zeros((count, m, n), np.float32)
    expected = a.astype(np.float64) @ b

    def logical() -> Any:
        x, y = te.placeholder((count, m, k), name="A"), te.placeholder((count, k, n), name="B")
        r = te.reduce_axis((0, k), "r")
        c = te.compute(
            (count, m, n), lambda p, i, j: te.sum(x[p, i, r] * y[p, r, j], axis=r), name="C"
        )
        return scheduled(x, y, c)

    def tiled(*, pad: bool = False, hint: bool = False) -> Any:
        s = logical()
        block = s.get_sblock("C")
        if pad:
            s.pad_einsum(block, [1, 1, LANES, 1])
        p, i, j, r = s.get_loops(block)
        jo, lane = s.split(j, [None, LANES])
        s.reorder(p, jo, r, i, lane)
        if hint:
            s.annotate(jo, "pragma_loop_partition_hint", 1)
        s.reverse_compute_at(s.cache_write(block, 0, "local"), jo)
        s.vectorize(lane)
        s.unroll(i)
        start = s.get_loops(s.decompose_reduction(block, r))
        s.vectorize(start[-1])
        s.unroll(start[-2])
        return s

    flat = [a, b, out]
    return [
        Case("default", logical, flat, expected),
        Case("predicates", tiled, flat, expected),
        Case("loop partition", lambda: tiled(hint=True), flat, expected),
        Case("pad_einsum", lambda: tiled(pad=True), flat, expected),
    ]


def conv1d(size: int, taps: int) -> list[Case]:
    """The zeros around it are a stage of its own, or inlined."""
    before = taps // 2
    a, f, out = values(size), values(taps), np.zeros(size, np.float32)
    around = np.pad(a, (before, taps - 1 - before))
    expected = np.convolve(around.astype(np.float64), f[::-1], "valid")
    padded = round_up(size, LANES)
    inside = np.zeros(padded + taps - 1, np.float32)
    inside[: len(around)] = around

    def convolved(x: Any, p: Any, width: int) -> Any:
        y, r = te.placeholder((taps,), name="F"), te.reduce_axis((0, taps), "r")
        b = te.compute((width,), lambda i: te.sum(p[i + r] * y[r], axis=r), name="B")
        return scheduled(x, y, b)

    def logical(*, inline: bool = False) -> Any:
        x = te.placeholder((size,), name="A")

        def cell(i: Any) -> Any:
            within = te.all(i >= before, i < size + before)
            return te.if_then_else(within, x[i - before], 0.0)

        s = convolved(x, te.compute((size + taps - 1,), cell, name="P"), size)
        if inline:
            s.compute_inline(s.get_sblock("P"))
        return s

    def vectors(s: Any, *, hint: bool = False) -> Any:
        block = s.get_sblock("B")
        i, r = s.get_loops(block)
        outer, lane = s.split(i, [None, LANES])
        s.reorder(outer, r, lane)
        if hint:
            s.annotate(outer, "pragma_loop_partition_hint", 1)
        s.reverse_compute_at(s.cache_write(block, 0, "local"), outer)
        s.unroll(r)
        s.vectorize(lane)
        s.vectorize(s.get_loops(s.decompose_reduction(block, r))[-1])
        return s

    def by_hand() -> Any:
        x = te.placeholder((padded + taps - 1,), name="A")
        return vectors(convolved(x, x, padded))

    flat = [a, f, out]
    packed = [inside, f, np.zeros(padded, np.float32)]
    return [
        Case("default", logical, flat, expected),
        Case("border inlined", lambda: logical(inline=True), flat, expected),
        Case("predicates", lambda: vectors(logical()), flat, expected),
        Case("loop partition", lambda: vectors(logical(inline=True), hint=True), flat, expected),
        Case("padded by hand", by_hand, packed, expected, lambda b: b[:size]),
    ]
