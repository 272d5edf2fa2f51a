"""Data that only moves, or moves by an index: transposes, and gathers of rows and of cells."""

from __future__ import annotations

import numpy as np

from .kernel import Argument, Array, Kernel, Pad, PaddedC, Untuned, c_source, end_pad, mlir, rounded

_TRANSPOSE = """
func.func @transpose(%A: memref<${rows}x${columns}xf32>, %B: memref<${columns}x${rows}xf32>) {
  affine.for %i = 0 to $columns {
    affine.for %j = 0 to $rows {
      %a = affine.load %A[%j, %i] : memref<${rows}x${columns}xf32>
      affine.store %a, %B[%i, %j] : memref<${columns}x${rows}xf32>
    }
  } {pad.stage = "transpose"}
  func.return
}
"""

_TRANSPOSE_C = """
void transpose(const float A[restrict][COLUMNS], float B[restrict][ROWS])
{
    for (int i = 0; i < ROWS; i += 16)
        for (int j = 0; j < COLUMNS; j += 16)
            for (int y = j; y < COLUMNS && y < j + 16; y++)
                for (int x = i; x < ROWS && x < i + 16; x++)
                    B[y][x] = A[x][y];
}
"""

_TRANSPOSE_PADDED_C = """
void transpose_padded(const float A[restrict][COLUMNS], float B[restrict][ROWS])
{
    for (int i = 0; i < ROWS; i += 16)
        for (int j = 0; j < COLUMNS; j += 16)
            for (int y = 0; y < 16; y++)
                for (int x = 0; x < 16; x++)
                    B[j + y][i + x] = A[i + x][j + y];
}
"""


def _transpose(A: Array) -> tuple[Array, ...]:
    return (np.ascontiguousarray(A.T),)


def transpose(rows: int = 1013, columns: int = 619) -> Kernel:
    """A matrix with rows and columns exchanged."""
    return Kernel(
        "transpose",
        mlir(_TRANSPOSE, rows=rows, columns=columns),
        (Argument("A", (rows, columns)), Argument("B", (columns, rows), out=True)),
        _transpose,
        c_source(_TRANSPOSE_C, ROWS=rows, COLUMNS=columns),
        PaddedC(
            c_source(_TRANSPOSE_PADDED_C, ROWS=rounded(rows), COLUMNS=rounded(columns)),
            {
                "A": end_pad((rows, columns), {0: 16, 1: 16}),
                "B": end_pad((columns, rows), {0: 16, 1: 16}),
            },
        ),
    )


_CHANNELS_LAST = """
func.func @channels_last(%A: memref<${batch}x${channels}x${height}x${width}xf32>,
                         %B: memref<${batch}x${height}x${width}x${channels}xf32>) {
  affine.for %n = 0 to $batch {
    affine.for %y = 0 to $height {
      affine.for %x = 0 to $width {
        affine.for %c = 0 to $channels {
          %a = affine.load %A[%n, %c, %y, %x] : memref<${batch}x${channels}x${height}x${width}xf32>
          affine.store %a, %B[%n, %y, %x, %c]
              : memref<${batch}x${height}x${width}x${channels}xf32>
        }
      }
    }
  } {pad.stage = "permute"}
  func.return
}
"""

_CHANNELS_LAST_C = """
void channels_last$suffix(const float A[restrict][CHANNELS][HEIGHT][PITCH],
                          float B[restrict][HEIGHT][PITCH][CHANNELS])
{
    for (int n = 0; n < BATCH; n++)
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < PITCH; x++)
                for (int c = 0; c < CHANNELS; c++)
                    B[n][y][x][c] = A[n][c][y][x];
}
"""


def _channels_last(A: Array) -> tuple[Array, ...]:
    return (np.ascontiguousarray(A.transpose(0, 2, 3, 1)),)


def channels_last(batch: int = 5, channels: int = 57, height: int = 47, width: int = 53) -> Kernel:
    """Images of which the channels become the innermost axis."""
    plain, padded = (_CHANNELS_LAST_C.replace("$suffix", suffix) for suffix in ("", "_padded"))
    after, before = (batch, height, width, channels), (batch, channels, height, width)
    sizes = {"BATCH": batch, "HEIGHT": height}
    return Kernel(
        "channels_last",
        mlir(_CHANNELS_LAST, batch=batch, channels=channels, height=height, width=width),
        (Argument("A", before), Argument("B", after, out=True)),
        _channels_last,
        c_source(plain, **sizes, CHANNELS=channels, PITCH=width),
        PaddedC(
            c_source(padded, **sizes, CHANNELS=rounded(channels), PITCH=rounded(width)),
            {"A": end_pad(before, {1: 16, 3: 16}), "B": end_pad(after, {2: 16, 3: 16})},
        ),
    )


