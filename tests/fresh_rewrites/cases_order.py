"""Rewrites that would change an order which matters."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .case import Argument, Case, Expectation

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]


def skewed_waves(a: Ints, p: Ints) -> None:
    for i in range(1, 9):
        p[i, :7] = p[i - 1, 1:] + a[i, :7]


def interleaved_decay(x: Floats, y: Floats) -> None:
    for i in range(1, 24):
        y[i] = y[i - 1] * np.float32(0.5) + x[i]


def two_totals(a: Floats, b: Ints, s: Floats, t: Ints) -> None:
    for x in a.flat:
        s[0] += x
    t[0] += np.sum(b, dtype=np.int32)


def rising_crest(a: Ints) -> None:
    a[:] = np.maximum.accumulate(a)


def shared_bins(a: Ints, h: Ints) -> None:
    h += a[:13]


def ints(rng: np.random.Generator, *shape: int) -> Ints:
    return rng.integers(-1000, 1000, shape).astype(np.int32)


def floats(rng: np.random.Generator, *shape: int) -> Floats:
    return rng.standard_normal(shape).astype(np.float32)


def skewed_waves_inputs(rng: np.random.Generator) -> list[Argument]:
    return [ints(rng, 9, 8), ints(rng, 9, 8)]


def interleaved_decay_inputs(rng: np.random.Generator) -> list[Argument]:
    return [floats(rng, 24), floats(rng, 24)]


def two_totals_inputs(rng: np.random.Generator) -> list[Argument]:
    return [floats(rng, 5, 6), ints(rng, 5, 6), floats(rng, 1), ints(rng, 1)]


def rising_crest_inputs(rng: np.random.Generator) -> list[Argument]:
    return [ints(rng, 25)]


def shared_bins_inputs(rng: np.random.Generator) -> list[Argument]:
    a = ints(rng, 16)
    a[13:] = 0
    return [a, ints(rng, 13)]


ORDER: tuple[Case, ...] = (
    Case(
        name="skewed_waves",
        steps=(
            "pad-reorder{loops=j,i}",
            "pad-fuse{outer=i inner=j}",
        ),
        expected=(
            # Section 8: `refused sequential access` is an error, and section 4 has the order of a
            # sequential access be splits and reorderings: a refused one is an error too.
            Expectation(step=0, rewrites=False, error=True, loops=2, stage="compute", says="waves"),
            Expectation(step=1, rewrites=True, ifs=0, loops=1, stage="compute"),
        ),
        reason=(
            "Cell [i, j] needs [i - 1, j + 1], a dependence of distance (1, -1), which running "
            "j outside would reverse (section 4: the loop primitives, with dependence checks). "
            "Fusing keeps the order of all 8 x 7 instances and needs no guard."
        ),
        inputs=skewed_waves_inputs,
        reference=skewed_waves,
        compared=(1,),
    ),
    Case(
        name="interleaved_decay",
        steps=(
            "pad-cache-read{stage=compute buffer=X}",
            'pad-transform-layout{buffer=X_cache map="(i) -> (i mod 6, i floordiv 6)"}',
            "pad-apply-layouts",
            "pad-sequential-buffer-access{stage=compute buffer=X_cache}",
        ),
        expected=(
            Expectation(step=0, rewrites=True, ifs=0, loops=2),
            Expectation(step=3, rewrites=False, error=True, says="level"),
        ),
        reason=(
            "X is only read, so a copy before the stage is always right. In the order of "
            "the cache's axes cell 6 of the average would come right after cell 0, but it needs "
            "cell 5; no initialisation can be split off to repair that. Section 4: `an error "
            "where not (cumsum)`."
        ),
        inputs=interleaved_decay_inputs,
        reference=interleaved_decay,
        compared=(1,),
    ),
    Case(
        name="two_totals",
        steps=(
            'pad-transform-layout{buffer=B map="(i, j) -> (j, i)"}',
            'pad-transform-layout{buffer=A map="(i, j) -> (j, i)"}',
            "pad-apply-layouts",
            "pad-sequential-buffer-access{stage=int_total buffer=B}",
            "pad-sequential-buffer-access{stage=float_total buffer=A}",
        ),
        expected=(
            Expectation(step=3, rewrites=True, ifs=0, loops=2, stage="int_total"),
            Expectation(step=4, rewrites=False, error=True),
        ),
        reason=(
            "Following the transposed layouts adds up in another order. Section 3: reassociation "
            "always needs its own flags, and the float addition has none, not even under "
            "fp=relaxed; integer sums may be reordered. Refused sequential access is an error "
            "(section 8)."
        ),
        inputs=two_totals_inputs,
        reference=two_totals,
        compared=(2, 3),
    ),
    Case(
        name="rising_crest",
        steps=(
            "pad-cache-read{stage=compute buffer=crest}",
            "pad-split{loop=i factor=6}",
        ),
        expected=(
            Expectation(step=0, rewrites=False, loops=1, says="crest"),
            Expectation(step=1, rewrites=True, ifs=0, loops=2, stage="compute"),
        ),
        reason=(
            "Each iteration reads the cell that the one before it wrote; a copy made before "
            "the stage would still hold the old value, so caching the reads is not a refinement "
            "(section 3). Splitting by 6 keeps the order, and 24 is a multiple of 6."
        ),
        inputs=rising_crest_inputs,
        reference=rising_crest,
        compared=(0,),
    ),
    Case(
        name="shared_bins",
        steps=(
            "pad-remove-branching-through-overcompute{stage=compute}",
            "pad-reduce-loop-extents{stage=compute}",
        ),
        expected=(
            Expectation(step=0, rewrites=False, ifs=1, stage="compute", says="bins"),
            Expectation(step=1, rewrites=True, ifs=0, stage="compute"),
        ),
        reason=(
            "Iterations 13 to 15 would add zeros to the bins 0 to 2, which other iterations "
            "update. Section 5: in a parallel loop an inserted write may touch no cell that "
            "another iteration accesses, not even to store what is there. The guard i < 13 "
            "narrows the loop instead (RFC: serial and parallel loops)."
        ),
        inputs=shared_bins_inputs,
        reference=shared_bins,
        compared=(1,),
    ),
)
