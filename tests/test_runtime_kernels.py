"""Kernels without layouts: types, results, calls, local buffers, dynamic shapes."""

from __future__ import annotations

import math
import resource
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pad_mlir.dialect.repairs import new_context, parse_module, print_module
from pad_mlir.passes.cache.pad_cache_read import PadCacheRead
from pad_mlir.runtime import compile

ROW_SUM = """
func.func @row_sum(%A: memref<6x14xf32>, %B: memref<6xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 6 {
    affine.store %zero, %B[%i] : memref<6xf32>
    affine.for %j = 0 to 14 {
      %b = affine.load %B[%i] : memref<6xf32>
      %a = affine.load %A[%i, %j] : memref<6x14xf32>
      %s = arith.addf %b, %a : f32
      affine.store %s, %B[%i] : memref<6xf32>
    }
  }
  return
}
"""
NUMPY = {
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "f32": np.float32,
    "f64": np.float64,
    "i1": np.bool_,
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
    "index": np.int64,
}
SCALARS = {
    "f16": [1.5, -0.0, math.inf, 65504.0, 2.0**-24],
    "bf16": [1.5, -0.0, -math.inf, 1.0 + 2.0**-7, 2.0**-133],
    "f32": [1.5, -0.0, math.inf, 2.0**-149],
    "f64": [0.1, -0.0, -math.inf, 5e-324],
    "i1": [True, False],
    "i8": [-128, 127],
    "i16": [-(2**15), 2**15 - 1],
    "i32": [-(2**31), 2**31 - 1],
    "i64": [-(2**63), 2**63 - 1],
    "index": [-(2**63), 2**63 - 1],
}


def values_of(type: str, count: int) -> np.ndarray[Any, Any]:
    """All bit patterns there are, as evenly as the count allows; every other byte for i1."""
    if type == "i1":
        return np.arange(count) % 2 == 0
    dtype = np.dtype(NUMPY[type])
    bits = np.random.default_rng(3).integers(0, 256, count * dtype.itemsize, dtype=np.uint8)
    return bits.view(dtype)


def same_bits(left: Any, right: Any) -> bool:
    return np.asarray(left).tobytes() == np.asarray(right).tobytes()


def test_row_sum():
    kernel = compile(ROW_SUM)
    a = np.random.default_rng(0).standard_normal((6, 14)).astype(np.float32)
    b = np.full(6, np.nan, np.float32)
    assert kernel(a, b) is None
    expected = np.zeros(6, np.float32)
    for j in range(14):
        expected += a[:, j]
    assert same_bits(b, expected)


@pytest.mark.parametrize("type", NUMPY)
def test_elements_are_copied_bit_for_bit(type: str):
    kernel = compile(f"""
func.func @copy(%A: memref<200x{type}>, %B: memref<200x{type}>) {{
  affine.for %i = 0 to 200 {{
    %a = affine.load %A[%i] : memref<200x{type}>
    affine.store %a, %B[%i] : memref<200x{type}>
  }}
  return
}}""")
    a = values_of(type, 200)
    b = np.zeros(200, NUMPY[type])
    kernel(a, b)
    assert same_bits(a, b)


@pytest.mark.parametrize("type", NUMPY)
def test_scalars_go_in_and_out(type: str):
    kernel = compile(f"func.func @id(%x: {type}) -> {type} {{ return %x : {type} }}")
    for value in SCALARS[type]:
        result = kernel(value)
        assert result.__class__ is value.__class__
        assert repr(result) == repr(value)
    if type not in ("i1", "i8", "i16", "i32", "i64", "index"):
        assert math.isnan(kernel(math.nan))
        assert kernel(3) == 3.0
    assert kernel(NUMPY[type](1)) == 1


def test_scalars_are_rounded_once():
    kernel = compile("func.func @id(%x: bf16) -> bf16 { return %x : bf16 }")
    assert kernel(1 + 2.0**-8 + 2.0**-40) == 1 + 2.0**-7
    assert kernel(1 + 2.0**-8) == 1.0
    half = compile("func.func @id(%x: f16) -> f16 { return %x : f16 }")
    assert half(1 + 2.0**-11 + 2.0**-40) == 1 + 2.0**-10


