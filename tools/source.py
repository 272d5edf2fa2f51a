"""Files that hold several modules."""

from __future__ import annotations

import re
from collections.abc import Iterator

_SEPARATOR = re.compile(r"^// -----[ \t\r]*$", re.MULTILINE)


def split_modules(source: str) -> Iterator[str]:
    """The parts between separators, each after empty lines that make its line numbers right."""
    start = 0
    for separator in _SEPARATOR.finditer(source):
        yield "\n" * source.count("\n", 0, start) + source[start : separator.start()]
        start = separator.end()
    yield "\n" * source.count("\n", 0, start) + source[start:]
