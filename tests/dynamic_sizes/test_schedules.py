"""
The kernels under their schedules: guards as in the verdicts, values, and each step validated.

`READY` has the cases whose passes take dynamic sizes by now; the others are not collected.
"""

from __future__ import annotations

import pytest

from .case import CASES, Case
from .running import check_logical, check_packed, guards_left, not_valid, scheduled
from .sizes import taken

READY: frozenset[str] = frozenset()
COLLECTED = [case for case in CASES if case.name in READY]


def test_ready_are_cases() -> None:
    assert {case.name for case in COLLECTED} == READY


if COLLECTED:

    @pytest.mark.parametrize("case", COLLECTED, ids=lambda case: case.name)
    def test_guards_and_values(case: Case) -> None:
        module = scheduled(case)
        assert guards_left(case, module) == case.guards, case.why
        check_logical(case, module.clone(), taken(case))
        check_packed(case, module.clone(), taken(case))

    @pytest.mark.parametrize("case", COLLECTED, ids=lambda case: case.name)
    def test_each_step_is_valid(case: Case) -> None:
        assert not_valid(case) == []
