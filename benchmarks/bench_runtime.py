"""The cost of a kernel besides its own work: compiling it, calling it, packing for it."""

import time
from collections.abc import Callable

import numpy as np

from pad_mlir.runtime import compile

ADD = """
func.func @add(%A: memref<8xf32>, %B: memref<8xf32>, %C: memref<8xf32>, %s: f32) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %b = affine.load %B[%i] : memref<8xf32>
    %c = math.fma %a, %s, %b : f32
    affine.store %c, %C[%i] : memref<8xf32>
  }
  return
}
"""
TYPE = """memref<1024x1021xf32, #pad.layout<
    [affine_map<(i, j) -> (i, j floordiv 16, j mod 16)>], [0.0 : f32], {}>>"""
ROW_SUM = f"""
func.func @row_sum(%A: {TYPE}, %B: memref<1024xf32>) {{
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 1024 {{
    affine.store %zero, %B[%i] : memref<1024xf32>
    affine.for %j = 0 to 1021 {{
      %b = affine.load %B[%i] : memref<1024xf32>
      %a = affine.load %A[%i, %j] : {TYPE}
      %s = arith.addf %b, %a : f32
      affine.store %s, %B[%i] : memref<1024xf32>
    }}
  }}
  return
}}
"""


def seconds(function: Callable[[], object], repeats: int) -> float:
    """The best of three means."""
    means: list[float] = []
    for _ in range(3):
        start = time.perf_counter()
        for _ in range(repeats):
            function()
        means.append((time.perf_counter() - start) / repeats)
    return min(means)


def main() -> None:
    """Prints one row for each cost."""
    start = time.perf_counter()
    add = compile(ADD)
    print(f"first compile, imports and all: {1e3 * (time.perf_counter() - start):8.1f} ms")
    print(f"compile:                        {1e3 * seconds(lambda: compile(ADD), 5):8.1f} ms")
    a, b, c = (np.zeros(8, np.float32) for _ in range(3))
    print(
        f"call with 3 arrays of 8:        {1e6 * seconds(lambda: add(a, b, c, 2.0), 5000):8.1f} us"
    )
    array = np.ones((1024, 1021), np.float32)
    sums = np.zeros(1024, np.float32)
    logical, physical = compile(ROW_SUM), compile(ROW_SUM, packed=True)
    box = np.zeros(physical.physical_shape("A"), np.float32)
    inside = 1e3 * seconds(lambda: physical(box, sums), 20)
    print(f"row sum 1024x1021, packed:      {inside:8.2f} ms")
    around = 1e3 * seconds(lambda: logical(array, sums), 20) - inside
    print(f"packing for it:                 {around:8.2f} ms")


if __name__ == "__main__":
    main()
