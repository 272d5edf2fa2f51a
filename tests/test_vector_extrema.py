"""Maxima and minima of float vectors are those of IEEE 754-2019, whatever instructions they are."""

from __future__ import annotations

import ctypes
from itertools import product

import numpy as np
import pytest

from pad_mlir.upstream.code_generation import LoadedObject, assembly, compile_object
from pad_mlir.upstream.processors import processor
from pad_mlir.upstream.vector_extrema import with_short_extrema

SPECIAL = (float("nan"), -float("nan"), float("inf"), -float("inf"), 0.0, -0.0, 1.5, -1.5, 1e-42)
TEXT = """
define void @f(ptr %a, ptr %b, ptr %r) {{
  %x = load <{lanes} x {type}>, ptr %a, align 4
  %y = load <{lanes} x {type}>, ptr %b, align 4
  %m = call {flags}<{lanes} x {type}> @llvm.{kind}.v{lanes}f{bits}(<{lanes} x {type}> %x, \
<{lanes} x {type}> %y)
  store <{lanes} x {type}> %m, ptr %r, align 4
  ret void
}}
declare <{lanes} x {type}> @llvm.{kind}.v{lanes}f{bits}(<{lanes} x {type}>, <{lanes} x {type}>)
"""


def text(kind: str, lanes: int, bits: int, flags: str = "") -> str:
    type = {32: "float", 64: "double"}[bits]
    return TEXT.format(kind=kind, lanes=lanes, bits=bits, type=type, flags=flags)


@pytest.mark.parametrize("kind", ["maximum", "minimum"])
@pytest.mark.parametrize("bits", [32, 64])
@pytest.mark.parametrize("lanes", [2, 4, 8, 16, 32])
def test_special_numbers(kind: str, bits: int, lanes: int) -> None:
    pairs = list(product(SPECIAL, SPECIAL))
    pairs += pairs[: -len(pairs) % lanes]
    dtype = np.dtype(f"float{bits}")
    left, right = (np.array(side, dtype) for side in zip(*pairs, strict=True))
    result = np.empty_like(left)
    code = LoadedObject(compile_object(text(kind, lanes, bits)))
    function = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3)(code.address("f"))
    for first in range(0, len(pairs), lanes):
        at = first * dtype.itemsize
        function(*(array.ctypes.data + at for array in (left, right, result)))
    for a, b, got in zip(left, right, result, strict=True):
        assert same(got, expected(kind, a, b)), (kind, a, b, got)


def expected(kind: str, a: np.floating, b: np.floating) -> np.floating:
    if np.isnan(a) or np.isnan(b):
        return a + b
    if a == b == 0:
        is_negative = all if kind == "maximum" else any
        negative = is_negative((np.signbit(a), np.signbit(b)))
        return -abs(a) if negative else abs(a)
    return max(a, b) if kind == "maximum" else min(a, b)


def same(a: np.floating, b: np.floating) -> bool:
    return bool(np.isnan(a) and np.isnan(b)) or (a == b and np.signbit(a) == np.signbit(b))


def test_a_call_with_flags_stays() -> None:
    flagged = text("maximum", 8, 32, "nnan nsz ")
    assert with_short_extrema(flagged) == flagged
    scalar = "%m = call float @llvm.maximum.f32(float %x, float %y)"
    assert with_short_extrema(scalar) == scalar


def test_few_instructions() -> None:
    code = assembly(text("maximum", 16, 32), processor("znver4"))
    instructions = [line.split()[0] for line in code.splitlines() if "%zmm" in line]
    assert instructions.count("vmaxps") == instructions.count("vpternlogd") == 2
