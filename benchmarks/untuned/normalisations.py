"""Normalisations: of each row, and of each column."""

from __future__ import annotations

import numpy as np

from .kernel import Argument, Array, Kernel, PaddedC, Untuned, c_source, end_pad, mlir, rounded

_LAYER_NORM = """
func.func @layer_norm(%X: memref<${rows}x${columns}xf32>, %scale: memref<${columns}xf32>,
                      %shift: memref<${columns}xf32>, %Y: memref<${rows}x${columns}xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %epsilon = arith.constant 1.0e-5 : f32
  %count = arith.constant ${columns}.0 : f32
  affine.for %i = 0 to $rows {
    %sum = affine.for %j = 0 to $columns iter_args(%s = %zero) -> (f32) {
      %x = affine.load %X[%i, %j] : memref<${rows}x${columns}xf32>
      %next = arith.addf %s, %x $free : f32
      affine.yield %next : f32
    }
    %mean = arith.divf %sum, %count $free : f32
    %squares = affine.for %j = 0 to $columns iter_args(%s = %zero) -> (f32) {
      %x = affine.load %X[%i, %j] : memref<${rows}x${columns}xf32>
      %d = arith.subf %x, %mean $free : f32
      %square = arith.mulf %d, %d $free : f32
      %next = arith.addf %s, %square $free : f32
      affine.yield %next : f32
    }
    %variance = arith.divf %squares, %count $free : f32
    %positive = arith.addf %variance, %epsilon $free : f32
    %deviation = math.sqrt %positive : f32
    %inverse = arith.divf %one, %deviation $free : f32
    affine.for %j = 0 to $columns {
      %x = affine.load %X[%i, %j] : memref<${rows}x${columns}xf32>
      %a = affine.load %scale[%j] : memref<${columns}xf32>
      %b = affine.load %shift[%j] : memref<${columns}xf32>
      %d = arith.subf %x, %mean $free : f32
      %normal = arith.mulf %d, %inverse $free : f32
      %scaled = arith.mulf %normal, %a $free : f32
      %y = arith.addf %scaled, %b $free : f32
      affine.store %y, %Y[%i, %j] : memref<${rows}x${columns}xf32>
    }
  } {pad.stage = "normalise"}
  func.return
}
"""

_LAYER_NORM_C = """
#include <math.h>

void layer_norm(const float X[restrict][COLUMNS], const float *restrict scale,
                const float *restrict shift, float Y[restrict][COLUMNS])
{
    for (int i = 0; i < ROWS; i++) {
        float sum = 0, squares = 0;
        for (int j = 0; j < COLUMNS; j++)
            sum += X[i][j];
        float mean = sum / COLUMNS;
        for (int j = 0; j < COLUMNS; j++) {
            float d = X[i][j] - mean;
            squares += d * d;
        }
        float inverse = 1 / sqrtf(squares / COLUMNS + 1e-5f);
        for (int j = 0; j < COLUMNS; j++)
            Y[i][j] = (X[i][j] - mean) * inverse * scale[j] + shift[j];
    }
}
"""

# The padding of X holds zeros; each of its cells adds the square of the mean, which is subtracted.
_LAYER_NORM_PADDED_C = """
#include <math.h>

void layer_norm_padded(const float X[restrict][PITCH], const float *restrict scale,
                       const float *restrict shift, float Y[restrict][PITCH])
{
    X = __builtin_assume_aligned(X, 64);
    Y = __builtin_assume_aligned(Y, 64);
    for (int i = 0; i < ROWS; i++) {
        float sum = 0, squares = 0;
        for (int j = 0; j < PITCH; j++)
            sum += X[i][j];
        float mean = sum / COLUMNS;
        for (int j = 0; j < PITCH; j++) {
            float d = X[i][j] - mean;
            squares += d * d;
        }
        squares -= (PITCH - COLUMNS) * mean * mean;
        float inverse = 1 / sqrtf(squares / COLUMNS + 1e-5f);
        for (int j = 0; j < PITCH; j++)
            Y[i][j] = (X[i][j] - mean) * inverse * scale[j] + shift[j];
    }
}
"""


def _layer_norm(X: Array, scale: Array, shift: Array) -> tuple[Array, ...]:
    centred = X - X.mean(axis=1, keepdims=True)
    variance = np.square(centred).mean(axis=1, keepdims=True)
    return (centred / np.sqrt(variance + 1e-5) * scale + shift,)


def layer_norm(rows: int = 1201, columns: int = 773) -> Kernel:
    """Each row to mean 0 and variance 1, then scaled and shifted by column."""
    matrix = (rows, columns)
    return Kernel(
        "layer_norm",
        mlir(_LAYER_NORM, rows=rows, columns=columns),
        (
            Argument("X", matrix),
            Argument("scale", (columns,)),
            Argument("shift", (columns,)),
            Argument("Y", matrix, out=True),
        ),
        _layer_norm,
        c_source(_LAYER_NORM_C, ROWS=rows, COLUMNS=columns),
        PaddedC(
            c_source(_LAYER_NORM_PADDED_C, ROWS=rows, COLUMNS=columns, PITCH=rounded(columns)),
            {
                "X": end_pad(matrix, {1: 16}),
                "scale": end_pad((columns,), {0: 16}),
                "shift": end_pad((columns,), {0: 16}),
                "Y": end_pad(matrix, {1: 16}),
            },
        ),
    )


