"""`--verify-diagnostics`: the comments that say which errors and remarks a file is to give."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ...passes.pipeline.messages import Message

# As in MLIR's SourceMgrDiagnosticVerifier.
_COMMENT = re.compile(
    r"expected-(?P<severity>error|note|remark|warning)(?P<re>-re)? *"
    r"(?:@(?P<where>[+-][0-9]+|above|below|unknown))? *"
    r"\{\{(?P<text>.*)\}\}$"
)
_MEANT = re.compile(r"//.*?(?P<start>expected-[\w-]+ *(?:@|\{\{))")
_PART = re.compile(r"\{\{(.*?)\}\}")
_FORM = "expected-error[-re] [@+1, @-1, @above, @below or @unknown] {{text}}"


@dataclass(frozen=True)
class Expected:
    """One `expected-error@+1 {{text}}`: `at` is its own place, `line` the message's."""

    severity: str
    text: str
    line: int
    """0 for a message whose place is not known."""
    at: tuple[int, int]
    pattern: re.Pattern[str]
    """A pattern that the message must contain."""

    def matches(self, message: Message) -> bool:
        """A message whose place is not known matches on any line, as in mlir-opt."""
        same_line = message.line in (self.line, 0)
        same_severity = message.severity == self.severity
        return same_line and same_severity and self.pattern.search(message.text) is not None


class AnnotationsError(Exception):
    """Comments that look like expectations, and are none; with a message for each."""

    def __init__(self, messages: list[Message]):
        super().__init__(messages[0].text)
        self.messages = messages


def expected_messages(lines: list[str], filename: str) -> list[Expected]:
    """
    All expectations; `@above` and `@below` skip lines that hold expectations themselves.

    Raises AnnotationsError.
    """
    found = {n: m for n, line in enumerate(lines, 1) if (m := _COMMENT.search(line.rstrip()))}
    wrong = [
        Message("error", f"this expectation can't be read; write {_FORM}", filename, n, column)
        for n, line in enumerate(lines, 1)
        if n not in found and (meant := _MEANT.search(line)) is not None
        for column in (meant.start("start") + 1,)
    ]

    def target(line: int, where: str | None) -> int:
        if where is None:
            return line
        if where == "unknown":
            return 0
        if where not in ("above", "below"):
            return line + int(where)
        step = -1 if where == "above" else 1
        line += step
        while line in found:
            line += step
        return line

    result: list[Expected] = []
    for number, m in found.items():
        place = number, m.start() + 1
        try:
            pattern = _pattern(m["text"], is_regex=m["re"] is not None)
        except re.error as error:
            wrong.append(Message("error", f"no regular expression: {error}", filename, *place))
            continue
        line = target(number, m["where"])
        result.append(Expected(m["severity"], m["text"], line, place, pattern))
    if wrong:
        raise AnnotationsError(wrong)
    return result


def _pattern(text: str, *, is_regex: bool) -> re.Pattern[str]:
    """The text itself; after `-re`, what is in {{..}} is a regular expression."""
    if not is_regex:
        return re.compile(re.escape(text))
    parts = _PART.split(text)
    for k in range(1, len(parts), 2):
        re.compile(parts[k])  # by itself, which finds what brackets around it would repair
    return re.compile("".join(f"(?:{p})" if k % 2 else re.escape(p) for k, p in enumerate(parts)))


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
