"""
Formulas that take the place of mathematical functions, compared with exact values at samples.

Terms cannot show that a polynomial is an exponential function. What computes the same at some
hundred numbers, within the bound on its error, is taken for the function: a verdict that rests on
this says so. Among these numbers are those that the formula compares with, where it may choose
another way to compute. All around such a formula is proven as ever.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from decimal import Decimal, localcontext
from functools import cache
from typing import cast

import numpy as np

from ..terms.symbolic import Symbolic
from ..terms.term import Constant, Term, Value, reachable
from ..values.errors import NotValidated, Undefined
from ..values.exact_math import INEXACT, context, exactly
from ..values.float_folding import MATH
from ..values.operators import Operator, operator
from ..values.scalars import Float, Number
from .evaluation import Concrete, Evaluation
from .normal_forms import rebuilt

_BOUND, _WIDE_BOUND, _FREE_BOUND = 1, 2, 4
"""Units in the last place: of most functions, of f64, powers and angles, and with `afn`."""
_RANDOM, _RANDOM_PAIRS = 150, 100
_BESIDE = 1.5
"""The other operand there."""
_MOST_CONSTANTS = 100
"""Of a formula, at and around which it is compared too."""
_SEED = 20


def functions_in(value: Value) -> set[Term]:
    """The mathematical functions that a value is made of, which nothing rounds correctly."""
    return {term for term in reachable([value]) if term.operator.name in INEXACT}


def bound_of(op: Operator) -> int:
    """Return how many units in the last place a result may be off."""
    if "afn" in op.flags:
        return _FREE_BOUND
    is_wide = op.result.name == "f64" or len(op.operands) > 1
    return _WIDE_BOUND if is_wide else _BOUND


class SampledFunctions:
    """Finds the functions of `before` in the formulas of `after`, for the values of one proof."""

    def __init__(self, domain: Symbolic):
        self._domain = domain
        self._judged: dict[tuple[Operator, tuple[Value, ...], Value], bool] = {}
        self.found: dict[str, int] = {}
        """What was taken for a function: its name, type and bound, and at how many samples."""

    def replaced(self, before: Value, after: Value) -> Value | None:
        """`after`, with functions of `before` for the formulas of them; None if there are none."""
        wanted = [term for term in reachable([before]) if term.operator.name in INEXACT]
        if not wanted or not isinstance(after, Term):
            return None
        current, count = self._without_common_branches(after), 0
        for function in wanted:
            formula = self._formula(function, current)
            # A formula may leave some numbers to the function itself.
            if formula is not None and formula is not function:
                current = rebuilt(self._domain, current, {formula: function})
                count += 1
        return current if count else None

    def _without_common_branches(self, root: Value) -> Value:
        """
        Replace `select(a or b, select(a, x, y), y)` by its second operand: what vectors whose lanes
        branch together give for a lane.
        """
        made: dict[Term, Value] = {}
        for term in reachable([root]):
            args = tuple(made[arg] if isinstance(arg, Term) else arg for arg in term.args)
            own = term
            if args != term.args:
                value = self._domain.apply(term.operator, *args)
                if not isinstance(value, Term):
                    made[term] = value
                    continue
                own = value
            made[term] = _inner_choice(own)
        return made[root] if isinstance(root, Term) else root

    def _formula(self, function: Term, root: Value) -> Term | None:
        """The largest term that depends on nothing but a function's operands and is its value."""
        inputs = {arg for arg in function.args if isinstance(arg, Term)}
        inputs = {arg for arg in inputs if not isinstance(arg, Constant)}
        depends: dict[Term, bool] = {}
        candidates = list[Term]()
        for term in reachable([root]):
            if term in inputs:
                depends[term] = True
                continue
            if isinstance(term, Constant):
                depends[term] = False
                continue
            args = [arg for arg in term.args if isinstance(arg, Term)]
            if not args or not all(arg in depends for arg in args):
                continue
            depends[term] = any(depends[arg] for arg in args)
            if depends[term] and term.operator.result is function.operator.result:
                candidates.append(term)
        return next((t for t in reversed(candidates) if self._is_value(function, t)), None)

    def _is_value(self, function: Term, formula: Term) -> bool:
        """Whether a term is the value of a function at all samples of its operands."""
        places = [arg for arg in dict.fromkeys(function.args) if isinstance(arg, Term)]
        places = [arg for arg in places if not isinstance(arg, Constant)]
        # The same formula of other operands need not be judged again.
        stands = {arg: self._stand_in(arg, n) for n, arg in enumerate(places)}
        made = cast("dict[Term, Value]", dict(stands))
        general = rebuilt(self._domain, formula, made)
        args = tuple(made.get(a, a) if isinstance(a, Term) else a for a in function.args)
        key = function.operator, args, general
        if key not in self._judged:
            tried = _agree(function.operator, args, list(stands.values()), general)
            self._judged[key] = tried is not None
            if tried is not None:
                op = function.operator
                name = f"{op.name} of {op.result.name}, within {bound_of(op)} ulp"
                self.found[name] = max(tried, self.found.get(name, 0))
        return self._judged[key]

    def _stand_in(self, arg: Term, number: int) -> Term:
        scalar = arg.operator.result
        return self._domain.table.make(operator("sampled operand", scalar, detail=number), ())