_STANDARDISE = """
func.func @standardise_columns(%X: memref<${rows}x${columns}xf32>,
                               %Y: memref<${rows}x${columns}xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %epsilon = arith.constant 1.0e-6 : f32
  %share = arith.constant $share : f32
  %mean = memref.alloc() : memref<${columns}xf32>
  %inverse = memref.alloc() : memref<${columns}xf32>
  affine.for %j = 0 to $columns {
    affine.store %zero, %mean[%j] : memref<${columns}xf32>
    affine.store %zero, %inverse[%j] : memref<${columns}xf32>
  } {pad.stage = "clear"}
  affine.for %i = 0 to $rows {
    affine.for %j = 0 to $columns {
      %x = affine.load %X[%i, %j] : memref<${rows}x${columns}xf32>
      %weighted = arith.mulf %x, %share $free : f32
      %s = affine.load %mean[%j] : memref<${columns}xf32>
      %next = arith.addf %s, %weighted $free : f32
      affine.store %next, %mean[%j] : memref<${columns}xf32>
    }
  } {pad.stage = "means"}
  affine.for %i = 0 to $rows {
    affine.for %j = 0 to $columns {
      %x = affine.load %X[%i, %j] : memref<${rows}x${columns}xf32>
      %m = affine.load %mean[%j] : memref<${columns}xf32>
      %d = arith.subf %x, %m $free : f32
      %square = arith.mulf %d, %d $free : f32
      %s = affine.load %inverse[%j] : memref<${columns}xf32>
      %next = arith.addf %s, %square $free : f32
      affine.store %next, %inverse[%j] : memref<${columns}xf32>
    }
  } {pad.stage = "squares"}
  affine.for %j = 0 to $columns {
    %s = affine.load %inverse[%j] : memref<${columns}xf32>
    %variance = arith.mulf %s, %share $free : f32
    %positive = arith.addf %variance, %epsilon $free : f32
    %deviation = math.sqrt %positive : f32
    %result = arith.divf %one, %deviation $free : f32
    affine.store %result, %inverse[%j] : memref<${columns}xf32>
  } {pad.stage = "inverses"}
  affine.for %i = 0 to $rows {
    affine.for %j = 0 to $columns {
      %x = affine.load %X[%i, %j] : memref<${rows}x${columns}xf32>
      %m = affine.load %mean[%j] : memref<${columns}xf32>
      %r = affine.load %inverse[%j] : memref<${columns}xf32>
      %d = arith.subf %x, %m $free : f32
      %y = arith.mulf %d, %r $free : f32
      affine.store %y, %Y[%i, %j] : memref<${rows}x${columns}xf32>
    }
  } {pad.stage = "scale"}
  memref.dealloc %mean : memref<${columns}xf32>
  memref.dealloc %inverse : memref<${columns}xf32>
  func.return
}
"""

_STANDARDISE_C = """
#include <math.h>

void standardise_columns$suffix(const float X[restrict][PITCH], float Y[restrict][PITCH])
{
    float mean[PITCH] = {0}, inverse[PITCH] = {0};
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < PITCH; j++)
            mean[j] += X[i][j];
    for (int j = 0; j < PITCH; j++)
        mean[j] /= ROWS;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < PITCH; j++) {
            float d = X[i][j] - mean[j];
            inverse[j] += d * d;
        }
    for (int j = 0; j < PITCH; j++)
        inverse[j] = 1 / sqrtf(inverse[j] / ROWS + 1e-6f);
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < PITCH; j++)
            Y[i][j] = (X[i][j] - mean[j]) * inverse[j];
}
"""


def _standardise(X: Array) -> tuple[Array, ...]:
    centred = X - X.mean(axis=0)
    return (centred / np.sqrt(np.square(centred).mean(axis=0) + 1e-6),)


def standardise_columns(rows: int = 10007, columns: int = 157) -> Kernel:
    """Each column to mean 0 and variance 1, in passes over the rows."""
    matrix = (rows, columns)
    pad = end_pad(matrix, {1: 16})
    plain, padded = (_STANDARDISE_C.replace("$suffix", suffix) for suffix in ("", "_padded"))
    return Kernel(
        "standardise_columns",
        mlir(_STANDARDISE, rows=rows, columns=columns, share=repr(1 / rows)),
        (Argument("X", matrix), Argument("Y", matrix, out=True)),
        _standardise,
        c_source(plain, ROWS=rows, PITCH=columns),
        PaddedC(c_source(padded, ROWS=rows, PITCH=rounded(columns)), {"X": pad, "Y": pad}),
    )


KERNELS = (
    Untuned(layer_norm, {"rows": 5, "columns": 37}),
    Untuned(standardise_columns, {"rows": 23, "columns": 19}),
)
