"""Thirty kernels by an author who has not seen the passes: verdicts, validation, values."""

from __future__ import annotations

import pytest

from .cases import CASES, Case
from .running import check_values, lower, validation_failures

GUARD_STAYS = ("guard-kept", "guard-kept-as-bounds")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_fresh_kernel(case: Case) -> None:
    lowered = lower(case)
    stays = {stage: count > 0 for stage, count in lowered.guards.items()}
    assert stays == case.guards_left, f"{case.reason}\n" + "\n".join(map(str, lowered.remarks))
    for stage, left in case.guards_left.items():
        assert not left or any(r.form.id in GUARD_STAYS for r in lowered.remarks), stage
    assert validation_failures(lowered) == []
    check_values(lowered)
