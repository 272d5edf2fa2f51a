"""What upstream's lowering to LLVM 22 lacks or gets wrong, in operations that it gets right."""

from __future__ import annotations

from math import prod
from typing import cast

from xdsl.dialects import arith, math, memref, scf, vector
from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    DenseArrayBase,
    FixedBitwidthType,
    Float16Type,
    FloatAttr,
    IndexType,
    MemRefType,
    ModuleOp,
    NoneAttr,
    f32,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialect.ir.located_errors import PadError
from ...dialect.ir.operations import is_a, operations_in, operations_of
from ..common.index_codegen import Emitter
from .bfloats import lower_bfloats
from .booleans import store_booleans_as_bytes
from .elementwise import Elementwise, element_of

_NARROWEST = 16
_BUFFER, _COLLAPSE = (MemRefType,), (memref.CollapseShapeOp,)
_OF_VECTORS = (
    *(vector.LoadOp, vector.StoreOp, vector.MaskedLoadOp, vector.MaskedStoreOp),
    *(vector.TransferReadOp, vector.TransferWriteOp),
)
_IN_QUESTION = (
    math.ExpM1Op,
    memref.CopyOp,
    vector.FMAOp,
    vector.ReductionOp,
    *_COLLAPSE,
)


def close_upstream_gaps(module: ModuleOp) -> None:
    """Rewrites the operations in question; the module then only serves as upstream's input."""
    for op in operations_of(module, *_IN_QUESTION):
        _refuse_narrow_sums(op)
        if isinstance(op, math.ExpM1Op):
            expand_expm1(op)
        elif isinstance(op, vector.FMAOp):
            _round_once(op)
        elif isinstance(op, memref.CopyOp):
            if any(map(_is_strided, op.operands)):
                _copy_by_loops(op)
        elif is_a(op, _COLLAPSE):
            if _is_row_major(op):
                _collapse_at_once(op)
        elif op.acc is None:
            _start_at_identity(op)
    for op in operations_in(module):
        lower_bfloats(op)
    for op in operations_of(module, *_OF_VECTORS):
        _refuse_odd_elements(op)
    store_booleans_as_bytes(module)


def _refuse_narrow_sums(op: Operation) -> None:
    """Upstream takes floats of a byte for integers, and makes a sum of floats of those."""
    if not isinstance(op, vector.ReductionOp):
        return
    element = op.dest.type
    if isinstance(element, AnyFloat) and element.bitwidth < _NARROWEST:
        raise PadError(
            f"'{op.name}' of {element} has no lowering: widen the elements by arith.extf", op
        )


def _refuse_odd_elements(op: Operation) -> None:
    """Upstream reads them as they lie in a vector, but in memory they lie apart."""
    for type in (value.type for value in op.operands):
        element = type.element_type if is_a(type, _BUFFER) else i32
        bits = element.bitwidth if isinstance(element, FixedBitwidthType) else 8
        if bits != 1 and (bits < 8 or bits & (bits - 1)):
            raise PadError(
                f"'{op.name}' of {element} has no lowering: in memory these do not lie as they do "
                "in a vector; load and store them one by one",
                op,
            )


def expand_expm1(op: math.ExpM1Op) -> None:
    """As `tanh(x / 2) * (exp(x) + 1)`: upstream's `exp(x) - 1` has no right digit for small x."""
    code = Elementwise(op)
    type_ = element_of(op.result.type)
    is_narrow = isinstance(type_, Float16Type | BFloat16Type)
    wide = f32 if is_narrow else type_
    x = code.op(arith.ExtFOp, wide, op.operand) if is_narrow else op.operand
    flags = {"fastmath": op.fastmath}
    halved = code.op(arith.MulfOp, wide, x, code.constant(wide, 0.5), **flags)
    ratio = code.op(math.TanhOp, wide, halved, **flags)
    power = code.op(math.ExpOp, wide, x, **flags)
    above = code.op(arith.AddfOp, wide, power, code.constant(wide, 1.0), **flags)
    result = code.op(arith.MulfOp, wide, ratio, above, **flags)
    if is_narrow:
        result = code.op(arith.TruncFOp, type_, result)
    Rewriter.replace_op(op, [], [result])


