"""How often a loop runs each time, as far as it is known."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import affine, scf
from xdsl.ir import Operation

from ....dialect.ir.loop_like import Range, Read, find_loop
from ....index.boxes import interval_of
from ....index.expr import TRUE, Expr, all_of
from ...common.for_loops import constant_lower, extent_of
from ...register_tile.cost_model import MANY


def trips_of(op: affine.ForOp | scf.ForOp, indices: Read) -> int:
    """
    How many iterations a loop has, of bounds that vary with loops around it about the mean of the
    least and the most; MANY where that is not known.
    """
    of = _range(op, indices)
    if of is None:
        return MANY
    around = TRUE
    if not all((u - low).constant is not None for u in of.uppers for low in of.lowers):
        around = _around(op, indices)
    return iterations(of.lowers, of.uppers, of.step, around)


def is_constant(op: affine.ForOp | scf.ForOp, indices: Read) -> bool:
    """Whether a loop has the same known number of iterations each time that it runs."""
    of = _range(op, indices)
    if of is None or len(of.lowers) != 1 or len(of.uppers) != 1:
        return False
    return (of.uppers[0] - of.lowers[0]).constant is not None


def iterations(
    lowers: Sequence[Expr], uppers: Sequence[Expr], step: Expr, around: Expr = TRUE
) -> int:
    """
    As many as of the shortest of the lengths that are known, also by the ranges of the iterators
    around; MANY where none is.
    """
    lengths = [_length(upper - lower, around) for upper in uppers for lower in lowers]
    known = [length for length in lengths if length is not None]
    if not known or step.constant is None:
        return MANY
    return max(0, -(-min(known) // max(1, step.constant)))


def _length(distance: Expr, around: Expr) -> int | None:
    """A distance, or the mean of the least and the most that it may be, without negative ones."""
    if distance.constant is not None or around == TRUE:
        return distance.constant
    least, most = interval_of(distance, around)
    return None if least is None or most is None else (max(0, least) + max(0, most) + 1) // 2


def _around(op: Operation, indices: Read) -> Expr:
    """The ranges of the iterators of loops around it, as far as they are constant."""
    parts, loop = list[Expr](), op.parent_op()
    while loop is not None:
        if isinstance(loop, affine.ForOp):
            first, extent = constant_lower(loop), extent_of(loop)
            names = indices([loop.body.block.args[0]])
            if names is not None and first is not None and extent:
                last = first + loop.step.value.data * (extent - 1)
                parts += [names[0] >= first, names[0] <= last]
        loop = loop.parent_op()
    return all_of(parts)


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
