"""Sizes in a launch plan: integer expressions over index arguments, loops and array extents."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

_WORD = 1 << 64


def _quotient(dividend: int, divisor: int) -> int:
    quotient = abs(dividend) // abs(divisor)
    return quotient if (dividend < 0) == (divisor < 0) else -quotient


# The names are those of MLIR's `arith`; MLIR's `floordiv` and `ceildiv` are signed.
OPERATIONS: Mapping[str, Callable[[int, int], int]] = {
    "add": lambda left, right: left + right,
    "sub": lambda left, right: left - right,
    "mul": lambda left, right: left * right,
    "floordiv": lambda left, right: left // right,
    "ceildiv": lambda left, right: -(-left // right),
    "mod": lambda left, right: left % right,
    "div": _quotient,
    "rem": lambda left, right: left - _quotient(left, right) * right,
    "divu": lambda left, right: (left % _WORD) // (right % _WORD),
    "remu": lambda left, right: (left % _WORD) % (right % _WORD),
    "min": lambda left, right: min(left, right),
    "max": lambda left, right: max(left, right),
    # Comparisons are 1 where they hold, else 0; `u` is for those of unsigned numbers.
    "eq": lambda left, right: int(left == right),
    "ne": lambda left, right: int(left != right),
    "lt": lambda left, right: int(left < right),
    "le": lambda left, right: int(left <= right),
    "gt": lambda left, right: int(left > right),
    "ge": lambda left, right: int(left >= right),
    "ltu": lambda left, right: int(left % _WORD < right % _WORD),
    "leu": lambda left, right: int(left % _WORD <= right % _WORD),
    "gtu": lambda left, right: int(left % _WORD > right % _WORD),
    "geu": lambda left, right: int(left % _WORD >= right % _WORD),
}
_SYMBOLS = {
    **{"add": "+", "sub": "-", "mul": "*", "floordiv": "//", "mod": "%"},
    **{"div": "/", "rem": "rem", "ceildiv": "ceildiv", "divu": "divu", "remu": "remu"},
    **{"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="},
    **{"ltu": "ltu", "leu": "leu", "gtu": "gtu", "geu": "geu"},
}


@dataclass(frozen=True)
class Extent:
    """The size of one axis of an array."""

    array: str
    axis: int

    def __str__(self) -> str:
        return f"{self.array}.shape[{self.axis}]"


@dataclass(frozen=True)
class Operation:
    """Two sizes and what to make of them, one of `OPERATIONS`."""

    name: str
    left: Size
    right: Size

    def __str__(self) -> str:
        if self.name in ("min", "max"):
            return f"{self.name}({self.left}, {self.right})"
        return f"{_operand(self.left)} {_SYMBOLS[self.name]} {_operand(self.right)}"


Size: TypeAlias = int | str | Extent | Operation
"""A number, the name of an index argument or of a loop, an extent, or an operation on sizes."""


def evaluate(size: Size, numbers: Mapping[str, int], shapes: Mapping[str, Sequence[int]]) -> int:
    """The value; raises ZeroDivisionError if a divisor is 0."""
    match size:
        case int():
            return size
        case str():
            return numbers[size]
        case Extent(array, axis):
            return shapes[array][axis]
        case Operation(name, left, right):
            return OPERATIONS[name](
                evaluate(left, numbers, shapes), evaluate(right, numbers, shapes)
            )


def operation(name: str, left: Size, right: Size) -> Size:
    """The operation, or its value where both sizes are numbers."""
    if isinstance(left, int) and isinstance(right, int) and not ("iv" in name and right == 0):
        return OPERATIONS[name](left, right)
    return Operation(name, left, right)


def _operand(size: Size) -> str:
    is_infix = isinstance(size, Operation) and size.name not in ("min", "max")
    return f"({size})" if is_infix else str(size)
