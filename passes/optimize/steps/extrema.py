"""What maxima and minima of floats take of a processor, as LLVM IR for it has them."""

from __future__ import annotations

from xdsl.dialects import arith
from xdsl.dialects.arith import FastMathFlagsAttr
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import BlockArgument, Operation

from ....dialect.ir.loop_like import carried_as, carried_by, find_loop
from ....dialect.ir.operations import is_a
from ....upstream.extrema import MOST_CARRIED
from ...lanes.legality.carried_reductions import is_vector
from ...vectorize.vector_unit import VectorUnit

EXTREMA = (arith.MaximumfOp, arith.MinimumfOp)


def steps_of_extremum(op: Operation, unit: VectorUnit) -> float:
    """
    How many operations of a vector's width it is.

    Masks say where an operand is NaN, and one comparison does for two; a loop that carries many
    maxima asks for each. Without masks two comparisons are combined, a maximum that a loop carries
    as a minimum, on twice as many pipes as products have.
    """
    if _is_plain(op) or any(isinstance(each.owner, arith.ConstantOp) for each in op.operands):
        return 1.0
    if unit.masks:
        return 2.0 if _is_among_many(op) else 1.5
    return 2.0 if isinstance(op, arith.MinimumfOp) or _is_carried(op) else 3.0


def latency_of_extremum(op: Operation, unit: VectorUnit) -> float:
    """The cycles until its result can be used; the next one need not wait for a comparison."""
    if _is_plain(op):
        return unit.latency
    if not unit.masks:
        return unit.latency + 1 if is_vector(op.results[0].type) else 3 * unit.latency
    return 2 * unit.latency if _is_among_many(op) else unit.latency


def _is_among_many(op: Operation) -> bool:
    """Whether the loop around it carries more extrema than there are registers of masks for."""
    loop = op.parent_op()
    if loop is None or find_loop(loop) is None:
        return False
    return sum(is_a(each.yielded.owner, EXTREMA) for each in carried_by(loop)) > MOST_CARRIED


def _is_carried(op: Operation) -> bool:
    """Whether an operand is what a loop carries."""
    arguments = [each for each in op.operands if isinstance(each, BlockArgument)]
    return any(carried_as(each) is not None for each in arguments)


def _is_plain(op: Operation) -> bool:
    """Whether it is one instruction: NaN and the sign of zero do not matter."""
    given = op.properties.get("fastmath")
    flags = set(given.data) if isinstance(given, FastMathFlagsAttr) else set[FastMathFlag]()
    return {FastMathFlag.NO_NANS, FastMathFlag.NO_SIGNED_ZEROS} <= flags
