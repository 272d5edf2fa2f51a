"""Pooling by maximum and by mean, and images made larger and smaller."""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from .kernel import Argument, Array, Kernel, Pad, PaddedC, Untuned, c_source, end_pad, mlir, rounded

_MAX = """
func.func @max_pool(%X: memref<${channels}x${height}x${width}xf32>,
                    %Y: memref<${channels}x${h}x${w}xf32>) {
  %lowest = arith.constant $lowest
  affine.for %c = 0 to $channels {
    affine.for %y = 0 to $h {
      affine.for %x = 0 to $w {
        affine.store %lowest, %Y[%c, %y, %x] : memref<${channels}x${h}x${w}xf32>
        affine.for %i = 0 to 3 {
          affine.for %j = 0 to 3 {
            affine.if affine_set<(d0, d1, d2, d3) : (
                d0 * 2 + d1 - 1 >= 0, -d0 * 2 - d1 + $height >= 0,
                d2 * 2 + d3 - 1 >= 0, -d2 * 2 - d3 + $width >= 0)>(%y, %i, %x, %j) {
              %a = affine.load %X[%c, %y * 2 + %i - 1, %x * 2 + %j - 1]
                  : memref<${channels}x${height}x${width}xf32>
              %m = affine.load %Y[%c, %y, %x] : memref<${channels}x${h}x${w}xf32>
              %next = arith.maximumf %m, %a : f32
              affine.store %next, %Y[%c, %y, %x] : memref<${channels}x${h}x${w}xf32>
            }
          }
        }
      }
    }
  } {pad.stage = "pool"}
  func.return
}
"""

_MAX_C = """
void max_pool(const float X[restrict][HEIGHT][WIDTH], float Y[restrict][OUT_HEIGHT][OUT_WIDTH])
{
    for (int c = 0; c < CHANNELS; c++)
        for (int y = 0; y < OUT_HEIGHT; y++) {
            int top = y > 0 ? 2 * y - 1 : 0;
            int bottom = 2 * y + 2 < HEIGHT ? 2 * y + 2 : HEIGHT;
            for (int x = 0; x < OUT_WIDTH; x++) {
                int left = x > 0 ? 2 * x - 1 : 0;
                int right = 2 * x + 2 < WIDTH ? 2 * x + 2 : WIDTH;
                float largest = X[c][top][left];
                for (int i = top; i < bottom; i++)
                    for (int j = left; j < right; j++)
                        largest = X[c][i][j] > largest ? X[c][i][j] : largest;
                Y[c][y][x] = largest;
            }
        }
}
"""

_MAX_PADDED_C = """
void max_pool_padded(const float X[restrict][HEIGHT][WIDTH],
                     float Y[restrict][OUT_HEIGHT][OUT_WIDTH])
{
    for (int c = 0; c < CHANNELS; c++)
        for (int y = 0; y < OUT_HEIGHT; y++) {
            float column[WIDTH];
            for (int x = 0; x < WIDTH; x++) {
                float a = X[c][2 * y][x], b = X[c][2 * y + 1][x], d = X[c][2 * y + 2][x];
                float larger = a > b ? a : b;
                column[x] = larger > d ? larger : d;
            }
            for (int x = 0; x < OUT_WIDTH; x++) {
                float a = column[2 * x], b = column[2 * x + 1], d = column[2 * x + 2];
                float larger = a > b ? a : b;
                Y[c][y][x] = larger > d ? larger : d;
            }
        }
}
"""


def _max(X: Array) -> tuple[Array, ...]:
    padded = np.pad(X, ((0, 0), (1, 1), (1, 1)), constant_values=-np.inf)
    rows = (X.shape[1] - 1) // 2 * 2 + 1
    columns = (X.shape[2] - 1) // 2 * 2 + 1
    across = np.maximum(padded[:, :, :columns:2], padded[:, :, 1 : columns + 1 : 2])
    across = np.maximum(across, padded[:, :, 2 : columns + 2 : 2])
    down = np.maximum(across[:, :rows:2], across[:, 1 : rows + 1 : 2])
    return (np.maximum(down, across[:, 2 : rows + 2 : 2]),)


