"""Views of a flat buffer: an offset, and a size and a stride for each axis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TypeAlias

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import DYNAMIC_INDEX, IntegerAttr
from xdsl.ir import Operation, SSAValue

from ....analysis.accesses.views import reassociation
from ....dialect.ir.located_errors import PadError
from ....dialect.ir.operations import operation_name
from ...common.index_codegen import Emitter

Size: TypeAlias = int | SSAValue

_VIEWS = (
    memref.CollapseShapeOp,
    memref.ExpandShapeOp,
    memref.SubviewOp,
    memref.ReinterpretCastOp,
    memref.CastOp,
)


class SizeEmitter:
    """Sums and products of sizes; those of numbers are numbers."""

    def __init__(self, emit: Emitter):
        self._emit = emit

    def value(self, size: Size) -> SSAValue:
        """The size as a value of type index."""
        if isinstance(size, SSAValue):
            return size
        constant = arith.ConstantOp(IntegerAttr.from_index_int_value(size))
        return self._emit.insert(constant).results[0]

    def sum(self, left: Size, right: Size) -> Size:
        """Left + right."""
        if isinstance(left, int) and isinstance(right, int):
            return left + right
        if left == 0 or right == 0:
            return right if left == 0 else left
        return self._emit.insert(arith.AddiOp(self.value(left), self.value(right))).results[0]

    def product(self, left: Size, right: Size) -> Size:
        """Left * right."""
        if isinstance(left, int) and isinstance(right, int):
            return left * right
        if left == 0 or right == 0:
            return 0
        if left == 1 or right == 1:
            return right if left == 1 else left
        return self._emit.insert(arith.MuliOp(self.value(left), self.value(right))).results[0]

    def row_major(self, shape: Sequence[Size]) -> tuple[Size, ...]:
        """The strides of a contiguous buffer."""
        strides: list[Size] = []
        inner: Size = 1
        for size in reversed(shape):
            strides.insert(0, inner)
            inner = self.product(inner, size)
        return tuple(strides)


@dataclass(frozen=True)
class StridedView:
    """Cell `(i, j, ..)` is number `offset + i * strides[0] + j * strides[1] + ..` of the buffer."""

    offset: Size
    shape: tuple[Size, ...]
    strides: tuple[Size, ...]

    def position(self, sizes: SizeEmitter, index: Sequence[SSAValue]) -> Size:
        """Where a cell is."""
        steps = zip(index, self.strides, strict=True)
        return reduce(sizes.sum, (sizes.product(i, s) for i, s in steps), self.offset)


def is_view(op: Operation) -> bool:
    """Whether `view_of` knows what an operation makes of a buffer."""
    return isinstance(op, _VIEWS)


def view_of(op: Operation, source: StridedView, sizes: SizeEmitter) -> StridedView:
    """The view that an operation makes of another one; raises PadError for other operations."""
    match op:
        case memref.CastOp():
            return source
        case memref.CollapseShapeOp():
            groups = reassociation(op)
            shape = tuple(
                reduce(sizes.product, (source.shape[axis] for axis in group), 1) for group in groups
            )
            strides = tuple(source.strides[group[-1]] for group in groups)
            return StridedView(source.offset, shape, strides)
        case memref.ExpandShapeOp():
            shape = _mixed(op.static_output_shape.get_values(), op.output_shape)
            strides = tuple(
                sizes.product(stride, outer)
                for group, outer in zip(reassociation(op), source.strides, strict=True)
                for stride in sizes.row_major([shape[axis] for axis in group])
            )
            return StridedView(source.offset, shape, strides)
        case memref.SubviewOp():
            return _subview(op, source, sizes)
        case memref.ReinterpretCastOp():
            (offset,) = _mixed(op.static_offsets.get_values(), op.offsets)
            shape = _mixed(op.static_sizes.get_values(), op.sizes)
            return StridedView(offset, shape, _mixed(op.static_strides.get_values(), op.strides))
        case _:
            raise PadError(f"'{operation_name(op)}' of a buffer has no lowering to a GPU here", op)


def _subview(op: memref.SubviewOp, source: StridedView, sizes: SizeEmitter) -> StridedView:
    offsets = _mixed(op.static_offsets.get_values(), op.offsets)
    shape = _mixed(op.static_sizes.get_values(), op.sizes)
    steps = _mixed(op.static_strides.get_values(), op.strides)
    moved = (sizes.product(o, s) for o, s in zip(offsets, source.strides, strict=True))
    offset = reduce(sizes.sum, moved, source.offset)
    strides = [sizes.product(n, s) for n, s in zip(steps, source.strides, strict=True)]
    kept = _kept_axes(shape, op.result.type.get_shape())
    return StridedView(offset, tuple(shape[k] for k in kept), tuple(strides[k] for k in kept))


def _kept_axes(shape: Sequence[Size], result: Sequence[int]) -> list[int]:
    """The axes that a subview keeps: it may drop some of size 1, and it is all the same which."""
    kept: list[int] = []
    wanted = list(result)
    for axis, size in enumerate(shape):
        number = size if isinstance(size, int) else DYNAMIC_INDEX
        if wanted and number == wanted[0]:
            kept.append(axis)
            del wanted[0]
    return kept


def _mixed(static: Sequence[int], dynamic: Sequence[SSAValue]) -> tuple[Size, ...]:
    values = iter(dynamic)
    return tuple(next(values) if size == DYNAMIC_INDEX else size for size in static)
