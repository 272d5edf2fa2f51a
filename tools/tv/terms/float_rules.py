"""
Simplifications of float terms (design, "Floats"), and what is known of their results.

Each holds for all values, -0.0, infinities and NaN included, with NaNs being one value; or is what
a flag of the operation allows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, cast

from ..values.operators import PREDICATES_F, Operator, operator
from ..values.scalars import Float, Integer
from .term import Constant, Term, Trait, Value

if TYPE_CHECKING:
    from .symbolic import Symbolic

Rule: TypeAlias = "Callable[[Symbolic, Operator, tuple[Value, ...]], Value | None]"


def traits_of(value: Value) -> int:
    """The traits of a value; those that float terms have are none of an integer's."""
    return 0 if isinstance(value, int) else value.traits


def is_number(value: Value) -> bool:
    """Whether a float is known to not be a NaN."""
    return bool(traits_of(value) & (Trait.NUMBER | Trait.FINITE))


def _is(value: Value, number: float) -> bool:
    """Whether the value is this constant, the sign of a zero included."""
    return isinstance(value, Constant) and str(float(value.value)) == str(number)


def _is_infinite(value: Value) -> bool:
    return isinstance(value, Constant) and abs(value.value) == float("inf")


def _has_constant(args: tuple[Value, ...]) -> bool:
    x, y = args
    return type(x) is Constant or type(y) is Constant


def ordered(args: tuple[Value, ...]) -> tuple[Value, ...]:
    """The two arguments of a commutative operation, terms first."""
    x, y = args
    if isinstance(x, int):
        return args if isinstance(y, int) and x <= y else (y, x)
    return args if isinstance(y, int) or x.number <= y.number else (y, x)


def _both_ways(args: tuple[Value, ...]) -> tuple[tuple[Value, Value], ...]:
    x, y = args
    return ((x, y), (y, x))


def _addf(d: Symbolic, op: Operator, args: tuple[Value, ...]) -> Value | None:
    a, b = map(traits_of, args)
    if (a | b) & Trait.ZERO:
        for x, zero in _both_ways(args):
            if not traits_of(zero) & Trait.ZERO:
                continue
            if _is(zero, -0.0) or traits_of(x) & Trait.NOT_NEGATIVE_ZERO or "nsz" in op.flags:
                return x
    if _has_constant(args):
        for x, infinity in _both_ways(args):
            finite = traits_of(x) & Trait.FINITE or {"nnan", "ninf"} <= op.flags
            if _is_infinite(infinity) and finite:
                return infinity
    # In round-to-nearest a sum is -0.0 only if both operands are.
    return d.make(op, ordered(args), (a | b) & Trait.NOT_NEGATIVE_ZERO | a & b & Trait.ZERO)


def _subf(d: Symbolic, op: Operator, args: tuple[Value, ...]) -> Value | None:
    negated = d.apply(operator("arith.negf", op.result, (op.result,)), args[1])
    return d.apply(operator("arith.addf", op.result, op.operands, op.flags), args[0], negated)


def _negf(d: Symbolic, op: Operator, args: tuple[Value, ...]) -> Value | None:
    term = cast("Term", args[0])
    if term.operator.name == "arith.negf":
        return term.args[0]
    return d.make(op, args, term.traits & (Trait.ZERO | Trait.FINITE | Trait.NUMBER))


def _mulf(d: Symbolic, op: Operator, args: tuple[Value, ...]) -> Value | None:
    traits = 0
    a, b = map(traits_of, args)
    special = _has_constant(args) or (a | b) & Trait.ZERO
    for x, factor in _both_ways(args) if special else ():
        if _is(factor, 1.0):
            return x
        if _is(factor, -1.0):
            return d.apply(operator("arith.negf", op.result, (op.result,)), x)
        finite = traits_of(x) & Trait.FINITE or {"nnan", "ninf"} <= op.flags
        if traits_of(factor) & Trait.ZERO and finite:
            # In another order the other factors may overflow first.
            if "nsz" in d.granted and "reassoc" not in op.flags:
                return d.number(cast("Float", op.result), 0.0)
            traits = Trait.ZERO | Trait.FINITE
    if args[0] is args[1] and _is_one_value(args[0]) and "nsz" not in op.flags:
        traits |= Trait.NOT_NEGATIVE_ZERO  # both factors have one sign
    return _made(d, op, ordered(args), traits)