def test_any_mix_of_arguments_and_results():
    kernel = compile("""
func.func @mix(%a: i8, %A: memref<2xf64>, %b: f16, %c: i1, %d: bf16, %e: index, %B: memref<1xi16>)
    -> (bf16, i8, index, i1, f16, f64) {
  %zero = arith.constant 0 : index
  %x = memref.load %A[%zero] : memref<2xf64>
  %y = arith.constant 7 : i16
  memref.store %y, %B[%zero] : memref<1xi16>
  return %d, %a, %e, %c, %b, %x : bf16, i8, index, i1, f16, f64
}""")
    out = np.zeros(1, np.int16)
    results = kernel(-3, np.array([0.1, 0.2]), 1.5, True, 2.5, 12345678901, out)
    assert results == (2.5, -3, 12345678901, True, 1.5, 0.1)
    assert out[0] == 7


RETURNED = """
memref.global "private" constant @table : memref<3xf32> = dense<[1.0, 2.0, 3.0]>
func.func private @same(%A: memref<3xf32>) -> memref<3xf32> {
  return %A : memref<3xf32>
}
func.func private @copy(%A: memref<3xf32>) -> memref<3xf32> {
  %new = memref.alloc() : memref<3xf32>
  memref.copy %A, %new : memref<3xf32> to memref<3xf32>
  return %new : memref<3xf32>
}
func.func @f(%A: memref<3xf32>, %B: memref<3xf32>, %which: i1)
    -> (memref<3xf32>, memref<3xf32>, memref<3xf32>, memref<3xf32>) {
  %same = call @same(%A) : (memref<3xf32>) -> memref<3xf32>
  %new = call @copy(%A) : (memref<3xf32>) -> memref<3xf32>
  %table = memref.get_global @table : memref<3xf32>
  %either = arith.select %which, %A, %B : memref<3xf32>
  return %same, %new, %table, %either
    : memref<3xf32>, memref<3xf32>, memref<3xf32>, memref<3xf32>
}
"""


def test_results_that_are_buffers():
    kernel = compile(RETURNED)
    a, b = np.array([4, 5, 6], np.float32), np.zeros(3, np.float32)
    same, new, table, either = kernel(a, b, False)
    assert same is a
    assert either is b
    assert kernel(a, b, True)[3] is a
    assert new is not a
    assert new.tolist() == [4, 5, 6]
    assert table.tolist() == [1, 2, 3]
    new[:] = 0
    table[:] = 0
    assert kernel(a, b, True)[2].tolist() == [1, 2, 3]


def test_bare_results_are_freed_or_copied():
    kernel = compile("""
func.func @iota() -> memref<4x5xi32> {
  %new = memref.alloc() : memref<4x5xi32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 5 {
      %k = affine.apply affine_map<(i, j) -> (i * 5 + j)>(%i, %j)
      %value = arith.index_cast %k : index to i32
      affine.store %value, %new[%i, %j] : memref<4x5xi32>
    }
  }
  return %new : memref<4x5xi32>
}""")
    first, second = kernel(), kernel()
    first[:] = 0
    assert second.tolist() == np.arange(20).reshape(4, 5).tolist()


MEGABYTE = 1 << 18  # f32 elements
LOCALS = f"""
func.func private @make(%value: f32) -> memref<{MEGABYTE}xf32> {{
  %new = memref.alloc() : memref<{MEGABYTE}xf32>
  affine.for %i = 0 to {MEGABYTE} {{
    affine.store %value, %new[%i] : memref<{MEGABYTE}xf32>
  }}
  return %new : memref<{MEGABYTE}xf32>
}}
func.func @f(%x: f32) -> memref<{MEGABYTE}xf32> {{
  %zero = arith.constant 0 : index
  %local = memref.alloc() : memref<1xf32>
  affine.for %i = 0 to 2 {{
    %made = func.call @make(%x) : (f32) -> memref<{MEGABYTE}xf32>
    %value = memref.load %made[%i] : memref<{MEGABYTE}xf32>
    affine.store %value, %local[0] : memref<1xf32>
  }}
  %last = affine.load %local[0] : memref<1xf32>
  %result = func.call @make(%last) : (f32) -> memref<{MEGABYTE}xf32>
  return %result : memref<{MEGABYTE}xf32>
}}
"""


def resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def test_buffers_of_a_call_are_freed():
    kernel = compile(LOCALS)
    kernel(1.0)
    before = resident_bytes()
    for _ in range(100):
        assert kernel(2.5)[-1] == 2.5
    grown = resident_bytes() - before
    assert grown < 50_000_000, f"{grown} bytes more after 300 buffers of 1 MiB"


def test_a_buffer_that_the_program_frees_is_freed_once():
    kernel = compile("""
func.func @f(%x: f32, %i: index, %j: index) -> f32 {
  %local = memref.alloc() : memref<64xf32>
  memref.store %x, %local[%i] : memref<64xf32>
  %view = memref.cast %local : memref<64xf32> to memref<?xf32>
  %y = memref.load %view[%j] : memref<?xf32>
  memref.dealloc %view : memref<?xf32>
  return %y : f32
}""")
    assert [kernel(float(k), k % 64, k % 64) for k in range(100)] == [float(k) for k in range(100)]


