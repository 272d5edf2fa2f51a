"""The part of what is known that a question can depend on."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from .expr import Expr, all_of, conjuncts

_REMEMBERED = 20_000


@lru_cache(_REMEMBERED)
def components(condition: Expr) -> tuple[Expr, ...]:
    """The condition as conjunctions that have no variable in common, each as small as can be."""
    parts = conjuncts(condition)
    groups = list[tuple[frozenset[str], list[int]]]()  # the names of each, and its parts
    for place, part in enumerate(parts):
        names = names_in(part)
        joined = [group for group in groups if not names.isdisjoint(group[0])]
        if joined:
            groups = [group for group in groups if names.isdisjoint(group[0])]
        members = sorted([place, *(k for _, its in joined for k in its)])
        groups.append((names.union(*(its for its, _ in joined)), members))
    return tuple(all_of([parts[k] for k in group]) for group in sorted(g for _, g in groups))


def connected(facts: Iterable[Expr], names: Iterable[str]) -> list[Expr]:
    """The facts that speak of one of these names, or of one that such a fact speaks of."""
    rest = [(fact, names_in(fact)) for fact in facts]
    reached = set(names)
    found: list[Expr] = []
    while True:
        near = [fact for fact, its in rest if not its.isdisjoint(reached)]
        if not near:
            return found
        found += near
        for fact in near:
            reached |= names_in(fact)
        rest = [(fact, its) for fact, its in rest if fact not in near]


@lru_cache(_REMEMBERED)
def names_in(expr: Expr) -> frozenset[str]:
    """The variables of an expression."""
    return frozenset(expr.variables())


@lru_cache(_REMEMBERED)
def has_products(expr: Expr) -> bool:
    """Whether names are multiplied in an expression, or divided by."""
    if expr.op == "*" and all(operand.constant is None for operand in expr.operands):
        return True
    if expr.op in ("//", "%") and expr.operands[1].constant is None:
        return True
    return any(map(has_products, expr.operands))


@lru_cache(_REMEMBERED)
def products(expr: Expr) -> tuple[Expr, ...]:
    """The products of names in an expression, those inside of others first."""
    found = [each for operand in expr.operands for each in products(operand)]
    if expr.op == "*" and all(operand.constant is None for operand in expr.operands):
        found.append(expr)
    return tuple(dict.fromkeys(found))


@lru_cache(_REMEMBERED)
def divisors(expr: Expr) -> tuple[Expr, ...]:
    """What an expression divides by that is no constant, inner divisors first."""
    found = [each for operand in expr.operands for each in divisors(operand)]
    if expr.op in ("//", "%") and expr.operands[1].constant is None:
        found.append(expr.operands[1])
    return tuple(dict.fromkeys(found))
