"""Where the pages and the notebooks are, and what stands in the folder that a page runs in."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
REFERENCE = DOCS / "reference"
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))
# The reference is made from docstrings, whose examples are run by test_pass_docs.py; what pad-tv
# compares from rows, which tests/tv/test_compared.py judges.
PAGES = [
    page
    for page in (ROOT / "README.md", *sorted(DOCS.rglob("*.md")))
    if REFERENCE not in page.parents
    and page.name != "pad-tv.md"
    and re.search("^```", page.read_text(), re.MULTILINE)
]


def prepare(page: Path, folder: Path) -> None:
    """The examples for README.md only: the other pages take no repository."""
    if page == ROOT / "README.md":
        (folder / "examples").symlink_to(ROOT / "examples")