def test_a_buffer_that_is_returned_twice_is_not_freed_twice():
    kernel = compile("""
func.func private @twice(%x: f32, %n: index) -> (memref<?xf32>, memref<?xf32>) {
  %new = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    memref.store %x, %new[%i] : memref<?xf32>
  }
  return %new, %new : memref<?xf32>, memref<?xf32>
}
func.func @f(%x: f32, %n: index, %i: index) -> f32 {
  %both:2 = call @twice(%x, %n) : (f32, index) -> (memref<?xf32>, memref<?xf32>)
  %a = memref.load %both#0[%i] : memref<?xf32>
  %b = memref.load %both#1[%i] : memref<?xf32>
  %sum = arith.addf %a, %b : f32
  return %sum : f32
}""")
    assert [kernel(float(k), 64, k) for k in range(20)] == [2.0 * k for k in range(20)]


def test_buffers_that_swap_places_in_a_loop():
    kernel = compile("""
func.func @f(%A: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %x = memref.alloc() : memref<4xf32>
  %y = memref.alloc() : memref<4xf32>
  memref.copy %A, %x : memref<4xf32> to memref<4xf32>
  memref.copy %A, %y : memref<4xf32> to memref<4xf32>
  %last:2 = scf.for %i = %c0 to %n step %c1 iter_args(%from = %x, %to = %y)
      -> (memref<4xf32>, memref<4xf32>) {
    affine.for %j = 0 to 4 {
      %v = memref.load %from[%j] : memref<4xf32>
      %w = arith.addf %v, %one : f32
      memref.store %w, %to[%j] : memref<4xf32>
    }
    scf.yield %to, %from : memref<4xf32>, memref<4xf32>
  }
  memref.copy %last#0, %A : memref<4xf32> to memref<4xf32>
  return
}""")
    for count in range(5):
        a = np.zeros(4, np.float32)
        kernel(a, count)
        assert a.tolist() == [count] * 4


def test_dynamic_shapes():
    kernel = compile("""
func.func @scale(%A: memref<?x3xf32>, %B: memref<?xf32>, %n: index {pad.size = [
    {of = "A", dim = 0, min = 2, max = 8, multiple = 2}, {of = "B", dim = 0}]}, %s: f32)
    -> (memref<?xf32>, index) {
  %zero = arith.constant 0 : index
  %rows = memref.dim %A, %zero : memref<?x3xf32>
  %new = memref.alloc(%rows) : memref<?xf32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i, 1] : memref<?x3xf32>
    %b = arith.mulf %a, %s : f32
    affine.store %b, %B[%i] : memref<?xf32>
    affine.store %b, %new[%i] : memref<?xf32>
  }
  return %new, %rows : memref<?xf32>, index
}""")
    a, b = np.arange(12, dtype=np.float32).reshape(4, 3), np.zeros(4, np.float32)
    new, rows = kernel(a, b, 2.0)
    assert b.tolist() == new.tolist() == [2, 8, 14, 20]
    assert rows == 4
    assert kernel(a, b, 2.0, n=4)[1] == 4
    assert kernel.logical_shape("A") == kernel.physical_shape("A") == (-1, 3)


def test_rank_0_and_empty_buffers():
    kernel = compile("""
func.func @f(%A: memref<f32>, %B: memref<0x3xf32>, %C: memref<3xf32>) -> memref<0x3xf32> {
  %a = affine.load %A[] : memref<f32>
  %twice = arith.addf %a, %a : f32
  affine.store %twice, %A[] : memref<f32>
  return %B : memref<0x3xf32>
}""")
    a, b = np.array(1.5, np.float32), np.zeros((0, 3), np.float32)
    assert kernel(a, b, np.zeros(3, np.float32)) is b
    assert a == 3.0


def test_copies_for_another_memory_run_in_the_one_of_the_host():
    module = parse_module(ROW_SUM)
    PadCacheRead("A", memory_space=3).apply(new_context(), module)
    assert "memref<6x14xf32, 3 : i64>" in print_module(module)
    a, b = np.arange(84, dtype=np.float32).reshape(6, 14), np.zeros(6, np.float32)
    compile(module)(a, b)
    assert (b == a.sum(axis=1)).all()


def test_the_module_stays_as_it_is():
    module = parse_module(ROW_SUM)
    before = print_module(module)
    compile(module)
    assert print_module(module) == before
