"""Buffers, views of them and accesses: `memref`, `affine.load` and `store`, `pad.pack`."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any, cast

from xdsl.dialects import memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    MemRefType,
    VectorType,
)
from xdsl.ir import Attribute, Operation, SSAValue

from .affine_functions import map_function, slots_function
from .machine import Frame, FunctionCode, Handler, Machine, Step, lanes_of
from .other_types import bytes_of_element, is_other_type, start_of, viewed
from .scalar_kinds import constant, vector_type
from .scalar_operations import reduction, special_result
from .values import (
    FORBIDDEN,
    FREE,
    UNDEF,
    UNINITIALISED,
    Buffer,
    MemRef,
    Special,
    Undefined,
    Unsupported,
    Value,
    row_major,
)

Indices = Callable[[Frame], tuple[Any, ...]]


def indices_of(code: FunctionCode, op: Operation, indices: Sequence[SSAValue]) -> Indices:
    """The indices of an access as a function of the frame; affine ones go through their map."""
    slots = code.slots_of(indices)
    if op.name.startswith("affine."):
        return map_function(cast("Any", op).map.data, slots)
    return slots_function(slots)


def place(buffer: Value, indices: Sequence[Any], op: Operation) -> int:
    """The number of the cell; undefined behaviour out of bounds and after a free."""
    if not isinstance(buffer, MemRef):
        raise Undefined(f"an access of {buffer}", op)
    if buffer.buffer.cells is None:
        raise Undefined("an access of a freed buffer", op)
    number = buffer.offset
    try:
        for index, size, stride in zip(indices, buffer.shape, buffer.strides, strict=True):
            if not 0 <= index < size:
                raise Undefined(f"index {list(indices)} is out of {list(buffer.shape)}", op)
            number += index * stride
    except TypeError:
        raise Undefined(f"an index is not a number: {list(indices)}", op) from None
    return number


def evaluated_indices(indices: Indices, frame: Frame, op: Operation) -> tuple[Any, ...]:
    """The indices; undefined behaviour where they cannot be computed."""
    try:
        return indices(frame)
    except TypeError:
        raise Undefined("an index is not a number", op) from None
    except ZeroDivisionError:
        raise Undefined("an index divides by zero", op) from None


def read(machine: Machine, buffer: MemRef, number: int, op: Operation) -> Value:
    """The cell's value; undefined behaviour where it may not be read."""
    cells = buffer.buffer.cells
    assert cells is not None
    if buffer.bytes is not None:
        if machine.accesses is not None:
            touched = buffer.bytes.touched(number)
            machine.accesses.read.update((buffer.buffer.number, cell) for cell in touched)
        return buffer.bytes.read(cells, number)
    value = cells[number]
    if value is UNINITIALISED or value is FORBIDDEN:
        raise Undefined(f"a read of an {value} cell", op)
    if machine.accesses is not None:
        machine.accesses.read.add((buffer.buffer.number, number))
    return value


def write(machine: Machine, buffer: MemRef, number: int, value: Value, op: Operation) -> None:
    """Set a cell; undefined behaviour where it may not be written."""
    memory = buffer.buffer
    assert memory.cells is not None
    if memory.constant:
        raise Undefined("a store to a constant global", op)
    if buffer.bytes is not None:
        if machine.accesses is not None:
            touched = buffer.bytes.touched(number)
            machine.accesses.written.update((memory.number, cell) for cell in touched)
        buffer.bytes.write(memory.cells, number, stored(value))
        return
    if memory.cells[number] is FORBIDDEN:
        raise Undefined("a store to forbidden padding", op)
    if machine.accesses is not None:
        machine.accesses.written.add((memory.number, number))
    memory.cells[number] = stored(value)


def stored(value: Value) -> Value:
    """The value of a cell after a store: the undef of one operation becomes any."""
    if value is FREE:
        return UNDEF
    if isinstance(value, tuple):
        return tuple(map(stored, cast("tuple[Value, ...]", value)))
    return value


def expanded(value: Value, type: Attribute) -> Value:
    """A cell's value as one of the element type: a special one of a vector is one of its lanes."""
    vector = vector_type(type)
    if vector is not None and isinstance(value, Special):
        return (value,) * lanes_of(vector)
    return value


