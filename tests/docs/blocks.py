"""Markdown pages as prose and fenced blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

_FENCE = re.compile(r"^```(?P<language>\S*)[^\n]*\n(?P<body>.*?)^```\n", re.DOTALL | re.MULTILINE)
_SAVED = re.compile(r"[Ss]ave [^`]*`(?P<file>[^`]+)`[^`]*:$")


@dataclass(frozen=True)
class Block:
    """The text between two fences, and how the prose before it introduces it."""

    language: str
    body: str
    line: int
    """Of the first line of the body, from 1."""
    file: str | None = None
    """Where the reader is told to save it: `save this as `a.mlir`:`."""

    def with_body(self, body: str) -> Block:
        return replace(self, body=body)


def pieces(page: str) -> Iterator[str | Block]:
    """The page, cut into prose (which has the fences) and blocks; joined, it is as before."""
    end = 0
    for match in _FENCE.finditer(page):
        prose = page[end : match.start("body")]
        said = page[end : match.start()].strip().rpartition("\n\n")[2].replace("\n", " ")
        saved = _SAVED.search(said)
        yield prose
        yield Block(
            match["language"],
            match["body"],
            page.count("\n", 0, match.start("body")) + 1,
            saved["file"] if saved else None,
        )
        end = match.end("body")
    yield page[end:]


def joined(page: Iterator[str | Block]) -> str:
    return "".join(piece if isinstance(piece, str) else piece.body for piece in page)
