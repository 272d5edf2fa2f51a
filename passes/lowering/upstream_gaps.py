"""
Rewrites of operations that upstream's lowering to LLVM 22 lacks or gets wrong to operations that it
gets right.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import cast

from xdsl.dialects import arith, math, memref, scf, vector
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
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
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.rewriter import InsertPoint

from ...dialect.ir.located_errors import PadError
from ...dialect.ir.memory_access import is_dynamic
from ...dialect.ir.operations import is_a, operations_in, operations_of
from ..common.index_codegen import Emitter
from ..common.patterns import rewrite_once
from .bfloat_vectors import ShuffleAsBits, WidenNeighbours
from .bfloats import ComputeBfloatInF32, RoundToBfloat, has_bfloat_result
from .booleans import store_booleans_as_bytes
from .elementwise import Elementwise, element_of
from .narrow_masks import CompareBytes
from .single_lanes import StoreSingleLane

_NARROWEST = 16
_BUFFER = (MemRefType,)
_OF_VECTORS = (
    *(vector.LoadOp, vector.StoreOp, vector.MaskedLoadOp, vector.MaskedStoreOp),
    *(vector.TransferReadOp, vector.TransferWriteOp),
)


def close_upstream_gaps(module: ModuleOp) -> None:
    """Rewrites the operations in question; the module then only serves as upstream's input."""
    for op in operations_of(module, vector.ReductionOp):
        _refuse_narrow_sums(op)
    rewrite_once(module, StoreSingleLane())
    rewrite_once(
        module,
        ExpandExpM1(),
        FuseByMath(),
        CopyStridedByLoops(),
        CollapseByNumbers(),
        SumFromNegativeZero(),
        CompareBytes(),
    )
    if any(map(has_bfloat_result, operations_in(module))):
        rewrite_once(module, RoundToBfloat(), ComputeBfloatInF32())
        rewrite_once(module, WidenNeighbours())
        rewrite_once(module, ShuffleAsBits())
    for op in operations_of(module, *_OF_VECTORS):
        _refuse_odd_elements(op)
    store_booleans_as_bytes(module)


def _refuse_narrow_sums(op: vector.ReductionOp) -> None:
    """Upstream takes floats of a byte for integers, and makes a sum of floats of those."""
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


class ExpandExpM1(RewritePattern):
    """`tanh(x / 2) * (exp(x) + 1)`: upstream's `exp(x) - 1` has no right digit for small x."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: math.ExpM1Op, rewriter: PatternRewriter) -> None:
        code = Elementwise(op, rewriter)
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
        rewriter.replace(op, [], [result])


class FuseByMath(RewritePattern):
    """Make `math.fma` of `vector.fma`: upstream's `fmuladd` for the latter may round twice."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: vector.FMAOp, rewriter: PatternRewriter) -> None:
        fma = math.FmaOp.create(
            operands=[op.lhs, op.rhs, op.acc],
            result_types=[op.res.type],
            properties={"fastmath": arith.FastMathFlagsAttr("none")},
        )
        fma.location = op.location
        rewriter.replace(op, fma)


