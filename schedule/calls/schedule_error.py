"""Errors in a step, as a ScheduleError."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from xdsl.utils.exceptions import DiagnosticException, ParseError

from ...passes.pipeline.messages import message_of


class ScheduleError(Exception):
    """A step that cannot be done; the schedule is as it was before the step."""


@contextmanager
def reported() -> Generator[None]:
    """Makes a ScheduleError, with the place in the source, of what a pass or the parser refuses."""
    try:
        yield
    except (DiagnosticException, ParseError, RecursionError) as error:
        raise with_place(error) from error


def with_place(error: Exception) -> ScheduleError:
    """The error as one of a schedule, after `file:line:col: ` where it knows its place."""
    message = message_of(error, "")
    where = f"{message.filename}:{message.line}:{message.column}: " if message.line else ""
    return ScheduleError(f"{where}{message.text}")
