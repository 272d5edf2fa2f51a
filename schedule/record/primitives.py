"""A sequential access as splits and reorderings of the loops, where these say the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.passes import ModulePass

from ...dialect.annotations import STAGE
from ...dialect.ir.located_errors import PadError
from ...dialect.text import print_module
from ...index.expr import Expr, var
from ...passes.common.stages import find_buffer, loop_name
from ...passes.loops.access_order import AccessOrder, plan_access_order
from ...passes.loops.pad_reorder import PadReorder
from ...passes.loops.pad_sequential_buffer_access import PadSequentialBufferAccess
from ...passes.loops.pad_split import PadSplit
from ..calls.schedule_error import ScheduleError
from .schedule_state import State

Primitive: TypeAlias = PadSplit | PadReorder


@dataclass(frozen=True, eq=False)
class Spelling:
    """
    A step that made one state of another, as primitives where these make the same.

    That takes as long as the step itself, so it is found when it is asked for.
    """

    step: PadSequentialBufferAccess
    before: State
    after: State
    call: str
    """The step as a Python call."""
    call_of: Callable[[Primitive], str]

    @property
    def passes(self) -> Sequence[ModulePass]:
        """The passes."""
        return [self.step] if self.primitives is None else self.primitives

    @property
    def calls(self) -> list[str]:
        """The Python calls."""
        return [self.call] if self.primitives is None else list(map(self.call_of, self.primitives))

    @cached_property
    def primitives(self) -> list[Primitive] | None:
        """
        Return primitives that have the same effect on the earlier state, without those that change
        nothing; None if there are none.
        """
        order = _plan(self.step, self.before.module)
        primitives = None if order is None else _primitives(order, self.step.function)
        if primitives is None:
            return None
        state, text = self.before, print_module(self.before.module)
        needed: list[Primitive] = []
        try:
            for primitive in primitives:
                state, earlier = state.after(primitive), text
                text = print_module(state.module)
                if text != earlier:
                    needed.append(primitive)
        except ScheduleError:
            return None
        return needed if needed and text == print_module(self.after.module) else None


def _plan(step: PadSequentialBufferAccess, module: ModuleOp) -> AccessOrder | None:
    """The plan that the step follows, where there is just one stage of the name."""
    name = StringAttr(step.stage)
    functions = [op for op in module.walk() if isinstance(op, func.FuncOp)]
    found = [(f, op) for f in functions for op in f.walk() if op.attributes.get(STAGE) == name]
    if len(found) != 1:
        return None
    ((function, stage),) = found
    try:
        return plan_access_order(stage, find_buffer(function, step.buffer))
    except PadError:
        return None  # it only moves loops inside


def _primitives(order: AccessOrder, function: str | None) -> list[Primitive] | None:
    """For each group of loops its splits, and its new order."""
    primitives: list[Primitive] = []
    for group in order.groups:
        names: list[str] = []
        chosen = slice(group.start, group.stop)
        for iterator, loop in zip(order.iterators[chosen], order.loops[chosen], strict=True):
            name, factor = loop_name(loop), _factor(group.values, var(iterator))
            if name is None or factor is None:
                return None
            if factor > 1:
                primitives.append(PadSplit(name, factor, function))
            names += [f"{name}o", f"{name}i"] if factor > 1 else [name]
        if sorted(names) != sorted(group.names):
            return None
        # A loop that is not split gets its name from the reordering, if it has none.
        is_split = len(names) == 2 * (group.stop - group.start)
        if tuple(names) != group.names or not is_split:
            primitives.append(PadReorder(group.names, function))
    return primitives


def _factor(values: Sequence[Expr], iterator: Expr) -> int | None:
    """
    The factor by which the values split the iterator: 1 if they keep it, None if they do neither.
    """
    own = {value for value in values if str(iterator) in value.variables()}
    if own == {iterator}:
        return 1
    factor = next((value.operands[1].constant for value in own if value.op == "//"), None)
    return factor if factor and own == {iterator // factor, iterator % factor} else None
