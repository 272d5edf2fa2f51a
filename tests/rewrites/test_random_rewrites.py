"""Rewrites of random functions, validated."""

import random
from collections import Counter

import pytest

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.tools.driver.compilation import Compilation
from pad_mlir.tools.tv import Status, validate

from .programs import Writer

PIPELINES = (
    "pad-merge-adjacent-loops",
    "pad-simplify",
    "pad-remove-no-op",
    "pad-remove-overcompute-through-branching",
    "pad-merge-adjacent-loops,pad-simplify,pad-remove-no-op",
)
FUNCTIONS = 25
outcomes: Counter[tuple[str, bool]] = Counter()


def rewritten(text: str, pipeline: str) -> str:
    with collect_remarks():
        passes = parse_pipeline(pipeline, ALL_PASSES)
        return Compilation(new_context(), passes, "f").run(text)


@pytest.mark.parametrize("pipeline", PIPELINES)
@pytest.mark.parametrize("seed", range(FUNCTIONS))
def test_refines(seed: int, pipeline: str) -> None:
    text = Writer(random.Random(seed)).function()
    before, after = parse_module(text), parse_module(rewritten(text, pipeline))
    changed = not before.is_structurally_equivalent(after)
    outcomes[pipeline, changed] += 1
    if changed:
        verdict = validate(before, after)
        assert verdict.status is not Status.REFUTED, f"{text}\n{verdict}\n{after}"


@pytest.mark.parametrize("pipeline", PIPELINES)
def test_functions_are_rewritten(pipeline: str) -> None:
    """Else the test above says little."""
    run = outcomes[pipeline, True] + outcomes[pipeline, False]
    if run < FUNCTIONS:
        pytest.skip("not all functions were run")
    assert 10 * outcomes[pipeline, True] > run
