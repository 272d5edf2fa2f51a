"""Quotients and remainders put together again, which takes no knowledge of ranges."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ..boxes import bounds_a_name
from ..expr import Expr, conjuncts, lift, rebuild
from ..normal import ONE, Terms, add, scale, terms, total

_REMEMBERED = 20_000
_ZERO = lift(0)


@lru_cache(_REMEMBERED)
def recombined(expr: Expr) -> Expr:
    """
    The index with `x` for each `4*(x // 4) + x % 4` that stands in it, and for each `4*x // 4`.
    """
    summands: Terms = {}
    for term, factor in terms(expr).items():
        if term.operands:
            summands = add(summands, terms(_inside(term)), factor)
        else:
            summands[term] = summands.get(term, 0) + factor
    while (changed := _without_one_remainder(summands)) is not None:
        summands = changed
    return total(summands)


def _inside(term: Expr) -> Expr:
    operands = tuple(map(recombined, term.operands))
    if term.op in ("//", "%") and (divisor := operands[1].constant) is not None and divisor > 0:
        multiple, rest = _without_multiples(operands[0], divisor)
        if term.op == "%":
            return rest % divisor
        quotient = _quotient(rest, divisor)
        return multiple + quotient if multiple != _ZERO else quotient
    return rebuild(term.op, operands)


def _without_multiples(dividend: Expr, divisor: int) -> tuple[Expr, Expr]:
    """`x` and `y` for `16*x + y` and 16; constants stay where they are."""
    summands = terms(dividend)
    whole = {t: n // divisor for t, n in summands.items() if t != ONE and n % divisor == 0}
    if not whole:
        return _ZERO, dividend
    return total(whole), total(add(summands, scale(whole, divisor), -1))


def _quotient(dividend: Expr, divisor: int) -> Expr:
    """`x // 8` for `x // 2 // 4`."""
    if dividend.op == "//" and divisor > 0:
        inner = dividend.operands[1].constant
        if inner is not None and inner > 0:
            return dividend.operands[0] // (inner * divisor)
    return dividend // divisor


def _without_one_remainder(summands: Terms) -> Terms | None:
    """The sum with a remainder and its quotient made one; None if there are no such two."""
    for term, factor in summands.items():
        if term.op != "%" or (divisor := term.operands[1].constant) is None or divisor <= 0:
            continue
        dividend = term.operands[0]
        quotient = _quotient(dividend, divisor)
        if summands.get(quotient) == factor * divisor:
            gone = {term: factor, quotient: factor * divisor}
            return add(add(summands, gone, -1), terms(dividend), factor)
    return None


def is_sawtooth(expr: Expr, context: Expr) -> bool:
    """
    Whether an index certainly steps by turns with some name, so that no form of it does not divide.

    `6*(x // 3) + x % 3` does, as `6` is not `3 * 1`, where the context leaves x three quotients, or
    any number of them, and says nothing else of it. False says nothing.
    """
    summands = terms(expr)
    return any(
        quotient.op == "//" and _is_tooth(quotient, summands, conjuncts(context))
        for quotient in summands
    )


def _is_tooth(quotient: Expr, summands: Terms, known: Sequence[Expr]) -> bool:
    name, size = quotient.operands
    if name.op != "var" or size.constant is None or size.constant < 2:
        return False
    rest = name % size
    if summands[quotient] == size.constant * summands.get(rest, 0):
        return False
    own = str(name)
    if any(own in other.variables() for other in summands.keys() - {quotient, rest, name}):
        return False
    free = {quotient >= 0, rest >= 0, rest < size}
    told = [part for part in known if own in part.variables() and part not in free]
    if len(told) != 1 or told[0].op != "<":
        return False
    left, right = told[0].operands
    if right.op == "var":  # of which nothing else may be said but that it is at least a number
        beside = [part for part in known if part is not told[0] and str(right) in part.variables()]
        return left == quotient and all(p.op == ">=" and bounds_a_name(p) for p in beside)
    # Of two quotients a minimum or maximum might do.
    return left == quotient and (right.constant or 0) > 2
