"""
Operations on narrow types, on all operands: against models in plain integers and fractions.

The models share nothing with the validator. Each operation is tried on known operands, and on terms
that get their values afterwards, as its simplifications count too.

`PAD_NARROW_EXAMPLES=all` leaves no pair of floats out.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise, product
from math import inf, isfinite, isinf, isnan, nan
from typing import Any, TypeAlias

import ml_dtypes
import numpy as np
import pytest
from xdsl.dialects import builtin

from pad_mlir.tools.tv.refinement.evaluation import Concrete, evaluate
from pad_mlir.tools.tv.terms.symbolic import Symbolic
from pad_mlir.tools.tv.terms.term import Constant, Term, Trait, Value
from pad_mlir.tools.tv.values.errors import Undefined
from pad_mlir.tools.tv.values.meter import Meter
from pad_mlir.tools.tv.values.operators import (
    PREDICATES_F,
    PREDICATES_I,
    Operator,
    Special,
    operator,
)
from pad_mlir.tools.tv.values.scalars import BOOL, Float, Integer, scalar_of

POISON, UNDEFINED = "poison", "undefined"
_EVERY = 1 if os.environ.get("PAD_NARROW_EXAMPLES") == "all" else 8
_Result: TypeAlias = "int | str"


def _signed(value: int, width: int) -> int:
    return value - (1 << width) if value >> (width - 1) else value


def _quotient(a: int, b: int, rounding: str) -> int:
    exact = Fraction(a, b)
    if rounding == "floor":
        return exact.numerator // exact.denominator
    if rounding == "ceil":
        return -(-exact.numerator // exact.denominator)
    return int(exact)


def _integer_model(name: str, flags: frozenset[str], x: int, y: int, n: int) -> _Result:
    """The result of an operation of n bits, by the definitions of MLIR and LLVM."""
    if flags & {"exact", "disjoint"}:
        found = _integer_model(name, frozenset(), x, y, n)
        is_kept = (
            isinstance(found, str)
            or {
                "shrui": x % (1 << y) == 0,
                "shrsi": x % (1 << y) == 0,
                "divui": y != 0 and x % y == 0,
                "divsi": y != 0 and _signed(x, n) % _signed(y, n) == 0,
                "ori": not any(x >> bit & y >> bit & 1 for bit in range(n)),
            }[name]
        )
        return found if is_kept else POISON
    a, b = _signed(x, n), _signed(y, n)
    if name in ("addi", "subi", "muli"):
        exact, natural = (
            {"addi": p + q, "subi": p - q, "muli": p * q}[name] for p, q in ((a, b), (x, y))
        )
    elif name == "shli":
        if y >= n:
            return POISON
        exact, natural = a << y, x << y
    elif name in ("shrui", "shrsi"):
        return POISON if y >= n else (x if name == "shrui" else a) >> y & ((1 << n) - 1)
    elif name in ("divui", "remui", "ceildivui"):
        if y == 0:
            return UNDEFINED
        return {"divui": x // y, "remui": x % y, "ceildivui": (x + y - 1) // y}[name]
    elif name in ("divsi", "remsi", "floordivsi", "ceildivsi"):
        if y == 0 or (b == -1 and a == -(1 << (n - 1))):
            return UNDEFINED
        rounding = {"floordivsi": "floor", "ceildivsi": "ceil"}.get(name, "zero")
        quotient = _quotient(a, b, rounding)
        return (a - b * quotient if name == "remsi" else quotient) & ((1 << n) - 1)
    else:
        return {
            "andi": x & y,
            "ori": x | y,
            "xori": x ^ y,
            "maxsi": max(a, b) & ((1 << n) - 1),
            "minsi": min(a, b) & ((1 << n) - 1),
            "maxui": max(x, y),
            "minui": min(x, y),
        }[name]
    if "nsw" in flags and not -(1 << (n - 1)) <= exact < 1 << (n - 1):
        return POISON
    if "nuw" in flags and not 0 <= natural < 1 << n:
        return POISON
    return natural & ((1 << n) - 1)


_FLAGGED = ("addi", "subi", "muli", "shli")
_PLAIN = (
    *("shrui", "shrsi", "divui", "remui", "ceildivui", "divsi", "remsi", "floordivsi"),
    *("ceildivsi", "andi", "ori", "xori", "maxsi", "minsi", "maxui", "minui"),
)
_FLAGS = [frozenset(f) for f in ((), ("nsw",), ("nuw",), ("nsw", "nuw"))]
INTEGER_CASES = [
    *((name, flags) for name in _FLAGGED for flags in _FLAGS),
    *((name, frozenset[str]()) for name in _PLAIN),
    *((name, frozenset({"exact"})) for name in ("shrui", "shrsi", "divui", "divsi")),
    ("ori", frozenset({"disjoint"})),
]


def _input(domain: Symbolic, scalar: Any, number: int) -> Any:
    return domain.leaf(operator("input", scalar, detail="x"), number)


def _value(term: Value, inputs: Any) -> Concrete | str:
    """The value of a term; a division by zero is undefined on its own."""
    try:
        found = evaluate([term], inputs)[0]
    except Undefined:
        return UNDEFINED
    return POISON if found is Special.POISON else found


def _applied(domain: Symbolic, op: Operator, *args: Value) -> Value | str:
    try:
        return domain.apply(op, *args)
    except Undefined:
        return UNDEFINED


def _ways(domain: Symbolic, op: Operator, scalar: Any, x: Value, y: Value) -> Iterator[Any]:
    """The operation with both operands known, with one of them, and with none: value and inputs."""
    p, q = _input(domain, scalar, 0), _input(domain, scalar, 1)
    raw = [v.value if isinstance(v, Constant) else v for v in (x, y)]
    for left, right in product((x, p), (y, q)):
        yield _applied(domain, op, left, right), {p: raw[0], q: raw[1]}
    if raw[0] == raw[1]:
        yield _applied(domain, op, p, p), {p: raw[0]}


@pytest.mark.parametrize("width", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("name", "flags"), INTEGER_CASES, ids=lambda v: v if isinstance(v, str) else "-".join(sorted(v))
)
def test_integers(name: str, flags: frozenset[str], width: int) -> None:
    scalar = scalar_of(builtin.IntegerType(width))
    domain = Symbolic(Meter(1 << 30))
    op = operator(f"arith.{name}", scalar, (scalar, scalar), flags)
    is_division = "div" in name or "rem" in name
    for x, y in product(range(1 << width), repeat=2):
        expected = _integer_model(name, flags, x, y, width)
        for value, inputs in _ways(domain, op, scalar, x, y):
            found = value if isinstance(value, str) else _value(value, inputs)
            if expected == UNDEFINED and is_division:
                continue  # demanded of the operands before
            assert found == expected, (x, y, inputs)


@pytest.mark.parametrize("width", [1, 2, 3, 4])
@pytest.mark.parametrize("predicate", PREDICATES_I)
def test_comparisons_of_integers(predicate: str, width: int) -> None:
    scalar = scalar_of(builtin.IntegerType(width))
    domain = Symbolic(Meter(1 << 30))
    op = operator("arith.cmpi", BOOL, (scalar, scalar), detail=PREDICATES_I.index(predicate))
    for x, y in product(range(1 << width), repeat=2):
        a, b = (x, y) if predicate[0] == "u" else (_signed(x, width), _signed(y, width))
        order = predicate if predicate in ("eq", "ne") else predicate[1:]
        expected = {"eq": a == b, "ne": a != b, "lt": a < b, "le": a <= b, "gt": a > b}.get(
            order, a >= b
        )
        for value, inputs in _ways(domain, op, scalar, x, y):
            assert _value(value, inputs) == int(expected), (x, y, inputs)


@pytest.mark.parametrize("name", ["extsi", "extui", "trunci", "index_cast", "index_castui"])
def test_casts_of_integers(name: str) -> None:
    widths = [1, 2, 3, 4]
    for narrow, wide in product(widths, [*widths, 64]):
        if name in ("extsi", "extui", "trunci") and not narrow < wide < 64:
            continue
        small, large = scalar_of(builtin.IntegerType(narrow)), scalar_of(builtin.IntegerType(wide))
        if wide == 64:
            large = scalar_of(builtin.IndexType())
        assert isinstance(small, Integer)
        assert isinstance(large, Integer)
        source, target = (large, small) if name == "trunci" else (small, large)
        if "index" in name and wide != 64:
            continue
        domain = Symbolic(Meter(1 << 30))
        op = operator(f"arith.{name}", target, (source,))
        p = _input(domain, source, 0)
        bits = wide if name == "trunci" else narrow
        for x in range(1 << bits):
            is_signed = name in ("extsi", "index_cast")
            expected = _signed(x, bits) if is_signed else x
            expected = target.wrap(expected)
            assert _value(domain.apply(op, x), {}) == expected
            assert _value(domain.apply(op, p), {p: x}) == expected
            if name != "trunci":
                back = "arith.trunci" if "ext" in name else op.name
                again = operator(back, source, (target,))
                assert _value(domain.apply(again, domain.apply(op, p)), {p: x}) == x


@pytest.mark.parametrize(
    ("name", "flags"), [("trunci", f) for f in _FLAGS] + [("extui", frozenset({"nneg"}))]
)
def test_flags_of_casts(name: str, flags: frozenset[str]) -> None:
    for narrow, wide in ((1, 2), (1, 4), (2, 4), (3, 4)):
        before, after = (wide, narrow) if name == "trunci" else (narrow, wide)
        source, target = (scalar_of(builtin.IntegerType(bits)) for bits in (before, after))
        domain = Symbolic(Meter(1 << 30))
        op = operator(f"arith.{name}", target, (source,), flags)
        p = _input(domain, source, 0)
        for x in range(1 << before):
            fits = {
                "nsw": -(1 << (after - 1)) <= _signed(x, before) < 1 << (after - 1),
                "nuw": x < 1 << after,
                "nneg": _signed(x, before) >= 0,
            }
            expected = x & ((1 << after) - 1) if all(fits[flag] for flag in flags) else POISON
            assert _value(domain.apply(op, x), {}) == expected
            assert _value(domain.apply(op, p), {p: x}) == expected


@dataclass(frozen=True, eq=False)
class _Kind:
    """A float type of at most 8 bits, from what its name says."""

    type: Any
    exponent: int
    mantissa: int
    bias: int
    specials: str
    """`ieee`, `fn` (no infinity, NaN of all ones), `fnuz` (NaN in the place of -0.0), `finite`."""

    @property
    def width(self) -> int:
        return 1 + self.exponent + self.mantissa

    def decode(self, bits: int) -> float:
        sign = -1.0 if bits >> (self.width - 1) else 1.0
        field = bits >> self.mantissa & ((1 << self.exponent) - 1)
        fraction = bits & ((1 << self.mantissa) - 1)
        ones = field == (1 << self.exponent) - 1
        if self.specials == "fnuz" and bits == 1 << (self.width - 1):
            return nan
        if self.specials == "ieee" and ones:
            return nan if fraction else sign * inf
        if self.specials == "fn" and ones and fraction == (1 << self.mantissa) - 1:
            return nan
        if field == 0:
            return sign * fraction * 2.0 ** (1 - self.bias - self.mantissa)
        significand = (1 << self.mantissa) + fraction
        return sign * significand * 2.0 ** (field - self.bias - self.mantissa)

    @cached_property
    def codes(self) -> list[int]:
        """The codes of the finite values that are not negative, in their order."""
        return [c for c in range(1 << (self.width - 1)) if isfinite(self.decode(c))]

    @cached_property
    def finite(self) -> list[float]:
        return [self.decode(code) for code in self.codes]

    @cached_property
    def values(self) -> list[float]:
        return [self.decode(bits) for bits in range(1 << self.width)]

    def round(self, exact: float) -> float:
        """The nearest value, ties to the even code; past the largest what the type has for it."""
        if isnan(exact):
            return nan
        codes, finite = self.codes, self.finite
        magnitude = abs(exact)
        step = finite[-1] - finite[-2]
        limit = finite[-1] + step / 2
        even_at_limit = codes[-1] % 2 == 0
        if magnitude > limit or (magnitude == limit and not even_at_limit):
            largest = {"ieee": inf, "finite": finite[-1]}.get(self.specials, nan)
            return -largest if exact < 0 else largest
        below = bisect_right(finite, magnitude) - 1
        nearest = below
        if below + 1 < len(finite):
            down, up = magnitude - finite[below], finite[below + 1] - magnitude
            nearest = below + (up < down or (up == down and codes[below] % 2 == 1))
        result = finite[nearest]
        if result == 0.0 and self.specials == "fnuz":
            return 0.0
        return -result if str(exact).startswith("-") else result


KINDS = [
    _Kind(builtin.Float4E2M1FNType(), 2, 1, 1, "finite"),
    _Kind(builtin.Float6E2M3FNType(), 2, 3, 1, "finite"),
    _Kind(builtin.Float6E3M2FNType(), 3, 2, 3, "finite"),
    _Kind(builtin.Float8E3M4Type(), 3, 4, 3, "ieee"),
    _Kind(builtin.Float8E4M3Type(), 4, 3, 7, "ieee"),
    _Kind(builtin.Float8E5M2Type(), 5, 2, 15, "ieee"),
    _Kind(builtin.Float8E4M3FNType(), 4, 3, 7, "fn"),
    _Kind(builtin.Float8E4M3FNUZType(), 4, 3, 8, "fnuz"),
    _Kind(builtin.Float8E4M3B11FNUZType(), 4, 3, 11, "fnuz"),
    _Kind(builtin.Float8E5M2FNUZType(), 5, 2, 16, "fnuz"),
]
_IDS = [str(kind.type) for kind in KINDS]
F64 = scalar_of(builtin.f64)


def _float(kind: _Kind) -> Float:
    scalar = scalar_of(kind.type)
    assert isinstance(scalar, Float)
    return scalar


def _same(x: Any, y: float) -> bool:
    """All NaNs are one value; a zero has its sign."""
    return str(float(x)) == str(y)


@pytest.mark.parametrize("kind", KINDS, ids=_IDS)
def test_bits_of_floats(kind: _Kind) -> None:
    scalar = _float(kind)
    for bits, value in enumerate(kind.values):
        assert _same(scalar.from_bits(bits), value), bits
        if not isnan(value):
            assert scalar.bits(scalar.from_bits(bits)) == bits


@pytest.mark.parametrize("kind", KINDS, ids=_IDS)
def test_truncf_and_extf(kind: _Kind) -> None:
    """All values, what is halfway between two, a bit to each side, and what is too large."""
    scalar = _float(kind)
    assert isinstance(F64, Float)
    domain = Symbolic(Meter(1 << 30))
    narrow, widen = operator("arith.truncf", scalar, (F64,)), operator("arith.extf", F64, (scalar,))
    p, q = _input(domain, F64, 0), _input(domain, scalar, 1)
    p.traits |= Trait.NUMBER
    term, back = domain.apply(narrow, p), domain.apply(widen, q)
    assert isinstance(term, Term)
    finite = sorted({abs(v) for v in kind.values if isfinite(v)})
    step = finite[-1] - finite[-2]
    points = [*finite, finite[-1] + step / 2, finite[-1] + step, 1e30, inf]
    points += [(x + y) / 2 for x, y in pairwise(finite)]
    points += [float(np.nextafter(x, side)) for x in points for side in (0.0, inf)]
    for point in [*points, *(-x for x in points)]:
        expected, known = kind.round(point), domain.number(F64, point)
        folded = domain.apply(narrow, known)
        assert isinstance(folded, Constant)
        assert _same(folded.value, expected), point
        found = _value(term, {p: F64.of(point)})
        assert _same(found, expected), point
        if term.traits & Trait.NUMBER:
            assert not isnan(expected), f"{point} is a number, {expected} is none"
    for bits, value in enumerate(kind.values):
        assert _same(_value(back, {q: scalar.from_bits(bits)}), value)


@pytest.mark.parametrize("kind", KINDS, ids=_IDS)
@pytest.mark.parametrize("width", [1, 4, 16])
@pytest.mark.parametrize("name", ["sitofp", "uitofp"])
def test_integers_as_floats(kind: _Kind, width: int, name: str) -> None:
    scalar, integer = _float(kind), scalar_of(builtin.IntegerType(width))
    domain = Symbolic(Meter(1 << 30))
    op, p = operator(f"arith.{name}", scalar, (integer,)), _input(domain, integer, 0)
    term = domain.apply(op, p)
    assert not isinstance(term, int)
    numbers = range(1 << width) if width < 16 else [*range(0, 70000, 97), 464, 465, 480, 32768]
    for x in numbers:
        x %= 1 << width
        expected = kind.round(float(_signed(x, width) if name == "sitofp" else x))
        assert _same(_value(term, {p: x}), expected), x
        assert not (term.traits & Trait.NUMBER and isnan(expected)), x
        assert not (term.traits & Trait.FINITE and not isfinite(expected)), x


@pytest.mark.parametrize("kind", KINDS, ids=_IDS)
@pytest.mark.parametrize("name", ["fptosi", "fptoui"])
@pytest.mark.parametrize("width", [1, 4, 8])
def test_floats_as_integers(kind: _Kind, name: str, width: int) -> None:
    """Values that do not fit, such as NaN, are poison."""
    scalar, integer = _float(kind), scalar_of(builtin.IntegerType(width))
    domain = Symbolic(Meter(1 << 30))
    op, p = operator(f"arith.{name}", integer, (scalar,)), _input(domain, scalar, 0)
    term = domain.apply(op, p)
    low, high = (-(1 << (width - 1)), 1 << (width - 1)) if name == "fptosi" else (0, 1 << width)
    for bits, value in enumerate(kind.values):
        fits = isfinite(value) and low <= int(value) < high
        expected: _Result = int(value) % (1 << width) if fits else POISON
        assert _value(term, {p: scalar.from_bits(bits)}) == expected, value


def _least(x: float, y: float) -> float:
    return x if x < y or (x == y and str(x).startswith("-")) else y


_ARITHMETIC: dict[str, Callable[[float, float], float]] = {
    "addf": lambda x, y: x + y,
    "mulf": lambda x, y: x * y,
    "maximumf": lambda x, y: nan if isnan(x) or isnan(y) else -_least(-x, -y),
    "minimumf": lambda x, y: nan if isnan(x) or isnan(y) else _least(x, y),
    "maxnumf": lambda x, y: y if isnan(x) else x if isnan(y) else max(x, y),
    "minnumf": lambda x, y: y if isnan(x) else x if isnan(y) else min(x, y),
}


@pytest.mark.parametrize(
    "kind",
    [k for k in KINDS if k.specials != "finite"],
    ids=[i for i in _IDS if i.startswith("f8")],
)
def test_arithmetic_of_floats(kind: _Kind) -> None:
    """The second operand is each that is special, and some or all others."""
    scalar = _float(kind)
    values = kind.values
    second = [
        b
        for b, v in enumerate(values)
        if b % _EVERY == 3 % _EVERY or isnan(v) or isinf(v) or v in (0.0, 1.0, -1.0)
    ]
    for name, exact in _ARITHMETIC.items():
        domain = Symbolic(Meter(1 << 30))
        op = operator(f"arith.{name}", scalar, (scalar, scalar))
        p = _input(domain, scalar, 0)
        for b in second:
            term = domain.apply(op, p, domain.lift(scalar, scalar.from_bits(b)))
            for a in range(b % _EVERY, len(values), _EVERY):
                x, y = values[a], values[b]
                expected = kind.round(exact(x, y))
                found = _value(term, {p: scalar.from_bits(a)})
                either = name in ("maxnumf", "minnumf") and x == 0 == y
                assert _same(found, expected) or (either and found == 0), (name, x, y)


@pytest.mark.parametrize("predicate", PREDICATES_F)
def test_comparisons_of_floats(predicate: str) -> None:
    kind = KINDS[6]
    scalar, values = _float(kind), kind.values
    domain = Symbolic(Meter(1 << 30))
    op = operator("arith.cmpf", BOOL, (scalar, scalar), detail=PREDICATES_F.index(predicate))
    p = _input(domain, scalar, 0)
    for a, b in product(range(0, 256, 7), [0, 1, 8, 0x7E, 0x7F, 0x80, 0x81, 0xFF]):
        x, y = values[a], values[b]
        unordered = isnan(x) or isnan(y)
        order = {"eq": x == y, "gt": x > y, "ge": x >= y, "lt": x < y, "le": x <= y, "ne": x != y}
        named = {"false": False, "true": True, "ord": not unordered, "uno": unordered}
        expected = (
            named[predicate]
            if predicate in named
            else predicate[0] == "u"
            if unordered
            else order[predicate[1:]]
        )
        term = domain.apply(op, p, domain.lift(scalar, scalar.from_bits(b)))
        assert _value(term, {p: scalar.from_bits(a)}) == int(expected), (x, y)


def test_the_types_are_those_of_ml_dtypes() -> None:
    """Each narrow float type that terms have is one of those above."""
    narrow = {name for name in dir(ml_dtypes) if name.startswith(("float4", "float6", "float8"))}
    assert len(narrow - {"float8_e8m0fnu"}) == len(KINDS)
    assert all(isinstance(_float(kind), Float) for kind in KINDS)
    assert isinstance(BOOL, Integer)
