"""Splits a loop over products into one over groups of them and one inside a group."""

from __future__ import annotations

from xdsl.dialects import affine
from xdsl.dialects.builtin import AffineMapAttr, IndexType
from xdsl.ir import Block, Region
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialect.ir.loop_like import inits_of
from ...dialect.xdsl_compat.affine_loops import affine_for
from ..common.for_loops import constant_lower, extent_of
from ..simplify.access_simplification import simplify_accesses
from ..simplify.decided_conditions import outermost_block


def split_groups(loop: affine.ForOp, size: int) -> affine.ForOp:
    """
    The loop over one group of so many iterations, which replace the loop together with one over
    all groups around it; the loop itself if it has no more iterations than that.

    The loop begins at a constant, and has a multiple of so many iterations.
    """
    first, extent = constant_lower(loop), extent_of(loop)
    assert first is not None
    assert extent is not None
    if extent == size:
        return loop
    types = [value.type for value in loop.results]
    step = loop.step.value.data
    outer = Block(arg_types=[IndexType(), *types])
    inside = loop.body.detach_block(loop.body.block)
    iterator = inside.args[0]
    inner = inside.insert_arg(IndexType(), 0)
    if iterator.name_hint is not None:
        outer.args[0].name_hint = f"{iterator.name_hint}o"
        inner.name_hint = f"{iterator.name_hint}i"
    place = AffineExpr.dimension(0) * (size * step) + AffineExpr.dimension(1) * step + first
    whole = affine.ApplyOp([outer.args[0], inner], AffineMapAttr(AffineMap(2, 0, (place,))))
    iterator.replace_all_uses_with(whole.result)
    inside.erase_arg(iterator)
    Rewriter.insert_op(whole, InsertPoint.at_start(inside))
    group = affine_for([], [], outer.args[1:], 0, size, Region(inside))
    outer.add_op(group)
    outer.add_op(affine.YieldOp.get(*group.results))
    groups = affine_for([], [], inits_of(loop), 0, extent // size, Region(outer))
    groups.attributes.update(loop.attributes)
    for op in (whole, group, *outer.ops, groups):
        op.location = loop.location
    Rewriter.insert_op(groups, InsertPoint.before(loop))
    for old, new in zip(loop.results, groups.results, strict=True):
        new.name_hint = old.name_hint
        old.replace_all_uses_with(new)
    Rewriter.erase_op(loop)
    simplify_accesses(groups, outermost_block(groups))
    return group
