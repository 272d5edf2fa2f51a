"""
The kernels under their schedules: guards as in the verdicts, values, and each step validated.

`READY` has the cases whose passes take dynamic sizes by now; the others are not collected.
"""

from __future__ import annotations

import os

import pytest

from .case import CASES, Case
from .running import check_logical, check_packed, guards_left, not_valid, scheduled
from .sizes import taken

READY: frozenset[str] = frozenset(case.name for case in CASES)
COLLECTED = [case for case in CASES if case.name in READY]
# A step takes a second or so: all of them with all sizes, by `make random`.
VALIDATED = COLLECTED if "PAD_DYNAMIC_SIZES" in os.environ else COLLECTED[::4]


def test_ready_are_cases() -> None:
    assert {case.name for case in COLLECTED} == READY


if COLLECTED:

    @pytest.mark.parametrize("case", COLLECTED, ids=lambda case: case.name)
    def test_guards_and_values(case: Case) -> None:
        module = scheduled(case)
        assert guards_left(case, module) == case.guards, case.why
        check_logical(case, module.clone(), taken(case))
        check_packed(case, module.clone(), taken(case))

    @pytest.mark.parametrize("case", VALIDATED, ids=lambda case: case.name)
    def test_each_step_is_valid(case: Case) -> None:
        assert not_valid(case) == []
