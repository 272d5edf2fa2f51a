"""
The names of a buffer: views of all of it or of some bytes, of the same element type or another one.

Which cells of one name are cells of another follows from the bytes where they lie. The order of
bytes is little-endian.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import cast

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    IntegerAttr,
    IntegerType,
    MemRefType,
    NoneAttr,
    VectorType,
)
from xdsl.ir import Attribute, Operation, SSAValue, Use

from ...dialect.ir.operations import is_a
from ...dialect.ops import CastOp
from ...dialect.xdsl_compat.operations.vector import TypeCastOp
from ...index.expr import Expr, lift

VIEWS = (
    *(memref.CastOp, memref.CollapseShapeOp, memref.ExpandShapeOp),
    *(memref.ViewOp, memref.ReinterpretCastOp, TypeCastOp),
)
"""Operations whose result is a name of the buffer that is their first operand."""

ANY_VIEWS = (
    *VIEWS,
    *(memref.SubviewOp, memref.MemorySpaceCastOp, memref.AssumeAlignmentOp, CastOp),
)
"""The same, and some of which it is not looked at which cells the indices of the result mean."""

_POWERS_OF_TWO = (8, 16, 32, 64)


@dataclass(frozen=True)
class Window:
    """
    The place in a buffer where the elements of a name of it lie; distinct indices, distinct cells.

    Sizes and offsets are in bytes; where the bytes of elements are not known, the names of a buffer
    have one element type, and what is counted are elements.
    """

    element: Attribute
    size: int
    """Of an element."""
    base: int
    """Where `memref.reinterpret_cast` of the name counts from."""
    offset: int
    """Of the first element, from the start of the buffer."""
    shape: tuple[int, ...]
    """Of which the first may be dynamic."""
    strides: tuple[int, ...]
    """In elements."""

    @property
    def is_dense(self) -> bool:
        """Whether the elements lie in row-major order, without gaps."""
        return self.strides == _row_major(self.shape)

    def number_of(self, index: Sequence[Expr]) -> Expr:
        """The number of an element by its index, counted from the first one."""
        return sum(
            (i * stride for i, stride in zip(index, self.strides, strict=True)), start=lift(0)
        )

    def index_of(self, number: Expr) -> tuple[Expr, ...]:
        """The index of an element by its number, where the window is dense."""
        inner = zip(self.strides[1:], self.shape[1:], strict=True)
        first = [number // self.strides[0]] if self.strides else []
        return (*first, *(number // stride % size for stride, size in inner))

    def is_at(self, other: Window) -> bool:
        """Whether an index of either is the same bytes by the other."""
        ours, theirs = ((w.size, w.offset, w.shape[1:], w.strides) for w in (self, other))
        return ours == theirs


@dataclass(frozen=True)
class Overlap:
    """
    The cells of one name that an element of another lies in: `parts` of them from a number on, or
    a part of one where not `whole`.
    """

    first: Expr
    parts: int
    whole: bool


def overlap(own: Window, index: Sequence[Expr], asked: Window) -> Overlap | None:
    """The cells of one name that are touched by an index of another; None if not known."""
    apart = own.offset - asked.offset
    number = own.number_of(index)
    if own.size % asked.size == 0 and apart % asked.size == 0:
        parts = own.size // asked.size
        return Overlap(number * parts + apart // asked.size, parts, whole=True)
    if asked.size % own.size == 0 and apart % own.size == 0:
        return Overlap((number + apart // own.size) // (asked.size // own.size), 1, whole=False)
    return None


@dataclass(frozen=True)
class Names:
    """
    All names of a buffer, with their windows; None for one whose place is not known, or where two
    indices may be one cell.
    """

    root: SSAValue
    windows: dict[SSAValue, Window | None]

    def __iter__(self) -> Iterator[SSAValue]:
        return iter(self.windows)

    def smallest(self, name: SSAValue) -> SSAValue:
        """The name with the smallest cells of which all elements of this one are whole cells."""
        own, best = self.windows[name], name
        for other, window in self.windows.items():
            if own is None or window is None or not window.is_dense:
                continue
            found, smallest = overlap(own, _origin(own), window), self.windows[best]
            if found is not None and found.whole and smallest and window.size < smallest.size:
                best = other
        return best

    def uses_of(self, name: SSAValue) -> list[Use]:
        """The uses of one name, apart from those that make another one."""
        return [use for use in name.uses if not _is_view_of(use)]


def root_through_views(buffer: SSAValue) -> SSAValue:
    """The buffer that a view leads to: of some of its bytes only, or of another type too."""
    while is_a(op := buffer.owner, ANY_VIEWS):
        buffer = op.operands[0]
    return buffer


def names_of(buffer: SSAValue) -> Names:
    """All names of the buffer that one of them is of."""
    root = buffer
    while is_a(op := root.owner, VIEWS):
        root = op.operands[0]
    found: dict[SSAValue, Window | None] = {root: _whole(root)}
    pending = [root]
    while pending:
        name = pending.pop()
        for use in name.uses:
            if _is_view_of(use):
                view = use.operation.results[0]
                found[view] = _viewed(found[name], use.operation)
                pending.append(view)
    return Names(root, found)


def _origin(window: Window) -> list[Expr]:
    return [lift(0) for _ in window.shape]


def _is_view_of(use: Use) -> bool:
    return use.index == 0 and is_a(use.operation, VIEWS)


def bytes_of(type: Attribute) -> int | None:
    """The bytes from one element of a buffer to the next; None if these are up to the target."""
    if isinstance(type, IntegerType):
        bits = cast("IntegerType", type).width.data
        return bits // 8 if bits in _POWERS_OF_TWO else None
    if isinstance(type, AnyFloat):
        return type.bitwidth // 8 if type.bitwidth in _POWERS_OF_TWO else None
    if isinstance(type, VectorType):
        vector = cast("VectorType[Attribute]", type)
        each, shape = bytes_of(vector.element_type), vector.get_shape()
        if each is None or vector.get_num_scalable_dims() or not shape:
            return None
        return each * prod(shape) if shape[-1].bit_count() == 1 else None
    return None


def _whole(buffer: SSAValue) -> Window | None:
    type = cast("MemRefType[Attribute]", buffer.type)
    shape = tuple(type.get_shape())
    if not isinstance(type.layout, NoneAttr) or not _has_rows(shape):
        return None
    size = bytes_of(type.element_type) or 1
    return Window(type.element_type, size, 0, 0, shape, _row_major(shape))


def _viewed(source: Window | None, op: Operation) -> Window | None:
    """The window of a view of a name."""
    type = cast("MemRefType[Attribute]", op.results[0].type)
    shape = tuple(type.get_shape())
    if source is None:
        return None
    if isinstance(op, memref.CastOp):
        return source if len(shape) == len(source.shape) else None
    if not _has_rows(shape):
        return None
    if type.element_type != source.element:
        size = bytes_of(type.element_type)
        if size is None or bytes_of(source.element) is None:
            return None
    else:
        size = source.size
    dense = Window(type.element_type, size, source.base, source.offset, shape, _row_major(shape))
    match op:
        case memref.ViewOp():
            shift = _constant(op.byte_shift)
            if shift is None or source.element != IntegerType(8) or not source.is_dense:
                return None
            start = source.offset + shift
            return replace(dense, base=start, offset=start)
        case memref.ReinterpretCastOp():
            return _reinterpreted(dense, op)
        case _:
            is_plain = isinstance(type.layout, NoneAttr)
            return dense if is_plain and source.is_dense else None


def _reinterpreted(dense: Window, op: memref.ReinterpretCastOp) -> Window | None:
    offsets = list(op.static_offsets.iter_values())
    strides = tuple(op.static_strides.iter_values())
    if DYNAMIC_INDEX in (*offsets, *strides) or len(offsets) != 1:
        return None
    if len(strides) != len(dense.shape) or min(strides, default=1) < 1:
        return None
    # Each row ends before the next one begins: no cell has two indices.
    for outer, stride, size in zip(strides, strides[1:], dense.shape[1:], strict=False):
        if outer < stride * size:
            return None
    return replace(dense, offset=dense.base + offsets[0] * dense.size, strides=strides)


def _has_rows(shape: Sequence[int]) -> bool:
    """Whether all extents but the first are known, and not empty."""
    return all(size > 0 for size in shape[1:])


def _row_major(shape: Sequence[int]) -> tuple[int, ...]:
    return tuple(prod(shape[axis + 1 :]) for axis in range(len(shape)))


def _constant(value: SSAValue) -> int | None:
    op = value.owner
    constant = op.value if isinstance(op, arith.ConstantOp) else None
    return constant.value.data if isinstance(constant, IntegerAttr) else None
