"""What maxima and minima of floats take of a processor, as LLVM IR for it has them."""

from __future__ import annotations

from xdsl.dialects import arith
from xdsl.dialects.arith import FastMathFlagsAttr
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import BlockArgument, Operation

from ....dialect.ir.loop_like import carried_as
from ...lanes.legality.carried_reductions import is_vector
from ...vectorize.vector_unit import VectorUnit

EXTREMA = (arith.MaximumfOp, arith.MinimumfOp)


def steps_of_extremum(op: Operation, unit: VectorUnit) -> float:
    """
    How many operations of a vector's width it is.

    Masks say where an operand is NaN. Without them two comparisons are combined, a maximum that a
    loop carries as a minimum; the pipes for that are twice those of products.
    """
    if _is_plain(op) or any(isinstance(each.owner, arith.ConstantOp) for each in op.operands):
        return 1.0
    return 2.0 if unit.masks or isinstance(op, arith.MinimumfOp) or _is_carried(op) else 3.0


def latency_of_extremum(op: Operation, unit: VectorUnit) -> float:
    """The cycles until its result can be used."""
    if _is_plain(op):
        return unit.latency
    if is_vector(op.results[0].type) and not unit.masks:
        return unit.latency + 1
    return unit.latency * (2 if unit.masks else 3)


def _is_carried(op: Operation) -> bool:
    """Whether an operand is what a loop carries."""
    arguments = [each for each in op.operands if isinstance(each, BlockArgument)]
    return any(carried_as(each) is not None for each in arguments)


def _is_plain(op: Operation) -> bool:
    """Whether it is one instruction: NaN and the sign of zero do not matter."""
    given = op.properties.get("fastmath")
    flags = set(given.data) if isinstance(given, FastMathFlagsAttr) else set[FastMathFlag]()
    return {FastMathFlag.NO_NANS, FastMathFlag.NO_SIGNED_ZEROS} <= flags
