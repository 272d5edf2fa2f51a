"""Facts about terms that follow from a condition that holds (design, "Assume")."""

from __future__ import annotations

from typing import cast

from ..values.operators import PREDICATES_F, PREDICATES_I
from ..values.scalars import Float
from .symbolic import Symbolic
from .term import Constant, Term, Trait, Value


def learn(domain: Symbolic, condition: Value) -> None:
    """
    Takes a condition as true from now on, in all terms made later.

    A value is known from `x == v`; from a float's `oeq` with a zero only that it is a zero; from
    `absf(x) < inf` that it is finite, and from all ordered ones that it is not a NaN.
    """
    pending = [condition]
    while pending:
        part = pending.pop()
        if isinstance(part, int) or part.traits & Trait.HAS_UNDEF:
            continue
        if part.operator.name == "arith.andi":
            pending += part.args
        _learn_one(domain, part)


def _learn_one(domain: Symbolic, condition: Term) -> None:
    name = condition.operator.name
    if name == "arith.xori" and condition.args[1] == 1:
        domain.known[cast("Term", condition.args[0])] = 0
        return
    domain.known[condition] = 1
    inverse = domain.negation(condition)
    if isinstance(inverse, Term):
        domain.known[inverse] = 0
    if name == "arith.cmpi" and PREDICATES_I[cast("int", condition.operator.detail)] == "eq":
        _equal_integers(domain, *condition.args)
    elif name == "arith.cmpf":
        _compared(domain, condition)


def _equal_integers(domain: Symbolic, x: Value, y: Value) -> None:
    if not isinstance(x, Term):
        return
    cast_from = x.operator.operands[0] if x.operator.name == "arith.bitcast" else None
    if isinstance(cast_from, Float) and isinstance(y, int) and _keeps_bits(cast_from, y):
        value = domain.lift(cast_from, cast_from.from_bits(y))
        _set(domain, cast("Term", x.args[0]), value)
    elif isinstance(y, int) or y.number < x.number:
        _set(domain, x, y)
    else:
        _set(domain, y, x)


def _keeps_bits(scalar: Float, bits: int) -> bool:
    """Whether a value says all of its bits: of the NaNs the usual one only."""
    return scalar.bits(scalar.from_bits(bits)) == bits


def _set(domain: Symbolic, term: Term, value: Value) -> None:
    # What an assume says of a cell that the logical buffer lacks is a pad value.
    domain.known[term] = domain.pad(value) if isinstance(value, Constant) else value


def _compared(domain: Symbolic, condition: Term) -> None:
    name = PREDICATES_F[cast("int", condition.operator.detail)]
    x, y = condition.args
    if not isinstance(x, Term) or not isinstance(y, Term):
        return
    if x is y and name in ("uno", "une"):
        _set(domain, x, domain.number(cast("Float", x.operator.result), float("nan")))
    for term, other in ((x, y), (y, x)):
        if name.startswith("o") and not isinstance(term, Constant):
            term.traits |= Trait.NUMBER
        if not isinstance(other, Constant) or isinstance(term, Constant):
            continue
        if name == "oeq" and other.value == 0:
            term.traits |= Trait.ZERO | Trait.FINITE
            if domain.marks_pads:
                domain.known[term] = domain.pad(term)
        elif name == "oeq":
            _set(domain, term, other)
        if term.operator.name == "math.absf" and _excludes_infinity(name, other, left=term is x):
            inner = cast("Term", term.args[0])
            inner.traits |= Trait.FINITE


def _excludes_infinity(name: str, other: Constant, *, left: bool) -> bool:
    """Whether a number that is not negative and compares so to another one is finite."""
    if name == "one":
        return float(other.value) == float("inf")
    if name == "ole":
        return left and bool(other.traits & Trait.FINITE)
    return left and name == "olt"
