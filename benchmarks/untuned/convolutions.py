"""Convolutions in two dimensions: with a stride, dilated, and in groups."""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from .kernel import Argument, Array, Kernel, Pad, PaddedC, Untuned, c_source, end_pad, mlir, rounded

_STRIDED = """
func.func @conv_strided(%X: memref<${height}x${width}x${channels}xf32>,
                        %W: memref<7x7x${channels}x${filters}xf32>, %bias: memref<${filters}xf32>,
                        %Y: memref<${h}x${w}x${filters}xf32>) {
  affine.for %y = 0 to $h {
    affine.for %x = 0 to $w {
      affine.for %f = 0 to $filters {
        %b = affine.load %bias[%f] : memref<${filters}xf32>
        affine.store %b, %Y[%y, %x, %f] : memref<${h}x${w}x${filters}xf32>
      }
      affine.for %i = 0 to 7 {
        affine.for %j = 0 to 7 {
          affine.if affine_set<(d0, d1, d2, d3) : (
              d0 * 2 + d1 - 3 >= 0, -d0 * 2 - d1 + $height + 2 >= 0,
              d2 * 2 + d3 - 3 >= 0, -d2 * 2 - d3 + $width + 2 >= 0)>(%y, %i, %x, %j) {
            affine.for %c = 0 to $channels {
              affine.for %f = 0 to $filters {
                %a = affine.load %X[%y * 2 + %i - 3, %x * 2 + %j - 3, %c]
                    : memref<${height}x${width}x${channels}xf32>
                %w = affine.load %W[%i, %j, %c, %f] : memref<7x7x${channels}x${filters}xf32>
                %s = affine.load %Y[%y, %x, %f] : memref<${h}x${w}x${filters}xf32>
                %product = arith.mulf %a, %w $free : f32
                %next = arith.addf %s, %product $free : f32
                affine.store %next, %Y[%y, %x, %f] : memref<${h}x${w}x${filters}xf32>
              }
            }
          }
        }
      }
    }
  } {pad.stage = "conv"}
  func.return
}
"""

_STRIDED_C = """
void conv_strided(const float X[restrict][WIDTH][CHANNELS],
                  const float W[restrict][7][CHANNELS][FILTERS], const float *restrict bias,
                  float Y[restrict][OUT_WIDTH][FILTERS])
{
    for (int y = 0; y < OUT_HEIGHT; y++)
        for (int x = 0; x < OUT_WIDTH; x++) {
            float sum[FILTERS];
            for (int f = 0; f < FILTERS; f++)
                sum[f] = bias[f];
            for (int i = 0; i < 7; i++) {
                int row = 2 * y + i - 3;
                if (row < 0 || row >= HEIGHT)
                    continue;
                for (int j = 0; j < 7; j++) {
                    int column = 2 * x + j - 3;
                    if (column < 0 || column >= WIDTH)
                        continue;
                    for (int c = 0; c < CHANNELS; c++)
                        for (int f = 0; f < FILTERS; f++)
                            sum[f] += X[row][column][c] * W[i][j][c][f];
                }
            }
            for (int f = 0; f < FILTERS; f++)
                Y[y][x][f] = sum[f];
        }
}
"""

_STRIDED_PADDED_C = """
void conv_strided_padded(const float X[restrict][WIDTH][CHANNELS],
                         const float W[restrict][7][CHANNELS][FILTERS],
                         const float *restrict bias, float Y[restrict][OUT_WIDTH][FILTERS])
{
    W = __builtin_assume_aligned(W, 64);
    Y = __builtin_assume_aligned(Y, 64);
    for (int y = 0; y < OUT_HEIGHT; y++)
        for (int x = 0; x < OUT_WIDTH; x++) {
            float sum[FILTERS];
            for (int f = 0; f < FILTERS; f++)
                sum[f] = bias[f];
            for (int i = 0; i < 7; i++)
                for (int j = 0; j < 7; j++)
                    for (int c = 0; c < CHANNELS; c++)
                        for (int f = 0; f < FILTERS; f++)
                            sum[f] += X[2 * y + i][2 * x + j][c] * W[i][j][c][f];
            for (int f = 0; f < FILTERS; f++)
                Y[y][x][f] = sum[f];
        }
}
"""


