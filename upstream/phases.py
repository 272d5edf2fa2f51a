"""How long the phases of a compile take, for those who ask."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from time import perf_counter


@dataclass(frozen=True)
class _Record:
    clock: Callable[[], float]
    seconds: dict[str, float] = field(default_factory=dict[str, float])


_record: ContextVar[_Record | None] = ContextVar("phases", default=None)


@contextmanager
def record_phases(clock: Callable[[], float] = perf_counter) -> Generator[dict[str, float]]:
    """Within the block, the seconds of each phase, in the order in which they first begin."""
    record = _Record(clock)
    token = _record.set(record)
    try:
        yield record.seconds
    finally:
        _record.reset(token)


@contextmanager
def phase(name: str) -> Generator[None]:
    """A part of a compile; parts of one name are added up."""
    record = _record.get()
    if record is None:
        yield
        return
    record.seconds.setdefault(name, 0.0)
    start = record.clock()
    try:
        yield
    finally:
        record.seconds[name] += record.clock() - start
