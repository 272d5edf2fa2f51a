"""An `if` on the data: both arms run, and their effects become selects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from xdsl.ir import Operation

from ..memory.buffers import UNINIT, Buffer, Journal, Memory, View
from ..values.affine_code import Registers
from ..values.errors import DependsOnData, Undecided, Undefined
from ..values.scalars import element_of, lanes_of
from .program import Body, Frame

_Cell = tuple[Buffer, int]
_DEEPEST = 64


@dataclass(frozen=True)
class _Arm:
    """The effect of one arm: the cells it changes, surely or not, and the values it yields."""

    cells: dict[_Cell, Any]
    surely: set[_Cell]
    results: list[Any]
    undefined: Undefined | None = None


def fork(
    frame: Frame, op: Operation, r: Registers, condition: Any, then: Body, other: Body | None
) -> None:
    """
    Runs both arms.

    An arm whose execution is undefined demands that the condition does not choose it.
    """
    machine, domain = frame.machine, frame.machine.domain
    condition = demand_known(frame, op, r, condition)
    arms = [_run(frame, r, condition, 1, then), _run(frame, r, condition, 0, other)]
    for arm, sense in zip(arms, (domain.negation(condition), condition), strict=True):
        if arm.undefined is None:
            continue
        if arms[0].undefined is not None and arms[1].undefined is not None:
            raise arm.undefined
        stop = arm.undefined
        assert stop.op is not None
        machine.demand(sense, stop.reason, stop.op, stop.loops)
    _merge(frame, op, r, condition, arms)


def demand_known(frame: Frame, op: Operation, r: Registers, condition: Any) -> Any:
    """A condition that the data decides; that it is poison or undef is undefined."""
    machine, domain = frame.machine, frame.machine.domain
    condition, causes = domain.causes(condition)
    for cause in causes:
        loops = frame.loops(op, r)
        machine.demand(domain.negation(cause), "a branch depends on poison", op, loops)
    if domain.is_undef(condition):
        raise Undefined("a branch depends on undef")
    return condition


def _run(frame: Frame, r: Registers, condition: Any, truth: int, body: Body | None) -> _Arm:
    machine, memory, domain = frame.machine, frame.machine.memory, frame.machine.domain
    if body is None:
        return _Arm({}, set(), [])
    depth, iterations = machine.depth, len(memory.iterations)
    domain.path[condition] = truth
    memory.journals.append(Journal())
    undefined = None
    try:
        body.run(r)
    except Undefined as stop:
        undefined = stop
        machine.depth = depth
        del memory.iterations[iterations:]
    finally:
        cells, surely = _taken_back(memory)
        del domain.path[condition]
    return _Arm(cells, surely, [] if undefined else [r[slot] for slot in body.results], undefined)


def run_undecided(
    frame: Frame, op: Operation, r: Registers, run: Callable[[Registers], None]
) -> None:
    """Runs what may be Undecided, again for both truth values of what it then depends on."""
    memory, condition = frame.machine.memory, None
    if len(memory.journals) > _DEEPEST:
        reason = f"which threads meet depends on more than {_DEEPEST} conditions"
        raise DependsOnData(reason, values=tuple(memory.path))
    iterations = len(memory.iterations)
    memory.journals.append(Journal())
    try:
        run(r)
    except Undecided as stop:
        condition = stop.condition
        del memory.iterations[iterations:]
    finally:
        cells, surely = _taken_back(memory)
    if condition is None:
        for (buffer, offset), value in cells.items():
            memory.put(buffer, offset, value, surely=(buffer, offset) in surely)
        return
    again = Body(frame, [lambda r: run_undecided(frame, op, r, run)], [op], [], [])
    fork(frame, op, r, condition, again, again)


def _taken_back(memory: Memory) -> tuple[dict[_Cell, Any], set[_Cell]]:
    """
    Undo the writes since the last journal began, and return their values, and which cells were
    surely written.
    """
    journal = memory.journals.pop()
    cells = {(buffer, offset): buffer.cells[offset] for buffer, offset in journal.held}
    for (buffer, offset), value in journal.held.items():
        buffer.cells[offset] = value
    return cells, journal.surely


def _merge(frame: Frame, op: Operation, r: Registers, condition: Any, arms: list[_Arm]) -> None:
    then, other = arms
    memory, domain = frame.machine.memory, frame.machine.domain
    for buffer, offset in {**then.cells, **other.cells}:
        cell, old = (buffer, offset), buffer.cells[offset]
        if then.undefined or other.undefined:
            defined = other if then.undefined else then
            surely = cell in defined.surely
            memory.put(buffer, offset, defined.cells.get(cell, old), surely=surely)
            continue
        values = [arm.cells.get(cell, old) for arm in arms]
        if values[0] is not values[1]:
            values = [domain.uninitialised(buffer.scalar) if v is UNINIT else v for v in values]
            values[0] = domain.merge(condition, buffer.scalar, values[0], values[1])
        surely = cell in then.surely and cell in other.surely
        memory.put(buffer, offset, values[0], surely=surely)
    for position, result in enumerate(op.results):
        choices = [arm.results[position] for arm in arms if not arm.undefined]
        r[frame.slot(result)] = choices[0]
        if len(choices) == 1 or choices[0] is choices[1]:
            continue
        if isinstance(choices[0], View):
            reason = "which buffer an if yields depends on the data"
            raise DependsOnData(reason, values=(condition,))
        scalar = element_of(result.type)
        if lanes_of(result.type) is None:
            r[frame.slot(result)] = domain.merge(condition, scalar, *choices)
        else:
            pairs = zip(*choices, strict=True)
            r[frame.slot(result)] = tuple(domain.merge(condition, scalar, *p) for p in pairs)
