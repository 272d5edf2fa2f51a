"""Apache TVM's schedules for the convolution of an image."""
# TVM has no types, and is installed in an environment of its own.
# pyright: reportMissingImports=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false, reportUnknownLambdaType=false

from __future__ import annotations

from typing import Any

import numpy as np
from tvm import te

from .native import Array
from .tvm_case import LANES, Case, round_up, scheduled, values


def conv2d(size: int, inputs: int, outputs: int) -> list[Case]:
    """3 x 3, zeros around; tiles of 7 columns, or 14 with padding, by 16 channels."""
    x, k = values(1, size, size, inputs), values(3, 3, inputs, outputs)
    around = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    expected = sum(
        around[:, r : r + size, q : q + size].astype(np.float64) @ k[r, q]
        for r in range(3)
        for q in range(3)
    )
    ins, outs = round_up(inputs, LANES), round_up(outputs, LANES)

    def logical() -> Any:
        image = te.placeholder((1, size, size, inputs), name="X")
        weights = te.placeholder((3, 3, inputs, outputs), name="K")

        def cell(n: Any, h: Any, w: Any, c: Any) -> Any:
            within = te.all(h >= 1, h < size + 1, w >= 1, w < size + 1)
            return te.if_then_else(within, image[n, h - 1, w - 1, c], 0.0)

        p = te.compute((1, size + 2, size + 2, inputs), cell, name="P")
        axes = [te.reduce_axis((0, extent), name) for extent, name in ((3, "r"), (3, "q"))]
        r, q = axes
        c = te.reduce_axis((0, inputs), "c")
        y = te.compute(
            (1, size, size, outputs),
            lambda n, h, w, o: te.sum(p[n, h + r, w + q, c] * weights[r, q, c, o], axis=[r, q, c]),
            name="Y",
        )
        return scheduled(image, weights, y)

    def tiled(*, hint: bool) -> Any:
        s = logical()
        block = s.get_sblock("Y")
        n, h, w, o, r, q, c = s.get_loops(block)
        wo, wi = s.split(w, [None, 7])
        oo, lane = s.split(o, [None, LANES])
        s.reorder(n, oo, h, wo, r, q, c, wi, lane)
        if hint:
            s.annotate(oo, "pragma_loop_partition_hint", 1)
        s.reverse_compute_at(s.cache_write(block, 0, "local"), wo)
        s.unroll(wi)
        s.vectorize(lane)
        start = s.get_loops(s.decompose_reduction(block, r))
        s.vectorize(start[-1])
        s.unroll(start[-2])
        return s

    def padding_flow() -> Any:
        s = logical()
        block = s.get_sblock("Y")
        s.cache_read(block, 1, "global")
        s.cache_write(block, 0, "global")

        def tiles(n: Any, h: Any, w: Any, c: Any) -> list[Any]:
            return [n, c // LANES, h, w, c % LANES]

        s.transform_layout(block, ("read", 0), tiles, pad_value=0.0)
        s.transform_layout(
            block,
            ("read", 1),
            lambda r, q, c, o: [o // LANES, c // LANES, r, q, c % LANES, o % LANES],
            pad_value=0.0,
        )
        s.transform_layout(block, ("write", 0), tiles, pad_value=0.0)
        n, oo, h, w, lane, r, q, c = s.get_loops(block)
        co, ci = s.split(c, [None, LANES])
        wo, wi = s.split(w, [None, 7])
        s.reorder(n, oo, h, wo, co, r, q, ci, wi, lane)
        s.vectorize(lane)
        s.vectorize(s.get_loops(s.decompose_reduction(block, co))[-1])
        return s

    def by_hand() -> Any:
        image = te.placeholder((1, ins // LANES, size + 2, size + 2, LANES), name="X")
        weights = te.placeholder((outs // LANES, ins // LANES, 3, 3, LANES, LANES), name="K")
        r, q = te.reduce_axis((0, 3), "r"), te.reduce_axis((0, 3), "q")
        co, ci = te.reduce_axis((0, ins // LANES), "co"), te.reduce_axis((0, LANES), "ci")
        y = te.compute(
            (1, outs // LANES, size, size, LANES),
            lambda n, o, h, w, v: te.sum(
                image[n, co, h + r, w + q, ci] * weights[o, co, r, q, ci, v],
                axis=[co, r, q, ci],
            ),
            name="Y",
        )
        s = scheduled(image, weights, y)
        block = s.get_sblock("Y")
        n, o, h, w, lane, co, r, q, ci = s.get_loops(block)
        wo, wi = s.split(w, [None, 14])
        s.reorder(n, o, h, wo, co, r, q, ci, wi, lane)
        copy = s.cache_write(block, 0, "local")
        s.reverse_compute_at(copy, wo)
        s.vectorize(s.get_loops(copy)[-1])
        s.unroll(wi)
        s.vectorize(lane)
        start = s.get_loops(s.decompose_reduction(block, co))
        s.vectorize(start[-1])
        s.unroll(start[-2])
        return s

    image = np.zeros((1, size + 2, size + 2, ins), np.float32)
    image[..., :inputs] = around
    weights = np.zeros((3, 3, ins, outs), np.float32)
    weights[:, :, :inputs, :outputs] = k
    blocks = weights.reshape(3, 3, ins // LANES, LANES, outs // LANES, LANES)
    packed = [
        image.reshape(1, size + 2, size + 2, -1, LANES).transpose(0, 3, 1, 2, 4),
        blocks.transpose(4, 2, 0, 1, 3, 5),
        np.zeros((1, outs // LANES, size, size, LANES), np.float32),
    ]

    def unpacked(y: Array) -> Array:
        return y.transpose(0, 2, 3, 1, 4).reshape(1, size, size, outs)[..., :outputs]

    flat = [x, k, np.zeros((1, size, size, outputs), np.float32)]
    return [
        Case("default", logical, flat, np.asarray(expected)),
        Case("padding flow", padding_flow, flat, np.asarray(expected)),
        Case("predicates", lambda: tiled(hint=False), flat, np.asarray(expected)),
        Case("loop partition", lambda: tiled(hint=True), flat, np.asarray(expected)),
        Case("padded by hand", by_hand, packed, np.asarray(expected), unpacked),
    ]
