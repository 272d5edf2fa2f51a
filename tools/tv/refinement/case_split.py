"""Finitely many cases, one of which is given: conditions, and integers with few values."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import cast

from ..terms.symbolic import Symbolic
from ..terms.term import Term, Trait, Value, reachable
from ..values.operators import PREDICATES_I
from ..values.scalars import BOOL, Integer
from .normal_forms import rebuilt

_MOST_CASES = 128


def cases_of(domain: Symbolic, *values: Value) -> Iterator[dict[Term, Value]]:
    """
    The additional facts in each case; raises LookupError if there are no cases or too many.

    The values are compared in each: none may depend on undef.
    """
    terms = reachable([rebuilt(domain, value, {}) for value in values])
    if any(term.traits & Trait.HAS_UNDEF for term in terms):
        raise LookupError
    conditions = {t.args[0]: None for t in terms if t.operator.name == "arith.select"}
    alternatives = [_truths(domain, cast("Term", c)) for c in conditions]
    alternatives += _ranges(domain, [t for t in terms if t.operator.name == "input"])
    total = 1
    for alternative in alternatives:
        total *= len(alternative)
    if not alternatives or total > _MOST_CASES:
        raise LookupError
    for case in product(*alternatives):
        yield {term: value for part in case for term, value in part.items()}


def _truths(domain: Symbolic, condition: Term) -> list[dict[Term, Value]]:
    inverse = domain.negation(condition)
    assert condition.operator.result is BOOL
    if not isinstance(inverse, Term):
        return [{condition: 1}, {condition: 0}]
    return [{condition: 1, inverse: 0}, {condition: 0, inverse: 1}]


def _ranges(domain: Symbolic, inputs: list[Term]) -> list[list[dict[Term, Value]]]:
    """The values of integer inputs that facts bound from both sides."""
    bounds: dict[Term, list[int | None]] = {
        t: [None, None] for t in inputs if isinstance(t.operator.result, Integer)
    }
    for fact, truth in domain.known.items():
        if truth == 1 and fact.operator.name == "arith.cmpi":
            _bound(fact, bounds)
    ranges: list[list[dict[Term, Value]]] = []
    for term, (low, high) in bounds.items():
        scalar = cast("Integer", term.operator.result)
        if low is not None and high is not None and high - low < _MOST_CASES:
            ranges.append([{term: scalar.wrap(value)} for value in range(low, high + 1)])
    return ranges


def _bound(fact: Term, bounds: dict[Term, list[int | None]]) -> None:
    name = PREDICATES_I[cast("int", fact.operator.detail)]
    x, y = fact.args
    if name not in ("slt", "sle"):
        return
    scalar, strict = cast("Integer", fact.operator.operands[0]), int(name == "slt")
    if isinstance(y, int) and isinstance(x, Term) and x in bounds:
        limit, known = scalar.signed(y) - strict, bounds[x][1]
        bounds[x][1] = limit if known is None else min(known, limit)
    if isinstance(x, int) and isinstance(y, Term) and y in bounds:
        limit, known = scalar.signed(x) + strict, bounds[y][0]
        bounds[y][0] = limit if known is None else max(known, limit)
