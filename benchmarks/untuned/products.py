"""Products of matrices: a narrow one, many small ones, one with rows of both, a large one."""

from __future__ import annotations

import numpy as np

from .kernel import Argument, Array, Kernel, PaddedC, Untuned, c_source, end_pad, mlir, rounded

_PRODUCT = """
func.func @$name(%A: memref<${m}x${k}xf32>, %B: memref<${k}x${n}xf32>,
    %C: memref<${m}x${n}xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to $m {
    affine.for %j = 0 to $n {
      affine.store %zero, %C[%i, %j] : memref<${m}x${n}xf32>
      affine.for %l = 0 to $k {
        %a = affine.load %A[%i, %l] : memref<${m}x${k}xf32>
        %b = affine.load %B[%l, %j] : memref<${k}x${n}xf32>
        %c = affine.load %C[%i, %j] : memref<${m}x${n}xf32>
        %product = arith.mulf %a, %b $free : f32
        %next = arith.addf %c, %product $free : f32
        affine.store %next, %C[%i, %j] : memref<${m}x${n}xf32>
      }
    }
  } {pad.stage = "product"}
  func.return
}
"""

_PRODUCT_C = """
void $name(const float A[restrict][K], const float B[restrict][N], float C[restrict][N])
{
    for (int i = 0; i < M; i++) {
        float sum[N];
        for (int j = 0; j < N; j++)
            sum[j] = 0;
        for (int l = 0; l < K; l++)
            for (int j = 0; j < N; j++)
                sum[j] += A[i][l] * B[l][j];
        for (int j = 0; j < N; j++)
            C[i][j] = sum[j];
    }
}
"""


def _product(A: Array, B: Array) -> tuple[Array, ...]:
    return (A @ B,)


def _kernel(name: str, m: int, n: int, k: int, unit: int) -> Kernel:
    pads = {"B": end_pad((k, n), {1: unit}), "C": end_pad((m, n), {1: unit})}
    padded = _PRODUCT_C.replace("$name", f"{name}_padded")
    return Kernel(
        name,
        mlir(_PRODUCT, name=name, m=m, n=n, k=k),
        (Argument("A", (m, k)), Argument("B", (k, n)), Argument("C", (m, n), out=True)),
        _product,
        c_source(_PRODUCT_C.replace("$name", name), M=m, N=n, K=k),
        PaddedC(c_source(padded, M=m, N=rounded(n, unit), K=k), pads),
    )


def narrow_product(rows: int = 4011, columns: int = 5, inner: int = 301) -> Kernel:
    """Many rows times a matrix of few columns."""
    return _kernel("narrow_product", rows, columns, inner, 8)


def large_product(rows: int = 709, columns: int = 811, inner: int = 653) -> Kernel:
    """Two matrices that fit no small cache."""
    return _kernel("large_product", rows, columns, inner, 16)


_BATCHED = """
func.func @batched_product(%A: memref<${batch}x${m}x${k}xf32>, %B: memref<${batch}x${k}x${n}xf32>,
                           %C: memref<${batch}x${m}x${n}xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %b = 0 to $batch {
    affine.for %i = 0 to $m {
      affine.for %j = 0 to $n {
        affine.store %zero, %C[%b, %i, %j] : memref<${batch}x${m}x${n}xf32>
        affine.for %l = 0 to $k {
          %x = affine.load %A[%b, %i, %l] : memref<${batch}x${m}x${k}xf32>
          %y = affine.load %B[%b, %l, %j] : memref<${batch}x${k}x${n}xf32>
          %c = affine.load %C[%b, %i, %j] : memref<${batch}x${m}x${n}xf32>
          %product = arith.mulf %x, %y $free : f32
          %next = arith.addf %c, %product $free : f32
          affine.store %next, %C[%b, %i, %j] : memref<${batch}x${m}x${n}xf32>
        }
      }
    }
  } {pad.stage = "product"}
  func.return
}
"""

