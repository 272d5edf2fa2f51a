"""
Views of a buffer's bytes as another element type: `memref.view`, `memref.reinterpret_cast` to
another type, `vector.type_cast`.

A cell keeps the type of its buffer. Of a special value, and of a part of one, the bits are any.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from xdsl.dialects import memref
from xdsl.dialects.builtin import MemRefType, VectorType
from xdsl.ir import Attribute, Operation

from .scalar_kinds import IntegerKind, Kind, kind_of, scalar_type
from .values import FORBIDDEN, POISON, UNDEF, UNINITIALISED, MemRef, Undefined, Unsupported, Value


class Bytes:
    """Elements of a type, `lanes` numbers each, in the cells of a buffer from a byte on."""

    def __init__(self, cells: Attribute, elements: Attribute, start: int):
        self.cells, self.numbers = _number(cells), _number(elements)
        self.lanes = _lanes(elements)
        if _lanes(cells) != 1:
            raise Unsupported("another type of cells that are vectors")
        self.start = start
        self.size = self.lanes * _size(self.numbers)

    def read(self, cells: list[Value], element: int) -> Value:
        """The value of an element."""
        size, first = _size(self.numbers), self.start + element * self.size
        values = [self._number(cells, first + lane * size) for lane in range(self.lanes)]
        return tuple(values) if self.lanes > 1 else values[0]

    def write(self, cells: list[Value], element: int, value: Value) -> None:
        """Set an element."""
        size, first = _size(self.numbers), self.start + element * self.size
        values: list[Value] = [value] * self.lanes
        if isinstance(value, tuple):
            values = list(cast("tuple[Value, ...]", value))
        for lane, number in enumerate(values):
            self._set_number(cells, first + lane * size, number)

    def touched(self, element: int) -> range:
        """The cells of an element."""
        first, size = self.start + element * self.size, _size(self.cells)
        return range(first // size, (first + self.size - 1) // size + 1)

    def _number(self, cells: list[Value], first: int) -> Value:
        size, own = _size(self.cells), _size(self.numbers)
        bits = 0
        for byte in range(first, first + own):
            value = cells[byte // size]
            if value is UNINITIALISED or value is FORBIDDEN:
                raise Undefined(f"a read of an {value} cell")
            if value is UNDEF or value is POISON:
                return value
            shifted = self.cells.to_bits(value) >> (8 * (byte % size))
            bits |= (shifted & 255) << (8 * (byte - first))
        return self.numbers.from_bits(bits)

    def _set_number(self, cells: list[Value], first: int, value: Value) -> None:
        size, own = _size(self.cells), _size(self.numbers)
        if value != value:
            value = UNDEF  # a NaN may have any bits
        is_number = isinstance(value, int | float)
        bits = self.numbers.to_bits(cast("Any", value)) if is_number else 0
        for cell in range(first // size, (first + own - 1) // size + 1):
            start, end = max(first, cell * size), min(first + own, (cell + 1) * size)
            old = cells[cell]
            if old is FORBIDDEN:
                raise Undefined("a store to forbidden padding")
            is_whole = end - start == size
            if not is_number or (not is_whole and not isinstance(old, int | float)):
                cells[cell] = value if is_whole else UNDEF
                continue
            now = 0 if is_whole else self.cells.to_bits(cast("Any", old))
            for byte in range(start, end):
                place = 8 * (byte - cell * size)
                now &= ~(255 << place)
                now |= ((bits >> (8 * (byte - first))) & 255) << place
            cells[cell] = self.cells.from_bits(now)


def viewed(
    whole: MemRef, op: Operation, start: int, shape: Sequence[int], strides: Sequence[int]
) -> MemRef:
    """A view from a byte on, in elements of the result's type."""
    type = _element(op.results[0].type)
    cells = whole.cells_type
    assert cells is not None
    base = whole.base if isinstance(op, memref.ReinterpretCastOp) else start
    return MemRef(whole.buffer, 0, shape, strides, cells, Bytes(cells, type, start), base)


def is_other_type(op: Operation) -> bool:
    """Whether a view has another element type than what it is a view of."""
    return _element(op.results[0].type) != _element(op.operands[0].type)


def start_of(whole: MemRef) -> int:
    """The byte at which the first element of a view lies."""
    assert whole.cells_type is not None
    if whole.bytes is not None:
        return whole.bytes.start + whole.offset * whole.bytes.size
    return whole.offset * _size(_number(whole.cells_type)) * _lanes(whole.cells_type)


def bytes_of_element(type: Attribute) -> int:
    """The bytes that an element of a memref takes."""
    element = _element(type)
    return _size(_number(element)) * _lanes(element)


def _element(type: Attribute) -> Attribute:
    return cast("MemRefType[Attribute]", type).element_type


def _number(element: Attribute) -> Kind:
    kind = kind_of(scalar_type(element))
    if kind.width not in (8, 16, 32, 64) or (isinstance(kind, IntegerKind) and kind.is_index):
        raise Unsupported(f"the bytes of {element}")
    return kind


def _lanes(element: Attribute) -> int:
    count = 1
    if isinstance(element, VectorType):
        for size in cast("VectorType[Attribute]", element).get_shape():
            count *= size
        if count & (count - 1):
            raise Unsupported(f"the bytes of {element}")
    return count


def _size(kind: Kind) -> int:
    return kind.width // 8