def _load(code: FunctionCode, op: Operation) -> Step:
    access = cast("Any", op)
    machine = code.machine
    source, indices = code.slot(access.memref), indices_of(code, op, access.indices)
    (result,) = code.slots_of(op.results)
    type = op.results[0].type
    is_vector = isinstance(type, VectorType)

    def run(frame: Frame) -> None:
        buffer = frame[source]
        number = place(buffer, evaluated_indices(indices, frame, op), op)
        value = read(machine, buffer, number, op)
        frame[result] = expanded(value, type) if is_vector else value

    if not code.feeds_only_assumes(op.results[0]):
        return run

    def look(frame: Frame) -> None:
        """A load that feeds only assumes is not an access: elsewhere the assume says nothing."""
        buffer = frame[source]
        value: Value = UNDEF
        if isinstance(buffer, MemRef) and buffer.buffer.cells is not None:
            try:
                number, cells = place(buffer, indices(frame), op), buffer.buffer.cells
                found = cells[number] if buffer.bytes is None else buffer.bytes.read(cells, number)
                value = UNDEF if found is UNINITIALISED or found is FORBIDDEN else found
            except (Undefined, TypeError, ZeroDivisionError):
                pass
        frame[result] = expanded(value, type) if is_vector else value

    return look


def _store(code: FunctionCode, op: Operation) -> Step:
    access = cast("Any", op)
    machine = code.machine
    value, target = code.slot(access.value), code.slot(access.memref)
    indices = indices_of(code, op, access.indices)

    def run(frame: Frame) -> None:
        buffer = frame[target]
        number = place(buffer, evaluated_indices(indices, frame, op), op)
        write(machine, buffer, number, frame[value], op)

    return run


def _size(value: Value, op: Operation) -> int:
    if not isinstance(value, int):
        raise Undefined(f"a size is {value}", op)
    if value < 0:
        raise Undefined(f"a size is {value}", op)
    return value


