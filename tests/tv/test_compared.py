"""Each row of pad-tv's comparisons refutes its wrong rewrite, and the page shows the rows."""

from __future__ import annotations

import pytest

from pad_mlir.tools.tv import Status

from ..docs.places import DOCS
from .compared import ROWS, Row, page
from .rewrites import judge


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_wrong_is_refuted_and_right_is_proven(row: Row) -> None:
    refuted, proven = row.verdicts()
    assert refuted.status is Status.REFUTED, refuted
    assert proven.status is Status.VALID, proven


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_nothing_refutes_itself(row: Row) -> None:
    for text in (row.before, row.wrong, row.right):
        verdict = judge(text, text)
        undefined = "the original" in str(verdict) and verdict.status is Status.NOT_VALIDATED
        assert verdict.status is Status.VALID or undefined, verdict


def test_the_page_is_current() -> None:
    assert (DOCS / "pad-tv.md").read_text() == page(), "run `python -m tests.docs.update`"
