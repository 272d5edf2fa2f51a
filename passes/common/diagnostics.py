"""Errors of options, and remarks: what the passes say about the program."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Literal

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Operation

from ...dialect.ir.located_errors import PadError
from ...dialect.ir.locations import (
    enclosing_function,
    location_of,
    place_in_file,
    show_location,
)
from ...dialect.ir.reasons import (
    DECLINED,
    Fields,
    Reason,
    ReasonOnDemand,
    Value,
    reason_of,
    to_fields,
)

RemarkKind = Literal["missed", "passed", "analysis"]
"""As in LLVM: not done, done, or how things are."""
_IDS_OF_TEXTS: dict[RemarkKind, str] = {"missed": DECLINED, "passed": "done", "analysis": "told"}


class OptionError(PadError):
    """
    A value that an option of a pass cannot have; the message says which option.

    `option` is its name in pipelines: pad-opt points at its value there.
    """

    def __init__(self, option: str, message: str, op: Operation | None = None):
        super().__init__(message, op)
        self.option = option


@dataclass(frozen=True)
class RemarkForm:
    """
    The form of one kind of remark: an id, and a text with the names of fields in braces.

    `{reason}` stands for the text of the reason, whose id comes after that of the form.
    """

    id: str
    text: str
    kind: RemarkKind = "missed"
    known: ClassVar[dict[str, RemarkForm]] = {}
    """Each form by its id."""

    def __post_init__(self) -> None:
        if self.known.setdefault(self.id, self) != self:
            raise ValueError(f"there are two remarks with the id {self.id}")


@dataclass(frozen=True, repr=False)
class Remark:
    """
    A remark: something that a pass did or did not do, and why, at a place in the source.

    Decide by `id`, `fields` and `reason`; `str` gives the line that is printed.
    """

    pass_name: str
    location: LocationAttr
    form: RemarkForm
    function: str = ""
    """The function that it is about; empty if it is about none."""
    fields: Fields = ()
    why: Reason | ReasonOnDemand | None = None
    idle: bool = False
    """Whether there was nothing to do, in a place that nobody named."""

    @property
    def id(self) -> str:
        """A name of what is said, and of the reason where it has one: `guard-kept.waste`."""
        return self.form.id if self.why is None else f"{self.form.id}.{self.why.id}"

    @property
    def reason(self) -> Reason | None:
        """Why, where there is a reason; it may take a search to find all of it."""
        return self.why.find() if isinstance(self.why, ReasonOnDemand) else self.why

    @property
    def kind(self) -> RemarkKind:
        """Whether something was done, was not, or how things are."""
        return self.form.kind

    def field(self, name: str) -> Value | None:
        """The field of this name, None if there is none."""
        return dict(self.fields).get(name)

    @property
    def place(self) -> tuple[str, int, int] | None:
        """File, line and column; None if `location` names none."""
        at = place_in_file(self.location)
        return None if at is None else (at.filename.data, at.line.data, at.column.data)

    @property
    def message(self) -> str:
        """The text for people to read; no code may depend on it."""
        return self.form.text.format_map({**dict(self.fields), "reason": self.reason})

    def __str__(self) -> str:
        return f"{show_location(self.location)}remark: [{self.pass_name}] {self.message}"

    def __repr__(self) -> str:
        return f"<{self.id}: {self}>"


def _to_stderr(remark: Remark) -> None:
    print(remark, file=sys.stderr)


_sink: ContextVar[Callable[[Remark], None]] = ContextVar("remarks", default=_to_stderr)


_suppressed: ContextVar[Callable[[Operation], bool]] = ContextVar(
    "suppressed", default=lambda _: False
)


@contextmanager
def suppress_missed_remarks(about: Callable[[Operation], bool]) -> Generator[None]:
    """Drop missed remarks at such operations within the block."""
    token = _suppressed.set(about)
    try:
        yield
    finally:
        _suppressed.reset(token)


def remark(
    pass_name: str,
    op: Operation,
    said: RemarkForm | str,
    kind: RemarkKind = "missed",
    reason: object = None,
    idle: bool = False,
    **fields: object,
) -> None:
    """
    Tell the user something at `op`; goes to stderr unless `collect_remarks` is in force.

    `said` is a form, whose names `fields` and `reason`, an error or a text, stand for; a reason may
    be found on demand. A text is a remark of this kind with the id `<pass>.declined`, `<pass>.done`
    or `<pass>.told`. An `idle` one says that there is nothing to do at a place which nobody named;
    pad-opt shows it on request.
    """
    if isinstance(said, str):
        fields, said = {"text": said}, _form_of_text(pass_name, kind)
    if said.kind == "missed" and _suppressed.get()(op):
        return
    tell(
        Remark(
            pass_name,
            location_of(op),
            said,
            enclosing_function(op),
            to_fields(fields),
            reason if reason is None or isinstance(reason, ReasonOnDemand) else reason_of(reason),
            idle,
        )
    )


@cache
def _form_of_text(pass_name: str, kind: RemarkKind) -> RemarkForm:
    return RemarkForm(f"{pass_name}.{_IDS_OF_TEXTS[kind]}", "{text}", kind)


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
def counted_remarks() -> Generator[list[Remark]]:
    """Within the block, remarks go where they went before, and into the list."""
    outer, said = _sink.get(), list[Remark]()

    def both(each: Remark) -> None:
        said.append(each)
        outer(each)

    with remarks_to(both):
        yield said


@contextmanager
def keep_remarks() -> Generator[list[Remark]]:
    """As `collect_remarks`; where these are collected already, they are so too."""
    outer = _sink.get()
    with collect_remarks() as remarks:
        yield remarks
    if outer is not _to_stderr:
        for each in remarks:
            outer(each)
