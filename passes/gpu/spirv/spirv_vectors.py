"""Vectors in the operations that upstream's way to SPIR-V takes."""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd
from typing import cast

from xdsl.dialects import arith, memref, scf, vector
from xdsl.dialects.builtin import (
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    VectorType,
    i1,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.rewriter import InsertPoint
from xdsl.utils.hints import isa

from ....dialect.ir.located_errors import PadError
from ....dialect.ir.operations import operations_in
from ...common.index_codegen import Emitter
from ...common.patterns import rewrite_once
from ..modules.shared_memory import element_bytes
from ..modules.vector_lanes import index_constant, lane_count, lane_of, moved, with_lane

_WIDEST = 4  # lanes of an access
_LANES = (1, 2, 3, 4, 8, 16)  # of SPIR-V's vectors
_ALIGNMENT = "alignment"


def prepare_vectors_for_spirv(module: ModuleOp) -> None:
    """
    Masks as conditions on lanes; accesses of 4 lanes at most, with their alignment.

    SPIR-V takes what is not stated to be aligned to the whole vector, and upstream has no text of
    pointers to more lanes. Raises PadError for vectors that SPIR-V has not.
    """
    for op in operations_in(module):
        for value in (*op.operands, *op.results):
            if isa(value.type, VectorType):
                _check_vector(value.type, op)
    patterns = (SplitLoad(), SplitStore(), CompareLanes(), LoadLanes(), StoreLanes())
    rewrite_once(module, *patterns)


def _check_vector(type: VectorType[Attribute], op: Operation) -> None:
    shape = type.get_shape()
    if len(shape) != 1 or shape[0] not in _LANES or isinstance(type.element_type, IndexType):
        raise PadError(
            f"SPIR-V does not support {type}: use vectors of 2, 3, 4, 8 or 16 integers, floats or "
            "i1",
            op,
        )


class CompareLanes(RewritePattern):
    """Make a mask by a comparison for each lane."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: vector.CreateMaskOp, rewriter: PatternRewriter) -> None:
        emit = Emitter(InsertPoint.before(op), op, rewriter)
        lanes = lane_count(op.mask_vector.type)
        none = DenseIntOrFPElementsAttr.from_list(VectorType(i1, [lanes]), [0])
        value: SSAValue = emit.insert(arith.ConstantOp(none)).results[0]
        for lane in range(lanes):
            below = arith.CmpiOp(index_constant(emit, lane), op.mask_dim_sizes[0], "slt")
            value = with_lane(emit, emit.insert(below).results[0], value, lane)
        rewriter.replace(op, [], [value])


class LoadLanes(RewritePattern):
    """Load each lane of a masked load if its condition holds."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: vector.MaskedLoadOp, rewriter: PatternRewriter) -> None:
        emit = Emitter(InsertPoint.before(op), op, rewriter)
        value: SSAValue = op.pass_thru
        for lane in range(lane_count(op.result.type)):
            old = lane_of(emit, op.pass_thru, lane)
            chosen, otherwise = Block(), Block([scf.YieldOp(old)])
            conditional = scf.IfOp(
                lane_of(emit, op.mask, lane), [old.type], Region(chosen), Region(otherwise)
            )
            emit.insert(conditional)
            inside = emit.at(InsertPoint.at_end(chosen))
            cell = memref.LoadOp.get(op.base, moved(inside, op.indices, lane))
            inside.insert(scf.YieldOp(inside.insert(cell).results[0]))
            value = with_lane(emit, conditional.results[0], value, lane)
        rewriter.replace(op, [], [value])


class StoreLanes(RewritePattern):
    """Store each lane of a masked store if its condition holds."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: vector.MaskedStoreOp, rewriter: PatternRewriter) -> None:
        emit = Emitter(InsertPoint.before(op), op, rewriter)
        for lane in range(lane_count(op.value_to_store.type)):
            chosen = Block()
            emit.insert(scf.IfOp(lane_of(emit, op.mask, lane), [], Region(chosen), Region()))
            inside = emit.at(InsertPoint.at_end(chosen))
            value = lane_of(inside, op.value_to_store, lane)
            inside.insert(memref.StoreOp.get(value, op.base, moved(inside, op.indices, lane)))
            inside.insert(scf.YieldOp())
        rewriter.erase(op)


class SplitLoad(RewritePattern):
    """Load 4 lanes at a time, with the alignment of each part."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: vector.LoadOp, rewriter: PatternRewriter) -> None:
        emit = Emitter(InsertPoint.before(op), op, rewriter)
        lanes = lane_count(op.result.type)
        element = op.result.type.element_type
        parts: list[SSAValue] = []
        for start in range(0, lanes, _WIDEST):
            type = VectorType(element, [min(_WIDEST, lanes)])
            load = vector.LoadOp(op.base, moved(emit, op.indices, start), type)
            load.attributes[_ALIGNMENT] = _alignment(op, start)
            parts.append(emit.insert(load).results[0])
        while len(parts) > 1:
            pairs = zip(parts[::2], parts[1::2], strict=True)
            parts = [_shuffled(emit, *pair, range(2 * lanes // len(parts))) for pair in pairs]
        rewriter.replace(op, [], parts)


class SplitStore(RewritePattern):
    """Store 4 lanes at a time, with the alignment of each part."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: vector.StoreOp, rewriter: PatternRewriter) -> None:
        emit = Emitter(InsertPoint.before(op), op, rewriter)
        value = op.vector
        lanes = lane_count(value.type)
        for start in range(0, lanes, _WIDEST):
            part = value
            if lanes > _WIDEST:
                part = _shuffled(emit, value, value, range(start, start + _WIDEST))
            store = vector.StoreOp(part, op.base, moved(emit, op.indices, start))
            store.attributes[_ALIGNMENT] = _alignment(op, start)
            emit.insert(store)
        rewriter.erase(op)


def _shuffled(emit: Emitter, left: SSAValue, right: SSAValue, lanes: Iterable[int]) -> SSAValue:
    element = cast("VectorType[Attribute]", left.type).element_type
    mask = DenseArrayBase.from_list(i64, list(lanes))
    shuffle = vector.ShuffleOp.create(
        operands=[left, right],
        result_types=[VectorType(element, [len(mask)])],
        properties={"mask": mask},
    )
    return emit.insert(shuffle).results[0]


def _alignment(op: vector.LoadOp | vector.StoreOp, start: int) -> IntegerAttr:
    """Of the part of an access that begins at a lane."""
    bytes = element_bytes(cast("MemRefType[Attribute]", op.base.type))
    stated = op.attributes.get(_ALIGNMENT)
    aligned = stated.value.data if isinstance(stated, IntegerAttr) else bytes
    return IntegerAttr(gcd(aligned, start * bytes), i64)
