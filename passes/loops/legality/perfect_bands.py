"""Whether a band of loops can be made perfect, and what stands between its loops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from xdsl.ir import Operation

from ....dialect.ir.located_errors import PadError
from ....dialect.ir.loop_like import inits_of
from ....dialect.ir.operations import operation_name
from ....dialect.ir.reasons import because
from ...common.for_loops import Loop
from ...common.remedies import Remedy, accumulate_in_memory
from ...common.stages import loop_name

Movable = Callable[[Operation], bool]
"""Whether an operation between two loops may run at any time, any number of times."""


def effects_beside(loop: Loop, may_move: Movable) -> list[tuple[str, list[Operation]]]:
    """
    The operations that cannot just be moved before a loop in its block (`init`), and after it
    (`final`).
    """
    front, after = beside(loop)
    sides = [("init", front), ("final", after)]
    kept = [(name, [op for op in ops if not may_move(op)]) for name, ops in sides]
    return [(name, ops) for name, ops in kept if ops]


def check_band(
    loops: Sequence[Loop], may_move: Movable, remedy: Remedy = accumulate_in_memory
) -> None:
    """
    Raises PadError unless the band can be made perfect.

    What is split off must neither give values to the rest nor need any of the loops inside; a value
    that a loop carries must be carried on by the loop inside: `remedy` has what else to do
    where the loop that it is given does not.
    """
    for outer, inner in pairwise(loops):
        _check_carried(outer, inner, remedy)
        for _, ops in effects_beside(inner, may_move):
            _check_split(ops, outer, inner, may_move)


def _check_carried(outer: Loop, inner: Loop, remedy: Remedy) -> None:
    carried = outer.body.block.args[1:]
    terminator = outer.body.block.last_op
    assert terminator is not None
    passed_in = tuple(inits_of(inner)) == tuple(carried)
    passed_out = not carried or tuple(terminator.operands) == tuple(inner.results)
    elsewhere = any(v.has_more_than_one_use() for v in (*carried, *inner.results) if carried)
    if not passed_in or not passed_out or elsewhere:
        around, name = (loop_name(loop) or "a loop" for loop in (outer, inner))
        text = (
            f"the loops {around} and {name} cannot be reordered together: what {name} carries is "
            f"initialized or used in each iteration of {around}; "
            f"{remedy(inner)}"
        )
        raise PadError(because(text, "carried-value", remedy=remedy(inner)), inner)


def _check_split(ops: Sequence[Operation], outer: Loop, inner: Loop, may_move: Movable) -> None:
    if outer.results:
        text = f"'{ops[0].name}' stands between loops that carry values"
        raise PadError(because(text, "carried-value"), ops[0])
    leaving = {nested for op in ops for nested in op.walk()}
    block = outer.body.block

    def stays(user: Operation) -> bool:
        """Whether the user is not split off, nor only there for what is."""
        if user in leaving:
            return False
        beside = user.parent is block and may_move(user)
        return not beside or any(map(stays, users_of(user)))

    for op in ops:
        if any(map(stays, users_of(op))):
            name = loop_name(op) if isinstance(op, Loop) else None
            what = f"the loop {name}" if name is not None else f"'{operation_name(op)}'"
            around, inside = (loop_name(loop) or "a loop" for loop in (outer, inner))
            remedy = (
                f"store that value in a buffer with a cell for each iteration of {around}, and "
                "load "
                f"it in {inside}"
            )
            text = (
                f"in the new order, {what} would run before the loops {around} and {inside}, but "
                "it "
                f"computes a value that they use; {remedy}"
            )
            raise PadError(because(text, "imperfect-nest", remedy=remedy), op)


def users_of(op: Operation) -> list[Operation]:
    """The operations that use a result of this one."""
    return [use.operation for result in op.results for use in result.uses]


def beside(loop: Loop) -> tuple[list[Operation], list[Operation]]:
    """The operations before a loop in its block, and those after it, without the terminator."""
    block = loop.parent
    assert block is not None
    ops = list(block.ops)
    place = ops.index(loop)
    return ops[:place], ops[place + 1 : -1]
