"""
Random programs before and after pad-map-to-gpu: validated, and run where there is a device.

`PAD_GPU_PROGRAMS` says how many, `PAD_GPU_PROGRAMS_SEED` is the first one's seed.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache

import pytest

from pad_mlir.tools.tv import Status

from .random_trials import Trial, outcomes_on_device

EXAMPLES = int(os.environ.get("PAD_GPU_PROGRAMS", "40"))
FIRST_SEED = int(os.environ.get("PAD_GPU_PROGRAMS_SEED", "40"))
_CHUNK = 20
_RUN_EACH = 4


@dataclass(frozen=True)
class Outcome:
    """The outcome of a program, with the verdict of pad-tv."""

    trial: Trial
    after: str
    status: Status
    verdict: str

    def shown(self, wrong: str) -> str:
        """The program, what it became, and what is wrong with it."""
        trial = self.trial
        return f"seed {trial.seed}, {trial.pipeline}: {wrong}\n{trial.text}\n{self.after}"


@cache
def examine(seed: int) -> Outcome:
    """Maps a program, and validates what comes out."""
    trial = Trial.of(seed)
    after = trial.rewritten()
    verdict = trial.verdict(after)
    return Outcome(trial, after, verdict.status, str(verdict))


def chunk(first: int) -> list[Outcome]:
    """Some consecutive programs."""
    return [examine(seed) for seed in range(first, min(first + _CHUNK, FIRST_SEED + EXAMPLES))]


@pytest.mark.parametrize("first", range(FIRST_SEED, FIRST_SEED + EXAMPLES, _CHUNK))
def test_kernels_do_what_the_nests_did(first: int) -> None:
    wrong = [o.shown(o.verdict) for o in chunk(first) if o.status is Status.REFUTED]
    assert not wrong, "\n\n".join(wrong)


@pytest.mark.gpu
@pytest.mark.parametrize("first", range(FIRST_SEED, FIRST_SEED + EXAMPLES, _CHUNK))
def test_the_device_computes_what_the_host_does(first: int) -> None:
    """Some of them, and those of which pad-tv does not know."""
    examined = {outcome.trial.seed: outcome for outcome in chunk(first)}
    unknown = [s for s, outcome in examined.items() if outcome.status is not Status.VALID]
    chosen = sorted({*unknown, *(seed for seed in examined if not seed % _RUN_EACH)})
    found = outcomes_on_device(chosen)
    wrong = {s: o for s, o in found.items() if o != "same" and not o.startswith("not run")}
    assert not wrong, "\n\n".join(examined[seed].shown(o) for seed, o in wrong.items())
    assert sum(outcome == "same" for outcome in found.values()) >= len(found) // 2, found


def test_many_programs_share_work_and_are_validated() -> None:
    """Else the tests above show little."""
    outcomes = [examine(seed) for seed in range(FIRST_SEED, FIRST_SEED + min(EXAMPLES, 2 * _CHUNK))]
    some = len(outcomes)
    assert sum("gpu.launch_func" in outcome.after for outcome in outcomes) >= 0.8 * some
    assert sum("gpu.barrier" in outcome.after for outcome in outcomes) >= 0.4 * some
    assert sum("3 : i64" in outcome.after for outcome in outcomes) >= 0.3 * some
    assert sum(outcome.status is Status.VALID for outcome in outcomes) >= 0.75 * some
