"""Conditions without an iterator: that a comparison holds at the first or the last value of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..expr import TRUE, Expr, all_of, conjuncts, var
from ..normal import Terms, scale, sums_at_least_0, terms, total


def cases_of_strides(condition: Expr, names: Sequence[str]) -> tuple[Expr, ...]:
    """
    Conditions of which one holds for some values of the names where `condition` does.

    Iterators with a step are gone where one comparison is all that is asked of them, beside their
    range: `0 <= i < n and i % 4 == 0 and i + 3 >= m` is `0 < n and 4*((n - 1) // 4) + 3 >= m`. For
    isl a step is a name more, and to project out several takes long. Without such iterators it is
    the condition alone.
    """
    strided = [name for name in names if _step(condition, name) is not None]
    if not strided:
        return (condition,)
    cases = [TRUE]
    for part in conjuncts(condition):
        either = _disjuncts(part)
        cases = [case & one for one in either for case in cases]
    return tuple(_without(case, strided) for case in cases)


def _disjuncts(part: Expr) -> Sequence[Expr]:
    """What a negated conjunction says is one of."""
    if part.op == "not" and part.operands[0].op == "and":
        return [~operand for operand in part.operands[0].operands]
    return (part,)


def _without(condition: Expr, names: Sequence[str]) -> Expr:
    for name in reversed(names):
        condition = _at_extreme(condition, name)
    return condition


def _at_extreme(condition: Expr, name: str) -> Expr:
    """The condition that there is a value of the name; itself where it is not of this form."""
    step = _step(condition, name)
    if step is None:
        return condition
    first, stride = step
    origins = [terms(each) for each in _greatest_of(first)]
    lowers, last, asked = list[Terms](), None, None
    others = list[Expr]()
    for part in conjuncts(condition):
        if name not in part.variables():
            others.append(part)
            continue
        if _stride_of(part, name) is not None:
            continue
        sums = sums_at_least_0(part)
        factor = sums[0].get(var(name), 0) if len(sums) == 1 else 0
        if not factor:
            return condition
        rest = {term: value for term, value in sums[0].items() if term != var(name)}
        if any(name in term.variables() for term in rest):
            return condition
        bound = total(scale(rest, -factor))  # of a factor of 1 or -1
        if factor == 1 and terms(bound) in origins:
            lowers.append(terms(bound))
        elif factor == -1 and last is None:
            last = bound
        elif asked is None:
            asked = (factor, total(rest))
        else:
            return condition
    if last is None or not all(origin in lowers for origin in origins):
        return condition
    ran = last >= first
    if asked is None:
        return all_of([*others, ran])
    factor, rest_of = asked
    extreme = first + (last - first) // stride * stride if factor > 0 else first
    return all_of([*others, ran, extreme * factor + rest_of >= 0])


def _greatest_of(expr: Expr) -> Iterator[Expr]:
    """The expressions of which one is the greatest of."""
    for operand in expr.operands if expr.op == "max" else ():
        yield from _greatest_of(operand)
    if expr.op != "max":
        yield expr


def _step(condition: Expr, name: str) -> tuple[Expr, int] | None:
    found = [_stride_of(part, name) for part in conjuncts(condition)]
    known = [each for each in found if each is not None]
    return known[0] if len(known) == 1 else None


def _stride_of(part: Expr, name: str) -> tuple[Expr, int] | None:
    """Of `(name - origin) % stride == 0` the origin and the stride."""
    if part.op != "==" or part.operands[1].constant != 0 or part.operands[0].op != "%":
        return None
    moved, stride = part.operands[0].operands
    summands = terms(moved)
    if summands.pop(var(name), 0) != 1 or (size := stride.constant or 0) < 1:
        return None
    if any(name in term.variables() for term in summands):
        return None
    return total(scale(summands, -1)), size
