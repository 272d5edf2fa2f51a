"""Scans: results that depend on the one before, along rows and in two directions."""

from __future__ import annotations

import numpy as np

from .kernel import Argument, Array, Kernel, PaddedC, Untuned, c_source, end_pad, mlir, rounded

_AREA = """
func.func @summed_area(%A: memref<${rows}x${columns}xi32>, %S: memref<${rows}x${columns}xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to $rows {
    %row = affine.for %j = 0 to $columns iter_args(%s = %zero) -> (i32) {
      %a = affine.load %A[%i, %j] : memref<${rows}x${columns}xi32>
      %next = arith.addi %s, %a : i32
      affine.store %next, %S[%i, %j] : memref<${rows}x${columns}xi32>
      affine.yield %next : i32
    }
  } {pad.stage = "along_rows"}
  affine.for %i = 1 to $rows {
    affine.for %j = 0 to $columns {
      %above = affine.load %S[%i - 1, %j] : memref<${rows}x${columns}xi32>
      %s = affine.load %S[%i, %j] : memref<${rows}x${columns}xi32>
      %next = arith.addi %s, %above : i32
      affine.store %next, %S[%i, %j] : memref<${rows}x${columns}xi32>
    }
  } {pad.stage = "down_columns"}
  func.return
}
"""

_AREA_C = """
void summed_area(const int A[restrict][COLUMNS], int S[restrict][COLUMNS])
{
    int sum = 0;
    for (int j = 0; j < COLUMNS; j++) {
        sum += A[0][j];
        S[0][j] = sum;
    }
    for (int i = 1; i < ROWS; i++) {
        sum = 0;
        for (int j = 0; j < COLUMNS; j++) {
            sum += A[i][j];
            S[i][j] = S[i - 1][j] + sum;
        }
    }
}
"""


def _area(A: Array) -> tuple[Array, ...]:
    return (A.cumsum(axis=1, dtype=A.dtype).cumsum(axis=0, dtype=A.dtype),)


def summed_area(rows: int = 913, columns: int = 799) -> Kernel:
    """The sums of all cells above and to the left, each cell's own included."""
    matrix = (rows, columns)
    return Kernel(
        "summed_area",
        mlir(_AREA, rows=rows, columns=columns),
        (
            Argument("A", matrix, "int32", within=(0, 256)),
            Argument("S", matrix, "int32", out=True),
        ),
        _area,
        c_source(_AREA_C, ROWS=rows, COLUMNS=columns),
    )


_SMOOTHING = """
func.func @exponential_smoothing(%X: memref<${series}x${steps}xf32>,
                                 %Y: memref<${series}x${steps}xf32>) {
  %weight = arith.constant 0.125 : f32
  affine.for %i = 0 to $series {
    %first = affine.load %X[%i, 0] : memref<${series}x${steps}xf32>
    affine.store %first, %Y[%i, 0] : memref<${series}x${steps}xf32>
    %last = affine.for %t = 1 to $steps iter_args(%level = %first) -> (f32) {
      %x = affine.load %X[%i, %t] : memref<${series}x${steps}xf32>
      %d = arith.subf %x, %level $free : f32
      %part = arith.mulf %d, %weight $free : f32
      %next = arith.addf %level, %part $free : f32
      affine.store %next, %Y[%i, %t] : memref<${series}x${steps}xf32>
      affine.yield %next : f32
    }
  } {pad.stage = "smooth"}
  func.return
}
"""

_SMOOTHING_C = """
void exponential_smoothing(const float X[restrict][STEPS], float Y[restrict][STEPS])
{
    for (int i = 0; i < SERIES; i++) {
        float level = X[i][0];
        Y[i][0] = level;
        for (int t = 1; t < STEPS; t++) {
            level += 0.125f * (X[i][t] - level);
            Y[i][t] = level;
        }
    }
}
"""

# Sixteen series advance together, which hides the latency of each.
_SMOOTHING_PADDED_C = """
void exponential_smoothing_padded(const float X[restrict][STEPS], float Y[restrict][STEPS])
{
    for (int i = 0; i < SERIES; i += 16) {
        float level[16];
        for (int l = 0; l < 16; l++) {
            level[l] = X[i + l][0];
            Y[i + l][0] = level[l];
        }
        for (int t = 1; t < STEPS; t++)
            for (int l = 0; l < 16; l++) {
                level[l] += 0.125f * (X[i + l][t] - level[l]);
                Y[i + l][t] = level[l];
            }
    }
}
"""


def _smoothing(X: Array) -> tuple[Array, ...]:
    Y = np.empty_like(X)
    Y[:, 0] = X[:, 0]
    for t in range(1, X.shape[1]):
        Y[:, t] = Y[:, t - 1] + X.dtype.type(0.125) * (X[:, t] - Y[:, t - 1])
    return (Y,)


def exponential_smoothing(series: int = 451, steps: int = 1031) -> Kernel:
    """Each series smoothed: a level that moves an eighth of the way to each new value."""
    matrix = (series, steps)
    pad = end_pad(matrix, {0: 16})
    return Kernel(
        "exponential_smoothing",
        mlir(_SMOOTHING, series=series, steps=steps),
        (Argument("X", matrix), Argument("Y", matrix, out=True)),
        _smoothing,
        c_source(_SMOOTHING_C, SERIES=series, STEPS=steps),
        PaddedC(
            c_source(_SMOOTHING_PADDED_C, SERIES=rounded(series), STEPS=steps),
            {"X": pad, "Y": pad},
        ),
    )


KERNELS = (
    Untuned(summed_area, {"rows": 9, "columns": 23}),
    Untuned(exponential_smoothing, {"series": 7, "steps": 33}),
)
