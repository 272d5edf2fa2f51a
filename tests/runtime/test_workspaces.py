"""Local buffers in the workspace of a kernel and a thread."""

from __future__ import annotations

import ctypes
import threading
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from pad_mlir.runtime import KernelError, compile
from pad_mlir.runtime.entry import workspace_ir
from pad_mlir.runtime.entry.workspaces import Workspace, workspace_key
from pad_mlir.upstream.code_generation import LoadedObject, compile_object

TWICE = """
func.func @twice(%A: memref<?xf32>, %B: memref<?xf32>, %n: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}) {
  %T = memref.alloc(%n) {pad.name = "T"} : memref<?xf32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %T[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %a = affine.load %T[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  func.return
}"""  # noqa: E501
RECURSIVE = """
func.func private @sum(%A: memref<64xf32>, %n: i32) -> f32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant 0.0 : f32
  %ends = arith.cmpi eq, %n, %zero : i32
  %r = scf.if %ends -> (f32) {
    scf.yield %none : f32
  } else {
    %T = memref.alloc() : memref<64xf32>
    affine.for %i = 0 to 64 {
      %a = affine.load %A[%i] : memref<64xf32>
      %c1 = arith.constant 1.0 : f32
      %b = arith.addf %a, %c1 : f32
      affine.store %b, %T[%i] : memref<64xf32>
    }
    %m = arith.subi %n, %one : i32
    %s = func.call @sum(%T, %m) : (memref<64xf32>, i32) -> f32
    %x = affine.load %T[7] : memref<64xf32>
    %t = arith.addf %s, %x : f32
    scf.yield %t : f32
  }
  func.return %r : f32
}
func.func @f(%A: memref<64xf32>, %n: i32, %B: memref<1xf32>) {
  %s = func.call @sum(%A, %n) : (memref<64xf32>, i32) -> f32
  affine.store %s, %B[0] : memref<1xf32>
  func.return
}"""


def run_twice(kernel: Any, size: int) -> None:
    array, result = np.arange(size, dtype=np.float32), np.zeros(size, np.float32)
    kernel(array, result)
    assert result.tolist() == (2 * array).tolist()


def test_static_buffers_have_room_from_the_start() -> None:
    kernel = compile(RECURSIVE)
    first = kernel.workspace_bytes
    assert first >= 64 * 4
    array, result = np.zeros(64, np.float32), np.zeros(1, np.float32)
    kernel(array, 1, result)
    assert (result[0], kernel.workspace_bytes) == (1, first)


def test_a_function_that_calls_itself() -> None:
    kernel = compile(RECURSIVE)
    array, result = np.zeros(64, np.float32), np.zeros(1, np.float32)
    for _ in range(3):  # without room, and with it
        kernel(array, 40, result)
        assert result[0] == 40 * 41 / 2
    assert kernel.workspace_bytes >= 40 * 64 * 4


def test_local_buffers_of_any_elements() -> None:
    kernel = compile("""
func.func @f(%A: memref<4xi32>) {
  %T = memref.alloc() : memref<4xi24>
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4xi32>
    %t = arith.trunci %a : i32 to i24
    affine.store %t, %T[%i] : memref<4xi24>
  }
  affine.for %i = 0 to 4 {
    %t = affine.load %T[3 - %i] : memref<4xi24>
    %a = arith.extsi %t : i24 to i32
    affine.store %a, %A[%i] : memref<4xi32>
  }
  func.return
}""")
    array = np.array([1, -2, 3, 1 << 24], np.int32)
    kernel(array)
    assert array.tolist() == [0, 3, -2, 1]


@pytest.mark.parametrize("name", ["enter", "leave", "head", "use", "unuse", "workspace"])
def test_functions_may_have_any_name(name: str) -> None:
    kernel = compile(RECURSIVE.replace("@sum", f"@{name}"), function="f")
    result = np.zeros(1, np.float32)
    kernel(np.zeros(64, np.float32), 3, result)
    assert result[0] == 6


def test_sizes_of_a_call_make_it_grow() -> None:
    kernel = compile(TWICE)
    assert kernel.workspace_bytes == 0
    for size in (5, 5, 5, 1000, 1000, 1000, 0, 7, 100_000):
        run_twice(kernel, size)
    assert 400_000 <= kernel.workspace_bytes <= 401_000


def test_sizes_beyond_what_can_be_counted_are_refused() -> None:
    kernel = compile(TWICE.replace("%T = memref.alloc(%n)", "%T = memref.alloc(%m)").replace(
        "%n: index", "%m: index {pad.size = [{of = \"T\", dim = 0}]}, %n: index"))  # fmt: skip
    array, result = np.ones(3, np.float32), np.zeros(3, np.float32)
    kernel(array, result, 3)
    assert result.tolist() == [2, 2, 2]
    with pytest.raises(KernelError, match="allocate T with a negative size, or with 2\\^63 bytes"):
        kernel(array, result, 1 << 62)


