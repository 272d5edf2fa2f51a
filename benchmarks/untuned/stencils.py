"""Stencils: in three dimensions, an edge detector, and a filter whose border repeats the edge."""

from __future__ import annotations

import numpy as np

from .kernel import Argument, Array, Kernel, Pad, PaddedC, Untuned, c_source, mlir, rounded

_HEAT = """
func.func @heat_3d(%T: memref<${depth}x${height}x${width}xf64>,
                   %N: memref<${d}x${h}x${w}xf64>) {
  %rate = arith.constant 0.0625 : f64
  %six = arith.constant 6.0 : f64
  affine.for %z = 0 to $d {
    affine.for %y = 0 to $h {
      affine.for %x = 0 to $w {
        %here = affine.load %T[%z + 1, %y + 1, %x + 1] : memref<${depth}x${height}x${width}xf64>
        %below = affine.load %T[%z, %y + 1, %x + 1] : memref<${depth}x${height}x${width}xf64>
        %above = affine.load %T[%z + 2, %y + 1, %x + 1] : memref<${depth}x${height}x${width}xf64>
        %north = affine.load %T[%z + 1, %y, %x + 1] : memref<${depth}x${height}x${width}xf64>
        %south = affine.load %T[%z + 1, %y + 2, %x + 1] : memref<${depth}x${height}x${width}xf64>
        %west = affine.load %T[%z + 1, %y + 1, %x] : memref<${depth}x${height}x${width}xf64>
        %east = affine.load %T[%z + 1, %y + 1, %x + 2] : memref<${depth}x${height}x${width}xf64>
        %s1 = arith.addf %below, %above $free : f64
        %s2 = arith.addf %north, %south $free : f64
        %s3 = arith.addf %west, %east $free : f64
        %s4 = arith.addf %s1, %s2 $free : f64
        %s5 = arith.addf %s4, %s3 $free : f64
        %six_here = arith.mulf %here, %six $free : f64
        %difference = arith.subf %s5, %six_here $free : f64
        %change = arith.mulf %difference, %rate $free : f64
        %next = arith.addf %here, %change $free : f64
        affine.store %next, %N[%z, %y, %x] : memref<${d}x${h}x${w}xf64>
      }
    }
  } {pad.stage = "step"}
  func.return
}
"""

_HEAT_C = """
void heat_3d$suffix(const double T[restrict][HEIGHT][PITCH], double N[restrict][HEIGHT - 2][WIDTH])
{
    for (int z = 0; z < DEPTH - 2; z++)
        for (int y = 0; y < HEIGHT - 2; y++)
            for (int x = 0; x < WIDTH; x++) {
                double here = T[z + 1][y + 1][x + 1];
                double sum = T[z][y + 1][x + 1] + T[z + 2][y + 1][x + 1]
                    + T[z + 1][y][x + 1] + T[z + 1][y + 2][x + 1]
                    + T[z + 1][y + 1][x] + T[z + 1][y + 1][x + 2];
                N[z][y][x] = here + 0.0625 * (sum - 6 * here);
            }
}
"""


def _heat(T: Array) -> tuple[Array, ...]:
    here = T[1:-1, 1:-1, 1:-1]
    total = T[:-2, 1:-1, 1:-1] + T[2:, 1:-1, 1:-1]
    total += T[1:-1, :-2, 1:-1]
    total += T[1:-1, 2:, 1:-1]
    total += T[1:-1, 1:-1, :-2]
    total += T[1:-1, 1:-1, 2:]
    total -= 6 * here
    total *= 0.0625
    total += here
    return (total,)


def heat_3d(depth: int = 83, height: int = 91, width: int = 99) -> Kernel:
    """One step of the heat equation on the inner cells of a block."""
    inner = (depth - 2, height - 2, width - 2)
    wide = rounded(width - 2, 8)
    plain, padded = (_HEAT_C.replace("$suffix", suffix) for suffix in ("", "_padded"))
    sizes = {"DEPTH": depth, "HEIGHT": height}
    return Kernel(
        "heat_3d",
        mlir(_HEAT, depth=depth, height=height, width=width, d=inner[0], h=inner[1], w=inner[2]),
        (
            Argument("T", (depth, height, width), "float64"),
            Argument("N", inner, "float64", out=True),
        ),
        _heat,
        c_source(plain, **sizes, WIDTH=width - 2, PITCH=width),
        PaddedC(
            c_source(padded, **sizes, WIDTH=wide, PITCH=rounded(wide + 2, 8)),
            {
                "T": Pad(((0, 0), (0, 0), (0, rounded(wide + 2, 8) - width))),
                "N": Pad(((0, 0), (0, 0), (0, wide - inner[2]))),
            },
        ),
    )