def max_pool(channels: int = 101, height: int = 141, width: int = 127) -> Kernel:
    """The largest of 3 x 3 at each second cell; cells outside do not count."""
    h, w = (height - 1) // 2 + 1, (width - 1) // 2 + 1
    wide = rounded(w)
    pitch = rounded(2 * wide + 2)
    lowest = float(np.finfo(np.float32).min)
    return Kernel(
        "max_pool",
        mlir(_MAX, channels=channels, height=height, width=width, h=h, w=w),
        (Argument("X", (channels, height, width)), Argument("Y", (channels, h, w), out=True)),
        _max,
        c_source(
            _MAX_C,
            **{"CHANNELS": channels, "HEIGHT": height, "WIDTH": width},
            **{"OUT_HEIGHT": h, "OUT_WIDTH": w},
        ),
        PaddedC(
            c_source(
                _MAX_PADDED_C,
                **{"CHANNELS": channels, "HEIGHT": height + 2, "WIDTH": pitch},
                **{"OUT_HEIGHT": h, "OUT_WIDTH": wide},
            ),
            {
                "X": Pad(((0, 0), (1, 1), (1, pitch - width - 1)), lowest),
                "Y": Pad(((0, 0), (0, 0), (0, wide - w))),
            },
        ),
    )


_MEAN = """
func.func @average_pool(%X: memref<${batch}x${height}x${width}x${channels}xf32>,
                        %Y: memref<${batch}x${h}x${w}x${channels}xf32>) {
  %zero = arith.constant 0.0 : f32
  %share = arith.constant 0.04 : f32
  affine.for %b = 0 to $batch {
    affine.for %y = 0 to $h {
      affine.for %x = 0 to $w {
        affine.for %c = 0 to $channels {
          %sum = affine.for %i = 0 to 5 iter_args(%outer = %zero) -> (f32) {
            %row = affine.for %j = 0 to 5 iter_args(%s = %outer) -> (f32) {
              %a = affine.load %X[%b, %y * 3 + %i, %x * 3 + %j, %c]
                  : memref<${batch}x${height}x${width}x${channels}xf32>
              %next = arith.addf %s, %a $free : f32
              affine.yield %next : f32
            }
            affine.yield %row : f32
          }
          %mean = arith.mulf %sum, %share $free : f32
          affine.store %mean, %Y[%b, %y, %x, %c] : memref<${batch}x${h}x${w}x${channels}xf32>
        }
      }
    }
  } {pad.stage = "pool"}
  func.return
}
"""

_MEAN_C = """
void average_pool$suffix(const float X[restrict][HEIGHT][WIDTH][CHANNELS],
                         float Y[restrict][OUT_HEIGHT][OUT_WIDTH][CHANNELS])
{
    for (int b = 0; b < BATCH; b++)
        for (int y = 0; y < OUT_HEIGHT; y++)
            for (int x = 0; x < OUT_WIDTH; x++) {
                float sum[CHANNELS] = {0};
                for (int i = 0; i < 5; i++)
                    for (int j = 0; j < 5; j++)
                        for (int c = 0; c < CHANNELS; c++)
                            sum[c] += X[b][3 * y + i][3 * x + j][c];
                for (int c = 0; c < CHANNELS; c++)
                    Y[b][y][x][c] = sum[c] * 0.04f;
            }
}
"""


def _mean(X: Array) -> tuple[Array, ...]:
    windows = sliding_window_view(X, (5, 5), axis=(1, 2))[:, ::3, ::3]
    return (windows.mean(axis=(4, 5)),)


