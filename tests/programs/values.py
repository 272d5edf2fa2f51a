"""Values, cells and buffers while a program is evaluated."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, TypeAlias

from xdsl.ir import Operation

Value: TypeAlias = Any  # an int, a float, a tuple of lanes, a MemRef, or a Special


class Special:
    """
    A value that is not a number: arithmetic on it is a TypeError, which the evaluator answers.
    """

    def __init__(self, name: str):
        self.name = name

    def __repr__(self) -> str:
        return self.name

    def __bool__(self) -> bool:
        raise TypeError(f"{self.name} is neither true nor false")


UNDEF = Special("undef")
"""Some arbitrary value: what a cell holds after a store of `pad.undef`."""
FREE = Special("free undef")
"""The result of `pad.undef` itself: inside an assume it is existential. A cell never holds it."""
POISON = Special("poison")
"""The result of an operation whose flags or operands promise what does not hold."""
UNINITIALISED = Special("uninitialised")
"""A cell that nothing has written: reading it is undefined behaviour."""
FORBIDDEN = Special("forbidden")
"""A padding cell of an argument that may not exist: reading or writing it is undefined."""


class Undefined(Exception):
    """The program has undefined behaviour on these inputs."""

    def __init__(self, reason: str, op: Operation | None = None):
        super().__init__(reason)
        self.reason = reason
        self.op = op

    def __str__(self) -> str:
        return self.reason if self.op is None else f"{self.reason}: {self.op}"


class Unsupported(Exception):
    """The evaluator does not know this operation, attribute or type."""


class OverBudget(Exception):
    """The program runs more operations than it was given."""


class Buffer:
    """
    Memory that one allocation, argument or global owns, as a flat list of cells.

    `cells` is None once it is freed.
    """

    _numbers = itertools.count()
    __slots__ = ("cells", "constant", "number", "origin")

    def __init__(self, cells: list[Value], origin: str, constant: bool = False):
        self.cells: list[Value] | None = cells
        self.origin = origin
        self.constant = constant
        self.number = next(Buffer._numbers)


class MemRef:
    """
    A view of a buffer: the cell of indices `i` is `offset + sum(i * strides)`.

    `cells_type` is the element type of the buffer; where the view has another one, `bytes` says how
    its elements lie in the cells, and `base` is the byte where a `memref.reinterpret_cast` starts.
    """

    __slots__ = ("base", "buffer", "bytes", "cells_type", "offset", "shape", "strides")

    def __init__(
        self,
        buffer: Buffer,
        offset: int,
        shape: Sequence[int],
        strides: Sequence[int],
        cells_type: Any = None,
        bytes: Any = None,
        base: int = 0,
    ):
        self.buffer = buffer
        self.offset = offset
        self.shape = tuple(shape)
        self.strides = tuple(strides)
        self.cells_type, self.bytes, self.base = cells_type, bytes, base

    def part(self, offset: int, shape: Sequence[int], strides: Sequence[int]) -> MemRef:
        """A view of the same elements."""
        return MemRef(self.buffer, offset, shape, strides, self.cells_type, self.bytes, self.base)

    def offsets(self) -> list[int]:
        """The places of all cells in row-major order."""
        found = [self.offset]
        for size, stride in zip(self.shape, self.strides, strict=True):
            found = [place + k * stride for place in found for k in range(size)]
        return found


def row_major(shape: Sequence[int]) -> tuple[int, ...]:
    """The strides of a buffer whose last axis is contiguous."""
    strides: list[int] = []
    stride = 1
    for size in reversed(shape):
        strides.append(stride)
        stride *= size
    return tuple(reversed(strides))


def blended(*operands: Value) -> Special:
    """The result of an operation with a special operand; raises AssertionError if there is none."""
    specials = [value for value in operands if isinstance(value, Special)]
    assert specials, f"no special value among {operands}"
    for special in (POISON, FREE):
        if special in specials:
            return special
    return UNDEF
