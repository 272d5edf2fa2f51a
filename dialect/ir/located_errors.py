"""Errors at an operation, and errors about text in one line."""

from __future__ import annotations

from xdsl.ir import Operation
from xdsl.utils.exceptions import DiagnosticException, ParseError

from .locations import enclosing_function, location_of, show_location
from .operations import operation_name
from .reasons import Reason


class PadError(DiagnosticException):
    """
    A program, option or request that must be refused; `op` is the operation to point at, `why`
    the reason where it has an id: a caller that goes on without what it asked for tells it.

    A traceback, which is what stock xdsl-opt shows, has the place in a note.
    """

    def __init__(self, message: str | Reason, op: Operation | None = None):
        super().__init__(str(message))
        self.op, self.why = op, message if isinstance(message, Reason) else None
        if op is not None:
            self.add_note(f"at {_shown_place(op)}")


def one_line(error: Exception) -> str:
    """The message, after its place where it is about text."""
    if not isinstance(error, ParseError):
        return str(error)
    place = error.span.get_location()
    return f"{place.file}:{place.line}:{place.col}: {error.msg}"


def _shown_place(op: Operation) -> str:
    if place := show_location(location_of(op)):
        return place.rstrip(": ")
    function = enclosing_function(op)
    return f"'{operation_name(op)}'{f' in @{function}' if function else ''}"