def _inner_choice(term: Term) -> Term:
    if term.operator.name != "arith.select":
        return term
    condition, then, other = term.args
    if not isinstance(then, Term) or then.operator.name != "arith.select":
        return term
    inner, _, rest = then.args
    return then if rest is other and inner in _alternatives(condition) else term


def _alternatives(condition: Value) -> set[Value]:
    """The conditions of a disjunction."""
    found, pending = set[Value](), [condition]
    while pending:
        value = pending.pop()
        if value in found:
            continue
        found.add(value)
        if isinstance(value, Term) and value.operator.name == "arith.ori":
            pending += value.args
    return found


def _agree(
    op: Operator, args: Sequence[Value], places: Sequence[Term], formula: Value
) -> int | None:
    """At how many samples a formula is the value of a function; None if at one it is not."""
    tried, evaluation = 0, Evaluation(formula, places)
    scalars = tuple(cast("Float", place.operator.result) for place in places)
    for sample in (*_samples(scalars), *_around_constants(formula, scalars)):
        inputs = cast("dict[Term, Concrete]", dict(zip(places, sample, strict=True)))
        numbers = [_number(arg, inputs) for arg in args]
        try:
            result = evaluation.at(sample)
        except (NotValidated, Undefined):
            return None
        if not isinstance(result, np.generic) or not is_near(op, numbers, result):
            return None
        tried += 1
    return tried


def _number(arg: Value, inputs: dict[Term, Concrete]) -> Number:
    if isinstance(arg, Constant):
        return arg.value
    return cast("Number", inputs[cast("Term", arg)])


@cache
def _samples(scalars: tuple[Float, ...]) -> list[tuple[Number, ...]]:
    random_ = random.Random(_SEED)
    if len(scalars) == 1:
        return [(x,) for x in _numbers(scalars[0], random_, _RANDOM)]
    few = list(_special(scalars[0]))
    pairs = [(x, y) for x in few for y in _special(scalars[1])]
    columns = [_numbers(scalar, random_, _RANDOM_PAIRS) for scalar in scalars]
    for column in columns:
        random_.shuffle(column)
    return [*pairs, *zip(*columns, strict=False)]


def _around_constants(formula: Value, scalars: Sequence[Float]) -> Iterator[tuple[Number, ...]]:
    """The constants of a formula and their neighbours, each as one of the operands."""
    for place, scalar in enumerate(scalars):
        for number in _constants(formula, scalar):
            for near in _neighbours(scalar, number):
                for sign in (1.0, -1.0):
                    own = scalar.of(sign * float(near))
                    yield tuple(
                        own if at == place else other.of(_BESIDE)
                        for at, other in enumerate(scalars)
                    )