class SumFromNegativeZero(RewritePattern):
    """Sum floats from -0.0 on: upstream's +0.0 changes a sum of negative zeros."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: vector.ReductionOp, rewriter: PatternRewriter) -> None:
        element = op.dest.type
        is_sum = op.kind.data == vector.CombiningKindFlag.ADD
        if op.acc is not None or not is_sum or not isinstance(element, AnyFloat):
            return
        emit = Emitter(InsertPoint.before(op), op, rewriter)
        zero = emit.insert(arith.ConstantOp(FloatAttr(-0.0, element)))
        op.operands = [op.vector, zero.results[0]]
        rewriter.notify_op_modified(op)


def _is_strided(value: SSAValue) -> bool:
    return not isinstance(cast("MemRefType[Attribute]", value.type).layout, NoneAttr)


def _is_row_major(op: memref.CollapseShapeOp) -> bool:
    """Whether a collapse is right, and all axes of both buffers lie one after the other."""
    wide, narrow = cast("MemRefType[Attribute]", op.src.type), op.result.type
    if not isinstance(wide.layout, NoneAttr) or not isinstance(narrow.layout, NoneAttr):
        return False
    if (wide.element_type, wide.memory_space) != (narrow.element_type, narrow.memory_space):
        return False
    sizes, groups = wide.get_shape(), _groups(op)
    if [axis for group in groups for axis in group] != [*range(len(sizes))]:
        return False
    given = [_size([sizes[axis] for axis in group]) for group in groups]
    return all(groups) and given == [*narrow.get_shape()] and 0 not in sizes


def _groups(op: memref.CollapseShapeOp) -> list[list[int]]:
    return [[axis.value.data for axis in group] for group in op.reassociation]


def _size(sizes: Sequence[int]) -> int:
    """The product of sizes, which is known per call if one of them is."""
    return DYNAMIC_INDEX if any(map(is_dynamic, sizes)) else prod(sizes)


class CollapseByNumbers(RewritePattern):
    """
    Make `memref.reinterpret_cast` of a collapse of rows that lie one after the other: upstream
    takes two more passes to do so itself.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: memref.CollapseShapeOp, rewriter: PatternRewriter) -> None:
        if not _is_row_major(op):
            return
        groups, shape = _groups(op), op.result.type.get_shape()
        strides = [_size(shape[axis + 1 :]) for axis in range(len(shape))]
        sizes_then, strides_then = list[SSAValue](), list[SSAValue]()
        if any(map(is_dynamic, shape)):
            emit = Emitter(InsertPoint.before(op), op, rewriter)
            known = memref.ExtractStridedMetaDataOp(op.src)
            emit.insert(known)
            for group in (g for g, size in zip(groups, shape, strict=True) if is_dynamic(size)):
                sizes_then.append(_product(emit, op.src, known, group))
            # Of rows that lie so, a stride is that of the last axis.
            ends = zip(groups, strides, strict=True)
            strides_then += [known.strides[g[-1]] for g, stride in ends if is_dynamic(stride)]
        numbers = {"static_offsets": [0], "static_sizes": shape, "static_strides": strides}
        properties = {name: DenseArrayBase.from_list(i64, value) for name, value in numbers.items()}
        counts = [1, 0, len(sizes_then), len(strides_then)]
        segments = DenseArrayBase.from_list(i32, counts)
        anew = memref.ReinterpretCastOp.create(
            operands=[op.src, *sizes_then, *strides_then],
            result_types=[op.result.type],
            properties={**properties, "operandSegmentSizes": segments},
            location=op.location,
        )
        rewriter.replace(op, anew)


def _product(
    emit: Emitter, buffer: SSAValue, known: memref.ExtractStridedMetaDataOp, group: Sequence[int]
) -> SSAValue:
    """The size of axes of a buffer in one."""
    shape = cast("MemRefType[Attribute]", buffer.type).get_shape()
    fixed = prod(shape[axis] for axis in group if not is_dynamic(shape[axis]))
    product: SSAValue | None = None if fixed == 1 else _index(emit, fixed)
    for size in (known.sizes[axis] for axis in group if is_dynamic(shape[axis])):
        product = size if product is None else emit.insert(arith.MuliOp(size, product)).results[0]
    assert product is not None
    return product


class CopyStridedByLoops(RewritePattern):
    """
    Copy to or from a strided buffer element by element: upstream calls a function of its runner
    library.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: memref.CopyOp, rewriter: PatternRewriter) -> None:
        if not any(map(_is_strided, op.operands)):
            return
        emit = Emitter(InsertPoint.before(op), op, rewriter)
        shape = cast("MemRefType[Attribute]", op.source.type).get_shape()
        zero, one = (_index(emit, number) for number in (0, 1))
        indices: list[SSAValue] = []
        for axis, size in enumerate(shape):
            if is_dynamic(size):
                extent = emit.insert(memref.DimOp(op.source, _index(emit, axis))).results[0]
            else:
                extent = _index(emit, size)
            body = Block([scf.YieldOp()], arg_types=[IndexType()])
            emit.insert(scf.ForOp(zero, extent, one, [], Region(body)))
            indices.append(body.args[0])
            emit = emit.at(InsertPoint.at_start(body))
        value = emit.insert(memref.LoadOp.get(op.source, indices)).results[0]
        emit.insert(memref.StoreOp.get(value, op.destination, indices))
        rewriter.erase(op)


def _index(emit: Emitter, value: int) -> SSAValue:
    return emit.insert(arith.ConstantOp.from_int_and_width(value, IndexType())).results[0]