_SOBEL = """
func.func @sobel(%A: memref<${height}x${width}xf32>, %G: memref<${h}x${w}xf32>) {
  %two = arith.constant 2.0 : f32
  affine.for %y = 0 to $h {
    affine.for %x = 0 to $w {
      %a00 = affine.load %A[%y, %x] : memref<${height}x${width}xf32>
      %a01 = affine.load %A[%y, %x + 1] : memref<${height}x${width}xf32>
      %a02 = affine.load %A[%y, %x + 2] : memref<${height}x${width}xf32>
      %a10 = affine.load %A[%y + 1, %x] : memref<${height}x${width}xf32>
      %a12 = affine.load %A[%y + 1, %x + 2] : memref<${height}x${width}xf32>
      %a20 = affine.load %A[%y + 2, %x] : memref<${height}x${width}xf32>
      %a21 = affine.load %A[%y + 2, %x + 1] : memref<${height}x${width}xf32>
      %a22 = affine.load %A[%y + 2, %x + 2] : memref<${height}x${width}xf32>
      %r0 = arith.subf %a02, %a00 $free : f32
      %r1 = arith.subf %a12, %a10 $free : f32
      %r2 = arith.subf %a22, %a20 $free : f32
      %r1_twice = arith.mulf %r1, %two $free : f32
      %r01 = arith.addf %r0, %r1_twice $free : f32
      %across = arith.addf %r01, %r2 $free : f32
      %c0 = arith.subf %a20, %a00 $free : f32
      %c1 = arith.subf %a21, %a01 $free : f32
      %c2 = arith.subf %a22, %a02 $free : f32
      %c1_twice = arith.mulf %c1, %two $free : f32
      %c01 = arith.addf %c0, %c1_twice $free : f32
      %down = arith.addf %c01, %c2 $free : f32
      %g1 = math.absf %across : f32
      %g2 = math.absf %down : f32
      %g = arith.addf %g1, %g2 $free : f32
      affine.store %g, %G[%y, %x] : memref<${h}x${w}xf32>
    }
  } {pad.stage = "gradient"}
  func.return
}
"""

_SOBEL_C = """
#include <math.h>

void sobel$suffix(const float A[restrict][PITCH], float G[restrict][WIDTH])
{
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            float across = (A[y][x + 2] - A[y][x]) + 2 * (A[y + 1][x + 2] - A[y + 1][x])
                + (A[y + 2][x + 2] - A[y + 2][x]);
            float down = (A[y + 2][x] - A[y][x]) + 2 * (A[y + 2][x + 1] - A[y][x + 1])
                + (A[y + 2][x + 2] - A[y][x + 2]);
            G[y][x] = fabsf(across) + fabsf(down);
        }
}
"""


def _sobel(A: Array) -> tuple[Array, ...]:
    rows = A[:, 2:] - A[:, :-2]
    across = rows[:-2] + 2 * rows[1:-1] + rows[2:]
    columns = A[2:] - A[:-2]
    down = columns[:, :-2] + 2 * columns[:, 1:-1] + columns[:, 2:]
    return (np.abs(across) + np.abs(down),)


def sobel(height: int = 973, width: int = 1231) -> Kernel:
    """How steep an image is at its inner cells: the sum of two absolute gradients."""
    inner = (height - 2, width - 2)
    wide = rounded(width - 2)
    plain, padded = (_SOBEL_C.replace("$suffix", suffix) for suffix in ("", "_padded"))
    return Kernel(
        "sobel",
        mlir(_SOBEL, height=height, width=width, h=inner[0], w=inner[1]),
        (Argument("A", (height, width)), Argument("G", inner, out=True)),
        _sobel,
        c_source(plain, HEIGHT=height - 2, WIDTH=width - 2, PITCH=width),
        PaddedC(
            c_source(padded, HEIGHT=height - 2, WIDTH=wide, PITCH=rounded(wide + 2)),
            {
                "A": Pad(((0, 0), (0, rounded(wide + 2) - width))),
                "G": Pad(((0, 0), (0, wide - inner[1]))),
            },
        ),
    )


