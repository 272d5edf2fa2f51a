"""Replaces a loop by loops in which groups of its iterations run side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from xdsl.dialects import affine
from xdsl.dialects.builtin import AffineMapAttr, IndexType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialect.ir.loop_like import inits_of
from ...dialect.ir.operations import operations_of
from ...dialect.ir.reasons import Declined
from ...dialect.xdsl_compat.affine_loops import affine_for
from ...dialect.xdsl_compat.cloning import cloned
from ..common.dead_code import erase_dead
from ..common.for_loops import constant_lower, extent_of
from ..common.generated_stages import remove_stage_marker
from .grouped_products import GroupedLoops
from .lane_values import vector_of
from .legality.carried_reductions import Reduction, carried_reductions
from .legality.columns import Columns, columns_in
from .legality.iteration_groups import Group, Piece
from .legality.lockstep import check_lockstep
from .legality.neighbours import Neighbours
from .legality.reordering_flags import drop_flags
from .legality.variance import CONDITIONAL, Variance
from .widening import Widening

_Bounds: TypeAlias = "tuple[int | AffineMapAttr, int | AffineMapAttr]"
"""Of a loop over a group; maps take the operands of the old loop's upper bound."""


def side_by_side(
    loop: affine.ForOp,
    groups: Sequence[Group],
    most_apart: int = 1,
    *,
    rows: bool = False,
    masks: bool = True,
    grouped: GroupedLoops | None = None,
) -> list[affine.ForOp]:
    """
    The loops over the groups, and one over the iterations that are in none, in place of the loop.

    Lanes access neighbours, elements of a row that are at most `most_apart` from one another, or
    with `rows` cells of different rows, of which blocks are transposed; there may be `masks`. Each
    of the `grouped` loops inside becomes one operation on vectors for each of its sums.
    Raises Declined if the iterations of a group may not run in lockstep; the loop, with
    what was made so far before it, is then of no use any more.
    """
    first = constant_lower(loop)
    if first is None or len(loop.upperBoundMap.data.results) != 1:
        raise Declined(
            "the lower bound is not constant, or the upper bound has several results",
            loop,
            reason="bounds",
        )
    reductions = carried_reductions(loop)
    for op in (op for reduction in reductions for op in reduction.ops):
        drop_flags(op)
    variance = Variance(loop)
    single = all(piece.lanes == 1 for group in groups for piece in group.pieces)
    whole = _varying_conditionals(loop, variance) if single else []
    check_lockstep(loop, max(group.size for group in groups), whole)
    neighbours = Neighbours(loop, groups, most_apart)
    columns: Columns = {}
    if rows:
        columns = columns_in(loop, groups[0].pieces[0].lanes, masks, variance, neighbours)
    is_open = any(piece.open for piece in groups[-1].pieces)
    leaves_none = is_open or neighbours.leaves_none(groups[-1])
    loops, carried = list[affine.ForOp](), list(inits_of(loop))
    begun: Sequence[SSAValue] = ()
    for before, group, after in zip((None, *groups), groups, (*groups[1:], None), strict=False):
        widening = Widening(loop, group, variance, neighbours, columns, grouped or {})
        bounds = _bounds(loop, group, before, leaves_none=leaves_none and group is groups[-1])
        new, parts = _loop_of(loop, group, bounds, widening, reductions, carried, begun)
        loops.append(new)
        begun = ()
        if after is not None and _goes_on(group, after):
            pairs = zip(reductions, parts, strict=True)
            begun = [_one_part(reduction, values, loop) for reduction, values in pairs]
            continue
        carried = [
            _combined(reduction, values, init, group.pieces, loop)
            for reduction, values, init in zip(reductions, parts, carried, strict=True)
        ]
    rest = None if leaves_none else _rest(loop, groups, carried)
    if rest is not None:
        loops.append(rest)
        carried = list(rest.results)
    for old, value in zip(loop.results, carried, strict=True):
        value.name_hint = old.name_hint
        old.replace_all_uses_with(value)
    loops[0].attributes.update(loop.attributes)
    for other in loops[1:]:
        other.attributes.update(loop.attributes)
        remove_stage_marker(other)
    Rewriter.erase_op(loop)
    for new in loops:
        erase_dead(new)
    return loops


def _varying_conditionals(loop: affine.ForOp, variance: Variance) -> list[Operation]:
    conditionals = operations_of(loop.body, *CONDITIONAL)
    return [op for op in conditionals if variance.has_varying_operand(op)]


