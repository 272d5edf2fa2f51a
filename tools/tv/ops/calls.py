"""Steps of calls; a callee without a body has an unknown effect on all that it can reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import prod
from typing import Any

from xdsl.dialects import func
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Operation

from ....dialect.annotations import MAY_ALIAS
from ..contracts.layouts import (
    Computed,
    Contract,
    Copy,
    Derived,
    Unspecified,
    static_contract,
)
from ..contracts.signature import parameters_of
from ..machine.pad_functions import with_values
from ..machine.program import Frame, Handler, Program, Step
from ..machine.state import Call, Machine
from ..memory.buffers import UNINIT, Buffer, Owner, View
from ..values.affine_code import Registers
from ..values.errors import DependsOnData, NotValidated, Undefined
from ..values.operators import operator
from ..values.scalars import scalar_of

_DEEPEST_CALL = 50


def _call(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, func.CallOp)
    machine = frame.machine
    name = op.callee.string_value()
    callee = machine.functions.get(name)
    if callee is None:
        raise NotValidated(f"the function @{name} is unknown")
    arguments, results = frame.slots(op.arguments), frame.slots(op.results)
    programs: list[Program] = []
    promised, forbidden = _promised_padding(callee), _forbidden_padding(callee)

    def run(r: Registers) -> None:
        values = [r[slot] for slot in arguments]
        twice = [] if MAY_ALIAS in callee.attributes else _given_twice(values)
        if callee.is_declaration:
            if twice:
                raise NotValidated(f"@{name} may write {twice[0].name}, which it gets twice")
            returned = _call_external(frame, op, callee, values)
        else:
            if machine.depth >= _DEEPEST_CALL:
                raise NotValidated(f"calls are nested more than {_DEEPEST_CALL} deep")
            if not programs:
                programs.append(Program.of(callee, machine, frame.handlers))
            machine.depth += 1
            for value in values:
                if isinstance(value, View) and value.buffer.roles is not None:
                    value.buffer.roles.note_given()
            earlier = [dict(buffer.writers) for buffer in twice]
            for buffer in twice:
                buffer.writers.clear()
            undefined = list(_undefine(machine, values, forbidden))
            returned = programs[0].run(values)
            for buffer, offset in undefined:
                if offset not in buffer.writers:
                    machine.memory.put(buffer, offset, UNINIT, surely=False)
            for buffer, writers in zip(twice, earlier, strict=True):
                if buffer.writers:
                    raise NotValidated(f"@{name} writes {buffer.name}, which it gets twice")
                buffer.writers.update(writers)
            machine.depth -= 1
            for value, cells in zip(values, promised, strict=True):
                if cells and len(value.buffer.cells) == prod(value.shape):
                    value.buffer.free |= cells & value.buffer.writers.keys()
        for slot, value in zip(results, returned, strict=True):
            r[slot] = value

    return run


def _given_twice(values: Sequence[Any]) -> list[Buffer]:
    """The buffers that are passed for several parameters, which a callee may take for distinct."""
    counts = Counter(value.buffer for value in values if isinstance(value, View))
    return [buffer for buffer, count in counts.items() if count > 1]


def _promised_padding(callee: func.FuncOp) -> list[frozenset[int]]:
    """For each argument of a function, the padding that by its contract holds a value."""
    return [
        frozenset[int]()
        if contract is None
        else frozenset(c for c, kind in contract.kinds.items() if not isinstance(kind, Unspecified))
        for contract in map(static_contract, parameters_of(callee))
    ]


def _forbidden_padding(callee: func.FuncOp) -> list[frozenset[int]]:
    """For each argument of a function, the padding that by its contract may not exist."""
    contracts = map(static_contract, parameters_of(callee))
    return [frozenset() if c is None else c.forbidden for c in contracts]


def _undefine(
    machine: Machine, values: Sequence[Any], forbidden: Sequence[frozenset[int]]
) -> Iterator[tuple[Buffer, int]]:
    """
    Puts undef into what is uninitialised of the buffers that a callee is given.

    A callee may read all cells of its arguments, forbidden padding apart (design, section 3).
    """
    for value, cells in zip(values, forbidden, strict=True):
        if not isinstance(value, View) or UNINIT not in (buffer := value.buffer).cells:
            continue
        if cells and len(buffer.cells) != prod(value.shape):
            raise NotValidated(f"a part of {buffer.name} is a laid-out argument")
        for offset in sorted(set(map(_offset(value), value.indices())) - cells):
            if buffer.cells[offset] is UNINIT:
                undef = machine.domain.undef(buffer.scalar, machine.side, assumed=False)
                machine.memory.put(buffer, offset, undef, surely=False)
                buffer.writers.pop(offset, None)
                yield buffer, offset


def _call_external(
    frame: Frame, op: Operation, callee: func.FuncOp, operands: Sequence[Any]
) -> list[Any]:
    """
    Notes what the callee is given, and puts values into all cells that it may write.

    The n-th call of one side gives the same values as the n-th of the other: that both are given
    the same is compared in the end.
    """
    machine = frame.machine
    if machine.memory.journals:
        reason = "a call of a function without a body depends on the data"
        raise DependsOnData(reason, values=tuple(machine.memory.path))
    if machine.memory.iterations:
        raise NotValidated("a call of a function without a body in a parallel loop")
    if any(isinstance(type, MemRefType) for type in callee.function_type.outputs):
        raise NotValidated("a function without a body returns a buffer")
    given = [operand for operand in operands if isinstance(operand, View)]
    contracts = _contracts(frame, callee, operands)
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


def _contracts(frame: Frame, callee: func.FuncOp, operands: Sequence[Any]) -> dict[View, Contract]:
    """
    The contracts of the callee about the padding of its operands, which have to be whole buffers.
    """
    found: dict[View, Contract] = {}
    for parameter, operand in zip(parameters_of(callee), operands, strict=True):
        contract = static_contract(parameter)
        if contract is None:
            continue
        if operand.shape != contract.physical_shape or prod(operand.shape) != len(
            operand.buffer.cells
        ):
            raise NotValidated(f"a part of {operand.buffer.name} is a laid-out argument")
        found[operand] = with_values(contract, callee, frame.handlers)
    return found


def _values(machine: Machine, buffer: Buffer, contract: Contract) -> Iterator[tuple[int, Any]]:
    """The padding that holds a value, with what it has to hold now."""
    for cell, kind in contract.kinds.items():
        if isinstance(kind, Copy | Derived):
            yield cell, contract.held(cell, buffer.cells, machine.domain)
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


CALLS: dict[str, Handler] = {"func.call": _call}
