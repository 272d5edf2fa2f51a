"""Laid-out buffers that are reached through views, against numpy and with poisoned padding."""

from __future__ import annotations

import pytest

from ..end_to_end.catalogue import dealt
from ..end_to_end.checking import Case, check
from .kernels import KERNELS

CASES = [
    pytest.param(Case(kernel, dealt(kernel, number), pad_writes), id=f"{kernel.name}-{number}")
    for kernel in KERNELS
    for number, pad_writes in enumerate(("stage", "if", "both"))
]


@pytest.mark.parametrize("case", CASES)
def test_agrees_with_numpy(case: Case) -> None:
    check(case)
