"""Modules of several functions and buffers, flattened, compiled and run."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pad_mlir.dialect.repairs import new_context
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.runtime import compile
from pad_mlir.tools.driver.compilation import Compilation
from pad_mlir.tools.driver.validation import Validation

pytest.importorskip("mlir")

CALLS = """
#rows = #pad.layout<[affine_map<(i, j) -> (j floordiv 4, i, j mod 4)>], [0.0 : f32],
    {separators = [1]}>
memref.global "private" constant @W : memref<2x3xf32> = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]>
func.func private @scale(%P: memref<6x10xf32, #rows>, %Q: memref<6x10xf32>) {
  %W = memref.get_global @W : memref<2x3xf32>
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 10 {
      %p = affine.load %P[%i, %j] : memref<6x10xf32, #rows>
      %w = affine.load %W[%i floordiv 3, %i mod 3] : memref<2x3xf32>
      %q = arith.mulf %p, %w : f32
      affine.store %q, %Q[%i, %j] : memref<6x10xf32>
    }
  } {pad.stage = "scale"}
  func.return
}
func.func @twice(%A: memref<6x10xf32, #rows>, %B: memref<6x10xf32>, %n: index) {
  %L = memref.alloc() : memref<6x10xf32>
  func.call @scale(%A, %L) : (memref<6x10xf32, #rows>, memref<6x10xf32>) -> ()
  %S = memref.subview %L[%n, 0] [2, 10] [1, 1]
      : memref<6x10xf32> to memref<2x10xf32, strided<[10, 1], offset: ?>>
  %E = memref.expand_shape %L [[0, 1], [2]] output_shape [3, 2, 10]
      : memref<6x10xf32> into memref<3x2x10xf32>
  affine.for %j = 0 to 10 {
    %a = affine.load %E[1, 1, %j] : memref<3x2x10xf32>
    %b = affine.load %S[1, %j] : memref<2x10xf32, strided<[10, 1], offset: ?>>
    %c = arith.addf %a, %b : f32
    affine.store %c, %S[0, %j] : memref<2x10xf32, strided<[10, 1], offset: ?>>
  }
  memref.copy %L, %B : memref<6x10xf32> to memref<6x10xf32>
  memref.dealloc %L : memref<6x10xf32>
  func.return
}
"""

VECTORS = """
func.func @shifted(%A: memref<3x16xf32>, %B: memref<3x16xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %eight = arith.constant 8 : index
  %none = arith.constant dense<0.0> : vector<8xf32>
  %mask = vector.create_mask %n : vector<8xi1>
  affine.for %i = 0 to 3 {
    %a = vector.load %A[%i, %zero] : memref<3x16xf32>, vector<8xf32>
    %b = vector.maskedload %A[%i, %eight], %mask, %none
        : memref<3x16xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    %c = arith.addf %a, %b : vector<8xf32>
    vector.store %c, %B[%i, %zero] : memref<3x16xf32>, vector<8xf32>
    vector.maskedstore %B[%i, %eight], %mask, %c
        : memref<3x16xf32>, vector<8xi1>, vector<8xf32>
  }
  func.return
}
"""


def flattened(text: str) -> str:
    passes = parse_pipeline("pad-apply-layouts,pad-flatten-buffers{max-rank=2}", ALL_PASSES)
    return Compilation(new_context(), passes, "f", Validation()).run(text)


def random(*shape: int) -> np.ndarray[Any, np.dtype[np.float32]]:
    return np.random.default_rng(0).integers(-9, 9, shape).astype(np.float32)


@pytest.mark.parametrize("n", range(5))
def test_calls_globals_views_and_copies(n: int) -> None:
    text = flattened(CALLS)
    assert "memref.subview" not in text
    kernel = compile(text, function="twice")
    assert kernel.physical_shape("A") == (3, 24)
    a, b = random(6, 10), np.full((6, 10), np.nan, np.float32)
    kernel(a, b, n)
    wanted = a * np.arange(1, 7, dtype=np.float32)[:, None]
    wanted[n] = wanted[3] + wanted[n + 1]
    np.testing.assert_array_equal(b, wanted)


def test_poisoned_padding_is_kept() -> None:
    kernel = compile(flattened(CALLS), function="twice", packed=["A"])
    a, b = random(6, 10), np.full((6, 10), np.nan, np.float32)
    packed = np.full((3, 24), np.nan, np.float32)
    for (i, j), value in np.ndenumerate(a):
        packed[j // 4, i * 4 + j % 4] = value
    packed[2].reshape(6, 4)[:, 2:] = 0.0
    before = packed.copy()
    kernel(packed, b, 0)
    np.testing.assert_array_equal(packed, before)
    np.testing.assert_array_equal(b[5], a[5] * 6)


@pytest.mark.parametrize("n", [0, 3, 8])
def test_vectors_of_rows(n: int) -> None:
    kernel = compile(flattened(VECTORS))
    a, b = random(3, 16), np.full((3, 16), 7.0, np.float32)
    kernel(a, b, n)
    wanted = np.full((3, 16), 7.0, np.float32)
    wanted[:, :8] = a[:, :8]
    wanted[:, :n] += a[:, 8 : 8 + n]
    wanted[:, 8 : 8 + n] = wanted[:, :n]
    np.testing.assert_array_equal(b, wanted)
