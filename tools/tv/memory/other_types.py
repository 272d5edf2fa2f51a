"""
Elements of another type than the cells of a buffer: one in some cells, some in one, or one in one.

Bytes are in little-endian order. What lies across the borders of cells is not understood.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..values.errors import NotValidated
from ..values.operators import Operator, operator
from ..values.scalars import Scalar
from .addresses import BITS_OF_A_BYTE

PART, JOINED = "part of bits", "joined bits"
"""Operators: one part of a value, whose number and count are the detail; and a value of parts."""

_Function = Callable[..., Any]


@dataclass(frozen=True)
class OtherType:
    """The elements of a view, from a byte of its buffer on, where cells have another type."""

    cells: Scalar
    scalar: Scalar
    start: int
    function: Callable[[Operator], _Function]

    @property
    def size(self) -> int:
        """The bytes of an element."""
        return whole_bytes(self.scalar)

    def cells_of(self, element: int) -> range:
        """The cells that an element lies in."""
        first, size = self.start + element * self.size, whole_bytes(self.cells)
        if first % min(size, self.size):
            raise NotValidated("an element of another type lies across the borders of cells")
        return range(first // size, (first + self.size - 1) // size + 1)

    def value(self, element: int, cells: Sequence[Any]) -> Any:
        """The element, by its cells."""
        size = whole_bytes(self.cells)
        if len(cells) > 1:
            return self._joined(self.scalar, self.cells, cells)
        return self._part(cells[0], self.cells, self.scalar, self._number(element), size)

    def stored(self, element: int, value: Any, old: Callable[[], Any]) -> list[Any]:
        """The new contents of its cells; `old` gives that of a cell of which some bytes stay."""
        parts = self.size // whole_bytes(self.cells)
        if parts > 1:
            return [self._part(value, self.scalar, self.cells, k, self.size) for k in range(parts)]
        if parts == 1:
            return [self._part(value, self.scalar, self.cells, 0, self.size)]
        size, rest = whole_bytes(self.cells), old()
        kept = [
            self._part(rest, self.cells, self.scalar, k, size) for k in range(size // self.size)
        ]
        kept[self._number(element)] = value
        return [self._joined(self.cells, self.scalar, kept)]

    def _number(self, element: int) -> int:
        """Which part of its cell an element is."""
        return (self.start + element * self.size) % whole_bytes(self.cells) // self.size

    def _part(self, value: Any, whole: Scalar, part: Scalar, number: int, size: int) -> Any:
        count = size // whole_bytes(part)
        if count > 1:
            return self.function(operator(PART, part, (whole,), detail=(number, count)))(value)
        return self._converted(value, whole, part)

    def _joined(self, whole: Scalar, part: Scalar, parts: Sequence[Any]) -> Any:
        return self.function(operator(JOINED, whole, (part,) * len(parts)))(*parts)

    def _converted(self, value: Any, source: Scalar, target: Scalar) -> Any:
        if source is target:
            return value
        return self.function(operator("arith.bitcast", target, (source,)))(value)


def whole_bytes(scalar: Scalar) -> int:
    """The bytes of a number that has no other bits in memory; raises NotValidated of others."""
    is_index = getattr(scalar, "is_index", False)
    if is_index or scalar.width not in (8, 16, 32, 64):
        raise NotValidated(f"the bytes of elements of type {scalar.name}")
    return scalar.width // BITS_OF_A_BYTE
