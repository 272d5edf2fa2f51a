"""
Erases what only fed an operation that is gone: pure arithmetic, loads, and the loops and ifs around
it.
"""

from __future__ import annotations

from xdsl.dialects import affine, scf
from xdsl.ir import Operation
from xdsl.pattern_rewriter import (
    PatternRewriter,
    PatternRewriterListener,
    RewritePattern,
    op_type_rewrite_pattern,
)
from xdsl.rewriter import Rewriter

from ...dialect.ir.effects import has_no_effect, is_terminator
from ...dialect.ir.operations import operations_in
from .patterns import rewrite_once


class EraseDead(RewritePattern):
    """
    Erase an operation that nothing uses and that has no effect, with what only fed it.

    What becomes dead by that goes with it, so a walk to what `is_dead` at its beginning is enough.
    """

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if op.parent is not None and is_dead(op):
            erase_with_dead_producers(op, rewriter)


class EraseEmptyArm(RewritePattern):
    """Erase the second arm of an if that gives nothing, where nothing is in the arm."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: affine.IfOp | scf.IfOp, rewriter: PatternRewriter) -> None:
        second = op.regions[1]
        if second.blocks and not op.results and len(second.block.ops) == 1:
            second.erase_block(second.block)
            rewriter.notify_op_modified(op)


def erase_dead(root: Operation, listener: PatternRewriterListener | None = None) -> None:
    """Erase what is dead inside an operation, and finally itself, as far as it has no effect."""
    rewrite_once(root, EraseDead(), backwards=True, visits=is_dead, listener=listener)


def erase_if_dead(op: Operation, rewriter: PatternRewriter | None = None) -> list[Operation]:
    """
    Erases an operation that nothing uses and that has no effect, with what only fed it; all that is
    gone, nothing where it is none.
    """
    if op.parent is None or not is_dead(op):
        return []
    return erase_with_dead_producers(op, rewriter)


def erase_unused_value(op: Operation) -> None:
    """Erases an operation whose results nothing uses, with what only fed it, not what is around."""
    pending = [op]
    while pending:
        candidate = pending.pop()
        if candidate.parent is not None and candidate.results and is_dead(candidate):
            pending += [f for f in _producers(candidate) if f not in pending]
            Rewriter.erase_op(candidate)


def erase_with_dead_producers(
    op: Operation, rewriter: PatternRewriter | None = None
) -> list[Operation]:
    """
    Erases an operation without uses, then, as far as nothing else needs them, its operands and
    parents; all that is gone.

    A pattern gives its rewriter, which tells the walk of each.
    """
    erase = Rewriter.erase_op if rewriter is None else rewriter.erase
    pending, gone = _feeders(op), operations_in(op)
    erase(op)
    while pending:
        candidate = pending.pop()
        if candidate.parent is not None and is_dead(candidate):
            pending += [f for f in _feeders(candidate) if f not in pending]
            gone += operations_in(candidate)
            erase(candidate)
    return gone


def _feeders(op: Operation) -> list[Operation]:
    """
    Return the operations that may become dead when `op` is erased: its parent, and what produces
    the operands of `op` and of the operations nested in it.
    """
    parent = op.parent_op()
    return [*([parent] if parent is not None else []), *_producers(op)]


def _producers(op: Operation) -> list[Operation]:
    inside = set(operations_in(op))
    owners = [operand.owner for nested in inside for operand in nested.operands]
    producers = [owner for owner in owners if isinstance(owner, Operation) and owner not in inside]
    return list(dict.fromkeys(producers))


def is_dead(op: Operation) -> bool:
    """Whether nothing uses an operation, and neither it nor what is in it has an effect."""
    if op.parent is None:
        return False
    for result in op.results:
        if result.first_use is not None:
            return False
    return not is_terminator(op) and _holds_no_effect(op)


def _holds_no_effect(op: Operation) -> bool:
    """Whether neither an operation nor what is nested in it has an effect."""
    if not has_no_effect(op):
        return False
    for region in op.regions:
        for block in region.blocks:
            for nested in block.ops:
                if not _holds_no_effect(nested):
                    return False
    return True
