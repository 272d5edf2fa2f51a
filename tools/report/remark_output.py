"""`--remarks`: remarks as text, as JSON, or as the YAML of LLVM's remark tools."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from ...dialect.ir.reasons import Fields, Reason, Value
from ...passes.common.diagnostics import Remark, remarks_to
from ...passes.pipeline.messages import message_of_remark
from .remark_advice import advice_of

_PLACES = 4
"""How many places of a remark that is repeated are told, besides the first."""


@dataclass
class RemarkOutput:
    """Which remarks are shown, in what form and where; raises OSError if that can't be written."""

    filename: str
    """Of the input, for remarks without a place."""
    form: str = "text"
    filter: re.Pattern[str] = re.compile("")
    path: Path | None = None
    """None for stderr."""
    with_idle: bool = False
    """Whether those are shown that say there is nothing to do where nobody asked for anything."""
    _kept: list[Remark] = field(default_factory=list[Remark], init=False)

    @contextmanager
    def shown(self) -> Generator[None]:
        """Remarks within the block, at its end: only then is known which are said again."""
        try:
            with remarks_to(self._take):
                yield
        finally:
            self._write(self._text())

    def _take(self, remark: Remark) -> None:
        if remark.idle and not self.with_idle:
            return
        if self.filter.search(f"[{remark.pass_name}] {remark.message}") is not None:
            self._kept.append(remark)

    def _write(self, text: str) -> None:
        if self.path is None:
            sys.stderr.write(text)
        else:
            self.path.write_text(text, encoding="utf-8")

    def _text(self) -> str:
        if self.form == "json":
            return (
                json.dumps(list(map(self._json, self._kept)), indent=2, ensure_ascii=False) + "\n"
            )
        if self.form == "yaml":
            return "".join(map(self._yaml, self._kept))
        said = dict[tuple[str, str], list[Remark]]()
        for remark in self._kept:
            said.setdefault((remark.pass_name, remark.message), []).append(remark)
        return "".join(f"{alike[0]}{_repeated(alike)}\n" for alike in said.values())

    def _json(self, remark: Remark) -> dict[str, object]:
        message = message_of_remark(remark, self.filename)
        return {
            "kind": remark.kind,
            "pass": remark.pass_name,
            "function": remark.function,
            "file": message.filename,
            "line": message.line,
            "column": message.column,
            "message": remark.message,
            "id": remark.id,
            "fields": dict(remark.fields),
            "reason": None if (why := remark.reason) is None else _reason(why),
            "advice": advice_of(remark),
        }

    def _yaml(self, remark: Remark) -> str:
        place = message_of_remark(remark, self.filename)
        file = _quoted(place.filename)
        return (
            f"--- !{remark.kind.capitalize()}\n"
            f"Pass:            {remark.pass_name}\n"
            f"Name:            {remark.pass_name}\n"
            f"DebugLoc:        {{ File: {file}, Line: {place.line}, Column: {place.column} }}\n"
            f"Function:        {_quoted(remark.function or '<module>')}\n"
            f"Args:\n  - String:          {_quoted(remark.message)}\n{_args(remark)}...\n"
        )


def _repeated(alike: Sequence[Remark]) -> str:
    """How often a remark was said, and where else; nothing for one that was said once."""
    if len(alike) == 1:
        return ""
    places = [f"{p[1]}:{p[2]}" for p in dict.fromkeys(r.place for r in alike) if p is not None]
    others = places[1 : 1 + _PLACES]
    if more := len(places) - 1 - len(others):
        others.append(f"{more} more")
    also = f", also at {', '.join(others)}" if others else ""
    return f" ({len(alike)} times{also})"


def _reason(why: Reason) -> dict[str, object]:
    return {
        "id": why.id,
        "text": why.text,
        "witness": dict(why.witness),
        "fields": dict(why.fields),
        "remedy": why.remedy,
    }


def _args(remark: Remark) -> str:
    """
    The id, the fields, and the fields of the reason: LLVM's readers take any key after the text.
    """
    why = remark.reason
    values: Fields = (("Id", remark.id), *remark.fields)
    if why is not None:
        remedy = (("remedy", why.remedy),) if why.remedy else ()
        values = (*values, *why.witness, *why.fields, *remedy)
    shown = {name: " ".join(_flat(value)) for name, value in values}
    return "".join(f"  - {name + ':':16} {_quoted(text)}\n" for name, text in shown.items())


def _flat(value: Value) -> list[str]:
    """A value as words; a sequence as one of them each."""
    if isinstance(value, tuple):
        return [word for part in value for word in _flat(part)]
    return [str(value)]


def _quoted(text: str) -> str:
    return "'" + " ".join(text.split()).replace("'", "''") + "'"
