"""
The sizes at which kernels are called.

`PAD_DYNAMIC_SIZES` says at how many of the 50 combinations; a tenth of them unless it is set.
"""

from __future__ import annotations

import os
import zlib
from math import log2, prod

import numpy as np

from .case import Case, Limit
from .programs import Program, Sizes, program

COUNT = 50
TENTH = COUNT // 10
TAKEN = int(os.environ.get("PAD_DYNAMIC_SIZES", str(TENTH)))
VALUES = (0, 1, 7, 63, 64, 65, 2047)
MOST_WORK = 2**22
MOST_BYTES = 2**24

SMALL_VALUES = (0, 1, 3, 4, 5, 9)
"""Around one tile of 4 and two of them, for the validator."""
SMALL_COUNT = 8
SMALL_WORK = 2**12
SMALL_TAKEN = None if TAKEN > TENTH else 2

TRIES = 20_000


def combinations(case: Case) -> list[Sizes]:
    """All 50, each value in each size at least once; where facts rule it out, the next above."""
    return _draw(case, VALUES, COUNT, MOST_WORK, largest=2047)


def taken(case: Case) -> list[Sizes]:
    """As many of them as are asked for."""
    return combinations(case)[:TAKEN]


def small(case: Case) -> list[Sizes]:
    """Combinations for the validator, those first in which something happens."""
    drawn = _draw(case, SMALL_VALUES, SMALL_COUNT, SMALL_WORK, largest=9)
    work = program(case.name, case.function).work
    return sorted(drawn, key=lambda sizes: work(sizes) == 0)[:SMALL_TAKEN]


def _draw(
    case: Case, values: tuple[int, ...], count: int, most_work: int, largest: int
) -> list[Sizes]:
    what = program(case.name, case.function)
    limits = {name: case.limits.get(name, Limit()) for name in what.sizes}
    rng = np.random.default_rng([20, zlib.crc32(case.name.encode())])
    wanted = [(name, limits[name].fitted(value)) for name in what.sizes for value in values]

    def size(name: str) -> int:
        missing = [value for other, value in wanted if other == name]
        if missing and rng.random() < 0.6:
            return missing[rng.integers(len(missing))]
        if rng.random() < 0.6:
            return limits[name].fitted(values[rng.integers(len(values))])
        return limits[name].fitted(int(2 ** float(rng.uniform(1, log2(largest)))))

    chosen: list[Sizes] = []
    for _ in range(TRIES):
        if not wanted and len(chosen) >= count:
            break
        sizes = {name: size(name) for name in what.sizes}
        sizes.update(wanted[:1])
        if sizes not in chosen and _fits(what, sizes, most_work):
            chosen.append(sizes)
            wanted = [(name, value) for name, value in wanted if sizes[name] != value]
    assert not wanted, f"{case.name}: no combination has {wanted[0]}"
    return [chosen[number] for number in rng.permutation(len(chosen))]


def _fits(what: Program, sizes: Sizes, most_work: int) -> bool:
    if not what.allowed(sizes) or what.work(sizes) > most_work:
        return False
    return all(4 * prod(shape) <= MOST_BYTES for shape in what.shapes(sizes).values())
