"""Kernels whose guards may go, first half: reductions, products and convolutions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .case import Argument, Case, Transform

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Halves = NDArray[np.float16]
Bytes = NDArray[np.int8]
Ints = NDArray[np.int32]


def floats(rng: np.random.Generator, *shape: int) -> Floats:
    return rng.standard_normal(shape).astype(np.float32)


def doubles(rng: np.random.Generator, *shape: int) -> Doubles:
    return rng.standard_normal(shape)


def bytes_(rng: np.random.Generator, *shape: int) -> Bytes:
    return rng.integers(-128, 128, shape).astype(np.int8)


def ints(rng: np.random.Generator, *shape: int) -> Ints:
    return rng.integers(-1000, 1000, shape).astype(np.int32)


def batched_dot(a: Doubles, b: Doubles, s: Doubles) -> None:
    s[:] = np.sum(a * b, axis=1)


def quant_matvec(a: Bytes, w: Bytes, y: Ints) -> None:
    y[:] = (a.astype(np.int32) - 3) @ (w.astype(np.int32) + 2)


def matmul_inner(a: Floats, b: Floats, c: Floats) -> None:
    c[:] = a @ b


def conv1d_output(a: Floats, f: Floats, b: Floats) -> None:
    b[:] = np.lib.stride_tricks.sliding_window_view(a, 5) @ f


def conv2d_channels(i: Floats, f: Floats, o: Floats) -> None:
    o[:] = 0
    for r in range(3):
        for s in range(3):
            o += i[r : r + 5, s : s + 5] @ f[r, s]


def maxpool_border(a: Floats, b: Floats) -> None:
    padded = np.pad(a, ((0, 0), (1, 1)), constant_values=-np.inf)
    b[:] = np.maximum(np.maximum(padded[:, 0:29:2], padded[:, 1:30:2]), padded[:, 2:31:2])


def row_moments(a: Doubles, m: Doubles, v: Doubles) -> None:
    m[:] = np.sum(a, axis=1) / 41
    v[:] = np.sum(a * a, axis=1) / 41 - m * m


def column_min(a: Halves, m: Halves) -> None:
    m[:] = np.minimum(m, np.min(a, axis=0))


def bucket_sums(a: Ints, h: Ints) -> None:
    np.add.at(h, (np.arange(62) + 2) % 6, a)


def batched_dot_inputs(rng: np.random.Generator) -> list[Argument]:
    return [doubles(rng, 5, 45), doubles(rng, 5, 45), doubles(rng, 5)]


def quant_matvec_inputs(rng: np.random.Generator) -> list[Argument]:
    return [bytes_(rng, 7, 50), bytes_(rng, 50), ints(rng, 7)]


def matmul_inner_inputs(rng: np.random.Generator) -> list[Argument]:
    return [floats(rng, 9, 37), floats(rng, 37, 11), floats(rng, 9, 11)]


def conv1d_output_inputs(rng: np.random.Generator) -> list[Argument]:
    return [floats(rng, 67), floats(rng, 5), floats(rng, 63)]


def conv2d_channels_inputs(rng: np.random.Generator) -> list[Argument]:
    return [floats(rng, 7, 7, 6), floats(rng, 3, 3, 6, 5), floats(rng, 5, 5, 5)]


def maxpool_border_inputs(rng: np.random.Generator) -> list[Argument]:
    return [floats(rng, 4, 29) - np.float32(5), floats(rng, 4, 15)]


def row_moments_inputs(rng: np.random.Generator) -> list[Argument]:
    return [doubles(rng, 5, 41), doubles(rng, 5), doubles(rng, 5)]


def column_min_inputs(rng: np.random.Generator) -> list[Argument]:
    a = rng.standard_normal((21, 6)).astype(np.float16) + np.float16(4)
    return [a, np.array([9, 0, 5, 3, np.inf, -1], np.float16)]


def bucket_sums_inputs(rng: np.random.Generator) -> list[Argument]:
    return [ints(rng, 62), ints(rng, 6)]


FREE: tuple[Case, ...] = (
    Case(
        name="batched_dot",
        transforms=(
            Transform("A", "(b, i) -> (b, i floordiv 8, i mod 8)", "0.0"),
            Transform("B", "(b, i) -> (b, i floordiv 8, i mod 8)", "0.0"),
        ),
        sequential=(("compute", "A"),),
        remove=("compute",),
        guards_left={"compute": False},
        reason=(
            "Both factors are +0.0 in the padding, so each inserted step is acc + 0.0. Section 3: "
            "`x + 0.0` is `x` unless `x` is -0.0, and an accumulator that started at +0.0 never "
            "is. Section 5: iter_args are private cells under the same rule."
        ),
        inputs=batched_dot_inputs,
        reference=batched_dot,
        compared=(2,),
    ),
    Case(
        name="quant_matvec",
        transforms=(
            Transform("A", "(m, k) -> (m, k floordiv 16, k mod 16)", "3"),
            Transform("W", "(k) -> (k floordiv 16, k mod 16)", "undef"),
        ),
        sequential=(("compute", "A"),),
        remove=("compute",),
        guards_left={"compute": False},
        reason=(
            "The matrix's padding is its zero point, so its factor is 3 - 3 = 0, and section 3 "
            "says: integer `0 * undef` is 0. Undef padding is readable, Y + 0 is Y, and Y gets "
            "what it holds (section 5, rule 2)."
        ),
        inputs=quant_matvec_inputs,
        reference=quant_matvec,
        compared=(2,),
    ),
    Case(
        name="matmul_inner",
        transforms=(
            Transform("A", "(m, k) -> (m, k floordiv 8, k mod 8)", "0.0"),
            Transform("B", "(k, n) -> (k floordiv 8, k mod 8, n)", "0.0"),
        ),
        sequential=(("compute", "A"),),
        remove=("compute",),
        guards_left={"compute": False},
        reason=(
            "An inserted product is 0.0 * 0.0 = +0.0. All of C is cleared to +0.0 by the stage "
            "before, so C is never -0.0 (section 3, inductively over the stage) and each inserted "
            "write stores what the cell holds (section 5, rule 2)."
        ),
        inputs=matmul_inner_inputs,
        reference=matmul_inner,
        compared=(2,),
    ),
    Case(
        name="conv1d_output",
        transforms=(
            Transform("A", "(i) -> (i floordiv 8, i mod 8)", "undef"),
            Transform("B", "(i) -> (i floordiv 8, i mod 8)", "undef"),
        ),
        sequential=(("compute", "B"),),
        remove=("compute",),
        guards_left={"compute": False},
        reason=(
            "The inserted instance i = 63 writes only B's padding, which the function stores "
            "`pad.undef` to afterwards: such writes are dead (section 5, rule 2; section 3's "
            "table: undef is writable in such a function). It reads A up to cell 67, which is "
            "inside A's box of 72 and readable, as undef padding is."
        ),
        inputs=conv1d_output_inputs,
        reference=conv1d_output,
        compared=(2,),
    ),
    Case(
        name="conv2d_channels",
        transforms=(
            Transform("I", "(y, x, c) -> (y, x, c floordiv 4, c mod 4)", "0.0"),
            Transform("F", "(r, s, c, k) -> (r, s, c floordiv 4, c mod 4, k)", "0.0"),
        ),
        sequential=(("compute", "F"),),
        remove=("compute",),
        guards_left={"compute": False},
        reason=(
            "Channels 6 and 7 are +0.0 in both factors, so the inserted update adds +0.0 to a "
            "cell that was cleared to +0.0 and is never -0.0 (section 3, Floats). Two of six "
            "channels are inserted, a third of the work, which is below the limit."
        ),
        inputs=conv2d_channels_inputs,
        reference=conv2d_channels,
        compared=(2,),
    ),
    Case(
        name="maxpool_border",
        transforms=(Transform("A", "(c, i) -> (c, (i + 1) floordiv 8, (i + 1) mod 8)", "-inf"),),
        sequential=(),
        remove=("compute",),
        guards_left={"compute": False},
        reason=(
            "With the layout's offset of one the window's cells are 2 i + f, 0 to 30, all in the "
            "box of 32. The cells that the check excluded, 0 and 30, are padding that holds "
            "-inf, the identity of maximumf (section 2), so the update stores what B holds."
        ),
        inputs=maxpool_border_inputs,
        reference=maxpool_border,
        compared=(1,),
    ),
    Case(
        name="row_moments",
        transforms=(Transform("A", "(i, j) -> (i, j floordiv 16, j mod 16)", "0.0"),),
        sequential=(("compute", "A"),),
        remove=("compute",),
        guards_left={"compute": False},
        reason=(
            "Both carried values start at +0.0 and get +0.0 and 0.0 * 0.0 = +0.0 in an inserted "
            "step. Neither is ever -0.0, so both stay as they are (section 3, Floats; section 5: "
            "iter_args are private cells)."
        ),
        inputs=row_moments_inputs,
        reference=row_moments,
        compared=(1, 2),
    ),
    Case(
        name="column_min",
        transforms=(Transform("A", "(i, j) -> (i floordiv 8, i mod 8, j)", "identity(minimumf)"),),
        sequential=(("compute", "A"),),
        remove=("compute",),
        guards_left={"compute": False},
        reason=(
            "The identity of minimumf is +inf (section 2): minimumf(m, +inf) is m for every m, "
            "NaN and -0.0 included, so nothing need be known of M on entry. Each inserted write "
            "stores what the cell holds (section 5, rule 2)."
        ),
        inputs=column_min_inputs,
        reference=column_min,
        compared=(1,),
    ),
    Case(
        name="bucket_sums",
        transforms=(Transform("A", "(i) -> (i floordiv 8, i mod 8)", "0"),),
        sequential=(("compute", "A"),),
        remove=("compute",),
        guards_left={"compute": False},
        reason=(
            "The inserted instances i = 62 and 63 add 0 to the buckets 4 and 5, which are in "
            "bounds: they store what the cell holds, and no inserted write changes a cell that "
            "another relies on (section 5, rule 2)."
        ),
        inputs=bucket_sums_inputs,
        reference=bucket_sums,
        compared=(1,),
    ),
)
