"""Simplifications of integer terms and of selects; overflow flags are dealt with before."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ..values.operators import PREDICATES_I, Operator, operator
from ..values.scalars import BOOL, Float, Integer
from .float_rules import Rule, inverse_predicate, ordered, traits_of
from .term import Constant, Term, Trait, Value

if TYPE_CHECKING:
    from .symbolic import Symbolic

Args = tuple[Value, ...]


def _addi(d: Symbolic, op: Operator, args: Args) -> Value | None:
    x, y = ordered(args)
    if y == 0:
        return x
    if isinstance(y, int) and isinstance(x, Term) and x.operator is op:
        inner = x.args[1]
        if isinstance(inner, int):
            return d.apply(op, x.args[0], cast("Integer", op.result).wrap(inner + y))
    return d.make(op, (x, y))


def _subi(d: Symbolic, op: Operator, args: Args) -> Value | None:
    x, y = args
    if x is y:
        return 0
    if isinstance(y, int):
        negated = cast("Integer", op.result).wrap(-y)
        return d.apply(operator("arith.addi", op.result, op.operands), x, negated)
    return None


def _muli(d: Symbolic, op: Operator, args: Args) -> Value | None:
    x, y = ordered(args)
    if y == 0:
        return 0
    if y == 1:
        return x
    for factor, other in ((x, y), (y, x)):
        shifted = _extended_and_more(factor)
        if shifted is not None and isinstance(other, Term):
            # As what is flipped is multiplied: the sums of both parts are compared elsewhere.
            add = operator("arith.addi", op.result, op.operands)
            products = d.apply(op, shifted[0], other), d.apply(op, other, shifted[1])
            return d.apply(add, *products)
    return d.make(op, (x, y))


def _extended_and_more(value: Value) -> tuple[Term, int] | None:
    """A sum of something extended and a number, which `_extended` makes; None for all else."""
    if not isinstance(value, Term) or value.operator.name != "arith.addi":
        return None
    x, y = value.args
    if not isinstance(x, Term) or not isinstance(y, int) or x.operator.name not in _OPPOSITE:
        return None
    return x, y


_OPPOSITE = {"arith.extsi": "arith.extui", "arith.extui": "arith.extsi"}


def _extended(d: Symbolic, op: Operator, args: Args) -> Value | None:
    """
    Of what is extended already, in one step; of a product that fits, the product of its factors.

    A number whose sign bit is inverted is the number as one of the other kind, shifted.
    """
    inner, narrow, wide = args[0], cast("Integer", op.operands[0]), cast("Integer", op.result)
    if not isinstance(inner, Term) or op.flags or narrow is BOOL or narrow.is_index:
        return None
    name = inner.operator.name
    if name == "arith.extui" or name == op.name == "arith.extsi":
        return d.apply(operator(name, wide, inner.operator.operands), *inner.args)
    if name == "arith.muli" and op.name == "arith.extsi" and _fits(inner, narrow):
        factors = [d.apply(operator(op.name, wide, (narrow,)), factor) for factor in inner.args]
        return d.apply(operator(name, wide, (wide, wide)), *factors)
    half = 1 << (narrow.width - 1)
    if name != "arith.xori" or inner.args[1] != narrow.wrap(half):
        return None
    other = d.apply(operator(_OPPOSITE[op.name], wide, (narrow,)), inner.args[0])
    shift = half if op.name == "arith.extui" else -half
    return d.apply(operator("arith.addi", wide, (wide, wide)), other, wide.wrap(shift))


def _fits(product: Term, scalar: Integer) -> bool:
    """Whether a product of two extended numbers is within what a type has with a sign."""
    bits, unsigned = 0, 0
    for factor in product.args:
        if not isinstance(factor, Term) or factor.operator.name not in _OPPOSITE:
            return False
        bits += cast("Integer", factor.operator.operands[0]).width
        unsigned += factor.operator.name == "arith.extui"
    return bits <= scalar.width and unsigned < 2


def _andi(d: Symbolic, op: Operator, args: Args) -> Value | None:
    x, y = ordered(args)
    if y == 0:
        return 0
    return x if x is y or y == _ones(op) else d.make(op, (x, y))


def _ori(d: Symbolic, op: Operator, args: Args) -> Value | None:
    x, y = ordered(args)
    if y == _ones(op):
        return y
    return x if x is y or y == 0 else d.make(op, (x, y))


def _xori(d: Symbolic, op: Operator, args: Args) -> Value | None:
    x, y = ordered(args)
    if x is y:
        return 0
    if y == 0:
        return x
    if op.result is BOOL and y == 1:
        return _negation(d, op, cast("Term", x))
    return d.make(op, (x, y))


def _negation(d: Symbolic, op: Operator, term: Term) -> Value:
    inner = term.operator
    if inner is op and term.args[1] == 1:
        return term.args[0]
    if inner.name == "arith.cmpi":
        name = PREDICATES_I[cast("int", inner.detail)]
        sign, order = (name[0], name[1:]) if name[0] in "su" and len(name) > 2 else ("", name)
        inverse = {"eq": "ne", "ne": "eq", "lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}[order]
        predicate = PREDICATES_I.index(sign + inverse)
    elif inner.name == "arith.cmpf":
        predicate = inverse_predicate(cast("int", inner.detail))
    else:
        return d.make(op, (term, 1))
    inverted = operator(inner.name, BOOL, inner.operands, inner.flags, predicate)
    return d.apply(inverted, *term.args)


def _ones(op: Operator) -> int:
    return cast("Integer", op.result).wrap(-1)


def _extremum(d: Symbolic, op: Operator, args: Args) -> Value | None:
    x, y = ordered(args)
    scalar = cast("Integer", op.result)
    if x is y:
        return x
    if isinstance(y, int) and not scalar.is_index:
        least, most = _limits(scalar, signed=op.name.endswith("si"))
        neutral, final = (least, most) if "max" in op.name else (most, least)
        if y in (neutral, final):
            return x if y == neutral else final
    return d.make(op, (x, y))


def _limits(scalar: Integer, *, signed: bool) -> tuple[int, int]:
    """The least and the greatest value, as they are kept."""
    half = 1 << (scalar.width - 1)
    return (half, half - 1) if signed else (0, 2 * half - 1)


def _divided(d: Symbolic, op: Operator, args: Args) -> Value | None:
    return args[0] if args[1] == 1 else None


def _divided_by_bits(d: Symbolic, op: Operator, args: Args) -> Value | None:
    """By a power of two: rounded down it is a shift, and the rest without a sign is a mask."""
    x, y = args
    if y == 1 and op.name != "arith.remui":
        return x
    if not isinstance(y, int) or op.flags:
        return None
    number = cast("Integer", op.result).signed(y) if op.name == "arith.floordivsi" else y
    if number <= 0 or number & (number - 1):
        return None
    if op.name == "arith.remui":
        return d.apply(operator("arith.andi", op.result, op.operands), x, number - 1)
    shift = "arith.shrsi" if op.name == "arith.floordivsi" else "arith.shrui"
    return d.apply(operator(shift, op.result, op.operands), x, number.bit_length() - 1)


def _shifted(d: Symbolic, op: Operator, args: Args) -> Value | None:
    return args[0] if args[1] == 0 else None


def _cmpi(d: Symbolic, op: Operator, args: Args) -> Value | None:
    name = PREDICATES_I[cast("int", op.detail)]
    if name[1:] in ("gt", "ge"):
        mirrored = PREDICATES_I.index(name[0] + {"gt": "lt", "ge": "le"}[name[1:]])
        return d.apply(operator(op.name, BOOL, op.operands, op.flags, mirrored), args[1], args[0])
    if args[0] is args[1]:
        return int(name in ("eq", "sle", "ule"))
    if name not in ("eq", "ne"):
        found = _compared_to_limit(d, op, name, args)
        return d.make(op, args) if found is None else found
    x, y = ordered(args)
    if isinstance(y, int) and (bits := _bits_of_nan(x)) is not None:
        return _compared_to_nan(d, op, bits, (x, y))
    if op.operands[0] is BOOL and isinstance(y, int):
        # A comparison of a condition with true or false is the condition, or its negation.
        return d.apply(operator("arith.xori", BOOL, (BOOL, BOOL)), x, int((name == "eq") != y))
    return d.make(op, (x, y))


def _bits_of_nan(value: Value) -> Float | None:
    """The type of the NaN whose bits a value is, None if it is not such bits."""
    if not isinstance(value, Term) or value.operator.name != "arith.bitcast":
        return None
    (source,), scalar = value.args, value.operator.operands[0]
    is_nan = isinstance(source, Constant) and source.value != source.value
    return scalar if is_nan and isinstance(scalar, Float) else None


def _compared_to_nan(d: Symbolic, op: Operator, scalar: Float, args: Args) -> Value:
    """
    Compare bits with NaN by `eq` and `ne`: only NaNs have such bits, and a pad value has the bits
    of the usual NaN.
    """
    number, is_equal = cast("int", args[1]), PREDICATES_I[cast("int", op.detail)] == "eq"
    value = scalar.from_bits(number)
    if value == value:
        return int(not is_equal)
    return int(is_equal) if scalar.bits(value) == number else d.make(op, args)


def _compared_to_limit(d: Symbolic, op: Operator, name: str, args: Args) -> Value | None:
    """`slt`, `sle`, `ult` and `ule` where one side is the least or the greatest value."""
    scalar = cast("Integer", op.operands[0])
    if scalar.is_index:
        return None
    x, y = args
    least, most = _limits(scalar, signed=name[0] == "s")
    if name[1:] == "lt" and (x == most or y == least):
        return 0
    if name[1:] == "le" and (x == least or y == most):
        return 1
    if name[1:] == "le" and (x == most or y == least):
        equal = operator(op.name, BOOL, op.operands, op.flags, PREDICATES_I.index("eq"))
        return d.apply(equal, x, y)
    return None


def _select(d: Symbolic, op: Operator, args: Args) -> Value | None:
    condition, x, y = args
    if isinstance(condition, int):
        return x if condition else y
    if x is y or (isinstance(x, int) and x == y):
        return x
    if condition.operator.name == "arith.cmpi" and condition.args in ((x, y), (y, x)):
        # Where they are equal, the one is the other.
        name = PREDICATES_I[cast("int", condition.operator.detail)]
        if name in ("eq", "ne"):
            return y if name == "eq" else x
    if condition.operator.name == "arith.xori" and condition.args[1] == 1:
        return d.apply(op, condition.args[0], y, x)
    if op.result is BOOL and isinstance(x, int) and isinstance(y, int):
        return d.apply(operator("arith.xori", BOOL, (BOOL, BOOL)), condition, y)
    x, y = _arm(condition, x, 1), _arm(condition, y, 2)
    if x is y:
        return x
    traits = 0
    if isinstance(op.result, Float):
        kept = Trait.NOT_NEGATIVE_ZERO | Trait.ZERO | Trait.FINITE | Trait.NUMBER
        traits = traits_of(x) & traits_of(y) & kept
    return d.make(op, (condition, x, y), traits)


def _arm(condition: Term, value: Value, position: int) -> Value:
    """The arm of a select, without the arm that the same condition inside it rules out."""
    while isinstance(value, Term) and value.operator.name == "arith.select":
        if value.args[0] is not condition:
            break
        value = value.args[position]
    return value


def _overflow(d: Symbolic, op: Operator, args: Args) -> Value | None:
    """Whether a flag is broken: never where one operand is neutral, or the result 0."""
    name, flag = cast("tuple[str, str]", op.detail)
    x, y = args
    if name in ("arith.addi", "arith.muli") and isinstance(x, int):
        x, y = y, x
    if y == 0 or (name == "arith.muli" and y == 1 and not _is_minus_one(op, flag)):
        return 0
    if x is y and name == "arith.subi":
        return 0
    return d.make(op, (x, y))


def _is_minus_one(op: Operator, flag: str) -> bool:
    """Whether 1 is -1: in one bit, with a sign."""
    return flag == "nsw" and op.operands[0] is BOOL


_ROUND_TRIPS = {
    "arith.trunci": ("arith.extsi", "arith.extui"),
    "arith.index_cast": ("arith.index_cast",),
    "arith.index_castui": ("arith.index_castui",),
}


def _narrowed(d: Symbolic, op: Operator, args: Args) -> Value | None:
    """Back to the type it came from: `trunci(extsi x)`, and index to the iN before its cast."""
    inner = cast("Term", args[0])
    came_from = inner.operator.operands[0] if inner.operator.operands else None
    if came_from is op.result and inner.operator.name in _ROUND_TRIPS[op.name]:
        wider = cast("Integer", op.operands[0]).width >= cast("Integer", op.result).width
        return inner.args[0] if wider else None
    return None


def _index_cast(d: Symbolic, op: Operator, args: Args) -> Value | None:
    """Of a choice between a number and something else, the choice between their casts."""
    value: Value = args[0]
    chosen = list[tuple[Term, Value, int]]()
    while isinstance(value, Term) and value.operator.name == "arith.select":
        condition, *arms = value.args
        number = next((k for k, arm in enumerate(arms) if isinstance(arm, int)), None)
        if number is None:
            break
        chosen.append((cast("Term", condition), arms[number], number))
        value = arms[1 - number]
    if not chosen:
        return _narrowed(d, op, args)
    select = operator("arith.select", op.result, (BOOL, op.result, op.result))
    result = d.apply(op, value)
    for condition, arm, number in reversed(chosen):
        arms = [d.apply(op, arm), result]
        result = d.apply(select, condition, *(arms if number == 0 else reversed(arms)))
    return result


def _bitcast(d: Symbolic, op: Operator, args: Args) -> Value | None:
    inner = cast("Term", args[0])
    if op.operands[0] is op.result:
        return inner
    # Not integer to float and back: all NaNs are one value.
    back = inner.operator.name == "arith.bitcast" and inner.operator.operands[0] is op.result
    return inner.args[0] if back and isinstance(op.result, Float) else None


def _part(d: Symbolic, op: Operator, args: Args) -> Value | None:
    """Of what was put together of such parts, one of these."""
    inner, (number, count) = args[0], cast("tuple[int, int]", op.detail)
    if not isinstance(inner, Term) or inner.operator.name != "joined bits":
        return None
    same = inner.operator.operands == (op.result,) * count
    return inner.args[number] if same else None


def _joined(d: Symbolic, op: Operator, args: Args) -> Value | None:
    """All parts of a value, in their order, are the value."""
    for k, part in enumerate(args):
        if not isinstance(part, Term) or part.operator.name != "part of bits":
            return None
        if part.operator.detail != (k, len(args)) or part.operator.operands != (op.result,):
            return None
    whole = [cast("Term", part).args[0] for part in args]
    return whole[0] if all(value is whole[0] for value in whole) else None


INTEGER_RULES: dict[str, Rule] = {
    "arith.addi": _addi,
    "arith.subi": _subi,
    "arith.muli": _muli,
    "arith.extsi": _extended,
    "arith.extui": _extended,
    "arith.andi": _andi,
    "arith.ori": _ori,
    "arith.xori": _xori,
    "arith.maxsi": _extremum,
    "arith.minsi": _extremum,
    "arith.maxui": _extremum,
    "arith.minui": _extremum,
    "arith.divsi": _divided,
    "arith.divui": _divided_by_bits,
    "arith.floordivsi": _divided_by_bits,
    "arith.remui": _divided_by_bits,
    "arith.ceildivsi": _divided,
    "arith.ceildivui": _divided,
    "arith.shli": _shifted,
    "arith.shrsi": _shifted,
    "arith.shrui": _shifted,
    "arith.cmpi": _cmpi,
    "arith.select": _select,
    "arith.trunci": _narrowed,
    "arith.index_cast": _index_cast,
    "arith.index_castui": _narrowed,
    "arith.bitcast": _bitcast,
    "part of bits": _part,
    "joined bits": _joined,
    "overflow": _overflow,
}
