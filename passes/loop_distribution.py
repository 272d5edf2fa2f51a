"""Makes a band of loops perfect: splits off what has an effect between them, sinks the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from xdsl.dialects import affine
from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ..dialect.annotations import STAGE
from ..dialect.errors import PadError
from ..dialect.operations import operation_name
from .dead_code import erase_if_dead
from .for_loops import Loop
from .generated_stages import free_stage_name
from .remedies import Remedy, accumulate_in_memory
from .stages import loop_name

Movable = Callable[[Operation], bool]
"""Whether an operation between two loops may run at any time, any number of times."""


def effects_beside(loop: Loop, may_move: Movable) -> list[tuple[str, list[Operation]]]:
    """What cannot just be moved in front of a loop in its block (`init`), and behind (`final`)."""
    front, behind = _beside(loop)
    sides = [("init", front), ("final", behind)]
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
    given = inner.inits if isinstance(inner, affine.ForOp) else inner.iter_args
    passed_in = tuple(given) == tuple(carried)
    passed_out = not carried or tuple(terminator.operands) == tuple(inner.results)
    elsewhere = any(v.has_more_than_one_use() for v in (*carried, *inner.results) if carried)
    if not passed_in or not passed_out or elsewhere:
        around, name = (loop_name(loop) or "a loop" for loop in (outer, inner))
        raise PadError(
            f"the loops {around} and {name} cannot run in another order together: what {name} "
            f"carries starts anew, or is used, in each iteration of {around}; "
            f"{remedy(inner)}",
            inner,
        )


def _check_split(ops: Sequence[Operation], outer: Loop, inner: Loop, may_move: Movable) -> None:
    if outer.results:
        raise PadError(f"'{ops[0].name}' stands between loops that carry values", ops[0])
    leaving = {nested for op in ops for nested in op.walk()}
    block = outer.body.block

    def stays(user: Operation) -> bool:
        """Whether the user is not split off, nor only there for what is."""
        if user in leaving:
            return False
        beside = user.parent is block and may_move(user)
        return not beside or any(map(stays, _users(user)))

    for op in ops:
        if any(map(stays, _users(op))):
            name = loop_name(op) if isinstance(op, Loop) else None
            what = f"the loop {name}" if name is not None else f"'{operation_name(op)}'"
            around, inside = (loop_name(loop) or "a loop" for loop in (outer, inner))
            raise PadError(
                f"{what} would run in front of the loops {around} and {inside} in their new order, "
                "but gives a value that they need; store it in a buffer, a cell for each "
                f"iteration of {around}, and load it in {inside}",
                op,
            )


def _users(op: Operation) -> list[Operation]:
    return [use.operation for result in op.results for use in result.uses]


def _beside(loop: Loop) -> tuple[list[Operation], list[Operation]]:
    """The operations in front of a loop in its block, and those behind, without the terminator."""
    block = loop.parent
    assert block is not None
    ops = list(block.ops)
    place = ops.index(loop)
    return ops[:place], ops[place + 1 : -1]


def split_off(
    loops: Sequence[Loop], level: int, ops: Sequence[Operation], stage: str, may_move: Movable
) -> Loop:
    """
    Gives operations in front of `loops[level]`, or behind it, loops of their own.

    The new nest stands in front of the band, or behind it, and is the stage of the given name.
    """
    outermost = loops[0]
    blocks: dict[Block, Block] = {}
    values: dict[SSAValue, SSAValue] = {}
    copy = outermost.clone(values, blocks)
    kept = {*loops[1:level], *ops}
    for loop in loops[:level]:
        block = loop.body.block
        pairs = list(zip(block.ops, blocks[block].ops, strict=True))
        for original, copied in reversed(pairs):
            terminator = original is block.last_op
            if original not in kept and not terminator and not may_move(original):
                Rewriter.erase_op(copied, safe_erase=False)
    front, behind = _beside(loops[level])
    in_front = ops[0] in front
    point = InsertPoint.before(outermost) if in_front else InsertPoint.after(outermost)
    Rewriter.insert_op(copy, point)
    assert copy.parent is not None
    copy.attributes[STAGE] = StringAttr(free_stage_name(copy.parent, stage))
    for op in reversed(front if in_front else behind):
        if op in ops or (may_move(op) and not _users(op)):
            Rewriter.erase_op(op)
    for op in reversed(list(copy.walk())):
        if op is not copy:
            erase_if_dead(op)
    return copy


def sink(loops: Sequence[Loop]) -> None:
    """Moves what is left between the loops of a band into the innermost one."""
    innermost = loops[-1].body.block
    for inner in reversed(loops[1:]):
        first = innermost.first_op
        assert first is not None
        front, behind = _beside(inner)
        for op in reversed(behind):
            Rewriter.erase_op(op)
        for op in front:
            op.detach()
            innermost.insert_op_before(op, first)
