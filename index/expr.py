"""
Index expressions and predicates as plain immutable data, free of IR and of isl.

`Expr` is what goes in and comes out of every question to `analysis`: sums, products, floor division
and modulo over named integer variables, minimum, maximum, `select`, comparisons of those, and
boolean combinations. Arithmetic operators build expressions (so layouts are written as Python
lambdas), `==` compares structure; `eq` and `ne` build the predicates.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, reduce
from threading import RLock
from typing import Any, NoReturn, Self, TypeAlias, TypeVar, cast
from weakref import ref

_EVALUATE: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "*": operator.mul,
    "//": lambda left, right: left // right,
    "%": operator.mod,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
_EVALUATE_EXACTLY: dict[str, Callable[[Any, Any], Any]] = {
    **_EVALUATE,
    **{"min": min, "max": max},
    "and": lambda left, right: left and right,
    "or": lambda left, right: left or right,
}
_REMEMBERED = 10_000
_FEW = 32
"""Variables of an expression that are kept: shared parts make it a walk of any length."""
_MANY = ("",) * (_FEW + 1)
_Key: TypeAlias = tuple[str, tuple[Any, ...]]


class _Alive(ref[Any]):
    __slots__ = ("key",)

    key: _Key


_ALIVE: dict[_Key, _Alive] = {}
_making = RLock()
_E = TypeVar("_E", bound="Expr")
_LITERALS = ("int", "var")
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
_NO_BITS = (
    "an index takes +, -, *, // and %, no operations on bits: write i % 4 for i & 3, and i // 4 "
    "for i >> 2; & and | combine predicates, such as i < 4"
)
NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
_PRECEDENCE = {
    **{"or": 1, "and": 2, "not": 3, "+": 5},
    **dict.fromkeys(COMPARISONS, 4),
    **dict.fromkeys(("*", "//", "%"), 6),
}


class Expr:
    """
    An operator and its arguments: expressions, or the one literal of `int` and `var`.

    `true` and `false` have none; `and` and `or` take any number; a `select` takes a condition and
    the values where it holds and where not; all others take one or two. `operands` are the
    arguments that are expressions themselves, `constant` is the value of an integer literal.
    """

    # Expressions are the keys of most caches: equal ones are one object, so that to compare and to
    # hash them takes no call. They are not to change.
    __slots__ = ("__weakref__", "_names", "args", "constant", "op", "operands")

    op: str
    args: tuple[Expr | int | str, ...]
    operands: tuple[Expr, ...]
    constant: int | None
    _names: tuple[str, ...] | None
    """The variables as they appear, once they were asked for; `_MANY` if there are more."""

    def __new__(cls, op: str, args: tuple[Any, ...]) -> Self:
        key = op, args
        alive = _ALIVE.get(key)
        if alive is not None and (known := alive()) is not None:
            return known
        made = object.__new__(cls)
        made.op = op
        made.args = args
        made.operands = () if op in _LITERALS else args
        made.constant = args[0] if op == "int" else None
        made._names = args if op == "var" else None if made.operands else ()
        return _only(key, made)

    def __reduce__(self) -> tuple[Any, ...]:
        return Expr, (self.op, self.args)

    def __add__(self, other: IntLike) -> Expr:
        other = lift(other)
        if other.constant == 0:
            return self
        return other if self.constant == 0 else _folded("+", self, other)

    def __radd__(self, other: int) -> Expr:
        return lift(other) + self

    def __neg__(self) -> Expr:
        return self * -1

    def __sub__(self, other: IntLike) -> Expr:
        return self + -lift(other)

    def __rsub__(self, other: int) -> Expr:
        return lift(other) + -self

    def __mul__(self, other: IntLike) -> Expr:
        left, right = self, lift(other)
        if left.constant is not None:
            left, right = right, left
        if right.constant == 1:
            return left
        if right.constant == 0:
            return right
        if right.constant is not None and left.op == "*" and left.operands[1].constant is not None:
            return left.operands[0] * (left.operands[1].constant * right.constant)
        return _folded("*", left, right)

    def __rmul__(self, other: int) -> Expr:
        return self * other

    def __floordiv__(self, other: IntLike) -> Expr:
        other = _divisor(lift(other))
        return self if other.constant == 1 else _folded("//", self, other)

    def __truediv__(self, other: object) -> NoReturn:
        raise TypeError("an index is an integer: use // for /")

    def __mod__(self, other: IntLike) -> Expr:
        other = _divisor(lift(other))
        return lift(0) if other.constant == 1 else _folded("%", self, other)

    def __lt__(self, other: IntLike) -> Expr:
        return _folded("<", self, lift(other))

    def __le__(self, other: IntLike) -> Expr:
        return _folded("<=", self, lift(other))

    def __gt__(self, other: IntLike) -> Expr:
        return _folded(">", self, lift(other))

    def __ge__(self, other: IntLike) -> Expr:
        return _folded(">=", self, lift(other))

    def __and__(self, other: Expr) -> Expr:
        return all_of((self, _no_bits(other)))

    def __or__(self, other: Expr) -> Expr:
        return any_of((self, _no_bits(other)))

    def __xor__(self, other: object) -> NoReturn:
        raise TypeError(_NO_BITS)

    __rand__ = __ror__ = __rxor__ = __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __xor__

    def __invert__(self) -> Expr:
        if self.op in ("true", "false"):
            return FALSE if self.op == "true" else TRUE
        if self.op in NEGATED:
            return Expr(NEGATED[self.op], self.args)
        return self.operands[0] if self.op == "not" else Expr("not", (self,))

    def __bool__(self) -> bool:
        raise TypeError(f"the truth of `{self}` is not known: combine predicates with & and |")

    def substitute(self, values: Mapping[str, Expr]) -> Expr:
        """This expression with variables replaced, all at once."""
        if self.op == "var":
            return values.get(str(self.args[0]), self)
        names = self._find_names()
        if names is not _MANY and values.keys().isdisjoint(names):
            return self
        return rebuild(self.op, tuple([a.substitute(values) for a in self.operands]))

    def evaluate(self, values: Mapping[str, Any]) -> Any:
        """
        The value under integers, of any size, or element by element under numpy integer arrays.

        Raises ZeroDivisionError if integers make a divisor 0.
        """
        op, operands = self.op, self.operands
        if not operands:
            if self.constant is not None:
                return self.constant
            return values[str(self.args[0])] if op == "var" else op == "true"
        if len(operands) == 2 and op in _EVALUATE:  # as most are
            left, right = operands[0].evaluate(values), operands[1].evaluate(values)
            return _EVALUATE[op](left, right)
        arguments = [a.evaluate(values) for a in operands]
        exact = all(isinstance(argument, int) for argument in arguments)
        if exact and self.op == "select":
            return arguments[1] if arguments[0] else arguments[2]
        if exact and self.op == "not":
            return not arguments[0]
        if exact or self.op in _EVALUATE:
            return reduce(_EVALUATE_EXACTLY[self.op], arguments)
        import numpy as np  # not at the top: half of what importing this module would take

        if self.op == "not":
            return np.logical_not(arguments[0])
        if self.op == "select":
            return cast("Any", np).where(*arguments)
        functions = {
            "min": np.minimum,
            "max": np.maximum,
            "and": np.logical_and,
            "or": np.logical_or,
        }
        return reduce(functions[self.op], arguments)

    def variables(self) -> Iterator[str]:
        """The variables in order of appearance, repeated as they are."""
        names = self._find_names()
        return self._walk() if names is _MANY else iter(names)

    def _find_names(self) -> tuple[str, ...]:
        if self._names is None:
            found = list[str]()
            for operand in self.operands:
                its = operand._find_names()
                found += its
                if its is _MANY or len(found) > _FEW:
                    self._names = _MANY
                    return _MANY
            self._names = tuple(found)
        return self._names

    def _walk(self) -> Iterator[str]:
        for operand in self.operands:
            yield from operand.variables()

    def __str__(self) -> str:
        return _show(self, 0)

    __repr__ = __str__  # tuples and dictionaries show what they hold by it


IntLike: TypeAlias = Expr | int


def _only(key: _Key, made: _E) -> _E:
    """The expression, or the equal one that another thread has made meanwhile."""
    with _making:
        alive = _ALIVE.get(key)
        if alive is not None and (known := alive()) is not None:
            return known
        _ALIVE[key] = found = _Alive(made, _forget)
        found.key = key
    return made


def _forget(gone: _Alive) -> None:
    """Drops what is there for an expression, which may be an equal one by now."""
    with _making:
        if _ALIVE.get(gone.key) is gone:
            del _ALIVE[gone.key]


def lift(value: IntLike) -> Expr:
    """An integer as an expression; an expression as it is."""
    return value if isinstance(value, Expr) else _literal(operator.index(value))


@lru_cache(_REMEMBERED)
def _literal(value: int) -> Expr:
    return Expr("int", (int(value),))  # True equals 1, and has to be shown as 1


@lru_cache(_REMEMBERED)
def var(name: str) -> Expr:
    """The integer variable of this name."""
    return Expr("var", (name,))


def eq(left: IntLike, right: IntLike) -> Expr:
    """The predicate `left == right`."""
    left, right = lift(left), lift(right)
    return TRUE if left is right and left.op == "var" else _folded("==", left, right)


def ne(left: IntLike, right: IntLike) -> Expr:
    """The predicate `left != right`."""
    return _folded("!=", lift(left), lift(right))


def select(condition: Expr, yes: IntLike, no: IntLike) -> Expr:
    """One value where the condition holds and another where it does not."""
    yes, no = lift(yes), lift(no)
    if condition == TRUE or yes == no:
        return yes
    return no if condition == FALSE else Expr("select", (condition, yes, no))


TRUE = Expr("true", ())
FALSE = Expr("false", ())
_BUILD: dict[str, Callable[[Expr, Expr], Expr]] = {
    "+": Expr.__add__,
    "*": Expr.__mul__,
    "//": Expr.__floordiv__,
    "%": Expr.__mod__,
}


def all_of(conditions: Iterable[Expr]) -> Expr:
    """The conjunction, flat and without repetitions."""
    return _flat("and", TRUE, FALSE, conditions)


def any_of(conditions: Iterable[Expr]) -> Expr:
    """The disjunction, flat and without repetitions."""
    return _flat("or", FALSE, TRUE, conditions)


def within(index: Expr, extent: IntLike) -> Expr:
    """The predicate `0 <= index < extent`."""
    return (index >= 0) & (index < extent)


def rebuild(op: str, operands: tuple[Expr, ...]) -> Expr:
    """The expression of this operator, with the constant folding of the Python operators."""
    if op == "and":
        return all_of(operands)
    if op == "or":
        return any_of(operands)
    if op == "not":
        return ~operands[0]
    if op == "select":
        return select(*operands)
    build = _BUILD.get(op)
    return build(*operands) if build else _folded(op, *operands)


def conjuncts(condition: Expr) -> tuple[Expr, ...]:
    """The parts of a conjunction; any other condition is its own only part; `true` has none."""
    if condition == TRUE:
        return ()
    return condition.operands if condition.op == "and" else (condition,)


def _flat(op: str, unit: Expr, zero: Expr, conditions: Iterable[Expr]) -> Expr:
    parts: dict[Expr, None] = {}
    for condition in conditions:
        kind = condition.op
        if kind == op:
            parts.update(dict.fromkeys(condition.operands))  # which are flat
        elif kind == zero.op:
            return zero
        elif kind != unit.op:
            parts[condition] = None
    if len(parts) <= 1:
        return next(iter(parts), unit)
    return Expr(op, tuple(parts))


def _no_bits(operand: object) -> Expr:
    if not isinstance(operand, Expr):
        raise TypeError(_NO_BITS)
    return operand


def _divisor(divisor: Expr) -> Expr:
    if divisor.constant == 0:
        raise ValueError("division by zero in an index expression")
    return divisor


def _folded(op: str, left: Expr, right: Expr) -> Expr:
    if left.constant is None or right.constant is None:
        return Expr(op, (left, right))
    if op in ("min", "max"):
        return lift((min if op == "min" else max)(left.constant, right.constant))
    value = _EVALUATE[op](left.constant, right.constant)
    if op in COMPARISONS:
        return TRUE if value else FALSE
    return lift(int(value))


def _show(expr: Expr, outer: int) -> str:
    if not expr.operands:
        return str(expr.args[0]) if expr.args else expr.op
    if expr.op in ("min", "max", "select"):
        return f"{expr.op}({', '.join(map(str, expr.operands))})"
    inner = _PRECEDENCE[expr.op]
    if expr.op == "not":
        text = f"not {_show(expr.operands[0], inner + 1)}"
    elif expr.op in ("and", "or"):
        text = f" {expr.op} ".join(_show(a, inner + 1) for a in expr.operands)
    elif expr.op == "+":
        text = _show_sum(*expr.operands)
    elif expr.op == "*" and expr.operands[1].constant is not None:
        text = _show_scaled(expr.operands[1].constant, expr.operands[0])
    else:
        left, right = expr.operands
        text = f"{_show(left, inner)} {expr.op} {_show(right, inner + 1)}"
    return f"({text})" if inner < outer else text


def _show_scaled(factor: int, expr: Expr) -> str:
    return f"-{_show(expr, 7)}" if factor == -1 else f"{factor}*{_show(expr, 7)}"


def _show_sum(left: Expr, right: Expr) -> str:
    constant = right.constant
    if constant is not None and constant < 0:
        return f"{_show(left, 5)} - {-constant}"
    if right.op == "*" and (factor := right.operands[1].constant) is not None and factor < 0:
        term = right.operands[0] if factor == -1 else right.operands[0] * -factor
        return f"{_show(left, 5)} - {_show(term, 6)}"
    return f"{_show(left, 5)} + {_show(right, 6)}"
