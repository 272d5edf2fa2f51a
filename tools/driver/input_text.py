"""The text of files, and of the modules that one file holds."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...passes.pipeline.messages import Message

_SEPARATOR = re.compile(r"^// -----[ \t\r]*$", re.MULTILINE)


def split_modules(source: str) -> Iterator[str]:
    """The parts between separators, each after empty lines that make its line numbers right."""
    start = 0
    for separator in _SEPARATOR.finditer(source):
        yield "\n" * source.count("\n", 0, start) + source[start : separator.start()]
        start = separator.end()
    yield "\n" * source.count("\n", 0, start) + source[start:]


def decoded(content: bytes, filename: str) -> tuple[str, Message | None]:
    """The text, and an error at the first byte that is none."""
    try:
        return content.decode(), None
    except UnicodeDecodeError as error:
        before = content[: error.start].decode()
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        text = f"byte 0x{content[error.start]:02x} is not UTF-8 text"
        return content.decode(errors="replace"), Message("error", text, filename, line, column)
