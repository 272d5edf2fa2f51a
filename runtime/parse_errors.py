"""Errors about text in one line; apart from `errors`, which runs without xDSL."""

from __future__ import annotations

from xdsl.utils.exceptions import ParseError


def one_line(error: Exception) -> str:
    """The message, after its place where it is about text."""
    if not isinstance(error, ParseError):
        return str(error)
    place = error.span.get_location()
    return f"{place.file}:{place.line}:{place.col}: {error.msg}"
