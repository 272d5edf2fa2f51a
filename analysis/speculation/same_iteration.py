"""Operations that run before and after an operation in the same iteration."""

from __future__ import annotations

from xdsl.dialects import scf
from xdsl.ir import Operation, SSAValue

from ...dialect.ir.effects import leaves_memory
from ...dialect.ir.memory_access import Load, buffer_of, is_load, is_store
from ..values.poison import computing


def loads_feeding(value: SSAValue) -> list[Load]:
    """The loads that a value is computed from by arithmetic."""
    ops = computing([value])
    owners = [value.owner, *(operand.owner for op in ops for operand in op.operands)]
    return [op for op in dict.fromkeys(owners) if is_load(op)]


def choices_feeding(value: SSAValue) -> list[SSAValue]:
    """The conditions, and what both arms give, of the ifs on data that feed a value."""
    ops = computing([value])
    found = list[SSAValue]()
    for each in dict.fromkeys([value, *(operand for op in ops for operand in op.operands)]):
        owner = each.owner
        if isinstance(owner, scf.IfOp):
            found += [owner.cond, *yielded_by(owner, owner.results.index(each))]
    return found


def yielded_by(op: scf.IfOp, position: int) -> list[SSAValue]:
    """What the arms of an if give as a result."""
    ends = [region.blocks[0].last_op for region in op.regions if region.blocks]
    return [end.operands[position] for end in ends if end is not None]


def writer_after(op: Operation, buffer: SSAValue, end: Operation | None = None) -> Operation | None:
    """The next operation of the block that may write the buffer, or `end` if that comes first."""
    current = op.next_op
    while current is not None and current is not end:
        if any(_may_write(nested, buffer) for nested in current.walk()):
            return current
        current = current.next_op
    return current


def sees_entry(load: Load, guard: Operation) -> bool:
    """
    Return whether a load returns the value that its cell has when the guard is reached.

    The load is before the guard in the same block, or inside one of the guard's arms.
    """
    block = load.parent
    if block is None:
        return False
    if block is guard.parent:
        return (
            load.is_before_in_block(guard) and writer_after(load, buffer_of(load), guard) is guard
        )
    if block.parent_op() is not guard:
        return False
    in_front = (op for op in block.ops if op.is_before_in_block(load))
    return not any(_may_write(nested, buffer_of(load)) for op in in_front for nested in op.walk())


def _may_write(op: Operation, buffer: SSAValue) -> bool:
    if is_store(op):
        return buffer_of(op) is buffer
    return not leaves_memory(op)