def test_each_thread_has_its_own() -> None:
    kernel = compile(TWICE)
    wrong: list[int] = []

    def work(size: int) -> None:
        for _ in range(50):
            try:
                run_twice(kernel, size)
            except AssertionError:
                wrong.append(size)

    threads = [threading.Thread(target=work, args=(1000 + 100 * k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_new_buffers_that_are_returned_are_the_callers() -> None:
    kernel = compile("""
func.func @f(%A: memref<4xf32>) -> memref<4xf32> {
  %T = memref.alloc() : memref<4xf32>
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4xf32>
    affine.store %a, %T[%i] : memref<4xf32>
  }
  func.return %T : memref<4xf32>
}""")
    assert kernel.workspace_bytes == 0
    results = [kernel(np.full(4, k, np.float32)) for k in range(5)]
    assert [result.tolist() for result in results] == [[k] * 4 for k in range(5)]


_EXPORTS = """
define ptr @take(i64 %align, i64 %size) {
  %p = call ptr @_mlir_memref_to_llvm_aligned_alloc(i64 %align, i64 %size)
  ret ptr %p
}
define void @give(ptr %p) {
  call void @_mlir_memref_to_llvm_free(ptr %p)
  ret void
}
define i1 @enter(ptr %w, ptr %before) {
  %r = call i1 @pad_mlir_enter(ptr %w, ptr %before)
  ret i1 %r
}
define void @leave(ptr %w, ptr %before, i1 %entered) {
  call void @pad_mlir_leave(ptr %w, ptr %before, i1 %entered)
  ret void
}
"""


class _Allocator:
    """The functions that code calls, with a workspace of so many bytes."""

    def __init__(self, size: int):
        exports = compile_object(workspace_ir.with_workspace(_EXPORTS))
        functions = compile_object(workspace_ir.WORKSPACE_FUNCTIONS)
        self.code = LoadedObject(exports, functions)
        key = ctypes.c_int32.from_address(self.code.address(workspace_ir.KEY))
        key.value = workspace_key()
        pointer, number = ctypes.c_void_p, ctypes.c_int64
        self.take = ctypes.CFUNCTYPE(pointer, number, number)(self.code.address("take"))
        self.give = ctypes.CFUNCTYPE(None, pointer)(self.code.address("give"))
        self._enter = ctypes.CFUNCTYPE(ctypes.c_bool, pointer, pointer)(self.code.address("enter"))
        leave = ctypes.CFUNCTYPE(None, pointer, pointer, ctypes.c_bool)
        self._leave = leave(self.code.address("leave"))
        self.workspace = Workspace(size)
        self._before = [ctypes.c_void_p() for _ in range(2)]

    def enter(self, depth: int = 0) -> bool:
        return self._enter(self.workspace.address, ctypes.addressof(self._before[depth]))

    def leave(self, entered: bool, depth: int = 0) -> None:
        self._leave(self.workspace.address, ctypes.addressof(self._before[depth]), entered)

    def is_inside(self, block: int) -> bool:
        base, end = (ctypes.c_int64 * 2).from_address(self.workspace.address)
        return base <= block < end


def test_blocks_are_aligned_apart_and_used_again() -> None:
    allocator = _Allocator(4096)
    entered = allocator.enter()
    assert entered
    blocks = [allocator.take(align, 100) for align in (16, 64, 128, 256)]
    assert [block % align for block, align in zip(blocks, (64, 64, 128, 256), strict=True)] == [
        0
    ] * 4
    assert all(map(allocator.is_inside, blocks))
    assert all(later - block >= 100 + 32 for block, later in pairwise(blocks))
    for block in blocks:
        ctypes.memset(block, 0xFF, 100)
    for block in blocks:  # the first one first: the room is there again when the last one is freed
        allocator.give(block)
    assert allocator.take(64, 100) == blocks[0]
    allocator.leave(entered)
    outside = allocator.take(64, 100)
    assert not allocator.is_inside(outside)
    allocator.give(outside)


def test_what_has_no_room_is_allocated_and_counted() -> None:
    allocator = _Allocator(1024)
    entered = allocator.enter()
    small, large = allocator.take(64, 100), allocator.take(64, 10_000)
    assert (allocator.is_inside(small), allocator.is_inside(large)) == (True, False)
    for _ in range(10):
        allocator.give(large)
        large = allocator.take(64, 10_000)
    ctypes.memset(large, 0xFF, 10_000)
    assert [allocator.take(64, size) for size in (-64, -128, -150, -192)] == [None] * 4
    assert allocator.take(64, (1 << 63) - 1) is None
    allocator.give(small)
    allocator.give(large)
    allocator.give(None)
    allocator.leave(entered)
    assert 10_100 < allocator.workspace.grow() < 10_700
    entered = allocator.enter()
    assert all(allocator.is_inside(allocator.take(64, size)) for size in (100, 10_000))
    allocator.leave(entered)


def test_a_call_within_a_call_does_not_take_the_same_room() -> None:
    allocator = _Allocator(1024)
    assert allocator.enter(0)
    first = allocator.take(64, 100)
    assert not allocator.enter(1)
    second = allocator.take(64, 100)
    assert not allocator.is_inside(second)
    allocator.give(second)
    allocator.leave(False, 1)
    large = allocator.take(64, 10_000)
    allocator.workspace.grow()
    assert allocator.is_inside(first)
    allocator.give(large)
    third = allocator.take(64, 100)
    assert allocator.is_inside(third)
    assert third != first
    allocator.leave(True, 0)
