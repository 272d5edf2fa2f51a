"""The benchmarked kernels for every size: values, and instructions beside those of their twins."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from bench_dynamic_sizes import MOST_INSTRUCTIONS, counted, scheduled
from kernels.any_size import AnySize, at_other_sizes, kernels
from kernels.compiled import is_close
from kernels.instructions import is_counted_here

from pad_mlir.runtime import compile

CASES = at_other_sizes()
FAMILIES = sorted({case.twin.family for case in CASES})
CHEAP = [kernel for kernel in kernels() if kernel.twin.flops < 10**7]
"""To count the others takes half a minute each; `bench_dynamic_sizes.py` does."""
OF_FAMILY = {"softmax": 1.1}
"""
More is allowed where `exp` takes most registers: sizes and rests move constants out of them. These
moves take no time (`bench_dynamic_sizes.py --call-time`).
"""


@pytest.mark.parametrize("cpu", ["native", "x86-64-v3"])
@pytest.mark.parametrize("family", FAMILIES)
def test_one_kernel_is_right_at_all_sizes(family: str, cpu: str):
    cases = [case for case in CASES if case.twin.family == family]
    run: Any = compile(scheduled(cases[0].text, cases[0], cpu))
    for case in cases:
        arrays = case.twin.arrays()
        run(*arrays.values())
        got = arrays[case.twin.output]
        assert is_close(got, case.twin.expected(arrays), case.twin.tolerance), case.sizes


@pytest.mark.parametrize("family", FAMILIES)
def test_nothing_is_done_where_there_is_nothing(family: str):
    case = next(case for case in CASES if case.twin.family == family)
    run: Any = compile(scheduled(case.text, case, "native"))
    shapes = case.twin.shapes.values()
    fixed = {"conv1d": {"F": (3,)}, "conv2d": {"K": (3, 3, 0, 0)}}.get(family, {})
    one = {"X", "Y"} if family == "conv2d" else set[str]()
    arrays = [
        np.zeros(fixed.get(name, (1 if name in one else 0, *[0] * (len(shape) - 1))), np.float32)
        for name, shape in zip(case.twin.shapes, shapes, strict=True)
    ]
    run(*arrays)


@pytest.mark.skipif(not is_counted_here(), reason="needs valgrind")
@pytest.mark.parametrize("kernel", CHEAP, ids=lambda kernel: kernel.name)
def test_instructions_are_hardly_more_than_those_of_one_size(kernel: AnySize):
    assert counted(kernel).ratio <= OF_FAMILY.get(kernel.twin.family, MOST_INSTRUCTIONS)