_BATCHED_C = """
void batched_product$suffix(const float A[restrict][M][K], const float B[restrict][K][N],
                            float C[restrict][M][N])
{
    for (int b = 0; b < BATCH; b++)
        for (int i = 0; i < M; i++) {
            float sum[N];
            for (int j = 0; j < N; j++)
                sum[j] = 0;
            for (int l = 0; l < K; l++)
                for (int j = 0; j < N; j++)
                    sum[j] += A[b][i][l] * B[b][l][j];
            for (int j = 0; j < N; j++)
                C[b][i][j] = sum[j];
        }
}
"""


def batched_product(batch: int = 147, rows: int = 45, columns: int = 51, inner: int = 33) -> Kernel:
    """Many products of small matrices."""
    plain, padded = (_BATCHED_C.replace("$suffix", suffix) for suffix in ("", "_padded"))
    left, right, result = (batch, rows, inner), (batch, inner, columns), (batch, rows, columns)
    sizes = {"BATCH": batch, "M": rows, "K": inner}
    return Kernel(
        "batched_product",
        mlir(_BATCHED, batch=batch, m=rows, n=columns, k=inner),
        (Argument("A", left), Argument("B", right), Argument("C", result, out=True)),
        _product,
        c_source(plain, **sizes, N=columns),
        PaddedC(
            c_source(padded, **sizes, N=rounded(columns)),
            {"B": end_pad(right, {2: 16}), "C": end_pad(result, {2: 16})},
        ),
    )


_OF_ROWS = """
func.func @product_of_rows(%A: memref<${m}x${k}xf32>, %B: memref<${n}x${k}xf32>,
                           %C: memref<${m}x${n}xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to $m {
    affine.for %j = 0 to $n {
      %sum = affine.for %l = 0 to $k iter_args(%s = %zero) -> (f32) {
        %a = affine.load %A[%i, %l] : memref<${m}x${k}xf32>
        %b = affine.load %B[%j, %l] : memref<${n}x${k}xf32>
        %product = arith.mulf %a, %b $free : f32
        %next = arith.addf %s, %product $free : f32
        affine.yield %next : f32
      }
      affine.store %sum, %C[%i, %j] : memref<${m}x${n}xf32>
    }
  } {pad.stage = "product"}
  func.return
}
"""

_OF_ROWS_C = """
void product_of_rows$suffix(const float A[restrict][K], const float B[restrict][K],
                            float C[restrict][N])
{
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int l = 0; l < K; l++)
                sum += A[i][l] * B[j][l];
            C[i][j] = sum;
        }
}
"""


def _of_rows(A: Array, B: Array) -> tuple[Array, ...]:
    return (np.matmul(A, B.T),)


def product_of_rows(rows: int = 313, columns: int = 287, inner: int = 405) -> Kernel:
    """A matrix times a transposed one: each result is a product of two rows."""
    plain, padded = (_OF_ROWS_C.replace("$suffix", suffix) for suffix in ("", "_padded"))
    sizes = {"M": rows, "N": columns}
    return Kernel(
        "product_of_rows",
        mlir(_OF_ROWS, m=rows, n=columns, k=inner),
        (
            Argument("A", (rows, inner)),
            Argument("B", (columns, inner)),
            Argument("C", (rows, columns), out=True),
        ),
        _of_rows,
        c_source(plain, **sizes, K=inner),
        PaddedC(
            c_source(padded, **sizes, K=rounded(inner)),
            {"A": end_pad((rows, inner), {1: 16}), "B": end_pad((columns, inner), {1: 16})},
        ),
    )


KERNELS = (
    Untuned(narrow_product, {"rows": 13, "columns": 3, "inner": 11}),
    Untuned(batched_product, {"batch": 3, "rows": 5, "columns": 7, "inner": 9}),
    Untuned(product_of_rows, {"rows": 7, "columns": 9, "inner": 21}),
    Untuned(large_product, {"rows": 19, "columns": 23, "inner": 17}),
)
