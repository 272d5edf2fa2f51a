"""Computes index expressions by operations on integers, each division in its cheapest form."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint

from ...analysis.instances.point_reader import PointReader
from ...index.boxes import interval_of
from ...index.connected import divisors
from ...index.expr import TRUE, Expr, conjuncts
from ...index.queries.conditions import bounds, is_implied
from .integer_code import Binary, Computed, IntegerCode
from .quotients import Bounds, Divisor, ceiling_quotient, floor_quotient, floor_remainder

_PREDICATES = {"==": "eq", "!=": "ne", "<": "slt", "<=": "sle", ">": "sgt", ">=": "sge"}
_INDEX = IndexType()
_EXTREMES: dict[str, Binary] = {"min": arith.MinSIOp, "max": arith.MaxSIOp}


class Values:
    """The values that names stand for, and what a reader knows of each."""

    def __init__(self, values: Mapping[str, SSAValue], meanings: Mapping[str, Expr]):
        self.values, self._meanings = values, meanings

    def meaning(self, expr: Expr) -> Expr:
        """An expression over the names of the reader."""
        return expr.substitute(self._meanings)


class Knowledge:
    """What is known where an operation runs."""

    def __init__(self, reader: PointReader, op: Operation, also: Expr = TRUE):
        self._reader, self._op, self._also = reader, op, also

    def bounds(self, expr: Expr) -> Bounds:
        """Two numbers that enclose an expression."""
        if expr.constant is not None:
            return Bounds(expr.constant, expr.constant)
        if (around := self.around(expr)) is None:
            return Bounds()
        around = self._with_divisors(expr, around)
        quick = interval_of(expr, around)
        return Bounds(*quick) if None not in quick else Bounds(*bounds(expr, around))

    def is_natural_fast_path(self, expr: Expr) -> bool:
        """Whether an expression is seen, without isl, to be at least 0."""
        around = self.around(expr)
        return around is not None and Bounds(*interval_of(expr, around)).is_natural

    def holds(self, goal: Expr) -> bool:
        """Whether a condition certainly holds."""
        around = self.around(goal)
        return around is not None and is_implied(self._with_divisors(goal, around), goal)

    def around(self, expr: Expr) -> Expr | None:
        """What is known as far as it may matter for an expression."""
        found = self._reader.around(self._op, expr, self._also)
        return None if found is None else found & self._also

    def _with_divisors(self, expr: Expr, around: Expr) -> Expr:
        """
        What is known, and that each divisor in an expression that is at least 0 is not 0: what the
        expression was read from has divided by it before, or this does not run.
        """
        for divisor in divisors(expr):
            if is_implied(around, divisor >= 0):
                around = around & (divisor > 0)
        return around

    def given(self, also: Expr) -> Knowledge:
        """The same where a condition holds too."""
        return Knowledge(self._reader, self._op, self._also & also)


class IndexWriter:
    """Writes index expressions before an operation, by what is known where another one runs."""

    def __init__(
        self,
        place: Operation,
        values: Values,
        knowledge: Knowledge,
        computed: Computed,
        *,
        narrow: bool,
        type: Attribute = _INDEX,
    ):
        self.values, self.knowledge = values, knowledge
        self.code = IntegerCode(type, InsertPoint.before(place), place, computed, narrow=narrow)

    def index(self, expr: Expr) -> SSAValue:
        """The value of an index expression."""
        if expr.constant is not None:
            return self.code.constant(expr.constant)
        if expr.op == "var":
            return self.values.values[str(expr.args[0])]
        if expr.op == "select":
            holds, yes, no = expr.operands
            return self.code.choose(self.condition(holds), self.index(yes), self.index(no))
        left, right = expr.operands
        if expr.op in ("//", "%"):
            return self.division(expr.op, left, right)
        if expr.op in _EXTREMES:
            return self.code.binary(_EXTREMES[expr.op], self.index(left), self.index(right))
        if expr.op == "*":
            return self._product(left, right)
        assert expr.op == "+", f"an index has no {expr.op}"
        if (negated := _opposite(right)) is not None:
            return self.code.binary(arith.SubiOp, self.index(left), self.index(negated))
        return self.code.binary(arith.AddiOp, self.index(left), self.index(right))

    def _product(self, left: Expr, right: Expr) -> SSAValue:
        if right.constant != -1:
            return self.code.binary(arith.MuliOp, self.index(left), self.index(right))
        if left.op == "//" and (rounded := self._ceiling(*left.operands)) is not None:
            return rounded
        return self.code.binary(arith.SubiOp, self.code.constant(0), self.index(left))

    def _ceiling(self, opposite: Expr, divisor: Expr) -> SSAValue | None:
        """`-(-a // n)`, which is how an affine map rounds up."""
        dividend = _opposite(opposite)
        if dividend is None or divisor.constant is None:
            return None
        return self.ceiling(self.index(dividend), dividend, divisor)

    def ceiling(self, x: SSAValue, dividend: Expr, divisor: Expr) -> SSAValue | None:
        """A quotient rounded up, by a positive number; None if no form of it is better."""
        whole, by = self.values.meaning(dividend), self.values.meaning(divisor)
        known = self.knowledge.given(by > 0)
        enclosed, raised = known.bounds(whole), known.bounds(whole + by - 1)
        return ceiling_quotient(self.code, x, self.divisor(divisor), enclosed, raised)

    def divisor(self, expr: Expr) -> Divisor:
        """A positive divisor, as a number or a value."""
        if expr.constant is not None:
            return Divisor(expr.constant)
        return Divisor(self.index(expr), self.knowledge.bounds(self.values.meaning(expr)).high)

    def division(self, op: str, dividend: Expr, divisor: Expr) -> SSAValue:
        """The floor of a quotient, or the remainder that goes with it; by a positive number."""
        return self.divide(op, self.index(dividend), dividend, self.divisor(divisor), divisor)

    def divide(self, op: str, x: SSAValue, dividend: Expr, by: Divisor, divisor: Expr) -> SSAValue:
        """As `division`, of values that are computed already."""
        known = self.knowledge.given(self.values.meaning(divisor) > 0)
        whole = self.values.meaning(dividend)
        # Where it shifts, no more matters than that the dividend is at least 0.
        is_seen = by.shift is not None and known.is_natural_fast_path(whole)
        enclosed = Bounds(0) if is_seen else known.bounds(whole)
        form = floor_quotient if op == "//" else floor_remainder
        return form(self.code, x, by, enclosed)

    def condition(self, expr: Expr) -> SSAValue:
        """Whether a conjunction of comparisons holds."""
        found: SSAValue | None = None
        for part in conjuncts(expr):
            if part.op in _PREDICATES:
                left, right = map(self.index, part.operands)
                holds = self.code.compare(_PREDICATES[part.op], left, right)
            else:
                assert part.op in ("true", "false"), f"a set has no {part.op}"
                holds = self.code.truth(part.op == "true")
            found = holds if found is None else self.code.both(found, holds)
        return self.code.truth(True) if found is None else found


def _opposite(expr: Expr) -> Expr | None:
    """The expression of which this is `-1` times, or times a negative number."""
    if expr.op != "*" or (factor := expr.operands[1].constant) is None or factor >= 0:
        return None
    return expr.operands[0] * -factor