def _fma(d: Symbolic, op: Operator, args: tuple[Value, ...]) -> Value | None:
    x, y, z = args
    product = operator("arith.mulf", op.result, op.operands[:2], op.flags - {"reassoc"})
    if _is(z, -0.0):
        return d.apply(product, x, y)
    for one, other in ((x, y), (y, x)):
        finite = traits_of(one) & Trait.FINITE or {"nnan", "ninf"} <= op.flags
        is_unit = isinstance(other, Constant) and abs(other.value) == 1
        if is_unit or (traits_of(other) & Trait.ZERO and finite):
            # The product needs no rounding.
            total = operator("arith.addf", op.result, op.operands[:2], op.flags)
            return d.apply(total, d.apply(product, x, y), z)
    return d.make(op, (*ordered((x, y)), z))


def _divf(d: Symbolic, op: Operator, args: tuple[Value, ...]) -> Value | None:
    return args[0] if _is(args[1], 1.0) else None


def _extremum(neutral: float, ignores_nan: bool) -> Rule:
    def rule(d: Symbolic, op: Operator, args: tuple[Value, ...]) -> Value | None:
        traits = traits_of(args[0]) & traits_of(args[1])
        for x, y in _both_ways(args):
            if x is y or (_is(y, float("nan")) and ignores_nan):
                return x
            ordered_x = is_number(x) or "nnan" in op.flags
            if _is(y, neutral) and (ordered_x or not ignores_nan):
                return x
            # Nothing is beyond the other infinity; a NaN comes out unless it is ignored.
            if _is(y, -neutral) and (ordered_x or ignores_nan):
                return y
            if _is(y, float("nan")):
                return y
            positive = isinstance(y, Constant) and y.value >= 0 and not _is(y, -0.0)
            if positive and op.name == "arith.maximumf":
                traits |= Trait.NOT_NEGATIVE_ZERO
        numbers = [is_number(arg) for arg in args]
        kept = Trait.NUMBER if all(numbers) or (ignores_nan and any(numbers)) else 0
        return d.make(op, ordered(args), traits & Trait.NOT_NEGATIVE_ZERO | kept)

    return rule


def _absf(d: Symbolic, op: Operator, args: tuple[Value, ...]) -> Value | None:
    term = cast("Term", args[0])
    if term.operator.name == "math.absf" and "nsz" not in term.operator.flags - op.flags:
        return term  # one whose zero has any sign is not known to have none
    kept = term.traits & (Trait.ZERO | Trait.FINITE | Trait.NUMBER)
    return _made(d, op, args, kept | Trait.NOT_NEGATIVE_ZERO)


def _to_float(d: Symbolic, op: Operator, args: tuple[Value, ...]) -> Value | None:
    source, target = cast("Integer", op.operands[0]), cast("Float", op.result)
    kept = Trait.NOT_NEGATIVE_ZERO
    if 1 << source.width < target.largest:
        kept |= Trait.NUMBER | Trait.FINITE
    elif _rounds_to_numbers(target):
        kept |= Trait.NUMBER
    return d.make(op, args, kept)


def _rounds_to_numbers(scalar: Float) -> bool:
    """Whether what is too large for a type is not a NaN in it."""
    return scalar.has_infinity or not scalar.has_nan


def _extf(d: Symbolic, op: Operator, args: tuple[Value, ...]) -> Value | None:
    kept = Trait.NOT_NEGATIVE_ZERO | Trait.ZERO | Trait.FINITE | Trait.NUMBER
    return d.make(op, args, traits_of(args[0]) & kept)


def _truncf(d: Symbolic, op: Operator, args: tuple[Value, ...]) -> Value | None:
    fits = is_number(args[0]) and _rounds_to_numbers(cast("Float", op.result))
    number = Trait.NUMBER if fits else 0
    return d.make(op, args, traits_of(args[0]) & Trait.ZERO | number)


def _keeps_zero(d: Symbolic, op: Operator, args: tuple[Value, ...]) -> Value | None:
    """A function that gives of each zero that same zero, in every library."""
    zero = traits_of(args[0]) & Trait.ZERO and "afn" not in op.flags
    return d.make(op, args, Trait.ZERO | Trait.FINITE if zero else 0)


def _made(d: Symbolic, op: Operator, args: tuple[Value, ...], traits: int) -> Value:
    """The term, or +0.0 where it can be nothing else."""
    positive_zero = Trait.ZERO | Trait.NOT_NEGATIVE_ZERO
    if traits & positive_zero == positive_zero:
        return d.number(cast("Float", op.result), 0.0)
    return d.make(op, args, traits)


