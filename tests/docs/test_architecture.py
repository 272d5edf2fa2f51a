"""The page on the architecture names what is there."""

import re

import pytest

from .places import DOCS

ROOT = DOCS.parent
PAGE = (DOCS / "architecture.md").read_text()
PATHS = sorted({*re.findall(r"`([\w*]+/[\w/*.]*)`", PAGE)})


def test_paths_are_found() -> None:
    assert len(PATHS) > 50


@pytest.mark.parametrize("path", PATHS)
def test_a_path_is_there(path: str) -> None:
    inside = [ROOT / path, *(ROOT / name / path for name in ("analysis", "runtime"))]
    assert "*" in path or any(place.exists() for place in inside), path
