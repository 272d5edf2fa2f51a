"""Arguments of one name in the source are told apart in the tests of a call."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from pad_mlir.runtime import KernelError, compile


def zeros(*shape: int) -> np.ndarray[Any, Any]:
    return np.zeros(shape, np.float32)


@pytest.mark.parametrize(
    "arguments",
    [
        '%n: index, %A: memref<?xf32>, %B: memref<?xf32> {pad.name = "A"}',
        '%n: index, %B: memref<?xf32> {pad.name = "A"}, %A: memref<8xf32>',
        "%n: index, %A_1: memref<?xf32>, %A_2: memref<?xf32>",
        "%n_1: index, %n_2: index, %A: memref<8xf32>",
        '%n_1: index, %n_2: index {pad.size = [{of = "A", dim = 0}]}, %A: memref<?xf32>',
    ],
)
def test_sizes_of_one_name_are_told_apart(arguments: str) -> None:
    """A condition on the one is not tested of the other."""
    taken = arguments.split(", %")
    stores = [
        f"affine.store %one, %{argument.strip('%').split(':')[0]}[%i] : {argument.split()[1]}"
        for argument in taken
        if "memref" in argument
    ]
    kernel = compile(f"""
func.func @fill({arguments}) {{
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to {arguments.split(":")[0]} {{
    {chr(10).join(stores)}
  }}
  return
}}""")
    for n, *sizes in product((7, 9), *[(8,) if "<8x" in a else (6, 7, 8, 9) for a in taken[1:]]):
        given: list[Any] = [
            zeros(size) if "memref" in argument else size
            for argument, size in zip(taken[1:], sizes, strict=True)
            if "pad.size" not in argument
        ]
        arrays = [each for each in given if not isinstance(each, int)]
        if all(n <= len(array) for array in arrays):
            kernel(n, *given)
            assert all(array.sum() == n for array in arrays)
        else:
            with pytest.raises(KernelError, match="out of bounds"):
                kernel(n, *given)


def test_a_size_is_that_of_each_buffer_of_its_name() -> None:
    kernel = compile("""
func.func @fill(%A_1: memref<?xf32>, %A_2: memref<?xf32>,
                %n: index {pad.size = [{of = "A", dim = 0}]}) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to %n {
    affine.store %one, %A_1[%i] : memref<?xf32>
    affine.store %one, %A_2[%i] : memref<?xf32>
  }
  return
}""")
    first, second = zeros(3), zeros(3)
    kernel(first, second)
    assert first.all()
    assert second.all()
    for sizes in ((3, 4), (4, 3)):
        with pytest.raises(KernelError, match="argument n of @fill"):
            kernel(*map(zeros, sizes))


def test_sizes_of_one_name_in_a_function_that_is_called() -> None:
    kernel = compile("""
func.func private @fill(%n_1: index, %A_1: memref<?xf32>, %n_2: index, %A_2: memref<?xf32>) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to %n_1 {
    affine.store %one, %A_1[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n_2 {
    affine.store %one, %A_2[%i] : memref<?xf32>
  }
  return
}
func.func @both(%n: index, %A: memref<?xf32>, %m: index, %B: memref<?xf32>) {
  func.call @fill(%n, %A, %m, %B) : (index, memref<?xf32>, index, memref<?xf32>) -> ()
  return
}""")
    a, b = np.zeros(3, np.float32), np.zeros(5, np.float32)
    kernel(3, a, 5, b)
    assert a.all()
    assert b.all()
    for n, m in ((4, 5), (3, 6)):
        with pytest.raises(KernelError, match="of @fill out of bounds"):
            kernel(n, a, m, b)
