"""Kernels of many kinds give the same bits with layouts that pad-optimize proposes."""

from __future__ import annotations

import re

import numpy as np
import pytest
from numpy.typing import NDArray

from pad_mlir.passes.optimize.layouts.layout_plans import Interface
from pad_mlir.runtime import compile
from pad_mlir.schedule import Schedule

from .odd_kernels import KERNELS

SPECIAL = (np.nan, np.inf, -np.inf, -0.0, 0.0, 1e-42, 3e38)
ARGUMENT = re.compile(r"(%[A-Z]): memref<([0-9x]*)x([a-z]+[0-9]+)>")
TYPES = {"f32": "f4", "f64": "f8", "i32": "i4", "i1": "?"}
INDICES, ROWS = "%I", 50


def arguments(text: str, *, special: bool) -> list[NDArray[np.generic]]:
    """Small whole numbers, whose sums are exact, and among them special floats."""
    draw = np.random.default_rng(11)
    made = list[NDArray[np.generic]]()
    for name, extents, element in ARGUMENT.findall(text.split("func.func @f")[1].split("{")[0]):
        shape, type = [int(n) for n in extents.split("x")], np.dtype(TYPES[element])
        low, high = (0, ROWS) if name == INDICES else (0, 2) if type.kind == "b" else (-3, 4)
        array = draw.integers(low, high, shape).astype(type)
        if special and type.kind == "f":
            for value in SPECIAL:
                array.ravel()[draw.integers(0, array.size, 2)] = value
        made.append(array)
    return made


@pytest.mark.parametrize("interface", ["change", "keep"])
@pytest.mark.parametrize("text", KERNELS.values(), ids=KERNELS)
def test_same_bits(text: str, interface: Interface):
    schedule = Schedule(text)
    schedule.optimize(target_cpu="native", layouts="auto", interface=interface)
    plain, optimized = compile(text), compile(schedule.module)
    for special in (False, True):
        given = arguments(text, special=special)
        expected, found = [array.copy() for array in given], [array.copy() for array in given]
        plain(*expected)
        optimized(*found)
        assert any(not np.array_equal(a, b) for a, b in zip(given, expected, strict=True))
        for one, other in zip(expected, found, strict=True):
            np.testing.assert_array_equal(one, other)
            if one.dtype.kind == "f":
                numbers = ~np.isnan(one)
                assert (np.signbit(one) == np.signbit(other))[numbers].all()
