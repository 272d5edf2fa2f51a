"""Small twins of the benchmarked kernels: `pad-tv` proves each step of the same schedules."""

import pytest
from kernels.catalogue import twins
from kernels.conv2d import conv2d
from kernels.matmul import matmul
from kernels.problem import F32, F64, I8, I32, Problem

from pad_mlir.dialect.repairs import new_context
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.tools.driver.compilation import Compilation
from pad_mlir.tools.driver.validation import Validation

SMALLER = [
    *(conv2d(3, 2, 19, F32, F32), conv2d(3, 2, 19, I8, I32)),
    *(matmul(7, 37, 3, F32), matmul(7, 37, 3, I8, I32)),
]
"""Of convolutions and products even a twin has many terms."""

CASES = [
    pytest.param(problem, variant, id=f"{problem.name}, {variant}")
    for problem in [*(p for p in twins() if p.family not in {s.family for s in SMALLER}), *SMALLER]
    for variant in problem.schedules()
    if "guarded" not in variant and F64 not in problem.numbers  # as F32, but for the lanes
]


@pytest.mark.parametrize(("problem", "variant"), CASES)
def test_each_step_is_proven(problem: Problem, variant: str) -> None:
    schedule = problem.schedules()[variant]()
    passes = parse_pipeline(schedule.pipeline(), ALL_PASSES)
    assert any(step.name == "pad-vectorize" for step in passes)
    with collect_remarks() as remarks:
        # A step that changes what the function means is an error here.
        Compilation(new_context(), passes, problem.name, Validation()).run(problem.mlir)
    assert not [remark for remark in remarks if remark.form.id in ("not-validated", "not-judged")]