def _round_once(op: vector.FMAOp) -> None:
    """As `math.fma`: upstream's `fmuladd` may round twice."""
    fma = math.FmaOp.create(
        operands=[op.lhs, op.rhs, op.acc],
        result_types=[op.res.type],
        properties={"fastmath": arith.FastMathFlagsAttr("none")},
    )
    Rewriter.replace_op(op, fma)


def _start_at_identity(op: vector.ReductionOp) -> None:
    """Sums of floats from -0.0: upstream's +0.0 changes a sum of negative zeros."""
    element = op.dest.type
    if op.kind.data != vector.CombiningKindFlag.ADD or not isinstance(element, AnyFloat):
        return
    zero = Emitter(InsertPoint.before(op), op).insert(arith.ConstantOp(FloatAttr(-0.0, element)))
    op.operands = [op.vector, zero.results[0]]


def _is_strided(value: SSAValue) -> bool:
    return not isinstance(cast("MemRefType[Attribute]", value.type).layout, NoneAttr)


def _is_row_major(op: memref.CollapseShapeOp) -> bool:
    """Whether a collapse is right, and all is known of both buffers but the address."""
    wide, narrow = cast("MemRefType[Attribute]", op.src.type), op.result.type
    if not isinstance(wide.layout, NoneAttr) or not isinstance(narrow.layout, NoneAttr):
        return False
    if (wide.element_type, wide.memory_space) != (narrow.element_type, narrow.memory_space):
        return False
    sizes, groups = wide.get_shape(), [[axis.value.data for axis in g] for g in op.reassociation]
    if [axis for group in groups for axis in group] != [*range(len(sizes))]:
        return False
    given = [prod(sizes[axis] for axis in group) for group in groups]
    return given == [*narrow.get_shape()] and all(size > 0 for size in sizes)


def _collapse_at_once(op: memref.CollapseShapeOp) -> None:
    """By the numbers of the new shape: upstream takes two more passes to find them itself."""
    shape = op.result.type.get_shape()
    strides = [prod(shape[axis + 1 :]) for axis in range(len(shape))]
    numbers = {"static_offsets": [0], "static_sizes": shape, "static_strides": strides}
    properties = {name: DenseArrayBase.from_list(i64, value) for name, value in numbers.items()}
    segments = DenseArrayBase.from_list(i32, [1, 0, 0, 0])
    anew = memref.ReinterpretCastOp.create(
        operands=[op.src],
        result_types=[op.result.type],
        properties={**properties, "operandSegmentSizes": segments},
        location=op.location,
    )
    Rewriter.replace_op(op, anew)


def _copy_by_loops(op: memref.CopyOp) -> None:
    """Element by element: upstream calls a function of its runner library."""
    emit = Emitter(InsertPoint.before(op), op)
    shape = cast("MemRefType[Attribute]", op.source.type).get_shape()
    zero, one = (_index(emit, number) for number in (0, 1))
    indices: list[SSAValue] = []
    for axis, size in enumerate(shape):
        extent = _index(emit, axis if size < 0 else size)
        if size < 0:
            extent = emit.insert(memref.DimOp(op.source, extent)).results[0]
        body = Block([scf.YieldOp()], arg_types=[IndexType()])
        emit.insert(scf.ForOp(zero, extent, one, [], Region(body)))
        indices.append(body.args[0])
        emit = emit.at(InsertPoint.at_start(body))
    value = emit.insert(memref.LoadOp.get(op.source, indices)).results[0]
    emit.insert(memref.StoreOp.get(value, op.destination, indices))
    Rewriter.erase_op(op)


def _index(emit: Emitter, value: int) -> SSAValue:
    return emit.insert(arith.ConstantOp.from_int_and_width(value, IndexType())).results[0]
