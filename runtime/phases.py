"""How long the phases of a compile take, for those who ask."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from time import perf_counter

_record: ContextVar[dict[str, float] | None] = ContextVar("phases", default=None)


@contextmanager
def record_phases() -> Generator[dict[str, float]]:
    """Within the block, the seconds of each phase, in the order in which they first begin."""
    seconds: dict[str, float] = {}
    token = _record.set(seconds)
    try:
        yield seconds
    finally:
        _record.reset(token)


@contextmanager
def phase(name: str) -> Generator[None]:
    """A part of a compile; parts of one name are added up."""
    seconds = _record.get()
    if seconds is None:
        yield
        return
    seconds.setdefault(name, 0.0)
    start = perf_counter()
    try:
        yield
    finally:
        seconds[name] += perf_counter() - start
