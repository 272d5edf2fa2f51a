"""How large a buffer has to be for the accesses that a guard keeps inside."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import cast

from xdsl.dialects import affine, func, memref, scf
from xdsl.dialects.builtin import MemRefType, NoneAttr
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ...dialect.annotations import LOGICAL, argument_attributes, buffer_name
from ...dialect.attributes import LaidOutType, place
from ...dialect.ir.loop_like import find_loop
from ...dialect.ir.memory_access import LoadOrStore, buffer_of, is_load, is_load_or_store
from ...dialect.layout.layout import Forbidden
from ...index.sets.engine import GaveUp, NotAffine, engine
from ..accesses.accesses import feeds_only_assumes
from ..instances.reader import InstanceReader
from ..instances.sizes import known_sizes
from .inserted_instances import Room, SpeculatedInstances

_ALLOCATIONS = (memref.AllocOp, memref.AllocaOp)
_EXTEND = "index=extend of pad-remove-branching-through-overcompute"


@dataclass(frozen=True)
class _Extents:
    """The offsets that make every index at least 0, and the extents that hold the moved indices."""

    shift: tuple[int, ...]
    extents: tuple[int, ...]


def room_for(access: LoadOrStore, insertion: SpeculatedInstances) -> Room:
    """
    Return the layouts that would have room for the accesses of a guard, this access first; none if
    none is found for it.
    """
    told = _room_told(access, insertion)
    if not told:
        return Room()
    named = [_name(access)]
    others = {
        buffer_of(op): op
        for op in reversed(insertion.body)
        if is_load_or_store(op) and buffer_of(op) is not buffer_of(access) and _counts(op)
    }
    for other in reversed(others.values()):
        if more := _room_told(other, insertion):
            told += f"; {_name(other)} needs room too: {more}"
            named.append(_name(other))
    return Room(told, tuple(named))


def _room_told(access: LoadOrStore, insertion: SpeculatedInstances) -> str:
    """Say which layout of an access's buffer has room; empty if none is found, or needed."""
    buffer = buffer_of(access)
    if not _has_extents(buffer):
        return ""
    try:
        with engine().budget():
            alone = _room(buffer, insertion, {insertion.guard})
            every = _room(buffer, insertion, set(_guards(insertion.stage)))
    except (GaveUp, NotAffine):
        return ""
    if alone is None or alone.extents == _shape(buffer):
        return ""
    name = _name(access)
    padded = "" if _may_be_touched(buffer) else ", padded with undef or a constant"
    told = f"give {name} a layout {_layout(alone)} or more{padded}"
    if every not in (None, alone):
        told += f" ({_layout(every)} or more to drop the other guards of the stage too)"
    if _are_its_own(access, insertion):
        told += f", unless the loops are over {name} and grow with it"
    if isinstance(buffer.owner, _ALLOCATIONS) and is_load(access):
        told += f"; or use {_EXTEND}" if not any(alone.shift) else ""
    return told


def _name(access: LoadOrStore) -> str:
    return buffer_name(buffer_of(access)) or "it"


def _counts(op: LoadOrStore) -> bool:
    """Whether an access is one of the program, not of an assume alone."""
    return not (is_load(op) and feeds_only_assumes(op))


def _may_be_touched(buffer: SSAValue) -> bool:
    """Whether a layout that was applied has padding that more of would do."""
    owner = buffer.owner
    attributes = argument_attributes(buffer) if isinstance(owner, Block) else owner.attributes
    if LOGICAL not in attributes:
        return False
    pieces = place(cast("LaidOutType", attributes[LOGICAL])).padding_pieces
    return bool(pieces) and not any(isinstance(kind, Forbidden) for _, kind in pieces)


def _shape(buffer: SSAValue) -> tuple[int, ...]:
    return tuple(cast("MemRefType[Attribute]", buffer.type).get_shape())


def _has_extents(buffer: SSAValue) -> bool:
    """Whether it is of a static shape, and what a layout may be given to."""
    type, owner = cast("MemRefType[Attribute]", buffer.type), buffer.owner
    if not type.has_static_shape() or not isinstance(type.layout, NoneAttr):
        return False
    if isinstance(owner, Block):
        return isinstance(owner.parent_op(), func.FuncOp)
    return isinstance(owner, (*_ALLOCATIONS, memref.GetGlobalOp))


def _guards(stage: Operation) -> Iterator[Operation]:
    ifs = affine.IfOp | scf.IfOp
    return (op for op in stage.walk() if isinstance(op, ifs))


def _room(
    buffer: SSAValue, insertion: SpeculatedInstances, without: Collection[Operation]
) -> _Extents | None:
    """For the accesses that the guard is around, with these guards gone; None for no bounds."""
    reader = InstanceReader(insertion.facts.scope, without)
    reader.take_for_granted(known_sizes(insertion.stage, reader))
    shape = _shape(buffer)
    first, last = [0] * len(shape), [size - 1 for size in shape]
    for op in insertion.body:
        if not is_load_or_store(op) or buffer_of(op) is not buffer or not _counts(op):
            continue
        instances, index = reader.instances(op), reader.cell(op)
        if instances is None or index is None:
            return None
        points = engine().set(instances.condition)
        if points.is_empty():
            continue
        for axis, i in enumerate(index):
            least, greatest = engine().minimum(i, points), engine().maximum(i, points)
            if least is None or greatest is None:
                return None
            first[axis], last[axis] = min(first[axis], least), max(last[axis], greatest)
    extents = tuple(high - low + 1 for low, high in zip(first, last, strict=True))
    return _Extents(tuple(-low for low in first), extents)


def _layout(room: _Extents) -> str:
    extents = f"extents={list(room.extents)}"
    if not any(room.shift):
        return f"with {extents}"
    names = [f"p{axis}" for axis in range(len(room.shift))]
    moved = [f"{n} + {by}" if by else n for n, by in zip(names, room.shift, strict=True)]
    return f"whose last step is ({', '.join(names)}) -> ({', '.join(moved)}), with {extents}"


def _are_its_own(access: LoadOrStore, insertion: SpeculatedInstances) -> bool:
    """Whether loops around an access have the extents of its buffer: then by its order, perhaps."""
    last = list[int | None]()
    current: Operation | None = access
    while current is not None and current is not insertion.stage.parent_op():
        if find_loop(current) is not None:
            ranges = insertion.reader.ranges(current) or []
            last += [upper.constant for _, uppers, _ in ranges for upper in uppers]
        current = current.parent_op()
    shape = _shape(buffer_of(access))
    return all(last.count(size) >= shape.count(size) for size in shape if size > 1)
