"""`--verify-diagnostics`: the comments that say which errors and remarks a file is to give."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from .reporting import Message

_COMMENT = re.compile(
    r"expected-(?P<severity>error|remark)"
    r"(?:@(?P<where>[+-]\d+|above|below))?"
    r"\s*\{\{(?P<text>.*?)\}\}"
)


@dataclass(frozen=True)
class Expected:
    """One `expected-error@+1 {{text}}`: `at` is its own place, `line` the message's."""

    severity: str
    text: str
    line: int
    at: tuple[int, int]

    def matches(self, message: Message) -> bool:
        """A message whose place is not known matches on any line, as in mlir-opt."""
        same_line = message.line in (self.line, 0)
        return same_line and message.severity == self.severity and self.text in message.text


def expected_messages(lines: list[str]) -> list[Expected]:
    """All expectations; `@above` and `@below` skip lines that hold expectations themselves."""
    holders = {n for n, line in enumerate(lines, 1) if _COMMENT.search(line)}

    def target(line: int, where: str | None) -> int:
        if where is None:
            return line
        if where not in ("above", "below"):
            return line + int(where)
        step = -1 if where == "above" else 1
        line += step
        while line in holders:
            line += step
        return line

    return [
        Expected(m["severity"], m["text"], target(number, m["where"]), (number, m.start() + 1))
        for number, line in enumerate(lines, 1)
        for m in _COMMENT.finditer(line)
    ]


def mismatches(
    expected: Iterable[Expected], messages: Iterable[Message], filename: str
) -> list[Message]:
    """One error for each message nobody expected, and for each expectation that no message met."""
    open_expectations = list(expected)
    errors: list[Message] = []
    for message in messages:
        met = next((e for e in open_expectations if e.matches(message)), None)
        if met is not None:
            open_expectations.remove(met)
            continue
        text = f"unexpected {message.severity}: {message.text}"
        errors.append(Message("error", text, message.filename, message.line, message.column))
    for e in open_expectations:
        text = f'expected {e.severity} "{e.text}" was not produced'
        errors.append(Message("error", text, filename, *e.at))
    return errors
