"""
Random programs before and after pad-propagate-layouts, and with layouts applied: validated.

`PAD_PROPAGATION_EXAMPLES` says how many, `PAD_PROPAGATION_SEED` is the first one's seed.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache

import pytest
from xdsl.dialects.builtin import ModuleOp

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.ir.operations import operations_of
from pad_mlir.dialect.ops import PackOp, UnpackOp
from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pad_apply_layouts import PadApplyLayouts
from pad_mlir.passes.propagation.pad_propagate_layouts import PadPropagateLayouts
from pad_mlir.tools.tv import Status, validate

from .random_programs import program

EXAMPLES = int(os.environ.get("PAD_PROPAGATION_EXAMPLES", "30"))
FIRST_SEED = int(os.environ.get("PAD_PROPAGATION_SEED", "0"))
_SEEDS = range(FIRST_SEED, FIRST_SEED + EXAMPLES)
_CHUNK = 10


@dataclass(frozen=True)
class Outcome:
    """The outcome of a program: its copies before and after, and its fault if it has one."""

    seed: int
    copies: int
    left: int
    explained: int
    wrong: str | None


@cache
def examine(seed: int) -> Outcome:
    """Propagates and applies the layouts of a program, and validates both steps."""
    before = parse_module(program(seed))
    after = before.clone()
    with collect_remarks() as remarks:
        PadPropagateLayouts().apply(new_context(), after)
    after.verify()
    again = after.clone()
    steps = [(before, after)]
    if (applied := _applied(after)) is not None:
        steps.append((after, applied))
    else:
        assert _applied(before) is None, "only what is propagated is refused"
    with collect_remarks() as more:
        PadPropagateLayouts().apply(new_context(), again)
    wrong: str | None = None
    if not again.is_structurally_equivalent(after):
        wrong = "a second run changes more"
    for step in steps:
        verdict = validate(*step, function="main")
        # A call in the stage that writes a buffer may read padding, so that this is asked for on
        # entry, as contracts tell; pad-tv goes by the logical cells, which nobody reads too early.
        is_asked = "nothing is promised of the padding" in str(verdict)
        if verdict.status is not Status.VALID and is_asked and (direct := _applied(before)):
            verdict = validate(before, direct, function="main")
            assert "nothing is promised of the padding" in str(verdict), "only what is propagated"
        elif wrong is None and verdict.status is not Status.VALID:
            wrong = str(verdict)
    stays = [remark for remark in remarks if remark.form.id == "copy-kept"]
    assert len(more) == len(stays), "a second run says something else"
    text = None if wrong is None else f"seed {seed}: {wrong}\n{program(seed)}\n{after}"
    return Outcome(seed, _copies(before), _copies(after), len(stays), text)


def _applied(module: ModuleOp) -> ModuleOp | None:
    """A copy with its layouts applied; None if that is refused."""
    applied = module.clone()
    try:
        PadApplyLayouts().apply(new_context(), applied)
    except PadError:
        return None
    return applied


def _copies(module: ModuleOp) -> int:
    return len(operations_of(module, PackOp)) + len(operations_of(module, UnpackOp))


@pytest.mark.parametrize("first", _SEEDS[::_CHUNK])
def test_programs_mean_what_they_did(first: int) -> None:
    last = min(first + _CHUNK, FIRST_SEED + EXAMPLES)
    wrong = [o.wrong for o in map(examine, range(first, last)) if o.wrong is not None]
    assert not wrong, "\n\n".join(wrong)


def test_copies_go_and_those_that_stay_are_explained() -> None:
    outcomes = [examine(seed) for seed in _SEEDS]
    assert all(outcome.left == outcome.explained for outcome in outcomes)
    assert 10 * sum(o.left for o in outcomes) < 9 * sum(o.copies for o in outcomes)
