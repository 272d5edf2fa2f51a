"""Texts of pipelines that are refused, each with what is wrong, and where passes are put in."""

from __future__ import annotations

import pytest

from pad_mlir.passes.pipeline.pipeline_text import PipelineError, checking_assumes, parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES


@pytest.mark.parametrize(
    ("text", "message", "position"),
    [
        ("pad-simplify{stage=a,}", "expected a value", 21),
        ("pad-simplify{stage=a,stage=b}", "options are separated by blanks", 20),
        ("pad-simplify{stage=a, stage=b}", "options are separated by blanks", 20),
        ("pad-simplify{,stage=a}", "options are separated by blanks", 13),
        ("pad-simplify{stage=a stage=b}", "option 'stage' is given twice", 21),
        ('pad-simplify{stage="a}', "the quote has no end", 19),
        ("pad-simplify{stage='a'}", "quotes are double ones", 19),
        ("pad-simplify{stage=(}", "expected a value", 19),
        ("pad-hoist-stage", "pass 'pad-hoist-stage' needs 'stage'", 0),
    ],
)
def test_refused(text: str, message: str, position: int) -> None:
    with pytest.raises(PipelineError, match=message) as caught:
        parse_pipeline(text, ALL_PASSES)
    assert caught.value.position == position


@pytest.mark.parametrize(
    ("text", "at_end", "wanted"),
    [
        ("pad-simplify", False, ["pad-simplify"]),
        ("pad-simplify", True, ["pad-simplify", "pad-check-assumes"]),
        (
            "pad-simplify,pad-remove-assume",
            False,
            ["pad-simplify", "pad-check-assumes", "pad-remove-assume"],
        ),
        (
            "pad-remove-assume,pad-remove-assume",
            True,
            ["pad-check-assumes", "pad-remove-assume", "pad-remove-assume"],
        ),
    ],
)
def test_assumes_are_checked_before_they_go(text: str, at_end: bool, wanted: list[str]) -> None:
    passes = checking_assumes(parse_pipeline(text, ALL_PASSES), ALL_PASSES, at_end=at_end)
    assert [step.name for step in passes] == wanted
