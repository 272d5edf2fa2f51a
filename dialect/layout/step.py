"""The steps of a layout as plain data: index maps, and what the cells they miss hold."""

from __future__ import annotations

from dataclasses import dataclass

from .index_map import IndexMap
from .pad_kinds import FORBIDDEN, PadKind


@dataclass(frozen=True)
class Step:
    """
    An index map, and what it does to the box of its outputs.

    `align` rounds each derived extent up to a multiple, `extents` sets them; empty means neither.
    """

    map: IndexMap
    pad: PadKind = FORBIDDEN
    align: tuple[int, ...] = ()
    extents: tuple[int, ...] = ()

    def __str__(self) -> str:
        parts = [f"{self.map}, padding {self.pad}"]
        parts += [f"{name} {list(given)}" for name, given in self._given() if given]
        return ", ".join(parts)

    def _given(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        return ("align", self.align), ("extents", self.extents)
