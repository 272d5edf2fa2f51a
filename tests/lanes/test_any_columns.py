"""Blocks of rows in registers, of which the number of columns is known at run time only."""

from __future__ import annotations

from itertools import product
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pytest

from pad_mlir.runtime import compile
from pad_mlir.schedule import Schedule

Array: TypeAlias = npt.NDArray[np.int32]
_SIZES = (0, 1, 2, 7, 8, 15, 16, 17, 31, 33)
_FENCE = 64
_TRANSPOSE = """
func.func @f(%X: memref<?x?xi32>, %Y: memref<?x?xi32>,
    %m: index {pad.size = [{of = "X", dim = 0}, {of = "Y", dim = 1}]},
    %n: index {pad.size = [{of = "X", dim = 1}, {of = "Y", dim = 0}]}) {
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %x = affine.load %X[%i, %j] : memref<?x?xi32>
      affine.store %x, %Y[%j, %i] : memref<?x?xi32>
    }
  }
  func.return
}"""
_SUMS_SO_FAR = """
func.func @f(%X: memref<?x?xi32>, %Y: memref<?x?xi32>,
    %m: index {pad.size = [{of = "X", dim = 0}, {of = "Y", dim = 0}]},
    %n: index {pad.size = [{of = "X", dim = 1}, {of = "Y", dim = 1}]}) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to %m {
    %all = affine.for %j = 0 to %n iter_args(%sum = %zero) -> (i32) {
      %x = affine.load %X[%i, %j] : memref<?x?xi32>
      %next = arith.addi %sum, %x : i32
      affine.store %next, %Y[%i, %j] : memref<?x?xi32>
      affine.yield %next : i32
    }
  }
  func.return
}"""
_PLACES = """
func.func @f(%X: memref<?x?xi32>, %Y: memref<?x1xi32>,
    %m: index {pad.size = [{of = "X", dim = 0}, {of = "Y", dim = 0}]},
    %n: index {pad.size = [{of = "X", dim = 1, min = 1}]}) {
  %least = arith.constant -2147483648 : i32
  %none = arith.constant 0 : index
  affine.for %i = 0 to %m {
    %found:2 = affine.for %j = 0 to %n iter_args(%most = %least, %at = %none) -> (i32, index) {
      %x = affine.load %X[%i, %j] : memref<?x?xi32>
      %more = arith.cmpi sgt, %x, %most : i32
      %next = arith.select %more, %x, %most : i32
      %place = arith.select %more, %j, %at : index
      affine.yield %next, %place : i32, index
    }
    %place = arith.index_cast %found#1 : index to i32
    affine.store %place, %Y[%i, 0] : memref<?x1xi32>
  }
  func.return
}"""


def _wanted(name: str, given: Array) -> Array:
    match name:
        case "transpose":
            return given.T
        case "sums":
            return np.cumsum(given, axis=1, dtype=np.int32)
        case _:
            return np.argmax(given, axis=1).astype(np.int32)[:, None]


@pytest.mark.parametrize("cpu", ["x86-64-v2", "x86-64-v3", "x86-64-v4"])
@pytest.mark.parametrize("name", ["transpose", "sums", "places"])
def test_all_sizes(name: str, cpu: str) -> None:
    text = {"transpose": _TRANSPOSE, "sums": _SUMS_SO_FAR, "places": _PLACES}[name]
    schedule = Schedule(text)
    schedule.optimize(target_cpu=cpu)
    if name != "places":  # of a column, cells of which one is stored for each row
        assert ("vector.shuffle" in str(schedule)) == (cpu != "x86-64-v2")
    kernel, random = compile(schedule.module), np.random.default_rng(3)
    for m, n in product(_SIZES, _SIZES):
        if name == "places" and not n:
            continue
        given = random.integers(-99, 99, (m, n)).astype(np.int32)
        wanted = _wanted(name, given)
        memory = np.full(wanted.size + 2 * _FENCE, 777, np.int32)
        result = memory[_FENCE : _FENCE + wanted.size].reshape(wanted.shape)
        kernel(given, result)
        assert (result == wanted).all()
        assert (memory[:_FENCE] == 777).all()
        assert (memory[_FENCE + wanted.size :] == 777).all()
