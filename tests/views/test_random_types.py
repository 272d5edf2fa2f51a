"""
Random programs that name one buffer by several element types: passes keep what they do.

`PAD_TYPES` says how many programs there are.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from pad_mlir.dialect.repairs import parse_module

from ..programs.applying import Applied, applied, transformed
from ..programs.evaluator import difference, evaluate
from .random_types import Program

EACH = 6
BATCHES = int(os.environ.get("PAD_TYPES", "24")) // EACH
STEPS = (
    *("pad-simplify", "pad-remove-no-op", "pad-remove-branching-through-overcompute"),
    *("pad-merge-adjacent-loops", "pad-reduce-loop-extents", "pad-hoist-expression"),
    *("pad-vectorize{target-cpu=x86-64-v3}", "pad-partition-loops", "pad-flatten-loops"),
    *("pad-optimize", "pad-remove-overcompute-through-branching", "pad-register-tile"),
)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_other_types_are_the_same_memory(batch: int):
    for seed in range(batch * EACH, (batch + 1) * EACH):
        program = Program(Random(seed))
        text, given = program.text(), program.arguments()
        expected = evaluate(parse_module(text), "f", given)
        module = applied(text, "")
        assert isinstance(module, Applied)
        for step in Random(seed).choices(STEPS, k=3):
            module = transformed(parse_module(module.text), step)
            assert isinstance(module, Applied), f"program {seed}, {step}:\n{text}"
            found = evaluate(parse_module(module.text), "f", given, undefs=seed)
            assert difference(expected, found) is None, f"program {seed}, {step}:\n{text}"
