"""The part of what is known that a question can depend on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

from .expr import Expr, all_of, conjuncts

_REMEMBERED = 20_000


@lru_cache(_REMEMBERED)
def components(condition: Expr) -> tuple[Expr, ...]:
    """The condition as conjunctions that have no variable in common, each as small as can be."""
    parts = conjuncts(condition)
    groups = dict[int, list[int]]()  # the places of the parts of each, by its first one
    group_of = dict[str, int]()
    for place, part in enumerate(parts):
        names = names_in(part)
        joined = sorted({group_of[name] for name in names if name in group_of})
        first = joined[0] if joined else place
        members = groups.setdefault(first, [])
        for other in joined[1:]:
            moved = groups.pop(other)
            group_of.update((name, first) for k in moved for name in names_in(parts[k]))
            members += moved
        members.append(place)
        group_of.update(dict.fromkeys(names, first))
    return tuple(
        all_of([parts[k] for k in sorted(group)]) if len(group) > 1 else parts[group[0]]
        for group in groups.values()
    )


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
def without_definitions(condition: Expr) -> Expr:
    """
    The condition without equations that only define a name which nothing else in it has: it holds
    for the same values of all other names.
    """
    parts = list(conjuncts(condition))
    while True:
        parts_with = Counter(name for part in parts for name in names_in(part))
        left = [part for part in parts if not _defines(part, parts_with)]
        if len(left) == len(parts):
            return all_of(parts) if len(parts) < len(conjuncts(condition)) else condition
        parts = left


def _defines(part: Expr, parts_with: Mapping[str, int]) -> bool:
    """Whether a part says no more than what value a name has that is in no other one."""
    if part.op != "==" or divisors(part):
        return False
    left, right = part.operands
    return any(
        name.op == "var"
        and parts_with[str(name.args[0])] == 1
        and str(name.args[0]) not in names_in(value)
        for name, value in ((left, right), (right, left))
    )


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
