"""Steps of loads and stores, affine index computations, assumes and asserts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from xdsl.dialects import affine, cf, memref
from xdsl.dialects.builtin import AffineMapAttr
from xdsl.ir import Operation, SSAValue

from ....dialect.annotations import USER
from ....dialect.ops import AssumeOp, UndefOp
from ..machine.alignment import claim_of
from ..machine.program import Frame, Handler, Step
from ..values.affine_code import Registers, compile_map
from ..values.errors import NotValidated
from ..values.scalars import element_of, lanes_of
from .assume_operands import feeds_only_assumes

_Indices = Callable[[Registers], Sequence[int]]


def _plain_indices(frame: Frame, indices: Sequence[SSAValue]) -> _Indices:
    slots = frame.slots(indices)
    return lambda r: [r[slot] for slot in slots]


def _load_vector(frame: Frame, op: Operation, source: SSAValue, indices: _Indices) -> Step:
    """The lanes of an element that is a vector, which are cells of their own."""
    lanes = [
        _load_cell(frame, op, source, lambda r, lane=lane: (*indices(r), lane))
        for lane in range(lanes_of(op.results[0].type) or 0)
    ]
    target = frame.slot(op.results[0])

    def run(r: Registers) -> None:
        values: list[Any] = []
        for load in lanes:
            load(r)
            values.append(r[target])
        r[target] = tuple(values)

    return run


def _load(frame: Frame, op: Operation, source: SSAValue, indices: _Indices) -> Step:
    if lanes_of(op.results[0].type) is not None:
        return _load_vector(frame, op, source, indices)
    return _load_cell(frame, op, source, indices)


def _load_cell(frame: Frame, op: Operation, source: SSAValue, indices: _Indices) -> Step:
    memory, loaded = frame.machine.memory, frame.machine.domain.loaded
    view, target = frame.slot(source), frame.slot(op.results[0])
    if feeds_only_assumes(op):
        return _assumed_load(frame, op, view, target, indices)

    def run(r: Registers) -> None:
        r[target] = loaded(memory.read(r[view], indices(r)))

    return run


def _assumed_load(frame: Frame, op: Operation, view: int, target: int, indices: _Indices) -> Step:
    """No access: a cell that may not be read is anything, so that no assume on it holds."""
    memory, domain, side = frame.machine.memory, frame.machine.domain, frame.machine.side
    scalar = element_of(op.results[0].type)

    def run(r: Registers) -> None:
        index = indices(r)
        if memory.is_readable(r[view], index):
            r[target] = domain.loaded(memory.read(r[view], index, only_assumed=True))
        else:
            r[target] = domain.undef(scalar, f"unreadable {side}", assumed=False)

    return run


def _affine_load(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, affine.LoadOp)
    return _load(frame, op, op.memref, compile_map(op.map.data, frame.slots(op.indices)))


def _memref_load(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, memref.LoadOp)
    indices = _plain_indices(frame, op.indices)
    return _claiming(frame, op, op.memref, indices, _load(frame, op, op.memref, indices))


def _store(
    frame: Frame, op: Operation, target: SSAValue, value: SSAValue, indices: _Indices
) -> Step:
    memory = frame.machine.memory
    view, source = frame.slot(target), frame.slot(value)
    is_undef = isinstance(value.owner, UndefOp)

    def run(r: Registers) -> None:
        memory.write(r[view], indices(r), r[source], op, is_undef=is_undef)

    def run_lanes(r: Registers) -> None:
        for lane, part in enumerate(r[source]):
            memory.write(r[view], (*indices(r), lane), part, op, is_undef=is_undef)

    return run if lanes_of(value.type) is None else run_lanes


def _affine_store(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, affine.StoreOp)
    indices = compile_map(op.map.data, frame.slots(op.indices))
    return _store(frame, op, op.memref, op.value, indices)


def _memref_store(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, memref.StoreOp)
    indices = _plain_indices(frame, op.indices)
    step = _store(frame, op, op.memref, op.value, indices)
    return _claiming(frame, op, op.memref, indices, step)


def _claiming(frame: Frame, op: Operation, buffer: SSAValue, indices: _Indices, step: Step) -> Step:
    """An access with what it says of its address."""
    claim, view = claim_of(frame.machine, op), frame.slot(buffer)
    if claim is None:
        return step

    def run(r: Registers) -> None:
        step(r)
        claim(r[view], indices(r), True)

    return run


def _applied(choose: Callable[[Sequence[int]], int]) -> Handler:
    def handler(frame: Frame, op: Operation) -> Step:
        map = op.properties["map"]
        assert isinstance(map, AffineMapAttr)
        results = compile_map(map.data, frame.slots(op.operands))
        target = frame.slot(op.results[0])

        def run(r: Registers) -> None:
            r[target] = choose(results(r))

        return run

    return handler


def _assume(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, AssumeOp)
    machine = frame.machine
    condition, by_user = frame.slot(op.condition), USER in op.attributes

    def run(r: Registers) -> None:
        stated = r[condition]
        is_fact = by_user or machine.side == "before"
        chosen = machine.domain.chosen(stated, as_fact=is_fact)
        if chosen == 1:
            return
        machine.demand(
            chosen,
            "a false assume",
            op,
            frame.loops(op, r),
            stated=stated,
            is_assume=True,
            by_user=by_user,
        )

    return run


def _assert(frame: Frame, op: Operation) -> Step:
    """In the result only: whether what an assert of the original ended still ends is not shown."""
    assert isinstance(op, cf.AssertOp)
    machine, condition = frame.machine, frame.slot(op.arg)
    if machine.side == "before":
        raise NotValidated("a cf.assert of the original may end the program", op)

    def run(r: Registers) -> None:
        machine.demand(r[condition], "a cf.assert that fails", op, frame.loops(op, r))

    return run


ACCESSES: dict[str, Handler] = {
    "affine.load": _affine_load,
    "affine.store": _affine_store,
    "memref.load": _memref_load,
    "memref.store": _memref_store,
    "affine.apply": _applied(lambda results: results[0]),
    "affine.min": _applied(min),
    "affine.max": _applied(max),
    "pad.assume": _assume,
    "cf.assert": _assert,
}
