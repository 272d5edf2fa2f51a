"""Normal forms: terms made anew under all facts, and independent of the order of operands."""

from __future__ import annotations

import heapq
from collections import Counter
from dataclasses import dataclass
from typing import TypeAlias, cast

from ..terms.symbolic import PAD, POISON_IF, Symbolic
from ..terms.term import Term, Value, reachable
from ..terms.trees import (
    elements,
    in_order,
    is_free,
    is_idempotent,
    kind_of,
    leaves,
    without_zeros,
)
from ..values.operators import Operator, operator
from ..values.scalars import Integer

_LINEAR = ("arith.addi", "arith.subi", "arith.muli", "arith.shli")
_Factors: TypeAlias = tuple[Term, ...]


def rebuilt(domain: Symbolic, root: Value, made: dict[Term, Value]) -> Value:
    """The term made anew, by all that is known by now; pad values lose their mark."""
    for term in reachable([root], made):
        op = term.operator
        args = [made[arg] if isinstance(arg, Term) else arg for arg in term.args]
        if op.name == PAD:
            made[term] = args[0]
            continue
        is_leaf = not op.operands and op.name != POISON_IF
        value = term if is_leaf else domain.apply(op, *args)
        known = value if isinstance(value, int) else domain.known.get(value, value)
        made[term] = without_mark(known)
    return made[root] if isinstance(root, Term) else root


def without_mark(value: Value) -> Value:
    """A value that is no pad value any more."""
    is_marked = isinstance(value, Term) and value.operator.name == PAD
    return cast("Term", value).args[0] if is_marked else value


@dataclass(frozen=True)
class _Polynomial:
    """An integer term as products with coefficients, and a constant."""

    products: dict[_Factors, int]
    constant: int


class NormalForms:
    """
    Equal normal forms are equal values.

    Integer sums and products become polynomials modulo 2^width, not multiplied out; float sums and
    products bags of operands where all operations in them have the same flags and `reassoc`;
    minima, maxima, `andi` and `ori` sets; `xori` what is there an odd number of times.
    """

    def __init__(self, domain: Symbolic):
        self._table = domain.table
        self._forms: dict[Term, Value] = {}
        self._parts: dict[Term, _Polynomial | list[Value]] = {}

    def of(self, root: Value) -> Value:
        """The normal form of a value."""
        pending = [root]
        while pending:
            term = pending[-1]
            if isinstance(term, int) or term in self._forms:
                pending.pop()
                continue
            needed = [part for part in self._needs(term) if part not in self._forms]
            if needed:
                pending += needed
            else:
                self._forms[term] = self._build(term)
                pending.pop()
        return self._form(root)

    def _form(self, value: Value) -> Value:
        return value if isinstance(value, int) else self._forms[value]

    def _needs(self, term: Term) -> list[Term]:
        if term not in self._parts:
            self._parts[term] = self._split(term)
        parts = self._parts[term]
        if isinstance(parts, _Polynomial):
            return [factor for product in parts.products for factor in product]
        return [part for part in parts if isinstance(part, Term)]

    def _split(self, term: Term) -> _Polynomial | list[Value]:
        op = term.operator
        if op.name in _LINEAR:
            polynomial = _polynomial(term)
            return list(term.args) if (term,) in polynomial.products else polynomial
        if _is_tree(op):
            found = leaves(term, lambda t: t.args if t.operator is op else None)
            return elements(op.name, found) or list(term.args)
        return list(term.args)

    def _build(self, term: Term) -> Value:
        op, parts = term.operator, self._parts[term]
        if isinstance(parts, _Polynomial):
            return self._sum(op, parts)
        forms = self._parts_of(term)
        if op.name == "arith.xori":
            return self._parity(op, forms)
        if _is_tree(op):
            if is_idempotent(op.name):
                return self._bag("set of", op, list(dict.fromkeys(forms)))
            return self._bag("bag of", op, without_zeros(op, forms))
        if not op.operands and op.name != POISON_IF:
            return term
        return self._table.make(op, tuple(forms), term.traits)

    def _parts_of(self, term: Term) -> list[Value]:
        """The normal forms of what a term was split into."""
        parts = self._parts[term]
        return [] if isinstance(parts, _Polynomial) else [self._form(part) for part in parts]

    def _parity(self, op: Operator, forms: list[Value]) -> Value:
        constant = 0
        for form in forms:
            constant ^= form if isinstance(form, int) else 0
        odd = [v for v, n in Counter(forms).items() if isinstance(v, Term) and n % 2]
        kept: list[Value] = [*odd, constant] if constant or not odd else [*odd]
        if len(kept) == 2:
            return self._table.make(op, in_order(kept))
        return self._bag("bag of", op, kept)

    def _bag(self, kind: str, op: Operator, forms: list[Value]) -> Value:
        if len(forms) == 1:
            return forms[0]
        maker = operator(f"{kind} {op.name}", op.result, op.operands, op.flags)
        return self._table.make(maker, in_order(forms))

    def _sum(self, op: Operator, parts: _Polynomial) -> Value:
        scalar = cast("Integer", op.result)
        terms: Counter[Term] = Counter()
        for factors, coefficient in parts.products.items():
            forms = in_order([self._form(factor) for factor in factors])
            maker = operator("product", scalar, (scalar,))
            product = forms[0] if len(forms) == 1 else self._table.make(maker, forms)
            product = cast("Term", product)
            terms[product] = scalar.wrap(terms[product] + coefficient)
        ordered = sorted((t for t in terms if terms[t]), key=lambda term: term.number)
        constant = scalar.wrap(parts.constant)
        if not ordered:
            return constant
        if len(ordered) == 1 and terms[ordered[0]] == 1 and constant == 0:
            return ordered[0]
        flat: list[Value] = [constant]
        for term in ordered:
            flat += [term, terms[term]]
        return self._table.make(operator("sum", scalar, (scalar,)), tuple(flat))


