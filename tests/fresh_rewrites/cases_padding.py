"""Layouts whose padding decides: kinds that load the buffer itself, by region, several steps."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .case import Argument, Case, Expectation

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Bytes = NDArray[np.int8]
Shorts = NDArray[np.int16]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]

REMOVE = "pad-remove-branching-through-overcompute"
REGIONS = "[{where = (io, ii, jo, ji) -> (6 - io * 4 - ii), kind = -128}, {kind = 0}]"


def mirror_cycle(a: Ints, b: Ints) -> None:
    b[:] = a * 3


def ring_window(a: Ints, w: Ints, b: Ints) -> None:
    ring = np.concatenate([a, a[:3]])
    b[:] = np.lib.stride_tricks.sliding_window_view(ring, 4) @ w


def mirrored_rows(a: Longs, b: Longs) -> None:
    b[:] = a + np.pad(a, ((0, 0), (0, 2)), mode="reflect")[:, 2:]


def region_maxima(a: Bytes, s: Bytes) -> None:
    s[:] = np.max(a, axis=1)


def tiled_products(a: Doubles, p: Doubles) -> None:
    p[:] = np.prod(a, axis=1)


def gap_and_spread(x: Floats, g: Floats, e: Longs, w: Longs, c: Longs) -> None:
    g[:] = np.diff(x)
    c[:] = np.convolve(e, w)


def shifted_xor(x: Shorts, s: Shorts) -> None:
    s[:] = np.bitwise_xor.reduce(x, axis=1)


def hoisted_total(a: Ints, s: Ints) -> None:
    s[:] = np.sum(a * a, axis=1, dtype=np.int32)


def ints(rng: np.random.Generator, *shape: int) -> Ints:
    return rng.integers(-1000, 1000, shape).astype(np.int32)


def longs(rng: np.random.Generator, *shape: int) -> Longs:
    return rng.integers(-(2**40), 2**40, shape)


def floats(rng: np.random.Generator, *shape: int) -> Floats:
    return rng.standard_normal(shape).astype(np.float32)


def mirror_cycle_inputs(rng: np.random.Generator) -> list[Argument]:
    return [ints(rng, 22), ints(rng, 22)]


def ring_window_inputs(rng: np.random.Generator) -> list[Argument]:
    return [ints(rng, 13), ints(rng, 4), ints(rng, 13)]


def mirrored_rows_inputs(rng: np.random.Generator) -> list[Argument]:
    return [longs(rng, 3, 13), longs(rng, 3, 13)]


def region_maxima_inputs(rng: np.random.Generator) -> list[Argument]:
    a = rng.integers(-128, 128, (7, 6)).astype(np.int8)
    a[2] = rng.integers(-128, -100, 6).astype(np.int8)
    return [a, rng.integers(-128, 128, 7).astype(np.int8)]


def tiled_products_inputs(rng: np.random.Generator) -> list[Argument]:
    return [rng.standard_normal((6, 10)), rng.standard_normal(6)]


def gap_and_spread_inputs(rng: np.random.Generator) -> list[Argument]:
    echo, weights = ints(rng, 18).astype(np.int64), ints(rng, 3).astype(np.int64)
    return [floats(rng, 22), floats(rng, 21), echo, weights, longs(rng, 20)]


def shifted_xor_inputs(rng: np.random.Generator) -> list[Argument]:
    return [ints(rng, 6, 4).astype(np.int16), ints(rng, 6).astype(np.int16)]


def hoisted_total_inputs(rng: np.random.Generator) -> list[Argument]:
    return [ints(rng, 3, 21), ints(rng, 3)]


PADDING: tuple[Case, ...] = (
    Case(
        name="mirror_cycle",
        steps=(
            "pad-cache-read{stage=compute buffer=A}",
            "pad-transform-layout{buffer=A_cache"
            ' map="(i) -> (i floordiv 8, i mod 8)" pad="(io, ii) -> (io, 13 - ii)"}',
        ),
        expected=(
            Expectation(step=0, rewrites=True, ifs=0, loops=2),
            Expectation(step=1, rewrites=False, error=True, says="[2, "),
        ),
        reason=(
            "The padding is [2, 6] and [2, 7], and each is to be a copy of the other: a cycle, "
            "so no value is ever written. What a pass reports for a bad map or value is an error "
            "(section 8), with a concrete index, which can only be one of these two."
        ),
        inputs=mirror_cycle_inputs,
        reference=mirror_cycle,
        compared=(1,),
    ),
    Case(
        name="ring_window",
        steps=(
            "pad-transform-layout{buffer=A"
            ' map="(i) -> (i floordiv 8, i mod 8)" pad="(io, ii) -> (0, 8 * io + ii - 13)"}',
            "pad-apply-layouts",
            f"{REMOVE}{{stage=compute}}",
        ),
        expected=(Expectation(step=2, rewrites=True, ifs=0, loops=2, stage="compute"),),
        reason=(
            "Wrap-around padding: cells 13 to 15 hold what cells 0 to 2 hold, so past the end "
            "the first arm loads the same value as the second. Section 5, rule 2: an inserted "
            "write may store what the removed arm stored; yielded values are under the same rule. "
            "i + f is at most 15, the last cell of the 2 x 8 box, and A is never written."
        ),
        inputs=ring_window_inputs,
        reference=ring_window,
        compared=(2,),
    ),
    Case(
        name="mirrored_rows",
        steps=(
            "pad-cache-read{stage=compute buffer=A}",
            'pad-transform-layout{buffer=A_cache map="(r, i) -> (r, i floordiv 8, i mod 8)"'
            ' pad="(r, io, ii) -> (r, (24 - io * 8 - ii) floordiv 8, (24 - io * 8 - ii) mod 8)"}',
            "pad-apply-layouts",
            f"{REMOVE}{{stage=compute}}",
        ),
        expected=(
            Expectation(step=0, rewrites=True, ifs=1, loops=4),
            Expectation(step=2, rewrites=True),
            Expectation(step=3, rewrites=True, ifs=0, loops=2, stage="compute"),
        ),
        reason=(
            "Reflection: padding cell i holds cell 24 - i, here 13 to 15 cells 11 to 9, written "
            "after the copy stage that writes them (section 3: rewritten after every stage that "
            "may write a cell it copies). So column i + 2 holds what column 22 - i holds wherever "
            "the else arm ran, and the store is the removed arm's (section 5, rule 2)."
        ),
        inputs=mirrored_rows_inputs,
        reference=mirrored_rows,
        compared=(1,),
    ),
    Case(
        name="region_maxima",
        steps=(
            "pad-transform-layout{buffer=A"
            ' map="(i, j) -> (i floordiv 4, i mod 4, j floordiv 4, j mod 4)"'
            f' pad="{REGIONS}"}}',
            'pad-transform-layout{buffer=S map="(i) -> (i floordiv 4, i mod 4)" pad="undef"}',
            "pad-apply-layouts",
            "pad-sequential-buffer-access{stage=compute buffer=A}",
            f"{REMOVE}{{stage=compute}}",
        ),
        expected=(Expectation(step=4, rewrites=True, ifs=0, stage="compute"),),
        reason=(
            "In a row of data the padding holds -128, the least byte, and the maximum stays as it "
            "is. A row of padding may hold anything readable, 0 here: its maximum goes to padding "
            "of S, which is stored `pad.undef` afterwards, so that write is dead (section 5, "
            "rule 2). 22 instances to 42 are inserted."
        ),
        inputs=region_maxima_inputs,
        reference=region_maxima,
        compared=(1,),
    ),
    Case(
        name="tiled_products",
        steps=(
            'pad-transform-layout{buffer=A map="(i, j) -> (i floordiv 4, i mod 4, j)" pad="undef"}',
            "pad-transform-layout{buffer=A"
            ' map="(io, ii, j) -> (io, ii, j floordiv 4, j mod 4)" pad="1.0"}',
            'pad-transform-layout{buffer=P map="(i) -> (i floordiv 4, i mod 4)" pad="undef"}',
            "pad-apply-layouts",
            "pad-sequential-buffer-access{stage=compute buffer=A}",
            f"{REMOVE}{{stage=compute}}",
            "pad-remove-assume",
            "pad-remove-undef-store",
        ),
        expected=(
            Expectation(step=5, rewrites=True, ifs=0, stage="compute"),
            Expectation(step=6, rewrites=True),
            Expectation(step=7, rewrites=True, ifs=0),
        ),
        reason=(
            "Section 2: each physical cell keeps the kind of the step that introduced it. Behind "
            "the columns lies 1.0, which a product ignores; the rows behind the last are undef, "
            "readable, and only reach padding of P that is stored `pad.undef` afterwards. "
            "Lowering takes facts and undef stores away with the ifs that only fed them."
        ),
        inputs=tiled_products_inputs,
        reference=tiled_products,
        compared=(1,),
    ),
    Case(
        name="gap_and_spread",
        steps=(
            'pad-transform-layout{buffer=gaps map="(i) -> (i floordiv 8, i mod 8)" pad="undef"}',
            'pad-transform-layout{buffer=echo map="(i) -> (i floordiv 8, i mod 8)" pad="0"}',
            "pad-apply-layouts",
            "pad-sequential-buffer-access{stage=gap buffer=gaps}",
            "pad-sequential-buffer-access{stage=spread buffer=echo}",
            f"{REMOVE}{{stage=gap}}",
            f"{REMOVE}{{stage=gap index=clamp}}",
            f"{REMOVE}{{stage=spread}}",
            f"{REMOVE}{{stage=spread index=wrap}}",
        ),
        expected=(
            Expectation(step=5, rewrites=False, says="signal"),
            Expectation(step=6, rewrites=True, ifs=0, stage="gap"),
            Expectation(step=7, rewrites=False, says="fan"),
            Expectation(step=8, rewrites=True, ifs=0, stage="spread"),
        ),
        reason=(
            "Section 5, rule 1: every access is in bounds, and the last instances would read "
            "the signal behind its 22 cells and update the fan behind its 20. Only that stands "
            "in the way: the gaps' padding is stored `pad.undef` afterwards, and the echo's holds "
            "0, so that any cell of the fan keeps what it holds. Section 4: `clamp`, `wrap` where "
            "only bounds stand in the way."
        ),
        inputs=gap_and_spread_inputs,
        reference=gap_and_spread,
        compared=(1, 4),
    ),
    Case(
        name="shifted_xor",
        steps=(
            "pad-transform-layout{buffer=X"
            ' map="(r, i) -> (r, (i + 6) floordiv 8, (i + 6) mod 8)" pad="0"}',
            "pad-apply-layouts",
            "pad-sequential-buffer-access{stage=compute buffer=X}",
            f"{REMOVE}{{stage=compute}}",
            f"{REMOVE}{{stage=compute max-waste=inf}}",
            "pad-remove-overcompute-through-branching{stage=compute}",
        ),
        expected=(
            Expectation(step=3, rewrites=False, says="waste"),
            Expectation(step=4, rewrites=True, ifs=0, loops=3, stage="compute"),
            Expectation(step=5, rewrites=True),
        ),
        reason=(
            "Four cells lie in a box of 16: 12 instances to 4 are inserted, 6 to 4 even if only "
            "one end of the guard is dropped, above the default `max-waste` of 1.0; `inf` never "
            "refuses (section 4), and x xor 0 is x. The last pass is the reverse: the padding's "
            "value is known, so the guard can come back."
        ),
        inputs=shifted_xor_inputs,
        reference=shifted_xor,
        compared=(1,),
    ),
    Case(
        name="hoisted_total",
        steps=(
            'pad-transform-layout{buffer=T map="(r, i) -> (r, i floordiv 8, i mod 8)" pad="0"}',
            "pad-apply-layouts",
            "pad-sequential-buffer-access{stage=total buffer=T}",
            "pad-hoist-stage{stage=total}",
            f"{REMOVE}{{stage=total}}",
        ),
        expected=(
            Expectation(step=3, rewrites=True),
            Expectation(step=4, rewrites=True, ifs=0, stage="total"),
        ),
        reason=(
            "T's padding is written after its write stage, so that it holds 0 is provable where "
            "the stage is cut off; section 4: hoisting leaves exactly the provable assumes and "
            "undef stores on both sides. With that fact the sum in the new function may add the "
            "padding (section 5, rule 2)."
        ),
        inputs=hoisted_total_inputs,
        reference=hoisted_total,
        compared=(1,),
    ),
)
