"""Drops the conditions that a rewrite has decided, and shortens those that it left a part of."""

from __future__ import annotations

from typing import get_args

from xdsl.dialects import affine, arith, scf
from xdsl.ir import Block, Operation

from ...analysis.instances.outer_conditions import reader_with_sizes
from ...analysis.instances.reader import InstanceReader
from ...dialect.ir.operations import is_a
from ..common.dead_code import erase_dead
from ..common.patterns import rewrite_once
from .assumed_values import only_assumed
from .block_reader import BlockReader
from .folding_patterns import FoldDecidedComparison, FoldDecidedIf
from .logic_patterns import FoldLogic, Logic

_MATCHED = (affine.IfOp, scf.IfOp, arith.CmpiOp, *get_args(Logic))


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


def outermost_block(op: Operation) -> Block:
    """The block of the function that an operation is inside of."""
    block = op.parent
    assert block is not None
    while (parent := block.parent_op()) is not None and parent.name != "func.func":
        if parent.parent is None:
            break
        block = parent.parent
    return block


def outermost_reader(op: Operation) -> InstanceReader:
    """A reader of the block of the function that an operation is inside of, and of its sizes."""
    block = outermost_block(op)
    stage = op
    while stage.parent is not block and (around := stage.parent_op()) is not None:
        stage = around
    return reader_with_sizes(block, stage)
