"""Errors of options, and remarks: what the passes say about the program."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Literal

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Operation

from ...dialect.ir.located_errors import PadError
from ...dialect.ir.locations import enclosing_function, location_of, show_location

RemarkKind = Literal["missed", "passed", "analysis"]
"""As in LLVM: not done, done, or how things are."""


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
    tell(Remark(pass_name, location_of(op), message, enclosing_function(op), kind))


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
