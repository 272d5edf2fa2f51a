"""MLIR that xDSL's parser does not take, read by the upstream parser first."""

from __future__ import annotations

import re
from functools import partial
from importlib.util import find_spec
from typing import Any, TypeAlias

from xdsl.context import Context
from xdsl.dialects.builtin import FileLineColLoc, IntAttr, LocationAttr, ModuleOp, StringAttr
from xdsl.ir import BlockArgument, Operation, SSAValue
from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Input, Span

from ...dialect.xdsl_compat import OperationError, RepairedParser, verify_operations
from .child_process import in_child

_OURS = re.compile(r"[#!\"\s]pad\.")
_GENERIC = "<generic form>"
_UNNAMED = "-"  # what upstream calls text that comes from no file
# Also strings and comments, in which no location is.
_LOCATION = re.compile(
    r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|(?P<location>^[ \t]*#[\w.$-]+[ \t]*=[ \t]*loc\(|\bloc\()',
    re.MULTILINE,
)
_NESTED = re.compile(r'"(?:[^"\\\n]|\\.)*"|[()]')
_ARGUMENT = re.compile(r"%([A-Za-z_$][\w$.-]*)")
_RESULT = re.compile(r"%([A-Za-z_$][\w$.-]*) *= *$")


def read_by_upstream(context: Context, text: str, filename: str, refusal: ParseError) -> ModuleOp:
    """
    The module by way of upstream's generic form, with the places and names of this text.

    Raises the refusal of xDSL's parser where upstream MLIR is not installed, and where xDSL lacks
    more than the pretty form; what is wrong with the text, where upstream knows. Text with our
    dialect in it is not upstream's.
    """
    if _OURS.search(text) is not None or find_spec("mlir") is None:
        raise refusal

    def ask(asked: str) -> _Answer | None:
        return in_child(partial(_ask, asked, context.allow_unregistered))

    answer = ask(text)
    if answer is None:
        raise refusal
    if isinstance(answer, str):
        bare = _without_locations(text)
        placed = answer if bare == text else ask(bare)
        try:
            module = RepairedParser(context, answer, _GENERIC).parse_module()
            verify_operations(module)
            if isinstance(placed, str):
                places = RepairedParser(context, placed, _GENERIC).parse_module()
                _restore(module, places, text.split("\n"), filename)
        except (ParseError, OperationError):
            raise refusal from None
        return module
    message, line, column = answer
    if "has no pretty form" not in refusal.msg or line == 0:
        raise refusal
    position = sum(len(each) + 1 for each in text.split("\n")[: line - 1]) + column - 1
    raise ParseError(Span(position, position + 1, Input(text, filename)), message)


_Answer: TypeAlias = str | list[Any]
"""The generic form; or what is wrong with the text, and in which line and column."""


def _ask(text: str, allow_unregistered: bool) -> _Answer:
    from ...upstream.bridge import Unreadable, generic_form

    try:
        return generic_form(text, allow_unregistered=allow_unregistered)
    except Unreadable as error:
        return [str(error), error.line, error.column]


def _without_locations(text: str) -> str:
    """The text with spaces for its `loc(..)`, so that upstream says where in it things are."""
    pieces: list[str] = []
    end = 0
    for match in _LOCATION.finditer(text):
        if match["location"] is None or match.start() < end:
            continue
        closing = _closing(text, match.end())
        pieces += [text[end : match.start()], _spaces(text[match.start() : closing])]
        end = closing
    return "".join(pieces) + text[end:]


def _closing(text: str, position: int) -> int:
    """The position after the `)` of a `(` that ends here."""
    depth = 1
    for match in _NESTED.finditer(text, position):
        depth += {"(": 1, ")": -1}.get(match[0], 0)
        if depth == 0:
            return match.end()
    return len(text)


def _spaces(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _restore(module: ModuleOp, places: ModuleOp, lines: list[str], filename: str) -> None:
    """
    Gives operations and arguments their places in the file, and values their names.

    `places` is the same module with all locations in the text; those that are others are given.
    """
    for op, there in zip(module.walk(), places.walk(), strict=True):
        place = _in_text(there.location)
        if place is None:
            continue
        op.location = _given_or(op.location, place, filename)
        before = lines[place.line.data - 1][: place.column.data - 1]
        if len(op.results) == 1:
            _name(op.results[0], _RESULT.search(before))
        for argument, other in zip(_arguments(op), _arguments(there), strict=True):
            if (place := _in_text(other.location)) is not None:
                argument.location = _given_or(argument.location, place, filename)
                at = lines[place.line.data - 1][place.column.data - 1 :]
                _name(argument, _ARGUMENT.match(at))


def _arguments(op: Operation) -> list[BlockArgument]:
    return [argument for region in op.regions for b in region.blocks for argument in b.args]


def _given_or(given: LocationAttr, place: FileLineColLoc, filename: str) -> LocationAttr:
    in_generic = isinstance(given, FileLineColLoc) and given.filename.data == _GENERIC
    return _in_file(place, filename) if given == place or in_generic else given


def _name(value: SSAValue, name: re.Match[str] | None) -> None:
    value.name_hint = None if name is None else name[1]


def _in_text(location: LocationAttr) -> FileLineColLoc | None:
    if isinstance(location, FileLineColLoc) and location.filename.data == _UNNAMED:
        return location
    return None


def _in_file(place: FileLineColLoc, filename: str) -> FileLineColLoc:
    # The module around a text without one is at 0:0.
    line, column = (IntAttr(max(1, number.data)) for number in (place.line, place.column))
    return FileLineColLoc(StringAttr(filename), line, column)
