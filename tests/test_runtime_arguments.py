"""Calls that a kernel refuses before anything has run, and the ways to pass arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pad_mlir.dialect.layout import Layout
from pad_mlir.runtime import Kernel, KernelError, compile
from pad_mlir.runtime.call.arguments import address_of

ADD = """
func.func @add(%A: memref<2x3xf32>, %B: memref<2x3xf32>, %s: i8) {
  %v = arith.sitofp %s : i8 to f32
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 3 {
      %a = affine.load %A[%i, %j] : memref<2x3xf32>
      %b = arith.addf %a, %v : f32
      affine.store %b, %B[%i, %j] : memref<2x3xf32>
    }
  }
  return
}
"""
LAID_OUT = """
func.func @double(%A: memref<5xf32, #pad.layout<[
    affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>>) {
  affine.for %i = 0 to 5 {
    %a = affine.load %A[%i] : memref<5xf32, #pad.layout<[
        affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>>
    %b = arith.addf %a, %a : f32
    affine.store %b, %A[%i] : memref<5xf32, #pad.layout<[
        affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>>
  }
  return
}
"""


@pytest.fixture(scope="module", name="add")
def _add() -> Kernel:
    return compile(ADD)


def arrays() -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    return np.arange(6, dtype=np.float32).reshape(2, 3), np.zeros((2, 3), np.float32)


def read_only(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    array.flags.writeable = False
    return array


A, B = arrays()
WHOLE = np.zeros(16, np.float32)
REFUSED: dict[str, tuple[tuple[Any, ...], str]] = {
    "too few": ((A, B), "@add takes 3 arguments (A, B, s), got 2"),
    "too many": ((A, B, 1, 2), "@add takes 3 arguments (A, B, s), got 4"),
    "dtype": (
        (A.astype(np.float64), B, 1),
        "argument A of @add: wanted elements of type float32 (f32), got float64",
    ),
    "byte order": (
        (A.astype(">f4"), B, 1),
        "argument A of @add: wanted elements of type float32 (f32), got >f4",
    ),
    "rank": (
        (A, B.ravel(), 1),
        "argument B of @add: wanted 2 axes, shape (2, 3), got 1 axis, shape (6,)",
    ),
    "shape": ((A, B.T, 1), "argument B of @add: wanted shape (2, 3), got (3, 2)"),
    "list": (([1, 2], B, 1), "argument A of @add: wanted a numpy array, got list"),
    "read-only": (
        (A, read_only(B.copy()), 1),
        "argument B of @add: the array is read-only, but the kernel writes it",
    ),
    "cells that are one": (
        (A, np.lib.stride_tricks.as_strided(WHOLE, (2, 3), (0, 4)), 1),
        "argument B of @add: the kernel writes the array, but elements of it share memory "
        "(strides (0, 4)); pass a copy",
    ),
    "windows": (
        (A, np.lib.stride_tricks.sliding_window_view(WHOLE[:4], 3, writeable=True), 1),
        "argument B of @add: the kernel writes the array, but elements of it share memory "
        "(strides (4, 4)); pass a copy",
    ),
    "same array": ((B, B, 1), "A and B overlap in memory, but the kernel writes B; pass a copy"),
    "overlap": (
        (WHOLE[:6].reshape(2, 3), WHOLE[4:10].reshape(2, 3), 1),
        "A and B overlap in memory, but the kernel writes B; pass a copy",
    ),
    "too large": ((A, B, 128), "argument s of @add: 128 is out of range of i8: -128 to 127"),
    "too small": ((A, B, -129), "argument s of @add: -129 is out of range of i8: -128 to 127"),
    "a float": ((A, B, 1.0), "argument s of @add: wanted an integer of type i8, got 1.0"),
    "a string": ((A, B, "1"), "argument s of @add: wanted a number of type i8, got '1'"),
    "an array": ((A, B, A), "argument s of @add: wanted a number of type i8, got array("),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(add: Kernel, case: str):
    arguments, message = REFUSED[case]
    B[:] = -1
    with pytest.raises(KernelError) as error:
        add(*arguments)
    assert str(error.value).startswith(message)
    assert np.all(B == -1)


BYTES = """
func.func @copy(%A: memref<3xi8>, %B: memref<3xi8>) {
  affine.for %i = 0 to 3 {
    %a = affine.load %A[%i] : memref<3xi8>
    affine.store %a, %B[%i] : memref<3xi8>
  }
  return
}
"""


def test_unsigned_integers_are_passed_as_a_view():
    a, b = np.array([1, 200, 255], np.uint8), np.zeros(3, np.int8)
    copy = compile(BYTES)
    with pytest.raises(KernelError) as error:
        copy(a, b)
    told = "got uint8: pass a view of the same bits, .view(np.int8)"
    assert str(error.value) == f"argument A of @copy: wanted elements of type int8 (i8), {told}"
    copy(a.view(np.int8), b)
    assert b.view(np.uint8).tolist() == [1, 200, 255]
    with pytest.raises(KernelError, match=r"got uint16$"):
        copy(a.astype(np.uint16), b)


def test_unknown_size(add: Kernel):
    with pytest.raises(KernelError, match="@add has no size 'n' to give by name"):
        add(*arrays(), 1, n=3)
    with pytest.raises(KernelError, match="@add takes A by its position; only sizes have names"):
        add(A=arrays()[0])


@pytest.mark.parametrize(
    ("type", "value", "message"),
    [
        ("f32", 1e39, "out of range of f32"),
        ("f16", 65520.0, "out of range of f16"),
        ("bf16", 3.4e38, "out of range of bf16"),
        ("f64", 10**400, "out of range of f64"),
        ("i1", 2, "out of range of i1: 0 to 1"),
        ("i64", 2**63, "out of range of i64"),
        ("index", -(2**63) - 1, "out of range of index"),
        ("f32", 1j, "wanted a number of type f32"),
        ("f32", np.complex64(1), "wanted a number of type f32"),
    ],
)
def test_numbers_that_are_none_of_the_type(type: str, value: Any, message: str):
    kernel = compile(f"func.func @id(%x: {type}) -> {type} {{ return %x : {type} }}")
    with pytest.raises(KernelError, match=message):
        kernel(value)


def test_arrays_that_are_not_contiguous(add: Kernel):
    a = np.arange(12, dtype=np.float32).reshape(2, 6)[:, ::2]
    out = np.zeros((3, 2), np.float32).T
    add(a, out, 1)
    assert out.tolist() == (a + 1).tolist()


def test_an_array_that_is_not_aligned(add: Kernel):
    raw = np.zeros(25, np.uint8)
    out = raw[1:].view(np.float32).reshape(2, 3)
    assert not out.flags.aligned
    a, _ = arrays()
    add(a, out, 1)
    assert out.tolist() == (a + 1).tolist()


def test_elements_between_elements_are_apart(add: Kernel):
    a, memory = arrays()[0], np.zeros(20, np.float32)
    b = np.lib.stride_tricks.as_strided(memory, (2, 3), (3 * 4, 2 * 4))  # at 0, 2, 4 and 3, 5, 7
    add(a, b, 1)
    assert np.array_equal(b, a + 1)


def test_columns_that_interleave_do_not_overlap(add: Kernel):
    both = np.zeros((2, 6), np.float32)
    both[:, ::2] = arrays()[0]
    add(both[:, ::2], both[:, 1::2], 1)
    assert (both[:, 1::2] == both[:, ::2] + 1).all()


def test_one_array_for_two_that_are_only_read():
    kernel = compile("""
