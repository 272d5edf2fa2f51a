"""Erases loops in which nothing happens, whatever they carry."""

from __future__ import annotations

from xdsl.dialects import affine, scf
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.rewriter import Rewriter

from ....analysis.instances.activity import active_iterations
from ....analysis.instances.reader import InstanceReader
from ....dialect.ir.effects import has_no_effect
from ....dialect.ir.loop_like import inits_of
from ....index.sets.engine import GaveUp, NotAffine, engine
from ...common.for_loops import Loop
from ...common.patterns import rewrite_once
from ...simplify.decided_conditions import outermost_block
from .loop_ranges import range_of


def erase_if_idle(loop: Loop) -> bool:
    """Erases a loop that has no effect in any iteration; whether it did."""
    return rewrite_once(loop, EraseIdleLoop(), visits=lambda op: op is loop)


class EraseIdleLoop(RewritePattern):
    """Erase a loop that has no effect in any iteration; its results are what it was given."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: affine.ForOp | scf.ForOp, rewriter: PatternRewriter) -> None:
        reader = InstanceReader(outermost_block(op))
        range, instances = range_of(op, reader), reader.surroundings(op)
        if range is None or instances is None:
            return
        try:
            with engine().budget():
                active = active_iterations(op, reader, has_no_effect)
                if not active.intersect(range.points(instances.condition)).is_empty():
                    return
        except (GaveUp, NotAffine):
            return
        rewriter.replace(op, [], inits_of(op))


def erase_idle(loop: Loop) -> None:
    """Erases a loop that has no effect."""
    Rewriter.replace_op(loop, [], inits_of(loop))
