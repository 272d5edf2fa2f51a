"""
Stores a single lane without a mask: of a narrowed vector (`arith.trunci`), LLVM 22 stores the wide
element for processors with AVX-512, which overwrites what comes after it. In what this project
compiles none is left (`upstream/single_lanes.py`); this is for LLVM IR that others compile.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import arith, memref, vector
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, IntegerAttr, MemRefType
from xdsl.ir import Attribute, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.rewriter import InsertPoint

from ..common.index_codegen import Emitter


class StoreSingleLane(RewritePattern):
    """Replace a `vector.maskedstore` of which a constant mask leaves one lane on."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: vector.MaskedStoreOp, rewriter: PatternRewriter) -> None:
        lanes = _lanes_on(op.mask)
        if lanes is None or len(lanes) != 1:
            return
        emitter = Emitter(InsertPoint.before(op), op, rewriter)
        type = cast("MemRefType[Attribute]", op.base.type).element_type
        value = emitter.insert(vector.ExtractOp(op.value_to_store, [lanes[0]], type)).results[0]
        indices: list[SSAValue] = [*op.indices]
        if lanes[0]:
            place = arith.AddiOp(indices[-1], emitter.constant(lanes[0]))
            indices[-1] = emitter.insert(place).results[0]
        store = memref.StoreOp.get(value, op.base, indices)
        store.location = op.location
        rewriter.replace(op, [store], [])


def _lanes_on(mask: SSAValue) -> Sequence[int] | None:
    """The lanes that a constant mask leaves on; None for all others."""
    op = mask.owner
    if isinstance(op, vector.CreateMaskOp) and len(op.mask_dim_sizes) == 1:
        count = op.mask_dim_sizes[0].owner
        if isinstance(count, arith.ConstantOp) and isinstance(count.value, IntegerAttr):
            return range(max(0, count.value.value.data))
    if isinstance(op, arith.ConstantOp) and isinstance(op.value, DenseIntOrFPElementsAttr):
        return [lane for lane, on in enumerate(op.value.get_values()) if on]
    return None
