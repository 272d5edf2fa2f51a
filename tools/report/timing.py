"""`--timing`: how long the parts of a run took, in the forms of mlir-opt."""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from ...upstream.phases import record_phases

_RULE = f"==={'-' * 73}==="


@dataclass
class _Part:
    name: str
    seconds: float = 0.0
    parts: dict[tuple[str, int], _Part] = field(default_factory=dict[tuple[str, int], "_Part"])


class Timing:
    """A tree of wall-clock times; with those inside the lowering by upstream MLIR on request."""

    def __init__(self, *, with_phases: bool = False) -> None:
        self._recorded = record_phases if with_phases else _no_phases
        self._start = perf_counter()
        self._root = _Part("root")
        self._open = [self._root]

    @contextmanager
    def part(self, name: str, number: int = 0) -> Generator[None]:
        """Times what is inside; parts of one name and number in one place are added up."""
        part = self._open[-1].parts.setdefault((name, number), _Part(name))
        self._open.append(part)
        start = perf_counter()
        try:
            yield
        finally:
            part.seconds += perf_counter() - start
            self._open.pop()

    @contextmanager
    def phases(self) -> Generator[None]:
        """
        Within this context, upstream code reports the times of its parts by `upstream.phases`.
        """
        with self._recorded() as seconds:
            yield
        for name, taken in seconds.items():
            self._open[-1].parts.setdefault((name, 0), _Part(name)).seconds += taken

    def text(self) -> str:
        """mlir-opt's tree: seconds, share of the total, name."""
        total = self._total()
        lines = [
            *(_RULE, f"{'... Execution time report ...':>54}", _RULE),
            *(f"  Total Execution Time: {total:.4f} seconds", ""),
            "  ----Wall Time----  ----Name----",
        ]
        for depth, part in _flat(self._rows(total)):
            share = 100 * part.seconds / total
            lines.append(f"  {part.seconds:8.4f} ({share:5.1f}%)  {'  ' * depth}{part.name}")
        return "\n".join(lines)

    def json(self) -> str:
        """The same as JSON, with mlir-opt's keys."""
        total = self._total()
        return json.dumps([_json(part, total) for part in self._rows(total)], indent=2)

    def _total(self) -> float:
        return perf_counter() - self._start

    def _rows(self, total: float) -> list[_Part]:
        parts = list(self._root.parts.values())
        rest = total - sum(part.seconds for part in parts)
        return [*parts, _Part("Rest", rest), _Part("Total", total)]


def _no_phases() -> AbstractContextManager[dict[str, float]]:
    return nullcontext(dict[str, float]())


def _flat(parts: list[_Part], depth: int = 0) -> Generator[tuple[int, _Part]]:
    for part in parts:
        yield depth, part
        yield from _flat(list(part.parts.values()), depth + 1)


def _json(part: _Part, total: float) -> dict[str, Any]:
    share = round(100 * part.seconds / total, 1)
    return {
        "wall": {"duration": round(part.seconds, 4), "percentage": share},
        "name": part.name,
        "passes": [_json(inner, total) for inner in part.parts.values()],
    }