_BAGS = """
func.func @embedding_bags(%T: memref<${words}x${width}xf32>, %I: memref<${bags}x${length}xi32>,
                          %Y: memref<${bags}x${width}xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %b = 0 to $bags {
    affine.for %j = 0 to $width {
      affine.store %zero, %Y[%b, %j] : memref<${bags}x${width}xf32>
    }
    affine.for %l = 0 to $length {
      %word = affine.load %I[%b, %l] : memref<${bags}x${length}xi32>
      %row = arith.index_cast %word : i32 to index
      affine.for %j = 0 to $width {
        %t = memref.load %T[%row, %j] : memref<${words}x${width}xf32>
        %s = affine.load %Y[%b, %j] : memref<${bags}x${width}xf32>
        %next = arith.addf %s, %t $free : f32
        affine.store %next, %Y[%b, %j] : memref<${bags}x${width}xf32>
      }
    }
  } {pad.stage = "bags"}
  func.return
}
"""

_BAGS_C = """
void embedding_bags$suffix(const float T[restrict][PITCH], const int I[restrict][LENGTH],
                           float Y[restrict][PITCH])
{
    for (int b = 0; b < BAGS; b++) {
        float sum[PITCH] = {0};
        for (int l = 0; l < LENGTH; l++) {
            const float *row = T[I[b][l]];
            for (int j = 0; j < PITCH; j++)
                sum[j] += row[j];
        }
        for (int j = 0; j < PITCH; j++)
            Y[b][j] = sum[j];
    }
}
"""


def _bags(T: Array, rows: Array) -> tuple[Array, ...]:
    return (T[rows].sum(axis=1),)


def embedding_bags(words: int = 5003, width: int = 67, bags: int = 2501, length: int = 9) -> Kernel:
    """For each bag of words the sum of their rows in a table."""
    plain, padded = (_BAGS_C.replace("$suffix", suffix) for suffix in ("", "_padded"))
    sizes = {"BAGS": bags, "LENGTH": length}
    return Kernel(
        "embedding_bags",
        mlir(_BAGS, words=words, width=width, bags=bags, length=length),
        (
            Argument("T", (words, width)),
            Argument("I", (bags, length), "int32", within=(0, words)),
            Argument("Y", (bags, width), out=True),
        ),
        _bags,
        c_source(plain, **sizes, PITCH=width),
        PaddedC(
            c_source(padded, **sizes, PITCH=rounded(width)),
            {"T": end_pad((words, width), {1: 16}), "Y": end_pad((bags, width), {1: 16})},
        ),
    )


_TAKE = """
func.func @take_along_rows(%A: memref<${rows}x${columns}xf32>, %I: memref<${rows}x${picks}xi32>,
                           %B: memref<${rows}x${picks}xf32>) {
  affine.for %i = 0 to $rows {
    affine.for %j = 0 to $picks {
      %at = affine.load %I[%i, %j] : memref<${rows}x${picks}xi32>
      %column = arith.index_cast %at : i32 to index
      %a = memref.load %A[%i, %column] : memref<${rows}x${columns}xf32>
      affine.store %a, %B[%i, %j] : memref<${rows}x${picks}xf32>
    }
  } {pad.stage = "take"}
  func.return
}
"""

_TAKE_C = """
void take_along_rows$suffix(const float A[restrict][COLUMNS], const int I[restrict][PICKS],
                            float B[restrict][PICKS])
{
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < PICKS; j++)
            B[i][j] = A[i][I[i][j]];
}
"""


def _take(A: Array, columns: Array) -> tuple[Array, ...]:
    return (np.take_along_axis(A, columns, axis=1),)


def take_along_rows(rows: int = 793, columns: int = 1117, picks: int = 741) -> Kernel:
    """From each row the cells at the columns that a second matrix names."""
    plain, padded = (_TAKE_C.replace("$suffix", suffix) for suffix in ("", "_padded"))
    sizes = {"ROWS": rows, "COLUMNS": columns}
    pad = Pad(((0, 0), (0, rounded(picks) - picks)))
    return Kernel(
        "take_along_rows",
        mlir(_TAKE, rows=rows, columns=columns, picks=picks),
        (
            Argument("A", (rows, columns)),
            Argument("I", (rows, picks), "int32", within=(0, columns)),
            Argument("B", (rows, picks), out=True),
        ),
        _take,
        c_source(plain, **sizes, PICKS=picks),
        PaddedC(c_source(padded, **sizes, PICKS=rounded(picks)), {"I": pad, "B": pad}),
    )


KERNELS = (
    Untuned(transpose, {"rows": 19, "columns": 23}),
    Untuned(channels_last, {"batch": 2, "channels": 5, "height": 3, "width": 7}),
    Untuned(embedding_bags, {"words": 17, "width": 7, "bags": 5, "length": 3}),
    Untuned(take_along_rows, {"rows": 5, "columns": 23, "picks": 11}),
)