def _loop_of(
    loop: affine.ForOp,
    group: Group,
    bounds: _Bounds,
    widening: Widening,
    reductions: Sequence[Reduction],
    carried: Sequence[SSAValue],
    begun: Sequence[SSAValue],
) -> tuple[affine.ForOp, list[list[SSAValue]]]:
    """
    The loop over a group, before the old one, and the parts of each reduction it gives. The first
    part of each goes on from what is `begun`, if anything is.
    """
    inits = list[SSAValue]()
    for number, (reduction, init) in enumerate(zip(reductions, carried, strict=True)):
        for k, piece in enumerate(group.pieces):
            if begun and k == 0:
                inits.append(begun[number])
            elif piece.lanes == 1 and k == 0:
                inits.append(init)
            else:
                inits.append(_start(reduction, init.type, piece, widening))
    types = [value.type for value in inits]
    block = Block(arg_types=[IndexType(), *types])
    block.args[0].name_hint = loop.body.block.args[0].name_hint
    results = widening.fill(block)
    end = affine.YieldOp.get(*(value for values in results for value in values))
    end.location = loop.location
    block.add_op(end)
    step = loop.step.value.data
    lower, upper = bounds
    of_lower, of_upper = (
        loop.upperBoundOperands if isinstance(bound, AffineMapAttr) else () for bound in bounds
    )
    new = affine_for(of_lower, of_upper, inits, lower, upper, Region(block), group.size * step)
    new.location = loop.location
    Rewriter.insert_op(new, InsertPoint.before(loop))
    given, parts = list[SSAValue](new.results), list[list[SSAValue]]()
    for _ in reductions:
        parts.append(given[: len(group.pieces)])
        given = given[len(group.pieces) :]
    return new, parts


def _bounds(
    loop: affine.ForOp, group: Group, before: Group | None, *, leaves_none: bool
) -> _Bounds:
    first, step = constant_lower(loop), loop.step.value.data
    assert first is not None
    begin = first + group.first * step
    if group.rounds is not None:
        upper = begin + group.rounds * group.size * step
        return begin, upper
    lower = begin if before is None or before.rounds is not None else _end(loop, before)
    if leaves_none:
        return lower, loop.upperBoundMap
    return lower, AffineMapAttr(_last_group(loop, begin, group.size * step))


def _end(loop: affine.ForOp, group: Group) -> AffineMapAttr:
    """The first iteration after a group that runs while it fits."""
    first, step = constant_lower(loop), loop.step.value.data
    assert first is not None
    begin = first + group.first * step
    whole = _last_group(loop, begin, group.size * step)
    # The first iteration too: without any, the end of the whole groups lies before it.
    results = (AffineExpr.constant(begin), *whole.results)
    return AffineMapAttr(AffineMap(whole.num_dims, whole.num_symbols, results))


def _last_group(loop: affine.ForOp, lower: int, size: int) -> AffineMap:
    """The upper bound of the loop over whole groups, of an upper bound known at run time."""
    upper = loop.upperBoundMap.data
    count = (upper.results[0] - lower) // size
    return AffineMap(upper.num_dims, upper.num_symbols, (count * size + lower,))


def _start(reduction: Reduction, type: Attribute, piece: Piece, widening: Widening) -> SSAValue:
    type = type if piece.lanes == 1 else vector_of(type, piece.lanes)
    return widening.values.literal(reduction.start(type), type)


def _goes_on(group: Group, after: Group) -> bool:
    """Whether the vectors of the next group may start with the results of a group."""
    lanes = {piece.lanes for piece in group.pieces}
    return lanes == {after.pieces[0].lanes} and lanes != {1}


def _combined(
    reduction: Reduction,
    parts: Sequence[SSAValue],
    init: SSAValue,
    pieces: Sequence[Piece],
    loop: affine.ForOp,
) -> SSAValue:
    """
    The values that the loop carries after a group: the parts of each width, and the incoming
    values.
    """
    widths = list(dict.fromkeys(piece.lanes for piece in pieces))
    for width in widths:
        level = [p for p, piece in zip(parts, pieces, strict=True) if piece.lanes == width]
        part = _one_part(reduction, level, loop)
        # The first part of single iterations has started at what came in.
        init = part if width == 1 else _put(reduction.of_lanes(part, init), loop)
    return init


def _one_part(reduction: Reduction, parts: Sequence[SSAValue], loop: affine.ForOp) -> SSAValue:
    """Parts of one width together."""
    level = list(parts)
    while len(level) > 1:
        pairs = zip(level[::2], level[1::2], strict=False)
        halves = [_put(reduction.combined(a, b), loop) for a, b in pairs]
        level = [*halves, *level[len(level) - len(level) % 2 :]]
    return level[0]


def _rest(
    loop: affine.ForOp, groups: Sequence[Group], carried: Sequence[SSAValue]
) -> affine.ForOp | None:
    """The iterations that are in no group, as a loop of their own; None if there are none."""
    last, extent, step = groups[-1], extent_of(loop), loop.step.value.data
    first = constant_lower(loop)
    assert first is not None
    if last.rounds is not None:
        covered = last.first + last.rounds * last.size
        if covered == extent:
            return None
        lower = first + covered * step
        operands: Sequence[SSAValue] = []
    else:
        lower = _end(loop, last)
        operands = list(loop.upperBoundOperands)
    copy = cloned(loop)
    region = copy.detach_region(copy.body)
    copy.erase()
    uppers = loop.upperBoundOperands
    rest = affine_for(operands, uppers, carried, lower, loop.upperBoundMap, region, loop.step)
    rest.location = loop.location
    Rewriter.insert_op(rest, InsertPoint.before(loop))
    return rest


def _put(op: Operation, loop: affine.ForOp) -> SSAValue:
    op.location = loop.location
    Rewriter.insert_op(op, InsertPoint.before(loop))
    return op.results[0]
