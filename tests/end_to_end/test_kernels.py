"""Kernels of every rank, element type and structure, each under several sets of layouts."""

from itertools import product
from typing import get_args

import pytest

from . import (
    control_kernels,
    elementwise_kernels,
    float_kernels,
    reduction_kernels,
    stage_kernels,
)
from .catalogue import dealt, layouts
from .checking import Case, check
from .elements import DTYPES, pad_value
from .kernel import Role

KERNELS = (
    *elementwise_kernels.KERNELS,
    *float_kernels.KERNELS,
    *reduction_kernels.KERNELS,
    *control_kernels.KERNELS,
    *stage_kernels.KERNELS,
)
PAD_WRITES = ("stage", "if", "before", "both", "if")
CASES = [
    pytest.param(Case(kernel, dealt(kernel, number), pad_writes), id=f"{kernel.name}-{number}")
    for kernel in KERNELS
    for number, pad_writes in enumerate(PAD_WRITES)
]


@pytest.mark.parametrize("case", CASES)
def test_laid_out_kernel_agrees_with_numpy(case: Case) -> None:
    check(case)


def test_cases_cover_types_layouts_and_pad_kinds() -> None:
    elements, roles, pads = set[str](), set[tuple[str, str]](), set[str]()
    used = dict[int, set[int]]()
    for case in (
        Case(kernel, dealt(kernel, n)) for kernel in KERNELS for n, _ in enumerate(PAD_WRITES)
    ):
        for name, steps in case.layouts.items():
            buffer = case.kernel.buffers[name]
            elements.add(buffer.element)
            kinds = {step.pad for step in steps}
            pads |= kinds
            holds = {"value" if pad_value(k, buffer.element) is not None else k for k in kinds}
            roles |= {(buffer.role, kind) for kind in holds}
            maps = [[step.map for step in choice] for choice in layouts(buffer.shape)]
            used.setdefault(len(buffer.shape), set()).add(maps.index([s.map for s in steps]))
    assert elements == set(DTYPES)
    assert roles == set(product(get_args(Role), ("forbidden", "undef", "value")))
    assert used == {rank: set(range(len(layouts((3,) * rank)))) for rank in range(5)}
    assert pads >= {"0.0", "-0.0", "nan", "inf", "-inf", "identity(addf)", "identity(maximumf)"}
