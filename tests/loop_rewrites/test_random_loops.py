"""Random loop nests through the passes on loops: pad-tv finds nothing that changed."""

import random

import pytest

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.tools.driver.compilation import Compilation
from pad_mlir.tools.tv import KnownRoles, Status, validate

from .programs import Writer

SEEDS = range(12)
PIPELINES = (
    "pad-reduce-loop-extents",
    "pad-partition-loops",
    "pad-hoist-expression{bindings=required-by-condition,let-stmt,let-expr,index-term split=true}",
    "pad-hoist-expression,pad-reduce-loop-extents,pad-partition-loops",
)


def rewritten(text: str, pipeline: str) -> str:
    passes = parse_pipeline(pipeline, ALL_PASSES)
    with collect_remarks():
        return Compilation(new_context(), passes, "random").run(text)


@pytest.mark.parametrize("pipeline", PIPELINES)
def test_keeps_the_meaning(pipeline: str) -> None:
    changed = 0
    for seed in SEEDS:
        text = Writer(random.Random(seed)).function()
        result = rewritten(text, pipeline)
        before, after = (parse_module(t, context=new_context()) for t in (text, result))
        changed += not before.is_structurally_equivalent(after)
        known = KnownRoles()
        for n in (0, 4):
            verdict = validate(before, after, sizes={"n": n}, known=known)
            assert verdict.status is Status.VALID, f"seed {seed}: {verdict}\n{text}\n{result}"
    assert changed > len(SEEDS) // 4, "the programs leave the pass too little to do"
