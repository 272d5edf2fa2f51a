"""What assumes say of indices at a place of the program."""

from __future__ import annotations

from xdsl.ir import Operation

from ..dialect.ops import AssumeOp
from .expr import Expr, all_of
from .instances import InstanceReader


def assumed_at(op: Operation, reader: InstanceReader) -> Expr:
    """
    The conjunction of the assumes on indices that ran before `op`, in its block and those around.

    An index never changes, so that what is assumed of it holds from there on. Conditions on what a
    buffer holds are left out.
    """
    found: list[Expr] = []
    current: Operation | None = op
    while current is not None and reader.stage(current) is not None:
        earlier = current.prev_op
        while earlier is not None:
            if isinstance(earlier, AssumeOp):
                condition = reader.condition(earlier.condition)
                found += [] if condition is None else [condition]
            earlier = earlier.prev_op
        current = current.parent_op()
    return all_of(reversed(found))
