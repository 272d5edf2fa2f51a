"""Expressions for pad values: physical indices, conditions on them, loads of the buffer."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from types import FunctionType
from typing import Any, NoReturn, TypeAlias, TypeVar, cast

import numpy as np

from ...dialect.ir.located_errors import PadError
from ...index.expr import TRUE, Expr, eq, lift, ne, var
from ...index.normal import negate
from ...passes.layout.options.formula_text import Loaded, Term, combined
from ..calls.schedule_error import ScheduleError

undef = "undef"
"""A pad value: anything."""

_COMPUTED_WITH = (
    "what where, min or max chooses is computed with no further: choose between the results, "
    "where(condition, i + 1, 0), or between loads"
)
T = TypeVar("T")
_IndexLike: TypeAlias = "Index | int"


class Arithmetic:
    """
    An operand of `+`, `-`, `*`, `/`, `//` and `%`.

    Indices alone are computed as integers; with a float or an element, all is of the element type.
    """

    __hash__ = None  # pyright: ignore

    def __add__(self, other: object) -> Arithmetic:
        return _computed("+", self, other)

    def __radd__(self, other: object) -> Arithmetic:
        return _computed("+", other, self)

    def __sub__(self, other: object) -> Arithmetic:
        return _computed("-", self, other)

    def __rsub__(self, other: object) -> Arithmetic:
        return _computed("-", other, self)

    def __mul__(self, other: object) -> Arithmetic:
        return _computed("*", self, other)

    def __rmul__(self, other: object) -> Arithmetic:
        return _computed("*", other, self)

    def __truediv__(self, other: object) -> Arithmetic:
        return _computed("/", self, other)

    def __rtruediv__(self, other: object) -> Arithmetic:
        return _computed("/", other, self)

    def __floordiv__(self, other: object) -> Arithmetic:
        return _computed("//", self, other)

    def __mod__(self, other: object) -> Arithmetic:
        return _computed("%", self, other)

    def __neg__(self) -> Arithmetic:
        return _computed("-", self)


class Value(Arithmetic):
    """An element that is computed: from other cells, with floats, or by a division."""

    def __init__(self, term: Term):
        self.term = term

    def _compared(self, other: object) -> NoReturn:
        raise ScheduleError(
            f"{self.term} cannot be compared: conditions are of the physical indices only"
        )

    __lt__ = __le__ = __gt__ = __ge__ = _compared
    __eq__ = __ne__ = _compared  # pyright: ignore

    def __bool__(self) -> bool:
        self._compared(None)

    def __repr__(self) -> str:
        return str(self.term)


class Index(Arithmetic):
    """An expression of the physical indices; comparing two gives a `Condition`, `==` too."""

    def __init__(self, expr: Expr):
        self.expr = expr

    @staticmethod
    def of(name: str) -> Index:
        """Return the index variable called `name`."""
        return Index(var(name))

    def __repr__(self) -> str:
        return str(self.expr)

    def __lt__(self, other: _IndexLike) -> Condition:
        return Condition(self.expr < as_expr(other))

    def __le__(self, other: _IndexLike) -> Condition:
        return Condition(self.expr <= as_expr(other))

    def __gt__(self, other: _IndexLike) -> Condition:
        return Condition(self.expr > as_expr(other))

    def __ge__(self, other: _IndexLike) -> Condition:
        return Condition(self.expr >= as_expr(other))

    def __eq__(self, other: object) -> Condition:  # pyright: ignore
        return Condition(eq(self.expr, as_expr(other)))

    def __ne__(self, other: object) -> Condition:  # pyright: ignore
        return Condition(ne(self.expr, as_expr(other)))

    def __bool__(self) -> bool:
        raise TypeError("an index is not known here: use where(condition, value, other)")

    def __index__(self) -> int:
        raise TypeError("an index is not known here: use where(condition, value, other)")


@dataclass(frozen=True)
class Condition:
    """A condition on physical indices."""

    expr: Expr

    def __and__(self, other: Condition) -> Condition:
        return Condition(self.expr & other.expr)

    def __or__(self, other: Condition) -> Condition:
        return Condition(self.expr | other.expr)

    def __invert__(self) -> Condition:
        return Condition(negate(self.expr))

    def __bool__(self) -> bool:
        raise TypeError(
            "a condition is not known here: use where(condition, value, other), and combine "
            "conditions with & and |"
        )


@dataclass(frozen=True)
class BufferOfSchedule:
    """A buffer by name, to be indexed."""

    name: str

    def __getitem__(self, indices: object) -> Value | Choice:
        given = cast("tuple[object, ...]", indices if isinstance(indices, tuple) else (indices,))
        for place, index in enumerate(given):
            if isinstance(index, Choice):
                before, after = given[:place], given[place + 1 :]
                value, other = (self[*before, i, *after] for i in (index.value, index.other))
                return Choice(index.condition, value, other)
        return Value(Loaded(tuple(map(as_expr, given)), self.name))


@dataclass(frozen=True)
class Choice:
    """One value where a condition holds, else another."""

    condition: Expr
    value: object
    other: object

    def _computed_with(self, other: object) -> NoReturn:
        raise ScheduleError(_COMPUTED_WITH)

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _computed_with
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = _computed_with
    __lt__ = __le__ = __gt__ = __ge__ = _computed_with


def _computed(sign: str, *operands: object) -> Arithmetic:
    """An operation on indices, numbers and elements."""
    try:
        term = combined(sign, *map(_as_term, operands))
    except PadError as error:
        raise ScheduleError(str(error)) from error
    return Index(term) if isinstance(term, Expr) else Value(term)


def _as_term(operand: object) -> Term:
    if isinstance(operand, Value):
        return operand.term
    if isinstance(operand, float | np.floating):
        return float(cast("float", operand))
    return as_expr(operand)


def where(condition: Condition | bool, value: object, other: object) -> object:
    """A pad value by region: `value` where the condition on the physical indices holds."""
    if not isinstance(condition, Condition):
        return value if condition else other
    return Choice(condition.expr, value, other)


def _least(*values: Any, **options: Any) -> object:
    """Python's `min`, of indices too."""
    is_known = not any(isinstance(value, Index | Choice) for value in values)
    return min(*values, **options) if is_known else _chosen(values, lambda a, b: a <= b)


