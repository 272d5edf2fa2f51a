"""Translation validation of modules (design, section 6)."""

from __future__ import annotations

import gc
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Literal

import numpy as np
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp

from ...dialect.annotations import MAY_ALIAS
from .errors import BadInput, NotValidated, TooLarge
from .execution import Side, functions_of
from .interface import Interface
from .proof import Proof
from .report import stopped
from .signature import parameters_of
from .sizes import samples
from .terms import Meter
from .trial import Trials
from .verdict import Finding, FunctionVerdict, Status, Verdict

DEFAULT_BUDGET = 2_000_000
_NUMERIC_FACTOR = 12
_UNDEFINED = "the original is undefined"


def validate(
    before: ModuleOp,
    after: ModuleOp,
    *,
    function: str | None = None,
    fp: Literal["strict", "relaxed"] = "strict",
    sizes: Mapping[str, int] | None = None,
    budget: int = DEFAULT_BUDGET,
) -> Verdict:
    """
    Whether `after` refines `before`: the named function, or all public ones with a body.

    `sizes` gives sizes by the name of an index argument, or of a buffer and axis (`A.0`); the
    others are sampled. `budget` limits executed operations and terms, for each function and choice
    of sizes. Neither module is changed. Raises BadInput where the two make no question.
    """
    names = [function] if function is not None else _public(before)
    relaxed = fp == "relaxed"
    with np.errstate(all="ignore"), _without_collector():
        return Verdict([_validate(before, after, n, relaxed, sizes or {}, budget) for n in names])


@contextmanager
def _without_collector() -> Generator[None]:
    """Terms form no cycles, and there are many."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _public(module: ModuleOp) -> list[str]:
    names = [name for name, op in functions_of(module).items() if _is_public(op)]
    if not names:
        raise BadInput("there is no public function with a body before")
    return names


def _is_public(op: func.FuncOp) -> bool:
    visibility = op.sym_visibility
    return not op.is_declaration and (visibility is None or visibility.data == "public")


def _validate(
    before: ModuleOp,
    after: ModuleOp,
    name: str,
    relaxed: bool,
    sizes: Mapping[str, int],
    budget: int,
) -> FunctionVerdict:
    sides = Side.of("before", before, name), Side.of("after", after, name)
    if MAY_ALIAS in sides[0].function.attributes:
        text = f"{MAY_ALIAS} is on the function: aliasing arguments are not understood"
        return FunctionVerdict(name, [Finding(Status.NOT_VALIDATED, text)])
    ours, theirs = (parameters_of(side.function) for side in sides)
    choices = list(samples(ours, theirs, sizes))
    findings: list[Finding] = []
    skipped: list[str] = []
    for choice in choices:
        interface = Interface.of(ours, theirs, choice)
        finding = _find(*sides, interface, relaxed, budget)
        finding = Finding(finding.status, finding.text, str(choice), finding.user_assumes)
        undefined = finding.status is Status.NOT_VALIDATED and finding.text.startswith(_UNDEFINED)
        if undefined and len(choices) > 1:
            skipped.append(str(choice))
        else:
            findings.append(finding)
    if not findings:
        text = f"{_UNDEFINED} at each of the sizes that were tried"
        return FunctionVerdict(name, [Finding(Status.NOT_VALIDATED, text, "; ".join(skipped))])
    return FunctionVerdict(name, findings, skipped)


def _find(before: Side, after: Side, interface: Interface, relaxed: bool, budget: int) -> Finding:
    try:
        return Proof(before, after, interface, relaxed).attempt(Meter(budget))
    except TooLarge as stop:
        reason = stop.reason
    except NotValidated as stop:
        return Finding(Status.NOT_VALIDATED, stopped(stop))
    try:
        trials = Trials(before, after, interface, relaxed)
        return trials.run(reason, budget * _NUMERIC_FACTOR)
    except NotValidated as stop:
        return Finding(Status.NOT_VALIDATED, stopped(stop))
