"""Progress of a long run on a terminal: one line that is written over, and gone at the end."""

from __future__ import annotations

import shutil
from time import monotonic
from typing import TextIO

_FIRST, _BETWEEN = 1.0, 0.2
"""Seconds before the first line, so that a short run shows none, and between two."""


class Progress:
    """How far a run is: what it is at, its steps and seconds; shown on a terminal only."""

    def __init__(self, program: str, budget: int | None, stream: TextIO):
        self._program, self._budget, self._stream = program, budget, stream
        self._start = monotonic()
        self._next = self._start + _FIRST if stream.isatty() else float("inf")
        self._has_line = False

    def tell(self, what: str, spent: int) -> None:
        """Write the line over, unless that was done just now."""
        now = monotonic()
        if now < self._next:
            return
        self._next = now + _BETWEEN
        limit = "" if self._budget is None else f" of at most {self._budget:,}"
        text = f"{self._program}: {what}: {spent:,}{limit} steps, {now - self._start:.0f} s"
        width = shutil.get_terminal_size().columns - 1
        self._write(text if len(text) <= width else text[: width - 1] + "…")
        self._has_line = True

    def clear(self) -> None:
        """Take the line away, if there is one."""
        if self._has_line:
            self._write("")
        self._has_line = False

    def _write(self, text: str) -> None:
        self._stream.write(f"\r\x1b[K{text}")
        self._stream.flush()
