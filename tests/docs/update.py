"""Writes what blocks, notebooks and docstrings really give: `python -m tests.docs.update`."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from pad_mlir.tools.reference import pages

from ..tv import compared
from . import remarks
from .notebooks import as_run
from .places import DOCS, NOTEBOOKS, PAGES, REFERENCE, ROOT, prepare
from .running import Page


def main() -> None:
    for name, text in pages().items():
        _write(REFERENCE / name, text)
    _write(DOCS / "pad-tv.md", compared.page())
    _write(REFERENCE / "remarks.md", remarks.page())
    for page in PAGES:
        with TemporaryDirectory() as folder:
            prepare(page, Path(folder))
            _write(page, Page(page.name, Path(folder)).as_run(page.read_text()))
    for notebook in NOTEBOOKS:
        _write(notebook, as_run(notebook.read_text()))


def _write(file: Path, text: str) -> None:
    if not file.exists() or file.read_text() != text:
        file.write_text(text)
        print(file.relative_to(ROOT))


if __name__ == "__main__":
    main()
