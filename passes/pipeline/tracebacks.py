"""Where in Python an exception was raised, and at which operation of the input."""

from __future__ import annotations

import os
from collections.abc import Iterator
from traceback import walk_tb
from types import FrameType

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from .messages import has_place


def raised_at(error: BaseException, package: str | None = None) -> str:
    """
    `file:line` of the innermost call; of those in the package, where there are any.

    A module that Python can't read is where that is said to be. Empty where it was not raised.
    """
    if isinstance(error, SyntaxError) and error.filename is not None:
        return _shown(error.filename, error.lineno or 1)
    calls = [
        (frame, line)
        for frame, line in walk_tb(error.__traceback__)
        if not frame.f_code.co_filename.startswith("<frozen ")
    ]
    own = [call for call in calls if package is not None and _package_of(call[0]) == package]
    if not calls:
        return ""
    frame, line = (own or calls)[-1]
    return _shown(frame.f_code.co_filename, line)


def loading_error(error: BaseException) -> str:
    """Return the error of a module that cannot be imported, and its place."""
    message = error.msg if isinstance(error, SyntaxError) else error
    where = raised_at(error)
    return f"{type(error).__name__}: {message}{f', at {where}' if where else ''}"


def operation_at_hand(error: BaseException) -> Operation | None:
    """The innermost operation, with a place in the input, that the innermost call knew."""
    for frame in reversed([frame for frame, _ in walk_tb(error.__traceback__)]):
        found = list(_operations(frame))
        if found:
            return max(found, key=_depth)
    return None


def _operations(frame: FrameType) -> Iterator[Operation]:
    for value in frame.f_locals.values():
        if isinstance(value, Operation) and not isinstance(value, ModuleOp) and has_place(value):
            yield value


def _depth(op: Operation) -> int:
    depth, parent = 0, op.parent_op()
    while parent is not None:
        depth, parent = depth + 1, parent.parent_op()
    return depth


def _package_of(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", "")).split(".")[0]


def _shown(file: str, line: int) -> str:
    within = os.path.relpath(file)
    return f"{file if within.startswith(os.pardir) else within}:{line}"
