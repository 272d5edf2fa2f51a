"""
Random programs with and without their guards, run by an evaluator of our own.

`PAD_OVERCOMPUTE_EXAMPLES` says how many, `PAD_OVERCOMPUTE_SEED` is the first one's seed.
"""

import os

import pytest

from .survey import Outcome, examine

EXAMPLES = int(os.environ.get("PAD_OVERCOMPUTE_EXAMPLES", "150"))
FIRST_SEED = int(os.environ.get("PAD_OVERCOMPUTE_SEED", "0"))
_CHUNK = 50


@pytest.mark.parametrize("first", range(FIRST_SEED, FIRST_SEED + EXAMPLES, _CHUNK))
def test_programs_without_guards_do_the_same(first: int) -> None:
    last = min(first + _CHUNK, FIRST_SEED + EXAMPLES)
    outcomes = [examine(seed) for seed in range(first, last)]
    wrong = [outcome for outcome in outcomes if outcome.wrong is not None]
    assert not wrong, "\n\n".join(f"seed {o.seed}: {o.wrong}\n{o.before}\n{o.after}" for o in wrong)


def test_many_programs_lose_a_guard() -> None:
    """Else the test above shows little."""
    outcomes: list[Outcome] = [examine(seed) for seed in range(50)]
    assert sum(outcome.runs > 0 for outcome in outcomes) >= 35
    assert sum(outcome.runs > 0 and outcome.dropped > 0 for outcome in outcomes) >= 10