def average_pool(batch: int = 7, height: int = 73, width: int = 91, channels: int = 37) -> Kernel:
    """The mean of 5 x 5 at each third cell, without a border, channels last."""
    h, w = (height - 5) // 3 + 1, (width - 5) // 3 + 1
    shape, result = (batch, height, width, channels), (batch, h, w, channels)
    plain, padded = (_MEAN_C.replace("$suffix", suffix) for suffix in ("", "_padded"))
    sizes = {"BATCH": batch, "HEIGHT": height, "WIDTH": width, "OUT_HEIGHT": h, "OUT_WIDTH": w}
    return Kernel(
        "average_pool",
        mlir(_MEAN, batch=batch, height=height, width=width, channels=channels, h=h, w=w),
        (Argument("X", shape), Argument("Y", result, out=True)),
        _mean,
        c_source(plain, **sizes, CHANNELS=channels),
        PaddedC(
            c_source(padded, **sizes, CHANNELS=rounded(channels)),
            {"X": end_pad(shape, {3: 16}), "Y": end_pad(result, {3: 16})},
        ),
    )


_ENLARGE = """
func.func @enlarge(%X: memref<${channels}x${height}x${width}xf32>,
                   %Y: memref<${channels}x${h}x${w}xf32>) {
  affine.for %c = 0 to $channels {
    affine.for %y = 0 to $h {
      affine.for %x = 0 to $w {
        %a = affine.load %X[%c, %y floordiv 3, %x floordiv 3]
            : memref<${channels}x${height}x${width}xf32>
        affine.store %a, %Y[%c, %y, %x] : memref<${channels}x${h}x${w}xf32>
      }
    }
  } {pad.stage = "enlarge"}
  func.return
}
"""

_ENLARGE_C = """
#include <string.h>

void enlarge(const float X[restrict][HEIGHT][WIDTH], float Y[restrict][3 * HEIGHT][3 * WIDTH])
{
    for (int c = 0; c < CHANNELS; c++)
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++)
                for (int k = 0; k < 3; k++)
                    Y[c][3 * y][3 * x + k] = X[c][y][x];
            memcpy(Y[c][3 * y + 1], Y[c][3 * y], sizeof Y[c][3 * y]);
            memcpy(Y[c][3 * y + 2], Y[c][3 * y], sizeof Y[c][3 * y]);
        }
}
"""


def _enlarge(X: Array) -> tuple[Array, ...]:
    return (X.repeat(3, axis=2).repeat(3, axis=1),)


def enlarge(channels: int = 31, height: int = 73, width: int = 87) -> Kernel:
    """Each cell becomes 3 x 3."""
    h, w = 3 * height, 3 * width
    return Kernel(
        "enlarge",
        mlir(_ENLARGE, channels=channels, height=height, width=width, h=h, w=w),
        (Argument("X", (channels, height, width)), Argument("Y", (channels, h, w), out=True)),
        _enlarge,
        c_source(_ENLARGE_C, CHANNELS=channels, HEIGHT=height, WIDTH=width),
    )


