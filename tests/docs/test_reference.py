"""docs/reference is what the definitions say, and lists all of them."""

from __future__ import annotations

import inspect
import re

import pytest

from pad_mlir.dialect.pad import Pad
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.runtime import Kernel
from pad_mlir.schedule import Schedule
from pad_mlir.tools.reference import main, pages

from .places import REFERENCE

STALE = "run `python -m pad_mlir.tools.reference docs/reference`"


@pytest.mark.parametrize("name", pages())
def test_page_is_current(name: str) -> None:
    assert (REFERENCE / name).read_text() == pages()[name], STALE


def test_no_page_is_left_over() -> None:
    assert {file.name for file in REFERENCE.iterdir()} == {*pages(), "remarks.md"}, STALE


def test_everything_has_a_heading() -> None:
    def headings(name: str) -> set[str]:
        return set(re.findall(r"^## (.*)$", pages()[name], re.MULTILINE))

    steps = {name for name, _ in inspect.getmembers(Schedule) if not name.startswith("_")}
    attributes = {f"#{attribute.name}" for attribute in Pad.attributes}
    assert headings("passes.md") == set(ALL_PASSES)
    assert headings("dialect.md") == {op.name for op in Pad.operations} | attributes
    assert headings("schedule.md") == steps | {"Schedule"}
    public = {name for name in Kernel.__dict__ if not name.startswith("_")}
    assert set(re.findall(r"^### (.*)$", pages()["runtime.md"], re.MULTILINE)) >= public
    table = set(re.findall(r"^\| \[`(.*?)`\]", pages()["schedule.md"], re.MULTILINE))
    assert table == steps - {"module", "remarks"}  # which are told first


def test_the_generator_writes_the_pages(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path_factory.mktemp("reference") / "new"
    monkeypatch.setattr("sys.argv", ["reference", str(folder)])
    main()
    assert {file.name: file.read_text() for file in folder.iterdir()} == pages()
