"""`docs/rfc77.md` has a row for each definition, and each row's lit file has its step."""

from __future__ import annotations

import csv
import hashlib
from collections import Counter
from pathlib import Path

from .rows import Row, linked_files, read_rows
from .sequences import FILES

_BLOCKS = Path(__file__).parent / "blocks.tsv"
_SHA256 = "666ec9ea891c5d1da826d5ad86aa4afac92b225df01eae0982bcefeb306e42ad"
_DISCUSSION = "Discussion"


def _definitions() -> list[tuple[str, int]]:
    with _BLOCKS.open(newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    return [(row["heading"] or _DISCUSSION, int(row["ordinal"])) for row in rows]


def _has_step(row: Row) -> bool:
    text = row.file.read_text() if row.file.exists() else ""
    return f"--check-prefix={row.step} " in text.replace("\n", " ") and (
        f"// {row.step}:" in text or f"// {row.step}-LABEL:" in text
    )


def test_definitions_are_those_of_the_rfc() -> None:
    assert hashlib.sha256(_BLOCKS.read_bytes()).hexdigest() == _SHA256
    assert len(_definitions()) == 116 + 32


def test_each_definition_has_one_row() -> None:
    found = Counter((row.heading, row.ordinal) for row in read_rows())
    assert found == Counter(_definitions())


def test_each_row_has_its_step() -> None:
    assert [row for row in read_rows() if not _has_step(row)] == []


def test_each_lit_file_is_named() -> None:
    named = linked_files()
    assert [file.name for file in FILES if file.resolve() not in named] == []