def _alloc(code: FunctionCode, op: Operation) -> Step:
    assert isinstance(op, memref.AllocOp | memref.AllocaOp)
    type = op.memref.type
    sizes, (result,) = code.slots_of(op.dynamic_sizes), code.slots_of(op.results)
    machine, local = code.machine, isinstance(op, memref.AllocaOp)

    def run(frame: Frame) -> None:
        given = iter([_size(frame[k], op) for k in sizes])
        shape = [next(given) if size < 0 else size for size in type.get_shape()]
        cells = 1
        for size in shape:
            cells *= size
        machine.spend(cells // 8)
        buffer = Buffer([UNINITIALISED] * cells, "alloca" if local else "alloc")
        if local:
            machine.local_buffers.append(buffer)
        frame[result] = MemRef(buffer, 0, shape, row_major(shape), type.element_type)

    return run


def _dealloc(code: FunctionCode, op: Operation) -> Step:
    (source,) = code.slots_of(op.operands)

    def run(frame: Frame) -> None:
        memory = frame[source]
        if not isinstance(memory, MemRef):
            raise Undefined(f"a free of {memory}", op)
        if memory.buffer.cells is None:
            raise Undefined("a buffer is freed twice", op)
        if memory.buffer.origin in ("alloca", "global") or memory.offset:
            raise Undefined("a free of what is not an allocation", op)
        memory.buffer.cells = None

    return run


def _get_global(code: FunctionCode, op: Operation) -> Step:
    assert isinstance(op, memref.GetGlobalOp)
    name, (result,) = op.name_.string_value(), code.slots_of(op.results)
    machine = code.machine

    def run(frame: Frame) -> None:
        frame[result] = global_buffer(machine, name)

    return run


def global_buffer(machine: Machine, name: str) -> MemRef:
    """The buffer of a global, made when it is first used."""
    if name in machine.globals:
        return machine.globals[name]
    if (op := machine.global_ops.get(name)) is None:
        raise Unsupported(f"no global @{name}")
    shape = op.type.get_shape()
    count = 1
    for size in shape:
        count *= size
    cells: list[Value] = [UNINITIALISED] * count
    if isinstance(op.initial_value, DenseIntOrFPElementsAttr):
        cells = dense_values(cast("Any", op.initial_value), count)
    buffer = Buffer(cells, "global", op.constant is not None)
    machine.globals[name] = MemRef(buffer, 0, shape, row_major(shape), op.type.element_type)
    return machine.globals[name]


def dense_values(attr: DenseIntOrFPElementsAttr[Any], count: int) -> list[Value]:
    """The numbers of a dense attribute, a splat repeated."""
    values = [constant(item) for item in attr.get_attrs()]
    return values * count if len(values) == 1 else values


def _merged(
    code: FunctionCode, static: DenseArrayBase[Any], dynamic: Sequence[SSAValue], op: Operation
) -> Callable[[Frame], list[int]]:
    """Numbers that are given in the operation or by operands."""
    slots = iter(code.slots_of(dynamic))
    values = static.get_values()
    entries = [(next(slots), True) if v == DYNAMIC_INDEX else (v, False) for v in values]

    def run(frame: Frame) -> list[int]:
        found = [frame[entry] if given else entry for entry, given in entries]
        for value in found:
            if not isinstance(value, int):
                raise Undefined(f"a place of a view is {value}", op)
        return found

    return run


def _source(frame: Frame, slot: int, op: Operation) -> MemRef:
    value = frame[slot]
    if not isinstance(value, MemRef):
        raise Undefined(f"a view of {value}", op)
    return value


def _subview(code: FunctionCode, op: Operation) -> Step:
    assert isinstance(op, memref.SubviewOp)
    source, (result,) = code.slot(op.source), code.slots_of(op.results)
    offsets = _merged(code, op.static_offsets, op.offsets, op)
    sizes = _merged(code, op.static_sizes, op.sizes, op)
    strides = _merged(code, op.static_strides, op.strides, op)
    rank = len(op.result.type.get_shape())
    static = op.static_sizes.get_values()
    kept = _kept_axes(static, op.result.type.get_shape())
    assert len(kept) == rank

    def run(frame: Frame) -> None:
        whole = _source(frame, source, op)
        starts, counts, steps = offsets(frame), sizes(frame), strides(frame)
        for start, count, step, size in zip(starts, counts, steps, whole.shape, strict=True):
            last = start + (count - 1) * step
            if count < 0 or (count and not (0 <= start < size and 0 <= last < size)):
                raise Undefined(f"a subview leaves {list(whole.shape)}", op)
        offset = whole.offset + sum(s * t for s, t in zip(starts, whole.strides, strict=True))
        shape = [counts[axis] for axis in kept]
        strides_of_result = [steps[axis] * whole.strides[axis] for axis in kept]
        frame[result] = whole.part(offset, shape, strides_of_result)

    return run


def _kept_axes(static: Sequence[int], shape: Sequence[int]) -> list[int]:
    """The axes of a subview that its type has: some of extent 1 may be left out."""
    kept: list[int] = []
    dropped = len(static) - len(shape)
    for axis, size in enumerate(static):
        wanted = shape[len(kept)] if len(kept) < len(shape) else None
        wanted = DYNAMIC_INDEX if wanted is not None and wanted < 0 else wanted
        if dropped and size == 1 and wanted != 1:
            dropped -= 1
            continue
        kept.append(axis)
    while len(kept) > len(shape):
        kept.remove(next(axis for axis in reversed(kept) if static[axis] == 1))
    return kept


def _groups(op: Operation) -> list[list[int]]:
    return [[i.value.data for i in group] for group in cast("Any", op).reassociation]


def _collapse(code: FunctionCode, op: Operation) -> Step:
    assert isinstance(op, memref.CollapseShapeOp)
    source, (result,) = code.slot(op.src), code.slots_of(op.results)
    groups = _groups(op)

    def run(frame: Frame) -> None:
        whole = _source(frame, source, op)
        shape: list[int] = []
        strides: list[int] = []
        for group in groups:
            axes = [axis for axis in group if whole.shape[axis] != 1] or group[-1:]
            for outer, inner in itertools.pairwise(axes):
                if whole.strides[outer] != whole.strides[inner] * whole.shape[inner]:
                    raise Undefined("axes that are not a row are collapsed", op)
            size = 1
            for axis in group:
                size *= whole.shape[axis]
            shape.append(size)
            strides.append(whole.strides[axes[-1]])
        frame[result] = whole.part(whole.offset, shape, strides)

    return run


def _expand(code: FunctionCode, op: Operation) -> Step:
    assert isinstance(op, memref.ExpandShapeOp)
    source, (result,) = code.slot(op.src), code.slots_of(op.results)
    groups = _groups(op)
    sizes = _merged(code, op.static_output_shape, op.output_shape, op)

    def run(frame: Frame) -> None:
        whole, shape = _source(frame, source, op), sizes(frame)
        strides = [0] * len(shape)
        for axis, group in enumerate(groups):
            stride, size = whole.strides[axis], 1
            for inner in reversed(group):
                strides[inner] = stride
                stride *= shape[inner]
                size *= shape[inner]
            if size != whole.shape[axis]:
                raise Undefined(f"{whole.shape[axis]} cells are expanded to {size}", op)
        frame[result] = whole.part(whole.offset, shape, strides)

    return run


def _reinterpret(code: FunctionCode, op: Operation) -> Step:
    assert isinstance(op, memref.ReinterpretCastOp)
    source, (result,) = code.slot(op.source), code.slots_of(op.results)
    offsets = _merged(code, op.static_offsets, op.offsets, op)
    sizes = _merged(code, op.static_sizes, op.sizes, op)
    strides = _merged(code, op.static_strides, op.strides, op)
    other = is_other_type(op)

    def run(frame: Frame) -> None:
        whole = _source(frame, source, op)
        if whole.buffer.cells is None:
            raise Undefined("a view of a freed buffer", op)
        given = offsets(frame)[0], sizes(frame), strides(frame)
        if other or whole.bytes is not None:
            start = whole.base + given[0] * bytes_of_element(op.result.type)
            view = viewed(whole, op, start, *given[1:])
            frame[result] = _inside(view, op)
            return
        view = whole.part(*given)
        places = view.offsets()
        if places and not (min(places) >= 0 and max(places) < len(whole.buffer.cells)):
            raise Undefined("a view leaves its buffer", op)
        frame[result] = view

    return run


def _inside(view: MemRef, op: Operation) -> MemRef:
    """A view of another type; undefined behaviour where it leaves its buffer."""
    cells = view.buffer.cells
    if cells is None:
        raise Undefined("a view of a freed buffer", op)
    touched = [cell for number in view.offsets() for cell in view.bytes.touched(number)]
    if touched and not (min(touched) >= 0 and max(touched) < len(cells)):
        raise Undefined("a view leaves its buffer", op)
    return view


def _view(code: FunctionCode, op: Operation) -> Step:
    assert isinstance(op, memref.ViewOp)
    source, shift, (result,) = (
        code.slot(op.source),
        code.slot(op.byte_shift),
        code.slots_of([op.result]),
    )
    static, sizes = op.result.type.get_shape(), code.slots_of(op.sizes)

    def run(frame: Frame) -> None:
        whole, given = _source(frame, source, op), iter([_size(frame[k], op) for k in sizes])
        if not isinstance(frame[shift], int):
            raise Undefined(f"a place of a view is {frame[shift]}", op)
        shape = [next(given) if size < 0 else size for size in static]
        start = start_of(whole) + frame[shift]
        frame[result] = _inside(viewed(whole, op, start, shape, row_major(shape)), op)

    return run


def _type_cast(code: FunctionCode, op: Operation) -> Step:
    (source,), (result,) = code.slots_of(op.operands), code.slots_of(op.results)
    shape = cast("MemRefType[Attribute]", op.results[0].type).get_shape()

    def run(frame: Frame) -> None:
        whole = _source(frame, source, op)
        view = viewed(whole, op, start_of(whole), shape, row_major(shape))
        frame[result] = _inside(view, op)

    return run


def _same(code: FunctionCode, op: Operation) -> Step:
    """Casts: the same buffer under another type."""
    (source,), (result,) = code.slots_of(op.operands[:1]), code.slots_of(op.results)
    type = op.results[0].type
    shape = cast("MemRefType[Attribute]", type).get_shape() if op.name == "memref.cast" else None

    def run(frame: Frame) -> None:
        view = _source(frame, source, op)
        if shape is not None:
            for wanted, size in zip(shape, view.shape, strict=True):
                if wanted not in (DYNAMIC_INDEX, -1, size):
                    raise Undefined(f"a cast of {list(view.shape)} to {list(shape)}", op)
        frame[result] = view

    return run


def _dim(code: FunctionCode, op: Operation) -> Step:
    assert isinstance(op, memref.DimOp)
    source, axis = code.slots_of((op.source, op.index))
    (result,) = code.slots_of(op.results)

    def run(frame: Frame) -> None:
        shape, number = _source(frame, source, op).shape, frame[axis]
        if not isinstance(number, int) or not 0 <= number < len(shape):
            raise Undefined(f"axis {number} of {list(shape)}", op)
        frame[result] = shape[number]

    return run


def _rank(code: FunctionCode, op: Operation) -> Step:
    (source,), (result,) = code.slots_of(op.operands), code.slots_of(op.results)

    def run(frame: Frame) -> None:
        frame[result] = len(_source(frame, source, op).shape)

    return run


def _metadata(code: FunctionCode, op: Operation) -> Step:
    (source,), results = code.slots_of(op.operands), code.slots_of(op.results)

    def run(frame: Frame) -> None:
        view = _source(frame, source, op)
        base = MemRef(view.buffer, 0, (), ())
        for slot, value in zip(
            results, (base, view.offset, *view.shape, *view.strides), strict=True
        ):
            frame[slot] = value

    return run


def _copy(code: FunctionCode, op: Operation) -> Step:
    """`memref.copy`, and packing: both sides have logical cells."""
    source, target = code.slots_of(op.operands)
    machine = code.machine

    def run(frame: Frame) -> None:
        one, other = _source(frame, source, op), _source(frame, target, op)
        if one.shape != other.shape:
            raise Undefined(f"a copy of {list(one.shape)} to {list(other.shape)}", op)
        if one.buffer.cells is None or other.buffer.cells is None:
            raise Undefined("an access of a freed buffer", op)
        values = [read(machine, one, number, op) for number in one.offsets()]
        machine.spend(len(values))
        for number, value in zip(other.offsets(), values, strict=True):
            write(machine, other, number, value, op)

    return run


_ATOMIC_KINDS = (
    *("addf", "addi", "assign", "maximumf", "maxsi", "maxui", "minimumf", "minsi", "minui"),
    *("mulf", "muli", "ori", "andi", "maxnumf", "minnumf", "xori"),
)


def _atomic(code: FunctionCode, op: Operation) -> Step:
    assert isinstance(op, memref.AtomicRMWOp)
    name = _ATOMIC_KINDS[op.kind.value.data]
    value, target, (result,) = code.slot(op.value), code.slot(op.memref), code.slots_of(op.results)
    indices, machine = indices_of(code, op, op.indices), code.machine
    combine = None if name == "assign" else reduction(name, op.value.type)

    def run(frame: Frame) -> None:
        buffer = frame[target]
        number = place(buffer, evaluated_indices(indices, frame, op), op)
        accesses, machine.accesses = machine.accesses, None  # atomic: no race
        old = read(machine, buffer, number, op)
        try:
            new: Value = frame[value] if combine is None else combine(old, frame[value])
        except TypeError:
            new = special_result(op, (old, frame[value]))
        write(machine, buffer, number, new, op)
        machine.accesses = accesses
        frame[result] = old

    return run


MEMORY: dict[str, Handler] = {
    "memref.load": _load,
    "affine.load": _load,
    "memref.store": _store,
    "affine.store": _store,
    "memref.alloc": _alloc,
    "memref.alloca": _alloc,
    "memref.dealloc": _dealloc,
    "memref.get_global": _get_global,
    "memref.subview": _subview,
    "memref.collapse_shape": _collapse,
    "memref.expand_shape": _expand,
    "memref.reinterpret_cast": _reinterpret,
    "memref.view": _view,
    "vector.type_cast": _type_cast,
    "memref.cast": _same,
    "memref.memory_space_cast": _same,
    "memref.assume_alignment": _same,
    "pad.cast": _same,
    "memref.dim": _dim,
    "memref.rank": _rank,
    "memref.extract_strided_metadata": _metadata,
    "memref.copy": _copy,
    "pad.pack": _copy,
    "pad.unpack": _copy,
    "memref.atomic_rmw": _atomic,
}
