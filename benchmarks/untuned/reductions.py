"""Reductions to one number or along an axis, and positions of extrema."""

from __future__ import annotations

import numpy as np

from .kernel import Argument, Array, Kernel, PaddedC, Untuned, c_source, end_pad, mlir, rounded

_DISTANCE = """
func.func @squared_distance(%A: memref<${rows}x${columns}xf32>, %B: memref<${rows}x${columns}xf32>,
                            %D: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %total = affine.for %i = 0 to $rows iter_args(%outer = %zero) -> (f32) {
    %row = affine.for %j = 0 to $columns iter_args(%s = %outer) -> (f32) {
      %a = affine.load %A[%i, %j] : memref<${rows}x${columns}xf32>
      %b = affine.load %B[%i, %j] : memref<${rows}x${columns}xf32>
      %d = arith.subf %a, %b $free : f32
      %square = arith.mulf %d, %d $free : f32
      %next = arith.addf %s, %square $free : f32
      affine.yield %next : f32
    }
    affine.yield %row : f32
  } {pad.stage = "distance"}
  affine.store %total, %D[0] : memref<1xf32>
  func.return
}
"""

_DISTANCE_C = """
void squared_distance$suffix(const float A[restrict][PITCH], const float B[restrict][PITCH],
                             float *restrict D)
{
    float sum = 0;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < PITCH; j++) {
            float d = A[i][j] - B[i][j];
            sum += d * d;
        }
    D[0] = sum;
}
"""


def _distance(A: Array, B: Array) -> tuple[Array, ...]:
    difference = (A - B).reshape(-1)
    return (np.dot(difference, difference).reshape(1),)


def squared_distance(rows: int = 1511, columns: int = 1003) -> Kernel:
    """The sum of the squared differences of two matrices."""
    matrix = (rows, columns)
    pad = end_pad(matrix, {1: 16})
    plain, padded = (_DISTANCE_C.replace("$suffix", suffix) for suffix in ("", "_padded"))
    return Kernel(
        "squared_distance",
        mlir(_DISTANCE, rows=rows, columns=columns),
        (Argument("A", matrix), Argument("B", matrix), Argument("D", (1,), out=True)),
        _distance,
        c_source(plain, ROWS=rows, PITCH=columns),
        PaddedC(c_source(padded, ROWS=rows, PITCH=rounded(columns)), {"A": pad, "B": pad}),
    )


_MAX_OVER_STEPS = """
func.func @max_over_steps(%X: memref<${batch}x${steps}x${channels}xf32>,
                          %Y: memref<${batch}x${channels}xf32>) {
  %lowest = arith.constant $lowest
  affine.for %b = 0 to $batch {
    affine.for %c = 0 to $channels {
      affine.store %lowest, %Y[%b, %c] : memref<${batch}x${channels}xf32>
    }
    affine.for %t = 0 to $steps {
      affine.for %c = 0 to $channels {
        %x = affine.load %X[%b, %t, %c] : memref<${batch}x${steps}x${channels}xf32>
        %m = affine.load %Y[%b, %c] : memref<${batch}x${channels}xf32>
        %next = arith.maximumf %m, %x : f32
        affine.store %next, %Y[%b, %c] : memref<${batch}x${channels}xf32>
      }
    }
  } {pad.stage = "maximum"}
  func.return
}
"""

_MAX_OVER_STEPS_C = """
void max_over_steps$suffix(const float X[restrict][STEPS][PITCH], float Y[restrict][PITCH])
{
    for (int b = 0; b < BATCH; b++) {
        float largest[PITCH];
        for (int c = 0; c < PITCH; c++)
            largest[c] = X[b][0][c];
        for (int t = 1; t < STEPS; t++)
            for (int c = 0; c < PITCH; c++)
                largest[c] = X[b][t][c] > largest[c] ? X[b][t][c] : largest[c];
        for (int c = 0; c < PITCH; c++)
            Y[b][c] = largest[c];
    }
}
"""


def _max_over_steps(X: Array) -> tuple[Array, ...]:
    return (X.max(axis=1),)


def max_over_steps(batch: int = 411, steps: int = 149, channels: int = 59) -> Kernel:
    """The largest value of each channel over the steps of a sequence."""
    shape, result = (batch, steps, channels), (batch, channels)
    plain, padded = (_MAX_OVER_STEPS_C.replace("$suffix", suffix) for suffix in ("", "_padded"))
    return Kernel(
        "max_over_steps",
        mlir(_MAX_OVER_STEPS, batch=batch, steps=steps, channels=channels),
        (Argument("X", shape), Argument("Y", result, out=True)),
        _max_over_steps,
        c_source(plain, BATCH=batch, STEPS=steps, PITCH=channels),
        PaddedC(
            c_source(padded, BATCH=batch, STEPS=steps, PITCH=rounded(channels)),
            {"X": end_pad(shape, {2: 16}), "Y": end_pad(result, {1: 16})},
        ),
    )


