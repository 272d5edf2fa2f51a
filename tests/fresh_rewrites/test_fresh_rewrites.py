"""Twenty-five kernels by an author who has not seen the passes: verdicts, validation, values."""

from __future__ import annotations

from functools import cache

import pytest

from .case import Expectation
from .cases import CASES, Case
from .running import Taken, check_values, ifs, loops, source, take


@cache
def _taken(case: Case) -> list[Taken]:
    module, all_taken = source(case), list[Taken]()
    for step in case.steps:
        all_taken.append(take(step, module, case.fp))
        module = all_taken[-1].module
    return all_taken


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_each_step_is_right(case: Case) -> None:
    for step, taken in zip(case.steps, _taken(case), strict=True):
        assert taken.objections == (), step
    check_values(case, _taken(case)[-1].module)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_verdicts(case: Case) -> None:
    errors = {expected.step for expected in case.expected if expected.error}
    for position, (step, taken) in enumerate(zip(case.steps, _taken(case), strict=True)):
        about = "\n".join([f"{step}: {case.reason}", taken.error or "", *taken.remarks])
        assert (taken.error is not None) == (position in errors), about
        for expected in case.expected:
            if expected.step == position:
                _check(taken, expected, about)


def _check(taken: Taken, expected: Expectation, about: str) -> None:
    assert taken.changed == expected.rewrites, about
    if expected.ifs is not None:
        assert ifs(taken.module, expected.stage) == expected.ifs, about
    if expected.loops is not None:
        assert loops(taken.module, expected.stage) == expected.loops, about
    if expected.error:
        assert expected.says in (taken.error or ""), about
    elif not expected.rewrites and not expected.silent:
        assert any(expected.says in remark for remark in taken.remarks), about


def test_at_least_eight_decline() -> None:
    declining = [case for case in CASES if any(not e.rewrites for e in case.expected)]
    assert len(CASES) == 25
    assert len(declining) >= 8
