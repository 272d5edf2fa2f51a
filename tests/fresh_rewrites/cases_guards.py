"""Conditions hoisted, merged and partitioned; facts that make a guard or a stage superfluous."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .case import Argument, Case, Expectation

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Ints = NDArray[np.int32]


def fold_twice(dial: Ints) -> None:
    for _ in range(2):
        dial[dial >= 100] -= 100


def wide_top(a: Floats, b: Floats, w: int) -> None:
    if w > 3:
        b[:5] = a[:5] + a[:5]


def first_hit(a: Ints, found: Ints, place: Ints, key: int) -> None:
    hits = np.flatnonzero(a == key)
    found[0] = min(hits.size, 1)
    place[0] = hits[0] if hits.size else -1


def halo_blend(x: Doubles, y: Doubles, z: Doubles) -> None:
    y[:] = x
    y[2:38] = x[:36] + x[4:]
    z[:] = x


def wide_stencil(x: Floats, y: Floats) -> None:
    y[:] = x * np.float32(0.5)


def zeroed_again(a: Ints, s: Ints) -> None:
    a.reshape(32)[27:] = 0
    s[0] += np.sum(a, dtype=np.int32)


def ints(rng: np.random.Generator, *shape: int) -> Ints:
    return rng.integers(-1000, 1000, shape).astype(np.int32)


def floats(rng: np.random.Generator, *shape: int) -> Floats:
    return rng.standard_normal(shape).astype(np.float32)


def fold_twice_inputs(rng: np.random.Generator) -> list[Argument]:
    return [rng.integers(-50, 350, 18).astype(np.int32)]


def wide_top_inputs(rng: np.random.Generator) -> list[Argument]:
    return [floats(rng, 9, 7), floats(rng, 9, 7), int(rng.integers(2, 6))]


def first_hit_inputs(rng: np.random.Generator) -> list[Argument]:
    return [rng.integers(0, 12, 26).astype(np.int32), ints(rng, 1), ints(rng, 1), 5]


def halo_blend_inputs(rng: np.random.Generator) -> list[Argument]:
    return [rng.standard_normal(40), rng.standard_normal(40), rng.standard_normal(40)]


def wide_stencil_inputs(rng: np.random.Generator) -> list[Argument]:
    return [floats(rng, 7), floats(rng, 7)]


def zeroed_again_inputs(rng: np.random.Generator) -> list[Argument]:
    a = ints(rng, 4, 8)
    a.reshape(32)[27:] = 0
    return [a, ints(rng, 1)]


GUARDS: tuple[Case, ...] = (
    Case(
        name="fold_twice",
        steps=("pad-simplify", "pad-hoist-expression{stage=compute}"),
        expected=(
            # Section 4: `unless data-dependent`: pad-simplify merges conditions of indices, and
            # pad-hoist-expression moves what a loop does not change. Neither is here, so that
            # nothing is declined, and no remark says so.
            Expectation(step=0, rewrites=False, ifs=2, loops=1, silent=True),
            Expectation(step=1, rewrites=False, ifs=2, loops=1, silent=True),
        ),
        reason=(
            "The two conditions read alike, but the first if may write the cell that the second "
            "asks about. Section 4: neighbouring ifs are merged `unless data-dependent`; RFC: the "
            "body of one conditional may alter the result of the next. Both depend on i, too, so "
            "there is no loop to hoist them out of."
        ),
        inputs=fold_twice_inputs,
        reference=fold_twice,
        compared=(0,),
    ),
    Case(
        name="wide_top",
        steps=("pad-hoist-expression{stage=compute}", "pad-reduce-loop-extents"),
        expected=(
            Expectation(step=0, rewrites=True, loops=2),
            Expectation(step=1, rewrites=True, ifs=1, loops=2),
        ),
        reason=(
            "Neither w > 3 nor i < 5 depends on j, so both leave the inner loop, the first the "
            "outer one too if the conjunction is taken apart. Then i < 5 narrows the outer loop "
            "(RFC: `(loop $CMP_OP const) && (...)`), and w > 3 is all that is left to ask."
        ),
        inputs=wide_top_inputs,
        reference=wide_top,
        compared=(1,),
    ),
    Case(
        name="first_hit",
        steps=(
            "pad-hoist-expression{stage=search}",
            "pad-partition-loops{stage=search}",
        ),
        expected=(
            Expectation(step=0, rewrites=False, ifs=2, loops=1, stage="search", says="found"),
            Expectation(step=1, rewrites=False, ifs=2, loops=1, stage="search"),
        ),
        reason=(
            "The condition does not name i, but asks for a cell that the loop itself writes; out "
            "before the loop it would stay open for ever and give the last place. Where it "
            "holds depends on the data, so there is no guard-free middle (section 4) to know of."
        ),
        inputs=first_hit_inputs,
        reference=first_hit,
        compared=(1, 2),
    ),
    Case(
        name="halo_blend",
        steps=("pad-partition-loops{stage=compute}", "pad-simplify"),
        expected=(
            Expectation(step=0, rewrites=True, ifs=0, loops=1, stage="compute.main"),
            Expectation(step=1, rewrites=True, ifs=0, loops=4),
        ),
        reason=(
            "The guard holds from 2 to 37: section 4, `a guard-free middle and guarded edges`, "
            "named compute.head, .main and .tail. At 0 to 1 and at 38 to 39 it is false "
            "throughout, so simplifying leaves the else arms; it also knows that (i + 40) mod 40 "
            "is i in the other stage."
        ),
        inputs=halo_blend_inputs,
        reference=halo_blend,
        compared=(1, 2),
    ),
    Case(
        name="wide_stencil",
        steps=("pad-partition-loops{stage=compute}", "pad-simplify"),
        expected=(
            Expectation(step=0, rewrites=False, ifs=1, loops=1, stage="compute"),
            Expectation(step=1, rewrites=True, ifs=0, loops=1, stage="compute"),
        ),
        reason=(
            "i >= 4 and i <= 2 never holds together: the guard-free middle is empty, and there is "
            "nothing to gain by cutting the loop. A condition that is false under all facts "
            "(section 4, pad-simplify) leaves its else arm."
        ),
        inputs=wide_stencil_inputs,
        reference=wide_stencil,
        compared=(1,),
    ),
    Case(
        name="zeroed_again",
        steps=(
            "pad-remove-no-op",
            "pad-remove-branching-through-overcompute{stage=total}",
            "pad-remove-assume",
        ),
        expected=(
            Expectation(step=0, rewrites=True, ifs=1, loops=4),
            Expectation(step=1, rewrites=True, ifs=0, loops=2, stage="total"),
            Expectation(step=2, rewrites=True, ifs=0, loops=2),
        ),
        reason=(
            "The assumes say that every cell which the stage clears holds 0 already: section 4, "
            "`store of a known value ... with predicates, across stages`, then an empty if and "
            "empty loops. Nothing writes A any more, so the inserted instances add 0 to the total "
            "(section 5, rule 2), 5 to 27. The assumes' loops only fed them."
        ),
        inputs=zeroed_again_inputs,
        reference=zeroed_again,
        compared=(0, 1),
    ),
)
