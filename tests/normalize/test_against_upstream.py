"""
pad-apply-layouts against upstream's normalize-memrefs, on random programs.

`PAD_NORMALIZE_EXAMPLES` says how many, `PAD_NORMALIZE_SEED` is the first one's seed.
"""

from __future__ import annotations

import os
from functools import cache
from math import prod

import pytest

from .judging import Judgement, judge
from .programs import random_program

pytest.importorskip("mlir")

EXAMPLES = int(os.environ.get("PAD_NORMALIZE_EXAMPLES", "20"))
FIRST_SEED = int(os.environ.get("PAD_NORMALIZE_SEED", "3000"))
SEEDS = range(FIRST_SEED, FIRST_SEED + EXAMPLES)
_CHUNK = 10


@cache
def examine(seed: int) -> Judgement:
    return judge(random_program(seed), seed)


@pytest.mark.parametrize("first", SEEDS[::_CHUNK])
def test_shapes_and_results_are_equal(first: int) -> None:
    for seed in SEEDS[first - FIRST_SEED :][:_CHUNK]:
        found = examine(seed)
        assert found.wrong is None, f"seed {seed}: {found.wrong}\n{found.program.laid_out()}"


def test_upstream_takes_what_it_understands() -> None:
    """Else the test above compares nothing; what is beyond it is ours alone."""
    for seed in SEEDS:
        found = examine(seed)
        assert found.is_accepted or found.program.is_beyond_upstream, f"seed {seed}"


def test_many_layouts_are_padded_or_no_permutations() -> None:
    found = [examine(seed) for seed in SEEDS]
    accepted = sum(one.is_accepted for one in found)
    padded = sum(_is_padded(one) for one in found)
    mixed = sum(not all(map.is_permutation for map in one.program.maps.values()) for one in found)
    print(
        f"\n{EXAMPLES} programs from seed {FIRST_SEED}: {accepted} that upstream takes, "
        f"{EXAMPLES - accepted} that only we do, {padded} with padding, "
        f"{mixed} with a map that is not a permutation"
    )
    assert accepted >= EXAMPLES // 2
    assert accepted < EXAMPLES
    assert padded >= EXAMPLES // 3
    assert mixed >= EXAMPLES // 6


def _is_padded(found: Judgement) -> bool:
    maps = found.program.maps
    return any(prod(box) > prod(maps[name].shape) for name, box in found.boxes.items())
