"""Values that a loop does not change, and whether they may be computed before the loop."""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.dialects import arith
from xdsl.ir import Block, Operation, SSAValue

from ...dialect.annotations import buffer_name
from ...dialect.ir.effects import is_pure, is_speculatable, leaves_memory, may_not_end
from ...dialect.ir.memory_access import buffer_of, is_load, is_store
from ...dialect.ir.operations import operation_name
from ...dialect.ir.reasons import Declined
from ...dialect.ops import UndefOp
from ...index.expr import TRUE, var
from ...index.queries.conditions import Piece, is_covered, is_implied
from ..accesses.aliasing import are_apart, constant_global
from ..instances.activity import AnyLoop
from ..instances.reader import InstanceReader
from .poison import computing, has_flags, may_be_poison

_DIVISIONS = (
    *(arith.DivSIOp, arith.DivUIOp, arith.RemSIOp, arith.RemUIOp),
    *(arith.FloorDivSIOp, arith.CeilDivSIOp, arith.CeilDivUIOp),
)


def computed_by(
    values: Iterable[SSAValue], loop: AnyLoop, decided: set[Operation] | None = None
) -> list[Operation] | None:
    """
    The operations inside a loop that values are computed by, each after what it needs; None where
    the loop decides them.

    `decided` are operations that the loop is known to decide; those found on the way are added.
    """
    found: dict[Operation, None] = {}
    known = set[Operation]() if decided is None else decided
    return list(found) if all(_collect(value, loop, found, known) for value in values) else None


def _collect(
    value: SSAValue, loop: AnyLoop, found: dict[Operation, None], decided: set[Operation]
) -> bool:
    pending: list[tuple[Operation | Block, bool]] = [(value.owner, False)]
    around: list[Operation] = []  # those that wait for their operands
    while pending:
        owner, is_complete = pending.pop()
        if is_complete:
            found[around.pop()] = None
        elif isinstance(owner, Block):
            parent = owner.parent_op()
            if parent is not None and loop.is_ancestor(parent):
                decided.update(around)
                return False
        elif owner not in found and loop.is_ancestor(owner):
            around.append(owner)
            if owner in decided or not (is_pure(owner) or is_load(owner)):
                decided.update(around)
                return False
            pending.append((owner, True))
            pending += [(operand.owner, False) for operand in reversed(owner.operands)]
    return True


def check_movable(ops: Iterable[Operation], loop: AnyLoop, reader: InstanceReader) -> None:
    """Raises Declined at an operation that may not run before the loop as it does inside."""
    for op in ops:
        if is_load(op) and may_be_written(buffer_of(op), loop):
            name = buffer_name(buffer_of(op))
            of = f" of {name}" if name is not None else ""
            raise Declined(
                f"the loop may write what '{operation_name(op)}' reads{of}",
                op,
                reason="loop-writes",
            )
        if not (
            is_speculatable(op)
            or _has_safe_divisor(op, loop, reader)
            or surely_runs(op, loop, reader)
        ):
            raise Declined(
                f"'{operation_name(op)}' is not shown to run whenever the loop is reached",
                op,
                reason="may-not-run",
            )


def _has_safe_divisor(op: Operation, loop: AnyLoop, reader: InstanceReader) -> bool:
    """Whether an operation is a division by what is greater than 0 whenever a loop is reached."""
    if not isinstance(op, _DIVISIONS) or not may_branch_on(op.rhs):
        return False
    divisor, around = reader.index(op.rhs), reader.surroundings(loop)
    known = TRUE if around is None else around.condition
    return divisor is not None and is_implied(known, divisor >= 1)


def may_be_written(buffer: SSAValue, loop: AnyLoop) -> bool:
    """Whether something in a loop may write a buffer, or end its life."""
    if constant_global(buffer) is not None:
        return False
    for op in loop.walk():
        if is_store(op):
            if not are_apart(buffer, buffer_of(op)):
                return True
        elif not leaves_memory(op):
            return True
    return False


def surely_runs(op: Operation, loop: AnyLoop, reader: InstanceReader) -> bool:
    """Whether an operation inside a loop runs at least once whenever the loop is reached."""
    inside, around = reader.surroundings(op), reader.surroundings(loop)
    if inside is None or around is None or not inside.exact:
        return False
    if any(map(may_not_end, loop.walk())):
        return False  # it may not come to it
    inner = inside.iterators[len(around.iterators) :]
    names = (*around.condition.variables(), *inside.condition.variables())
    outer = tuple(dict.fromkeys(name for name in names if name not in inner))
    piece = Piece(inner, inside.condition, tuple(map(var, outer)))
    return is_covered(around.condition, [piece], outer)


def may_branch_on(value: SSAValue) -> bool:
    """Whether a value is neither poison nor undef, wherever it is computed."""
    ops = computing([value])
    leaves = [value, *(operand for op in ops for operand in op.operands)]
    if any(is_load(leaf.owner) or isinstance(leaf.owner, UndefOp) for leaf in leaves):
        return False
    return not any(map(has_flags, ops)) and not may_be_poison(value)
