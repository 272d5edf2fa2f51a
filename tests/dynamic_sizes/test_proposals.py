"""The kernels with the layouts that `layouts=auto` proposes, called at all sizes, and validated."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from pad_mlir.dialect.annotations import LOGICAL
from pad_mlir.dialect.repairs import new_context
from pad_mlir.passes.common.diagnostics import collect_remarks
from pad_mlir.passes.optimize.pad_optimize import PadOptimize

from .case import CASES, Case
from .running import check_logical, parsed, unproven
from .sizes import taken

OWN = [replace(case, layouts=(), facts={}) for case in {c.function: c for c in CASES}.values()]
"""Each kernel once, as it is."""
# A kernel takes some seconds: all of them by `make random`.
CHECKED = OWN if "PAD_DYNAMIC_SIZES" in os.environ else OWN[::8]


@pytest.mark.parametrize("case", CHECKED, ids=lambda case: case.function)
def test_values_and_proofs(case: Case) -> None:
    module = parsed(case)
    before = module.clone()
    with collect_remarks():
        PadOptimize(layouts=("auto",), target_cpu="x86-64-v3", fp=case.fp).apply(
            new_context(), module
        )
    module.verify()
    check_logical(case, module.clone(), taken(case))
    assert unproven(case, before, module) == []


def test_a_product_is_laid_out() -> None:
    module = parsed(next(case for case in OWN if case.function == "matmul"))
    with collect_remarks():
        PadOptimize(layouts=("auto",), target_cpu="x86-64-v3").apply(new_context(), module)
    assert LOGICAL in str(module)
