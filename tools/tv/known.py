"""Known values, and the types of functions on them."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, TypeAlias

from .scalars import Number


class Special(Enum):
    """A result that is no value."""

    POISON = "poison"
    UNSPECIFIED = "unspecified"
    """What the bits of a NaN decide: all NaNs are one value, of which any bits may be there."""


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
