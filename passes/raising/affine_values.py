"""Index values as results of affine maps, of operands that affine operations take."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xdsl.dialects import arith
from xdsl.dialects.builtin import AffineMapAttr, AffineSetAttr, IndexType, IntegerType
from xdsl.ir import Block, Operation, SSAValue
from xdsl.ir.affine import AffineExpr
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.instances.enclosing_loops import is_iterator
from ...analysis.instances.integers import bits_of, in_range
from ...analysis.instances.point_reader import PointReader
from ...dialect.ir.affine_conversion import to_affine_map, to_affine_set
from ...dialect.ir.effects import is_pure, is_speculatable
from ...dialect.ir.locations import show_location
from ...dialect.ir.reasons import Declined, because
from ...index.expr import TRUE, Expr, all_of, lift, rebuild, var
from ...index.normal import divides, tidy
from ...index.queries.conditions import is_implied
from ...index.simplify.choices import without_choices
from ...index.simplify.forms import simplify_condition, simplify_index
from ..common.dead_code import erase_unused_value
from ..common.index_codegen import is_affine_operand

_MOST_STEPS = 50
"""Names that are read anew for one index: each is computed by something that maps cannot say."""
_BITS_OF_INDEX = 64
_MOST_BOUNDS = 8
"""Results of the map of a loop's bound."""


@dataclass(frozen=True)
class Bound:
    """One bound of a loop: the greatest or the least of these."""

    exprs: tuple[Expr, ...]


