"""Errors at an operation, and remarks: what the passes say about the program."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Literal, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    LocationAttr,
    NameLoc,
    StringAttr,
)
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import DiagnosticException

from ..dialect.operations import operation_name

RemarkKind = Literal["missed", "passed", "analysis"]
"""As in LLVM: not done, done, or how things are."""


class PadError(DiagnosticException):
    """
    A program, option or request that a pass must refuse; `op` is the operation to point at.

    A traceback, which is what stock xdsl-opt shows, has the place in a note.
    """

    def __init__(self, message: str, op: Operation | None = None):
        super().__init__(message)
        self.op = op
        if op is not None:
            self.add_note(f"at {_shown_place(op)}")


class OptionError(PadError):
    """
    A value that an option of a pass cannot have; the message says which option.

    `option` is its name in pipelines: pad-opt points at its value there.
    """

    def __init__(self, option: str, message: str, op: Operation | None = None):
        super().__init__(message, op)
        self.option = option


@dataclass(frozen=True)
class Remark:
    """What a pass did not do, and why, or what it did, at a place in the source."""

    pass_name: str
    location: LocationAttr
    message: str
    function: str = ""
    """The function that it is about; empty where it is about none."""
    kind: RemarkKind = "missed"

    def __str__(self) -> str:
        return f"{show_location(self.location)}remark: [{self.pass_name}] {self.message}"


def show_location(location: LocationAttr) -> str:
    """`file:line:col: ` with the blank, or nothing where the location is not known."""
    place = place_in_file(location)
    if place is None:
        return ""
    return f"{place.filename.data}:{place.line.data}:{place.column.data}: "


def place_in_file(location: Attribute) -> FileLineColLoc | None:
    """The first place in a file that a location names: of a call, that in the callee."""
    match location:
        case FileLineColLoc():
            return location
        case NameLoc():
            return place_in_file(location.location)
        case CallSiteLoc():
            return place_in_file(location.callee)
        case FusedLoc():
            parts = map(place_in_file, cast("ArrayAttr[Attribute]", location.locations))
            return next((part for part in parts if part is not None), None)
        case _:
            return None


def location_of(op: Operation) -> LocationAttr:
    """The operation's own location, or that of what it is in where a pass gave it none."""
    at: Operation | None = op
    while at is not None:
        if place_in_file(at.location) is not None:
            return at.location
        at = at.parent_op()
    return op.location


def _shown_place(op: Operation) -> str:
    if place := show_location(location_of(op)):
        return place.rstrip(": ")
    function = _function_of(op)
    return f"'{operation_name(op)}'{f' in @{function}' if function else ''}"


def _to_stderr(remark: Remark) -> None:
    print(remark, file=sys.stderr)


_sink: ContextVar[Callable[[Remark], None]] = ContextVar("remarks", default=_to_stderr)


_untold: ContextVar[Callable[[Operation], bool]] = ContextVar("untold", default=lambda _: False)


@contextmanager
def untold(about: Callable[[Operation], bool]) -> Generator[None]:
    """Within the block, remarks of what is missed at such operations are dropped."""
    token = _untold.set(about)
    try:
        yield
    finally:
        _untold.reset(token)


def remark(pass_name: str, op: Operation, message: str, kind: RemarkKind = "missed") -> None:
    """Tell the user something at `op`; goes to stderr unless `collect_remarks` is in force."""
    if kind == "missed" and _untold.get()(op):
        return
    tell(Remark(pass_name, location_of(op), message, _function_of(op), kind))


def _function_of(op: Operation) -> str:
    at: Operation | None = op
    while at is not None and "function_type" not in at.properties:
        at = at.parent_op()
    name = None if at is None else at.properties.get("sym_name")
    return name.data if isinstance(name, StringAttr) else ""


def tell(remark: Remark) -> None:
    """Pass a remark on, as `remark` does one of its own."""
    _sink.get()(remark)


@contextmanager
def remarks_to(sink: Callable[[Remark], None]) -> Generator[None]:
    """Within the block, remarks go to the sink instead of stderr."""
    token = _sink.set(sink)
    try:
        yield
    finally:
        _sink.reset(token)


@contextmanager
def collect_remarks() -> Generator[list[Remark]]:
    """Within the block, remarks are gathered in the list instead of printed."""
    remarks: list[Remark] = []
    with remarks_to(remarks.append):
        yield remarks


@contextmanager
def keep_remarks() -> Generator[list[Remark]]:
    """As `collect_remarks`; where these are collected already, they are so too."""
    outer = _sink.get()
    with collect_remarks() as remarks:
        yield remarks
    if outer is not _to_stderr:
        for each in remarks:
            outer(each)
