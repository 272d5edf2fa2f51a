"""Steps of what gives some cells of a buffer other indices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from math import prod
from operator import index as as_index
from typing import TypeAlias, cast

from xdsl.dialects import memref
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute, Operation

from ....dialect.attributes import LaidOutType
from ..machine.program import Frame, Handler, Step
from ..memory.buffers import View, row_major
from ..memory.other_types import OtherType, whole_bytes
from ..values.affine_code import Registers
from ..values.errors import NotValidated, Undefined
from ..values.scalars import element_of, lane_axis
from .allocation import check_elements, lies_as

_DYNAMIC = -(1 << 63)


def _subview(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, memref.SubviewOp)
    rank = cast("LaidOutType", op.source.type).get_num_dims()
    parts, kept = _parts(frame, op, (rank, rank, rank)), _kept_axes(op)
    source, target = frame.slot(op.source), frame.slot(op.result)

    def run(r: Registers) -> None:
        view = cast("View", r[source])
        offsets, sizes, steps = (_mixed(static, slots, r) for static, slots in parts)
        for start, size, step, extent in zip(offsets, sizes, steps, view.shape, strict=True):
            last = start + (size - 1) * step
            if size < 0 or (size and not (0 <= start < extent and 0 <= last < extent)):
                raise Undefined(f"a subview leaves {view.buffer.name}{list(view.shape)}")
        offset = view.offset + sum(o * s for o, s in zip(offsets, view.strides, strict=True))
        strides = [step * s for step, s in zip(steps, view.strides, strict=True)]
        shape = tuple(sizes[axis] for axis in kept)
        r[target] = view.part(shape, tuple(strides[axis] for axis in kept), offset)

    return run


_Part: TypeAlias = "tuple[list[int], list[int]]"
"""Static values, and the registers of those that are dynamic."""


def _parts(
    frame: Frame, op: memref.SubviewOp | memref.ReinterpretCastOp, counts: tuple[int, int, int]
) -> list[_Part]:
    """Offsets, sizes and strides; raises NotValidated if they are not that many."""
    given = (
        ("offsets", op.static_offsets, op.offsets),
        ("sizes", op.static_sizes, op.sizes),
        ("strides", op.static_strides, op.strides),
    )
    parts: list[_Part] = []
    for (name, static, dynamic), count in zip(given, counts, strict=True):
        values = list(static.iter_values())
        if len(values) != count or values.count(_DYNAMIC) != len(dynamic):
            raise NotValidated(f"{op.name} with {len(values)} {name} where {count} are needed")
        parts.append((values, frame.slots(dynamic)))
    return parts


def _kept_axes(op: memref.SubviewOp) -> list[int]:
    """The axes of the source that the result has; axes of size 1 may be left out."""
    sizes = list(op.static_sizes.iter_values())
    axes, wanted = list(range(len(sizes))), op.result.type.get_num_dims()
    unit = [axis for axis in axes if sizes[axis] == 1]
    shape = [size if size >= 0 else _DYNAMIC for size in op.result.type.get_shape()]
    for left_out in combinations(unit, max(len(sizes) - wanted, 0)):
        kept = [axis for axis in axes if axis not in left_out]
        if [sizes[axis] for axis in kept] == shape:
            return kept
    raise NotValidated(f"a subview of sizes {sizes} as {op.result.type}")


def _reinterpret_cast(frame: Frame, op: Operation) -> Step:
    """Of the base of the buffer, whatever part of it the source is."""
    assert isinstance(op, memref.ReinterpretCastOp)
    rank = op.result.type.get_num_dims()
    parts = _parts(frame, op, (1, rank, rank))
    source, target = frame.slot(op.source), frame.slot(op.result)
    lanes = prod(lane_axis(cast("LaidOutType", op.source.type).element_type))

    of_type = _of_type(frame, op.result.type)

    def run(r: Registers) -> None:
        buffer = cast("View", r[source]).buffer
        offsets, sizes, strides = (_mixed(static, slots, r) for static, slots in parts)
        if not _keeps_elements(op) or r[source].other is not None:
            view = of_type(r[source], r[source].base, tuple(sizes), tuple(strides), offsets[0])
            r[target] = view
            return
        offsets, strides = [o * lanes for o in offsets], [s * lanes for s in strides]
        reach = [(size - 1) * stride for size, stride in zip(sizes, strides, strict=True)]
        first = offsets[0] + sum(min(part, 0) for part in reach)
        last = offsets[0] + sum(max(part, 0) for part in reach)
        if min(sizes, default=1) > 0 and not 0 <= first <= last < len(buffer.cells):
            raise Undefined(f"a memref.reinterpret_cast leaves {buffer.name}{list(buffer.shape)}")
        r[target] = View(buffer, tuple(sizes), tuple(strides), offsets[0])

    return run


def _keeps_elements(op: Operation) -> bool:
    types = [cast("LaidOutType", value.type) for value in (op.operands[0], op.results[0])]
    return types[0].element_type == types[1].element_type


_Elements: TypeAlias = "Callable[[View, int, tuple[int, ...], tuple[int, ...], int], View]"


def _of_type(frame: Frame, type: LaidOutType) -> _Elements:
    """Views of the bytes of a buffer, from one on, as elements of a type."""
    scalar, lanes = element_of(type.element_type), prod(lane_axis(type.element_type))
    axis, function = lane_axis(type.element_type), frame.machine.domain.function

    def made(
        view: View, start: int, shape: tuple[int, ...], strides: tuple[int, ...], offset: int
    ) -> View:
        buffer = view.buffer
        other = OtherType(buffer.scalar, scalar, start, function)
        if lanes.bit_count() != 1:
            raise NotValidated(f"the bytes of elements of type {type.element_type}")
        strides = (*(stride * lanes for stride in strides), *(() if not axis else (1,)))
        found = View(buffer, shape + axis, strides, offset * lanes, other, start)
        for index in found.indices() if buffer.base is not None else ():
            places = other.cells_of(found.locate(index))
            if not 0 <= places[0] <= places[-1] < len(buffer.cells):
                raise Undefined(f"a view leaves {buffer.name}{list(buffer.shape)}")
        if buffer.base is None:
            raise NotValidated(f"elements of another type in {buffer.name}, which has a layout")
        return found

    return made


def _bytes_before(view: View) -> int:
    """Where the first element of a view lies in its buffer."""
    if view.other is not None:
        return view.other.start + view.offset * view.other.size
    return view.offset * whole_bytes(view.buffer.scalar)


def _view(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, memref.ViewOp)
    type = op.result.type
    of_type, static = _of_type(frame, type), list(type.get_shape())
    source, shift, target = frame.slot(op.source), frame.slot(op.byte_shift), frame.slot(op.result)
    sizes = frame.slots(op.sizes)

    def run(r: Registers) -> None:
        dynamic = iter([as_index(r[slot]) for slot in sizes])
        shape = tuple(next(dynamic) if size < 0 else size for size in static)
        start = _bytes_before(r[source]) + as_index(r[shift])
        r[target] = of_type(r[source], start, shape, row_major(shape), 0)

    return _as_typed(frame, op, run)


def _type_cast(frame: Frame, op: Operation) -> Step:
    type = cast("LaidOutType", op.results[0].type)
    of_type, shape = _of_type(frame, type), tuple(type.get_shape())
    source, target = frame.slot(op.operands[0]), frame.slot(op.results[0])
    if any(size < 0 for size in shape):
        raise NotValidated(f"{op.name} of dynamic sizes")

    def run(r: Registers) -> None:
        r[target] = of_type(r[source], _bytes_before(r[source]), shape, row_major(shape), 0)

    return run


def _collapse_shape(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, memref.CollapseShapeOp)
    groups = _groups(op, op.src.type, op.result.type)
    source, target = frame.slot(op.src), frame.slot(op.result)

    def run(r: Registers) -> None:
        view = cast("View", r[source])
        axes = list(zip(view.shape, view.strides, strict=True))
        joined = [_joined([axes[axis] for axis in group]) for group in groups]
        shape, strides = tuple(size for size, _ in joined), tuple(stride for _, stride in joined)
        r[target] = view.part(shape, strides, view.offset)

    return run


def _joined(axes: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The size and stride of axes taken as one; raises NotValidated if they don't lie in a row."""
    apart = [(size, stride) for size, stride in axes if size != 1]
    for (_, outer), (size, stride) in pairwise(apart):
        if outer != size * stride:
            raise NotValidated("a memref.collapse_shape of cells that are not contiguous")
    return prod(size for size, _ in axes), apart[-1][1] if apart else 1


