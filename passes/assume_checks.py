"""Refuses programs that assume, of indices alone, what is false."""

from __future__ import annotations

from xdsl.dialects import func
from xdsl.ir import Operation

from ..analysis.instances import InstanceReader, surely_fails
from ..analysis.queries import Proven, Refuted, implies
from ..dialect.ops import AssumeOp
from .diagnostics import PadError


def check_assumes(root: Operation) -> None:
    """
    Raises PadError at a `pad.assume` that is false at some iteration, whatever the free sizes are.

    Conditions on what a buffer holds are not looked at.
    """
    for function in [f for f in root.walk() if isinstance(f, func.FuncOp)]:
        if function.is_declaration:
            continue
        reader = InstanceReader(function.body.blocks[0])
        for assume in [a for a in function.walk() if isinstance(a, AssumeOp)]:
            _check(assume, reader)


def is_proven(assume: AssumeOp) -> bool:
    """Whether the loops and guards around an assume of indices show that it holds."""
    function = assume.parent_op()
    while function is not None and not isinstance(function, func.FuncOp):
        function = function.parent_op()
    if function is None:
        return False
    reader = InstanceReader(function.body.blocks[0])
    instances, condition = reader.instances(assume), reader.condition(assume.condition)
    if instances is None or condition is None:
        return False
    return isinstance(implies(instances.condition, condition), Proven)


def _check(assume: AssumeOp, reader: InstanceReader) -> None:
    instances, condition = reader.instances(assume), reader.condition(assume.condition)
    if instances is None or condition is None or not surely_fails(instances, condition):
        return
    verdict = implies(instances.condition, condition)
    at = ""
    if isinstance(verdict, Refuted) and instances.iterators:
        where = [verdict.witness.get(name, 0) for name in instances.iterators]
        at = f" at iteration {where} of the loops around it"
    raise PadError(
        f"the assumed condition is false{at}: nothing may reach this place; remove the assume, or "
        "correct what it states",
        assume,
    )
