"""Sizes of buffers in loops, as sizes of what stands outside of these."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from ..bridge import bindings

_Size: TypeAlias = tuple[Any, int]
"""An axis of a buffer; or a value, and no axis."""

_NONE = -1
_Finder: TypeAlias = Callable[[Any, int], _Size]

_LOOPS = ("scf.for", "scf.while", "scf.if")


def use_sizes_from_outside(ops: Sequence[Any]) -> None:
    """
    Give buffers in loops sizes from outside of these, where they have such.

    Affine loops have no bounds that a loop around them computes. What `scf.for` carries often has
    the sizes that it begins with, and views those of what they are views of: sizes are asked for
    there, and linalg operations access such a buffer as a view of all of it.
    """
    for op in ops:
        if op.name == "memref.dim" and (axis := _constant(op.operands[1])) is not None:
            origin = _size(op.operands[0], axis)
            if origin[1] != _NONE and origin != (op.operands[0], axis):
                op.operands[0], at = origin
                if at != axis:
                    with bindings("ir").InsertionPoint(op), op.location:
                        op.operands[1] = _index(at)
    for op in ops:
        if op.name.startswith("linalg.") and _is_in_loop(op):
            for number, value in enumerate(op.operands):
                if _has_open_sizes(value):
                    op.operands[number] = _with_sizes_from_outside(value, op)


def _has_open_sizes(value: Any) -> bool:
    ir = bindings("ir")
    return isinstance(value.type, ir.MemRefType) and not value.type.has_static_shape


def _with_sizes_from_outside(value: Any, op: Any) -> Any:
    """A view of all of a buffer; or the buffer, if it has no sizes from outside, or those."""
    ir, type = bindings("ir"), value.type
    axes = [axis for axis in range(type.rank) if type.is_dynamic_dim(axis)]
    origins = [_size(value, axis) for axis in axes]
    if any(_is_inside(origin) for origin, _ in origins):
        return value
    if all(origin == (value, axis) for origin, axis in zip(origins, axes, strict=True)):
        return value
    dynamic = ir.ShapedType.get_dynamic_size()
    shape = [dynamic if axis in axes else type.shape[axis] for axis in range(type.rank)]
    with ir.InsertionPoint(op), op.location:
        memref = bindings("dialects.memref")
        sizes = [
            origin if at == _NONE else memref.dim(origin, _index(at)) for origin, at in origins
        ]
        numbers = [[0] * type.rank, shape, [1] * type.rank]
        kinds = ("offsets", "sizes", "strides")
        attributes = {
            f"static_{kind}": ir.DenseI64ArrayAttr.get(each)
            for kind, each in zip(kinds, numbers, strict=True)
        }
        segments = ir.DenseI32ArrayAttr.get([1, 0, len(sizes), 0])
        attributes["operandSegmentSizes"] = segments
        made = ir.Operation.create(
            "memref.subview", [_view_type(type)], [value, *sizes], attributes
        )
        return made.result


def _view_type(type: Any) -> Any:
    """The type of a view of all of a buffer."""
    ir = bindings("ir")
    if not isinstance(type.layout, ir.AffineMapAttr):
        return type
    dynamic, strides = ir.ShapedType.get_dynamic_stride_or_offset(), list[int]()
    stride: int | None = 1
    for axis in reversed(range(type.rank)):
        strides.insert(0, dynamic if stride is None else stride)
        is_open = type.is_dynamic_dim(axis)
        stride = None if stride is None or is_open else stride * type.shape[axis]
    layout = ir.StridedLayoutAttr.get(0, strides)
    return ir.MemRefType.get(type.shape, type.element_type, layout, type.memory_space)


def _is_in_loop(op: Any) -> bool:
    parent = op.parent
    return parent is not None and (parent.name in _LOOPS or _is_in_loop(parent))


def _is_inside(value: Any) -> bool:
    """Whether a loop computes it."""
    owner = value.owner
    if isinstance(owner, bindings("ir").Block):
        return owner.owner.name in _LOOPS
    return _is_in_loop(owner.operation)


def _index(value: int) -> Any:
    return bindings("dialects.arith").ConstantOp(bindings("ir").IndexType.get(), value).result


def _carried(value: Any) -> tuple[Any, Any, Any] | None:
    """The loop that carries a value, and what it begins and goes on with."""
    ir = bindings("ir")
    if not isinstance(value.owner, ir.Block):
        return None
    loop, number = value.owner.owner.operation, ir.BlockArgument(value).arg_number
    if loop.name == "scf.for" and number > 0:
        return loop, loop.operands[2 + number], _last(loop, 0).operands[number - 1]
    if loop.name == "scf.while" and value.owner == loop.regions[0].blocks[0]:
        return loop, loop.operands[number], _last(loop, 1).operands[number]
    return None


def _handed_on(value: Any) -> Any:
    """What the condition of an `scf.while` hands on as this value; None if it is another one."""
    ir = bindings("ir")
    if isinstance(value.owner, ir.Block):
        loop, number = value.owner.owner.operation, ir.BlockArgument(value).arg_number
        if loop.name != "scf.while" or value.owner == loop.regions[0].blocks[0]:
            return None
    else:
        loop, number = value.owner.operation, ir.OpResult(value).result_number
        if loop.name != "scf.while":
            return None
    return _last(loop, 0).operands[1 + number]


def _last(loop: Any, region: int) -> Any:
    return list(loop.regions[region].blocks[0].operations)[-1].operation


def _size(value: Any, axis: int) -> _Size:
    """Where the size of an axis comes from."""
    if (carried := _carried(value)) is not None:
        return _of_carried(value, axis, *carried, _size)
    return _of_result(value, axis, _size)


def _of_carried(value: Any, axis: int, loop: Any, first: Any, next_one: Any, of: _Finder) -> _Size:
    """The size that a loop begins with, if each iteration keeps it."""
    start = of(first, axis)

    def within(inner: Any, at: int) -> _Size:
        if (inner, at) == (value, axis):
            return start  # by induction
        other = _carried(inner)
        if other is None:
            return _of_result(inner, at, within)
        return (inner, at) if other[0] == loop else of(inner, at)

    return start if within(next_one, axis) == start else (value, axis)


def _of_result(value: Any, axis: int, of: _Finder) -> _Size:
    ir = bindings("ir")
    if value.type.is_dynamic_dim(axis) and (same := _handed_on(value)) is not None:
        return of(same, axis)
    if isinstance(value.owner, ir.Block) or not value.type.is_dynamic_dim(axis):
        return (value, axis)
    op, operands = value.owner.operation, list(value.owner.operation.operands)
    if op.name == "scf.for":
        number = ir.OpResult(value).result_number
        inner = op.regions[0].blocks[0].arguments[1 + number]
        start, next_one = op.operands[3 + number], _last(op, 0).operands[number]
        found = _of_carried(inner, axis, op, start, next_one, of)
        return (value, axis) if found == (inner, axis) else found
    if op.name == "memref.collapse_shape":
        (group,) = (g for k, g in enumerate(op.attributes["reassociation"]) if k == axis)
        inner = [ir.IntegerAttr(each).value for each in group]
        open_axes = [k for k in inner if operands[0].type.is_dynamic_dim(k)]
        whole = all(operands[0].type.shape[k] == 1 for k in inner if k not in open_axes)
        return of(operands[0], open_axes[0]) if whole and len(open_axes) == 1 else (value, axis)
    if op.name == "memref.expand_shape":
        shape = list(op.attributes["static_output_shape"])
        before = shape[:axis].count(ir.ShapedType.get_dynamic_size())
        return _of_value(operands[1 + before], of)
    if op.name == "memref.subview" and op.operands[0].type.rank == value.type.rank:
        offsets, sizes = (list(op.attributes[f"static_{kind}"]) for kind in ("offsets", "sizes"))
        dynamic = ir.ShapedType.get_dynamic_size()
        before = offsets.count(dynamic) + sizes[:axis].count(dynamic)
        return _of_value(operands[1 + before], of)
    if op.name == "memref.cast":
        return of(operands[0], axis)
    if op.name == "memref.alloc":
        number = sum(value.type.is_dynamic_dim(k) for k in range(axis))
        return _of_value(operands[number], of)
    return (value, axis)


def _of_value(size: Any, of: _Finder) -> _Size:
    """A size, or the axis that it is the size of."""
    if isinstance(size.owner, bindings("ir").Block) or size.owner.name != "memref.dim":
        return (size, _NONE)
    source = size.owner.operation
    axis = _constant(source.operands[1])
    return (size, _NONE) if axis is None else of(source.operands[0], axis)


def _constant(value: Any) -> int | None:
    ir = bindings("ir")
    if isinstance(value.owner, ir.Block) or value.owner.name != "arith.constant":
        return None
    return ir.IntegerAttr(value.owner.attributes["value"]).value