_EDGES = """
func.func @filter_repeated_edges(%A: memref<${height}x${width}xf32>, %W: memref<5x5xf32>,
                                 %B: memref<${height}x${width}xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %y = 0 to $height {
    affine.for %x = 0 to $width {
      affine.store %zero, %B[%y, %x] : memref<${height}x${width}xf32>
      affine.for %i = 0 to 5 {
        affine.for %j = 0 to 5 {
          %low_row = affine.max affine_map<(d0, d1) -> (d0 + d1 - 2, 0)>(%y, %i)
          %row = affine.min affine_map<(d0) -> (d0, $height - 1)>(%low_row)
          %low_column = affine.max affine_map<(d0, d1) -> (d0 + d1 - 2, 0)>(%x, %j)
          %column = affine.min affine_map<(d0) -> (d0, $width - 1)>(%low_column)
          %a = memref.load %A[%row, %column] : memref<${height}x${width}xf32>
          %w = affine.load %W[%i, %j] : memref<5x5xf32>
          %b = affine.load %B[%y, %x] : memref<${height}x${width}xf32>
          %product = arith.mulf %a, %w $free : f32
          %next = arith.addf %b, %product $free : f32
          affine.store %next, %B[%y, %x] : memref<${height}x${width}xf32>
        }
      }
    }
  } {pad.stage = "filter"}
  func.return
}
"""

_EDGES_C = """
static int clamp(int at, int size)
{
    return at < 0 ? 0 : at < size ? at : size - 1;
}

static float border(const float A[restrict][WIDTH], const float W[restrict][5], int y, int x)
{
    float sum = 0;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++)
            sum += A[clamp(y + i - 2, HEIGHT)][clamp(x + j - 2, WIDTH)] * W[i][j];
    return sum;
}

void filter_repeated_edges(const float A[restrict][WIDTH], const float W[restrict][5],
                           float B[restrict][WIDTH])
{
    for (int y = 0; y < HEIGHT; y++) {
        const float *row[5];
        for (int i = 0; i < 5; i++)
            row[i] = A[clamp(y + i - 2, HEIGHT)];
        for (int x = 0; x < 2; x++)
            B[y][x] = border(A, W, y, x);
        for (int x = 2; x < WIDTH - 2; x++) {
            float sum = 0;
            for (int i = 0; i < 5; i++)
                for (int j = 0; j < 5; j++)
                    sum += row[i][x + j - 2] * W[i][j];
            B[y][x] = sum;
        }
        for (int x = WIDTH - 2; x < WIDTH; x++)
            B[y][x] = border(A, W, y, x);
    }
}
"""

_EDGES_PADDED_C = """
void filter_repeated_edges_padded(const float A[restrict][PITCH], const float W[restrict][5],
                                  float B[restrict][WIDTH])
{
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            float sum = 0;
            for (int i = 0; i < 5; i++)
                for (int j = 0; j < 5; j++)
                    sum += A[y + i][x + j] * W[i][j];
            B[y][x] = sum;
        }
}
"""


def _edges(A: Array, W: Array) -> tuple[Array, ...]:
    padded = np.pad(A, 2, mode="edge")
    height, width = A.shape
    total = np.zeros_like(A)
    for i in range(5):
        for j in range(5):
            total += W[i, j] * padded[i : i + height, j : j + width]
    return (total,)


def filter_repeated_edges(height: int = 781, width: int = 1033) -> Kernel:
    """A filter of 5 x 5 weights over an image whose edge is repeated outside."""
    image = (height, width)
    wide = rounded(width)
    pitch = rounded(wide + 4)
    return Kernel(
        "filter_repeated_edges",
        mlir(_EDGES, height=height, width=width),
        (Argument("A", image), Argument("W", (5, 5)), Argument("B", image, out=True)),
        _edges,
        c_source(_EDGES_C, HEIGHT=height, WIDTH=width),
        PaddedC(
            c_source(_EDGES_PADDED_C, HEIGHT=height, WIDTH=wide, PITCH=pitch),
            {
                "A": Pad(((2, 2), (2, pitch - width - 2)), "edge"),
                "B": Pad(((0, 0), (0, wide - width))),
            },
        ),
    )


KERNELS = (
    Untuned(heat_3d, {"depth": 5, "height": 7, "width": 11}),
    Untuned(sobel, {"height": 9, "width": 23}),
    Untuned(filter_repeated_edges, {"height": 7, "width": 19}),
)