_HALVE = """
func.func @halve(%A: memref<${height}x${width}xf32>, %B: memref<${h}x${w}xf32>) {
  %outer = arith.constant 0.125 : f32
  %inner = arith.constant 0.375 : f32
  %T = memref.alloc() : memref<${height}x${w}xf32>
  affine.for %y = 0 to $height {
    affine.for %x = 0 to $w {
      %a0 = affine.load %A[%y, %x * 2] : memref<${height}x${width}xf32>
      %a1 = affine.load %A[%y, %x * 2 + 1] : memref<${height}x${width}xf32>
      %a2 = affine.load %A[%y, %x * 2 + 2] : memref<${height}x${width}xf32>
      %a3 = affine.load %A[%y, %x * 2 + 3] : memref<${height}x${width}xf32>
      %ends = arith.addf %a0, %a3 $free : f32
      %middle = arith.addf %a1, %a2 $free : f32
      %p = arith.mulf %ends, %outer $free : f32
      %q = arith.mulf %middle, %inner $free : f32
      %t = arith.addf %p, %q $free : f32
      affine.store %t, %T[%y, %x] : memref<${height}x${w}xf32>
    }
  } {pad.stage = "across"}
  affine.for %y = 0 to $h {
    affine.for %x = 0 to $w {
      %t0 = affine.load %T[%y * 2, %x] : memref<${height}x${w}xf32>
      %t1 = affine.load %T[%y * 2 + 1, %x] : memref<${height}x${w}xf32>
      %t2 = affine.load %T[%y * 2 + 2, %x] : memref<${height}x${w}xf32>
      %t3 = affine.load %T[%y * 2 + 3, %x] : memref<${height}x${w}xf32>
      %ends = arith.addf %t0, %t3 $free : f32
      %middle = arith.addf %t1, %t2 $free : f32
      %p = arith.mulf %ends, %outer $free : f32
      %q = arith.mulf %middle, %inner $free : f32
      %b = arith.addf %p, %q $free : f32
      affine.store %b, %B[%y, %x] : memref<${h}x${w}xf32>
    }
  } {pad.stage = "down"}
  memref.dealloc %T : memref<${height}x${w}xf32>
  func.return
}
"""

_HALVE_C = """
static float across(const float *restrict a)
{
    return 0.125f * (a[0] + a[3]) + 0.375f * (a[1] + a[2]);
}

void halve$suffix(const float A[restrict][PITCH], float B[restrict][OUT_WIDTH])
{
    static float T[HEIGHT][OUT_WIDTH];
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < OUT_WIDTH; x++)
            T[y][x] = across(&A[y][2 * x]);
    for (int y = 0; y < OUT_HEIGHT; y++)
        for (int x = 0; x < OUT_WIDTH; x++)
            B[y][x] = 0.125f * (T[2 * y][x] + T[2 * y + 3][x])
                + 0.375f * (T[2 * y + 1][x] + T[2 * y + 2][x]);
}
"""


def _halve(A: Array) -> tuple[Array, ...]:
    outer, inner = A.dtype.type(0.125), A.dtype.type(0.375)
    columns = (A.shape[1] - 4) // 2 * 2 + 1
    rows = (A.shape[0] - 4) // 2 * 2 + 1
    across = outer * (A[:, :columns:2] + A[:, 3 : columns + 3 : 2])
    across += inner * (A[:, 1 : columns + 1 : 2] + A[:, 2 : columns + 2 : 2])
    down = outer * (across[:rows:2] + across[3 : rows + 3 : 2])
    down += inner * (across[1 : rows + 1 : 2] + across[2 : rows + 2 : 2])
    return (down,)


def halve(height: int = 1205, width: int = 1343) -> Kernel:
    """An image of half the size, smoothed over 4 x 4 cells in two steps."""
    h, w = (height - 4) // 2 + 1, (width - 4) // 2 + 1
    wide = rounded(w)
    pitch = rounded(2 * wide + 2)
    plain, padded = (_HALVE_C.replace("$suffix", suffix) for suffix in ("", "_padded"))
    return Kernel(
        "halve",
        mlir(_HALVE, height=height, width=width, h=h, w=w),
        (Argument("A", (height, width)), Argument("B", (h, w), out=True)),
        _halve,
        c_source(plain, HEIGHT=height, PITCH=width, OUT_HEIGHT=h, OUT_WIDTH=w),
        PaddedC(
            c_source(padded, HEIGHT=height, PITCH=pitch, OUT_HEIGHT=h, OUT_WIDTH=wide),
            {"A": Pad(((0, 0), (0, pitch - width))), "B": Pad(((0, 0), (0, wide - w)))},
        ),
    )


KERNELS = (
    Untuned(max_pool, {"channels": 2, "height": 9, "width": 11}),
    Untuned(average_pool, {"batch": 2, "height": 11, "width": 9, "channels": 5}),
    Untuned(enlarge, {"channels": 2, "height": 3, "width": 5}),
    Untuned(halve, {"height": 9, "width": 13}),
)
