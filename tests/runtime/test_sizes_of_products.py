"""Calls are tested for products and quotients of sizes too."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pad_mlir.runtime import KernelError, compile


def zeros(*shape: int) -> np.ndarray[Any, Any]:
    return np.zeros(shape, np.float32)


COMPUTED = """
func.func @f(%A: memref<?x?xf32>, %B: memref<?xf32>, %k: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  %one = arith.constant 1.0 : f32
  %area = arith.muli %n, %m : index
{0}
  return
}}
func.func private @inner(%X: memref<?xf32>, %s: index) {{
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to %s {{
    affine.store %one, %X[%i] : memref<?xf32>
  }}
  return
}}
func.func private @of_two(%X: memref<?xf32>, %s: index, %t: index) {{
  %one = arith.constant 1.0 : f32
  %p = arith.muli %s, %t : index
  affine.for %i = 0 to %p {{
    affine.store %one, %X[%i] : memref<?xf32>
  }}
  return
}}
"""
ASSUMED_AREA = COMPUTED.format("""
  %volume = arith.muli %area, %k : index
  %is = arith.cmpi sle, %volume, %c1 : index
  pad.assume %is : i1
  affine.store %one, %B[0] : memref<?xf32>
""")
ASSUMED_QUOTIENT = COMPUTED.format("""
  %q = arith.floordivsi %n, %k : index
  %is = arith.cmpi sle, %q, %c1 : index
  pad.assume %is : i1
  affine.store %one, %B[0] : memref<?xf32>
""")
STORED_AREA = COMPUTED.format("""
  affine.for %i = 0 to %area {
    affine.store %one, %B[%i] : memref<?xf32>
  }
""")
STORED_AT_AREA = COMPUTED.format("""
  affine.store %one, %B[symbol(%area) - 1] : memref<?xf32>
""")
LOCAL_AREA = COMPUTED.format("""
  %size = arith.muli %n, %k : index
  %t = memref.alloc(%size) : memref<?xf32>
  affine.for %i = 0 to %n {
    affine.store %one, %t[%i] : memref<?xf32>
  }
  memref.dealloc %t : memref<?xf32>
""")
PASSED_SIZES = COMPUTED.format("""
  func.call @of_two(%B, %n, %k) : (memref<?xf32>, index, index) -> ()
""")
PASSED_AREA = COMPUTED.format("""
  func.call @inner(%B, %area) : (memref<?xf32>, index) -> ()
""")


@pytest.mark.parametrize(
    ("text", "inside", "outside", "message"),
    [
        (ASSUMED_AREA, (3, 2, 1, -5), (1, 2, 1, 1),
         "@f assumes dim(A, 0) * dim(A, 1) * k <= 1, but dim(A, 0) is 1, dim(A, 1) is 2, k is 1"),
        (ASSUMED_AREA, (2**20, 1, 1, -(2**62)), (4, 1, 1, 2**62),
         "@f assumes dim(A, 0) * dim(A, 1) * k <= 1, but dim(A, 0) is 4, dim(A, 1) is 1, "
         "k is 4611686018427387904"),
        (ASSUMED_QUOTIENT, (3, 2, 1, 2), (3, 2, 1, 1),
         "@f assumes dim(A, 0) // k <= 1, but dim(A, 0) is 3, k is 1"),
        (ASSUMED_QUOTIENT, (3, 2, 1, -1), (3, 2, 1, 0), "@f assumes k != 0, but k is 0"),
        (STORED_AREA, (3, 5, 15, 0), (3, 5, 14, 0),
         "@f would access B out of bounds on axis 0: wanted dim(B, 0) >= dim(A, 0) * dim(A, 1), "
         "but dim(B, 0) is 14, dim(A, 0) is 3, dim(A, 1) is 5"),
        (STORED_AT_AREA, (3, 5, 15, 0), (3, 0, 15, 0),
         "@f would access B out of bounds on axis 0: wanted dim(A, 0) * dim(A, 1) >= 1 and "
         "dim(B, 0) >= dim(A, 0) * dim(A, 1), but dim(A, 0) is 3, dim(A, 1) is 0, "
         "dim(B, 0) is 15"),
        (LOCAL_AREA, (3, 5, 0, 1), (3, 5, 0, 0),
         "@f would access t out of bounds on axis 0: wanted dim(A, 0) * k >= dim(A, 0) or "
         "dim(A, 0) == 0, but dim(A, 0) is 3, k is 0"),
        (LOCAL_AREA, (0, 5, 0, 0), (3, 5, 0, 2**62),
         "@f would allocate t with a negative size, or with 2^63 bytes or more: wanted "
         "dim(A, 0) * k >= 0 and dim(A, 0) * k <= 2305843009213693951, but dim(A, 0) is 3, "
         "k is 4611686018427387904"),
        (PASSED_SIZES, (3, 5, 6, 2), (3, 5, 5, 2),
         "@f would access X of @of_two out of bounds on axis 0: wanted dim(B, 0) >= "
         "dim(A, 0) * k, but dim(B, 0) is 5, dim(A, 0) is 3, k is 2"),
        (PASSED_AREA, (3, 5, 15, 0), (3, 5, 14, 0),
         "@f would access X of @inner out of bounds on axis 0: wanted dim(B, 0) >= "
         "dim(A, 0) * dim(A, 1), but dim(B, 0) is 14, dim(A, 0) is 3, dim(A, 1) is 5"),
    ],
)  # fmt: skip
def test_products_and_quotients_of_sizes_are_asked(
    text: str,
    inside: tuple[int, int, int, int],
    outside: tuple[int, int, int, int],
    message: str,
) -> None:
    kernel = compile(text)
    assert not kernel.remarks
    n, m, size, k = inside
    kernel(zeros(n, m), zeros(size), k)
    n, m, size, k = outside
    with pytest.raises(KernelError) as refused:
        kernel(zeros(n, m), zeros(size), k)
    assert str(refused.value) == message
