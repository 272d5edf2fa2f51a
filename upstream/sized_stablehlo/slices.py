"""Parts of tensors with sizes known at run time."""

from __future__ import annotations

import re
from typing import Any

from ...index.expr import Expr, lift
from ..bridge import bindings
from .building import clamped, element, index, index_type, to_index, value_of
from .reshapes import by_position
from .shapes_of_results import lists_of, numbers_of
from .sizes import Sizes


def lower_update(op: Any, sizes: Sizes) -> Any:
    """A tensor with a part replaced, at a place that is moved into it as StableHLO says."""
    ir = bindings("ir")
    operand, update, *starts = op.operands
    outer, inner = sizes.of(operand), sizes.of(update)
    offsets, dynamic = list[Any](), ir.ShapedType.get_dynamic_size()
    for start, size, part in zip(starts, outer, inner, strict=True):
        if not ir.IntegerType(start.type.element_type).is_signless:
            return None
        offsets.append(clamped(sizes.write(sizes.number(start)), sizes.write(size - part)))
    ends = [sizes.write(size) for size in inner if size.constant is None]
    shape = ", ".join(str(dynamic if s.constant is None else s.constant) for s in inner)
    rank, segments = len(inner), f"array<i32: 1, 1, {len(inner)}, {len(ends)}, 0>"
    attributes = {
        "static_offsets": _array([dynamic] * rank),
        "static_sizes": f"array<i64: {shape}>" if inner else "array<i64>",
        "static_strides": _array([1] * rank),
        "operandSegmentSizes": segments,
    }
    return value_of(
        "tensor.insert_slice", operand.type, update, operand, *offsets, *ends, **attributes
    )


def lower_slice(op: Any, sizes: Sizes) -> Any:
    """A part of a tensor, between places that the program computes."""
    ir = bindings("ir")
    operand, starts, _, steps = op.operands
    if not ir.IntegerType(starts.type.element_type).is_signless:
        return None
    dynamic, result = ir.ShapedType.get_dynamic_size(), op.results[0]
    strides = [step.constant for step in sizes.numbers(steps)]
    if None in strides:
        return None
    shape, offsets = sizes.of(result), sizes.numbers(starts)
    parts = [dynamic if size.constant is None else size.constant for size in shape]
    type = ir.RankedTensorType.get(parts, operand.type.element_type)
    places = [sizes.write(offset) for offset in offsets]
    ends = [sizes.write(size) for size in shape if size.constant is None]
    attributes = {
        "static_offsets": _array([dynamic] * len(shape)),
        "static_sizes": _array(parts),
        "static_strides": _array([step for step in strides if step is not None]),
        "operandSegmentSizes": f"array<i32: 1, {len(places)}, {len(ends)}, 0>",
    }
    made = value_of("tensor.extract_slice", type, operand, *places, *ends, **attributes)
    return made if type == result.type else value_of("tensor.cast", result.type, made)


def lower_reverse(op: Any, sizes: Sizes) -> Any:
    """A tensor with the order along some axes turned round."""
    operand, turned = op.operands[0], numbers_of(op, "dimensions")
    shape = sizes.of(operand)
    lasts = {axis: sizes.write(shape[axis] - 1) for axis in turned}

    def at(axes: list[Any]) -> Any:
        for axis, last in lasts.items():
            axes[axis] = value_of("arith.subi", index_type(), last, axes[axis])
        return element(operand, *axes)

    return by_position(op.results[0].type, shape, sizes, at)


def lower_gather(op: Any, sizes: Sizes) -> Any:
    """Slices of a tensor at places that are moved into it, as StableHLO says."""
    ir = bindings("ir")
    operand, starts = op.operands[0], op.operands[1]
    if not ir.IntegerType(starts.type.element_type).is_signless:
        return None
    lists = lists_of(op, "dimension_numbers")
    vector_axis, batching = _vector_axis(op), lists.get("operand_batching_dims", [])
    offset_axes = lists.get("offset_dims", [])
    collapsed = [*lists.get("collapsed_slice_dims", []), *batching]
    is_open_slice = len(op.operands) > 2
    parts = sizes.numbers(op.operands[2]) if is_open_slice else numbers_of(op, "slice_sizes")
    parts = tuple(map(lift, parts))
    outer, result = sizes.of(operand), op.results[0]
    batch_axes = [axis for axis in range(result.type.rank) if axis not in offset_axes]
    kept = [axis for axis in range(len(outer)) if axis not in collapsed]
    batch = [size for axis, size in enumerate(sizes.of(starts)) if axis != vector_axis]
    shape = dict[int, Expr](zip(batch_axes, batch, strict=True))
    shape |= {axis: parts[of] for axis, of in zip(offset_axes, kept, strict=True)}
    lasts = [sizes.write(size - part) for size, part in zip(outer, parts, strict=True)]

    def at(axes: list[Any]) -> Any:
        place = [index(0)] * len(outer)
        where = [axes[axis] for axis in batch_axes]
        for axis, of in zip(batching, lists.get("start_indices_batching_dims", []), strict=True):
            place[axis] = where[of - (of > vector_axis)]
        for number, axis in enumerate(lists.get("start_index_map", [])):
            position = list(where)
            if vector_axis < starts.type.rank:
                position.insert(vector_axis, index(number))
            place[axis] = clamped(to_index(element(starts, *position)), lasts[axis])
        for own, axis in zip(offset_axes, kept, strict=True):
            place[axis] = value_of("arith.addi", index_type(), place[axis], axes[own])
        return element(operand, *place)

    whole = tuple(shape[axis] for axis in range(result.type.rank))
    return by_position(result.type, whole, sizes, at)


def _vector_axis(op: Any) -> int:
    found = re.search(r"index_vector_dim = (\d+)", str(op.attributes["dimension_numbers"]))
    return 0 if found is None else int(found[1])


def _array(numbers: list[int]) -> str:
    return f"array<i64: {', '.join(map(str, numbers))}>" if numbers else "array<i64>"