func.func @f(%A: memref<1xf32>, %B: memref<1xf32>) -> f32 {
  %a = affine.load %A[0] : memref<1xf32>
  %b = affine.load %B[0] : memref<1xf32>
  %c = arith.addf %a, %b : f32
  return %c : f32
}""")
    a = read_only(np.ones(1, np.float32))
    assert kernel(a, a) == 2


def test_may_alias_lets_arrays_overlap():
    kernel = compile("""
func.func @shift(%A: memref<5xf32>, %B: memref<5xf32>) attributes {pad.may_alias} {
  affine.for %i = 0 to 5 {
    %a = affine.load %A[%i] : memref<5xf32>
    affine.store %a, %B[%i] : memref<5xf32>
  }
  return
}""")
    whole = np.arange(6, dtype=np.float32)
    kernel(whole[:5], whole[1:])
    assert whole.tolist() == [0] * 6
    with pytest.raises(KernelError, match="overlap"):
        kernel(whole[:5], whole[4::-1])  # a copy would have to stand in for the second


class Tensor:
    """Something of another library that shares its memory through DLPack."""

    def __init__(self, array: np.ndarray[Any, Any]):
        self.array = array

    def __dlpack__(self, **options: Any) -> Any:
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self.array.__dlpack_device__()


def test_dlpack_tensors_are_written_in_place(add: Kernel):
    a, b = arrays()
    add(Tensor(a), Tensor(b), 2)
    assert b.tolist() == (a + 2).tolist()
    with pytest.raises(KernelError, match="wanted elements of type float32"):
        add(Tensor(a.astype(np.int32)), Tensor(b), 2)


def test_laid_out_arrays_are_logical_unless_packed():
    logical, physical = compile(LAID_OUT), compile(LAID_OUT, packed=True)
    array = np.arange(5, dtype=np.float32)
    logical(array)
    assert array.tolist() == [0, 2, 4, 6, 8]
    box = np.zeros((2, 4), np.float32)
    box.ravel()[:5] = 1
    physical(box)
    assert box.tolist() == [[2, 2, 2, 2], [2, 0, 0, 0]]
    with pytest.raises(KernelError, match=r"wanted 1 axis, the logical shape \(5,\), got 2 axes"):
        logical(box)
    with pytest.raises(KernelError, match=r"wanted 2 axes, the physical shape \(2, 4\), got 1 ax"):
        physical(array)
    with pytest.raises(KernelError, match="read-only"):
        logical(read_only(array))


def test_questions_about_buffers(add: Kernel):
    kernel = compile(LAID_OUT, packed=["A"])
    assert kernel.buffers == ("A",)
    assert kernel.logical_shape("A") == (5,)
    assert kernel.physical_shape("A") == (2, 4)
    assert kernel.layout("A").place((5,)).physical_shape == (2, 4)
    assert add.layout("A") == Layout(())
    with pytest.raises(KernelError, match="@add has no buffer 'C'; its buffers: A, B"):
        add.layout("C")


TWO = """
func.func @one() { return }
func.func private @hidden() -> i8 { %c = arith.constant 3 : i8\n return %c : i8 }
func.func @other() { return }
"""
WRONG: dict[str, tuple[Callable[[], Kernel], str]] = {
    "target": (lambda: compile(ADD, target="vax"), "unknown target 'vax'; targets: host"),
    "packed": (
        lambda: compile(ADD, packed=["A", "Z"]),
        "no buffer 'Z' to be packed; buffers: A, B",
    ),
    "function": (
        lambda: compile(TWO, function="two"),
        "no function @two with a body; functions with one: @one, @hidden, @other",
    ),
    "which": (
        lambda: compile(TWO),
        "wanted one public function with a body, found 2; say which with `function=`: @one",
    ),
    "none": (
        lambda: compile("func.func private @f()"),
        "wanted one public function with a body, found 0",
    ),
    "text": (lambda: compile("func.func @f() { oops }"), "<string>:1:18"),
    "type": (
        lambda: compile("func.func @f(%x: vector<4xf32>) { return }"),
        "x: vector<4xf32> cannot be passed to a kernel; types that can: f16, bf16",
    ),
    "strided": (
        lambda: compile(
            "func.func @f(%A: memref<4xf32, strided<[2]>>) -> memref<4xf32, strided<[2]>> {\n"
            "return %A : memref<4xf32, strided<[2]>> }"
        ),
        "result0 is memref<4xf32, strided<[2]>>, but a kernel takes and returns plain row-major",
    ),
    "freed": (
        lambda: compile(
            "func.func @f(%A: memref<4xf32>) { memref.dealloc %A : memref<4xf32>\nreturn }"
        ),
        "@f frees its argument A",
    ),
    "symbol": (
        lambda: compile(
            "func.func private @nowhere_to_be_found()\n"
            "func.func @f() { func.call @nowhere_to_be_found() : () -> ()\n return }"
        ),
        "Symbols not found: [ nowhere_to_be_found ]",
    ),
    "verifier": (
        lambda: compile("func.func @f() -> f32 {\n  return\n}"),
        "<string>:2:3: 'func.return' op",
    ),
    "layout": (
        lambda: compile(
            "func.func @f(%A: memref<4xf32, #pad.layout<"
            "[affine_map<(d0) -> (d0 floordiv 2)>], [0.0 : f32], {}>>) { return }"
        ),
        "<string>:1:1: ",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_not_compiled(case: str):
    build, message = WRONG[case]
    with pytest.raises(KernelError) as error:
        build()
    assert str(error.value).startswith(message)


def test_private_functions_run_when_named():
    assert compile(TWO, function="hidden")() == 3


def test_names_without_hints():
    kernel = compile(
        'func.func @f(%0: memref<1xf32>, %1: memref<1xf32> {pad.name = "out"}) { return }'
    )
    assert kernel.buffers == ("arg0", "out")


VIEWED = """
func.func @sum(%A: memref<2x3xf32>, %B: memref<2x3xf32>) {
  %V = memref.collapse_shape %A [[0, 1]] : memref<2x3xf32> into memref<6xf32>
  %W = memref.collapse_shape %B [[0, 1]] : memref<2x3xf32> into memref<6xf32>
  affine.for %i = 0 to 6 {
    %a = affine.load %V[%i] : memref<6xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %W[%i] : memref<6xf32>
  }
  return
}
"""


def test_what_is_only_read_through_a_view_may_be_read_only() -> None:
    first, second = arrays()
    first.flags.writeable = False
    kernel = compile(VIEWED)
    kernel(first, second)
    assert (second == 2 * first).all()
    with pytest.raises(KernelError, match="read-only"):
        kernel(second, first)


def test_an_argument_is_not_freed_through_a_view() -> None:
    freed = VIEWED.replace("  return", "  memref.dealloc %V : memref<6xf32>\n  return")
    with pytest.raises(KernelError, match="frees its argument A"):
        compile(freed)


def test_addresses():
    box = np.zeros((4, 6), np.float32)
    frozen = box.copy()
    frozen.flags.writeable = False
    others = (np.zeros(3, ml_dtypes.bfloat16), np.zeros((0, 4)), np.zeros(()), box[:0], frozen)
    for array in (box, box.T, box[1:], box[:, 2:], box[::-1], box[:, ::-2], *others):
        assert address_of(array) == array.ctypes.data