def _strided(X: Array, W: Array, bias: Array) -> tuple[Array, ...]:
    padded = np.pad(X, ((3, 3), (3, 3), (0, 0)))
    windows = sliding_window_view(padded, (7, 7), axis=(0, 1))[::2, ::2]
    return (np.tensordot(windows, W, axes=((3, 4, 2), (0, 1, 2))) + bias,)


def conv_strided(
    height: int = 111, width: int = 117, channels: int = 3, filters: int = 37
) -> Kernel:
    """The first layer of an image network: 7 x 7 at each second cell, zeros outside, a bias."""
    h, w = (height - 1) // 2 + 1, (width - 1) // 2 + 1
    shapes = (height, width, channels), (7, 7, channels, filters), (filters,), (h, w, filters)
    sizes = {"WIDTH": width, "CHANNELS": channels, "OUT_HEIGHT": h, "OUT_WIDTH": w}
    return Kernel(
        "conv_strided",
        mlir(_STRIDED, height=height, width=width, channels=channels, filters=filters, h=h, w=w),
        (
            Argument("X", shapes[0]),
            Argument("W", shapes[1]),
            Argument("bias", shapes[2]),
            Argument("Y", shapes[3], out=True),
        ),
        _strided,
        c_source(_STRIDED_C, HEIGHT=height, **sizes, FILTERS=filters),
        PaddedC(
            c_source(_STRIDED_PADDED_C, **{**sizes, "WIDTH": width + 6}, FILTERS=rounded(filters)),
            {
                "X": Pad(((3, 3), (3, 3), (0, 0))),
                "W": end_pad(shapes[1], {3: 16}),
                "bias": end_pad(shapes[2], {0: 16}),
                "Y": end_pad(shapes[3], {2: 16}),
            },
        ),
    )


_DILATED = """
func.func @conv_dilated(%X: memref<${channels}x${height}x${width}xf32>,
                        %W: memref<${filters}x${channels}x3x3xf32>,
                        %Y: memref<${filters}x${height}x${width}xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %f = 0 to $filters {
    affine.for %y = 0 to $height {
      affine.for %x = 0 to $width {
        affine.store %zero, %Y[%f, %y, %x] : memref<${filters}x${height}x${width}xf32>
        affine.for %c = 0 to $channels {
          affine.for %i = 0 to 3 {
            affine.for %j = 0 to 3 {
              affine.if affine_set<(d0, d1, d2, d3) : (
                  d0 + d1 * 2 - 2 >= 0, -d0 - d1 * 2 + $height + 1 >= 0,
                  d2 + d3 * 2 - 2 >= 0, -d2 - d3 * 2 + $width + 1 >= 0)>(%y, %i, %x, %j) {
                %a = affine.load %X[%c, %y + %i * 2 - 2, %x + %j * 2 - 2]
                    : memref<${channels}x${height}x${width}xf32>
                %w = affine.load %W[%f, %c, %i, %j] : memref<${filters}x${channels}x3x3xf32>
                %s = affine.load %Y[%f, %y, %x] : memref<${filters}x${height}x${width}xf32>
                %product = arith.mulf %a, %w $free : f32
                %next = arith.addf %s, %product $free : f32
                affine.store %next, %Y[%f, %y, %x] : memref<${filters}x${height}x${width}xf32>
              }
            }
          }
        }
      }
    }
  } {pad.stage = "conv"}
  func.return
}
"""

