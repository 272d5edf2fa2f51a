"""A kernel's text with a schedule, and the guards that it has to leave."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from ..end_to_end.placement import Step

HERE = Path(__file__).parent
TILE = 16


@dataclass(frozen=True)
class Limit:
    """What a size is known to be."""

    min: int = 0
    multiple: int = 1

    def fitted(self, size: int) -> int:
        """The least size that is allowed and not below this one."""
        return -(-max(size, self.min) // self.multiple) * self.multiple


@dataclass(frozen=True)
class Case:
    """One entry of the tables; see `verdicts.toml` for what the fields mean."""

    name: str
    function: str
    layouts: tuple[tuple[str, str, str], ...]
    first: tuple[str, ...]
    steps: tuple[str, ...]
    guards: Mapping[str, int]
    why: str
    facts: Mapping[str, Limit]
    draw: Mapping[str, Limit]
    without: str | None
    fp: Literal["strict", "relaxed"]
    leaves: tuple[str, ...]
    """Texts that the result has to have."""
    pending: tuple[str, ...]
    """Passes that run before the layouts are applied."""

    @property
    def limits(self) -> Mapping[str, Limit]:
        """The sizes that it takes."""
        return {**self.facts, **self.draw}

    @property
    def text(self) -> str:
        """The kernel before its schedule."""
        text = (HERE / "kernels" / f"{self.function}.mlir").read_text()
        if self.without is not None:
            mark = f"// {self.without}\n"
            assert mark in text, f"{self.name}: no line says {mark}"
            text = "".join(line for line in text.splitlines(True) if not line.endswith(mark))
        for size, limit in self.facts.items():
            tie = rf'(%{size}: index {{pad\.size = \[{{of = "\w+", dim = \d+)}}'
            stated = rf"\1, min = {limit.min}, multiple = {limit.multiple}}}"
            text, count = re.subn(tie, stated, text)
            assert count == 1, f"{self.name}: no size {size}"
        return text

    def pipeline(self, tile: int = TILE) -> str:
        """Its schedule as passes."""
        layouts = [
            f'pad-transform-layout{{buffer={buffer} map="{map}" pad="{pad}"}}'
            for buffer, map, pad in self.layouts
        ]
        applied = ("pad-apply-layouts",) if layouts else ()
        passes = (*self.first, *layouts, *self.pending, *applied, *self.steps)
        return ",".join(passes).replace("TILE", str(tile))

    def placements(self, tile: int = TILE) -> dict[str, tuple[Step, ...]]:
        """The layout of each buffer that has one, as the enumeration of cells takes it."""
        return {
            buffer: (Step(map.replace("TILE", str(tile)), pad),)
            for buffer, map, pad in self.layouts
        }


def _limits(table: Mapping[str, Mapping[str, int]]) -> dict[str, Limit]:
    return {size: Limit(**limit) for size, limit in table.items()}


def _case(name: str, entry: Mapping[str, Any]) -> Case:
    return Case(
        name=name,
        function=entry.get("text", name),
        layouts=tuple((buffer, map, pad) for buffer, map, pad in entry["layouts"]),
        first=tuple(entry.get("first", ())),
        steps=tuple(entry["steps"]),
        guards=entry["guards"],
        why=entry["why"],
        facts=_limits(entry.get("facts", {})),
        draw=_limits(entry.get("draw", {})),
        without=entry.get("without"),
        fp=entry.get("fp", "strict"),
        leaves=tuple(entry.get("leaves", ())),
        pending=tuple(entry.get("pending", ())),
    )


def _read(table: str) -> tuple[Case, ...]:
    entries = tomllib.loads((HERE / table).read_text())
    return tuple(_case(name, entry) for name, entry in entries.items())


KERNELS = _read("verdicts.toml")
CASES = (*KERNELS, *_read("variants.toml"))
OTHER_PASSES = _read("passes.toml")
