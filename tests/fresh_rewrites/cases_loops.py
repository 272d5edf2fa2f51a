"""Loops merged and split, stores removed: what the dependences allow."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .case import Argument, Case, Expectation

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Shorts = NDArray[np.int16]
Ints = NDArray[np.int32]


def antidiagonal_split(a: Shorts, b: Shorts) -> None:
    i, j = np.indices(a.shape)
    b[:] = np.where(i + j <= 11, a, -1)


def late_reader(x: Doubles, h: Doubles, y: Doubles) -> None:
    h[:] = x * 0.5
    y[:17] = x[:17] + h[3:]


def buffered_squares(x: Floats, w: Floats, v: Floats, b: Floats) -> None:
    v[:] = w + w
    b[:] = x * x


def peek_between(a: Ints, b: Ints, s: Ints) -> None:
    s[0] += 7 * a.size
    b[:] = a


def probe_call(a: Floats, b: Floats, s: Floats) -> None:
    s[0] = 2.5
    b[:] = a


def even_cells(a: Shorts, b: Shorts) -> None:
    b[::2] = a[::2]


def shorts(rng: np.random.Generator, *shape: int) -> Shorts:
    return rng.integers(-1000, 1000, shape).astype(np.int16)


def ints(rng: np.random.Generator, *shape: int) -> Ints:
    return rng.integers(-1000, 1000, shape).astype(np.int32)


def floats(rng: np.random.Generator, *shape: int) -> Floats:
    return rng.standard_normal(shape).astype(np.float32)


def antidiagonal_split_inputs(rng: np.random.Generator) -> list[Argument]:
    return [shorts(rng, 8, 9), shorts(rng, 8, 9)]


def late_reader_inputs(rng: np.random.Generator) -> list[Argument]:
    return [rng.standard_normal(20), rng.standard_normal(20), rng.standard_normal(20)]


def buffered_squares_inputs(rng: np.random.Generator) -> list[Argument]:
    return [floats(rng, 31), floats(rng, 4), floats(rng, 4), floats(rng, 31)]


def peek_between_inputs(rng: np.random.Generator) -> list[Argument]:
    return [ints(rng, 14), ints(rng, 14), ints(rng, 1)]


def probe_call_inputs(rng: np.random.Generator) -> list[Argument]:
    return [floats(rng, 12), floats(rng, 12), floats(rng, 1)]


def even_cells_inputs(rng: np.random.Generator) -> list[Argument]:
    return [shorts(rng, 24), shorts(rng, 24)]


LOOPS: tuple[Case, ...] = (
    Case(
        name="antidiagonal_split",
        steps=("pad-merge-adjacent-loops", "pad-simplify"),
        expected=(
            Expectation(step=0, rewrites=True, loops=2),
            Expectation(step=1, rewrites=True, ifs=1, loops=2),
        ),
        reason=(
            "Both nests touch only the cell of their own iteration, so both levels merge (RFC: "
            "element-wise loops do not have any data dependencies). For integers i + j <= 11 and "
            "i + j >= 12 are complementary: section 4, `equal or complementary neighbouring ifs "
            "merged unless data-dependent`, and these depend on no data."
        ),
        inputs=antidiagonal_split_inputs,
        reference=antidiagonal_split,
        compared=(1,),
    ),
    Case(
        name="late_reader",
        steps=(
            "pad-merge-adjacent-loops",
            "pad-reduce-loop-extents{stage=late}",
            "pad-merge-adjacent-loops",
        ),
        expected=(
            Expectation(step=0, rewrites=False, loops=2, says="halves"),
            Expectation(step=1, rewrites=True, ifs=0, loops=1, stage="late"),
            Expectation(step=2, rewrites=False, loops=2),
        ),
        reason=(
            "Iteration i of the second loop reads what iteration i + 3 of the first writes: "
            "reversed by merging (RFC: the second loop may not read indices that were written in "
            "a later iteration of the first loop). The guard i <= 16 is one comparison with a "
            "constant and has no else, so the loop is narrowed to 0 to 17 and the guard goes; "
            "that changes nothing about the dependence."
        ),
        inputs=late_reader_inputs,
        reference=late_reader,
        compared=(1, 2),
    ),
    Case(
        name="buffered_squares",
        steps=(
            "pad-cache-write{stage=compute buffer=B}",
            "pad-merge-adjacent-loops",
            "pad-remove-no-op",
        ),
        expected=(
            Expectation(step=0, rewrites=True, ifs=0, loops=4),
            Expectation(step=1, rewrites=True, ifs=0, loops=2),
            Expectation(step=2, rewrites=True, ifs=0, loops=2),
        ),
        reason=(
            "The cache adds one copy stage behind the use. Clearing, squaring and copying run "
            "over 0 to 31 and touch only the cell of their iteration; section 4 merges `over what "
            "stands between too`, and the weights share no buffer with them but have other "
            "bounds. Then the cleared cell is stored again with no read in between: section 4, "
            "`overwritten store`."
        ),
        inputs=buffered_squares_inputs,
        reference=buffered_squares,
        compared=(2, 3),
    ),
    Case(
        name="peek_between",
        steps=("pad-remove-no-op", "pad-simplify", "pad-remove-no-op"),
        expected=(
            # Section 4: a pass that declines says why; pad-remove-no-op is asked for nothing in
            # particular, and a store that does something is nothing to decline.
            Expectation(step=0, rewrites=False, loops=1, silent=True),
            Expectation(step=1, rewrites=True, loops=1),
            Expectation(step=2, rewrites=True, loops=1),
        ),
        reason=(
            "The seven is read before it is overwritten, so its store is not a no-op. Section 4 "
            "has pad-simplify replace `loads by known values until overwritten`: the load becomes "
            "7, and nothing reads the cell between the two stores any more."
        ),
        inputs=peek_between_inputs,
        reference=peek_between,
        compared=(1, 2),
    ),
    Case(
        name="probe_call",
        steps=("pad-remove-no-op", "pad-merge-adjacent-loops"),
        expected=(
            # Section 4: a pass that declines says why; pad-remove-no-op is asked for nothing in
            # particular, and a store that does something is nothing to decline.
            Expectation(step=0, rewrites=False, loops=2, silent=True),
            Expectation(step=1, rewrites=False, loops=2),
        ),
        reason=(
            "The second stage overwrites all that the first wrote, but the call in between "
            "reaches the board (section 3: an unknown call reads and writes all it can reach) "
            "and does read a cell of it. For the same reason neither loop moves over the call."
        ),
        inputs=probe_call_inputs,
        reference=probe_call,
        compared=(1, 2),
    ),
    Case(
        name="even_cells",
        steps=(
            "pad-split{loop=i factor=2}",
            "pad-reduce-loop-extents{stage=compute}",
        ),
        expected=(
            Expectation(step=0, rewrites=True, loops=2, stage="compute"),
            Expectation(step=1, rewrites=True, ifs=0, stage="compute"),
        ),
        reason=(
            "With i = 2 io + ii the guard i mod 2 == 0 holds exactly where ii is 0. Section 4: "
            "`narrow a loop to where its guard can hold`; once ii is narrowed to 0 it always "
            "does, for every io, and nothing is left to check."
        ),
        inputs=even_cells_inputs,
        reference=even_cells,
        compared=(1,),
    ),
)
