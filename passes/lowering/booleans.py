"""Buffers of `i1` as buffers of bytes: upstream aborts on memrefs narrower than a byte."""

from __future__ import annotations

from typing import TypeAlias, cast, get_args

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
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.rewriter import InsertPoint
from xdsl.utils.hints import isa

from ...dialect.ir.located_errors import PadError
from ...dialect.ir.operations import is_a, operations_of
from ..common.buffer_types import convert_types
from ..common.patterns import rewrite_once

_Load: TypeAlias = (
    memref.LoadOp | affine.LoadOp | vector.LoadOp | affine.VectorLoadOp | vector.MaskedLoadOp
)
_Store: TypeAlias = (
    memref.StoreOp | affine.StoreOp | vector.StoreOp | affine.VectorStoreOp | vector.MaskedStoreOp
)
_LOADS, _STORES = get_args(_Load), get_args(_Store)


def store_booleans_as_bytes(module: ModuleOp) -> None:
    """
    Makes each `memref<..xi1>` a `memref<..xi8>` that holds 0 and 1, as numpy does.

    Raises PadError for other integers narrower than a byte.
    """
    convert_types(module, _converted)
    # Most modules have no conditions in memory: to see that is faster than a walk.
    if any(map(_moves_conditions, operations_of(module, *_LOADS, *_STORES))):
        rewrite_once(module, NarrowLoadedBytes(), WidenStoredConditions())
    for op in operations_of(module, memref.GlobalOp):
        _convert_initial_value(op)


def _moves_conditions(op: _Load | _Store) -> bool:
    moved = op.operands[_stored_position(op)] if is_a(op, _STORES) else op.results[0]
    return _is_boolean(moved.type)


def _stored_position(op: _Store) -> int:
    return len(op.operands) - 1 if isinstance(op, vector.MaskedStoreOp) else 0


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


class NarrowLoadedBytes(RewritePattern):
    """Load bytes where conditions were loaded, and make conditions of them."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: _Load, rewriter: PatternRewriter) -> None:
        if not _moves_conditions(op):
            return
        type = op.results[0].type
        if isinstance(op, vector.MaskedLoadOp):
            _widen_operand(op, len(op.operands) - 1, rewriter)  # what lanes have not loaded
        byte = rewriter.replace_value_with_new_type(op.results[0], _byte_like(type))
        narrowed = arith.TruncIOp.create(operands=[byte], result_types=[type], location=op.location)
        rewriter.insert(narrowed, InsertPoint.after(op))
        rewriter.replace_uses_with_if(
            byte, narrowed.results[0], lambda use: use.operation is not narrowed
        )


class WidenStoredConditions(RewritePattern):
    """Store the byte 0 or 1 for a condition."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: _Store, rewriter: PatternRewriter) -> None:
        if _moves_conditions(op):
            _widen_operand(op, _stored_position(op), rewriter)


def _widen_operand(op: Operation, position: int, rewriter: PatternRewriter) -> None:
    value: SSAValue = op.operands[position]
    widened = arith.ExtUIOp.create(
        operands=[value], result_types=[_byte_like(value.type)], location=op.location
    )
    rewriter.insert(widened, InsertPoint.before(op))
    op.operands[position] = widened.results[0]
    rewriter.notify_op_modified(op)
