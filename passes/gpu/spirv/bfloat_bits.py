"""bf16 as its bits, for SPIR-V, whose core has no such type."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

import numpy as np
from xdsl.dialects import arith, math
from xdsl.dialects.builtin import (
    BFloat16Type,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    MemRefType,
    ModuleOp,
    VectorType,
    bf16,
    f32,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.rewriter import InsertPoint
from xdsl.utils.hints import isa

from ....dialect.ir.located_errors import PadError
from ....dialect.ir.operations import operations_of
from ...common.buffer_types import convert_types
from ...common.index_codegen import Emitter
from ...common.patterns import rewrite_once
from ...lowering.bfloats import Rounding, round_to_bfloat
from ...lowering.elementwise import Elementwise, element_of
from ..modules.kernel_form import kernels_of

_I16, _I32 = IntegerType(16), IntegerType(32)
_COMPUTING = (arith.Arith.name, math.Math.name)
_PASSED_ON = (arith.ConstantOp, arith.SelectOp, arith.BitcastOp)


def store_bfloats_as_bits(module: ModuleOp) -> None:
    """
    Makes each bf16 an i16, in buffers and values; what computes with them does so in f32.

    Raises PadError for a `math.fma`, which f32 would round twice.
    """
    for kernel in kernels_of(module):
        for op in operations_of(kernel, math.FmaOp):
            if _has_bfloats(op):
                raise PadError("math.fma of bf16 cannot be lowered to OpenCL here: use f32", op)
        rewrite_once(kernel, StateBits(), ComputeOnBits())
    convert_types(module, lambda type, _: _converted(type))
    rewrite_once(module, EraseSameBits())


class StateBits(RewritePattern):
    """State a constant of bf16 by its bits."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: arith.ConstantOp, rewriter: PatternRewriter) -> None:
        if not _is_bfloat(op.result.type):
            return
        if isa(op.value, FloatAttr):
            value: Attribute = IntegerAttr(_bits([op.value.value.data])[0], _I16)
        else:
            given = cast("DenseIntOrFPElementsAttr", op.value)
            numbers = _bits(cast("Iterable[float]", given.get_values()))
            value = DenseIntOrFPElementsAttr.from_list(VectorType(_I16, given.get_shape()), numbers)
        emit = Emitter(InsertPoint.before(op), op, rewriter)
        bits = arith.ConstantOp.create(
            result_types=[_converted(op.result.type)], properties={"value": value}
        )
        same = arith.BitcastOp.create(
            operands=[emit.insert(bits).results[0]], result_types=[op.result.type]
        )
        rewriter.replace(op, same)


class ComputeOnBits(RewritePattern):
    """
    Compute in f32 operations that take or produce a bf16, between bits that are widened and
    rounded.
    """

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if (
            op.dialect_name() not in _COMPUTING
            or isinstance(op, _PASSED_ON)
            or not _has_bfloats(op)
        ):
            return
        if not any(map(_is_bfloat, op.operand_types)):
            assert isinstance(op, Rounding)
            round_to_bfloat(op, rewriter)
            return
        code = Elementwise(op, rewriter)
        operands = [_widened(code, v) if _is_bfloat(v.type) else v for v in op.operands]
        if isinstance(op, arith.ExtFOp):
            wide = element_of(op.result.type)
            result = operands[0] if wide == f32 else code.op(arith.ExtFOp, wide, operands[0])
            rewriter.replace(op, [], [result])
            return
        wide = _wide(element_of(op.results[0].type))
        computed = code.op(type(op), wide, *operands, **op.properties)
        if not _is_bfloat(op.results[0].type):
            rewriter.replace(op, [], [computed])
            return
        rounded = arith.TruncFOp.create(operands=[computed], result_types=[op.results[0].type])
        rewriter.replace(op, rounded)
        round_to_bfloat(rounded, rewriter)


class EraseSameBits(RewritePattern):
    """Erase a cast between equal types."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: arith.BitcastOp, rewriter: PatternRewriter) -> None:
        if op.input.type == op.result.type:
            rewriter.replace(op, [], [op.input])


def _widened(code: Elementwise, value: SSAValue) -> SSAValue:
    bits = code.op(arith.ExtUIOp, _I32, code.op(arith.BitcastOp, _I16, value))
    moved = code.op(arith.ShLIOp, _I32, bits, code.constant(_I32, 16))
    return code.op(arith.BitcastOp, f32, moved)


def _bits(numbers: Iterable[float]) -> list[int]:
    return [int(word) >> 16 for word in np.array(list(numbers), np.float32).view(np.uint32)]


def _has_bfloats(op: Operation) -> bool:
    return any(map(_is_bfloat, (*op.operand_types, *op.result_types)))


def _is_bfloat(type: Attribute) -> bool:
    return isinstance(element_of(type), BFloat16Type)


def _wide(element: Attribute) -> Attribute:
    return f32 if element == bf16 else element


def _converted(type: Attribute) -> Attribute:
    if isa(type, MemRefType) and type.element_type == bf16:
        return MemRefType(_I16, type.shape, type.layout, type.memory_space)
    if isa(type, VectorType) and type.element_type == bf16:
        return VectorType(_I16, type.shape, type.scalable_dims)
    return _I16 if type == bf16 else type