class AffineValues:
    """
    Reads indices in a block of a function as affine expressions, and names the operation that
    stands in the way of one.

    What it decides on is changed only by `operands`: an index that a loop computes anew each time,
    from values outside of all loops, moves out of them, to where affine operations take it.
    """

    def __init__(self, scope: Block):
        self._scope = scope
        self._casts: dict[SSAValue, SSAValue] = {}
        self.forget()

    def forget(self) -> None:
        """Read all anew: iterators have been replaced."""
        self.reader = PointReader(self._scope)
        self._affine = PointReader(self._scope, names_of=self.reader)

    def indices(self, values: Sequence[SSAValue], op: Operation) -> list[Expr]:
        """Indices that `op` has as operands, each as an affine expression; raises Declined."""
        return [self._only(value, op) for value in values]

    def _only(self, value: SSAValue, op: Operation) -> Expr:
        try:
            expr = self.index(value, op)
            if not is_affine(expr):
                expr = self.simplest(expr, op)
            if is_affine(expr):
                return expr
            declined = self._obstacle(value, op)
        except Declined as found:
            declined = found
        raise _index_not_affine(declined)

    def lower(self, value: SSAValue, op: Operation) -> Bound:
        """A lower bound of a loop; raises Declined."""
        return self._bound(value, op, "max")

    def upper(self, value: SSAValue, op: Operation) -> Bound:
        """An upper bound of a loop; raises Declined."""
        return self._bound(value, op, "min")

    def _bound(self, value: SSAValue, op: Operation, join: str) -> Bound:
        bound = as_bound(self.index(value, op), join)
        if bound is None:
            bound = as_bound(self.simplest(self.index(value, op), op), join)
        if bound is None:
            raise self._obstacle(value, op)
        return bound

    def index(self, value: SSAValue, op: Operation) -> Expr:
        """
        An integer that `op` uses, over values that affine operations take there; raises Declined.

        It may have minima and maxima in it, and products and choices where nothing else is known.
        """
        expr = self._affine.index(value)
        if expr is None:
            raise self._obstacle(value, op)
        if divides(expr) and _is_cast_to_index(value) and self._movable(value) == []:
            # The number that it is after it wrapped around is simpler than how it wraps around.
            expr = self._affine.index(self._cast_of(value, op))
            assert expr is not None, "it has a name"
        return self.resolved(expr, value, op)

    def resolved(self, expr: Expr, value: SSAValue, op: Operation) -> Expr:
        """
        An expression that a value is made of, over values that affine operations take; raises
        Declined.
        """
        steps = 0
        while (name := self._first_unusable(expr, op)) is not None:
            deeper = self._deeper(name, op)
            if deeper is None or steps == _MOST_STEPS:
                raise self._obstacle(value, op)
            expr, steps = tidy(expr.substitute({name: deeper})), steps + 1
        return expr

    @property
    def readers(self) -> tuple[PointReader, PointReader]:
        """One that reads what affine maps can say, and one that reads all."""
        return self._affine, self.reader

    def _first_unusable(self, expr: Expr, op: Operation) -> str | None:
        for name in expr.variables():
            if self._usable(name, op) is None:
                return name
        return None

    def _deeper(self, name: str, op: Operation) -> Expr | None:
        """What a name that affine operations do not take is computed from."""
        found = self.reader.index(self.reader.value(name))
        if found is None or str(found) == name:
            return None
        return found if is_affine(found) else self.simplest(found, op)

    def simplest(self, expr: Expr, op: Operation) -> Expr:
        """The simplest form of an expression where an operation runs, of the same names."""
        around = self.reader.around(op, expr)
        context = TRUE if around is None else around
        found = simplify_index(without_choices(expr, context), context)
        # Of names that only its surroundings have, some are no values.
        return found if set(found.variables()) <= set(expr.variables()) else expr

    def known(self, goal: Expr, op: Operation) -> bool:
        """Whether a condition certainly holds where an operation runs."""
        around = self.reader.around(op, goal)
        facts = [] if around is None else [around]
        for name in dict.fromkeys(goal.variables()):
            owner = self.reader.value(name).owner
            bits = bits_of(owner.input.type) if isinstance(owner, arith.IndexCastOp) else None
            if bits is not None:
                facts += in_range(var(name), bits)
        return is_implied(all_of(facts), goal)

    def condition(self, value: SSAValue, op: Operation) -> Expr | None:
        """
        The condition of an if as a conjunction of affine comparisons; None if it is none, or not of
        indices alone.
        """
        for reader in self.readers:
            found = reader.condition(value)
            if found is not None and (usable := self._over_operands(found, op)) is not None:
                return usable
        return None

    def _over_operands(self, condition: Expr, op: Operation) -> Expr | None:
        """A condition as a conjunction over what affine operations take."""
        steps = 0
        while (name := self._first_unusable(condition, op)) is not None:
            deeper = self._deeper(name, op)
            if deeper is None or steps == _MOST_STEPS:
                return None
            condition, steps = condition.substitute({name: deeper}), steps + 1
        if _is_conjunction(condition):
            return condition
        around = self.reader.around(op, condition)
        found = simplify_condition(condition, TRUE if around is None else around)
        named = set(found.variables()) <= set(condition.variables())
        return found if named and _is_conjunction(found) else None

    def has_iterator(self, expr: Expr) -> bool:
        """Whether an expression is over the iterator of a loop."""
        return any(is_iterator(self.reader.value(name)) for name in expr.variables())

    # How a name becomes an operand.

    def _usable(self, name: str, op: Operation) -> list[Operation] | None:
        """
        What has to move out of loops, the first first, for an affine operation to take the value of
        a name; None if it cannot.
        """
        index = self.reader.value_at(name, IndexType(), op)
        if index is not None and is_affine_operand(index):
            return []
        value = index or self.reader.value(name)
        if isinstance(value.type, IndexType) or _is_cast_to_index(value):
            return self._movable(value)
        return None

    def _movable(self, value: SSAValue) -> list[Operation] | None:
        """The operations to be moved out of loops for a value to be computed outside of all."""
        moved: dict[Operation, None] = {}
        pending, steps = [value], 0
        while pending:
            owner, steps = pending.pop().owner, steps + 1
            block = owner if isinstance(owner, Block) else owner.parent
            if block is self._scope or (block is not None and self._is_outside(block)):
                continue
            if isinstance(owner, Block) or not is_pure(owner) or not is_speculatable(owner):
                return None
            moved.pop(owner, None)
            moved[owner] = None
            if steps > _MOST_STEPS:
                return None
            pending += owner.operands
        return list(reversed(moved))

    def _is_outside(self, block: Block) -> bool:
        """Whether a block is another one of the function."""
        return block.parent is self._scope.parent

    def operands(self, names: Sequence[str], op: Operation) -> list[SSAValue]:
        """The values of names that `indices` or a bound at `op` is over, for affine operations."""
        return [self._operand(name, op) for name in names]

    def _operand(self, name: str, op: Operation) -> SSAValue:
        moved = self._usable(name, op)
        assert moved is not None, "what an affine expression is over"
        outer = self._outermost(op)
        for each in moved:
            each.detach()
            assert outer.parent is not None
            outer.parent.insert_op_before(each, outer)
        value = self.reader.value_at(name, IndexType(), op) or self.reader.value(name)
        return value if isinstance(value.type, IndexType) else self._cast_of(value, op)

    def _cast_of(self, value: SSAValue, op: Operation) -> SSAValue:
        """An integer from outside of all loops as an index."""
        if (cast := self._casts.get(value)) is None:
            made = arith.IndexCastOp(value, IndexType())
            made.location = op.location
            made.result.name_hint = value.name_hint
            at = InsertPoint.at_start(self._scope)
            if isinstance(value.owner, Operation) and value.owner.parent is self._scope:
                at = InsertPoint.after(value.owner)
            Rewriter.insert_op(made, at)
            cast = self._casts[value] = made.result
        return cast

    def erase_unused(self) -> None:
        """Erase what was made for an index and is not used after all."""
        for cast in self._casts.values():
            if isinstance(cast.owner, Operation):
                erase_unused_value(cast.owner)

    def _outermost(self, op: Operation) -> Operation:
        """The operation of the scope that another is in."""
        current = op
        while current.parent is not self._scope:
            around = current.parent_op()
            assert around is not None, "it is in the scope"
            current = around
        return current

    def map(self, exprs: Sequence[Expr], op: Operation) -> tuple[AffineMapAttr, list[SSAValue]]:
        """The map and operands of affine expressions, of which `op` has the operands."""
        names = list(dict.fromkeys(name for expr in exprs for name in expr.variables()))
        found = to_affine_map(exprs, names)
        assert found is not None, "affine expressions"
        return AffineMapAttr(found), self.operands(names, op)

    def set(self, condition: Expr, op: Operation) -> tuple[AffineSetAttr, list[SSAValue]]:
        """The set and operands of a conjunction of affine comparisons."""
        names = list(dict.fromkeys(condition.variables()))
        found = _set_of(condition, names)
        assert found is not None, "a conjunction"
        return found, self.operands(names, op)

    # What stands in the way.

    def _obstacle(self, value: SSAValue, op: Operation) -> Declined:
        for _ in range(_MOST_STEPS):
            owner = value.owner
            if isinstance(owner, Block):
                break
            inner = next((o for o in owner.operands if self._is_obstacle(o, op)), None)
            if inner is None or not is_pure(owner):
                break
            value = inner
        owner = value.owner
        if isinstance(owner, Operation):
            return obstacle(owner)
        around = owner.parent_op()
        assert around is not None, "it is in a module"
        name = f"'%{value.name_hint}'" if value.name_hint else "a value"
        place = show_location(around.location).rstrip(": ")
        text = f"{name} is given by '{around.name}'" + (f" at {place}" if place else "")
        why = because(text, "from-loop", by=around.name)
        return Declined(why, around)

    def _is_obstacle(self, value: SSAValue, op: Operation) -> bool:
        if not isinstance(value.type, IndexType | IntegerType):
            return False
        try:
            return not is_affine(self.index(value, op), extremes=True)
        except Declined:
            return True


