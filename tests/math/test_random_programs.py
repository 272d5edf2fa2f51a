"""
Random programs with mathematical functions: each result within its bound of the exact value of the
operands that were computed, and the steps judged by pad-tv in each fifth of them.

`PAD_MATH_EXAMPLES` says how many, `PAD_MATH_SEED` is the first one's seed; `PAD_MATH_JUDGED_EACH=1`
has all of them judged.
"""

from __future__ import annotations

import os
from random import Random

import numpy as np
import pytest

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.schedule import Schedule
from pad_mlir.tools.tv import Status, validate

from .programs import TYPES, Program

pytest.importorskip("mlir")

EXAMPLES = int(os.environ.get("PAD_MATH_EXAMPLES", "25"))
FIRST_SEED = int(os.environ.get("PAD_MATH_SEED", "0"))
JUDGED_EACH = int(os.environ.get("PAD_MATH_JUDGED_EACH", "5"))
_BUDGET = 60_000


def _schedule(program: Program) -> Schedule:
    """The program with its layouts, as lanes, and as arithmetic."""
    rng, s = Random(program.seed + 1), Schedule(program.text)
    if program.layout is not None:
        map, pad = program.layout
        for name in ("A", *(f"B{k}" for k in range(len(program.steps)))):
            s.transform_layout(name, map, pad)
        s.sequential_buffer_access("compute", "A")
        s.remove_branching_through_overcompute("compute", max_waste=float("inf"))
    steps = [s.vectorize, s.expand_math]
    rng.shuffle(steps)
    for step in steps[: rng.choice((1, 2, 2))]:
        before = str(s)
        step()
        if not program.seed % JUDGED_EACH:
            texts = (parse_module(text, context=new_context()) for text in (before, str(s)))
            status = validate(*texts, budget=_BUDGET).status
            assert status is not Status.REFUTED, f"{before}\n{s}"
    return s


@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + EXAMPLES))
def test_functions_are_within_their_bounds(seed: int) -> None:
    program = Program.of(seed)
    s = _schedule(program)
    given, dtype = program.given(), TYPES[program.type]
    results = [np.zeros(program.shape, dtype) for _ in program.steps]
    s.compile()(given, *results)
    wrong = list(program.wrong(given, results))
    assert not wrong, f"{program.text}\n" + "\n".join(wrong)
