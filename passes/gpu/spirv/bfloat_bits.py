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
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.hints import isa

from ....dialect.ir.located_errors import PadError
from ...common.buffer_types import convert_types
from ...common.index_codegen import Emitter
from ...lowering.bfloats import lower_bfloats
from ...lowering.elementwise import Elementwise, element_of
from ..modules.kernel_form import kernels_of

_I16, _I32 = IntegerType(16), IntegerType(32)
_PASSED_ON = (arith.SelectOp, arith.BitcastOp)
_ROUNDING = (arith.TruncFOp, arith.SIToFPOp, arith.UIToFPOp)


def store_bfloats_as_bits(module: ModuleOp) -> None:
    """
    Makes each bf16 an i16, in buffers and values; what computes with them does so in f32.

    PadError for a `math.fma`, which f32 would round twice.
    """
    for kernel in kernels_of(module):
        for op in tuple(kernel.walk()):
            if op.dialect_name() in ("arith", "math") and _has_bfloats(op):
                _compute_in_f32(op)
    convert_types(module, lambda type, _: _converted(type))
    for op in tuple(module.walk()):
        if isinstance(op, arith.BitcastOp) and op.input.type == op.result.type:
            Rewriter.replace_op(op, [], [op.input])


def _compute_in_f32(op: Operation) -> None:
    if isinstance(op, _PASSED_ON):
        return
    if isinstance(op, arith.ConstantOp):
        _state_bits(op)
        return
    if isinstance(op, math.FmaOp):
        raise PadError("math.fma of bf16 has no way to OpenCL here: use f32", op)
    if not any(map(_is_bfloat, op.operand_types)):
        assert isinstance(op, _ROUNDING)
        lower_bfloats(op)
        return
    code = Elementwise(op)
    operands = [_widened(code, v) if _is_bfloat(v.type) else v for v in op.operands]
    if isinstance(op, arith.ExtFOp):
        wide = element_of(op.result.type)
        result = operands[0] if wide == f32 else code.op(arith.ExtFOp, wide, operands[0])
        Rewriter.replace_op(op, [], [result])
        return
    computed = code.op(type(op), _wide(element_of(op.results[0].type)), *operands, **op.properties)
    if not _is_bfloat(op.results[0].type):
        Rewriter.replace_op(op, [], [computed])
        return
    rounded = arith.TruncFOp.create(operands=[computed], result_types=[op.results[0].type])
    Rewriter.replace_op(op, rounded)
    lower_bfloats(rounded)


def _widened(code: Elementwise, value: SSAValue) -> SSAValue:
    bits = code.op(arith.ExtUIOp, _I32, code.op(arith.BitcastOp, _I16, value))
    moved = code.op(arith.ShLIOp, _I32, bits, code.constant(_I32, 16))
    return code.op(arith.BitcastOp, f32, moved)


def _state_bits(op: arith.ConstantOp) -> None:
    if isa(op.value, FloatAttr):
        value: Attribute = IntegerAttr(_bits([op.value.value.data])[0], _I16)
    else:
        given = cast("DenseIntOrFPElementsAttr", op.value)
        numbers = _bits(cast("Iterable[float]", given.get_values()))
        value = DenseIntOrFPElementsAttr.from_list(VectorType(_I16, given.get_shape()), numbers)
    emit = Emitter(InsertPoint.before(op), op)
    bits = arith.ConstantOp.create(
        result_types=[_converted(op.result.type)], properties={"value": value}
    )
    same = arith.BitcastOp.create(
        operands=[emit.insert(bits).results[0]], result_types=[op.result.type]
    )
    Rewriter.replace_op(op, same)


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
