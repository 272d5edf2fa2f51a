"""Laid-out buffers reached through views or as vectors: against numpy, with poisoned padding."""

from __future__ import annotations

import pytest

from ..end_to_end.catalogue import dealt
from ..end_to_end.checking import Case, check
from . import kernels, vector_kernels

KERNELS = (*kernels.KERNELS, *vector_kernels.KERNELS)
CASES = [
    pytest.param(Case(kernel, dealt(kernel, number), pad_writes), id=f"{kernel.name}-{number}")
    for kernel in KERNELS
    for number, pad_writes in enumerate(("stage", "if", "both"))
]


@pytest.mark.parametrize("case", CASES)
def test_agrees_with_numpy(case: Case) -> None:
    check(case)
