"""Two larger convolutions: transposed, which scatters, and in three dimensions."""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from .kernel import Argument, Array, Kernel, Pad, PaddedC, Untuned, c_source, mlir, rounded

_TRANSPOSED = """
func.func @conv_transposed(%X: memref<${channels}x${height}x${width}xf32>,
                           %W: memref<${channels}x${filters}x3x3xf32>,
                           %bias: memref<${filters}xf32>,
                           %Y: memref<${filters}x${h}x${w}xf32>) {
  affine.for %f = 0 to $filters {
    affine.for %y = 0 to $h {
      affine.for %x = 0 to $w {
        %b = affine.load %bias[%f] : memref<${filters}xf32>
        affine.store %b, %Y[%f, %y, %x] : memref<${filters}x${h}x${w}xf32>
      }
    }
  } {pad.stage = "bias"}
  affine.for %f = 0 to $filters {
    affine.for %c = 0 to $channels {
      affine.for %y = 0 to $height {
        affine.for %x = 0 to $width {
          affine.for %i = 0 to 3 {
            affine.for %j = 0 to 3 {
              %a = affine.load %X[%c, %y, %x] : memref<${channels}x${height}x${width}xf32>
              %w = affine.load %W[%c, %f, %i, %j] : memref<${channels}x${filters}x3x3xf32>
              %s = affine.load %Y[%f, %y * 2 + %i, %x * 2 + %j]
                  : memref<${filters}x${h}x${w}xf32>
              %product = arith.mulf %a, %w $free : f32
              %next = arith.addf %s, %product $free : f32
              affine.store %next, %Y[%f, %y * 2 + %i, %x * 2 + %j]
                  : memref<${filters}x${h}x${w}xf32>
            }
          }
        }
      }
    }
  } {pad.stage = "scatter"}
  func.return
}
"""

_TRANSPOSED_C = """
void conv_transposed(const float X[restrict][HEIGHT][WIDTH],
                     const float W[restrict][FILTERS][3][3], const float *restrict bias,
                     float Y[restrict][2 * HEIGHT + 1][2 * WIDTH + 1])
{
    for (int f = 0; f < FILTERS; f++) {
        for (int y = 0; y < 2 * HEIGHT + 1; y++)
            for (int x = 0; x < 2 * WIDTH + 1; x++)
                Y[f][y][x] = bias[f];
        for (int c = 0; c < CHANNELS; c++)
            for (int y = 0; y < HEIGHT; y++)
                for (int i = 0; i < 3; i++)
                    for (int j = 0; j < 3; j++)
                        for (int x = 0; x < WIDTH; x++)
                            Y[f][2 * y + i][2 * x + j] += X[c][y][x] * W[c][f][i][j];
    }
}
"""

# A border of zeros lets each result be gathered; X[c][y][x] is at [c][y + 1][x + 1].
_TRANSPOSED_PADDED_C = """
void conv_transposed_padded(const float X[restrict][HEIGHT + 2][WIDTH + 2],
                            const float W[restrict][FILTERS][3][3], const float *restrict bias,
                            float Y[restrict][2 * (HEIGHT + 1)][2 * (WIDTH + 1)])
{
    for (int f = 0; f < FILTERS; f++)
        for (int y = 0; y < HEIGHT + 1; y++) {
            float a[WIDTH + 1], b[WIDTH + 1], c[WIDTH + 1], d[WIDTH + 1];
            for (int x = 0; x < WIDTH + 1; x++)
                a[x] = b[x] = c[x] = d[x] = bias[f];
            for (int k = 0; k < CHANNELS; k++) {
                const float *above = X[k][y], *here = X[k][y + 1];
                const float (*w)[3] = W[k][f];
                for (int x = 0; x < WIDTH + 1; x++) {
                    a[x] += here[x + 1] * w[0][0] + here[x] * w[0][2]
                        + above[x + 1] * w[2][0] + above[x] * w[2][2];
                    b[x] += here[x + 1] * w[0][1] + above[x + 1] * w[2][1];
                    c[x] += here[x + 1] * w[1][0] + here[x] * w[1][2];
                    d[x] += here[x + 1] * w[1][1];
                }
            }
            for (int x = 0; x < WIDTH + 1; x++) {
                Y[f][2 * y][2 * x] = a[x];
                Y[f][2 * y][2 * x + 1] = b[x];
                Y[f][2 * y + 1][2 * x] = c[x];
                Y[f][2 * y + 1][2 * x + 1] = d[x];
            }
        }
}
"""


def _transposed(X: Array, W: Array, bias: Array) -> tuple[Array, ...]:
    _, height, width = X.shape
    Y = np.empty((W.shape[1], 2 * height + 1, 2 * width + 1), X.dtype)
    Y[:] = bias[:, None, None]
    for i in range(3):
        for j in range(3):
            part = np.tensordot(W[:, :, i, j], X, axes=((0,), (0,)))
            Y[:, i : i + 2 * height : 2, j : j + 2 * width : 2] += part
    return (Y,)


