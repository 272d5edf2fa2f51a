"""Knowledge about a value: its bits, that it is a zero or a number, or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from xdsl.ir import Attribute


@dataclass(frozen=True)
class Exactly:
    """This constant, bit for bit."""

    value: Attribute


@dataclass(frozen=True)
class SomeZero:
    """A float zero of either sign."""


@dataclass(frozen=True)
class Arbitrary:
    """Any value: all that is known is that the cell may be read."""


@dataclass(frozen=True)
class Number:
    """A float that is not a NaN, and no infinity either where `finite`."""

    finite: bool


Known: TypeAlias = Exactly | SomeZero | Number | Arbitrary
