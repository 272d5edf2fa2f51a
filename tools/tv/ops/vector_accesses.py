"""Steps of vector loads and stores: lane by lane, each as an access of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import index as as_index
from typing import Any, cast

from xdsl.dialects import affine, vector
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.ir.affine import AffineMap

from ....dialect.ops import UndefOp
from ..machine.alignment import claim_of
from ..machine.fork import demand_known, fork
from ..machine.program import Body, Frame, Handler, Step
from ..memory.addresses import BITS_OF_A_BYTE, bytes_of
from ..values.affine_code import Registers, compile_map
from ..values.errors import NotValidated, Undefined
from ..values.scalars import BOOL, element_of, lanes_of, scalar_of

_Indices = Callable[[Registers], Sequence[int]]


def _plain_indices(frame: Frame, indices: Sequence[SSAValue]) -> _Indices:
    slots = frame.slots(indices)
    return lambda r: [r[slot] for slot in slots]


def _check(type: Attribute) -> None:
    """
    Raises NotValidated if lanes don't lie in memory as the elements of a buffer do.

    Those of i1 do: pad-to-host makes bytes of them.
    """
    buffer = cast("MemRefType[Attribute]", type)
    scalar = scalar_of(buffer.element_type)
    is_packed = scalar is not BOOL and scalar.width != BITS_OF_A_BYTE * bytes_of(scalar)
    if not buffer.get_num_dims() or is_packed:
        raise NotValidated(f"a vector in a buffer of type {type}")


def _points(indices: Sequence[int], lanes: int) -> list[list[int]]:
    """The index of each lane: along the last axis."""
    *outer, first = indices
    return [[*outer, first + lane] for lane in range(lanes)]


def _load(frame: Frame, op: Operation, source: SSAValue, indices: _Indices) -> Step:
    _check(source.type)
    machine = frame.machine
    memory, loaded, claim = machine.memory, machine.domain.loaded, claim_of(machine, op)
    view, target = frame.slot(source), frame.slot(op.results[0])
    lanes = _lanes(op.results[0])

    def run(r: Registers) -> None:
        index = indices(r)
        machine.meter.spend(lanes)
        r[target] = tuple(loaded(memory.read(r[view], p)) for p in _points(index, lanes))
        if claim is not None:
            claim(r[view], index, True)

    return run


def _store(
    frame: Frame, op: Operation, target: SSAValue, value: SSAValue, indices: _Indices
) -> Step:
    _check(target.type)
    machine = frame.machine
    memory, claim = machine.memory, claim_of(machine, op)
    view, source, lanes = frame.slot(target), frame.slot(value), _lanes(value)
    is_undef = _is_undef(value)

    def run(r: Registers) -> None:
        index = indices(r)
        machine.meter.spend(lanes)
        for point, lane in zip(_points(index, lanes), r[source], strict=True):
            memory.write(r[view], point, lane, op, is_undef=is_undef)
        if claim is not None:
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


def _lane_reader(
    frame: Frame, op: Operation, source: SSAValue
) -> Callable[[Registers, list[int], Any, Any], Any]:
    """Reads the cell of a lane, or gives something else where it is off, and touches no memory."""
    machine, scalar = frame.machine, element_of(op.results[0].type)
    memory, domain, view = machine.memory, machine.domain, frame.slot(source)

    def read(r: Registers, point: list[int], is_on: Any, other: Any) -> Any:
        decided = domain.decide(is_on)
        if decided is not None:
            return domain.loaded(memory.read(r[view], point)) if decided else other
        condition = demand_known(frame, op, r, is_on)
        value, reason = other, None
        domain.path[condition] = 1
        try:
            value = domain.loaded(memory.read(r[view], point))
        except Undefined as stop:
            reason = stop.reason
        finally:
            del domain.path[condition]
        if reason is not None:
            machine.demand(domain.negation(condition), reason, op, frame.loops(op, r))
        return domain.merge(condition, scalar, value, other)

    return read


def _lane_writer(
    frame: Frame, op: Operation, target: SSAValue, value: SSAValue
) -> Callable[[Registers, list[int], Any, Any], None]:
    """Writes the cell of a lane unless it is off."""
    machine, view, is_undef = frame.machine, frame.slot(target), _is_undef(value)

    def write(r: Registers, point: list[int], is_on: Any, lane: Any) -> None:
        def store(r: Registers) -> None:
            machine.memory.write(r[view], point, lane, op, is_undef=is_undef)

        decided = machine.domain.decide(is_on)
        if decided is None:
            fork(frame, op, r, is_on, Body(frame, [store], [op], [], []), None)
        elif decided:
            store(r)

    return write


def _masked_load(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, vector.MaskedLoadOp)
    _check(op.base.type)
    frame.note_deciding([op.mask])
    machine, read = frame.machine, _lane_reader(frame, op, op.base)
    claim, view = claim_of(machine, op), frame.slot(op.base)
    target, indices = frame.slot(op.result), frame.slots(op.indices)
    mask, instead, lanes = frame.slot(op.mask), frame.slot(op.pass_thru), _lanes(op.result)

    def run(r: Registers) -> None:
        index = [r[slot] for slot in indices]
        machine.meter.spend(lanes)
        choices = zip(_points(index, lanes), r[mask], r[instead], strict=True)
        r[target] = tuple(read(r, *choice) for choice in choices)
        if claim is not None:
            claim(r[view], index, 1 in r[mask])

    return run


def _masked_store(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, vector.MaskedStoreOp)
    _check(op.base.type)
    frame.note_deciding([op.mask])
    machine, value = frame.machine, op.value_to_store
    write = _lane_writer(frame, op, op.base, value)
    claim, view, source = claim_of(machine, op), frame.slot(op.base), frame.slot(value)
    mask, indices, lanes = frame.slot(op.mask), frame.slots(op.indices), _lanes(value)

    def run(r: Registers) -> None:
        index = [r[slot] for slot in indices]
        machine.meter.spend(lanes)
        for choice in zip(_points(index, lanes), r[mask], r[source], strict=True):
            write(r, *choice)
        if claim is not None:
            claim(r[view], index, 1 in r[mask])

    return run


def _transfer_lanes(
    frame: Frame, op: vector.TransferReadOp | vector.TransferWriteOp, count: int
) -> Callable[[Registers], list[tuple[list[int], Any]]]:
    """The index of each lane and whether it is on; after the end of the row it is not."""
    _check(op.source.type)
    rank = cast("MemRefType[Attribute]", op.source.type).get_num_dims()
    if op.permutation_map.data != AffineMap.minor_identity(rank, 1):
        raise NotValidated(f"a transfer by {op.permutation_map}")
    inside = all(bound.value.data != 0 for bound in op.in_bounds)
    view, indices = frame.slot(op.source), frame.slots(op.indices)
    frame.note_deciding([] if op.mask is None else [op.mask])
    mask = None if op.mask is None else frame.slot(op.mask)

    def lanes(r: Registers) -> list[tuple[list[int], Any]]:
        points = _points([as_index(r[slot]) for slot in indices], count)
        frame.machine.meter.spend(count)
        size = r[view].shape[-1]
        bits = [1] * count if mask is None else r[mask]
        stops = [not inside and point[-1] >= size for point in points]
        return [(p, 0 if s else bit) for p, s, bit in zip(points, stops, bits, strict=True)]

    return lanes


def _transfer_read(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, vector.TransferReadOp)
    read = _lane_reader(frame, op, op.source)
    lanes = _transfer_lanes(frame, op, _lanes(op.result))
    target, padding = frame.slot(op.result), frame.slot(op.padding)

    def run(r: Registers) -> None:
        r[target] = tuple(read(r, point, is_on, r[padding]) for point, is_on in lanes(r))

    return run


def _transfer_write(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, vector.TransferWriteOp)
    write = _lane_writer(frame, op, op.source, op.vector)
    lanes, source = _transfer_lanes(frame, op, _lanes(op.vector)), frame.slot(op.vector)

    def run(r: Registers) -> None:
        for (point, is_on), lane in zip(lanes(r), r[source], strict=True):
            write(r, point, is_on, lane)

    return run


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
    "vector.transfer_read": _transfer_read,
    "vector.transfer_write": _transfer_write,
    "affine.vector_load": _affine_load,
    "affine.vector_store": _affine_store,
}