def conv_transposed(
    channels: int = 29, filters: int = 31, height: int = 43, width: int = 51
) -> Kernel:
    """3 x 3 weights scattered at each second cell, which doubles height and width."""
    h, w = 2 * height + 1, 2 * width + 1
    return Kernel(
        "conv_transposed",
        mlir(
            _TRANSPOSED,
            **{"channels": channels, "filters": filters, "height": height, "width": width},
            **{"h": h, "w": w},
        ),
        (
            Argument("X", (channels, height, width)),
            Argument("W", (channels, filters, 3, 3)),
            Argument("bias", (filters,)),
            Argument("Y", (filters, h, w), out=True),
        ),
        _transposed,
        c_source(_TRANSPOSED_C, CHANNELS=channels, FILTERS=filters, HEIGHT=height, WIDTH=width),
        PaddedC(
            c_source(
                _TRANSPOSED_PADDED_C,
                **{"CHANNELS": channels, "FILTERS": filters, "HEIGHT": height},
                WIDTH=rounded(width + 1) - 1,
            ),
            {
                "X": Pad(((0, 0), (1, 1), (1, rounded(width + 1) - width))),
                "Y": Pad(((0, 0), (0, 1), (0, 2 * rounded(width + 1) - w))),
            },
        ),
    )


_VOLUME = """
func.func @conv_volume(%X: memref<${channels}x${depth}x${height}x${width}xf32>,
                       %W: memref<${filters}x${channels}x3x3x3xf32>,
                       %Y: memref<${filters}x${d}x${h}x${w}xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %f = 0 to $filters {
    affine.for %z = 0 to $d {
      affine.for %y = 0 to $h {
        affine.for %x = 0 to $w {
          affine.store %zero, %Y[%f, %z, %y, %x] : memref<${filters}x${d}x${h}x${w}xf32>
          affine.for %c = 0 to $channels {
            affine.for %i = 0 to 3 {
              affine.for %j = 0 to 3 {
                affine.for %k = 0 to 3 {
                  %a = affine.load %X[%c, %z + %i, %y + %j, %x + %k]
                      : memref<${channels}x${depth}x${height}x${width}xf32>
                  %w = affine.load %W[%f, %c, %i, %j, %k]
                      : memref<${filters}x${channels}x3x3x3xf32>
                  %s = affine.load %Y[%f, %z, %y, %x] : memref<${filters}x${d}x${h}x${w}xf32>
                  %product = arith.mulf %a, %w $free : f32
                  %next = arith.addf %s, %product $free : f32
                  affine.store %next, %Y[%f, %z, %y, %x]
                      : memref<${filters}x${d}x${h}x${w}xf32>
                }
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

_VOLUME_C = """
void conv_volume$suffix(const float X[restrict][DEPTH][HEIGHT][PITCH],
                        const float W[restrict][CHANNELS][3][3][3],
                        float Y[restrict][DEPTH - 2][HEIGHT - 2][WIDTH])
{
    for (int f = 0; f < FILTERS; f++)
        for (int z = 0; z < DEPTH - 2; z++)
            for (int y = 0; y < HEIGHT - 2; y++) {
                float sum[WIDTH] = {0};
                for (int c = 0; c < CHANNELS; c++)
                    for (int i = 0; i < 3; i++)
                        for (int j = 0; j < 3; j++)
                            for (int x = 0; x < WIDTH; x++)
                                for (int k = 0; k < 3; k++)
                                    sum[x] += X[c][z + i][y + j][x + k] * W[f][c][i][j][k];
                for (int x = 0; x < WIDTH; x++)
                    Y[f][z][y][x] = sum[x];
            }
}
"""


def _volume(X: Array, W: Array) -> tuple[Array, ...]:
    windows = sliding_window_view(X, (3, 3, 3), axis=(1, 2, 3))
    return (np.tensordot(W, windows, axes=((1, 2, 3, 4), (0, 4, 5, 6))),)


def conv_volume(
    channels: int = 5, filters: int = 11, depth: int = 21, height: int = 29, width: int = 31
) -> Kernel:
    """3 x 3 x 3 weights over a volume, without a border, channels first."""
    result = (filters, depth - 2, height - 2, width - 2)
    wide = rounded(width - 2)
    pitch = rounded(wide + 2)
    plain, padded = (_VOLUME_C.replace("$suffix", suffix) for suffix in ("", "_padded"))
    sizes = {"CHANNELS": channels, "FILTERS": filters, "DEPTH": depth, "HEIGHT": height}
    return Kernel(
        "conv_volume",
        mlir(
            _VOLUME,
            **{"channels": channels, "filters": filters, "depth": depth, "height": height},
            **{"width": width, "d": depth - 2, "h": height - 2, "w": width - 2},
        ),
        (
            Argument("X", (channels, depth, height, width)),
            Argument("W", (filters, channels, 3, 3, 3)),
            Argument("Y", result, out=True),
        ),
        _volume,
        c_source(plain, **sizes, WIDTH=width - 2, PITCH=width),
        PaddedC(
            c_source(padded, **sizes, WIDTH=wide, PITCH=pitch),
            {
                "X": Pad(((0, 0), (0, 0), (0, 0), (0, pitch - width))),
                "Y": Pad(((0, 0), (0, 0), (0, 0), (0, wide - result[3]))),
            },
        ),
    )


KERNELS = (
    Untuned(conv_transposed, {"channels": 3, "filters": 2, "height": 4, "width": 5}),
    Untuned(conv_volume, {"channels": 2, "filters": 3, "depth": 5, "height": 6, "width": 7}),
)
