"""Addresses: what is known of where a buffer starts, and what accesses claim of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from xdsl.dialects.builtin import IntegerAttr, MemRefType, NoneAttr
from xdsl.ir import Operation

from ..values.errors import NotValidated
from ..values.scalars import Scalar, element_of

BITS_OF_A_BYTE = 8


class Claim(Enum):
    """The answer to a claim: true, false or open."""

    TRUE = "true"
    FALSE = "false"
    OPEN = "open"


@dataclass
class Base:
    """The address of a buffer's first cell, modulo a power of two."""

    modulus: int
    remainder: int = 0
    by_caller: bool = False
    """Whether the caller chose the address, the same one for both sides."""

    def __str__(self) -> str:
        past = f"{self.remainder} past " if self.remainder else ""
        return f"{past}a multiple of {self.modulus}"

    def judge(self, distance: int, alignment: int) -> Claim:
        """Whether what lies that many bytes further is at a multiple of the alignment."""
        known = min(self.modulus, alignment)
        if (self.remainder + distance) % known:
            return Claim.FALSE
        return Claim.TRUE if known == alignment else Claim.OPEN

    def learn(self, distance: int, alignment: int) -> None:
        """Takes a claim that is open as true from now on."""
        self.modulus, self.remainder = alignment, -distance % alignment


def bytes_of(scalar: Scalar) -> int:
    """The bytes that an element takes in memory, which is its natural alignment too."""
    size = -(-scalar.width // BITS_OF_A_BYTE)
    return 1 << (size - 1).bit_length()


def base_of(type: MemRefType, alignment: int, *, by_caller: bool = False) -> Base | None:
    """The address of a whole buffer of this type; None if its type has a layout."""
    if not isinstance(type.layout, NoneAttr):
        return None
    return Base(max(alignment, bytes_of(element_of(type.element_type))), by_caller=by_caller)


def stated_alignment(op: Operation) -> int | None:
    """The bytes of an `alignment` attribute, wherever it is kept; None without one."""
    return alignment_of(op.properties.get("alignment") or op.attributes.get("alignment"))


def alignment_of(attribute: object) -> int | None:
    """The bytes that an attribute says; raises NotValidated for what is not a power of two."""
    if attribute is None:
        return None
    value = attribute.value.data if isinstance(attribute, IntegerAttr) else 0
    if value.bit_count() != 1 or value < 0:
        raise NotValidated(f"the alignment {attribute} is not understood")
    return value
