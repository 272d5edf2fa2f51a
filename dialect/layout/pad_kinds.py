"""Pad kinds as plain data: what the cells that a layout step introduces hold."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

from .index_map import IndexMap


@dataclass(frozen=True)
class Forbidden:
    """The cell may not be read, and not be written."""

    def __str__(self) -> str:
        return "forbidden"


FORBIDDEN = Forbidden()


@dataclass(frozen=True)
class Undef:
    """The cell may be read, and holds anything."""

    def __str__(self) -> str:
        return "undef"


@dataclass(frozen=True, eq=False)
class Constant:
    """The cell holds this value; 0, 0.0 and -0.0 are three, every NaN is one."""

    value: int | float

    def _key(self) -> tuple[type, str]:
        return type(self.value), repr(abs(self.value) if math.isnan(self.value) else self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Constant) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True)
class Identity:
    """The cell holds the neutral element of an `arith` operation: of `addf`, say."""

    op: str

    def __str__(self) -> str:
        return f"identity({self.op})"


@dataclass(frozen=True)
class SelfLoad:
    """The cell holds what another cell of the buffer does: wrap-around, an edge, a reflection."""

    source: IndexMap
    """From the physical indices, after the step that introduced the cell, to those of the other."""

    def __str__(self) -> str:
        return f"self[{self.source}]"


@dataclass(frozen=True)
class Computed:
    """
    The cell holds the result of a pure function for its physical indices, after the step that
    introduced it, and for the values of other cells of the buffer.
    """

    function: str
    arguments: IndexMap | None = None
    """Where the indices are others: what the function is given instead of them."""
    loads: tuple[IndexMap, ...] = ()
    """Map physical indices to the cells whose values the function takes, in order."""

    def __str__(self) -> str:
        loaded = ", ".join(f"self[{source}]" for source in self.loads)
        return f"@{self.function}({loaded})" if loaded else f"@{self.function}"


SimpleKind: TypeAlias = Forbidden | Undef | Constant | Identity | SelfLoad | Computed


@dataclass(frozen=True)
class Region:
    """A kind, and where it holds: where each output of the map is at least 0; None: everywhere."""

    where: IndexMap | None
    kind: SimpleKind

    def __str__(self) -> str:
        return str(self.kind) if self.where is None else f"{self.kind} where {self.where} >= 0"


@dataclass(frozen=True)
class ByRegion:
    """
    The pad kind of a cell is that of the first region that contains it; the last contains all.
    """

    regions: tuple[Region, ...]

    def __post_init__(self) -> None:
        without = [number for number, r in enumerate(self.regions) if r.where is None]
        if without != [len(self.regions) - 1]:
            raise ValueError("a list of pad kinds ends at its one entry without `where`")

    def __str__(self) -> str:
        return ", else ".join(map(str, self.regions))


PadKind: TypeAlias = SimpleKind | ByRegion


def sources(kind: SimpleKind) -> tuple[IndexMap, ...]:
    """The cells of the buffer itself that a padding cell takes its value from."""
    match kind:
        case SelfLoad():
            return (kind.source,)
        case Computed():
            return kind.loads
        case _:
            return ()


def simple_kinds(pad: PadKind) -> tuple[SimpleKind, ...]:
    """The kinds in a list by region, or the kind itself."""
    return tuple(r.kind for r in pad.regions) if isinstance(pad, ByRegion) else (pad,)
