"""Writes copies between buffers of different layouts out as loop nests over the logical indices."""

from __future__ import annotations

from xdsl.dialects import memref
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.rewriter import InsertPoint

from ....dialect.annotations import STAGE, buffer_name
from ....dialect.attributes import layout_of
from ....dialect.ops import PackOp, UnpackOp
from ...common.index_codegen import Emitter
from ..padding.padding_values import load, store


class ExpandLaidOutCopy(RewritePattern):
    """Replace `pad.pack`, `pad.unpack` or a `memref.copy` of a laid-out buffer by a loop nest."""

    @op_type_rewrite_pattern
    def match_and_rewrite(
        self, op: memref.CopyOp | PackOp | UnpackOp, rewriter: PatternRewriter
    ) -> None:
        plain = layout_of(op.operands[0].type) is None and layout_of(op.operands[1].type) is None
        if not isinstance(op, memref.CopyOp) or not plain:
            expand_copy(op, rewriter)


def expand_copy(op: memref.CopyOp | PackOp | UnpackOp, rewriter: PatternRewriter) -> None:
    """Replace a copy between buffers of one shape by loads and stores."""
    source, target = op.operands
    name = f"{buffer_name(target) or 'buffer'}_{op.name.split('.')[1]}"
    given = op.attributes.get(STAGE)
    emitter = Emitter(InsertPoint.before(op), op, rewriter)
    laid_out = target if layout_of(source.type) is None else source
    shape, sizes = emitter.shape(laid_out)
    names = [f"i{k}" for k in range(len(shape))]
    inside, indices = emitter.nest(shape, names, name, sizes=sizes)
    value = inside.insert(load(source, indices)).results[0]
    inside.insert(store(value, target, indices))
    outermost = op.prev_op
    if given is not None and outermost is not None:
        outermost.attributes[STAGE] = given
        rewriter.notify_op_modified(outermost)
    rewriter.erase(op)
