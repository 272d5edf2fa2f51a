"""What upstream's lowering to LLVM 22 lacks or gets wrong, in operations that it gets right."""

from __future__ import annotations

from typing import TypeAlias, cast

from xdsl.dialects import arith, math, memref, scf
from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    DenseIntOrFPElementsAttr,
    Float16Type,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    ModuleOp,
    NoneAttr,
    VectorType,
    f32,
    f64,
)
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.hints import isa

from ..index_codegen import Emitter
from .booleans import store_booleans_as_bytes

_IntToFloat: TypeAlias = arith.SIToFPOp | arith.UIToFPOp

_F32_DIGITS, _F64_DIGITS = 24, 53


def close_upstream_gaps(module: ModuleOp) -> None:
    """Rewrites the operations in question; the module then only serves as upstream's input."""
    for op in tuple(module.walk()):
        match op:
            case math.ExpM1Op():
                _expand_expm1(op)
            case arith.SIToFPOp() | arith.UIToFPOp():
                _round_once_to_bfloat(op)
            case memref.CopyOp() if _is_strided(op.source) or _is_strided(op.destination):
                _copy_by_loops(op)
            case _:
                pass
    store_booleans_as_bytes(module)


def _expand_expm1(op: math.ExpM1Op) -> None:
    """As `tanh(x / 2) * (exp(x) + 1)`: upstream's `exp(x) - 1` has no right digit for small x."""
    emit = Emitter(InsertPoint.before(op), op)
    type = op.result.type
    narrow = isinstance(_element(type), Float16Type | BFloat16Type)
    wide = _like(type, f32) if narrow else type
    x = emit.insert(arith.ExtFOp(op.operand, wide)).results[0] if narrow else op.operand
    half, one = (_constant(emit, wide, value) for value in (0.5, 1.0))
    halved = emit.insert(arith.MulfOp(x, half, op.fastmath)).results[0]
    ratio = emit.insert(math.TanhOp(halved, op.fastmath)).results[0]
    power = emit.insert(math.ExpOp(x, op.fastmath)).results[0]
    above = emit.insert(arith.AddfOp(power, one, op.fastmath)).results[0]
    result = emit.insert(arith.MulfOp(ratio, above, op.fastmath))
    if narrow:
        result = emit.insert(arith.TruncFOp(result.results[0], type))
    Rewriter.replace_op(op, [], [result.results[0]])


def _round_once_to_bfloat(op: _IntToFloat) -> None:
    """Through f64, which decides no tie: LLVM goes through f32, and rounds twice."""
    element = _element(op.input.type)
    bits = element.width.data if isa(element, IntegerType) else 64
    if not isinstance(_element(op.result.type), BFloat16Type) or bits <= _F32_DIGITS:
        return
    emit = Emitter(InsertPoint.before(op), op)
    value = op.input
    if bits > _F64_DIGITS:
        value = _with_sticky_bit(emit, value, signed=isinstance(op, arith.SIToFPOp))
    wide = emit.insert(type(op)(value, _like(op.result.type, f64))).results[0]
    result = emit.insert(arith.TruncFOp(wide, op.result.type))
    Rewriter.replace_op(op, [], [result.results[0]])


def _with_sticky_bit(emit: Emitter, value: SSAValue, *, signed: bool) -> SSAValue:
    """A 64-bit integer, or if f64 cannot hold it one that can, with the same bf16 nearest to it."""
    # The last 12 bits are far below a bf16's; all that counts is whether they are 0.
    type = value.type
    last, mark, zero = (_constant(emit, type, number) for number in (0xFFF, 0x800, 0))
    low = emit.insert(arith.AndIOp(value, last)).results[0]
    high = emit.insert(arith.SubiOp(value, low)).results[0]
    lost = emit.insert(arith.CmpiOp(low, zero, "ne")).results[0]
    sticky = emit.insert(arith.SelectOp(lost, mark, zero)).results[0]
    shortened = emit.insert(arith.OrIOp(high, sticky)).results[0]
    offset, span = (1 << _F64_DIGITS, 1 << (_F64_DIGITS + 1)) if signed else (0, 1 << _F64_DIGITS)
    shifted = emit.insert(arith.AddiOp(value, _constant(emit, type, offset))).results[0]
    exact = emit.insert(arith.CmpiOp(shifted, _constant(emit, type, span), "ult")).results[0]
    return emit.insert(arith.SelectOp(exact, value, shortened)).results[0]


def _is_strided(value: SSAValue) -> bool:
    return not isinstance(cast("MemRefType[Attribute]", value.type).layout, NoneAttr)


def _copy_by_loops(op: memref.CopyOp) -> None:
    """Element by element: upstream calls a function of its runner library."""
    emit = Emitter(InsertPoint.before(op), op)
    shape = cast("MemRefType[Attribute]", op.source.type).get_shape()
    zero, one = (_constant(emit, IndexType(), number) for number in (0, 1))
    indices: list[SSAValue] = []
    for axis, size in enumerate(shape):
        extent = _constant(emit, IndexType(), axis if size < 0 else size)
        if size < 0:
            extent = emit.insert(memref.DimOp(op.source, extent)).results[0]
        body = Block([scf.YieldOp()], arg_types=[IndexType()])
        emit.insert(scf.ForOp(zero, extent, one, [], Region(body)))
        indices.append(body.args[0])
        emit = emit.at(InsertPoint.at_start(body))
    value = emit.insert(memref.LoadOp.get(op.source, indices)).results[0]
    emit.insert(memref.StoreOp.get(value, op.destination, indices))
    Rewriter.erase_op(op)


def _element(type: Attribute) -> Attribute:
    return type.element_type if isa(type, VectorType) else type


def _like(type: Attribute, element: AnyFloat) -> AnyFloat:
    """The element type, as a vector where `type` is one."""
    if not isa(type, VectorType):
        return element
    # xDSL declares the operations that take vectors too for scalars only.
    return cast("AnyFloat", VectorType(element, type.shape, type.scalable_dims))


def _constant(emit: Emitter, type: Attribute, value: float) -> SSAValue:
    """The number as a scalar or a vector of that type."""
    element = _element(type)
    attribute: Attribute
    if isa(type, VectorType[AnyFloat]):
        attribute = DenseIntOrFPElementsAttr.from_list(type, [value])
    elif isa(type, VectorType[IntegerType]):
        attribute = DenseIntOrFPElementsAttr.from_list(type, [int(value)])
    elif isinstance(element, AnyFloat):
        attribute = FloatAttr(value, element)
    else:
        attribute = IntegerAttr(int(value), cast("IntegerType | IndexType", element))
    return emit.insert(arith.ConstantOp(attribute)).results[0]
