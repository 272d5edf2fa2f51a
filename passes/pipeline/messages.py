"""Messages to the user: `file:line:col: error: ..`, the source line, a caret."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from xdsl.dialects.builtin import FileLineColLoc
from xdsl.ir import Operation
from xdsl.utils.exceptions import ParseError

from ...dialect.ir.locations import location_of, place_in_file
from ..common.diagnostics import Remark

Severity = Literal["error", "remark", "note"]
_WIDEST = 160
"""Of what is shown of a source line, in characters."""


@dataclass(frozen=True)
class Message:
    """A message about a place; `line` and `column` count from 1, and are 0 where not known."""

    severity: Severity
    text: str
    filename: str
    line: int = 0
    column: int = 0
    source: str | None = None
    """The text that it is about, where that is not the input."""

    def show(self, source_lines: list[str]) -> str:
        """The message and, where it is about a line of this source, the line with a caret below."""
        if self.source is not None:
            source_lines = self.source.split("\n")
        place = f"{self.filename}:{self.line}:{self.column}" if self.line else self.filename
        heading = f"{place}: {self.severity}: {self.text}"
        if not 0 < self.line <= len(source_lines):
            return heading
        line, column = _excerpt(source_lines[self.line - 1], self.column - 1)
        indent = re.sub(r"[^\t]", " ", line[:column])
        return f"{heading}\n{line}\n{indent}^"


def _excerpt(line: str, column: int) -> tuple[str, int]:
    """The line, or what is around the column where it is long; and where the column is in it."""
    if len(line) <= _WIDEST:
        return line, column
    start = max(0, column - _WIDEST // 2)
    cut = line[start : start + _WIDEST]
    lead = "..." if start else ""
    tail = "..." if start + _WIDEST < len(line) else ""
    return f"{lead}{cut}{tail}", column - start + len(lead)


class CommandError(Exception):
    """An error in the command itself; `where` is the option or file."""

    def __init__(self, where: str, message: str):
        super().__init__(message)
        self.where = where


def reason_of(error: OSError) -> str:
    """As the system puts it."""
    return error.strerror or str(error)


def report(messages: Iterable[Message], source: str = "", filename: str = "") -> int:
    """Prints the messages on stderr, with lines of that file; returns the exit code."""
    lines = source.split("\n")
    for message in messages:
        # Locations in the source may be of files that it was made from.
        print(message.show(lines if message.filename == filename else []), file=sys.stderr)
    return 1


def message_of(error: Exception, filename: str) -> Message:
    """The error as a message; errors that know their operation point at it."""
    if isinstance(error, ParseError):
        place = error.span.get_location()
        return Message("error", error.msg, place.file, place.line, place.col)
    if isinstance(error, RecursionError):
        return Message("error", "operations or expressions are nested too deeply", filename)
    op = getattr(error, "op", None)
    location = place_in_file(location_of(op)) if isinstance(op, Operation) else None
    return _at_location("error", str(error), location, filename)


def message_of_remark(remark: Remark, filename: str) -> Message:
    """The remark as a message, with the pass before it."""
    text = f"[{remark.pass_name}] {remark.message}"
    return _at_location("remark", text, place_in_file(remark.location), filename)


def has_place(op: Operation) -> bool:
    """Whether it is known where the operation, or what it is in, comes from."""
    return place_in_file(location_of(op)) is not None


def _at_location(
    severity: Severity,
    text: str,
    location: FileLineColLoc | None,
    filename: str,
) -> Message:
    if location is None:
        return Message(severity, text, filename)
    line, column = location.line.data, location.column.data
    return Message(severity, text, location.filename.data, line, column)
