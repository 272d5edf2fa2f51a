"""Masked loads become plain ones where off lanes may be read, and nothing sees them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from xdsl.dialects import affine, arith, func, vector
from xdsl.ir import Block, Operation, SSAValue, Use
from xdsl.rewriter import Rewriter

from ...analysis.accesses.aliasing import is_tracked_through_views
from ...analysis.accesses.lane_masks import chosen_lanes
from ...analysis.accesses.views import root_access, root_of, viewed
from ...analysis.instances.sizes import extents
from ...analysis.memory.facts import BlockFacts
from ...analysis.memory.lifetimes import freed_before
from ...dialect.ir.effects import is_arithmetic, is_speculatable
from ...dialect.ir.loop_like import carried_by
from ...dialect.ir.operations import is_a, operations_of
from ...index.expr import Expr, all_of, lift, var, within
from ...index.queries.conditions import is_implied
from ...index.sets.cells import cell_names, cells_at
from ...index.sets.engine import engine
from ..common.dead_code import erase_dead
from ..lanes.legality.carried_reductions import vector_shape
from ..lanes.legality.lockstep import LOADS
from .formulas import is_formula

_LANE = var("lane")
_MOST_CELLS = 1.25
"""Cells that plain loads read, over those that masked ones do: others may not be in a cache."""


def masked_outside(function: func.FuncOp, roots: Sequence[Operation]) -> set[vector.MaskedLoadOp]:
    """The masked loads that are in none of these operations."""
    loads = operations_of(function, vector.MaskedLoadOp)
    return {load for load in loads if not any(root.is_ancestor(load) for root in roots)}


def make_plain(function: func.FuncOp, others: Collection[vector.MaskedLoadOp]) -> None:
    """
    Replace masked loads, but for some others, by plain ones where all lanes may be read, and what
    is loaded in those that are off reaches no memory: on x86 a mask on a load takes the place of an
    fma.
    """
    masked = [load for load in operations_of(function, vector.MaskedLoadOp) if load not in others]
    loads = [load for load in masked if not _is_seen(load)]
    if not loads:
        return
    facts = BlockFacts(function.body.blocks[0])
    for load in [load for load in loads if _may_be_plain(load, facts)]:
        plain = vector.LoadOp.create(
            operands=[load.base, *load.indices],
            result_types=[load.result.type],
            attributes=load.attributes,
        )
        plain.location = load.location
        instead = load.pass_thru.owner
        Rewriter.replace_op(load, plain)
        if isinstance(instead, Operation):
            erase_dead(instead)


def _is_seen(load: vector.MaskedLoadOp) -> bool:
    """Whether lanes that are off reach more than the same lanes of values under the same mask."""
    pending, known = [load.result], set[SSAValue]()
    while pending:
        value = pending.pop()
        if value in known:
            continue
        known.add(value)
        for use in value.uses:
            reached = _reached(use, load.mask)
            if reached is None:
                return True
            pending += reached
    return False


def _reached(use: Use, mask: SSAValue) -> list[SSAValue] | None:
    """The vectors of which a use gives the same lanes other values; None if it may do more."""
    op, place = use.operation, use.index
    match op:
        case vector.MaskedStoreOp():
            return [] if op.mask is mask and op.operands[place] is op.value_to_store else None
        case arith.SelectOp() if op.cond is mask and place == 1 and op.rhs is not op.lhs:
            return []  # the other operand gives the lanes that are off
        case affine.YieldOp() if isinstance(loop := op.parent_op(), affine.ForOp):
            if _is_inside(mask, loop):
                return None  # of another iteration, it may be another one
            return [loop.results[place], carried_by(loop)[place].argument]
        case affine.ForOp():  # a vector is no bound, so the loop carries it
            number = place - (len(op.operands) - len(op.results))
            return [carried_by(op)[number].argument, op.results[number]]
        case _:
            lanes = all(vector_shape(r.type)[0] == vector_shape(mask.type)[0] for r in op.results)
            is_lane_by_lane = is_arithmetic(op) and is_speculatable(op) and lanes
            # Of what any number is, a formula may be very small, which takes long: exp(-inf).
            return list(op.results) if is_lane_by_lane and not is_formula(op) else None


def _is_inside(value: SSAValue, loop: Operation) -> bool:
    owner = value.owner
    op = owner.parent_op() if isinstance(owner, Block) else owner
    return op is not None and loop.is_ancestor(op)


def _may_be_plain(load: vector.MaskedLoadOp, facts: BlockFacts) -> bool:
    """
    Whether all lanes of a load are of cells of an argument that may be read whenever it runs.

    Not of one that its stage writes: another lane may write the cell at the same time.
    """
    reader, buffer = facts.reader, root_of(load.base)
    instances, cell, stage = reader.instances(load), reader.cell(load), reader.stage(load)
    sizes = extents(load.base, reader)
    if instances is None or not cell or stage is None or sizes is None:
        return False
    index = (*cell[:-1], cell[-1] + _LANE)
    lanes, _ = vector_shape(load.result.type)
    condition = instances.condition & within(_LANE, lift(lanes))
    if not is_implied(condition, all_of(map(within, index, sizes))):
        return False
    if not isinstance(buffer.owner, Block) or not is_tracked_through_views(buffer):
        return False
    if freed_before(buffer, load) or not _is_only_loaded(buffer, stage):
        return False
    names, (_, at) = (*instances.iterators, str(_LANE)), root_access(load.base, index)
    readable = facts.belonging(buffer)
    if not readable.plain_is_universe() and not cells_at(at, condition, names).is_subset(readable):
        return False
    return _reads_little_more(load, index, condition, names, facts)


def _is_only_loaded(buffer: SSAValue, stage: Operation) -> bool:
    """Whether a stage does no more with a buffer than to load from it."""
    for use in buffer.uses:
        op = use.operation
        if viewed_by := [result for result in op.results if viewed(result) is buffer]:
            if not all(_is_only_loaded(view, stage) for view in viewed_by):
                return False
        elif stage.is_ancestor(op) and not is_a(op, LOADS):
            return False
    return True


def _reads_little_more(
    load: vector.MaskedLoadOp,
    index: tuple[Expr, ...],
    condition: Expr,
    names: tuple[str, ...],
    facts: BlockFacts,
) -> bool:
    """Whether the lanes that are on are of most of the cells."""
    chosen = chosen_lanes(load.mask, [_LANE], facts.reader)
    if chosen is None:
        return False
    if is_implied(condition, chosen.substitute({str(_LANE): lift(0)})):
        return True  # what is off is at the end of a vector of which some is on
    cells = cell_names(len(index))
    some = engine().count(cells_at(index, condition & chosen, names), cells)
    every = engine().count(cells_at(index, condition, names), cells)
    return some is not None and every is not None and every <= _MOST_CELLS * some
