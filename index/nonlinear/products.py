"""
Facts about products of names, as isl takes them: each product, and each division by one, is a name.

What isl then proves holds; what it does not may still hold, because it knows nothing of how the
names depend on each other but what `lemmas` tells it.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..expr import Expr, all_of, conjuncts, eq, lift, ne, rebuild, select, var
from ..normal import negate
from ..sets.engine import GaveUp, IntSet, engine
from .algebra import Algebra, is_symbolic_quotient
from .polynomials import Monomial, Polynomial, constant, plus, product

_SURE = ("<", "<=", ">", ">=", "==")


class Products:
    """The assignments to names, products included, that some facts allow."""

    def __init__(self, facts: Expr):
        """The facts may have any form; `known` are the conjuncts that compare with 0."""
        self._names: dict[Monomial, Expr] = {}
        self._leaves: dict[Expr, tuple[str, Polynomial]] = {}
        self._shown: dict[Expr, bool] = {}
        self._not_0: set[Expr] = set()
        self.points = engine().universe
        linear: Expr = facts
        for only_sure in (True, False):
            # The second time with what the first shows to be positive; cases would count twice.
            self._algebra = Algebra(self)
            linear = self.condition(facts)
            parts = [part for part in conjuncts(linear) if not only_sure or part.op in _SURE]
            self._restrict(all_of(parts))
            self._not_0 |= self._factors_not_0(conjuncts(linear))
        self.known = [self._leaves[part] for part in conjuncts(linear) if part in self._leaves]

    def condition(self, expr: Expr) -> Expr:
        """A condition in linear form, of the same value where the facts hold."""
        return self._algebra.condition(negate(negate(expr)), self._leaf)

    def polynomial(self, expr: Expr) -> Polynomial:
        """The polynomial of an index expression, of the same value where the facts hold."""
        return self._algebra.polynomial(expr)

    def quotient(self, dividend: Polynomial, divisor: Polynomial) -> Polynomial:
        """The polynomial of a floor division, of the same value where the facts hold."""
        return self._algebra.quotient(dividend, divisor)

    def linear(self, polynomial: Polynomial) -> Expr:
        """The polynomial over the names of products."""
        result = lift(0)
        for monomial, factor in polynomial.items():
            result = result + self._term(monomial) * factor
        return result

    def index(self, expr: Expr) -> Expr:
        """An index expression in linear form, of the same value where the facts hold."""
        return self.linear(self.polynomial(expr))

    def restored(self, expr: Expr) -> Expr:
        """An expression over the names of products, over those that are multiplied."""
        return expr.substitute({str(n): product(m) for m, n in self._names.items()})

    def monomials(self) -> list[Monomial]:
        """The products and symbolic divisions that have been met."""
        return list(self._names)

    def without_products(self, points: IntSet) -> IntSet:
        """The points, projected to the real names."""
        return engine().project(points, map(str, self._names.values()))

    def positive(self, polynomial: Polynomial) -> bool:
        """Whether the polynomial is known to be at least 1."""
        value = constant(polynomial)
        if value is not None:
            return value > 0
        ((monomial, factor), *others) = polynomial.items()
        if not others and len(monomial) > 1:
            return factor > 0 and all(self.positive({(atom,): 1}) for atom in monomial)
        return self._holds(self.linear(polynomial) >= 1)

    def natural(self, polynomial: Polynomial) -> bool:
        """Whether the polynomial is known to be at least 0."""
        return self._holds(self.linear(polynomial) >= 0)

    def nonzero(self, polynomial: Polynomial) -> bool:
        """Whether the polynomial is known not to be 0."""
        value = constant(polynomial)
        if value is not None:
            return value != 0
        if self.positive(polynomial):
            return True
        if len(polynomial) == 1:
            (monomial,) = polynomial
            if all(a in self._not_0 or self._holds(ne(self._term((a,)), 0)) for a in monomial):
                return True
        return self._holds(ne(self.linear(polynomial), 0))

    def inside(self, rest: Polynomial, divisor: Polynomial) -> bool:
        """Whether `0 <= rest < divisor` is known."""
        try:
            low = self._algebra.comparison(">=", rest, self._leaf)
            high = self._algebra.comparison("<", plus(rest, divisor, -1), self._leaf)
        except GaveUp:
            return False
        return self._holds(low & high)

    def _holds(self, linear: Expr) -> bool:
        found = self._shown.get(linear)
        if found is None:
            found = self._shown[linear] = self.points.is_subset(engine().set(linear))
        return found

    def _restrict(self, linear: Expr) -> None:
        self.points = self.points.intersect(engine().set(linear))
        self._shown.clear()

    def _factors_not_0(self, known: Iterable[Expr]) -> set[Expr]:
        """The names, and the factors of a product, that are said not to be 0."""
        found = set[Expr]()
        for part in known:
            op, difference = self._leaves.get(part, ("", {}))
            for monomial in difference:
                alone = op == "!=" and len(difference) == 1
                product = len(monomial) > 1
                if alone or (product and self._holds(ne(self._term(monomial), 0))):
                    found.update(monomial)
        return found

    def _leaf(self, op: str, difference: Polynomial) -> Expr:
        made = rebuild(op, (self.linear(difference), lift(0)))
        self._leaves[made] = (op, difference)
        return made

    def _term(self, monomial: Monomial) -> Expr:
        if not monomial:
            return lift(1)
        if len(monomial) == 1 and (linear := self._understood(monomial[0])) is not None:
            return linear
        if monomial not in self._names:
            # No user's name starts with a star.
            self._names[monomial] = var(f"*{len(self._names)}")
            if len(monomial) == 1:
                self._relate(monomial[0])
        return self._names[monomial]

    def _relate(self, atom: Expr) -> None:
        """`x // (4*m)` is `x // m // 4`, which isl knows more of."""
        if not is_symbolic_quotient(atom):
            return
        dividend, divisor = map(self.polynomial, atom.operands)
        if len(divisor) != 1 or not self.positive(divisor):
            return
        ((factors, number),) = divisor.items()
        if number > 1:
            whole = self.linear(self._algebra.quotient(dividend, {factors: 1}))
            self._restrict(eq(self._names[(atom,)], whole // number))

    def _understood(self, atom: Expr) -> Expr | None:
        """An atom that isl understands, None for a division by what is not a constant."""
        if atom.op == "var":
            return atom
        if atom.op == "select":
            holds, yes, no = atom.operands
            return select(self.condition(holds), self.index(yes), self.index(no))
        if atom.op in ("//", "%") and atom.operands[1].constant is None:
            return None
        return rebuild(atom.op, tuple(map(self.index, atom.operands)))


def products_in(expr: Expr) -> set[Monomial]:
    """The products of two or more names, and the divisions by what is not a constant, in `expr`."""
    factors = [factor for factor in _factors(expr) if factor.constant is None]
    if expr.op == "*" and len(factors) > 1:
        inner = [products_in(factor) for factor in factors]
        return set[Monomial]().union({tuple(sorted(factors, key=str))}, *inner)
    found = set[Monomial]().union(*map(products_in, expr.operands))
    if expr.op in ("//", "%") and expr.operands[1].constant is None:
        found.add((expr.operands[0] // expr.operands[1],))
    return found


def _factors(expr: Expr) -> list[Expr]:
    if expr.op != "*":
        return [expr]
    return [factor for operand in expr.operands for factor in _factors(operand)]
