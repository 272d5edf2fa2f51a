"""
The results of operations of `arith` and `math` for numbers.

Each entry builds, from the operation, a function of its operands. The function raises TypeError on
an operand that is not a number; `special_result` says what is to be given then.

Long, as it is one table of operations, with the functions in it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias, cast

from xdsl.dialects import arith
from xdsl.ir import Attribute, Operation

from .scalar_kinds import FloatKind, IntegerKind, Kind, kind_of, same_number, scalar_type
from .values import FREE, POISON, UNDEF, Special, Undefined, Unsupported, Value, blended

Function: TypeAlias = "Callable[..., Value]"
Unary: TypeAlias = "Callable[[Any], Value]"
Binary: TypeAlias = "Callable[[Any, Any], Value]"
Builder: TypeAlias = "Callable[[Operation], Function]"


def scalar_function(op: Operation) -> Function:
    """The function of an operation of SCALAR_OPERATIONS: of its operands, or of their lanes."""
    return _BUILDERS[op.name](op)


def special_result(op: Operation, operands: tuple[Value, ...]) -> Value:
    """
    The result where an operand is not a number: an absorbing one decides, else it is the same.
    """
    if op.name in _DIVISIONS and isinstance(operands[1], Special):
        raise Undefined(f"division by {operands[1]}", op)
    if op.name in _ABSORBING and POISON not in operands:
        kind = _operand_kind(op)
        absorbing = _ABSORBING[op.name](kind)
        if any(not isinstance(x, Special) and x == absorbing for x in operands):
            return absorbing
    if op.name in _SAME_OPERANDS and op.operands[0] is op.operands[1] and POISON not in operands:
        # One result used twice is one value.
        if op.name != "arith.cmpi":
            return 0
        assert isinstance(op, arith.CmpiOp)
        return _CMPI[op.predicate.value.data](_integer(op), 0, 0)
    return blended(*operands)


def select(condition: Value, chosen: Value, other: Value) -> Value:
    """One of two values; on an undef condition either, a number where both are the same."""
    if not isinstance(condition, Special):
        return chosen if condition else other
    if condition is POISON:
        return POISON
    if chosen is other:
        return chosen
    if isinstance(chosen, Special) or isinstance(other, Special):
        return blended(condition, chosen, other)
    if isinstance(chosen, int | float) and same_number(chosen, other):
        return chosen
    return FREE if condition is FREE else UNDEF


def reduction(name: str, type: Attribute) -> Binary:
    """The function of a combining kind: `add`, `mul`, `minsi`, `maximumf`, `andi`, ..."""
    kind = kind_of(scalar_type(type))
    name = {"and": "andi", "or": "ori", "xor": "xori", "assign": "assign"}.get(name, name)
    if isinstance(kind, FloatKind):
        name = {"add": "addf", "mul": "mulf"}.get(name, name)
        return _rounded(kind, _FLOAT_BINARY[name])
    name = {"add": "addi", "mul": "muli", "mins": "minsi", "maxs": "maxsi"}.get(name, name)
    name = {"minu": "minui", "maxu": "maxui"}.get(name, name)
    if name in _WRAPPING:
        function = _WRAPPING[name]
        return lambda x, y: kind.fitted(function(x, y))
    return _integer_function(name, kind)


def _flags(op: Operation, property: str) -> set[str]:
    attr = op.properties.get(property)
    return set() if attr is None else {flag.value for flag in cast("Any", attr).data}


def _operand_kind(op: Operation) -> Kind:
    return kind_of(scalar_type(op.operands[0].type))


def _integer(op: Operation) -> IntegerKind:
    kind = _operand_kind(op)
    assert isinstance(kind, IntegerKind)
    return kind


def _float(op: Operation) -> FloatKind:
    kind = _operand_kind(op)
    assert isinstance(kind, FloatKind)
    return kind


def _result_kind(op: Operation) -> Kind:
    return kind_of(scalar_type(op.results[0].type))


# Integers

_WRAPPING: dict[str, Callable[[int, int], int]] = {
    "addi": lambda x, y: x + y,
    "subi": lambda x, y: x - y,
    "muli": lambda x, y: x * y,
}


def _wrapping(name: str) -> Builder:
    def build(op: Operation) -> Binary:
        kind, function = _integer(op), _WRAPPING[name]
        names = _flags(op, "overflowFlags")
        if not names:
            return lambda x, y: kind.fitted(function(x, y))
        return _checked(kind, function, names)

    return build


def _checked(kind: IntegerKind, function: Callable[[int, int], int], flags: set[str]) -> Function:
    modulus = 1 << kind.width

    def apply(x: int, y: int) -> Value:
        signed = function(x, y)
        if "nsw" in flags and not kind.low <= signed <= kind.high:
            return POISON
        if "nuw" in flags and not 0 <= function(kind.to_bits(x), kind.to_bits(y)) < modulus:
            return POISON
        return kind.fitted(signed)

    return apply


def _truncated_division(x: int, y: int) -> int:
    quotient = abs(x) // abs(y)
    return quotient if (x < 0) == (y < 0) else -quotient


def _signed_remainder(x: int, y: int) -> int:
    return x - y * _truncated_division(x, y)


_SIGNED_DIVISIONS: dict[str, Callable[[int, int], int]] = {
    "divsi": _truncated_division,
    "floordivsi": lambda x, y: x // y,
    "ceildivsi": lambda x, y: -(-x // y),
    "remsi": _signed_remainder,
}
_UNSIGNED_DIVISIONS: dict[str, Callable[[int, int], int]] = {
    "divui": lambda x, y: x // y,
    "ceildivui": lambda x, y: -(-x // y),
    "remui": lambda x, y: x % y,
}


def _division(name: str) -> Builder:
    def build(op: Operation) -> Function:
        kind = _integer(op)
        if name in _UNSIGNED_DIVISIONS:
            unsigned = _UNSIGNED_DIVISIONS[name]

            def divide_bits(x: int, y: int) -> int:
                if y - 0 == 0:
                    raise Undefined("division by zero", op)
                return kind.wrap(unsigned(kind.to_bits(x), kind.to_bits(y)))

            return divide_bits
        signed = _SIGNED_DIVISIONS[name]

        def divide(x: int, y: int) -> int:
            if y - 0 == 0:
                raise Undefined("division by zero", op)
            if y == -1 and x - kind.low == 0:
                raise Undefined("a signed division overflows", op)
            return signed(x, y)

        return divide

    return build


def _shift(name: str) -> Builder:
    def build(op: Operation) -> Function:
        return _integer_function(name, _integer(op))

    return build


def _integer_function(name: str, kind: IntegerKind) -> Binary:
    bits, wrap, width = kind.to_bits, kind.wrap, kind.width

    def shifted(function: Callable[[int, int], int]) -> Binary:
        def apply(x: int, y: int) -> Value:
            distance = bits(y)
            x = x + 0
            return wrap(function(x, distance)) if distance < width else POISON

        return apply

    functions: dict[str, Binary] = {
        "andi": lambda x, y: x & y,
        "ori": lambda x, y: x | y,
        "xori": lambda x, y: x ^ y,
        "minsi": lambda x, y: x if x < y else y,
        "maxsi": lambda x, y: x if x > y else y,
        "minui": lambda x, y: x if bits(x) < bits(y) else y,
        "maxui": lambda x, y: x if bits(x) > bits(y) else y,
        "shli": shifted(lambda x, n: x << n),
        "shrsi": shifted(lambda x, n: x >> n),
        "shrui": shifted(lambda x, n: bits(x) >> n),
    }
    return functions[name]


_TRUE = -1  # i1 as a signed number of one bit

_CMPI: tuple[Callable[[IntegerKind, int, int], int], ...] = (
    lambda k, x, y: -(x - y == 0),
    lambda k, x, y: -(x - y != 0),
    lambda k, x, y: -(x < y),
    lambda k, x, y: -(x <= y),
    lambda k, x, y: -(x > y),
    lambda k, x, y: -(x >= y),
    lambda k, x, y: -(k.to_bits(x) < k.to_bits(y)),
    lambda k, x, y: -(k.to_bits(x) <= k.to_bits(y)),
    lambda k, x, y: -(k.to_bits(x) > k.to_bits(y)),
    lambda k, x, y: -(k.to_bits(x) >= k.to_bits(y)),
)


def _cmpi(op: Operation) -> Binary:
    assert isinstance(op, arith.CmpiOp)
    kind, function = _integer(op), _CMPI[op.predicate.value.data]
    return lambda x, y: function(kind, x, y)


# Floats

_ORDERED: dict[str, Callable[[float, float], bool]] = {
    "eq": lambda x, y: x <= y and x >= y,
    "gt": lambda x, y: x > y,
    "ge": lambda x, y: x >= y,
    "lt": lambda x, y: x < y,
    "le": lambda x, y: x <= y,
    "ne": lambda x, y: x < y or x > y,
}


def _cmpf(op: Operation) -> Function:
    assert isinstance(op, arith.CmpfOp)
    name = _CMPF_NAMES[op.predicate.value.data]
    unordered = name[0] == "u" or name == "true"
    compare = _ORDERED.get(name[1:])

    def apply(x: float, y: float) -> int:
        x, y = x + 0.0, y + 0.0
        if x != x or y != y:
            return -(unordered if name != "ord" else False)
        if compare is None:
            return -(name in ("true", "ord"))
        return -compare(x, y)

    return _flagged(op, apply)


_CMPF_NAMES = (
    *("false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord"),
    *("ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"),
)


def _negative(x: float) -> bool:
    return math.copysign(1.0, x) < 0


def _minimumf(x: float, y: float) -> float:
    if x != x or y != y:
        return x + y
    if x - y == 0 or x == y:
        return x if _negative(x) else y
    return min(x, y)


def _maximumf(x: float, y: float) -> float:
    if x != x or y != y:
        return x + y
    if x - y == 0 or x == y:
        return y if _negative(x) else x
    return max(x, y)


def _numeric(choose: Callable[[float, float], float]) -> Function:
    def apply(x: float, y: float) -> Value:
        x, y = +x, +y
        if x != x or y != y:
            return y if x != x else x
        if x == 0 and y == 0 and _negative(x) != _negative(y):
            return UNDEF  # either zero
        return choose(x, y)

    return apply


def _divf(x: float, y: float) -> float:
    if y - 0.0 != 0:
        return x / y
    if x != x or x + 0.0 == 0:
        return math.nan
    return math.copysign(math.inf, x) * math.copysign(1.0, y)


_FLOAT_BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "addf": lambda x, y: x + y,
    "subf": lambda x, y: x - y,
    "mulf": lambda x, y: x * y,
    "divf": _divf,
    "minimumf": _minimumf,
    "maximumf": _maximumf,
    "minnumf": _numeric(min),
    "maxnumf": _numeric(max),
    "copysign": lambda x, y: math.nan if x != x else math.copysign(x, y),
}


def _rounded(kind: FloatKind, function: Callable[..., Any]) -> Function:
    if kind.width == 64:
        return function
    round_ = kind.round
    return lambda *operands: round_(function(*operands))


def _float_operation(function: Callable[..., Any]) -> Builder:
    def build(op: Operation) -> Function:
        kind = _float(op)
        if function in (_FLOAT_BINARY["minnumf"], _FLOAT_BINARY["maxnumf"]):
            return _flagged(op, function)  # may be undef, and needs no rounding
        return _flagged(op, _rounded(kind, function))

    return build


def _flagged(op: Operation, function: Function) -> Function:
    """Poison where nnan or ninf of the operation is not kept."""
    names = _flags(op, "fastmath")
    no_nan, no_infinity = "nnan" in names, "ninf" in names
    if not (no_nan or no_infinity):
        return function

    def apply(*operands: Value) -> Value:
        result = function(*operands)
        for value in (*operands, result):
            if not isinstance(value, float):
                continue
            if (no_nan and value != value) or (no_infinity and math.isinf(value)):
                return POISON
        return result

    return apply


def _total(function: Callable[..., float]) -> Callable[..., float]:
    """The function as libm has it: a NaN or an infinity where Python raises."""

    def apply(*operands: float) -> float:
        if any(x != x for x in [+x for x in operands]):
            return math.nan
        try:
            return function(*operands)
        except ValueError:
            return math.nan
        except OverflowError:
            return math.inf

    return apply


def _logarithm(function: Callable[[float], float], at_pole: float = 0.0) -> Callable[..., float]:
    def apply(x: float) -> float:
        return -math.inf if x - at_pole == 0 else function(x)

    return apply


def _power(x: float, y: float) -> float:
    if x + 0.0 == 0 and y < 0:
        odd = y == math.floor(y) and math.fmod(y, 2.0) != 0
        return math.copysign(math.inf, x) if odd else math.inf
    try:
        return math.pow(x, y)
    except OverflowError:
        odd = y == math.floor(y) and math.fmod(y, 2.0) != 0
        return -math.inf if x < 0 and odd else math.inf


def _integral(function: Callable[[float], int]) -> Callable[[float], float]:
    def apply(x: float) -> float:
        if x - x != 0:
            return x  # an infinity or NaN
        return math.copysign(float(function(x)), x)

    return apply


def _half_away(x: float) -> int:
    whole = math.floor(abs(x))
    whole += abs(x) - whole >= 0.5
    return whole if x > 0 else -whole


def _sinh(x: float) -> float:
    return math.copysign(math.inf, x) if abs(x) > 711 else math.sinh(x)


def _reciprocal_root(x: float) -> float:
    return math.copysign(math.inf, x) if x == 0 else 1 / math.sqrt(x)


def _atanh(x: float) -> float:
    return math.copysign(math.inf, x) if abs(x) == 1 else math.atanh(x)


_MATH: dict[str, Callable[..., Any]] = {
    "absf": abs,
    "ceil": _integral(math.ceil),
    "floor": _integral(math.floor),
    "trunc": _integral(math.trunc),
    "round": _integral(_half_away),
    "roundeven": _integral(round),
    "sqrt": _total(math.sqrt),
    "rsqrt": _total(_reciprocal_root),
    "exp": _total(math.exp),
    "exp2": _total(math.exp2),
    "expm1": _total(math.expm1),
    "log": _total(_logarithm(math.log)),
    "log2": _total(_logarithm(math.log2)),
    "log10": _total(_logarithm(math.log10)),
    "log1p": _total(_logarithm(math.log1p, -1.0)),
    "sin": _total(math.sin),
    "cos": _total(math.cos),
    "tan": _total(math.tan),
    "asin": _total(math.asin),
    "acos": _total(math.acos),
    "atan": _total(math.atan),
    "atan2": _total(math.atan2),
    "sinh": _total(_sinh),
    "cosh": _total(math.cosh),
    "tanh": _total(math.tanh),
    "asinh": _total(math.asinh),
    "acosh": _total(math.acosh),
    "atanh": _total(_atanh),
    "erf": _total(math.erf),
    "cbrt": _total(math.cbrt),
    "powf": _total(_power),
    "copysign": _FLOAT_BINARY["copysign"],
}


def _fma(op: Operation) -> Function:
    kind = _float(op)

    def apply(x: float, y: float, z: float) -> float:
        product = x * y
        if not (math.isfinite(x) and math.isfinite(y) and math.isfinite(z)):
            # A product that overflows is not an infinity here: it is finite before the addition.
            return product + z if not (math.isfinite(x) and math.isfinite(y)) else z
        exact = Fraction(x) * Fraction(y) + Fraction(z)
        if exact == 0:
            return product + z if product == 0 else 0.0
        return _rounded_fraction(kind, exact)

    return _flagged(op, apply)


def _rounded_fraction(kind: FloatKind, exact: Fraction) -> float:
    scale = exact.denominator.bit_length() - 1
    least = kind.least_exponent - kind.precision - 3
    if exact.denominator == 1:
        return _scaled(kind, exact.numerator, 0, least)
    return _scaled(kind, exact.numerator, -scale, least)


def _scaled(kind: FloatKind, mantissa: int, exponent: int, least: int) -> float:
    """`mantissa * 2**exponent` rounded once, by keeping few bits and a sticky one."""
    excess = max(abs(mantissa).bit_length() - kind.precision - 3, least - exponent, 0)
    head, tail = abs(mantissa) >> excess, abs(mantissa) & ((1 << excess) - 1)
    head = (head << 1) | (tail != 0)
    try:
        if kind.width == 64:  # head may have more bits than a double, or be subnormal
            size = float(Fraction(head) * Fraction(2) ** (exponent + excess - 1))
        else:
            size = kind.round(math.ldexp(head, exponent + excess - 1))
    except OverflowError:
        size = math.inf
    return size if mantissa > 0 else -size


# Conversions


def _fptoint(signed: bool) -> Builder:
    def build(op: Operation) -> Function:
        kind = _result_kind(op)
        assert isinstance(kind, IntegerKind)
        low, high = (kind.low, kind.high) if signed else (0, (1 << kind.width) - 1)

        def apply(x: float) -> Value:
            if x - x != 0:
                return POISON
            whole = math.trunc(x)
            return kind.wrap(whole) if low <= whole <= high else POISON

        return apply

    return build


def _inttofp(signed: bool) -> Builder:
    def build(op: Operation) -> Unary:
        kind, target = _integer(op), _result_kind(op)
        assert isinstance(target, FloatKind)
        if signed:
            return lambda x: target.of_integer(x + 0)
        return lambda x: target.of_integer(kind.to_bits(x))

    return build


def _convert_float(op: Operation) -> Function:
    target = _result_kind(op)
    assert isinstance(target, FloatKind)

    def convert(x: float) -> float:
        return target.round(+x)

    return _flagged(op, convert)


def _resize(unsigned: bool) -> Builder:
    def build(op: Operation) -> Unary:
        kind, target = _integer(op), _result_kind(op)
        assert isinstance(target, IntegerKind)
        if unsigned:
            return lambda x: target.wrap(kind.to_bits(x))
        flags = _flags(op, "overflowFlags")
        if not flags:
            return lambda x: target.wrap(x)

        def narrowed(x: int) -> Value:
            found = target.wrap(x)
            is_kept = ("nsw" not in flags or found == x) and (
                "nuw" not in flags or target.to_bits(found) == kind.to_bits(x)
            )
            return found if is_kept else POISON

        return narrowed

    return build


def _bitcast(op: Operation) -> Unary:
    source, target = _operand_kind(op), _result_kind(op)
    if source.width != target.width:
        raise Unsupported(f"{op}")
    if source == target:
        return lambda x: x
    return lambda x: target.from_bits(source.to_bits(+x))


def _integer_math(name: str) -> Builder:
    def build(op: Operation) -> Function:
        kind = _integer(op)
        bits, width, wrap = kind.to_bits, kind.width, kind.wrap
        functions: dict[str, Unary] = {
            "absi": lambda x: wrap(abs(x)),
            "ctlz": lambda x: wrap(width - bits(x).bit_length()),
            "cttz": lambda x: wrap((bits(x) & -bits(x)).bit_length() - 1 if bits(x) else width),
            "ctpop": lambda x: wrap(bits(x).bit_count()),
        }
        return functions[name]

    return build


def _negf(op: Operation) -> Function:
    kind = _float(op)

    def negate(x: float) -> float:
        return kind.round(-x)

    return _flagged(op, negate)


_BUILDERS: dict[str, Builder] = {
    **{f"arith.{name}": _wrapping(name) for name in _WRAPPING},
    **{f"arith.{name}": _division(name) for name in (*_SIGNED_DIVISIONS, *_UNSIGNED_DIVISIONS)},
    **{
        f"arith.{name}": _shift(name)
        for name in ("andi", "ori", "xori", "minsi", "maxsi", "minui", "maxui")
    },
    **{f"arith.{name}": _shift(name) for name in ("shli", "shrsi", "shrui")},
    **{
        f"arith.{name}": _float_operation(function)
        for name, function in _FLOAT_BINARY.items()
        if name != "copysign"
    },
    **{f"math.{name}": _float_operation(function) for name, function in _MATH.items()},
    **{f"math.{name}": _integer_math(name) for name in ("absi", "ctlz", "cttz", "ctpop")},
    "math.fma": _fma,
    "vector.fma": _fma,
    "arith.negf": _negf,
    "arith.cmpi": _cmpi,
    "arith.cmpf": _cmpf,
    "arith.select": lambda op: select,
    "arith.fptosi": _fptoint(signed=True),
    "arith.fptoui": _fptoint(signed=False),
    "arith.sitofp": _inttofp(signed=True),
    "arith.uitofp": _inttofp(signed=False),
    "arith.extf": _convert_float,
    "arith.truncf": _convert_float,
    "arith.trunci": _resize(unsigned=False),
    "arith.extsi": _resize(unsigned=False),
    "arith.extui": _resize(unsigned=True),
    "arith.index_cast": _resize(unsigned=False),
    "arith.index_castui": _resize(unsigned=True),
    "arith.bitcast": _bitcast,
}
SCALAR_OPERATIONS = tuple(_BUILDERS)
_DIVISIONS = {f"arith.{name}" for name in (*_SIGNED_DIVISIONS, *_UNSIGNED_DIVISIONS)}
_ABSORBING: dict[str, Callable[[Any], int]] = {
    "arith.muli": lambda kind: 0,
    "arith.andi": lambda kind: 0,
    "arith.ori": lambda kind: kind.wrap(-1),
    "arith.minsi": lambda kind: kind.low,
    "arith.maxsi": lambda kind: kind.high,
    "arith.minui": lambda kind: 0,
    "arith.maxui": lambda kind: kind.wrap(-1),
}
_SAME_OPERANDS = {"arith.subi", "arith.xori", "arith.cmpi"}
