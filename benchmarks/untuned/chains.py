"""Chains of element-wise operations without functions of `math`: of floats, and of bytes."""

from __future__ import annotations

import numpy as np

from .kernel import Argument, Array, Kernel, PaddedC, Untuned, c_source, end_pad, mlir, rounded

_GATE = """
func.func @gated_residual(%X: memref<${rows}x${columns}xf32>, %R: memref<${rows}x${columns}xf32>,
                          %scale: memref<${columns}xf32>, %shift: memref<${columns}xf32>,
                          %Y: memref<${rows}x${columns}xf32>) {
  %zero = arith.constant 0.0 : f32
  %three = arith.constant 3.0 : f32
  %six = arith.constant 6.0 : f32
  %sixth = arith.constant 0.16666667 : f32
  affine.for %i = 0 to $rows {
    affine.for %j = 0 to $columns {
      %x = affine.load %X[%i, %j] : memref<${rows}x${columns}xf32>
      %a = affine.load %scale[%j] : memref<${columns}xf32>
      %b = affine.load %shift[%j] : memref<${columns}xf32>
      %scaled = arith.mulf %x, %a $free : f32
      %t = arith.addf %scaled, %b $free : f32
      %moved = arith.addf %t, %three $free : f32
      %above = arith.maximumf %moved, %zero : f32
      %gate = arith.minimumf %above, %six : f32
      %gated = arith.mulf %t, %gate $free : f32
      %part = arith.mulf %gated, %sixth $free : f32
      %r = affine.load %R[%i, %j] : memref<${rows}x${columns}xf32>
      %y = arith.addf %r, %part $free : f32
      affine.store %y, %Y[%i, %j] : memref<${rows}x${columns}xf32>
    }
  } {pad.stage = "gate"}
  func.return
}
"""

_GATE_C = """
void gated_residual$suffix(const float X[restrict][PITCH], const float R[restrict][PITCH],
                           const float *restrict scale, const float *restrict shift,
                           float Y[restrict][PITCH])
{
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < PITCH; j++) {
            float t = X[i][j] * scale[j] + shift[j];
            float gate = t + 3;
            gate = gate > 0 ? gate : 0;
            gate = gate < 6 ? gate : 6;
            Y[i][j] = R[i][j] + t * gate * (1.0f / 6);
        }
}
"""


def _gate(X: Array, R: Array, scale: Array, shift: Array) -> tuple[Array, ...]:
    t = X * scale
    t += shift
    gate = np.clip(t + 3, 0, 6)
    gate *= t
    gate *= X.dtype.type(1 / 6)
    gate += R
    return (gate,)


def gated_residual(rows: int = 1211, columns: int = 1009) -> Kernel:
    """Scaled and shifted by column, weighted by a gate from 0 to 1, added to a second matrix."""
    matrix = (rows, columns)
    pad, column_pad = end_pad(matrix, {1: 16}), end_pad((columns,), {0: 16})
    plain, padded = (_GATE_C.replace("$suffix", suffix) for suffix in ("", "_padded"))
    return Kernel(
        "gated_residual",
        mlir(_GATE, rows=rows, columns=columns),
        (
            Argument("X", matrix),
            Argument("R", matrix),
            Argument("scale", (columns,)),
            Argument("shift", (columns,)),
            Argument("Y", matrix, out=True),
        ),
        _gate,
        c_source(plain, ROWS=rows, PITCH=columns),
        PaddedC(
            c_source(padded, ROWS=rows, PITCH=rounded(columns)),
            {"X": pad, "R": pad, "scale": column_pad, "shift": column_pad, "Y": pad},
        ),
    )


_BLEND = """
func.func @blend_bytes(%S: memref<${height}x${width}x3xi8>, %D: memref<${height}x${width}x3xi8>,
                       %alpha: memref<${height}x${width}xi8>,
                       %B: memref<${height}x${width}x3xi8>) {
  %whole = arith.constant 255 : i32
  %half = arith.constant 128 : i32
  %eight = arith.constant 8 : i32
  affine.for %y = 0 to $height {
    affine.for %x = 0 to $width {
      affine.for %c = 0 to 3 {
        %s8 = affine.load %S[%y, %x, %c] : memref<${height}x${width}x3xi8>
        %d8 = affine.load %D[%y, %x, %c] : memref<${height}x${width}x3xi8>
        %a8 = affine.load %alpha[%y, %x] : memref<${height}x${width}xi8>
        %s = arith.extui %s8 : i8 to i32
        %d = arith.extui %d8 : i8 to i32
        %a = arith.extui %a8 : i8 to i32
        %rest = arith.subi %whole, %a : i32
        %front = arith.muli %s, %a : i32
        %back = arith.muli %d, %rest : i32
        %both = arith.addi %front, %back : i32
        %t = arith.addi %both, %half : i32
        %high = arith.shrui %t, %eight : i32
        %u = arith.addi %t, %high : i32
        %v = arith.shrui %u, %eight : i32
        %b = arith.trunci %v : i32 to i8
        affine.store %b, %B[%y, %x, %c] : memref<${height}x${width}x3xi8>
      }
    }
  } {pad.stage = "blend"}
  func.return
}
"""

_BLEND_C = """
void blend_bytes(const unsigned char S[restrict][WIDTH][3],
                 const unsigned char D[restrict][WIDTH][3],
                 const unsigned char alpha[restrict][WIDTH], unsigned char B[restrict][WIDTH][3])
{
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            for (int c = 0; c < 3; c++) {
                unsigned a = alpha[y][x];
                unsigned t = S[y][x][c] * a + D[y][x][c] * (255 - a) + 128;
                B[y][x][c] = (t + (t >> 8)) >> 8;
            }
}
"""


def _blend(S: Array, D: Array, alpha: Array) -> tuple[Array, ...]:
    """The arrays hold bytes without a sign, in the type that the kernel takes."""
    s, d, a = (array.view(np.uint8).astype(np.uint16) for array in (S, D, alpha))
    a = a[:, :, None]
    t = s * a
    t += d * (255 - a)
    t += 128
    t += t >> 8
    return ((t >> 8).astype(np.uint8).view(np.int8),)


def blend_bytes(height: int = 701, width: int = 907) -> Kernel:
    """One image over another by the weight of each pixel, in whole numbers, rounded."""
    image = (height, width, 3)
    return Kernel(
        "blend_bytes",
        mlir(_BLEND, height=height, width=width),
        (
            Argument("S", image, "int8", within=(-128, 128)),
            Argument("D", image, "int8", within=(-128, 128)),
            Argument("alpha", (height, width), "int8", within=(-128, 128)),
            Argument("B", image, "int8", out=True),
        ),
        _blend,
        c_source(_BLEND_C, HEIGHT=height, WIDTH=width),
    )


KERNELS = (
    Untuned(gated_residual, {"rows": 7, "columns": 29}),
    Untuned(blend_bytes, {"height": 5, "width": 9}),
)
