"""Every block of README.md and docs/ is run, and prints what the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .blocks import Block, pieces
from .places import DOCS, PAGES, ROOT, prepare
from .running import Page, PageError

_LINK = re.compile(r"\]\((?!https?:)(?P<file>[^)#]*)(?:#(?P<part>[^)]*))?\)")


def _name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_page(page: Path, tmp_path: Path) -> None:
    prepare(page, tmp_path)
    text = page.read_text()
    assert Page(_name(page), tmp_path).as_run(text) == text


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_no_block_is_missed(page: Path) -> None:
    text = page.read_text()
    blocks = [piece for piece in pieces(text) if isinstance(piece, Block)]
    assert len(re.findall(r"^\s*(?:```|~~~)", text, re.MULTILINE)) == 2 * len(blocks)


@pytest.mark.parametrize("page", [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))], ids=_name)
def test_links(page: Path) -> None:
    for link in _LINK.finditer(page.read_text()):
        target = (page.parent / link["file"]).resolve() if link["file"] else page
        assert target.exists(), f"{link[0]}: no such file"
        if link["part"]:
            assert link["part"] in _anchors(target), f"{link[0]}: no such heading"


def test_every_page_is_on_the_map() -> None:
    linked = {m["file"] for m in _LINK.finditer((DOCS / "README.md").read_text())}
    pages = {str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md")} - {"README.md"}
    assert pages <= linked


def _anchors(page: Path) -> set[str]:
    """The anchors that GitHub gives the headings."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


PRINTS = "```python\nprint(1 + 1)\n```\n"


@pytest.mark.parametrize(
    ("page", "current"),
    [
        (f"{PRINTS}\n```text\n3\n```\n", f"{PRINTS}\n```text\n2\n```\n"),
        ("```console\n$ echo a; echo b\nb\n```\n", "```console\n$ echo a; echo b\na\nb\n```\n"),
        (
            "```console\n$ echo a\nb\n\n$ echo c\n...\n```\n",
            "```console\n$ echo a\na\n\n$ echo c\n...\n```\n",
        ),
        (
            "Save this as `a.txt`:\n\n```txt\nhello\n```\n\n```console\n$ cat a.txt\n```\n",
            "Save this as `a.txt`:\n\n```txt\nhello\n```\n\n```console\n$ cat a.txt\nhello\n```\n",
        ),
    ],
)
def test_stale_output_is_found(page: str, current: str, tmp_path: Path) -> None:
    assert Page("page.md", tmp_path).as_run(page) == current
    assert Page("page.md", tmp_path).as_run(current) == current


@pytest.mark.parametrize(
    "page",
    [
        PRINTS,
        "```text\n1\n```\n",
        "```\n1\n```\n",
        f"{PRINTS}\n{PRINTS}",
        "```console\nls\n```\n",
        "```cobol\nSTOP RUN.\n```\n",
    ],
)
def test_what_cannot_be_checked_is_an_error(page: str, tmp_path: Path) -> None:
    with pytest.raises(PageError):
        Page("page.md", tmp_path).as_run(page)


def test_elision_stops_at_what_differs(tmp_path: Path) -> None:
    page = "```console\n$ printf 'a\\nb\\nc\\n'\na\n...\nd\n```\n"
    assert Page("page.md", tmp_path).as_run(page) != page