_DILATED_C = """
void conv_dilated(const float X[restrict][HEIGHT][WIDTH], const float W[restrict][CHANNELS][3][3],
                  float Y[restrict][HEIGHT][WIDTH])
{
    for (int f = 0; f < FILTERS; f++)
        for (int y = 0; y < HEIGHT; y++) {
            float sum[WIDTH] = {0};
            for (int c = 0; c < CHANNELS; c++)
                for (int i = 0; i < 3; i++) {
                    int row = y + 2 * i - 2;
                    if (row < 0 || row >= HEIGHT)
                        continue;
                    for (int x = 2; x < WIDTH; x++)
                        sum[x] += X[c][row][x - 2] * W[f][c][i][0];
                    for (int x = 0; x < WIDTH; x++)
                        sum[x] += X[c][row][x] * W[f][c][i][1];
                    for (int x = 0; x < WIDTH - 2; x++)
                        sum[x] += X[c][row][x + 2] * W[f][c][i][2];
                }
            for (int x = 0; x < WIDTH; x++)
                Y[f][y][x] = sum[x];
        }
}
"""

_DILATED_PADDED_C = """
void conv_dilated_padded(const float X[restrict][HEIGHT + 4][PITCH],
                         const float W[restrict][CHANNELS][3][3], float Y[restrict][HEIGHT][WIDTH])
{
    Y = __builtin_assume_aligned(Y, 64);
    for (int f = 0; f < FILTERS; f++)
        for (int y = 0; y < HEIGHT; y++) {
            float sum[WIDTH] = {0};
            for (int c = 0; c < CHANNELS; c++)
                for (int i = 0; i < 3; i++)
                    for (int x = 0; x < WIDTH; x++)
                        sum[x] += X[c][y + 2 * i][x] * W[f][c][i][0]
                            + X[c][y + 2 * i][x + 2] * W[f][c][i][1]
                            + X[c][y + 2 * i][x + 4] * W[f][c][i][2];
            for (int x = 0; x < WIDTH; x++)
                Y[f][y][x] = sum[x];
        }
}
"""


def _dilated(X: Array, W: Array) -> tuple[Array, ...]:
    padded = np.pad(X, ((0, 0), (2, 2), (2, 2)))
    windows = sliding_window_view(padded, (5, 5), axis=(1, 2))[..., ::2, ::2]
    return (np.tensordot(W, windows, axes=((1, 2, 3), (0, 3, 4))),)


def conv_dilated(
    channels: int = 27, filters: int = 29, height: int = 45, width: int = 51
) -> Kernel:
    """3 x 3 weights that read each second cell, zeros outside, channels first."""
    image, result = (channels, height, width), (filters, height, width)
    wide = rounded(width)
    pitch = rounded(wide + 4)
    sizes = {"CHANNELS": channels, "FILTERS": filters, "HEIGHT": height}
    return Kernel(
        "conv_dilated",
        mlir(_DILATED, channels=channels, filters=filters, height=height, width=width),
        (
            Argument("X", image),
            Argument("W", (filters, channels, 3, 3)),
            Argument("Y", result, out=True),
        ),
        _dilated,
        c_source(_DILATED_C, **sizes, WIDTH=width),
        PaddedC(
            c_source(_DILATED_PADDED_C, **sizes, WIDTH=wide, PITCH=pitch),
            {
                "X": Pad(((0, 0), (2, 2), (2, pitch - width - 2))),
                "Y": Pad(((0, 0), (0, 0), (0, wide - width))),
            },
        ),
    )


