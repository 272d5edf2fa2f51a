"""Moves arithmetic before the loops that do not change it."""

from __future__ import annotations

from xdsl.dialects import arith
from xdsl.ir import Operation
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.instances.activity import AnyLoop
from ...analysis.values.invariance import check_movable, computed_by
from ...dialect.ir.effects import is_pure
from ...dialect.ir.memory_access import is_load
from ...dialect.ir.reasons import Declined
from ..simplify.decided_conditions import outermost_reader


def hoist_bindings(root: Operation, shared: bool, single: bool) -> None:
    """
    Moves operations inside `root` before the outermost loop that does not change their
    operands: those with several uses, or those with one. Constants move for others only.
    """
    if not root.regions:
        return
    reader = outermost_reader(root)
    decided: dict[AnyLoop, set[Operation]] = {}
    for op in list(root.walk()):
        uses = sum(len(list(result.uses)) for result in op.results)
        wanted = single if uses == 1 else shared
        if uses == 0 or not wanted or not is_pure(op) or isinstance(op, arith.ConstantOp):
            continue
        for loop in _loops_around(op, root):
            ops = computed_by(op.results, loop, decided.setdefault(loop, set()))
            if ops is None or not all(_goes_along(other, shared) for other in ops[:-1]):
                continue
            try:
                check_movable(ops, loop, reader)
            except Declined:
                continue
            for moved in ops:
                moved.detach()
                Rewriter.insert_op(moved, InsertPoint.before(loop))
            break


def _goes_along(op: Operation, shared: bool) -> bool:
    """Whether what a binding needs is part of it, or may move for itself."""
    if is_load(op):
        return False
    one_use = sum(len(list(result.uses)) for result in op.results) == 1
    return isinstance(op, arith.ConstantOp) or one_use or shared


def _loops_around(op: Operation, root: Operation) -> list[AnyLoop]:
    loops = list[AnyLoop]()
    current: Operation | None = op
    while current is not None and current is not root:
        current = current.parent_op()
        if isinstance(current, AnyLoop):
            loops.insert(0, current)
    return loops
