"""Arrays for memrefs with strides: passed as they lie, refused where they lie in another way."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from pad_mlir.dialect.repairs import print_module
from pad_mlir.runtime import KernelError, compile
from pad_mlir.runtime.host.host_kernel import HostKernel
from pad_mlir.schedule import Schedule

pytest.importorskip("mlir")

Array = NDArray[np.float32]
ANY, ROWS, STATIC = (
    "memref<?x?xf32, strided<[?, ?], offset: ?>>",
    "memref<?x?xf32, strided<[?, 1], offset: ?>>",
    "memref<5x7xf32, strided<[16, 1], offset: 3>>",
)
SIZES = (0, 1, 15, 16, 17, 40)
"""A vector has 16 elements, at most."""


def adding(type: str) -> str:
    """A function that adds 1 to A, and gives B the sum of both."""
    return f"""
func.func @f(%A: {type}, %B: {type}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %n = memref.dim %A, %c0 : {type}
  %m = memref.dim %A, %c1 : {type}
  affine.for %i = 0 to %n {{
    affine.for %j = 0 to %m {{
      %a = affine.load %A[%i, %j] : {type}
      %b = affine.load %B[%i, %j] : {type}
      %s = arith.addf %a, %b : f32
      affine.store %s, %B[%i, %j] : {type}
    }}
  }}
  func.return
}}"""


def optimized(text: str) -> str:
    """The same with vectors of this machine."""
    schedule = Schedule(text)
    schedule.optimize(target_cpu="native")
    return print_module(schedule.module)


KERNELS = {type: compile(optimized(adding(type))) for type in (ANY, ROWS, STATIC)}


def stored(rows: int, columns: int) -> Array:
    """Different numbers."""
    return np.arange(rows * columns, dtype=np.float32).reshape(rows, columns)


def check(type: str, a: Array, b: Array, around: Array) -> None:
    """Run, and compare with numpy; what is around B may not change."""
    wanted, old, kept = a + b, b.copy(), around.copy()
    KERNELS[type](a, b)
    np.testing.assert_array_equal(b, wanted)
    b[...] = old
    np.testing.assert_array_equal(around, kept)


@pytest.mark.parametrize("columns", SIZES)
@pytest.mark.parametrize("rows", [0, 1, 5, 7])
def test_rows_with_room_after_them(rows: int, columns: int) -> None:
    a, around = stored(rows, columns + 3), stored(rows + 1, columns + 9)
    check(ROWS, a[:, :columns], around[1:, 2 : columns + 2], around)


def test_vectors_are_made() -> None:
    assert "vector<" in optimized(adding(ROWS))
    assert "vector<" not in optimized(adding(ANY))


def test_strides_and_offset_of_the_type() -> None:
    a, around = stored(5, 16), stored(6, 16)
    check(STATIC, a[:, 4:11], around[:5, 9:], around)


@pytest.mark.parametrize("columns", SIZES)
def test_columns_apart(columns: int) -> None:
    a, around = stored(columns, 6), stored(6, 2 * columns)
    check(ANY, a.T, around[:, ::2], around)
    check(ANY, a.T[::2, ::3], stored(3, -(-columns // 3)), around)


def test_rows_that_are_only_read_may_overlap() -> None:
    row = np.arange(20, dtype=np.float32)
    check(ROWS, as_strided(row, (4, 17), (4, 4)), b := stored(4, 17), b)
    check(ROWS, np.broadcast_to(row, (4, 20)), b := stored(4, 20), b)


def test_one_row_has_any_stride() -> None:
    around = stored(6, 20)
    check(ROWS, stored(6, 40)[::-2, :17][:1], around[3::-1, :17][:1], around)


def _overlapping() -> tuple[Array, Array]:
    return stored(4, 17), as_strided(np.zeros(80, np.float32), (4, 17), (64, 4))


def _in_halves(array: Array) -> Array:
    """The same cells, but rows not whole elements apart."""
    return as_strided(array, array.shape, (array.strides[0] + 2, array.strides[1]))


BAD: dict[str, tuple[str, Any, str]] = {
    "overlapping rows": (ROWS, _overlapping, "elements of it share memory"),
    "one row for all": (
        ROWS,
        lambda: (stored(4, 5), as_strided(np.zeros(5, np.float32), (4, 5), (0, 4))),
        "elements of it share memory",
    ),
    "turned rows": (ROWS, lambda: (stored(4, 5)[::-1], stored(4, 5)), "none of them negative"),
    "turned columns": (ANY, lambda: (stored(4, 5), stored(4, 5)[:, ::-1]), "negative"),
    "columns apart": (
        ROWS,
        lambda: (stored(4, 5), stored(5, 4).T),
        r"argument B of @f: wanted strides \[\?, 1\] of whole elements of 4 bytes",
    ),
    "other rows": (
        STATIC,
        lambda: (stored(5, 7), stored(5, 16)[:, :7]),
        r"argument A of @f: wanted strides \[16, 1\]",
    ),
    "no whole elements": (
        ROWS,
        lambda: (_in_halves(stored(4, 5)), stored(4, 5)),
        "of whole elements",
    ),
    "parts of one array": (
        ROWS,
        lambda: (lambda x: (x[:, :17], x[:, 16:33]))(stored(4, 40)),
        "A and B overlap in memory, but the kernel writes B",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_what_is_refused(case: str) -> None:
    type, made, message = BAD[case]
    a, b = made()
    kept = b.copy()
    with pytest.raises(KernelError, match=message):
        KERNELS[type](a, b)
    np.testing.assert_array_equal(b, kept)


def test_parts_of_one_array_side_by_side() -> None:
    around = stored(4, 40)
    check(ROWS, around[:, :17].copy(), around[:, 17:34], around)
    check(ROWS, around[:, :17], around[:, 17:34], around)


def test_an_address_that_is_to_be_aligned() -> None:
    type = "memref<?xf32, strided<[1], offset: ?>>"
    kernel = compile(
        f"func.func @f(%A: {type} {{llvm.align = 64 : i64}}) {{\n"
        "  %c0 = arith.constant 0 : index\n  %x = arith.constant 3.0 : f32\n"
        f"  memref.store %x, %A[%c0] : {type}\n  func.return\n}}"
    )
    memory = np.zeros(64, np.float32)
    first = -memory.ctypes.data % 64 // 4
    kernel(memory[first : first + 4])
    assert memory[first] == 3
    with pytest.raises(KernelError, match="multiple of 64"):
        kernel(memory[first + 1 : first + 4])


@pytest.mark.parametrize("target", ["opencl", "cuda"])
def test_only_the_host_takes_them(target: str) -> None:
    with pytest.raises(KernelError, match="strided ones as arguments of calls on the host"):
        compile(adding(ROWS), target=target)


def test_calls_like_earlier_ones_are_compared() -> None:
    """Compiled code compares shapes and strides, and what is other is checked in full."""
    kernel = compile(adding(ROWS))
    assert isinstance(kernel, HostKernel)
    compared = kernel.remembered
    assert compared is not None
    around = stored(8, 40)
    for _ in range(3):
        kernel(around[:3, :9], stored(3, 9))
    assert compared.unnamed is not None
    before = len(compared.unnamed.rows)
    for a, b in (
        (around[:3, 8:17], stored(3, 12)[:, :9]),
        (around[:6:2, 8:17], stored(3, 9)),
        (stored(3, 9), stored(3, 9)),
        (around[:3, :9], around[:3, 20:29]),
    ):
        wanted = a + b
        kernel(a, b)
        np.testing.assert_array_equal(b, wanted)
    for bad in (
        (around[:3, :9], around[:3, 8:17]),
        (around[:3, :9], as_strided(around, (3, 9), (8, 4))),
    ):
        with pytest.raises(KernelError):
            kernel(*bad)
    assert len(compared.unnamed.rows) == before


def test_what_is_only_read_by_a_view_is_not_written() -> None:
    view = "memref<?x?xf32, strided<[?, 1]>>"
    kernel = compile(f"""
func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %n: index) {{
  %V = memref.reinterpret_cast %A to offset: [0], sizes: [%n, %n], strides: [%n, 1]
      : memref<?xf32> to {view}
  %W = memref.reinterpret_cast %C to offset: [0], sizes: [%n, %n], strides: [%n, 1]
      : memref<?xf32> to {view}
  affine.for %i = 0 to %n {{
    affine.for %j = 0 to %n {{
      %a = affine.load %V[%j, %i] : {view}
      %b = affine.load %B[%j] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %W[%i, %j] : {view}
    }}
  }}
  func.return
}}""")
    a, c = stored(1, 9)[0], np.zeros(9, np.float32)
    a.flags.writeable = False
    kernel(a, a[:3], c, 3)
    np.testing.assert_array_equal(c.reshape(3, 3), a.reshape(3, 3).T + a[:3])
    with pytest.raises(KernelError, match="read-only"):
        kernel(a, a[:3], a, 3)