def _constants(formula: Value, scalar: Float) -> list[Number]:
    """The first constants of a formula as numbers of a type, integers by their bits."""
    found = dict[int, Number]()
    for term in reachable([formula]):
        values: list[Number] = [term.value] if isinstance(term, Constant) else []
        ints = [arg for arg in term.args if isinstance(arg, int)]
        values += [scalar.from_bits(n) for n in ints if 0 <= n < 1 << scalar.width]
        with np.errstate(over="ignore"):
            numbers = [scalar.of(abs(float(value))) for value in values]
        found |= {scalar.bits(number): number for number in numbers if number == number}
    return list(found.values())[:_MOST_CONSTANTS]


def _neighbours(scalar: Float, number: Number) -> list[Number]:
    """A number that is not negative, and the next one in both directions."""
    bits = scalar.bits(number)
    return [scalar.from_bits(n) for n in (bits - 1, bits, bits + 1) if n >= 0]


def _special(scalar: Float) -> Iterator[Number]:
    numbers = (0.0, 0.5, 1.0, 2.0, 3.0, math.inf)
    yield scalar.of(math.nan)
    yield from (scalar.of(sign * number) for number in numbers for sign in (1.0, -1.0))


def _numbers(scalar: Float, random_: random.Random, count: int) -> list[Number]:
    """Special numbers, some of all sizes, and some that are neither large nor small."""
    found = list(_special(scalar))
    smallest = scalar.from_bits(1)
    found += [smallest, scalar.of(scalar.largest), scalar.of(-scalar.largest)]
    found += [scalar.of(number / 4) for number in range(-60, 60, 7)]
    for _ in range(count):
        found.append(scalar.from_bits(random_.getrandbits(scalar.width)))
        found.append(scalar.of(random_.uniform(-1.5, 1.5)))
        found.append(scalar.of(random_.uniform(-1, 1) * 2.0 ** random_.uniform(-12, 10)))
    return found


def is_near(op: Operator, numbers: Sequence[Number], result: Number) -> bool:
    """Whether a result is within the bound of a function's exact value, and special as C's."""
    scalar = cast("Float", op.result)
    usual = float(MATH[op.name](*map(float, numbers)))
    value = float(result)
    if math.isnan(usual) or math.isnan(value):
        return math.isnan(usual) and math.isnan(value)
    exact = _exact(op.name, tuple(map(float, numbers)))
    if exact is None:
        if math.isinf(usual):
            return value == usual
        exact = Decimal(usual)
    if value == 0 or exact == 0:
        sign = math.copysign(1.0, usual) if exact == 0 else math.copysign(1.0, exact)
        if math.copysign(1.0, value) != sign:
            return False
    with localcontext(context()):
        return _is_within(scalar, exact, value, bound_of(op))


@cache
def _exact(name: str, numbers: tuple[float, ...]) -> Decimal | None:
    """The exact value; None at a pole, an infinity, or where it is larger than any number."""
    if not all(map(math.isfinite, numbers)) or 0.0 in numbers:
        return None
    try:
        return exactly(name, *map(Decimal, numbers))
    except ArithmeticError:
        return None


def _is_within(scalar: Float, exact: Decimal, value: float, bound: int) -> bool:
    least = scalar.smallest_exponent
    exponent = least
    if exact != 0:
        _, power = math.frexp(float(exact)) if abs(exact) < Decimal(2) ** 1023 else (0.0, 1024)
        exponent = max(power - scalar.digits, least)
    unit = Decimal(2) ** exponent
    if math.isinf(value):
        # As if there were one more number after the largest one.
        end = Decimal(scalar.largest) + Decimal(2) ** _last_exponent(scalar)
        return exact.copy_sign(1) >= end - bound * unit and (exact > 0) == (value > 0)
    return abs(Decimal(value) - exact) <= bound * unit


def _last_exponent(scalar: Float) -> int:
    """The exponent of a unit in the last place of the largest number."""
    return math.frexp(scalar.largest)[1] - scalar.digits
