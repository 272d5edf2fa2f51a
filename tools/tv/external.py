"""Calls of functions without a body: an unknown effect on all cells that they can reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import prod
from typing import TYPE_CHECKING, Any

from xdsl.dialects import func
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Operation

from .computed import with_values
from .contract import Computed, Contract, Copy, Unspecified, static_contract
from .errors import NotValidated, Undefined
from .machine import Call
from .memory import Buffer, Owner, View
from .operators import operator
from .scalars import scalar_of
from .signature import parameters_of

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
    given = [operand for operand in operands if isinstance(operand, View)]
    contracts = _contracts(callee, operands)
    laid_out = {view: c for call in machine.calls for view, c in call.contracts.items()}
    laid_out = {view: c for view, c in laid_out.items() if not view.buffer.ended} | contracts
    cells: list[tuple[Buffer, int]] = []
    views = machine.reachable(operands)
    for view in views:
        if view.buffer.ended:
            raise Undefined(f"{view.buffer.name} is passed on after {view.buffer.ended}")
        contract = laid_out.get(view)
        if contract is not None:
            cells += ((view.buffer, cell) for cell in contract.cells)
            continue
        offsets = map(_offset(view), view.indices())
        cells += ((view.buffer, o) for o in offsets if o not in view.buffer.forbidden)
    scalars = [
        (scalar_of(type), operand)
        for type, operand in zip(op.operand_types, operands, strict=True)
        if not isinstance(operand, View)
    ]
    before = [(buffer, offset, buffer.cells[offset]) for buffer, offset in cells]
    padding = [
        (view.buffer, cell, wanted, view.buffer.cells[cell])
        for view, contract in laid_out.items()
        for cell, wanted in _values(machine, view.buffer, contract)
    ]
    number = len(machine.calls)
    called = Call(callee.sym_name.data, op, scalars, given, contracts, views, before, padding)
    machine.calls.append(called)
    for position, (buffer, offset) in enumerate(cells):
        if buffer.owner is Owner.CONSTANT:
            continue
        if buffer.roles is not None:
            buffer.roles.note_read(offset, only_assumed=False)
        maker = operator("call result", buffer.scalar, detail=number)
        machine.memory.put(buffer, offset, machine.domain.leaf(maker, position), surely=False)
        buffer.writers[offset] = op
    for view, contract in laid_out.items():
        _leave_padding(machine, view.buffer, contract, op)
    types = callee.function_type.outputs.data
    makers = [operator("call result", scalar_of(type), detail=number) for type in types]
    return [machine.domain.leaf(maker, -1 - k) for k, maker in enumerate(makers)]


def _contracts(callee: func.FuncOp, operands: Sequence[Any]) -> dict[View, Contract]:
    """What the callee says of the padding of its operands, which have to be whole buffers."""
    found: dict[View, Contract] = {}
    for parameter, operand in zip(parameters_of(callee), operands, strict=True):
        contract = static_contract(parameter)
        if contract is None:
            continue
        if operand.shape != contract.physical_shape or prod(operand.shape) != len(
            operand.buffer.cells
        ):
            raise NotValidated(f"a part of {operand.buffer.name} is a laid-out argument")
        found[operand] = with_values(contract, callee)
    return found


def _values(machine: Machine, buffer: Buffer, contract: Contract) -> Iterator[tuple[int, Any]]:
    """The padding that holds a value, with what it has to hold now."""
    for cell, kind in contract.kinds.items():
        if isinstance(kind, Copy):
            yield cell, buffer.cells[contract.copied_in_the_end(cell)]
        elif not isinstance(kind, Unspecified | Computed):
            yield cell, machine.domain.lift(buffer.scalar, kind)


def _leave_padding(machine: Machine, buffer: Buffer, contract: Contract, op: Operation) -> None:
    """The padding at exit; undef may be anything then, forbidden is as it was."""
    for cell, kind in contract.kinds.items():
        if kind is Unspecified.UNDEF:
            undef = machine.domain.undef(buffer.scalar, machine.side, assumed=False)
            machine.memory.put(buffer, cell, undef, surely=False)
            buffer.writers[cell] = op
            buffer.free.add(cell)
    for cell, value in _values(machine, buffer, contract):
        machine.memory.put(buffer, cell, value, surely=False)


def _offset(view: View) -> Callable[[Sequence[int]], int]:
    return lambda point: view.offset + sum(i * s for i, s in zip(point, view.strides, strict=True))
