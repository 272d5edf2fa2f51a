"""Try a rewrite on a copy, so that the program is unchanged if the rewrite is declined."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects import affine
from xdsl.ir import Operation
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialect.annotations import USER
from ...dialect.ir.effects import has_no_effect
from ...dialect.ir.operations import operations_in, operations_of
from ...dialect.ir.reasons import Declined
from ...dialect.ops import AssumeOp
from ...dialect.xdsl_compat.cloning import cloned
from ..common.dead_code import erase_dead
from .legality.accumulators import carry_accumulators


def attempt(
    loop: affine.ForOp, rewrite: Callable[[affine.ForOp], list[affine.ForOp]]
) -> list[affine.ForOp]:
    """
    The loops that a rewrite makes of a loop that carries the cells it updates.

    Assumes in it are dropped, except for the user's (`pad.user`), which the rewrite keeps. Where it
    raises Declined all stays as it was, and the exception goes on; a loop that would be gone
    without its assumes is refused.
    """
    if _has_no_effect(loop):
        raise Declined("no operation in it has an effect", loop, reason="no-effect")
    before: Operation | None = loop.prev_op
    copy = cloned(loop)
    Rewriter.insert_op(copy, InsertPoint.before(loop))
    users = [(result, use) for result in loop.results for use in tuple(result.uses)]
    for old, new in zip(loop.results, copy.results, strict=True):
        new.name_hint = old.name_hint
        old.replace_all_uses_with(new)
    _drop_assumes(copy)
    try:
        carrying, in_vain = carry_accumulators(copy)
        made = rewrite(carrying)
    except Declined:
        for result, use in users:
            use.operation.operands[use.index] = result
        while (op := loop.prev_op) is not None and op is not before:
            Rewriter.erase_op(op, safe_erase=False)
        raise
    for op in (loop, *in_vain):
        Rewriter.erase_op(op)
    return made


def _has_no_effect(loop: affine.ForOp) -> bool:
    """Whether a loop, without its assumes, is dead."""
    if any(result.first_use is not None for result in loop.results):
        return False
    return all(isinstance(op, AssumeOp) or has_no_effect(op) for op in operations_in(loop))


def _drop_assumes(loop: affine.ForOp) -> None:
    for op in operations_of(loop.body, AssumeOp):
        if USER not in op.attributes:
            Rewriter.erase_op(op)
    for op in list(loop.body.block.ops):
        erase_dead(op)