def _is_tree(op: Operator) -> bool:
    return kind_of(op) == op.name and is_free(op)


def with_fewer_flags(op: Operator, other: Operator) -> bool:
    """Whether one operator is the other with fewer flags, or the same."""
    return op is other or (
        (op.name, op.result, op.operands, op.detail)
        == (other.name, other.result, other.operands, other.detail)
        and other.flags <= op.flags
    )


def _polynomial(root: Term) -> _Polynomial:
    scalar = cast("Integer", root.operator.result)
    coefficients: Counter[Term] = Counter({root: 1})
    products: Counter[_Factors] = Counter()
    constant = 0
    pending = [-root.number]
    terms = {root.number: root}

    def add(value: Value, coefficient: int) -> None:
        nonlocal constant
        if isinstance(value, int):
            constant += value * coefficient
            return
        if value not in coefficients:
            terms[value.number] = value
            heapq.heappush(pending, -value.number)
        coefficients[value] += coefficient

    while pending:
        term = terms[-heapq.heappop(pending)]
        coefficient, name = coefficients[term], term.operator.name
        if name == "arith.addi":
            add(term.args[0], coefficient)
            add(term.args[1], coefficient)
        elif name == "arith.subi":
            add(term.args[0], coefficient)
            add(term.args[1], -coefficient)
        elif name == "arith.muli" and isinstance(term.args[1], int):
            add(term.args[0], coefficient * term.args[1])
        elif name == "arith.shli" and isinstance(term.args[1], int):
            add(term.args[0], coefficient << term.args[1])
        elif name == "arith.muli":
            factor, factors = _factors(term)
            products[factors] += coefficient * factor
        else:
            products[(term,)] += coefficient
    kept = {factors: scalar.wrap(c) for factors, c in products.items() if scalar.wrap(c)}
    return _Polynomial(kept, constant)


def _factors(root: Term) -> tuple[int, _Factors]:
    """A product as a constant and factors that are none."""
    constant = 1
    factors: list[Term] = []
    pending: list[Value] = [root]
    while pending:
        value = pending.pop()
        if isinstance(value, int):
            constant *= value
        elif value.operator is root.operator:
            pending += value.args
        else:
            factors.append(value)
    return constant, tuple(sorted(factors, key=lambda term: term.number))