def _expand_shape(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, memref.ExpandShapeOp)
    groups = _groups(op, op.result.type, op.src.type)
    static, dynamic = list(op.static_output_shape.iter_values()), frame.slots(op.output_shape)
    if len(static) != op.result.type.get_num_dims() or static.count(_DYNAMIC) != len(dynamic):
        raise NotValidated(f"{op.name} of sizes {static} as {op.result.type}")
    source, target = frame.slot(op.src), frame.slot(op.result)

    def run(r: Registers) -> None:
        view, shape = cast("View", r[source]), _mixed(static, dynamic, r)
        strides = [0] * len(shape)
        for group, size, stride in zip(groups, view.shape, view.strides, strict=True):
            split = [shape[axis] for axis in group]
            if prod(split) != size:
                raise Undefined(f"a memref.expand_shape of {size} cells to {split}")
            for axis, inner in zip(group, row_major(split), strict=True):
                strides[axis] = inner * stride
        r[target] = view.part(tuple(shape), tuple(strides), view.offset)

    return run


def _groups(
    op: memref.CollapseShapeOp | memref.ExpandShapeOp, many: Attribute, few: Attribute
) -> list[list[int]]:
    """The axes of the one type that each axis of the other one is."""
    groups = [[axis.value.data for axis in group] for group in op.reassociation]
    axes = range(cast("LaidOutType", many).get_num_dims())
    wanted = cast("LaidOutType", few).get_num_dims()
    if [axis for group in groups for axis in group] != [*axes] or len(groups) != wanted:
        raise NotValidated(f"{op.name} by {groups}, which are not the axes of {many} in {wanted}")
    return groups


