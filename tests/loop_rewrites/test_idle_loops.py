"""
Loops that do nothing, beside loops that do: each pass takes them, or tells why it does not.

`PAD_IDLE_EXAMPLES` says how many programs, `PAD_IDLE_SEED` is the first one's seed.
"""

from __future__ import annotations

import os
import random

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.tools.tv import Status, validate

from .idle_programs import program

EXAMPLES = int(os.environ.get("PAD_IDLE_EXAMPLES", "40"))
FIRST_SEED = int(os.environ.get("PAD_IDLE_SEED", "0"))
_LAYOUT = 'pad-transform-layout{buffer=%s map="(i, j) -> (i, j floordiv 5, j mod 5)" pad=%s%s}'
_CPU = "{target-cpu=x86-64-v3}"
PIPELINES = (
    f"pad-vectorize{_CPU}",
    "pad-vectorize{target-cpu=x86-64-v4}",
    "pad-vectorize{loop=j target-cpu=x86-64-v3}",
    f"pad-register-tile{_CPU}",
    f"pad-merge-adjacent-loops,pad-vectorize{_CPU}",
    f"pad-flatten-loops,pad-vectorize{_CPU}",
    f"pad-optimize{_CPU}",
    "pad-optimize{guards=partition}",
    "pad-hoist-expression{bindings=required-by-condition,let-stmt,let-expr,index-term split=true}",
    "pad-hoist-stage{stage=c}",
    "pad-partition-loops,pad-reduce-loop-extents",
    "pad-remove-no-op",
    "pad-simplify",
    "pad-remove-assume,pad-remove-undef-store",
    "pad-remove-branching-through-overcompute,pad-remove-overcompute-through-branching",
    "pad-sequential-buffer-access{stage=c buffer=X}",
    "pad-split{loop=j factor=3}",
    "pad-split{loop=i factor=4}",
    "pad-reorder{loops=j,i}",
    "pad-fuse{outer=i inner=j}",
    "pad-cache-read{buffer=X stage=c}",
    "pad-cache-write{buffer=Y stage=c}",
    "pad-flatten-buffers",
    "pad-propagate-layouts",
    *(
        f"{_LAYOUT % (buffer, pad, loops)},pad-apply-layouts,{rest}"
        for buffer, pad in (("X", 0), ("W", "undef"))
        for loops, rest in (
            ("", f"pad-merge-adjacent-loops,pad-vectorize{_CPU}"),
            ("", f"pad-remove-branching-through-overcompute,pad-register-tile{_CPU}"),
            (" loops=follow", "pad-simplify"),
        )
    ),
)
LOWERING = ("pad-map-to-gpu", "pad-map-to-gpu,pad-to-gpu", f"pad-vectorize{_CPU},pad-to-host")


def test_loops_that_do_nothing() -> None:
    changed = 0
    for seed in range(FIRST_SEED, FIRST_SEED + EXAMPLES):
        draw = random.Random(seed)
        text, pipeline = program(draw), draw.choice((*PIPELINES, *LOWERING))
        before = parse_module(text, f"seed {seed}")
        after = before.clone()
        with collect_remarks():
            try:
                for step in parse_pipeline(pipeline, ALL_PASSES):
                    step.apply(new_context(), after)
            except PadError:
                continue
        after.verify()
        changed += not after.is_structurally_equivalent(before)
        if pipeline not in LOWERING:
            verdict = validate(before, after, sizes={"m": 5})
            # Sums in another order are not seen to be the same inside of an assumed condition.
            told = verdict.status is Status.NOT_VALIDATED and "the assume" in str(verdict)
            shown = f"{pipeline}: {verdict}\n{text}\n{after}"
            assert told or verdict.status is Status.VALID, shown
    assert changed > EXAMPLES // 5, "the programs leave the passes too little to do"
