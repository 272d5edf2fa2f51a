"""pad-optimize never makes a program worse: no more guards, the same meaning."""

from __future__ import annotations

from pathlib import Path

import pytest
from xdsl.dialects import func

from pad_mlir.passes.common.stages import stages_of
from pad_mlir.passes.guards.guard_costs import guards_in

from ..fresh.case import Case
from ..fresh.cases import CASES
from ..fresh.running import Lowered, check_values, pipeline, source
from .programs import FILES, Optimized, optimized


@pytest.mark.parametrize("guards", ["overcompute", "either"])
@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_originals(file: Path, guards: str) -> None:
    result = optimized(file, f"guards={guards}")
    before, after = result.guards
    assert after <= before
    assert result.objections() == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_padded(case: Case) -> None:
    """It drops what the passes one by one would, and the values are right."""
    first = pipeline(case).split(",pad-remove-branching")[0]
    waste = "" if case.max_waste is None else f" max-waste={case.max_waste}"
    result = optimized(source(case), f"fp={case.fp}{waste}", first)
    assert result.guards[1] <= result.guards[0]
    for stage, stays in case.guards_left.items():
        assert stays or _guards(result, stage) == 0, result.remarks
    assert result.objections(case.fp) == []
    check_values(Lowered(case, result.after, {}, (), ()))


def _guards(result: Optimized, stage: str) -> int:
    functions = [op for op in result.after.walk() if isinstance(op, func.FuncOp)]
    stages = [op for f in functions if not f.is_declaration for op in stages_of(f, stage)]
    return sum(len(guards_in(op)) for op in stages)
