"""Steps of what makes, copies and describes buffers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from operator import index as as_index
from typing import Any, cast

from xdsl.dialects import memref
from xdsl.dialects.builtin import IntAttr, MemRefType, NoneAttr, StridedLayoutAttr
from xdsl.ir import Operation, SSAValue

from ....dialect.annotations import LOGICAL, NAME
from ....dialect.attributes import LaidOutType
from ....dialect.ops import PackOp, UnpackOp
from ..contracts.layouts import contract_of
from ..machine.program import Frame, Handler, Step
from ..memory.addresses import base_of, stated_alignment
from ..memory.buffers import UNINIT, Buffer, Owner, View, row_major
from ..values.affine_code import Registers
from ..values.errors import DependsOnData, NotValidated, Undefined
from ..values.scalars import element_of, lane_axis


def allocation(frame: Frame, op: Operation) -> Step:
    """The step of an alloc or alloca."""
    assert isinstance(op, memref.AllocOp | memref.AllocaOp)
    type = op.memref.type
    sizes, target = frame.slots(op.dynamic_sizes), frame.slot(op.memref)
    scalar, logical = element_of(type.element_type), op.attributes.get(LOGICAL)
    given = op.attributes.get(NAME)
    name = str(getattr(given, "data", None) or op.memref.name_hint or "a local buffer")
    padding: frozenset[int] = frozenset()
    if logical is not None and type.has_static_shape() and frame.machine.domain.marks_pads:
        laid_out = cast("LaidOutType", logical)
        padding = contract_of(laid_out, laid_out.get_shape(), type.get_shape()).padding
    memory, meter = frame.machine.memory, frame.machine.meter
    alignment = stated_alignment(op) or 1
    owner = Owner.STACK if isinstance(op, memref.AllocaOp) else Owner.HEAP

    def run(r: Registers) -> None:
        dynamic = iter([as_index(r[slot]) for slot in sizes])
        shape = tuple(next(dynamic) if size < 0 else size for size in type.get_shape())
        if any(size < 0 for size in shape):
            raise Undefined(f"{name} gets a negative size: {list(shape)}")
        shape += lane_axis(type.element_type)
        meter.spend(prod(shape))
        cells: list[Any] = [UNINIT] * prod(shape)
        depth, base = len(memory.journals), base_of(type, alignment)
        buffer = Buffer(name, scalar, shape, cells, padding, owner=owner, depth=depth, base=base)
        if owner is Owner.STACK:
            memory.allocas.append(buffer)
        r[target] = View.whole(buffer)

    return run


def _dealloc(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, memref.DeallocOp)
    slot, memory = frame.slot(op.memref), frame.machine.memory

    def run(r: Registers) -> None:
        view = cast("View", r[slot])
        buffer = view.buffer
        if buffer.owner not in (Owner.HEAP, Owner.CALLER):
            raise Undefined(f"{buffer.name} is {buffer.owner.value}, and deallocated")
        if view.offset or prod(view.shape) != len(buffer.cells):
            raise NotValidated(f"a dealloc of a part of {buffer.name}")
        if buffer.depth != len(memory.journals):
            raise DependsOnData("a dealloc depends on the data", values=tuple(memory.path))
        if buffer.ended:
            raise Undefined(f"{buffer.name} is deallocated twice")
        buffer.end("its dealloc")

    return run


def check_elements(op: Operation) -> None:
    """Raise NotValidated if an operation between buffers changes the type of their elements."""
    types = [value.type for value in (*op.operands, *op.results)]
    buffers = [cast("LaidOutType", type) for type in types if isinstance(type, MemRefType)]
    elements = {str(buffer.element_type): None for buffer in buffers}
    if len(elements) > 1:
        raise NotValidated(f"{op.name} from elements of {' to '.join(elements)}")


def _transfer(
    frame: Frame,
    op: Operation,
    source: SSAValue,
    target: SSAValue,
    read: Callable[[View, Sequence[int]], Any],
) -> Step:
    """Copies the cells that both views have; for laid-out types those are the logical ones."""
    check_elements(op)
    memory = frame.machine.memory
    from_slot, to_slot = frame.slot(source), frame.slot(target)

    def run(r: Registers) -> None:
        from_view, to_view = cast("View", r[from_slot]), cast("View", r[to_slot])
        if from_view.shape != to_view.shape:
            shapes = f"{list(from_view.shape)} to {list(to_view.shape)}"
            raise Undefined(f"a copy between different shapes, {shapes}")
        if _overlap(from_view, to_view):
            raise NotValidated(f"a copy between parts of {to_view.buffer.name} that overlap")
        values = [read(from_view, point) for point in from_view.indices()]
        for point, value in zip(to_view.indices(), values, strict=True):
            memory.write(to_view, point, value, op)
        frame.machine.meter.spend(len(values))

    return run


def _overlap(one: View, other: View) -> bool:
    """Whether two views have cells in common, and are not the same: copies go in any order."""
    if one.buffer is not other.buffer or one.place == other.place:
        return False
    cells = [{view.locate(index) for index in view.indices()} for view in (one, other)]
    return not cells[0].isdisjoint(cells[1])


def _copy(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, memref.CopyOp)
    return _transfer(frame, op, op.source, op.destination, frame.machine.memory.peek)


def _pack(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, PackOp | UnpackOp)
    # It is what it expands to, loads and stores; memref.copy may copy what is uninitialised.
    return _transfer(frame, op, op.source, op.target, frame.machine.memory.read)


def _same(frame: Frame, op: Operation) -> Step:
    """An operation that gives the same buffer under another type."""
    source, target = frame.slot(op.operands[0]), frame.slot(op.results[0])
    type = cast("LaidOutType", op.results[0].type)
    shape = (*type.get_shape(), *lane_axis(type.element_type))
    check_elements(op)
    if (rank := cast("LaidOutType", op.operands[0].type).get_num_dims()) != type.get_num_dims():
        raise NotValidated(f"{op.name} from rank {rank} to {type.get_num_dims()}")

    def run(r: Registers) -> None:
        view = cast("View", r[source])
        if any(0 <= wanted != size for wanted, size in zip(shape, view.shape, strict=True)):
            raise Undefined(f"a cast of a buffer of {list(view.shape)} to {list(shape)}")
        r[target] = view

    return run


def lies_as(view: View, type: MemRefType) -> bool:
    """Whether a type says of sizes, offset and strides what they are, or leaves them open."""
    sizes = view.shape[: type.get_num_dims()]
    if any(0 <= said != size for said, size in zip(type.get_shape(), sizes, strict=True)):
        return False
    if view.buffer.base is None or 0 in sizes:
        return True  # how its cells lie is not known, or there are none
    stated = _stated_strides(type, sizes)
    if stated is None:
        return True
    (offset, strides), lanes = stated, prod(lane_axis(type.element_type))
    pairs = zip(strides, view.strides, sizes, strict=False)
    fits = all(s is None or size == 1 or s * lanes == stride for s, stride, size in pairs)
    return fits and (offset is None or offset * lanes == view.offset)


def _cast(frame: Frame, op: Operation) -> Step:
    """Where the type that results says how the cells lie, they have to lie so."""
    assert isinstance(op, memref.CastOp)
    same, type, target = _same(frame, op), op.dest.type, frame.slot(op.dest)
    assert isinstance(type, MemRefType)

    def run(r: Registers) -> None:
        same(r)
        view = cast("View", r[target])
        if not lies_as(view, type):
            raise Undefined(f"a cast of a part of {view.buffer.name} to {type}, which it is not")

    return run


def _stated_strides(
    type: MemRefType, sizes: Sequence[int]
) -> tuple[int | None, list[int | None]] | None:
    """The offset and strides of a type, None if they are left open or it has another layout."""
    if isinstance(type.layout, NoneAttr):
        return 0, [*row_major(sizes)]
    if not isinstance(type.layout, StridedLayoutAttr):
        return None
    offset = type.layout.offset
    strides = [s.data if isinstance(s, IntAttr) else None for s in type.layout.strides]
    return offset.data if isinstance(offset, IntAttr) else None, strides


def _assume_alignment(frame: Frame, op: Operation) -> Step:
    same, machine = _same(frame, op), frame.machine
    target, alignment = frame.slot(op.results[0]), stated_alignment(op)
    assert alignment is not None

    def run(r: Registers) -> None:
        same(r)
        machine.claim_alignment(r[target], r[target].offset, alignment)

    return run


def _dim(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, memref.DimOp)
    source, index, target = frame.slot(op.source), frame.slot(op.index), frame.slot(op.result)
    rank = cast("LaidOutType", op.source.type).get_num_dims()

    def run(r: Registers) -> None:
        shape, axis = cast("View", r[source]).shape, as_index(r[index])
        if not 0 <= axis < rank:
            raise Undefined(f"axis {axis} of a buffer of rank {rank}")
        r[target] = shape[axis]

    return run


def _rank(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, memref.RankOp)
    target = frame.slot(op.rank)
    rank = cast("LaidOutType", op.source.type).get_num_dims()

    def run(r: Registers) -> None:
        r[target] = rank

    return run


def _get_global(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, memref.GetGlobalOp)
    machine, target = frame.machine, frame.slot(op.memref)
    name = op.name_.string_value()

    def run(r: Registers) -> None:
        r[target] = View.whole(machine.global_buffer(name))

    return run


BUFFERS: dict[str, Handler] = {
    "memref.alloc": allocation,
    "memref.alloca": allocation,
    "memref.dealloc": _dealloc,
    "memref.copy": _copy,
    "pad.pack": _pack,
    "pad.unpack": _pack,
    "memref.cast": _cast,
    "memref.memory_space_cast": _same,
    "memref.assume_alignment": _assume_alignment,
    "pad.cast": _same,
    "memref.dim": _dim,
    "memref.rank": _rank,
    "memref.get_global": _get_global,
}
