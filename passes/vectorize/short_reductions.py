"""Leaves short reductions to lanes across their results, which need not be combined."""

from __future__ import annotations

from math import inf, prod

from xdsl.dialects import affine, arith, math
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Operation

from ...analysis.accesses.views import stored_shape
from ...analysis.instances.reader import InstanceReader
from ...dialect.ir.memory_access import buffer_of
from ...dialect.ir.operations import is_a, operations_of
from ...dialect.ir.reasons import Declined
from ...index.expr import var
from ...index.normal import terms
from ..common.for_loops import extent_of
from ..lanes.legality.lockstep import SCALAR, STORES, check_lockstep
from ..simplify.decided_conditions import outermost_block

_VECTORS = 3
"""Vectors of which the lanes of one result are combined in the time that others take to load."""
_LONGER = 3
"""As many times as that takes a maximum of floats, where NaN is told from numbers."""
_BY_LLVM = 2
"""As many vectors LLVM loads in that time, which makes others of neighbours by shuffles."""
_MOST_BY_LLVM = 8
"""Elements from one result to the next where LLVM does."""
_STRAIGHT = 64
"""Iterations of a result that LLVM makes straight code of first."""
_SCALARS = 1.5
"""Vectors of which a maximum takes as long as of scalars."""
_EXTREMA = (arith.MaximumfOp, arith.MinimumfOp)
_SUMS = (arith.AddfOp, arith.SubfOp, arith.MulfOp, math.FmaOp)
_CHOICES = (arith.SelectOp, arith.CmpfOp, arith.CmpiOp)


def check_length(loop: affine.ForOp, lanes: int, own: int) -> None:
    """
    Raise Declined if a reduction takes longer with its partial results in lanes.

    `B[i] = max(A[5 * i + x])` of five `x` loads a vector or two of each result, and combines its
    lanes by shuffles. Lanes across `i` load five vectors for each `x`, and combine nothing. They
    are at most `own` elements apart where this pass makes them next; LLVM does so up to eight
    apart, where it makes straight code of all that reduces. The loop across has to have a vector of
    iterations, and for LLVM none that depend on one another. A maximum of floats is faster in
    scalars even without, if it is one of few.
    """
    extent, results = extent_of(loop), _results_of(loop)
    if extent is None or results is None or not _is_reduction(loop):
        return
    across, inside = results
    is_long = bool(operations_of(loop.body, *_EXTREMA))
    if not (is_long and extent <= _SCALARS * lanes):
        count, apart = extent_of(across), _apart(loop, across)
        by_llvm = apart > own
        least = _VECTORS * lanes * (_LONGER if is_long else _BY_LLVM if by_llvm else 1)
        if apart <= 1 or extent * apart > least or (count is not None and count < lanes):
            return
        if by_llvm and (apart > _MOST_BY_LLVM or inside > _STRAIGHT):
            return
        if by_llvm and not _may_be_lanes(across, lanes):
            return
    raise Declined(
        f"its {extent} iterations are few for a result whose lanes have to be combined",
        loop,
        reason="short-reduction",
    )


def _may_be_lanes(loop: affine.ForOp, lanes: int) -> bool:
    try:
        check_lockstep(loop, lanes, [])
    except Declined:
        return False
    return True


def _results_of(loop: affine.ForOp) -> tuple[affine.ForOp, int] | None:
    """The innermost loop around a reduction from result to result, and the iterations of each."""
    reader, count, current = InstanceReader(outermost_block(loop)), extent_of(loop) or 0, loop
    stores = [op for op in operations_of(loop.body, *STORES)]
    while isinstance(outer := current.parent_op(), affine.ForOp):
        moves = any(_moves(op, outer, reader) for op in stores)
        if moves or not (stores or outer.results):
            return outer, count
        count *= extent_of(outer) or _STRAIGHT + 1
        current = outer
    return None


def _is_reduction(loop: affine.ForOp) -> bool:
    """
    Whether an innermost loop combines values in any order: it stores nothing that moves with it,
    chooses nothing, and sums of floats may be reordered. Lanes of anything else are not combined
    in any case, but may be rows.
    """
    reader, ops = InstanceReader(outermost_block(loop)), list(loop.body.block.ops)
    if any(op.regions or is_a(op, _CHOICES) for op in ops):
        return False
    sums = [op for op in ops if is_a(op, _SUMS)]
    if sums and not any(FastMathFlag.REASSOC in op.fastmath.data for op in sums):
        return False
    return not any(is_a(op, STORES) and _moves(op, loop, reader) != 0 for op in ops)


def _apart(loop: affine.ForOp, across: affine.ForOp) -> float:
    """
    How many elements lie between what the loop loads for one result and for the next; infinite if
    that is not one number.
    """
    reader = InstanceReader(outermost_block(loop))
    loads = [op for op in operations_of(loop.body, *SCALAR) if not is_a(op, STORES)]
    moving = [op for op in loads if _moves(op, loop, reader) != 0]
    return max((abs(_moves(op, across, reader)) for op in moving), default=inf)


def _moves(op: Operation, loop: affine.ForOp, reader: InstanceReader) -> float:
    """How many elements an iteration moves an access; infinite if that is not one number."""
    cell, shape = reader.cell(op), stored_shape(buffer_of(op).type)
    if cell is None or shape is None:
        return inf
    name, moved = str(reader.index(loop.body.block.args[0])), 0.0
    for axis, index in enumerate(cell):
        if name not in index.variables():
            continue
        summands, pitch = terms(index), shape[axis + 1 :]
        others = (term for term in summands if term != var(name))
        if None in pitch or any(name in term.variables() for term in others):
            return inf
        moved += summands.get(var(name), 0) * prod(extent or 0 for extent in pitch)
    return moved * loop.step.value.data
