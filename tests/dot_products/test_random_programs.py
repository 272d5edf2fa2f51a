"""
Random sums of products of narrow integers against integers of any size, with poisoned padding.

`PAD_DOTS_EXAMPLES` says how many, `PAD_DOTS_SEED` is the first one's seed.
"""

from __future__ import annotations

import os

import pytest

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.tools.tv import Status, validate

from .programs import Program, judged_steps

pytest.importorskip("mlir")

EXAMPLES = int(os.environ.get("PAD_DOTS_EXAMPLES", "25"))
FIRST_SEED = int(os.environ.get("PAD_DOTS_SEED", "0"))
_LEAST_SHARE = 0.4
_WITH_DOTS = list[bool]()


@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + EXAMPLES))
def test_sums_are_exact(seed: int) -> None:
    program = Program.of(seed)
    s = program.schedule()
    before = str(s)
    for step in judged_steps(program):
        step(s)
    about = f"{program.steps}\n{program.text}\n{s}"
    _WITH_DOTS.append("llvm.call_intrinsic" in str(s))
    texts = (before, str(s))
    verdict = validate(*(parse_module(t, context=new_context()) for t in texts), budget=60_000)
    assert verdict.status is not Status.REFUTED, f"{verdict}\n{about}"
    wrong = program.difference(s)
    assert wrong is None, f"{wrong}\n{about}"


def test_many_programs_get_dot_products() -> None:
    if len(_WITH_DOTS) < EXAMPLES:
        pytest.skip("not all programs were looked at")
    assert sum(_WITH_DOTS) > _LEAST_SHARE * len(_WITH_DOTS)
