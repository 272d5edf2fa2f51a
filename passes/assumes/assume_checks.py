"""Refuses programs that assume what is false."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

from xdsl.dialects import func
from xdsl.ir import Operation

from ...analysis.memory.assume_verdicts import hold_together, judge, may_be_refuted
from ...analysis.memory.facts import BlockFacts
from ...dialect.ir.located_errors import PadError
from ...dialect.ir.operations import operations_of
from ...dialect.ops import AssumeOp
from ...index.queries.conditions import Proven, Refuted

_checked: ContextVar[bool] = ContextVar("checked", default=False)


@contextmanager
def assumes_checked() -> Generator[None]:
    """For a pass that runs on a program whose assumes were checked as it is."""
    token = _checked.set(True)
    try:
        yield
    finally:
        _checked.reset(token)


def check_assumes(root: Operation) -> None:
    """
    Raises PadError at a `pad.assume` that is false at some iteration, whatever the free sizes are.

    Loops and conditions around it tell, and what stores and other assumes say of its cells.
    """
    if _checked.get():
        return
    for function in operations_of(root, func.FuncOp):
        if function.is_declaration:
            continue
        facts = BlockFacts(function.body.blocks[0])
        assumes = operations_of(function, AssumeOp)
        possible = hold_together(assumes, facts)
        for assume in assumes:
            if assume not in possible:
                _check(assume, facts)


def is_proven(assume: AssumeOp) -> bool:
    """Whether the loops and guards around an assume, and the facts before it, show it."""
    function = assume.parent_op()
    while function is not None and not isinstance(function, func.FuncOp):
        function = function.parent_op()
    if function is None:
        return False
    return isinstance(judge(assume, BlockFacts(function.body.blocks[0])), Proven)


def _check(assume: AssumeOp, facts: BlockFacts) -> None:
    if not may_be_refuted(assume, facts):
        return
    verdict = judge(assume, facts)
    if not isinstance(verdict, Refuted):
        return
    at = ""
    if verdict.witness:
        at = f" at iteration {list(verdict.witness.values())} of the loops around it"
    raise PadError(
        f"the assumed condition is false{at}, so this place must never be reached; remove the "
        "assume, or correct its condition",
        assume,
    )
