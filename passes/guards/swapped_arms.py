"""Lets the arms of a guard change places, so that its second arm may be the one that stays."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects import affine, arith, scf
from xdsl.dialects.builtin import AffineMapAttr, i1
from xdsl.ir import Operation, Region
from xdsl.ir.affine import AffineConstraintKind, AffineMap
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.speculation.inserted_instances import Guard

_PREDICATES = {
    AffineConstraintKind.ge: "sge",
    AffineConstraintKind.le: "sle",
    AffineConstraintKind.eq: "eq",
}


def swap_arms(guard: Guard) -> tuple[Guard, Callable[[], None]] | None:
    """
    Puts a guard with the opposite condition, and its arms the other way round, in place of one that
    has two: returns it, and what puts the old one back.
    """
    if not isinstance(guard, arith.SelectOp) and not guard.regions[1].blocks:
        return None
    made = _opposite(guard)
    opposite = made[-1].results[0]
    if isinstance(guard, arith.SelectOp):
        swapped = arith.SelectOp(opposite, guard.rhs, guard.lhs)
    else:
        types = [result.type for result in guard.results]
        swapped = scf.IfOp(opposite, types, Region(), Region())
        _swap_regions(guard, swapped)
    operands = list(guard.operands)
    for op in (*made, swapped):
        op.location = guard.location
        Rewriter.insert_op(op, InsertPoint.before(guard))
    _take_uses(guard, swapped)
    # Else its condition would still count as used.
    guard.operands = []
    guard.detach()

    def undo() -> None:
        Rewriter.insert_op(guard, InsertPoint.before(swapped))
        guard.operands = operands
        _take_uses(swapped, guard)
        if not isinstance(guard, arith.SelectOp):
            _swap_regions(swapped, guard)
        for op in (swapped, *reversed(made)):
            Rewriter.erase_op(op)

    return swapped, undo


def _swap_regions(old: Operation, new: Operation) -> None:
    """Moves the arms of an if to another one, in which the second comes first."""
    for region, other in zip(old.regions, reversed(new.regions), strict=True):
        region.move_blocks(other)


def _take_uses(old: Operation, new: Operation) -> None:
    for result, other in zip(old.results, new.results, strict=True):
        other.name_hint = result.name_hint
        result.replace_all_uses_with(other)


def _opposite(guard: Guard) -> list[Operation]:
    """Operations of which the last holds where the guard's condition does not."""
    made = [] if not isinstance(guard, affine.IfOp) else compared(guard)
    true = arith.ConstantOp.from_int_and_width(1, i1)
    held = guard.cond if not isinstance(guard, affine.IfOp) else made[-1].results[0]
    return [*made, true, arith.XOrIOp(held, true)]


def compared(guard: affine.IfOp) -> list[Operation]:
    """Operations of which the last holds where the guard's condition does."""
    held, made = guard.condition.data, list[Operation]()
    sizes = held.num_dims, held.num_symbols
    for each in held.constraints:
        left, right = (
            affine.ApplyOp(list(guard.args), AffineMapAttr(AffineMap(*sizes, (side,))))
            for side in (each.lhs, each.rhs)
        )
        made += (left, right, arith.CmpiOp(left, right, _PREDICATES[each.kind]))
    first, *others = [op.result for op in made if isinstance(op, arith.CmpiOp)]
    for other in others:
        made.append(both := arith.AndIOp(first, other))
        first = both.result
    return made
