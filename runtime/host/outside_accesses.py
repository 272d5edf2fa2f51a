"""Refuses a function that accesses cells outside of its buffers in each call."""

from __future__ import annotations

from contextlib import suppress

from xdsl.dialects import func

from ...analysis.contracts.call_sizes import Goal, access_goals, takes_sizes
from ...analysis.instances.reader import InstanceReader
from ...dialect.ir.located_errors import PadError
from ...index.expr import var
from ...index.sets.engine import GaveUp, NotAffine, engine, question


def refuse_outside_accesses(function: func.FuncOp) -> None:
    """
    Raise PadError, with an iteration, for an access or a view that leaves its buffer whatever the
    arguments hold.

    Those of a function that is given sizes are tested in each call (`size_checks`).
    """
    block = function.body.blocks[0]
    if block.first_op is None or takes_sizes(function):
        return
    reader = InstanceReader(block)
    for goal in access_goals(function, reader):
        with suppress(GaveUp, NotAffine):
            _refuse_if_outside(goal, reader)


def _refuse_if_outside(goal: Goal, reader: InstanceReader) -> None:
    instances, failing = goal.instances, goal.instances.condition & ~goal.condition
    if not instances.exact or not {*failing.variables()} <= {*instances.iterators}:
        return
    with question():
        where = engine().example(engine().set(failing), instances.iterators)
    if where is None:
        return
    shown = {name: reader.value(name).name_hint or name for name in goal.condition.variables()}
    wanted = goal.condition.substitute({name: var(hint) for name, hint in shown.items()})
    values = ", ".join(f"{hint} is {where[name]}" for name, hint in shown.items())
    but = f": wanted {wanted}, but {values}" if values else ""
    raise PadError(
        f"this would access {goal.buffer} out of bounds on axis {goal.axis}{but}", goal.op
    )
