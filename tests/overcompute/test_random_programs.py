"""
Random programs with and without their guards, run by an evaluator of our own.

`PAD_OVERCOMPUTE_EXAMPLES` says how many, `PAD_OVERCOMPUTE_SEED` is the first one's seed.
"""

import os
from functools import cache

import pytest

from .survey import Outcome, examine

EXAMPLES = int(os.environ.get("PAD_OVERCOMPUTE_EXAMPLES", "100"))
FIRST_SEED = int(os.environ.get("PAD_OVERCOMPUTE_SEED", "0"))
_CHUNK = 50


@cache
def outcome(seed: int) -> Outcome:
    return examine(seed)


@pytest.mark.parametrize("first", range(FIRST_SEED, FIRST_SEED + EXAMPLES, _CHUNK))
def test_programs_without_guards_do_the_same(first: int) -> None:
    last = min(first + _CHUNK, FIRST_SEED + EXAMPLES)
    outcomes = [outcome(seed) for seed in range(first, last)]
    wrong = [found for found in outcomes if found.wrong is not None]
    assert not wrong, "\n\n".join(f"seed {o.seed}: {o.wrong}\n{o.before}\n{o.after}" for o in wrong)


def test_many_programs_lose_a_guard() -> None:
    """Else the test above shows little."""
    outcomes = [outcome(seed) for seed in range(50)]
    assert sum(found.runs > 0 for found in outcomes) >= 30  # where what is trusted holds
    assert sum(found.runs > 0 and found.dropped > 0 for found in outcomes) >= 10
