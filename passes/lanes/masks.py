"""Conditions that differ between the lanes of a vector, as masks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects import affine, arith, func, memref, vector
from xdsl.dialects.arith import CMPI_COMPARISON_OPERATIONS
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerAttr,
    VectorType,
    i1,
    i64,
)
from xdsl.ir import Block, Operation, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap

from ...analysis.instances.enclosing_loops import is_iterator
from ...dialect.ir.affine_conversion import to_affine_map
from ...dialect.ir.effects import DIVISIONS, is_speculatable
from ...dialect.ir.operations import is_a, operation_name
from ...dialect.ir.reasons import Declined
from ...dialect.xdsl_compat.operations.arith import CmpiOp, SelectOp
from ...index.expr import COMPARISONS, Expr, conjuncts, var
from ...index.normal import ONE, terms, total
from .lane_values import LaneValues
from .legality.carried_reductions import splat
from .legality.neighbours import Neighbours
from .legality.variance import Conditional

Mask = SSAValue | None
_OF_INDICES = (arith.ConstantOp, arith.CmpiOp, affine.ApplyOp, affine.MinOp, memref.DimOp)
_PREDICATES = {"==": "eq", "!=": "ne", "<": "slt", "<=": "sle", ">": "sgt", ">=": "sge"}


@dataclass(frozen=True)
class Held:
    """A condition in each piece, and the masks of the first arm and of the second."""

    conditions: tuple[SSAValue, ...]
    arms: tuple[tuple[Mask, ...], tuple[Mask, ...]]


def check_total(op: Operation, masks: Sequence[Mask]) -> None:
    """Raises Declined if masked lanes, which compute too, might divide by zero."""
    if any(mask is not None for mask in masks) and is_a(op, DIVISIONS) and not is_speculatable(op):
        raise Declined(
            f"'{operation_name(op)}' would run in masked lanes too, where it may trap",
            op,
            reason="masked-trap",
        )


def _may_be_poison(value: SSAValue) -> bool:
    """Whether a value is not one of indices and sizes alone."""
    owner = value.owner
    if isinstance(owner, Block):
        return not (isinstance(owner.parent_op(), func.FuncOp) or is_iterator(value))
    return not isinstance(owner, _OF_INDICES) or any(map(_may_be_poison, owner.operands))


class Masks:
    """Makes the masks in the body of one loop."""

    def __init__(self, loop: affine.ForOp, values: LaneValues, neighbours: Neighbours):
        self._loop, self._values, self._neighbours = loop, values, neighbours
        self._of_conditions = set[SSAValue]()
        self._of_columns = set[SSAValue]()
        """The masks of columns that the loop may not have, and of conditions in such columns."""

    def of(self, op: Conditional, where: Block, masks: Sequence[Mask]) -> Held:
        """A condition that varies, and the masks of both arms inside the masks around it."""
        conditions = [self._condition(op, k, where) for k in range(len(masks))]
        first, second = list[Mask](), list[Mask]()
        for condition, mask in zip(conditions, masks, strict=True):
            first.append(self._both(condition, mask, where))
            has_else = bool(op.regions[1].blocks)
            opposite = self._opposite(condition, where) if has_else else condition
            second.append(self._both(opposite, mask, where) if has_else else mask)
        made = {mask for mask in (*first, *second) if mask is not None}
        self._of_conditions |= made
        if not self._of_columns.isdisjoint(masks):
            self._of_columns |= made
        return Held(tuple(conditions), (tuple(first), tuple(second)))

    def check_defined(
        self, op: Operation, operands: Sequence[SSAValue], masks: Sequence[Mask]
    ) -> None:
        """
        Raises Declined if lanes that are all masked off would go by what may be poison: a
        condition or a bound that is the same in all of them.
        """
        if self.reach_alike(masks) or not any(map(_may_be_poison, operands)):
            return
        raise Declined(
            f"'{operation_name(op)}' in its body could run with all lanes masked off and a poison "
            "operand",
            op,
            reason="masked-trap",
        )

    def check_some_active(self, op: Operation, masks: Sequence[Mask]) -> None:
        """
        Raises Declined unless an access of one cell certainly happens for some lane, if not all
        lanes are active.

        Of the lanes of a rest one always is; of those under a condition that has to be shown; of a
        column that may be none of the loop none may be.
        """
        if self.reach_alike(masks):
            return
        is_there = self._of_columns.isdisjoint(masks)
        if op.results and is_there and self._neighbours.some_lane_runs(op):
            return
        raise Declined(
            "an access of one cell may happen for none of the iterations", op, reason="masked"
        )

    def of_column(
        self, count: SSAValue, masks: Sequence[Mask], where: Block
    ) -> tuple[SSAValue, ...]:
        """The masks of a column whose lanes are all off inside these masks unless `count` > 0."""
        made = list[SSAValue]()
        for piece, mask in zip(self._values.pieces, masks, strict=True):
            lanes = AffineMap(1, 0, (AffineExpr.dimension(0) * piece.lanes,))
            (active,) = self._values.apply(lanes, [count], where)
            own = self._put(vector.CreateMaskOp([active], VectorType(i1, [piece.lanes])), where)
            made.append(self._both(own, mask, where))
        self._of_conditions.update(made)
        self._of_columns.update(made)
        return tuple(made)

    def reach_alike(self, masks: Sequence[Mask]) -> bool:
        """Whether some lane of each piece is active: at most the rest of the iterations is off."""
        return all(mask not in self._of_conditions for mask in masks if mask is not None)

    def _condition(self, op: Conditional, piece: int, where: Block) -> SSAValue:
        if not isinstance(op, affine.IfOp):
            return self._values.lanes(op.operands[0], piece, where)
        holds, names = self._neighbours.condition(op)
        parts = [self._part(part, names, piece, where) for part in conjuncts(holds)]
        if not parts:
            type = VectorType(i1, [self._values.pieces[piece].lanes])
            return self._values.literal(splat(IntegerAttr(1, i1), type), type)
        result = parts[0]
        for part in parts[1:]:
            result = self._put(arith.AndIOp(result, part), where)
        return result

    def _part(self, part: Expr, names: dict[str, SSAValue], piece: int, where: Block) -> SSAValue:
        """One comparison, in all lanes: the value of the first and steps from there."""
        if part.op not in COMPARISONS:
            raise Declined(
                f"a condition in it is not a comparison of indices: {self._neighbours.shown(part)}",
                reason="condition",
            )
        lanes = self._values.pieces[piece].lanes
        left, right = part.operands
        iterator = var(self._neighbours.iterator)
        summands = terms(left - right)
        factor = summands.get(iterator, 0) * self._neighbours.step
        others = [term for term in summands if term != iterator]
        if any(self._neighbours.iterator in term.variables() for term in others):
            raise Declined(
                f"a condition in it is not linear in the loop: {self._neighbours.shown(part)}",
                reason="condition",
            )
        # One more than a size may be less than all of them.
        overflows = summands.get(ONE, 0) >= 0 and not all(map(is_iterator, names.values()))
        if factor == -1 and part.op == ">=" and not overflows:
            count = self._first(total(summands) + 1, names, piece, where)
            return self._put(vector.CreateMaskOp([count], VectorType(i1, [lanes])), where)
        first = self._first(total(summands), names, piece, where)
        type = VectorType(IndexType(), [lanes])
        numbers = [-k * factor for k in range(lanes)]
        limits = self._values.literal(DenseIntOrFPElementsAttr.from_list(type, numbers), type)
        value = self._put(vector.BroadcastOp(first, type), where)
        predicate = IntegerAttr(CMPI_COMPARISON_OPERATIONS.index(_PREDICATES[part.op]), i64)
        comparison = CmpiOp.create(
            operands=[value, limits],
            result_types=[VectorType(i1, [lanes])],
            properties={"predicate": predicate},
        )
        return self._put(comparison, where)

    def _first(self, expr: Expr, names: dict[str, SSAValue], piece: int, where: Block) -> SSAValue:
        """An index expression at the first lane of a piece."""
        used = list(dict.fromkeys(expr.variables()))
        map = to_affine_map([expr], used)
        if map is None:
            raise Declined(
                f"a condition in it is not affine: {self._neighbours.shown(expr)}",
                reason="condition",
            )
        operands = [self._values.base(names[name], piece) for name in used]
        return self._values.apply(map, operands, where)[0]

    def _opposite(self, condition: SSAValue, where: Block) -> SSAValue:
        all_lanes = self._values.literal(splat(IntegerAttr(1, i1), condition.type), condition.type)
        return self._put(arith.XOrIOp(condition, all_lanes), where)

    def _both(self, condition: SSAValue, mask: Mask, where: Block) -> SSAValue:
        """No conjunction: in a lane that is masked off, the condition may be poison."""
        if mask is None:
            return condition
        none = self._values.literal(splat(IntegerAttr(0, i1), mask.type), mask.type)
        return self._put(SelectOp(mask, condition, none), where)

    def _put(self, op: Operation, where: Block) -> SSAValue:
        op.location = self._loop.location
        where.add_op(op)
        return op.results[0]
