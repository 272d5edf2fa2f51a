"""Arithmetic in f16 and bf16 is exact, on processors with and without instructions for it."""

from __future__ import annotations

import ctypes
import math
from fractions import Fraction
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.host.pad_to_host import lower, prepare
from pad_mlir.runtime import compile
from pad_mlir.runtime.object_code.half_conversions import CONVERSIONS
from pad_mlir.upstream.code_generation import LoadedObject, compile_object
from pad_mlir.upstream.processors import processor

Array = np.ndarray[Any, Any]

COUNT = 1 << 15
NUMPY = {
    "f16": np.dtype(np.float16),
    "bf16": np.dtype(ml_dtypes.bfloat16),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
}
# Where a conversion is decided: ties, ends of ranges, denormals, what rounding twice gets wrong.
CORNERS = [
    *(0.0, -0.0, np.inf, -np.inf, np.nan, 1e308, 5e-324),
    *(1 + 2.0**-8 + 2.0**-40, 1 + 2.0**-11 + 2.0**-40, 1 + 2.0**-8, 1 + 3 * 2.0**-8),
    *(65519.99999, 65520.0, 65504.0, 3.3961775292304957e38, 3.38e38, 3.4e38),
    *(2.0**-24, 2.0**-25, 2.0**-25 * (1 + 2.0**-30), 3 * 2.0**-25, 2.0**-14 * (1 - 2.0**-12)),
    *(2.0**-133, 2.0**-134, 2.0**-134 * (1 + 2.0**-40), 3 * 2.0**-134, 2.0**-126 * (1 - 2.0**-9)),
    *(2.0**-149, 2.0**-150, 3 * 2.0**-150),
]


