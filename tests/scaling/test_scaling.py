"""
A program four times as large is about four times the work for each pass.

Work is counted in calls, so that it is the same on every machine. `PAD_SCALING=all` asks all passes
about all kinds of programs; a sample is asked otherwise, those that were once out of proportion.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import product

import pytest

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES

from .families import FAMILIES, chain, index_chain
from .work import work

MOST = 6
_ALL = os.environ.get("PAD_SCALING") == "all"
_MAP = 'map="(i) -> (i floordiv 4, i mod 4)" pad=0.0'
PASSES = (
    *("pad-simplify", "pad-hoist-expression", "pad-hoist-expression{split=true}"),
    *("pad-apply-layouts", f"pad-transform-layout{{buffer=A {_MAP}}}"),
    f"pad-transform-layout{{buffer=A interface=keep {_MAP}}}",
    *("pad-partition-loops", "pad-reduce-loop-extents", "pad-flatten-loops", "pad-vectorize"),
    *("pad-remove-branching-through-overcompute", "pad-remove-overcompute-through-branching"),
    *("pad-remove-no-op", "pad-merge-adjacent-loops", "pad-register-tile"),
    "pad-distribute-loops",
    *("pad-hoist-stage{stage=s0}", "pad-sequential-buffer-access{stage=s0 buffer=B}"),
    *("pad-cache-read{stage=s0 buffer=A}", "pad-cache-write{stage=s0 buffer=B}"),
    *("pad-propagate-layouts", "pad-check-assumes", "pad-flatten-buffers", "pad-remove-assume"),
    *("pad-remove-undef-store", "pad-map-to-gpu", "pad-optimize"),
    *("pad-to-host{stop=affine}", "pad-to-host{stop=scf}"),
)
_SAMPLE = [
    *(("pad-remove-no-op", family) for family in ("stages", "guarded stages", "accesses")),
    *(("pad-remove-overcompute-through-branching", f) for f in ("stages", "buffers")),
    *((passes, "guarded stages") for passes in PASSES if "overcompute" in passes),
    *(("pad-remove-assume", family) for family in ("assumes", "index assumes")),
    *(("pad-simplify", family) for family in ("constants", "stages", "index chain", "chain")),
    *(("pad-hoist-expression", f) for f in ("constants", "stages", "buffers", "accesses", "chain")),
    *(("pad-optimize", family) for family in ("constants", "stages", "guarded stages", "buffers")),
    *((passes, "stages") for passes in PASSES if "transform-layout" in passes),
]
_CASES = list(product(PASSES, FAMILIES)) if _ALL else _SAMPLE

OUT_OF_PROPORTION = {
    "pad-partition-loops": {"loops": 10},
    "pad-remove-branching-through-overcompute": {"conditions": 8},
    "pad-remove-overcompute-through-branching": {"loops": 7},
    "pad-remove-no-op": {"loops": 13, "conditions": 7.5},
    "pad-merge-adjacent-loops": {
        **{"stages": 10, "laid-out stages": 10, "guarded stages": 11, "buffers": 7},
    },
    "pad-vectorize": {"loops": 15, "conditions": 11},
    "pad-map-to-gpu": {"loops": 10.5, "conditions": 10},
    "pad-optimize": {"index chain": 7},
}
"""
The cases that are known to cost more, and how much; nothing may become worse. Questions about pairs
of accesses are quadratic; isl's own work is no call, so that what is asked without it counts more.
"""


@pytest.mark.parametrize(("passes", "family"), _CASES, ids=[" on ".join(case) for case in _CASES])
def test_work_grows_with_the_program(passes: str, family: str) -> None:
    program, size = FAMILIES[family]
    _ = work(passes, program(size))  # what is imported, or made once, counts for neither
    small, large = work(passes, program(size)), work(passes, program(4 * size))
    most = OUT_OF_PROPORTION.get(passes, {}).get(family, MOST)
    ratio = large.total() / small.total()
    worst = sorted(large, key=lambda name: 4 * small[name] - large[name])[:5]
    assert ratio <= most, {name: (small[name], large[name]) for name in worst}


@pytest.mark.parametrize("program", [chain, index_chain])
@pytest.mark.parametrize("name", ["pad-simplify", "pad-hoist-expression", "pad-vectorize"])
def test_long_chains_end(name: str, program: Callable[[int], str]) -> None:
    module = parse_module(program(1100))  # more than Python nests calls
    with collect_remarks():
        for one in parse_pipeline(name, ALL_PASSES):
            one.apply(new_context(), module)
