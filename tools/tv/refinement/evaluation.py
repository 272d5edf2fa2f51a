"""Terms on concrete inputs."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cache
from typing import TypeAlias, cast

from ..terms.fastmath import (
    BREAKS,
    FREEDOM,
    LOST,
    SIGNLESS,
    SIGNLESS_TWICE,
    passes_sign_on,
)
from ..terms.symbolic import EITHER_ZERO, PAD, POISON, POISON_IF, UNINITIALISED
from ..terms.term import Constant, Term, Value, reachable
from ..values.folding import folder
from ..values.numeric import KEEPING_NAN, broken_by, pseudo_function
from ..values.operators import Folder, Operator, Special
from ..values.scalars import Float, Number


class Open(Enum):
    """A value that `before` leaves open."""

    ANYTHING = "anything"


# Members of enumerations, and unions of these, are slow to look up.
_POISON, _ANYTHING, _UNSPECIFIED = Special.POISON, Open.ANYTHING, Special.UNSPECIFIED
_NO_VALUE = (Open, Special)
_NO_FLOAT = (int, Open, Special)
_OF_SIGN = ("math.copysign",)

Concrete: TypeAlias = int | Number | Open | Special
_Rule: TypeAlias = Callable[[list[Concrete]], Concrete]


def evaluate(roots: Sequence[Value], inputs: Mapping[Term, Concrete]) -> list[Concrete]:
    """
    The values of terms; raises Undefined for a division by zero.

    Functions that are not understood give some value, the same for the same arguments.
    """
    values = evaluate_all(roots, inputs)
    return [root if isinstance(root, int) else values[root] for root in roots]


def evaluate_all(roots: Sequence[Value], inputs: Mapping[Term, Concrete]) -> dict[Term, Concrete]:
    """The same of all terms that these are made of."""
    values = dict(inputs)
    for term in reachable(roots, inputs):
        values[term] = _rule(term)([a if isinstance(a, int) else values[a] for a in term.args])
    return values


class Evaluation:
    """One value at many inputs: what it is made of, and how to compute that, is found once."""

    def __init__(self, root: Value, inputs: Sequence[Term]):
        self._root, self._inputs = root, inputs
        self._steps = [(term, _rule(term), term.args) for term in reachable([root], {*inputs})]

    def at(self, inputs: Sequence[Concrete]) -> Concrete:
        """The value at these, as `evaluate`."""
        if isinstance(self._root, int):
            return self._root
        values: dict[Value, Concrete] = dict(zip(self._inputs, inputs, strict=True))
        for term, rule, args in self._steps:
            values[term] = rule([a if isinstance(a, int) else values[a] for a in args])
        return values[self._root]


def _rule(term: Term) -> _Rule:
    """How the value of a term follows from the values of its operands."""
    if isinstance(term, Constant):
        number = term.value
        return lambda args: number
    op = term.operator
    if op.name == POISON_IF:
        value, *causes = term.args
        signs = [isinstance(c, Term) and c.operator.name == SIGNLESS for c in causes]
        shown = [s and passes_sign_on(value, c) for c, s in zip(causes, signs, strict=True)]
        return lambda args: _marked(signs, shown, args)
    if op.name in _RULES:
        return _RULES[op.name]
    if op.name in (BREAKS, SIGNLESS, SIGNLESS_TWICE):
        return lambda args: _POISON if _has(_POISON, args) else _condition(op, args)
    return _computation(op)


def _has(special: Open | Special, args: Sequence[Concrete]) -> bool:
    """As `in`, which would compare numpy's numbers with members of enumerations: slowly."""
    return any(arg is special for arg in args)


def _either_zero(args: Sequence[Concrete]) -> Concrete:
    return args[0] if str(args[0]) == str(args[1]) else _ANYTHING


def _chosen(args: Sequence[Concrete]) -> Concrete:
    if args[0] is _ANYTHING and _is_nan(args[1]) and _is_nan(args[2]):
        return args[1]
    return args[0] if isinstance(args[0], _NO_VALUE) else args[1 if args[0] else 2]


_RULES: dict[str, _Rule] = {
    POISON: lambda args: _POISON,
    UNINITIALISED: lambda args: _ANYTHING,
    PAD: lambda args: args[0],
    EITHER_ZERO: _either_zero,
    "arith.select": _chosen,
    # When these have another value is not known.
    FREEDOM: lambda args: 0,
    LOST: lambda args: 0,
}


@cache
def _computation(op: Operator) -> _Rule:
    breaks = broken_by(op.flags) if op.flags else None
    folds: list[Folder] = []

    def rule(args: list[Concrete]) -> Concrete:
        if _has(_POISON, args):
            return _POISON
        if _has(_ANYTHING, args):
            deciding = args if op.name in KEEPING_NAN else args[:1] if op.name in _OF_SIGN else []
            is_nan = any(map(_is_nan, deciding))
            return cast("Float", op.result).of(math.nan) if is_nan else _ANYTHING
        if not folds:  # one that is not understood is an error only where it is computed
            folds.append(folder(op) or pseudo_function(op))
        result = folds[0](*cast("list[int | Number]", args))
        if result is _UNSPECIFIED:
            return _ANYTHING
        if breaks is not None and any(map(breaks, [*args, result])):
            return _POISON
        return result

    return rule


def _marked(signs: Sequence[bool], shown: Sequence[bool], args: Sequence[Concrete]) -> Concrete:
    """
    A value with the conditions under which it is poison, or a zero in it has either sign: `shown`
    where a zero that the value is has that sign, or the other one.
    """
    value, *causes = args
    is_zero = not isinstance(value, _NO_FLOAT) and bool(value == 0)
    # Where what flags speak of is poison itself, the value is.
    if any(
        cause is _POISON or (cause == 1 and (not sign or (is_zero and is_shown)))
        for cause, sign, is_shown in zip(causes, signs, shown, strict=True)
    ):
        return _POISON
    # Of another value, who knows whether it depends on the sign of a zero.
    is_open = any(cause is _ANYTHING or cause == 1 for cause in causes)
    return _ANYTHING if is_open else value


def _is_nan(value: Concrete) -> bool:
    return not isinstance(value, _NO_FLOAT) and bool(value != value)


def _condition(op: Operator, args: Sequence[Concrete]) -> Concrete:
    if _has(_ANYTHING, args):
        return _ANYTHING
    if op.name == SIGNLESS:
        return int(args[0] == 0)
    if op.name == SIGNLESS_TWICE:
        return _ANYTHING if args[0] == 0 else 0
    return int(any(map(broken_by(cast("frozenset[str]", op.detail)), args)))
