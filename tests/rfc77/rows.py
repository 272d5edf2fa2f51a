"""The rows of `docs/rfc77.md`: which lit file and step holds which definition."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

DOCUMENT = Path(__file__).parents[2] / "docs" / "rfc77.md"
_ROW = re.compile(r"\| (\d+) \| \[[^]]*\]\(([^)]*)\) \| `([^`]*)` \| (.*?) ?\|")
_LINK = re.compile(r"\]\((\.\./lit_tests/rfc77/[^)]*)\)")


@dataclass(frozen=True)
class Row:
    """A definition, by its heading and number there, with its lit file and check prefix."""

    heading: str
    ordinal: int
    file: Path
    step: str


def read_rows() -> Iterator[Row]:
    """The rows of the tables of blocks; raises AssertionError for one that is not as the others."""
    heading, is_of_blocks = "", False
    for line in DOCUMENT.read_text().splitlines():
        if line.startswith("## "):
            heading, is_of_blocks = line[3:], False
        elif line.startswith("| block |"):
            is_of_blocks = True
        elif is_of_blocks and line.startswith("|") and not line.startswith("|---"):
            found = _ROW.fullmatch(line)
            assert found is not None, f"not a row: {line}"
            file = (DOCUMENT.parent / found[2]).resolve()
            yield Row(heading, int(found[1]), file, found[3])


def linked_files() -> set[Path]:
    """The lit files that the document names, in rows or below them."""
    found: list[str] = _LINK.findall(DOCUMENT.read_text())
    return {(DOCUMENT.parent / link).resolve() for link in found}
