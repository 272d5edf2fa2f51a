"""Operations of each dialect, run: what they compute."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pad_mlir.runtime import compile

NUMPY = {
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "f32": np.float32,
    "f64": np.float64,
}
DIVISIONS = """
func.func @f(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32, i32, i32, i32) {
  %0 = arith.floordivsi %a, %b : i32
  %1 = arith.ceildivsi %a, %b : i32
  %2 = arith.divsi %a, %b : i32
  %3 = arith.remsi %a, %b : i32
  %4 = arith.maxsi %a, %b : i32
  %5 = arith.minsi %a, %b : i32
  %6 = arith.maxui %a, %b : i32
  %7 = arith.ceildivui %a, %b : i32
  return %0, %1, %2, %3, %4, %5, %6, %7 : i32, i32, i32, i32, i32, i32, i32, i32
}
"""


def test_integer_divisions_and_extrema():
    kernel = compile(DIVISIONS)
    for a in (-7, -6, -1, 0, 5, 7):
        for b in (-3, -2, 1, 2, 3):
            unsigned = a % 2**32, b % 2**32
            signed_ceiling = (-(-unsigned[0] // unsigned[1]) + 2**31) % 2**32 - 2**31
            expected = (
                a // b,
                -(-a // b),
                int(a / b),
                a - b * int(a / b),
                max(a, b),
                min(a, b),
                max((a, b), key=lambda number: number % 2**32),
                signed_ceiling,
            )
            assert kernel(a, b) == expected


UNARY: dict[str, Callable[[Any], Any]] = {
    "absf": np.abs,
    "ceil": np.ceil,
    "cos": np.cos,
    "erf": np.vectorize(math.erf),
    "exp": np.exp,
    "exp2": np.exp2,
    "expm1": np.expm1,
    "floor": np.floor,
    "log": np.log,
    "log1p": np.log1p,
    "log2": np.log2,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "sin": np.sin,
    "sinh": np.sinh,
    "sqrt": np.sqrt,
    "tan": np.tan,
    "tanh": np.tanh,
    "atan": np.arctan,
    "acos": np.arccos,
    "cbrt": np.cbrt,
    "roundeven": np.rint,
}


@pytest.mark.parametrize("type", ["f16", "bf16", "f32", "f64"])
def test_math_functions(type: str):
    body = "\n".join(
        f"    %{name} = math.{name} %a : {type}\n"
        f"    affine.store %{name}, %B[{k}, %i] : memref<{len(UNARY)}x32x{type}>"
        for k, name in enumerate(UNARY)
    )
    kernel = compile(f"""
func.func @f(%A: memref<32x{type}>, %B: memref<{len(UNARY)}x32x{type}>) {{
  affine.for %i = 0 to 32 {{
    %a = affine.load %A[%i] : memref<32x{type}>
{body}
  }}
  return
}}""")
    dtype = np.dtype(NUMPY[type])
    # Down to where exp(x) - 1 and log(1 + x) would have no right digit.
    a = np.geomspace(1e-4, 0.99, 32).astype(dtype)
    b = np.zeros((len(UNARY), 32), dtype)
    kernel(a, b)
    eps = {"f16": 2.0**-10, "bf16": 2.0**-7, "f32": 2.0**-23, "f64": 2.0**-52}[type]
    for name, row in zip(UNARY, b.astype(np.float64), strict=True):
        expected = UNARY[name](a.astype(np.float64))
        assert np.allclose(row, expected, rtol=3 * eps, atol=0), name


def test_expm1_at_its_ends():
    kernel = compile("func.func @f(%x: f32) -> f32 { %y = math.expm1 %x : f32\n return %y : f32 }")
    inputs = [0.0, -0.0, math.inf, -math.inf, -200.0, 100.0, 88.0, 1e-30]
    with np.errstate(over="ignore"):
        expected = [float(np.expm1(np.float32(x))) for x in inputs]
    results = [kernel(x) for x in inputs]
    assert np.allclose(results, expected, rtol=4e-7, atol=0)
    assert math.copysign(1, results[1]) == -1
    assert math.isnan(kernel(math.nan))


def test_powers_and_extrema_of_floats():
    kernel = compile("""
