"""Drops the conditions that a rewrite has decided, and shortens those that it left a part of."""

from __future__ import annotations

from typing import cast, get_args

from xdsl.dialects import affine, arith, scf
from xdsl.dialects.builtin import IntegerAttr, i1
from xdsl.ir import Block, Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ...dialect.ir.operations import is_a
from ...dialect.ops import AssumeOp
from ..common.dead_code import erase_dead
from ..common.patterns import rewrite_once
from .block_reader import BlockReader
from .folding_patterns import FoldDecidedComparison, FoldDecidedIf

Logic = arith.AndIOp | arith.OrIOp | arith.XOrIOp | arith.SelectOp

_MATCHED = (affine.IfOp, scf.IfOp, arith.CmpiOp, *get_args(Logic))

_NEGATED = (1, 0, 5, 4, 3, 2, 9, 8, 7, 6)
"""The opposite of each predicate: eq, ne, slt, sle, sgt, sge, and the unsigned four."""


def fold_decided_conditions(root: Operation) -> None:
    """
    Replaces each condition inside an operation that is decided at its place, by indices or by
    constants; an `affine.if` keeps the part that is not. What only fed them goes, and so does
    whatever has no effect, `root` itself included. What only assumes use stays: it is a statement.
    """
    known = BlockReader(outermost_block(root))
    patterns = (FoldDecidedIf(known), FoldDecidedComparison(known), FoldLogic())
    rewrite_once(root, *patterns, visits=_may_be_decided, listener=known.listener)
    erase_dead(root)


def _may_be_decided(op: Operation) -> bool:
    return is_a(op, _MATCHED) and not only_assumed(op)


class FoldLogic(RewritePattern):
    """Replace what `and`, `or`, `xor` and `select` give where an operand is a constant."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: Logic, rewriter: PatternRewriter) -> None:
        value = _folded(op, rewriter)
        if value is not None:
            rewriter.replace(op, [], [value])


def outermost_block(op: Operation) -> Block:
    """The block of the function that an operation is inside of."""
    block = op.parent
    assert block is not None
    while (parent := block.parent_op()) is not None and parent.name != "func.func":
        if parent.parent is None:
            break
        block = parent.parent
    return block


def only_assumed(op: Operation) -> bool:
    """Whether an operation is an assume, or a condition that only assumes use."""
    if isinstance(op, AssumeOp):
        return True
    users = [use.operation for result in op.results for use in result.uses]
    return bool(users) and op.dialect_name() == "arith" and all(map(only_assumed, users))


def _folded(op: Logic, rewriter: PatternRewriter) -> SSAValue | None:
    """Fold `and`, `or`, `xor` and `select` with a constant operand."""
    if isinstance(op, arith.SelectOp):
        known = truth(op.cond)
        return None if known is None else (op.lhs if known else op.rhs)
    if op.result.type != i1:
        return None
    for one, other in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
        known = truth(one)
        if known is None:
            continue
        if isinstance(op, arith.XOrIOp):
            return _negated(op, other, rewriter) if known else other
        return one if known == isinstance(op, arith.OrIOp) else other
    return None


def _negated(op: arith.XOrIOp, value: SSAValue, rewriter: PatternRewriter) -> SSAValue | None:
    known, owner = truth(value), value.owner
    if known is not None:
        negated: Operation = arith.ConstantOp(IntegerAttr(int(not known), i1))
    elif isinstance(owner, arith.CmpiOp):
        negated = arith.CmpiOp(owner.lhs, owner.rhs, _NEGATED[owner.predicate.value.data])
    else:
        return None
    negated.location = op.location
    rewriter.insert(negated)
    return negated.results[0]


def truth(value: SSAValue) -> bool | None:
    """The value of an i1 constant."""
    owner = value.owner
    if not isinstance(owner, arith.ConstantOp) or value.type != i1:
        return None
    return bool(cast("IntegerAttr", owner.value).value.data)
