"""What comes before and after an operation in one iteration."""

from __future__ import annotations

from xdsl.ir import Operation, SSAValue

from .insertion import Load, Store
from .poison import computing
from .speculation import is_harmless


def loads_behind(value: SSAValue) -> list[Load]:
    """The loads that a value is computed from by arithmetic."""
    ops = computing([value])
    owners = [value.owner, *(operand.owner for op in ops for operand in op.operands)]
    return [op for op in dict.fromkeys(owners) if isinstance(op, Load)]


def writer_behind(
    op: Operation, buffer: SSAValue, end: Operation | None = None
) -> Operation | None:
    """The next operation of the block that may write the buffer, or `end` if that comes first."""
    current = op.next_op
    while current is not None and current is not end:
        if any(_may_write(nested, buffer) for nested in current.walk()):
            return current
        current = current.next_op
    return current


def _may_write(op: Operation, buffer: SSAValue) -> bool:
    if isinstance(op, Store):
        return op.memref is buffer
    return not (isinstance(op, Load) or is_harmless(op) or bool(op.regions))
