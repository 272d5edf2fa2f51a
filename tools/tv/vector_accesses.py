"""Steps of vector loads and stores: lane by lane, each as an access of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from xdsl.dialects import affine, vector
from xdsl.ir import Operation, SSAValue

from ...dialect.ops import UndefOp
from .addresses import stated_alignment
from .affine_code import Registers, compile_map
from .errors import NotValidated
from .memory import View
from .scalars import lanes_of

if TYPE_CHECKING:
    from .machine import Machine
    from .program import Frame, Handler, Step

_Indices = Callable[[Registers], Sequence[int]]


def _plain_indices(frame: Frame, indices: Sequence[SSAValue]) -> _Indices:
    slots = frame.slots(indices)
    return lambda r: [r[slot] for slot in slots]


def _points(indices: Sequence[int], lanes: int) -> list[list[int]]:
    """The index of each lane: along the last axis."""
    *outer, first = indices
    return [[*outer, first + lane] for lane in range(lanes)]


def _claim(machine: Machine, op: Operation) -> Callable[[View, Sequence[int], bool], None]:
    """Checks what an access says of its address; the flag is whether any lane is on."""
    alignment = stated_alignment(op)
    if alignment is None:
        return lambda view, indices, is_accessed: None

    def check(view: View, indices: Sequence[int], is_accessed: bool) -> None:
        steps = zip(indices, view.strides, strict=True)
        offset = view.offset + sum(index * stride for index, stride in steps)
        machine.claim_alignment(view, offset, alignment, is_accessed=is_accessed)

    return check


def _load(frame: Frame, op: Operation, source: SSAValue, indices: _Indices) -> Step:
    machine = frame.machine
    memory, loaded, claim = machine.memory, machine.domain.loaded, _claim(machine, op)
    view, target = frame.slot(source), frame.slot(op.results[0])
    lanes = _lanes(op.results[0])

    def run(r: Registers) -> None:
        index = indices(r)
        machine.meter.spend(lanes)
        r[target] = tuple(loaded(memory.read(r[view], p)) for p in _points(index, lanes))
        claim(r[view], index, True)

    return run


def _store(
    frame: Frame, op: Operation, target: SSAValue, value: SSAValue, indices: _Indices
) -> Step:
    machine = frame.machine
    memory, claim = machine.memory, _claim(machine, op)
    view, source, lanes = frame.slot(target), frame.slot(value), _lanes(value)
    is_undef = _is_undef(value)

    def run(r: Registers) -> None:
        index = indices(r)
        machine.meter.spend(lanes)
        for point, lane in zip(_points(index, lanes), r[source], strict=True):
            memory.write(r[view], point, lane, op, is_undef=is_undef)
        claim(r[view], index, True)

    return run


def _is_undef(value: SSAValue) -> bool:
    """Whether each lane is a `pad.undef` itself."""
    if isinstance(value.owner, vector.BroadcastOp):
        value = value.owner.source
    return isinstance(value.owner, UndefOp)


def _lanes(value: SSAValue) -> int:
    lanes = lanes_of(value.type)
    assert lanes is not None
    return lanes


def _masked_load(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, vector.MaskedLoadOp)
    machine = frame.machine
    memory, loaded, claim = machine.memory, machine.domain.loaded, _claim(machine, op)
    view, target, indices = frame.slot(op.base), frame.slot(op.result), frame.slots(op.indices)
    mask, instead, lanes = frame.slot(op.mask), frame.slot(op.pass_thru), _lanes(op.result)

    def run(r: Registers) -> None:
        index = [r[slot] for slot in indices]
        machine.meter.spend(lanes)
        r[target] = tuple(
            loaded(memory.read(r[view], point)) if _decided(machine, is_on) else other
            for point, is_on, other in zip(_points(index, lanes), r[mask], r[instead], strict=True)
        )
        claim(r[view], index, 1 in r[mask])

    return run


def _masked_store(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, vector.MaskedStoreOp)
    machine = frame.machine
    memory, claim, is_undef = machine.memory, _claim(machine, op), _is_undef(op.value_to_store)
    view, source, indices = (
        frame.slot(op.base),
        frame.slot(op.value_to_store),
        frame.slots(op.indices),
    )
    mask, lanes = frame.slot(op.mask), _lanes(op.value_to_store)

    def run(r: Registers) -> None:
        index = [r[slot] for slot in indices]
        machine.meter.spend(lanes)
        for point, is_on, lane in zip(_points(index, lanes), r[mask], r[source], strict=True):
            if _decided(machine, is_on):
                memory.write(r[view], point, lane, op, is_undef=is_undef)
        claim(r[view], index, 1 in r[mask])

    return run


def _decided(machine: Machine, is_on: Any) -> int:
    decided = machine.domain.decide(is_on)
    if decided is None:
        raise NotValidated("which lanes a masked access touches depends on the data")
    return decided


def _vector_load(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, vector.LoadOp)
    return _load(frame, op, op.base, _plain_indices(frame, op.indices))


def _vector_store(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, vector.StoreOp)
    return _store(frame, op, op.base, op.vector, _plain_indices(frame, op.indices))


def _affine_load(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, affine.VectorLoadOp)
    return _load(frame, op, op.memref, compile_map(op.map.data, frame.slots(op.indices)))


def _affine_store(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, affine.VectorStoreOp)
    indices = compile_map(op.map.data, frame.slots(op.indices))
    return _store(frame, op, op.memref, op.value, indices)


VECTOR_ACCESSES: dict[str, Handler] = {
    "vector.load": _vector_load,
    "vector.store": _vector_store,
    "vector.maskedload": _masked_load,
    "vector.maskedstore": _masked_store,
    "affine.vector_load": _affine_load,
    "affine.vector_store": _affine_store,
}
