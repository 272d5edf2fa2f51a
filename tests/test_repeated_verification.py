"""Verifying alike operations only once does not accept one that differs."""

from collections.abc import Callable

import pytest
from xdsl.dialects import affine, arith, func
from xdsl.dialects.builtin import (
    AffineMapAttr,
    FloatAttr,
    FunctionType,
    IntegerAttr,
    StringAttr,
    f32,
    f64,
    i32,
)
from xdsl.ir import Attribute, Block, Operation, Region
from xdsl.ir.affine import AffineMap

from pad_mlir.dialect.ir.operations import operations_of
from pad_mlir.dialect.repairs import OperationError, parse_module, verify_operations

_TWICE = """
func.func @f(%A: memref<8xf32>, %n: index) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %A[%i] : memref<8xf32>
  } {pad.loop = "i"}
  affine.for %j = 0 to 8 {
    %c = affine.load %A[%j] : memref<8xf32>
    %d = arith.addf %c, %c : f32
    affine.store %d, %A[%j] : memref<8xf32>
  } {pad.loop = "j"}
  func.return
}
"""


def _argument(op: Operation) -> None:
    op.regions[0].block.insert_arg(f32, 1)


def _step(op: Operation) -> None:
    op.properties["step"] = IntegerAttr(0, i32)


def _map(op: Operation) -> None:
    op.properties["map"] = AffineMapAttr(AffineMap.identity(2))


def _no_map(op: Operation) -> None:
    del op.properties["map"]


def _region(op: Operation) -> None:
    op.add_region(Region(Block()))


def _successor(op: Operation) -> None:
    block = op.parent_block()
    assert block is not None
    op.successors = [block]


def _operand(op: Operation) -> None:
    block = op.parent_block()
    assert block is not None
    op.operands = [*op.operands, block.args[0]]


def _erased(op: Operation) -> None:
    load = op.operands[0].owner
    assert isinstance(load, affine.LoadOp)
    block = load.parent_block()
    assert block is not None
    block.erase_op(load, safe_erase=False)


def _moved_up(op: Operation) -> None:
    block = op.parent_block()
    assert block is not None
    assert block.last_op is not None
    end = block.last_op
    end.detach()
    block.insert_op_before(end, op)


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        *((affine.ForOp, change) for change in (_argument, _step, _region, _operand, _successor)),
        *((affine.LoadOp, change) for change in (_map, _no_map, _region, _operand, _successor)),
        *((arith.AddfOp, change) for change in (_region, _operand, _successor, _erased)),
        (affine.StoreOp, _moved_up),
        (affine.YieldOp, _operand),
    ],
)
def test_the_second_one_is_refused(
    kind: type[Operation], change: Callable[[Operation], None]
) -> None:
    module = parse_module(_TWICE)
    verify_operations(module)
    change(operations_of(module, kind)[1])
    with pytest.raises(OperationError):
        verify_operations(module)


def test_a_function_uses_nothing_from_outside() -> None:
    module = parse_module(f"{_TWICE}func.func @g(%m: index) {{ func.return }}")
    load = operations_of(module, affine.LoadOp)[1]
    used = module.body.block.last_op
    assert used is not None
    load.operands[1] = used.regions[0].block.args[0]
    with pytest.raises(OperationError, match="IsolatedFromAbove"):
        verify_operations(module)


@pytest.mark.parametrize(
    "value", [IntegerAttr(0, i32), FloatAttr(0.0, f64), StringAttr("x")], ids=["i32", "f64", "text"]
)
def test_a_second_constant_of_another_kind_is_refused(value: Attribute) -> None:
    constant = "arith.constant 0.0 : f32"
    module = parse_module(f"func.func @f() {{\n  %a = {constant}\n  %b = {constant}\n  return\n}}")
    verify_operations(module)
    operations_of(module, arith.ConstantOp)[1].properties["value"] = value
    with pytest.raises(OperationError):
        verify_operations(module)


def test_a_function_has_the_arguments_of_its_type() -> None:
    module = parse_module("func.func @f(%a: f32) {\n  return\n}")
    function = operations_of(module, func.FuncOp)[0]
    function.properties["function_type"] = FunctionType.from_lists([f64], [])
    with pytest.raises(OperationError, match="entry block arguments"):
        verify_operations(module)
