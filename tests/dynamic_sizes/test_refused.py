"""Sizes that a call refuses before anything runs, and sizes without cells."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pad_mlir.runtime import KernelError, compile
from pad_mlir.schedule import Schedule

from ..ahead_of_time.building import compilers, run_program, write

LOCAL = """
func.func @squares(%A: memref<?x?xi8>, %B: memref<?xi8>,
    %m: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]},
    %n: index {pad.size = [{of = "A", dim = 1}]}) {
  %one = arith.constant 1 : i8
  %L = memref.alloc(%n, %n) {pad.name = "L"} : memref<?x?xi8>
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      affine.store %one, %L[%j, %j] : memref<?x?xi8>
      %a = affine.load %L[%j, %j] : memref<?x?xi8>
      affine.store %a, %B[%i] : memref<?xi8>
    }
  } {pad.stage = "compute"}
  memref.dealloc %L : memref<?x?xi8>
  func.return
}
"""


def _kernel(*, packed: bool) -> Any:
    s = Schedule(LOCAL)
    s.transform_layout("A", lambda i, j: (j // 16, i, j % 16), pad_value=0)
    s.apply_layouts()
    return compile(s.module, packed=packed)


def _rows(m: int, n: int) -> Any:
    """An array of that shape in one byte."""
    return np.broadcast_to(np.int8(0), (m, n))


def test_sizes_that_disagree():
    with pytest.raises(KernelError, match=r"axis 0 of A, 4, and axis 0 of B, 3"):
        _kernel(packed=False)(np.zeros((4, 5), np.int8), np.zeros(3, np.int8))


def test_a_negative_size():
    box, rows = np.zeros((1, 3, 16), np.int8), np.zeros(3, np.int8)
    with pytest.raises(KernelError, match="size -5, but must be at least 0"):
        _kernel(packed=True)(box, rows, m=3, n=-5)


@pytest.mark.parametrize("n", [2**32, 2**40, 2**62])
def test_bytes_of_a_local_buffer_that_no_index_counts(n: int):
    out = np.zeros(0, np.int8)
    with pytest.raises(KernelError, match=f"allocate L .* but n is {n}"):
        _kernel(packed=False)(_rows(0, n), out)


def test_a_negative_size_of_a_local_buffer():
    less = LOCAL.replace("  %L = ", "  %f = affine.apply affine_map<(d0) -> (d0 - 4)>(%n)\n  %L = ")
    less = less.replace("alloc(%n, %n)", "alloc(%n, %f)").replace("to %n", "to 0")
    kernel: Any = compile(less)
    kernel(np.zeros((1, 4), np.int8), np.zeros(1, np.int8))
    with pytest.raises(KernelError, match=r"allocate L with a negative size.*n - 4 >= 0.* n is 3"):
        kernel(np.zeros((1, 3), np.int8), np.zeros(1, np.int8))


def test_bytes_in_a_layout_that_no_index_counts():
    s = Schedule("""
    func.func @first(%A: memref<?x?xi8>, %B: memref<1xi8>) {
      %a = affine.load %A[0, 0] : memref<?x?xi8>
      affine.store %a, %B[0] : memref<1xi8>
      func.return
    }
    """)
    s.transform_layout("A", lambda i, j: (i, j // 16, j % 16), pad_value=0)
    kernel: Any = s.compile()
    with pytest.raises(KernelError, match=f"A takes {2**64} bytes in its layout"):
        kernel(_rows(2**60, 1), np.zeros(1, np.int8))


@pytest.mark.parametrize("shape", [(0, 5), (3, 0), (0, 0), (0, 2**20)])
def test_arrays_without_cells(shape: tuple[int, int]):
    out = np.full(shape[0], 7, np.int8)
    _kernel(packed=False)(np.zeros(shape, np.int8), out)
    assert (out == 7).all()


def test_an_axis_of_any_size_in_an_array_without_cells():
    plain = LOCAL.replace("alloc(%n, %n)", "alloc(%m, %m)").replace("%L[%j, %j]", "%L[%i, %i]")
    s = Schedule(plain)
    s.transform_layout("A", lambda i, j: (j // 16, i, j % 16), pad_value=0)
    kernel: Any = s.compile()
    kernel(_rows(0, 2**62), np.zeros(0, np.int8))


@pytest.mark.parametrize("compiler", compilers("cc"))
def test_the_header_says_what_may_be_allocated(tmp_path: Any, compiler: str):
    write(LOCAL, tmp_path, "kernel", "header", "obj")
    header = (tmp_path / "kernel.h").read_text()
    limit = "n <= 9223372036854775807 // max(n, 1)"
    assert f"L: must not be allocated unless {limit}" in header
    source = """
#include "kernel.h"
#include <stdio.h>
int main(void) {
  int8_t a[6] = {0}, b[2] = {0};
  pad_memref_int8_t_2 A = {a, a, 0, {2, 3}, {3, 1}};
  pad_memref_int8_t_1 B = {b, b, 0, {2}, {1}};
  _mlir_ciface_squares(&A, &B, 2, 3);
  printf("%d %d\\n", b[0], b[1]);
  return 0;
}
"""
    assert run_program(compiler, source, tmp_path) == "1 1\n"
