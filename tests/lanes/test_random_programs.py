"""
Random programs before and after the passes on lanes: validated, and some of them run.

`PAD_LANES_EXAMPLES` says how many, `PAD_LANES_SEED` is the first one's seed.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache

import pytest

from pad_mlir.tools.tv import Status

from .checking import Trial

pytest.importorskip("mlir")

EXAMPLES = int(os.environ.get("PAD_LANES_EXAMPLES", "60"))
FIRST_SEED = int(os.environ.get("PAD_LANES_SEED", "0"))
_CHUNK = 20
_RUN_EACH = 5


@dataclass(frozen=True)
class Outcome:
    """The outcome of a program, with its fault if it has one."""

    trial: Trial
    after: str
    status: Status
    wrong: str | None

    def __str__(self) -> str:
        trial = self.trial
        return f"seed {trial.seed}, {trial.pipeline}: {self.wrong}\n{trial.text}\n{self.after}"


@cache
def examine(seed: int) -> Outcome:
    """Validates a program; runs it now and then, and where pad-tv doesn't know."""
    trial = Trial.of(seed)
    after = trial.rewritten()
    verdict = trial.verdict(after)
    wrong = str(verdict) if verdict.status is Status.REFUTED else None
    if wrong is None and (verdict.status is not Status.VALID or not seed % _RUN_EACH):
        wrong = trial.difference(after)
    return Outcome(trial, after, verdict.status, wrong)


@pytest.mark.parametrize("first", range(FIRST_SEED, FIRST_SEED + EXAMPLES, _CHUNK))
def test_lanes_do_what_the_loop_did(first: int) -> None:
    last = min(first + _CHUNK, FIRST_SEED + EXAMPLES)
    wrong = [outcome for outcome in map(examine, range(first, last)) if outcome.wrong is not None]
    assert not wrong, "\n\n".join(map(str, wrong))


def test_many_programs_get_vectors_and_are_validated() -> None:
    """Else the test above shows little."""
    outcomes = [examine(seed) for seed in range(FIRST_SEED, FIRST_SEED + _CHUNK)]
    assert sum("vector<" in outcome.after for outcome in outcomes) >= _CHUNK // 4
    assert sum(outcome.status is Status.VALID for outcome in outcomes) >= 0.9 * _CHUNK


def test_some_program_gets_vectors_made_of_others() -> None:
    assert any("vector.shuffle" in examine(seed).after for seed in range(100))
