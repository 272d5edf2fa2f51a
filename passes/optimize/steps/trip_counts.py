"""How often a loop runs each time, as far as it is known."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import affine, scf
from xdsl.ir import Operation

from ....dialect.ir.loop_like import Range, Read, find_loop
from ....index.expr import Expr
from ...common.for_loops import constant_lower
from ...register_tile.cost_model import MANY


def trips_of(op: affine.ForOp | scf.ForOp, indices: Read) -> int:
    """How many iterations a loop has; MANY where that is not known."""
    of = _range(op, indices)
    return MANY if of is None else iterations(of.lowers, of.uppers, of.step)


def is_constant(op: affine.ForOp | scf.ForOp, indices: Read) -> bool:
    """Whether a loop has the same known number of iterations each time that it runs."""
    of = _range(op, indices)
    if of is None or len(of.lowers) != 1 or len(of.uppers) != 1:
        return False
    return (of.uppers[0] - of.lowers[0]).constant is not None


def iterations(lowers: Sequence[Expr], uppers: Sequence[Expr], step: Expr) -> int:
    """As many as of the shortest of the lengths that are known; MANY where none is."""
    lengths = [(upper - lower).constant for upper in uppers for lower in lowers]
    known = [length for length in lengths if length is not None]
    if not known or step.constant is None:
        return MANY
    return max(0, -(-min(known) // max(1, step.constant)))


def step_of(loop: Operation) -> int:
    """By how much a loop goes on in each iteration."""
    return loop.step.value.data if isinstance(loop, affine.ForOp) else 1


def start_of(loop: Operation) -> int:
    """The index that a loop begins with; 0 where that is not known."""
    return (constant_lower(loop) or 0) if isinstance(loop, affine.ForOp) else 0


def _range(op: affine.ForOp | scf.ForOp, indices: Read) -> Range | None:
    found = find_loop(op)
    assert found is not None
    ranges = found.ranges(op, indices)
    return None if ranges is None else ranges[0]
