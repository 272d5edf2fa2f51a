"""Verdicts on random functions and changes of them, against running both."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.tools.tv import Finding, Status, validate
from pad_mlir.tools.tv.contracts.sizes import Sizes
from pad_mlir.tools.tv.execution.arguments import Interface
from pad_mlir.tools.tv.execution.side import Side
from pad_mlir.tools.tv.values.meter import Meter
from pad_mlir.tools.tv.verdict.numeric_trials import Trials

from .random_programs import Writer, changed

_BUDGET = 1 << 20


def _text(seed: int) -> str:
    return Writer(random.Random(seed)).function()


def _find(before: ModuleOp, after: ModuleOp) -> Finding:
    (function,) = validate(before, after).functions
    (finding,) = function.findings
    return finding


@cache
def _compared(seed: int) -> tuple[ModuleOp, ModuleOp, Finding]:
    """A program, a change of it, and what is found of the two."""
    before = _text(seed)
    modules = [parse_module(text) for text in (before, changed(before, random.Random(seed)))]
    return modules[0], modules[1], _find(modules[0], modules[1])


def _run(before: ModuleOp, after: ModuleOp, number: int) -> Finding:
    """The finding of a numeric run, on other inputs for each number."""
    sides = Side.of("before", before, "f"), Side.of("after", after, "f")
    interface = Interface.of(sides[0].parameters, sides[1].parameters, Sizes({}))
    with np.errstate(all="ignore"):
        return replace(Trials(*sides, interface, False), first=3 * number).run("", Meter(_BUDGET))


@pytest.mark.parametrize("seed", range(30))
def test_a_function_refines_itself(seed: int) -> None:
    module = parse_module(_text(seed))
    finding = _find(module, module)
    assert finding.status is Status.VALID or finding.original_undefined, finding.text


@pytest.mark.parametrize("seed", range(60))
def test_no_run_contradicts_a_proof(seed: int) -> None:
    before, after, finding = _compared(seed)
    runs = [_run(before, after, number) for number in range(4)]
    if finding.status is Status.VALID:
        assert all(run.status is not Status.REFUTED for run in runs), runs


def test_changes_are_proven_and_refuted_in_turn() -> None:
    """Else the test above says little."""
    statuses: list[Status] = []
    for seed in range(60):
        before, after, finding = _compared(seed)
        if not after.is_structurally_equivalent(before):
            statuses.append(finding.status)
    assert statuses.count(Status.VALID) > 8
    assert statuses.count(Status.REFUTED) > 20
