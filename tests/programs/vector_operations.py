"""The `vector` dialect; a vector is a tuple of its lanes in row-major order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any, cast

from xdsl.dialects import vector
from xdsl.dialects.builtin import DYNAMIC_INDEX, MemRefType, VectorType
from xdsl.ir import Attribute, Operation
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr

from .machine import Frame, FunctionCode, Handler, Step
from .memory_operations import evaluated_indices, expanded, indices_of, place, read, write
from .scalar_kinds import FloatKind, kind_of, scalar_type, vector_type
from .scalar_operations import reduction
from .values import Special, Undefined, Unsupported, Value, blended, row_major


def _shape(type: Attribute) -> tuple[int, ...]:
    vector = vector_type(type)
    assert vector is not None
    return vector.get_shape()


def _points(shape: Sequence[int]) -> list[tuple[int, ...]]:
    return list(product(*map(range, shape)))


def _lane_steps(base: Attribute, type: Attribute, op: Operation) -> list[tuple[int, ...]]:
    """The offsets that each lane of an access adds to the indices."""
    buffer = cast("MemRefType[Attribute]", base)
    rank = len(buffer.get_shape())
    if vector_type(buffer.element_type) is not None:
        if buffer.element_type != type:
            raise Unsupported(f"{op}")
        return []
    lanes = _shape(type)
    return [(0,) * (rank - len(lanes)) + point for point in _points(lanes)]


def _shifted(indices: Sequence[Any], step: Sequence[int], op: Operation) -> list[Any]:
    try:
        return [index + move for index, move in zip(indices, step, strict=True)]
    except TypeError:
        raise Undefined("an index is not a number", op) from None


def _lane_on(mask: Value, op: Operation) -> bool:
    if isinstance(mask, Special):
        raise Undefined(f"a mask is {mask}", op)
    return bool(mask)


def _load(code: FunctionCode, op: Operation) -> Step:
    access = cast("Any", op)
    base = access.memref if op.name == "affine.vector_load" else access.base
    source, indices = code.slot(base), indices_of(code, op, access.indices)
    type, (result,) = op.results[0].type, code.slots_of(op.results)
    steps, machine = _lane_steps(base.type, type, op), code.machine
    masked = op.name == "vector.maskedload"
    mask, other = code.slots_of((access.mask, access.pass_thru)) if masked else (-1, -1)

    def run(frame: Frame) -> None:
        buffer, first = frame[source], evaluated_indices(indices, frame, op)
        if not steps:
            frame[result] = expanded(read(machine, buffer, place(buffer, first, op), op), type)
            return
        lanes: list[Value] = []
        for lane, step in enumerate(steps):
            if masked and not _lane_on(frame[mask][lane], op):
                lanes.append(frame[other][lane])
                continue
            lanes.append(read(machine, buffer, place(buffer, _shifted(first, step, op), op), op))
        frame[result] = tuple(lanes)

    return run


def _store(code: FunctionCode, op: Operation) -> Step:
    access = cast("Any", op)
    base = access.memref if op.name == "affine.vector_store" else access.base
    stored = {"affine.vector_store": "value", "vector.maskedstore": "value_to_store"}
    value_operand = getattr(access, stored.get(op.name, "vector"))
    target, indices = code.slot(base), indices_of(code, op, access.indices)
    value, machine = code.slot(value_operand), code.machine
    steps = _lane_steps(base.type, value_operand.type, op)
    masked = op.name == "vector.maskedstore"
    mask = code.slot(access.mask) if masked else -1

    def run(frame: Frame) -> None:
        buffer, first = frame[target], evaluated_indices(indices, frame, op)
        if not steps:
            write(machine, buffer, place(buffer, first, op), frame[value], op)
            return
        for lane, step in enumerate(steps):
            if masked and not _lane_on(frame[mask][lane], op):
                continue
            number = place(buffer, _shifted(first, step, op), op)
            write(machine, buffer, number, frame[value][lane], op)

    return run


class _Transfer:
    """Where the lanes of a `vector.transfer_read` or `transfer_write` lie."""

    def __init__(self, code: FunctionCode, op: Operation, type: Attribute):
        access = cast("Any", op)
        if not isinstance(access.source.type, MemRefType):
            raise Unsupported(f"{op}")
        self.op = op
        self.indices = indices_of(code, op, access.indices)
        self.axes: list[int | None] = []
        for result in access.permutation_map.data.results:
            if isinstance(result, AffineDimExpr):
                self.axes.append(result.position)
            elif isinstance(result, AffineConstantExpr):
                self.axes.append(None)
            else:
                raise Unsupported(f"{op}")
        self.points = _points(_shape(type))
        if len(self.axes) != len(_shape(type)):
            raise Unsupported(f"{op}")
        in_bounds = [bool(flag.value.data) for flag in access.in_bounds]
        self.in_bounds = in_bounds or [False] * len(self.axes)
        self.mask = code.slot(access.mask) if access.mask is not None else None
        self._mask_axes = sorted(axis for axis in self.axes if axis is not None)

    def lanes(self, frame: Frame, buffer: Value) -> list[tuple[int, ...] | None]:
        """The indices of each lane; None for one that is masked off, or outside and may be."""
        first = evaluated_indices(self.indices, frame, self.op)
        found: list[tuple[int, ...] | None] = []
        for number, point in enumerate(self.points):
            indices = list(first)
            inside = True
            for axis, step, promised in zip(self.axes, point, self.in_bounds, strict=True):
                if axis is None:
                    continue
                indices[axis] = _shifted([indices[axis]], [step], self.op)[0]
                inside &= promised or 0 <= indices[axis] < buffer.shape[axis]
            on = inside and (
                self.mask is None or _lane_on(frame[self.mask][self._mask_lane(number)], self.op)
            )
            found.append(tuple(indices) if on else None)
        return found

    def _mask_lane(self, number: int) -> int:
        """The mask is of the axes of the memory, in their order, that are not broadcast."""
        point = self.points[number]
        where = {axis: k for k, axis in enumerate(self.axes) if axis is not None}
        shape = [1 + max(p[where[axis]] for p in self.points) for axis in self._mask_axes]
        steps = row_major(shape)
        return sum(point[where[axis]] * s for axis, s in zip(self._mask_axes, steps, strict=True))


def _transfer_read(code: FunctionCode, op: Operation) -> Step:
    assert isinstance(op, vector.TransferReadOp)
    transfer = _Transfer(code, op, op.result.type)
    source, padding = code.slots_of((op.source, op.padding))
    (result,), machine = code.slots_of(op.results), code.machine

    def run(frame: Frame) -> None:
        buffer = frame[source]
        frame[result] = tuple(
            frame[padding] if at is None else read(machine, buffer, place(buffer, at, op), op)
            for at in transfer.lanes(frame, buffer)
        )

    return run


def _transfer_write(code: FunctionCode, op: Operation) -> Step:
    assert isinstance(op, vector.TransferWriteOp)
    transfer = _Transfer(code, op, op.vector.type)
    target, value = code.slots_of((op.source, op.vector))
    machine = code.machine

    def run(frame: Frame) -> None:
        buffer = frame[target]
        lanes = transfer.lanes(frame, buffer)
        for at, lane in zip(lanes, frame[value], strict=True):
            if at is not None:
                write(machine, buffer, place(buffer, at, op), lane, op)

    return run


def _broadcast(code: FunctionCode, op: Operation) -> Step:
    (source,), (result,) = code.slots_of(op.operands), code.slots_of(op.results)
    given, type = op.operands[0].type, op.results[0].type
    points = _points(_shape(type))
    if vector_type(given) is None:

        def splat(frame: Frame) -> None:
            frame[result] = (frame[source],) * len(points)

        return splat
    shape = _shape(given)
    steps = row_major(shape)
    numbers = [
        sum(
            (i if size > 1 else 0) * step
            for i, size, step in zip(point[len(point) - len(shape) :], shape, steps, strict=True)
        )
        for point in points
    ]

    def run(frame: Frame) -> None:
        frame[result] = tuple(frame[source][k] for k in numbers)

    return run


def _positions(code: FunctionCode, op: Operation) -> Any:
    access = cast("Any", op)
    slots = iter(code.slots_of(access.dynamic_position))
    values = cast("tuple[int, ...]", access.static_position.get_values())
    entries = [(next(slots), True) if v == DYNAMIC_INDEX else (v, False) for v in values]

    def run(frame: Frame, shape: Sequence[int]) -> tuple[int, int]:
        """The first lane and the number of lanes of what is at the position."""
        count = 1
        for size in shape[len(entries) :]:
            count *= size
        first = 0
        for (entry, given), size, step in zip(entries, shape, row_major(shape), strict=False):
            number = frame[entry] if given else entry
            if not isinstance(number, int) or not 0 <= number < size:
                raise Undefined(f"lane {number} of {list(shape)}", op)
            first += number * step
        return first, count

    return run


def _extract(code: FunctionCode, op: Operation) -> Step:
    assert isinstance(op, vector.ExtractOp)
    source, (result,) = code.slot(op.vector), code.slots_of(op.results)
    position, shape = _positions(code, op), _shape(op.vector.type)
    whole = isinstance(op.result.type, VectorType)

    def run(frame: Frame) -> None:
        first, count = position(frame, shape)
        lanes = frame[source][first : first + count]
        frame[result] = lanes if whole else lanes[0]

    return run


def _insert(code: FunctionCode, op: Operation) -> Step:
    assert isinstance(op, vector.InsertOp)
    source, target, (result,) = code.slot(op.source), code.slot(op.dest), code.slots_of(op.results)
    position, shape = _positions(code, op), _shape(op.dest.type)
    whole = isinstance(op.source.type, VectorType)

    def run(frame: Frame) -> None:
        first, count = position(frame, shape)
        lanes = frame[source] if whole else (frame[source],)
        before = frame[target]
        frame[result] = before[:first] + lanes + before[first + count :]

    return run


def _shuffle(code: FunctionCode, op: Operation) -> Step:
    assert isinstance(op, vector.ShuffleOp)
    one, other, (result,) = code.slot(op.v1), code.slot(op.v2), code.slots_of(op.results)
    lanes = op.mask.get_values()
    shape = _shape(op.v1.type)
    group = 1
    for size in shape[1:]:
        group *= size

    def run(frame: Frame) -> None:
        both = frame[one] + frame[other]
        frame[result] = tuple(both[k * group + i] for k in lanes for i in range(group))

    return run


def _reduce(code: FunctionCode, op: Operation) -> Step:
    assert isinstance(op, vector.ReductionOp)
    combine = reduction(op.kind.data.value, op.dest.type)
    source, (result,) = code.slot(op.vector), code.slots_of(op.results)
    acc = code.slot(op.acc) if op.acc is not None else None
    is_float = isinstance(kind_of(op.dest.type), FloatKind)
    neutral = {"add": -0.0, "mul": 1.0}.get(op.kind.data.value) if is_float else None

    def run(frame: Frame) -> None:
        lanes = list(frame[source])
        if acc is not None:
            lanes.insert(0, frame[acc])
        elif neutral is not None:
            lanes.insert(0, neutral)
        value = lanes[0]
        for lane in lanes[1:]:
            try:
                value = combine(value, lane)
            except TypeError:
                value = blended(value, lane)
        frame[result] = value

    return run


def _create_mask(code: FunctionCode, op: Operation) -> Step:
    sizes, (result,) = code.slots_of(op.operands), code.slots_of(op.results)
    points = _points(_shape(op.results[0].type))

    def run(frame: Frame) -> None:
        limits = [frame[k] for k in sizes]
        if any(not isinstance(limit, int) for limit in limits):
            raise Undefined("a mask of no number of lanes", op)
        frame[result] = tuple(
            -all(i < limit for i, limit in zip(point, limits, strict=True)) for point in points
        )

    return run


def _constant_mask(code: FunctionCode, op: Operation) -> Step:
    (result,) = code.slots_of(op.results)
    attr = op.properties.get("mask_dim_sizes") or op.attributes["mask_dim_sizes"]
    limits = cast("tuple[int, ...]", cast("Any", attr).get_values())
    value = tuple(
        -all(i < limit for i, limit in zip(point, limits, strict=True))
        for point in _points(_shape(op.results[0].type))
    )

    def run(frame: Frame) -> None:
        frame[result] = value

    return run


def _bitcast(code: FunctionCode, op: Operation) -> Step:
    (source,), (result,) = code.slots_of(op.operands), code.slots_of(op.results)
    given, type = op.operands[0].type, op.results[0].type
    before, after = kind_of(scalar_type(given)), kind_of(scalar_type(type))

    def run(frame: Frame) -> None:
        lanes = frame[source]
        if any(isinstance(lane, Special) for lane in lanes):
            special = blended(*lanes)
            frame[result] = (special,) * (len(lanes) * before.width // after.width)
            return
        bits = 0
        for k, lane in enumerate(lanes):
            bits |= before.to_bits(lane) << (k * before.width)
        count = len(lanes) * before.width // after.width
        mask = (1 << after.width) - 1
        frame[result] = tuple(
            after.from_bits((bits >> (k * after.width)) & mask) for k in range(count)
        )

    return run


def _step(code: FunctionCode, op: Operation) -> Step:
    (result,) = code.slots_of(op.results)
    value = tuple(range(_shape(op.results[0].type)[0]))

    def run(frame: Frame) -> None:
        frame[result] = value

    return run


VECTOR: dict[str, Handler] = {
    "vector.load": _load,
    "affine.vector_load": _load,
    "vector.maskedload": _load,
    "vector.store": _store,
    "affine.vector_store": _store,
    "vector.maskedstore": _store,
    "vector.transfer_read": _transfer_read,
    "vector.transfer_write": _transfer_write,
    "vector.broadcast": _broadcast,
    "vector.extract": _extract,
    "vector.insert": _insert,
    "vector.shuffle": _shuffle,
    "vector.reduction": _reduce,
    "vector.create_mask": _create_mask,
    "vector.constant_mask": _constant_mask,
    "vector.bitcast": _bitcast,
    "vector.step": _step,
}
