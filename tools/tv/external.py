"""Calls of functions without a body: an unknown effect on all cells that they can reach."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from xdsl.dialects import func
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Operation

from .errors import NotValidated
from .machine import Call
from .memory import View
from .scalars import scalar_of
from .terms import operator

if TYPE_CHECKING:
    from .machine import Machine


def call_external(
    machine: Machine, op: Operation, callee: func.FuncOp, operands: Sequence[Any]
) -> list[Any]:
    """
    Notes what the callee is given, and puts values into all cells that it may write.

    The n-th call of one side gives the same values as the n-th of the other: that both are given
    the same is compared in the end.
    """
    if machine.memory.journals:
        raise NotValidated("a call of a function without a body depends on the data")
    if machine.memory.iterations:
        raise NotValidated("a call of a function without a body in a parallel loop")
    if any(isinstance(type, MemRefType) for type in callee.function_type.outputs):
        raise NotValidated("a function without a body gives a buffer")
    views = machine.reachable(operands)
    cells = [
        (view.buffer, offset)
        for view in views
        for offset in map(_offset(view), view.indices())
        if offset not in view.buffer.forbidden
    ]
    scalars = [
        (scalar_of(type), operand)
        for type, operand in zip(op.operand_types, operands, strict=True)
        if not isinstance(operand, View)
    ]
    before = [(buffer, offset, buffer.cells[offset]) for buffer, offset in cells]
    number = len(machine.calls)
    machine.calls.append(Call(callee.sym_name.data, op, scalars, before))
    for position, (buffer, offset) in enumerate(cells):
        if buffer.roles is not None:
            buffer.roles.note_read(offset, only_assumed=False)
        maker = operator("call result", buffer.scalar, detail=number)
        machine.memory.put(buffer, offset, machine.domain.leaf(maker, position), surely=False)
        buffer.writers[offset] = op
    types = callee.function_type.outputs.data
    makers = [operator("call result", scalar_of(type), detail=number) for type in types]
    return [machine.domain.leaf(maker, -1 - k) for k, maker in enumerate(makers)]


def _offset(view: View) -> Callable[[Sequence[int]], int]:
    return lambda point: view.offset + sum(i * s for i, s in zip(point, view.strides, strict=True))