def _greatest(*values: Any, **options: Any) -> object:
    """Python's `max`, of indices too."""
    is_known = not any(isinstance(value, Index | Choice) for value in values)
    return max(*values, **options) if is_known else _chosen(values, lambda a, b: a >= b)


def _chosen(values: Sequence[object], comes_first: Callable[[Expr, Expr], Expr]) -> object:
    def chosen(first: object, second: object) -> object:
        if isinstance(first, Choice):
            value, other = (chosen(v, second) for v in (first.value, first.other))
            return Choice(first.condition, value, other)
        if isinstance(second, Choice):
            return chosen(second, first)
        return Choice(comes_first(as_expr(first), as_expr(second)), first, second)

    return reduce(chosen, values)


def with_names(function: Callable[..., T], buffers: list[str], own: str) -> Callable[..., T]:
    """
    The function with names for what pad values are made of, where it leaves them open.

    These are `where`, `undef`, `min`, `max` and the buffers; the buffer's own name, but as a
    number, is the buffer in any case.
    """
    if not isinstance(function, FunctionType):
        return function
    known = function.__globals__
    given: dict[str, object] = {"where": where, "undef": undef, "min": _least, "max": _greatest}
    given |= {name: BufferOfSchedule(name) for name in buffers}
    own_is_number = isinstance(known.get(own), int | float)
    added = {n: v for n, v in given.items() if n not in known or (n == own and not own_is_number)}
    closure, defaults = function.__closure__, function.__defaults__
    made = FunctionType(function.__code__, {**known, **added}, None, defaults, closure)
    made.__kwdefaults__ = function.__kwdefaults__
    return cast("Callable[..., T]", made)


def alternatives(condition: Expr) -> list[tuple[Expr, ...]]:
    """The condition as conjunctions, one of which holds, of expressions that are at least 0."""
    if condition.op == "or":
        return [part for operand in condition.operands for part in alternatives(operand)]
    if condition.op == "and":
        parts: list[tuple[Expr, ...]] = [()]
        for operand in condition.operands:
            parts = [(*left, *right) for left in parts for right in alternatives(operand)]
        return parts
    if condition == TRUE:
        return [()]
    if condition.op in ("false", "not"):
        return [] if condition.op == "false" else alternatives(negate(condition.operands[0]))
    left, right = condition.operands
    difference = right - left
    match condition.op:
        case "<=":
            return [(difference,)]
        case "<":
            return [(difference - 1,)]
        case ">=":
            return [(left - right,)]
        case ">":
            return [(left - right - 1,)]
        case "==":
            return [(difference, left - right)]
        case _:
            return [(difference - 1,), (left - right - 1,)]


def as_expr(value: object) -> Expr:
    """The expression of an index or an integer; raises ScheduleError for anything else."""
    if isinstance(value, Index):
        return value.expr
    if isinstance(value, Expr):
        return value
    if isinstance(value, Choice):
        raise ScheduleError(_COMPUTED_WITH)
    try:
        return lift(operator.index(cast("int", value)))
    except TypeError:
        raise ScheduleError(
            f"{value!r} is not an index: indices are computed with integers"
        ) from None