def obstacle(op: Operation) -> Declined:
    """The reason that an index comes from an operation of which maps know nothing."""
    place = show_location(op.location).rstrip(": ")
    text = f"it is computed by '{op.name}'" + (f" at {place}" if place else "")
    return Declined(because(text, "from-operation", by=op.name), op)


def bound_not_affine(what: str, declined: Declined) -> Declined:
    """Why one bound or two are not affine, given why the value is not."""
    text = f"{what} is not affine: {declined.why}"
    return Declined(because(text, "bound-not-affine", by=declined.why.field("by")), declined.op)


def _index_not_affine(declined: Declined) -> Declined:
    text = f"its index is not affine: {declined.why}"
    return Declined(because(text, "index-not-affine", by=declined.why.field("by")), declined.op)


def _is_cast_to_index(value: SSAValue) -> bool:
    """Whether `index_cast` gives the signed number that a value is."""
    bits = bits_of(value.type)
    return bits is not None and 1 < bits <= _BITS_OF_INDEX


def is_affine(expr: Expr, extremes: bool = False) -> bool:
    """Whether an affine map gives an expression; with `extremes` the least of several, too."""
    if extremes and expr.op in ("min", "max"):
        return all(is_affine(operand, extremes) for operand in expr.operands)
    return to_affine_map([expr], list(dict.fromkeys(expr.variables()))) is not None


def as_bound(expr: Expr, join: str) -> Bound | None:
    """A bound that is the greatest (`max`) or least of affine expressions; None if it is not."""
    parts = list[Expr]()
    for part in _joined(tidy(expr), join):
        parts.append(tidy(part))
        if len(parts) > _MOST_BOUNDS or not is_affine(parts[-1]):
            return None
    return Bound(tuple(dict.fromkeys(parts)))


def _joined(expr: Expr, join: str) -> Iterator[Expr]:
    """The expressions of which an expression is the least, or greatest."""
    if expr.op == join:
        for operand in expr.operands:
            yield from _joined(operand, join)
        return
    other = "max" if join == "min" else "min"
    if expr.op in ("+", "*", "//"):
        left, right = expr.operands
        factor = right.constant
        if expr.op == "+":
            for first in _joined(left, join):
                for second in _joined(right, join):
                    yield first + second
            return
        if factor is not None and factor > 0:
            for each in _joined(left, join):
                yield rebuild(expr.op, (each, right))
            return
        if factor is not None and expr.op == "*":
            for each in _joined(left, other):
                yield each * lift(factor)
            return
    yield expr


def _is_conjunction(condition: Expr) -> bool:
    return _set_of(condition, list(dict.fromkeys(condition.variables()))) is not None


def _set_of(condition: Expr, names: Sequence[str]) -> AffineSetAttr | None:
    dims = {name: AffineExpr.dimension(k) for k, name in enumerate(names)}
    if condition == TRUE:
        return None
    found = to_affine_set(condition, dims, len(dims))
    return None if found is None else AffineSetAttr(found)