def _is_one_value(value: Value) -> bool:
    """Whether a value is the same wherever it is used: what is open may be chosen each time."""
    several = (
        Trait.HAS_UNDEF
        | Trait.HAS_UNINITIALISED
        | Trait.HAS_POISON
        | Trait.HAS_FLAGS
        | Trait.HAS_EITHER
    )
    return isinstance(value, int) or not value.traits & several


def _never_negative_zero(d: Symbolic, op: Operator, args: tuple[Value, ...]) -> Value | None:
    return d.make(op, args, Trait.NOT_NEGATIVE_ZERO)


_SWAPPED = {"gt": "lt", "ge": "le"}
_INVERSE = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}


def inverse_predicate(predicate: int) -> int:
    """The predicate of `cmpf` that holds where this one doesn't."""
    name = PREDICATES_F[predicate]
    special = {"false": "true", "true": "false", "ord": "uno", "uno": "ord"}
    if name not in special:
        special[name] = ("u" if name[0] == "o" else "o") + _INVERSE[name[1:]]
    return PREDICATES_F.index(special[name])


def _is_some_zero(value: Value) -> bool:
    return not isinstance(value, int | Constant) and bool(value.traits & Trait.ZERO)


def _cmpf(d: Symbolic, op: Operator, args: tuple[Value, ...]) -> Value | None:
    name = PREDICATES_F[cast("int", op.detail)]
    if name in ("false", "true"):
        return int(name == "true")
    if any(_is_some_zero(arg) for arg in args):
        # No comparison sees the sign of a zero.
        zero = d.number(cast("Float", op.operands[0]), 0.0)
        return d.apply(op, *(zero if _is_some_zero(arg) else arg for arg in args))
    if name[1:] in _SWAPPED:
        swapped = PREDICATES_F.index(name[0] + _SWAPPED[name[1:]])
        mirrored = operator(op.name, op.result, op.operands, op.flags, swapped)
        return d.apply(mirrored, args[1], args[0])
    if (beyond := _compared_to_infinity(name, args)) is not None:
        return beyond
    if args[0] is args[1] and name in ("one", "olt", "ueq", "ule"):
        return int(name in ("ueq", "ule"))
    if all(map(is_number, args)):
        if name in ("ord", "uno"):
            return int(name == "ord")
        if args[0] is args[1]:
            return int(name[1:] in ("eq", "le"))
    return d.make(op, args if name[1:] in ("lt", "le") else ordered(args))


def _compared_to_infinity(name: str, args: tuple[Value, ...]) -> int | None:
    """Of `olt`, `ole`, `ult` and `ule`: nothing is below the least, nor above the greatest."""
    x, y = args
    numbers = all(map(is_number, args))
    if _is(y, float("-inf")) or _is(x, float("inf")):
        return 0 if name == "olt" or (name == "ult" and numbers) else None
    if _is(x, float("-inf")) or _is(y, float("inf")):
        return 1 if name == "ule" or (name == "ole" and numbers) else None
    return None


_KEEP_ZEROS = (
    *("sqrt", "cbrt", "ceil", "floor", "trunc", "round", "roundeven"),
    *("sin", "asin", "sinh", "asinh", "tan", "atan", "tanh", "atanh", "erf", "expm1", "log1p"),
)

FLOAT_RULES: dict[str, Rule] = {
    "arith.addf": _addf,
    "arith.subf": _subf,
    "arith.negf": _negf,
    "arith.mulf": _mulf,
    "math.fma": _fma,
    "arith.divf": _divf,
    "arith.maximumf": _extremum(float("-inf"), ignores_nan=False),
    "arith.minimumf": _extremum(float("inf"), ignores_nan=False),
    "arith.maxnumf": _extremum(float("-inf"), ignores_nan=True),
    "arith.minnumf": _extremum(float("inf"), ignores_nan=True),
    "arith.sitofp": _to_float,
    "arith.uitofp": _to_float,
    "arith.extf": _extf,
    "arith.truncf": _truncf,
    "arith.cmpf": _cmpf,
    "math.absf": _absf,
    "math.exp": _never_negative_zero,
    "math.exp2": _never_negative_zero,
    **{f"math.{name}": _keeps_zero for name in _KEEP_ZEROS},
}
