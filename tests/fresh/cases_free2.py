"""Kernels whose guards may go, second half: copies, temporaries, in-place and `or` guards."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .case import Argument, Case, Transform

Floats = NDArray[np.float32]
Bytes = NDArray[np.int8]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]


def floats(rng: np.random.Generator, *shape: int) -> Floats:
    return rng.standard_normal(shape).astype(np.float32)


def ints(rng: np.random.Generator, *shape: int) -> Ints:
    return rng.integers(-1000, 1000, shape).astype(np.int32)


def longs(rng: np.random.Generator, *shape: int) -> Longs:
    return rng.integers(-(2**40), 2**40, shape)


def offset_valid() -> NDArray[np.bool_]:
    """Where the 3 x 8 boxes of `offset_product` hold data: cells 5 to 18 in row-major order."""
    flat = np.arange(24).reshape(3, 8)
    return (flat >= 5) & (flat < 19)


def ring_valid() -> NDArray[np.bool_]:
    """Where the 4 x 12 boxes of `ring_xor` hold data: their border."""
    valid = np.ones((4, 12), np.bool_)
    valid[1:-1, 1:-1] = False
    return valid


def transpose_blocks(a: Bytes, b: Bytes) -> None:
    b[:] = a.T


def softmax_rows(a: Floats, b: Floats) -> None:
    e = np.exp(a - np.max(a, axis=1, keepdims=True))
    b[:] = e / np.sum(e, axis=1, keepdims=True)


def prefix_rows(a: Longs, p: Longs) -> None:
    p[:, 0] = 0
    p[:, 1:] = np.cumsum(a, axis=1)


def scale_tail(x: Floats) -> None:
    x[16:] *= 2


def divide_columns(a: Ints, d: Ints, q: Ints) -> None:
    magnitude = np.abs(a) // np.abs(d)  # divsi rounds towards zero
    q[:] = np.sign(a) * np.sign(d) * magnitude


def offset_product(a: Ints, r: Ints) -> None:
    r[:] = np.prod(a[:, offset_valid()], axis=1, dtype=np.int32)


def ring_xor(a: Longs, s: Longs) -> None:
    s[:] = np.bitwise_xor.reduce(a[:, ring_valid()], axis=1)


def blur_two_pass(a: Floats, b: Floats) -> None:
    quarter = np.float32(0.25)
    t = (a[:, :-2] + a[:, 1:-1] + a[:, 2:]) * quarter
    b[:] = (t[:-2] + t[1:-1] + t[2:]) * quarter


def transpose_blocks_inputs(rng: np.random.Generator) -> list[Argument]:
    a = rng.integers(-128, 128, (13, 21)).astype(np.int8)
    return [a, rng.integers(-128, 128, (21, 13)).astype(np.int8)]


def softmax_rows_inputs(rng: np.random.Generator) -> list[Argument]:
    return [floats(rng, 6, 29) * np.float32(3) - np.float32(20), floats(rng, 6, 29)]


def prefix_rows_inputs(rng: np.random.Generator) -> list[Argument]:
    return [longs(rng, 4, 61), longs(rng, 4, 62)]


def scale_tail_inputs(rng: np.random.Generator) -> list[Argument]:
    return [floats(rng, 45)]


def divide_columns_inputs(rng: np.random.Generator) -> list[Argument]:
    d = rng.integers(1, 40, 27).astype(np.int32) * rng.choice(np.array([-1, 1], np.int32), 27)
    return [ints(rng, 6, 27), d, ints(rng, 6, 27)]


def offset_product_inputs(rng: np.random.Generator) -> list[Argument]:
    a = np.ones((4, 3, 8), np.int32)
    a[:, offset_valid()] = rng.choice(np.array([-3, -2, -1, 1, 2, 3], np.int32), (4, 14))
    return [a, ints(rng, 4)]


def ring_xor_inputs(rng: np.random.Generator) -> list[Argument]:
    a = np.zeros((3, 4, 12), np.int64)
    a[:, ring_valid()] = longs(rng, 3, 28)
    return [a, longs(rng, 3)]


def blur_two_pass_inputs(rng: np.random.Generator) -> list[Argument]:
    return [floats(rng, 14, 23), floats(rng, 12, 21)]


FREE2: tuple[Case, ...] = (
    Case(
        name="transpose_blocks",
        transforms=(
            Transform("A", "(i, j) -> (i floordiv 4, j floordiv 4, i mod 4, j mod 4)", "undef"),
            Transform("B", "(j, i) -> (j floordiv 4, i floordiv 8, j mod 4, i mod 8)", "7"),
        ),
        sequential=(("compute", "B"),),
        remove=("compute",),
        guards_left={"compute": False},
        reason=(
            "A value's padding is written after each write stage (section 3), so B_padding "
            "rewrites with 7 every cell that an inserted instance wrote: the inserted writes are "
            "dead (section 5, rule 2). They read A inside its box of 16 x 24, where undef padding "
            "is readable."
        ),
        inputs=transpose_blocks_inputs,
        reference=transpose_blocks,
        compared=(1,),
    ),
    Case(
        name="softmax_rows",
        transforms=(
            Transform("A", "(i, j) -> (i, j floordiv 8, j mod 8)", "-inf"),
            Transform("E", "(i, j) -> (i, j floordiv 8, j mod 8)", "0.0"),
            Transform("B", "(i, j) -> (i, j floordiv 8, j mod 8)", "undef"),
        ),
        sequential=(("rowmax", "A"), ("expo", "E"), ("total", "E"), ("normalise", "B")),
        remove=("rowmax", "expo", "total", "normalise"),
        guards_left={"rowmax": False, "expo": False, "total": False, "normalise": False},
        reason=(
            "rowmax: maximumf(m, -inf) is m. expo: E's padding is written after its write stage, "
            "so inserted writes are dead. total: E's padding is then +0.0 and the sum started at "
            "+0.0. normalise: float division may be speculated, and B's padding is stored "
            "`pad.undef` afterwards (section 3's table, Floats; section 5, rule 2)."
        ),
        inputs=softmax_rows_inputs,
        reference=softmax_rows,
        compared=(1,),
    ),
    Case(
        name="prefix_rows",
        transforms=(
            Transform("A", "(r, i) -> (r, i floordiv 8, i mod 8)", "undef"),
            Transform("P", "(r, i) -> (r, i floordiv 24, i mod 24)", "undef"),
        ),
        sequential=(("compute", "A"),),
        remove=("compute",),
        guards_left={"compute": False},
        reason=(
            "The stage certainly writes all logical cells of P, so `pad.undef` is stored to P's "
            "padding after it. Inserted instances write the cells 62 to 64 of 72, flow only to "
            "each other, and are dead (section 5, rule 2: transitively). They read A's undef "
            "padding, which is readable."
        ),
        inputs=prefix_rows_inputs,
        reference=prefix_rows,
        compared=(1,),
    ),
    Case(
        name="scale_tail",
        transforms=(Transform("X", "(i) -> (i floordiv 8, i mod 8)", "0.0"),),
        sequential=(("compute", "X"),),
        remove=("compute",),
        guards_left={"compute": False},
        reason=(
            "Section 3: in place, `x * 2` with pad 0.0 may overcompute (it stores what is there). "
            "The stage writes only a part of X, so X is in-out, its padding holds +0.0 on entry, "
            "and 0.0 * 2.0 is +0.0, bit for bit."
        ),
        inputs=scale_tail_inputs,
        reference=scale_tail,
        compared=(0,),
    ),
    Case(
        name="divide_columns",
        transforms=(
            Transform("A", "(i, j) -> (i, j floordiv 8, j mod 8)", "undef"),
            Transform("D", "(j) -> (j floordiv 8, j mod 8)", "1"),
            Transform("Q", "(i, j) -> (i, j floordiv 8, j mod 8)", "undef"),
        ),
        sequential=(("compute", "Q"),),
        remove=("compute",),
        guards_left={"compute": False},
        reason=(
            "Section 5, rule 1 asks for operands that may be divided: the divisor of each "
            "inserted instance is 1, neither 0 nor -1. The quotient goes to padding of Q that is "
            "stored `pad.undef` afterwards, so the write is dead (rule 2)."
        ),
        inputs=divide_columns_inputs,
        reference=divide_columns,
        compared=(2,),
    ),
    Case(
        name="offset_product",
        transforms=(),
        sequential=(),
        remove=("compute",),
        guards_left={"compute": False},
        reason=(
            "The assumes say that a cell which is not valid holds 1, by the same condition that "
            "the guard asks. acc * 1 is acc, so the carried value stays as it is (section 5: "
            "iter_args and yielded ifs are private cells). 10 instances to 14 are inserted."
        ),
        inputs=offset_product_inputs,
        reference=offset_product,
        compared=(1,),
    ),
    Case(
        name="ring_xor",
        transforms=(),
        sequential=(),
        remove=("compute",),
        guards_left={"compute": False},
        reason=(
            "The assumes say that the inner cells hold 0, which exclusive or leaves alone "
            "(section 2: ori, xori 0). Nothing writes A in between. Section 2: the analysis reads "
            "`or` guards in scf.if and scf loops. 20 instances to 28 are inserted."
        ),
        inputs=ring_xor_inputs,
        reference=ring_xor,
        compared=(1,),
    ),
    Case(
        name="blur_two_pass",
        transforms=(
            Transform("A", "(y, x) -> (y, x floordiv 16, x mod 16)", "undef"),
            Transform("T", "(y, x) -> (y, x floordiv 8, x mod 8)", "undef"),
            Transform("B", "(y, x) -> (y, x floordiv 8, x mod 8)", "undef"),
        ),
        sequential=(("horizontal", "T"), ("vertical", "B")),
        remove=("horizontal", "vertical"),
        guards_left={"horizontal": False, "vertical": False},
        reason=(
            "horizontal reads A up to column 25 of 32 and writes T's padding, which is stored "
            "`pad.undef` afterwards; vertical reads that (undef, not uninitialised: readable) and "
            "writes only B's padding, undef afterwards too. No flow to a cell that is not undef "
            "(section 5, rule 2)."
        ),
        inputs=blur_two_pass_inputs,
        reference=blur_two_pass,
        compared=(1,),
    ),
)
