"""Laid-out globals and results, and buffers that regions pass on, compiled and run."""

from __future__ import annotations

import numpy as np
import pytest

from pad_mlir.runtime import compile
from pad_mlir.schedule import Schedule

pytest.importorskip("mlir")

GLOBALS = """
memref.global "private" constant @weights : memref<2x6xf32> =
    dense<[[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [7.0, 8.0, 9.0, 10.0, 11.0, 12.0]]>
memref.global "private" @calls : memref<3xi32> = dense<[5, 6, 7]>
memref.global "private" @scratch : memref<6xf32> = uninitialized
func.func private @scaled(%W: memref<2x6xf32>, %A: memref<6xf32>, %S: memref<6xf32>) {
  affine.for %i = 0 to 6 {
    %w = affine.load %W[1, %i] : memref<2x6xf32>
    %a = affine.load %A[%i] : memref<6xf32>
    %x = arith.mulf %w, %a : f32
    affine.store %x, %S[%i] : memref<6xf32>
  } {pad.stage = "scaled"}
  func.return
}
func.func @f(%A: memref<6xf32>, %B: memref<6xf32>) -> i32 {
  %W = memref.get_global @weights : memref<2x6xf32>
  %S = memref.get_global @scratch : memref<6xf32>
  func.call @scaled(%W, %A, %S) : (memref<2x6xf32>, memref<6xf32>, memref<6xf32>) -> ()
  memref.copy %S, %B : memref<6xf32> to memref<6xf32>
  %C = memref.get_global @calls : memref<3xi32>
  %one = arith.constant 1 : i32
  %old = affine.load %C[2] : memref<3xi32>
  %new = arith.addi %old, %one : i32
  affine.store %new, %C[2] : memref<3xi32>
  func.return %new : i32
}
"""

RESULTS = """
#tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f64], {}>
func.func private @make(%x: f64) -> memref<6xf64, #tiles> {
  %A = memref.alloc() : memref<6xf64, #tiles>
  affine.for %i = 0 to 6 {
    affine.store %x, %A[%i] : memref<6xf64, #tiles>
  }
  func.return %A : memref<6xf64, #tiles>
}
func.func private @last(%A: memref<6xf64, #tiles>, %n: index, %x: f64) -> memref<6xf64, #tiles> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %more = arith.cmpi sgt, %n, %zero : index
  %r = scf.if %more -> (memref<6xf64, #tiles>) {
    %less = arith.subi %n, %one : index
    memref.store %x, %A[%less] : memref<6xf64, #tiles>
    %two = arith.addf %x, %x : f64
    %o = func.call @last(%A, %less, %two)
        : (memref<6xf64, #tiles>, index, f64) -> memref<6xf64, #tiles>
    scf.yield %o : memref<6xf64, #tiles>
  } else {
    scf.yield %A : memref<6xf64, #tiles>
  }
  func.return %r : memref<6xf64, #tiles>
}
func.func @f(%B: memref<6xf64, #tiles>, %n: index, %c: i1) -> f64 {
  %x = arith.constant 1.5 : f64
  %A = func.call @make(%x) : (f64) -> memref<6xf64, #tiles>
  %L = func.call @last(%A, %n, %x) : (memref<6xf64, #tiles>, index, f64) -> memref<6xf64, #tiles>
  cf.cond_br %c, ^one(%L : memref<6xf64, #tiles>), ^other
^other:
  %M = func.call @make(%x) : (f64) -> memref<6xf64, #tiles>
  cf.br ^one(%M : memref<6xf64, #tiles>)
^one(%N: memref<6xf64, #tiles>):
  memref.copy %N, %B : memref<6xf64, #tiles> to memref<6xf64, #tiles>
  %v = memref.load %N[%n] : memref<6xf64, #tiles>
  func.return %v : f64
}
"""


def scheduled() -> Schedule:
    schedule = Schedule(GLOBALS, function="f")
    schedule.transform_layout("@weights", lambda i, j: (j // 4, i, j % 4), pad_value=np.nan)
    schedule.transform_layout("@scratch", lambda i: (i // 4, i % 4), pad_value=3.0)
    schedule.transform_layout("@scratch", lambda i, j: (j, i))
    schedule.transform_layout("@calls", lambda i: 5 - 2 * i, pad_value=-1)
    return schedule


def test_globals_hold_what_they_did() -> None:
    schedule = scheduled()
    assert str(schedule).count("#pad.layout") > 3
    a = np.arange(6, dtype=np.float32)
    for kernel in (compile(GLOBALS, function="f"), schedule.compile()):
        b = np.full(6, np.nan, np.float32)
        assert [kernel(a, b), kernel(a, b)] == [8, 9]
        np.testing.assert_array_equal(b, a * np.arange(7, 13))


def test_globals_are_flattened_with_their_layouts() -> None:
    schedule = scheduled()
    schedule.flatten_buffers()
    a, b = np.arange(6, dtype=np.float32), np.full(6, np.nan, np.float32)
    schedule.compile()(a, b)
    np.testing.assert_array_equal(b, a * np.arange(7, 13))


@pytest.mark.parametrize("given", [True, False])
@pytest.mark.parametrize("n", [0, 3, 5])
def test_results_recursion_and_blocks(n: int, given: bool) -> None:
    kernel, b = compile(RESULTS, function="f"), np.full(6, np.nan)
    value = kernel(b, n, given)
    wanted = np.full(6, 1.5)
    if given:
        wanted[:n] = 1.5 * 2.0 ** np.arange(n)[::-1]
    np.testing.assert_array_equal(b, wanted)
    assert value == wanted[n]


def test_padding_of_results_is_there() -> None:
    kernel = compile(RESULTS.replace("private @make", "@make"), function="make", packed=True)
    wanted = [[2.5, 2.5, 2.5, 2.5], [2.5, 2.5, 0.0, 0.0]]
    np.testing.assert_array_equal(kernel(2.5), wanted)