_ARGMAX = """
func.func @argmax_rows(%X: memref<${rows}x${columns}xf32>, %P: memref<${rows}xi32>) {
  %start = arith.constant 0 : index
  affine.for %i = 0 to $rows {
    %first = affine.load %X[%i, 0] : memref<${rows}x${columns}xf32>
    %value, %place = affine.for %j = 1 to $columns
        iter_args(%best = %first, %at = %start) -> (f32, index) {
      %x = affine.load %X[%i, %j] : memref<${rows}x${columns}xf32>
      %larger = arith.cmpf ogt, %x, %best : f32
      %next = arith.select %larger, %x, %best : f32
      %where = arith.select %larger, %j, %at : index
      affine.yield %next, %where : f32, index
    }
    %p = arith.index_cast %place : index to i32
    affine.store %p, %P[%i] : memref<${rows}xi32>
  } {pad.stage = "argmax"}
  func.return
}
"""

_ARGMAX_C = """
void argmax_rows$suffix(const float X[restrict][PITCH], int *restrict P)
{
    for (int i = 0; i < ROWS; i++) {
        float best = X[i][0];
        int at = 0;
        for (int j = 1; j < PITCH; j++)
            if (X[i][j] > best) {
                best = X[i][j];
                at = j;
            }
        P[i] = at;
    }
}
"""


def _argmax(X: Array) -> tuple[Array, ...]:
    return (X.argmax(axis=1).astype(np.int32),)


def argmax_rows(rows: int = 1517, columns: int = 261) -> Kernel:
    """Where the largest value of each row is; the first of equals."""
    matrix = (rows, columns)
    plain, padded = (_ARGMAX_C.replace("$suffix", suffix) for suffix in ("", "_padded"))
    lowest = float(np.finfo(np.float32).min)
    return Kernel(
        "argmax_rows",
        mlir(_ARGMAX, rows=rows, columns=columns),
        (Argument("X", matrix), Argument("P", (rows,), "int32", out=True)),
        _argmax,
        c_source(plain, ROWS=rows, PITCH=columns),
        PaddedC(
            c_source(padded, ROWS=rows, PITCH=rounded(columns)),
            {"X": end_pad(matrix, {1: 16}, lowest)},
        ),
    )


_NEAREST = """
func.func @nearest_centre(%X: memref<${points}x${axes}xf32>, %C: memref<${centres}x${axes}xf32>,
                          %P: memref<${points}xi32>) {
  %zero = arith.constant 0.0 : f32
  %largest = arith.constant 0x7F800000 : f32
  %start = arith.constant 0 : index
  affine.for %i = 0 to $points {
    %value, %place = affine.for %c = 0 to $centres
        iter_args(%best = %largest, %at = %start) -> (f32, index) {
      %distance = affine.for %k = 0 to $axes iter_args(%s = %zero) -> (f32) {
        %x = affine.load %X[%i, %k] : memref<${points}x${axes}xf32>
        %y = affine.load %C[%c, %k] : memref<${centres}x${axes}xf32>
        %d = arith.subf %x, %y $free : f32
        %square = arith.mulf %d, %d $free : f32
        %t = arith.addf %s, %square $free : f32
        affine.yield %t : f32
      }
      %nearer = arith.cmpf olt, %distance, %best : f32
      %next = arith.select %nearer, %distance, %best : f32
      %where = arith.select %nearer, %c, %at : index
      affine.yield %next, %where : f32, index
    }
    %p = arith.index_cast %place : index to i32
    affine.store %p, %P[%i] : memref<${points}xi32>
  } {pad.stage = "nearest"}
  func.return
}
"""

_NEAREST_C = """
#include <float.h>

void nearest_centre$suffix(const float X[restrict][PITCH], const float C[restrict][PITCH],
                           int *restrict P)
{
    for (int i = 0; i < POINTS; i++) {
        float best = FLT_MAX;
        int at = 0;
        for (int c = 0; c < CENTRES; c++) {
            float sum = 0;
            for (int k = 0; k < PITCH; k++) {
                float d = X[i][k] - C[c][k];
                sum += d * d;
            }
            if (sum < best) {
                best = sum;
                at = c;
            }
        }
        P[i] = at;
    }
}
"""


def _nearest(X: Array, C: Array) -> tuple[Array, ...]:
    """Leave out the square of the point, which all centres share; whole numbers stay exact."""
    distances = np.square(C).sum(axis=1) - 2 * (X @ C.T)
    return (distances.argmin(axis=1).astype(np.int32),)


def nearest_centre(points: int = 5003, axes: int = 19, centres: int = 37) -> Kernel:
    """Which centre is nearest to each point; the first of equals."""
    plain, padded = (_NEAREST_C.replace("$suffix", suffix) for suffix in ("", "_padded"))
    sizes = {"POINTS": points, "CENTRES": centres}
    return Kernel(
        "nearest_centre",
        mlir(_NEAREST, points=points, axes=axes, centres=centres),
        (
            Argument("X", (points, axes), within=(-50, 50)),
            Argument("C", (centres, axes), within=(-50, 50)),
            Argument("P", (points,), "int32", out=True),
        ),
        _nearest,
        c_source(plain, **sizes, PITCH=axes),
        PaddedC(
            c_source(padded, **sizes, PITCH=rounded(axes)),
            {"X": end_pad((points, axes), {1: 16}), "C": end_pad((centres, axes), {1: 16})},
        ),
    )


KERNELS = (
    Untuned(squared_distance, {"rows": 11, "columns": 29}),
    Untuned(max_over_steps, {"batch": 3, "steps": 7, "channels": 21}),
    Untuned(argmax_rows, {"rows": 13, "columns": 41}),
    Untuned(nearest_centre, {"points": 31, "axes": 5, "centres": 9}),
)