_GROUPED = """
func.func @conv_grouped(%X: memref<${height}x${width}x${groups}x${channels}xf32>,
                        %W: memref<${groups}x3x3x${channels}x${filters}xf32>,
                        %Y: memref<${h}x${w}x${groups}x${filters}xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %y = 0 to $h {
    affine.for %x = 0 to $w {
      affine.for %g = 0 to $groups {
        affine.for %f = 0 to $filters {
          affine.store %zero, %Y[%y, %x, %g, %f] : memref<${h}x${w}x${groups}x${filters}xf32>
          affine.for %i = 0 to 3 {
            affine.for %j = 0 to 3 {
              affine.for %c = 0 to $channels {
                %a = affine.load %X[%y + %i, %x + %j, %g, %c]
                    : memref<${height}x${width}x${groups}x${channels}xf32>
                %w = affine.load %W[%g, %i, %j, %c, %f]
                    : memref<${groups}x3x3x${channels}x${filters}xf32>
                %s = affine.load %Y[%y, %x, %g, %f] : memref<${h}x${w}x${groups}x${filters}xf32>
                %product = arith.mulf %a, %w $free : f32
                %next = arith.addf %s, %product $free : f32
                affine.store %next, %Y[%y, %x, %g, %f]
                    : memref<${h}x${w}x${groups}x${filters}xf32>
              }
            }
          }
        }
      }
    }
  } {pad.stage = "conv"}
  func.return
}
"""

_GROUPED_C = """
void conv_grouped$suffix(const float X[restrict][WIDTH][GROUPS][CHANNELS],
                         const float W[restrict][3][3][CHANNELS][FILTERS],
                         float Y[restrict][WIDTH - 2][GROUPS][FILTERS])
{
    for (int y = 0; y < HEIGHT - 2; y++)
        for (int x = 0; x < WIDTH - 2; x++)
            for (int g = 0; g < GROUPS; g++) {
                float sum[FILTERS] = {0};
                for (int i = 0; i < 3; i++)
                    for (int j = 0; j < 3; j++)
                        for (int c = 0; c < CHANNELS; c++)
                            for (int f = 0; f < FILTERS; f++)
                                sum[f] += X[y + i][x + j][g][c] * W[g][i][j][c][f];
                for (int f = 0; f < FILTERS; f++)
                    Y[y][x][g][f] = sum[f];
            }
}
"""


def _grouped(X: Array, W: Array) -> tuple[Array, ...]:
    windows = sliding_window_view(X, (3, 3), axis=(0, 1))
    height, width, groups = windows.shape[:3]
    Y = np.empty((height, width, groups, W.shape[-1]), X.dtype)
    for g in range(groups):
        Y[:, :, g] = np.tensordot(windows[:, :, g], W[g], axes=((3, 4, 2), (0, 1, 2)))
    return (Y,)


def conv_grouped(
    groups: int = 5, channels: int = 7, filters: int = 9, height: int = 61, width: int = 67
) -> Kernel:
    """3 x 3 in groups: each group of filters reads its own group of channels."""
    image, result = (height, width, groups, channels), (height - 2, width - 2, groups, filters)
    weights = (groups, 3, 3, channels, filters)
    plain, padded = (_GROUPED_C.replace("$suffix", suffix) for suffix in ("", "_padded"))
    sizes = {"HEIGHT": height, "WIDTH": width, "GROUPS": groups, "CHANNELS": channels}
    return Kernel(
        "conv_grouped",
        mlir(
            _GROUPED,
            **{"height": height, "width": width, "groups": groups, "channels": channels},
            **{"filters": filters, "h": height - 2, "w": width - 2},
        ),
        (Argument("X", image), Argument("W", weights), Argument("Y", result, out=True)),
        _grouped,
        c_source(plain, **sizes, FILTERS=filters),
        PaddedC(
            c_source(padded, **sizes, FILTERS=rounded(filters)),
            {"W": end_pad(weights, {4: 16}), "Y": end_pad(result, {3: 16})},
        ),
    )


KERNELS = (
    Untuned(conv_strided, {"height": 11, "width": 9, "channels": 2, "filters": 5}),
    Untuned(conv_dilated, {"channels": 2, "filters": 3, "height": 7, "width": 9}),
    Untuned(conv_grouped, {"groups": 2, "channels": 3, "filters": 5, "height": 5, "width": 7}),
)