func.func @f(%x: f64, %y: f64, %n: i32) -> (f64, f64, f64, i32, f64, f64, f64) {
  %0 = math.powf %x, %y : f64
  %1 = math.fpowi %x, %n : f64, i32
  %2 = math.atan2 %x, %y : f64
  %3 = math.ipowi %n, %n : i32
  %4 = arith.maximumf %x, %y : f64
  %5 = arith.minnumf %x, %y : f64
  %6 = math.fma %x, %x, %y : f64
  return %0, %1, %2, %3, %4, %5, %6 : f64, f64, f64, i32, f64, f64, f64
}""")
    x, y = 2.5, 1.75
    results = kernel(x, y, 3)
    expected = (x**y, x**3, math.atan2(x, y), 27, x, y, x * x + y)
    assert np.allclose(results, expected, rtol=1e-15)
    maximum, minnum = kernel(math.nan, 1.0, 1)[4:6]
    assert math.isnan(maximum)
    assert minnum == 1.0
    assert math.copysign(1, kernel(0.0, -0.0, 1)[4]) == 1
    assert math.copysign(1, kernel(-0.0, 0.0, 1)[4]) == 1


def test_strided_copies_and_views():
    kernel = compile("""
func.func @f(%A: memref<4x6xf32>, %B: memref<2x3xf32>) {
  %view = memref.subview %A[1, 0] [2, 3] [2, 2] : memref<4x6xf32>
    to memref<2x3xf32, strided<[12, 2], offset: 6>>
  memref.copy %view, %B : memref<2x3xf32, strided<[12, 2], offset: 6>> to memref<2x3xf32>
  return
}""")
    a, b = np.arange(24, dtype=np.float32).reshape(4, 6), np.zeros((2, 3), np.float32)
    kernel(a, b)
    assert b.tolist() == a[1::2, ::2].tolist()


def test_buffers_of_booleans():
    kernel = compile("""
memref.global "private" constant @mask : memref<4xi1> = dense<[true, false, false, true]>
func.func @f(%A: memref<8xi1>, %B: memref<8xi1>, %C: memref<4xi1>) -> i1 {
  %zero = arith.constant 0 : index
  %mask = memref.get_global @mask : memref<4xi1>
  memref.copy %mask, %C : memref<4xi1> to memref<4xi1>
  %local = memref.alloc() : memref<8xi1>
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xi1>
    %true = arith.constant true
    %not = arith.xori %a, %true : i1
    affine.store %not, %local[%i] : memref<8xi1>
  }
  %vector = vector.load %local[%zero] : memref<8xi1>, vector<8xi1>
  vector.store %vector, %B[%zero] : memref<8xi1>, vector<8xi1>
  %first = memref.load %B[%zero] : memref<8xi1>
  return %first : i1
}""")
    a = np.array([0, 1, 1, 0, 1, 0, 0, 1], np.bool_)
    b, c = np.zeros(8, np.bool_), np.zeros(4, np.bool_)
    assert kernel(a, b, c) is True
    assert b.tobytes() == (~a).tobytes()
    assert c.tobytes() == bytes([1, 0, 0, 1])


def test_vectors():
    kernel = compile("""
func.func @f(%A: memref<4x8xf32>, %B: memref<8xf32>) -> f32 {
  %zero = arith.constant 0 : index
  %start = arith.constant dense<0.0> : vector<8xf32>
  %sum = affine.for %i = 0 to 4 iter_args(%sum = %start) -> (vector<8xf32>) {
    %row = vector.load %A[%i, %zero] : memref<4x8xf32>, vector<8xf32>
    %next = arith.addf %sum, %row : vector<8xf32>
    affine.yield %next : vector<8xf32>
  }
  vector.store %sum, %B[%zero] : memref<8xf32>, vector<8xf32>
  %all = vector.reduction <add>, %sum : vector<8xf32> into f32
  return %all : f32
}""")
    a, b = np.arange(32, dtype=np.float32).reshape(4, 8), np.zeros(8, np.float32)
    assert kernel(a, b) == 496
    assert b.tolist() == a.sum(0).tolist()


def test_a_strict_reduction_keeps_its_order():
    kernel = compile("""
func.func @f(%A: memref<4xf32>) -> f32 {
  %zero = arith.constant 0 : index
  %a = vector.load %A[%zero] : memref<4xf32>, vector<4xf32>
  %sum = vector.reduction <add>, %a : vector<4xf32> into f32
  return %sum : f32
}""")
    # Pairs first, as in a tree, would give 2.
    assert kernel(np.array([1e30, 1, -1e30, 1], np.float32)) == 1
