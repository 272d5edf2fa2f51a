"""Operators, and what functions on known values may give for them."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any, TypeAlias

from .scalars import Number, Scalar


@dataclass(frozen=True, eq=False)
class Operator:
    """
    The operator that a term applies to its arguments.

    `name` is the name of the MLIR operation, or a word with a blank for an operator that no
    operation stands for; `detail` tells operators of one name apart by a
    predicate, the number of a result, a label.
    """

    name: str
    result: Scalar
    operands: tuple[Scalar, ...] = ()
    flags: frozenset[str] = frozenset()
    detail: Hashable = None


_operator = cache(Operator)


def operator(
    name: str,
    result: Scalar,
    operands: tuple[Scalar, ...] = (),
    flags: frozenset[str] = frozenset(),
    detail: Hashable = None,
) -> Operator:
    """The one operator with these fields; compare operators by identity."""
    return _operator(name, result, operands, flags, detail)


@dataclass(frozen=True)
class Cells:
    """The origin of an input term: cells of a buffer."""

    name: str
    position: int
    """Of the argument; two may have one name."""
    shape: tuple[int, ...]
    padding_of: str = ""
    """The side whose padding it is, or both; empty for logical cells."""


class Special(Enum):
    """A result that is not a value."""

    POISON = "poison"
    UNSPECIFIED = "unspecified"
    """A result that depends on the bits of a NaN: all NaNs are one value, with any bits."""


Known: TypeAlias = int | Number
Folder: TypeAlias = Callable[..., Known | Special]
Unary: TypeAlias = Callable[[Any], Known | Special]
Binary: TypeAlias = Callable[[Any, Any], Known | Special]

PREDICATES_I = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
PREDICATES_F = (
    *("false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord"),
    *("ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"),
)
ORDERS: dict[str, Callable[[Known, Known], bool]] = {
    "eq": lambda x, y: bool(x == y),
    "ne": lambda x, y: bool(x != y),
    "lt": lambda x, y: bool(x < y),
    "le": lambda x, y: bool(x <= y),
    "gt": lambda x, y: bool(x > y),
    "ge": lambda x, y: bool(x >= y),
}
