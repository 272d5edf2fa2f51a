"""
Makes masks of the first lanes by a comparison of bytes: upstream compares indices, which take eight
registers for 64 lanes.
"""

from __future__ import annotations

from typing import cast

from xdsl.dialects import arith, vector
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    IntegerType,
    VectorType,
    i64,
)
from xdsl.ir import Attribute
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.rewriter import InsertPoint

from ...dialect.xdsl_compat.operations.arith import CmpiOp
from ..common.index_codegen import Emitter

_BYTE = IntegerType(8)
_MOST_LANES = 127
"""Whose numbers a byte holds."""
_GREATER = IntegerAttr(arith.CMPI_COMPARISON_OPERATIONS.index("sgt"), i64)


class CompareBytes(RewritePattern):
    """Replace a `vector.create_mask` of one axis by a comparison with the numbers of its lanes."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: vector.CreateMaskOp, rewriter: PatternRewriter) -> None:
        type = cast("VectorType[Attribute]", op.mask_vector.type)
        lanes, *others = type.get_shape()
        if others or not 1 < lanes <= _MOST_LANES or type.get_num_scalable_dims():
            return
        emitter = Emitter(InsertPoint.before(op), op, rewriter)
        least = emitter.insert(arith.MaxSIOp(op.mask_dim_sizes[0], emitter.constant(0)))
        most = emitter.insert(arith.MinSIOp(least.results[0], emitter.constant(lanes)))
        count = emitter.insert(arith.IndexCastOp(most.results[0], _BYTE))
        bytes = VectorType(_BYTE, [lanes])
        all_lanes = emitter.insert(vector.BroadcastOp(count.results[0], bytes))
        numbers = DenseIntOrFPElementsAttr.from_list(bytes, list(range(lanes)))
        places = emitter.insert(arith.ConstantOp(numbers, bytes))
        mask = CmpiOp.create(
            operands=[all_lanes.results[0], places.results[0]],
            result_types=[type],
            properties={"predicate": _GREATER},
        )
        rewriter.replace(op, [mask])
