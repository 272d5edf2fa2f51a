"""Erases loops in which nothing happens, whatever they carry."""

from __future__ import annotations

from xdsl.rewriter import Rewriter

from ....analysis.instances.activity import active_iterations
from ....analysis.instances.reader import InstanceReader
from ....dialect.ir.effects import has_no_effect
from ....dialect.ir.loop_like import inits_of
from ....index.sets.engine import GaveUp, NotAffine, engine
from ...common.for_loops import Loop
from ...simplify.decided_conditions import outermost_block
from .loop_ranges import range_of


def erase_if_idle(loop: Loop) -> bool:
    """
    Erases a loop that has no effect in any iteration; whether it did. Its results are what it was
    given.
    """
    reader = InstanceReader(outermost_block(loop))
    range, instances = range_of(loop, reader), reader.surroundings(loop)
    if range is None or instances is None:
        return False
    try:
        with engine().budget():
            active = active_iterations(loop, reader, has_no_effect)
            if not active.intersect(range.points(instances.condition)).is_empty():
                return False
    except (GaveUp, NotAffine):
        return False
    erase_idle(loop)
    return True


def erase_idle(loop: Loop) -> None:
    """Erases a loop that has no effect."""
    Rewriter.replace_op(loop, [], inits_of(loop))