def _mixed(static: Sequence[int], slots: Sequence[int], r: Registers) -> list[int]:
    dynamic = iter([as_index(r[slot]) for slot in slots])
    return [next(dynamic) if value == _DYNAMIC else value for value in static]


def _as_typed(frame: Frame, op: Operation, step: Step | None) -> Step:
    """
    Raise NotValidated if the type of the result says something else of it, which MLIR refuses.
    """
    target, type = frame.slot(op.results[0]), op.results[0].type
    assert step is not None
    assert isinstance(type, MemRefType)

    def run(r: Registers) -> None:
        step(r)
        if not lies_as(r[target], cast("LaidOutType", type)):
            raise NotValidated(f"{op.name} as {type}, which it is not")

    return run


def _of_elements(handler: Handler) -> Handler:
    """Where the elements are vectors, the last axis of the cells stays out of it."""

    def made(frame: Frame, op: Operation) -> Step | None:
        check_elements(op)
        step = _as_typed(frame, op, handler(frame, op))
        if not lane_axis(cast("LaidOutType", op.operands[0].type).element_type):
            return step
        source, target = frame.slot(op.operands[0]), frame.slot(op.results[0])

        def run(r: Registers) -> None:
            whole = cast("View", r[source])
            r[source] = whole.part(whole.shape[:-1], whole.strides[:-1], whole.offset)
            step(r)
            r[source], given = whole, cast("View", r[target])
            shape, strides = (*given.shape, whole.shape[-1]), (*given.strides, whole.strides[-1])
            r[target] = given.part(shape, strides, given.offset)

        return run

    return made


def _reinterpreting(frame: Frame, op: Operation) -> Step | None:
    if _keeps_elements(op):
        return _of_elements(_reinterpret_cast)(frame, op)
    return _as_typed(frame, op, _reinterpret_cast(frame, op))


VIEWS: dict[str, Handler] = {
    "memref.subview": _of_elements(_subview),
    "memref.reinterpret_cast": _reinterpreting,
    "memref.view": _view,
    "vector.type_cast": _type_cast,
    "memref.collapse_shape": _of_elements(_collapse_shape),
    "memref.expand_shape": _of_elements(_expand_shape),
}
