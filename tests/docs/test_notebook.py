"""The notebooks of examples/ hold what their cells give."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .notebooks import as_run
from .places import NOTEBOOKS


def test_there_is_a_notebook() -> None:
    assert NOTEBOOKS


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda file: file.name)
def test_notebook(notebook: Path) -> None:
    assert as_run(notebook.read_text()) == notebook.read_text()


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda file: file.name)
def test_notebook_shows_layouts(notebook: Path) -> None:
    assert "image/svg+xml" in notebook.read_text()


def test_outputs_are_those_of_the_cells() -> None:
    sources = [["x = 1\n", "print(x)"], ["x + 1"]]
    cells = [{"cell_type": "code", "source": source} for source in sources]
    first, second = json.loads(as_run(json.dumps({"cells": cells})))["cells"]
    assert first["outputs"] == [{"name": "stdout", "output_type": "stream", "text": ["1\n"]}]
    assert second["outputs"][0]["data"] == {"text/plain": ["2"]}
    assert second["execution_count"] == 2
