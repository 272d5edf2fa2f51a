"""Kernels of which a guard must stay, each for another reason."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .case import Argument, Case, Transform

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Bytes = NDArray[np.int8]
Shorts = NDArray[np.int16]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]


def floats(rng: np.random.Generator, *shape: int) -> Floats:
    return rng.standard_normal(shape).astype(np.float32)


def shorts(rng: np.random.Generator, *shape: int) -> Shorts:
    return rng.integers(-1000, 1000, shape).astype(np.int16)


def ints(rng: np.random.Generator, *shape: int) -> Ints:
    return rng.integers(-1000, 1000, shape).astype(np.int32)


def longs(rng: np.random.Generator, *shape: int) -> Longs:
    return rng.integers(-(2**40), 2**40, shape)


def count_even(a: Ints, n: Ints) -> None:
    n[:] = np.sum(a % 2 == 0, axis=0)


def threshold_mask(a: Longs, m: Bytes) -> None:
    m[:] = a > 10


def weighted_columns(x: Floats, w: Floats, y: Floats) -> None:
    y[:] = x @ w


def remainders(a: Longs, d: Longs, r: Longs) -> None:
    r[:] = np.sign(a) * (np.abs(a) % np.abs(d))  # remsi takes the dividend's sign


def negative_start(a: Floats, s: Floats) -> None:
    s[:] = np.float32(-0.0)
    for row in a:
        s += row


def increment_tail(x: Shorts) -> None:
    x[:, 16:] += 1


def outer_block(a: Floats, b: Floats, c: Floats) -> None:
    c[:6] = np.outer(a, b)


def alias_total(a: Ints, s: Ints) -> None:
    s[0] += np.sum(a.reshape(48)[:44], dtype=np.int32)


def sum_above(a: Doubles, t: Doubles, s: Doubles) -> None:
    s[:] = np.sum(np.where(a > t[:, None], a, 0.0), axis=1)


def bumped_copy(a: Ints, s: Ints) -> None:
    valid = np.arange(40).reshape(5, 8) < 37
    s[:] = np.sum(np.where(valid, a + 1, 0), axis=1)


def narrow_max(a: Shorts, m: Shorts) -> None:
    m[:] = np.max(a, axis=1)


def conv1d_bounds(a: Shorts, f: Shorts, b: Ints) -> None:
    windows = np.lib.stride_tricks.sliding_window_view(a.astype(np.int32), 3)
    b[:] = windows @ f.astype(np.int32)


def triangle_sums(a: Longs, s: Longs) -> None:
    s[:] = np.sum(np.tril(a), axis=1)


def count_even_inputs(rng: np.random.Generator) -> list[Argument]:
    return [ints(rng, 22, 5), ints(rng, 5)]


def threshold_mask_inputs(rng: np.random.Generator) -> list[Argument]:
    return [rng.integers(0, 21, (3, 30)), rng.integers(-128, 128, (3, 30)).astype(np.int8)]


def weighted_columns_inputs(rng: np.random.Generator) -> list[Argument]:
    return [floats(rng, 8, 26), floats(rng, 26), floats(rng, 8)]


def remainders_inputs(rng: np.random.Generator) -> list[Argument]:
    d = rng.integers(1, 1000, 53) * rng.choice(np.array([-1, 1]), 53)
    return [longs(rng, 53), d, longs(rng, 53)]


def negative_start_inputs(rng: np.random.Generator) -> list[Argument]:
    a = floats(rng, 19, 4)
    a[:, 2] = -0.0
    return [a, floats(rng, 4)]


def increment_tail_inputs(rng: np.random.Generator) -> list[Argument]:
    return [shorts(rng, 5, 45)]


def outer_block_inputs(rng: np.random.Generator) -> list[Argument]:
    return [floats(rng, 6), floats(rng, 19), floats(rng, 10, 19)]


def alias_total_inputs(rng: np.random.Generator) -> list[Argument]:
    a = ints(rng, 6, 8)
    a[5, 4:] = 0
    return [a, ints(rng, 1)]


def sum_above_inputs(rng: np.random.Generator) -> list[Argument]:
    return [rng.standard_normal((7, 43)), rng.standard_normal(7) - 1, rng.standard_normal(7)]


def bumped_copy_inputs(rng: np.random.Generator) -> list[Argument]:
    a = ints(rng, 5, 8)
    a[4, 5:] = 0
    return [a, ints(rng, 5)]


def narrow_max_inputs(rng: np.random.Generator) -> list[Argument]:
    return [shorts(rng, 9, 5) - np.int16(2000), shorts(rng, 9)]


def conv1d_bounds_inputs(rng: np.random.Generator) -> list[Argument]:
    return [shorts(rng, 64), shorts(rng, 3), ints(rng, 62)]


def triangle_sums_inputs(rng: np.random.Generator) -> list[Argument]:
    return [longs(rng, 18, 18), longs(rng, 18)]


KEPT: tuple[Case, ...] = (
    Case(
        name="count_even",
        transforms=(Transform("A", "(i, j) -> (i floordiv 4, i mod 4, j)", "0"),),
        sequential=(("compute", "A"),),
        remove=("compute",),
        guards_left={"compute": True},
        reason=(
            "The wrong pad value: 0 is even, so an inserted instance would count it. The write "
            "to N stores another value than it holds, and N is observable (section 5, rule 2)."
        ),
        inputs=count_even_inputs,
        reference=count_even,
        compared=(1,),
    ),
    Case(
        name="threshold_mask",
        transforms=(
            Transform("A", "(i, j) -> (i, j floordiv 8, j mod 8)"),
            Transform("M", "(i, j) -> (i, j floordiv 8, j mod 8)", "0"),
        ),
        sequential=(("compute", "M"),),
        remove=("compute",),
        guards_left={"compute": True},
        reason=(
            "M's padding is rewritten, but A's is forbidden: never read or written by inserted "
            "accesses, it may not exist (section 3's table; section 5, rule 1: readable)."
        ),
        inputs=threshold_mask_inputs,
        reference=threshold_mask,
        compared=(1,),
    ),
    Case(
        name="weighted_columns",
        transforms=(
            Transform("X", "(i, j) -> (i, j floordiv 8, j mod 8)", "undef"),
            Transform("W", "(j) -> (j floordiv 8, j mod 8)", "0.0"),
        ),
        sequential=(("compute", "X"),),
        remove=("compute",),
        guards_left={"compute": True},
        reason=(
            "Section 3, Floats: `0.0 * x` is a zero only for finite x, and an undef float may be "
            "NaN, so the inserted product may be NaN and reach Y, which is observable. fp is "
            "strict and no flag or assume says otherwise."
        ),
        inputs=weighted_columns_inputs,
        reference=weighted_columns,
        compared=(2,),
    ),
    Case(
        name="remainders",
        transforms=(
            Transform("A", "(i) -> (i floordiv 8, i mod 8)", "undef"),
            Transform("D", "(i) -> (i floordiv 8, i mod 8)", "undef"),
            Transform("R", "(i) -> (i floordiv 8, i mod 8)", "undef"),
        ),
        sequential=(("compute", "R"),),
        remove=("compute",),
        guards_left={"compute": True},
        reason=(
            "R's padding may hold anything, but section 5, rule 1 forbids a division by a "
            "possible zero, and D's padding is undef, hence possibly 0."
        ),
        inputs=remainders_inputs,
        reference=remainders,
        compared=(2,),
    ),
    Case(
        name="negative_start",
        transforms=(Transform("A", "(i, j) -> (j, i floordiv 8, i mod 8)", "0.0"),),
        sequential=(("compute", "A"),),
        remove=("compute",),
        guards_left={"compute": True},
        reason=(
            "Section 3, Floats: `x + 0.0` is `x` unless `x` is -0.0. This sum starts at -0.0 and "
            "keeps it over a column of -0.0; an inserted step would make it +0.0."
        ),
        inputs=negative_start_inputs,
        reference=negative_start,
        compared=(1,),
    ),
    Case(
        name="increment_tail",
        transforms=(Transform("X", "(r, i) -> (r, i floordiv 8, i mod 8)", "0"),),
        sequential=(("compute", "X"),),
        remove=("compute",),
        guards_left={"compute": True},
        reason=(
            "Section 3: in place, `x + 1` may overcompute only if a stage that rewrites the "
            "padding follows. The stage leaves the logical cells before 16 alone, so it is not an "
            "write stage and no such stage follows; the padding must still hold 0 at the end."
        ),
        inputs=increment_tail_inputs,
        reference=increment_tail,
        compared=(0,),
    ),
    Case(
        name="outer_block",
        transforms=(
            Transform("b", "(j) -> (j floordiv 8, j mod 8)", "1.0"),
            Transform("C", "(i, j) -> (i, j floordiv 8, j mod 8)", "0.0"),
        ),
        sequential=(("compute", "C"),),
        remove=("compute",),
        guards_left={"compute": True},
        reason=(
            "Inserted instances would store a[i] * 1.0 to padding of C that must hold 0.0 at the "
            "end. Rows 6 to 9 are not written, so there is no write stage and nothing rewrites "
            "the padding: an argument without one passes through untouched (section 3's table)."
        ),
        inputs=outer_block_inputs,
        reference=outer_block,
        compared=(2,),
    ),
    Case(
        name="alias_total",
        transforms=(),
        sequential=(),
        remove=("compute",),
        guards_left={"compute": True},
        reason=(
            "The function has `pad.may_alias`, so S[0] may be a cell of A's padding, and the fact "
            "that it holds 0 ends at the next may-write of the cell, the first addition "
            "(section 3, Assume; Aliasing). If it is, the inserted instance doubles the sum."
        ),
        inputs=alias_total_inputs,
        reference=alias_total,
        compared=(1,),
    ),
    Case(
        name="sum_above",
        transforms=(Transform("A", "(i, j) -> (i, j floordiv 8, j mod 8)", "0.0"),),
        sequential=(("compute", "A"),),
        remove=("compute",),
        guards_left={"compute": True},
        reason=(
            "One of the guards depends on the data: where it is false, dropping it would add an "
            "arbitrary value to S, which is observable (section 5, rule 2). The guard on validity "
            "may go or stay."
        ),
        inputs=sum_above_inputs,
        reference=sum_above,
        compared=(2,),
    ),
    Case(
        name="bumped_copy",
        transforms=(),
        sequential=(),
        remove=("compute",),
        guards_left={"compute": True},
        reason=(
            "The cells behind the numbers held 0 when the facts were stated and copied, but a "
            "fact ends at the next may-write of the cell (section 3, Assume): the stage between "
            "makes them 1, and an inserted instance would add that to S."
        ),
        inputs=bumped_copy_inputs,
        reference=bumped_copy,
        compared=(1,),
    ),
    Case(
        name="narrow_max",
        transforms=(Transform("A", "(i, j) -> (i, j floordiv 16, j mod 16)", "identity(maxsi)"),),
        sequential=(("compute", "A"),),
        remove=("compute",),
        # Expected at first to stay for its waste, 11 instances for each 5; but by section 4, "per
        # axis the hull of what is touched gives the bounds" of sequential access, and as jo is only
        # 0, ji runs to 5: no guard arises.
        guards_left={"compute": False},
        reason=(
            "The hull of what the stage touches is jo = 0, ji = 0 to 4, so nothing is inserted."
        ),
        inputs=narrow_max_inputs,
        reference=narrow_max,
        compared=(1,),
    ),
    Case(
        name="conv1d_bounds",
        transforms=(Transform("B", "(i) -> (i floordiv 8, i mod 8)", "undef"),),
        sequential=(("compute", "B"),),
        remove=("compute",),
        guards_left={"compute": True},
        reason=(
            "The writes to B's padding would be dead, but the inserted instances i = 62 and 63 "
            "read A[64] and A[65], outside its 64 cells (section 5, rule 1: every access is in "
            "bounds), and `index=none` is the default."
        ),
        inputs=conv1d_bounds_inputs,
        reference=conv1d_bounds,
        compared=(2,),
    ),
    Case(
        name="triangle_sums",
        transforms=(Transform("A", "(i, j) -> (i, j floordiv 4, j mod 4)", "0"),),
        sequential=(("compute", "A"),),
        remove=("compute",),
        guards_left={"compute": True},
        reason=(
            "The hull of what is touched has logical cells above the diagonal, which hold data, "
            "not padding: section 4, such cells stay guarded. Adding them would change S "
            "(section 5, rule 2). The waste is not what stands in the way here."
        ),
        inputs=triangle_sums_inputs,
        reference=triangle_sums,
        compared=(1,),
        max_waste=float("inf"),
    ),
)