def inputs(type: str) -> Array:
    """Corners and their neighbours, the neighbourhood of narrow values, and random bits."""
    dtype = NUMPY[type]
    if dtype.itemsize == 2:
        return np.arange(1 << 16, dtype=np.uint16).view(dtype)
    random = np.random.default_rng(5)
    narrow = random.integers(0, 1 << 16, COUNT // 2, dtype=np.uint16)
    bits = random.integers(0, 256, COUNT * dtype.itemsize, dtype=np.uint8).view(dtype)
    with np.errstate(all="ignore"):
        wide = np.concatenate([narrow.view(NUMPY[t]).astype(np.float64) for t in ("f16", "bf16")])
        steps = random.integers(-3, 4, wide.size) * random.choice([2.0**-9, 2.0**-12], wide.size)
        values = np.concatenate([CORNERS, np.negative(CORNERS), wide * (1 + steps)])
        below, above = (np.nextafter(values, end) for end in (-np.inf, np.inf))
        return np.concatenate(
            [values.astype(dtype), below.astype(dtype), above.astype(dtype), bits]
        )


def bfloats(wide: Array) -> Array:
    """Rounded to nearest, ties to even, once; ml_dtypes goes through f32."""
    wide = wide.astype(np.float64)
    finite = np.isfinite(wide)
    quantum = np.maximum(np.frexp(wide[finite])[1] - 8, -133)
    exact = wide.copy()
    exact[finite] = np.ldexp(np.rint(np.ldexp(wide[finite], -quantum)), quantum)
    with np.errstate(over="ignore"):
        bits = np.copysign(exact, wide).astype(np.float32).view(np.uint32)
    return (bits >> 16).astype(np.uint16).view(ml_dtypes.bfloat16)


def converted(array: Array, type: str) -> Array:
    with np.errstate(all="ignore"):
        return bfloats(array) if type == "bf16" else array.astype(NUMPY[type])


def assert_same(results: Array, expected: Array, what: Array) -> None:
    """Bit for bit, but any NaN for any other."""
    bits = np.dtype(f"u{results.dtype.itemsize}")
    with np.errstate(invalid="ignore"):
        nan = np.isnan(results.astype(np.float64)) & np.isnan(expected.astype(np.float64))
    wrong = np.flatnonzero((results.view(bits) != expected.view(bits)) & ~nan)
    assert not wrong.size, [(what[k], results[k], expected[k]) for k in wrong[:5]]


def elementwise(operation: str, source: str, target: str, count: int) -> str:
    return f"""
func.func @f(%A: memref<{count}x{source}>, %B: memref<{count}x{target}>) {{
  affine.for %i = 0 to {count} {{
    %a = affine.load %A[%i] : memref<{count}x{source}>
    {operation}
    affine.store %b, %B[%i] : memref<{count}x{target}>
  }}
  return
}}"""


PAIRS = [
    *(("f64", "f16"), ("f64", "bf16"), ("f64", "f32"), ("f32", "f16"), ("f32", "bf16")),
    *(("f16", "f32"), ("f16", "f64"), ("bf16", "f32"), ("bf16", "f64")),
]


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_conversions_on_this_processor(source: str, target: str):
    array = inputs(source)
    widens = NUMPY[source].itemsize < NUMPY[target].itemsize
    operation = f"%b = arith.{'extf' if widens else 'truncf'} %a : {source} to {target}"
    kernel = compile(elementwise(operation, source, target, array.size))
    results = np.zeros(array.size, NUMPY[target])
    kernel(array, results)
    assert_same(results, converted(array, target), array)


@pytest.mark.parametrize("cpu", ["x86-64", "x86-64-v3"])
@pytest.mark.parametrize(("source", "target"), [pair for pair in PAIRS if pair != ("f64", "f32")])
def test_conversions_without_instructions(source: str, target: str, cpu: str):
    array = inputs(source)
    widens = NUMPY[source].itemsize < NUMPY[target].itemsize
    operation = f"%b = arith.{'extf' if widens else 'truncf'} %a : {source} to {target}"
    module = parse_module(elementwise(operation, source, target, array.size))
    prepare(new_context(), module)
    ir = lower(module, "llvm").to_llvm_ir() + CONVERSIONS
    results = np.zeros(array.size, NUMPY[target])
    code = LoadedObject(compile_object(ir, target=processor(cpu)))
    function = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(code.address("f"))
    function(array.ctypes.data, results.ctypes.data)
    assert_same(results, converted(array, target), array)


@pytest.mark.parametrize("type", ["f16", "bf16"])
@pytest.mark.parametrize("operation", ["addf", "subf", "mulf", "divf"])
def test_each_operation_is_rounded(type: str, operation: str):
    random = np.random.default_rng(7)
    bits = random.integers(0, 1 << 16, (2, 20000), dtype=np.uint16)
    left, right = bits.view(NUMPY[type])
    both = np.ascontiguousarray(np.stack([left, right], axis=1))
    kernel = compile(f"""
func.func @f(%A: memref<20000x2x{type}>, %B: memref<20000x{type}>) {{
  affine.for %i = 0 to 20000 {{
    %x = affine.load %A[%i, 0] : memref<20000x2x{type}>
    %y = affine.load %A[%i, 1] : memref<20000x2x{type}>
    %z = arith.{operation} %x, %y : {type}
    affine.store %z, %B[%i] : memref<20000x{type}>
  }}
  return
}}""")
    results = np.zeros(20000, NUMPY[type])
    kernel(both, results)
    exactly = {"addf": np.add, "subf": np.subtract, "mulf": np.multiply, "divf": np.divide}
    with np.errstate(all="ignore"):
        # f64 has more than twice the digits, so rounding to it first is harmless.
        expected = exactly[operation](left.astype(np.float64), right.astype(np.float64))
    assert_same(results, converted(expected, type), both)


def test_numpy_agrees_on_f16():
    array = inputs("f64")
    with np.errstate(all="ignore"):
        expected = array.astype(np.float16)
    kernel = compile(elementwise("%b = arith.truncf %a : f64 to f16", "f64", "f16", array.size))
    results = np.zeros(array.size, np.float16)
    kernel(array, results)
    assert_same(results, expected, array)


@pytest.mark.parametrize("operation", ["sitofp", "uitofp"])
@pytest.mark.parametrize("bits", [16, 32, 64])
@pytest.mark.parametrize("target", ["f16", "bf16"])
def test_integers_are_rounded_once(operation: str, bits: int, target: str):
    random = np.random.default_rng(11)
    width = np.dtype(f"i{bits // 8}")
    array = np.frombuffer(random.bytes(4000 * width.itemsize), width) >> random.integers(
        0, bits, 4000
    ).astype(width)
    # Just beside ties of bf16, nearer than f32 and f64 can tell.
    ties = [
        sign * ((1 << exponent) + (1 << exponent - 8) + offset)
        for exponent in range(9, bits - 1)
        for offset in (-1, 0, 1)
        for sign in (1, -1)
    ]
    array = np.concatenate([array, np.array(ties, width)])
    operation_text = f"%b = arith.{operation} %a : i{bits} to {target}"
    text = elementwise(operation_text, f"i{bits}", target, array.size)
    results = np.zeros(array.size, NUMPY[target])
    compile(text)(array, results)
    unsigned = operation == "uitofp"
    digits, largest = (8, 2**128) if target == "bf16" else (11, 65520)
    expected: list[float] = []
    for number in array.view(f"u{bits // 8}") if unsigned else array:
        unit = 1 << max(abs(int(number)).bit_length() - digits, 0)
        rounded = round(Fraction(int(number), unit)) * unit
        expected.append(
            float(rounded) if abs(rounded) < largest else math.copysign(math.inf, number)
        )
    assert results.astype(np.float64).tolist() == expected


def test_an_integer_through_f64_is_rounded_once():
    # LLVM folds the two conversions into one, and that one through f32.
    kernel = compile("""
func.func @f(%x: i32) -> bf16 {
  %wide = arith.sitofp %x : i32 to f64
  %narrow = arith.truncf %wide : f64 to bf16
  return %narrow : bf16
}""")
    assert kernel((1 << 24) + (1 << 16) + 1) == float((1 << 24) + (1 << 17))


def test_functions_give_denormals():
    kernel = compile(
        "func.func @f(%x: bf16) -> bf16 { %y = math.exp %x : bf16\n return %y : bf16 }"
    )
    assert kernel(-90.0) == float(bfloats(np.array([math.exp(-90)]))[0])


def test_vectors_of_bf16():
    kernel = compile("""
func.func @f(%A: memref<4xf64>, %B: memref<4xbf16>) {
  %zero = arith.constant 0 : index
  %a = vector.load %A[%zero] : memref<4xf64>, vector<4xf64>
  %b = arith.truncf %a : vector<4xf64> to vector<4xbf16>
  %c = arith.addf %b, %b : vector<4xbf16>
  %d = math.expm1 %c : vector<4xbf16>
  vector.store %d, %B[%zero] : memref<4xbf16>, vector<4xbf16>
  return
}""")
    array = np.array([0.0, 1 + 2.0**-8 + 2.0**-40, -(2.0**-20), np.inf])
    results = np.zeros(4, ml_dtypes.bfloat16)
    kernel(array, results)
    expected = np.expm1(2 * np.array([0.0, 1 + 2.0**-7, -(2.0**-20), np.inf]))
    assert_same(results, bfloats(expected), array)
