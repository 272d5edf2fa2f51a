"""`docs/rfc39.md` has a row for each example of the RFC, and each row's file has its step."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .forms import FILES

_DOCUMENT = Path(__file__).parents[2] / "docs" / "rfc39.md"
_EXAMPLES = Path(__file__).parent / "examples.tsv"
_ROW = re.compile(r"\| (.+?) \| \[[^]]*\]\(([^)]*)\) \| `([^`]*)` \| (.*?) ?\|")


@dataclass(frozen=True)
class Row:
    """An example, by the heading that it is under there, with its file and check prefix or test."""

    heading: str
    example: str
    file: Path
    step: str

    def has_step(self) -> bool:
        text = self.file.read_text() if self.file.exists() else ""
        match self.step:
            case "error":
                return "--verify-diagnostics" in text and "expected-error@" in text
            case "diff":
                return "// RUN: diff " in text
            case step if self.file.suffix == ".py":
                return f"def {step}(" in text
            case step:
                checks = re.search(rf"^// {step}(-LABEL)?: ", text, re.MULTILINE)
                return f"--check-prefix={step} " in text and checks is not None


def _rows() -> Iterator[Row]:
    heading = ""
    for line in _DOCUMENT.read_text().splitlines():
        if line.startswith("## "):
            heading = line[3:]
        elif line.startswith("|") and not line.startswith(("| example |", "|---")):
            found = _ROW.fullmatch(line)
            assert found is not None, f"not a row: {line}"
            file = (_DOCUMENT.parent / found[2]).resolve()
            yield Row(heading, found[1], file, found[3])


def test_each_example_has_one_row() -> None:
    with _EXAMPLES.open(newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    found = Counter((row.heading, row.example) for row in _rows())
    assert found == Counter((row["heading"], row["example"]) for row in rows)


def test_each_row_has_its_step() -> None:
    assert [row for row in _rows() if not row.has_step()] == []


def test_each_lit_file_has_a_row() -> None:
    named = {row.file for row in _rows()}
    assert [file.name for file in FILES if file.resolve() not in named] == []
