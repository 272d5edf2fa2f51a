"""Buffers of `i1` as buffers of bytes: upstream aborts on memrefs narrower than a byte."""

from __future__ import annotations

from typing import cast

from xdsl.dialects import affine, arith, memref, vector
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    IntegerType,
    MemRefType,
    ModuleOp,
    TensorType,
    VectorType,
    i1,
    i8,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.hints import isa

from ...dialect.ir.located_errors import PadError
from ...dialect.ir.operations import operations_of
from ..common.buffer_types import convert_types

_LOADS = (memref.LoadOp, affine.LoadOp, vector.LoadOp, affine.VectorLoadOp, vector.MaskedLoadOp)
_STORES = (memref.StoreOp, affine.StoreOp, vector.StoreOp, affine.VectorStoreOp)


def store_booleans_as_bytes(module: ModuleOp) -> None:
    """
    Makes each `memref<..xi1>` a `memref<..xi8>` that holds 0 and 1, as numpy does.

    Raises PadError for other integers narrower than a byte.
    """
    convert_types(module, _converted)
    for op in operations_of(module, *_LOADS):
        if _is_boolean(op.results[0].type):
            _convert_load(op)
    for op in operations_of(module, *_STORES):
        if _is_boolean(op.operands[0].type):
            _widen_operand(op, 0)
    for op in operations_of(module, vector.MaskedStoreOp):
        if _is_boolean(op.value_to_store.type):
            _widen_operand(op, len(op.operands) - 1)
    for op in operations_of(module, memref.GlobalOp):
        _convert_initial_value(op)


def _converted(type: Attribute, op: Operation) -> Attribute:
    if not isinstance(type, MemRefType):
        return type
    type = cast("MemRefType[Attribute]", type)
    element = type.element_type
    if not isa(element, IntegerType) or element.width.data >= 8:
        return type
    if element != i1:
        raise PadError(f"a buffer of {element} has no lowering: use i1, or i8 and wider", op)
    return MemRefType(i8, type.shape, type.layout, type.memory_space)


def _is_boolean(type: Attribute) -> bool:
    if isinstance(type, VectorType):
        return cast("VectorType[Attribute]", type).element_type == i1
    return type == i1


def _byte_like(type: Attribute) -> Attribute:
    if not isa(type, VectorType):
        return i8
    return VectorType(i8, type.shape, type.scalable_dims)


def _convert_initial_value(op: memref.GlobalOp) -> None:
    value = op.initial_value
    if isa(value, DenseIntOrFPElementsAttr) and value.get_element_type() == i1:
        bytes = TensorType(i8, value.get_shape())
        bits = [1 if bit else 0 for bit in value.get_values()]
        op.initial_value = DenseIntOrFPElementsAttr.from_list(bytes, bits)


def _convert_load(op: Operation) -> None:
    if isinstance(op, vector.MaskedLoadOp):
        _widen_operand(op, len(op.operands) - 1)  # what lanes have that are not loaded
    type = op.results[0].type
    byte = Rewriter.replace_value_with_new_type(op.results[0], _byte_like(type))
    narrowed = arith.TruncIOp.create(operands=[byte], result_types=[type], location=op.location)
    Rewriter.insert_op(narrowed, InsertPoint.after(op))
    byte.replace_uses_with_if(narrowed.results[0], lambda use: use.operation is not narrowed)


def _widen_operand(op: Operation, position: int) -> None:
    value: SSAValue = op.operands[position]
    widened = arith.ExtUIOp.create(
        operands=[value], result_types=[_byte_like(value.type)], location=op.location
    )
    Rewriter.insert_op(widened, InsertPoint.before(op))
    op.operands[position] = widened.results[0]
