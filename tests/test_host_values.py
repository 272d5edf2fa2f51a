"""What a kernel makes again of the values of its function, and what may write in between."""

from __future__ import annotations

from functools import cache

import pytest
from xdsl.dialects import memref
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.gpu.kernels.host_values import (
    is_made_again,
    is_unchanged_until,
    may_be_read_later,
    may_write,
)

MODULE = """
memref.global "private" @g : memref<4xf32> = dense<0.0>
func.func private @called(memref<4xf32>)
func.func @f(%A: memref<4xf32>, %D: memref<?x?xf32>, %n: index, %x: f32, %c: i1) {
  %c1 = arith.constant 1 : index
  %index = arith.addi %n, %c1 : index
  %number = arith.addf %x, %x : f32
  %of_number = arith.fptosi %x : f32 to i64
  %to_index = arith.index_cast %of_number : i64 to index
  %mixed = arith.addi %to_index, %n : index
  %own = memref.alloc() : memref<4xf32>
  %view = memref.expand_shape %own [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  %shown = memref.dim %D, %c1 : memref<?x?xf32>
  %given = memref.alloc() : memref<4xf32>
  %of_given = memref.load %given[%c1] : memref<4xf32>
  memref.store %of_given, %A[%c1] : memref<4xf32>
  %late = memref.load %own[%c1] : memref<4xf32>
  %used = arith.addf %late, %x : f32
  memref.store %used, %A[%c1] : memref<4xf32>
  %early = memref.load %own[%n] : memref<4xf32>
  memref.store %x, %view[%c1, %c1] : memref<2x2xf32>
  memref.store %early, %A[%c1] : memref<4xf32>
  %twice = memref.load %own[%c1] : memref<4xf32>
  memref.store %twice, %A[%c1] : memref<4xf32>
  scf.if %c {
    memref.store %x, %own[%c1] : memref<4xf32>
  }
  memref.store %twice, %A[%n] : memref<4xf32>
  func.call @called(%A) : (memref<4xf32>) -> ()
  func.call @called(%given) : (memref<4xf32>) -> ()
  memref.copy %own, %given : memref<4xf32> to memref<4xf32>
  "test.op"(%given) : (memref<4xf32>) -> ()
  func.return
}
"""


@cache
def module() -> ModuleOp:
    return parse_module(MODULE)


def values() -> dict[str | None, SSAValue]:
    return {value.name_hint: value for op in module().walk() for value in op.results}


def operation(name: str) -> Operation:
    owner = values()[name].owner
    assert isinstance(owner, Operation)
    return owner


def load(name: str) -> memref.LoadOp:
    op = operation(name)
    assert isinstance(op, memref.LoadOp)
    return op


@pytest.mark.parametrize(
    ("name", "again"),
    [
        *(("c1", True), ("view", True), ("number", True), ("of_number", True), ("to_index", True)),
        ("mixed", True),
        *(("index", False), ("shown", False), ("late", False), ("own", False), ("given", False)),
    ],
)
def test_made_again(name: str, again: bool) -> None:
    assert is_made_again(operation(name)) == again


@pytest.mark.parametrize(
    ("name", "later"), [("late", True), ("early", False), ("twice", False), ("of_given", False)]
)
def test_read_later_if_nothing_writes_before_any_use(name: str, later: bool) -> None:
    assert may_be_read_later(load(name)) == later


def test_unchanged_until() -> None:
    stores = [op for op in module().walk() if isinstance(op, memref.StoreOp)]
    assert is_unchanged_until(stores[1], load("late"))
    assert not is_unchanged_until(stores[3], load("late"))
    assert not is_unchanged_until(stores[0], load("of_given"))  # what has it may keep it
    assert not is_unchanged_until(operation("c1"), load("late"))  # before it


def test_what_may_write() -> None:
    own, given = values()["own"], values()["given"]
    stores = [op for op in module().walk() if isinstance(op, memref.StoreOp)]
    assert [may_write(op, own) for op in stores] == [False, False, True, False, False, True, False]
    of_argument, of_given = (op for op in module().walk() if op.name == "func.call")
    assert not may_write(of_argument, own)
    assert may_write(of_given, given)
    copy = next(op for op in module().walk() if op.name == "memref.copy")
    assert may_write(copy, given)
    assert not may_write(copy, values()["view"])
    assert may_write(of_argument, of_argument.operands[0])
    assert not may_write(operation("number"), of_argument.operands[0])
