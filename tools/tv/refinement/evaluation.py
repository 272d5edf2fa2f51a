"""Terms on concrete inputs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TypeAlias, cast

from ..terms.fastmath import BREAKS, FREEDOM, LOST, SIGNLESS, SIGNLESS_TWICE
from ..terms.symbolic import EITHER_ZERO, PAD, POISON, POISON_IF, UNINITIALISED
from ..terms.term import Constant, Term, Value, reachable
from ..values.folding import folder
from ..values.numeric import KEEPING_NAN, broken_by, pseudo_function
from ..values.operators import Operator, Special
from ..values.scalars import Float, Number


class Open(Enum):
    """A value that `before` leaves open."""

    ANYTHING = "anything"


# Members of enumerations, and unions of these, are slow to look up.
_POISON, _ANYTHING = Special.POISON, Open.ANYTHING
_NO_VALUE = (Open, Special)
_NO_FLOAT = (int, Open, Special)
_OF_SIGN = ("math.copysign",)

Concrete: TypeAlias = int | Number | Open | Special


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
        values[term] = _value(term, values)
    return values


def _value(term: Term, values: Mapping[Term, Concrete]) -> Concrete:
    if isinstance(term, Constant):
        return term.value
    op = term.operator
    args = [arg if isinstance(arg, int) else values[arg] for arg in term.args]
    if op.name == POISON:
        return _POISON
    if op.name == UNINITIALISED:
        return _ANYTHING
    if op.name == PAD:
        return args[0]
    if op.name == EITHER_ZERO:
        return args[0] if str(args[0]) == str(args[1]) else _ANYTHING
    if op.name == POISON_IF:
        return _marked(term, args)
    if op.name == "arith.select":
        if args[0] is _ANYTHING and _is_nan(args[1]) and _is_nan(args[2]):
            return args[1]
        return args[0] if isinstance(args[0], _NO_VALUE) else args[1 if args[0] else 2]
    if op.name in (FREEDOM, LOST):
        return 0  # when it has another value is not known
    if _POISON in args:
        return _POISON
    if op.name in (BREAKS, SIGNLESS, SIGNLESS_TWICE):
        return _condition(op, args)
    if _ANYTHING in args:
        deciding = args if op.name in KEEPING_NAN else args[:1] if op.name in _OF_SIGN else []
        is_nan = any(map(_is_nan, deciding))
        return cast("Float", op.result).of(math.nan) if is_nan else _ANYTHING
    fold = folder(op) or pseudo_function(op)
    result = fold(*cast("list[int | Number]", args))
    if result is Special.UNSPECIFIED:
        return _ANYTHING
    if op.flags and any(map(broken_by(op.flags), [*args, result])):
        return _POISON
    return result


def _marked(term: Term, args: Sequence[Concrete]) -> Concrete:
    """A value with the conditions under which it is poison, or a zero in it has either sign."""
    value, *causes = args
    signs = [isinstance(c, Term) and c.operator.name == SIGNLESS for c in term.args[1:]]
    is_zero = not isinstance(value, _NO_FLOAT) and bool(value == 0)
    # Where what flags speak of is poison itself, the value is.
    if any(
        cause is _POISON or (cause == 1 and (is_zero or not sign))
        for cause, sign in zip(causes, signs, strict=True)
    ):
        return _POISON
    # Of a value that is no zero, who knows whether it depends on the sign of one.
    is_open = any(cause is _ANYTHING or cause == 1 for cause in causes)
    return _ANYTHING if is_open else value


def _is_nan(value: Concrete) -> bool:
    return not isinstance(value, _NO_FLOAT) and bool(value != value)


def _condition(op: Operator, args: list[Concrete]) -> Concrete:
    if _ANYTHING in args:
        return _ANYTHING
    if op.name == SIGNLESS:
        return int(args[0] == 0)
    if op.name == SIGNLESS_TWICE:
        return _ANYTHING if args[0] == 0 else 0
    return int(any(map(broken_by(cast("frozenset[str]", op.detail)), args)))
