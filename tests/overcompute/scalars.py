"""Arithmetic of the evaluator: integers that wrap, floats rounded to their type, poison."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from xdsl.dialects import arith
from xdsl.ir import Attribute, Operation


class _Poison:
    def __repr__(self) -> str:
        return "poison"


POISON = _Poison()


def rounded(number: float, type: Attribute) -> float:
    """The nearest value of a float type."""
    code = {"f16": "<e", "f32": "<f", "f64": "<d"}[str(type)]
    try:
        return struct.unpack(code, struct.pack(code, number))[0]
    except OverflowError:
        return math.copysign(math.inf, number)


def wrapped(number: int, type: Attribute) -> int:
    """The signed value of an integer type; an index is as wide as need be."""
    bits = _width(type)
    if bits is None:
        return number
    number %= 1 << bits
    if bits == 1:
        return number
    return number - (1 << bits) if number >> (bits - 1) else number


def _width(type: Attribute) -> int | None:
    text = str(type)
    return None if text == "index" else int(text[1:])


def _unsigned(number: int, type: Attribute) -> int:
    bits = _width(type)
    return number if bits is None else number % (1 << bits)


_Binary: TypeAlias = Callable[[Any, Any, Attribute], Any]
_Unary: TypeAlias = Callable[[Any, Sequence[Attribute]], Any]


def _integers(compute: Callable[[int, int], int]) -> _Binary:
    return lambda a, b, type: wrapped(compute(a, b), type)


def _floats(compute: Callable[[float, float], float]) -> _Binary:
    return lambda a, b, type: rounded(compute(a, b), type)


def _shift(compute: Callable[[int, int], int], unsigned: bool = False) -> _Binary:
    def shift(a: int, b: int, type: Attribute) -> Any:
        bits = _width(type)
        if bits is None or not 0 <= b < bits:
            return POISON
        return wrapped(compute(_unsigned(a, type) if unsigned else a, b), type)

    return shift


def _multiply(a: float, b: float) -> float:
    if math.isinf(a) or math.isinf(b):
        return math.nan if a == 0 or b == 0 else a * b
    return a * b


def _extreme(choose: Callable[..., float], ignores_nan: bool) -> Callable[[float, float], float]:
    def extreme(a: float, b: float) -> float:
        if math.isnan(a) or math.isnan(b):
            if not ignores_nan:
                return math.nan
            return b if math.isnan(a) else a
        return choose(a, b, key=_with_sign)

    return extreme


def _with_sign(number: float) -> tuple[float, float]:
    return number, math.copysign(1.0, number)


def _truncated(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def _signed_division(compute: Callable[[int, int], int]) -> _Binary:
    """Raise Undefined if the quotient does not fit, even if it is the rest that is asked for."""

    def divide(a: int, b: int, type: Attribute) -> int:
        if b == -1 and wrapped(-a, type) != -a:
            raise ZeroDivisionError
        return wrapped(compute(a, b), type)

    return divide


def _divide(a: float, b: float) -> float:
    if b != 0:
        return a / b
    sign = math.copysign(1.0, a) * math.copysign(1.0, b)
    return math.nan if a == 0 or math.isnan(a) else math.copysign(math.inf, sign)


def _to_integer(number: float, types: Sequence[Attribute]) -> Any:
    if not math.isfinite(number):
        return POISON
    whole = int(number)
    return whole if wrapped(whole, types[1]) == whole else POISON


BINARY: dict[str, _Binary] = {
    "arith.addi": _integers(lambda a, b: a + b),
    "arith.subi": _integers(lambda a, b: a - b),
    "arith.muli": _integers(lambda a, b: a * b),
    "arith.andi": _integers(lambda a, b: a & b),
    "arith.ori": _integers(lambda a, b: a | b),
    "arith.xori": _integers(lambda a, b: a ^ b),
    "arith.maxsi": _integers(lambda a, b: max(a, b)),
    "arith.minsi": _integers(lambda a, b: min(a, b)),
    "arith.maxui": lambda a, b, t: wrapped(max(_unsigned(a, t), _unsigned(b, t)), t),
    "arith.minui": lambda a, b, t: wrapped(min(_unsigned(a, t), _unsigned(b, t)), t),
    "arith.divsi": _signed_division(_truncated),
    "arith.remsi": _signed_division(lambda a, b: a - b * _truncated(a, b)),
    "arith.floordivsi": _signed_division(lambda a, b: a // b),
    "arith.ceildivsi": _signed_division(lambda a, b: -(-a // b)),
    "arith.divui": lambda a, b, t: wrapped(_unsigned(a, t) // _unsigned(b, t), t),
    "arith.remui": lambda a, b, t: wrapped(_unsigned(a, t) % _unsigned(b, t), t),
    "arith.shli": _shift(lambda a, b: a << b),
    "arith.shrsi": _shift(lambda a, b: a >> b),
    "arith.shrui": _shift(lambda a, b: a >> b, unsigned=True),
    "arith.addf": _floats(lambda a, b: a + b),
    "arith.subf": _floats(lambda a, b: a - b),
    "arith.mulf": _floats(_multiply),
    "arith.divf": _floats(_divide),
    "arith.maximumf": _floats(_extreme(max, ignores_nan=False)),
    "arith.minimumf": _floats(_extreme(min, ignores_nan=False)),
    "arith.maxnumf": _floats(_extreme(max, ignores_nan=True)),
    "arith.minnumf": _floats(_extreme(min, ignores_nan=True)),
}
UNARY: dict[str, _Unary] = {
    "arith.negf": lambda a, types: -a,
    "math.absf": lambda a, types: abs(a),
    "arith.extf": lambda a, types: a,
    "arith.truncf": lambda a, types: rounded(a, types[1]),
    "arith.index_cast": lambda a, types: wrapped(a, types[1]),
    "arith.extsi": lambda a, types: a,
    "arith.extui": lambda a, types: _unsigned(a, types[0]),
    "arith.trunci": lambda a, types: wrapped(a, types[1]),
    "arith.sitofp": lambda a, types: rounded(float(a), types[1]),
    "arith.fptosi": _to_integer,
    "arith.bitcast": lambda a, types: _bits(a, types),
}


def _bits(number: float, types: Sequence[Attribute]) -> int:
    code = {"f16": "<e", "f32": "<f", "f64": "<d"}[str(types[0])]
    return wrapped(int.from_bytes(struct.pack(code, number), "little"), types[1])


def compare_integers(predicate: int, a: int, b: int, type: Attribute) -> int:
    """`arith.cmpi`, by the number of its predicate."""
    if predicate >= 6:
        a, b = _unsigned(a, type), _unsigned(b, type)
        predicate -= 4
    return int((a == b, a != b, a < b, a <= b, a > b, a >= b)[predicate])


def compare_floats(predicate: int, a: float, b: float) -> int:
    """`arith.cmpf`, by the number of its predicate."""
    unordered = math.isnan(a) or math.isnan(b)
    if predicate in (0, 15):
        return int(predicate == 15)
    if predicate in (7, 14):
        return int(unordered == (predicate == 14))
    kind = (predicate - 1) % 7
    holds = (a == b, a > b, a >= b, a < b, a <= b, a != b)[kind]
    return int(unordered if unordered and predicate > 7 else holds and not unordered)


def flags_hold(op: Operation, operands: Sequence[Any], value: Any) -> bool:
    """Whether operands and result are what `overflow<nsw>`, `nnan` and `ninf` promise."""
    floats = op.properties.get("fastmath")
    if value is not POISON and isinstance(floats, arith.FastMathFlagsAttr):
        flags = {flag.value for flag in floats.data}
        numbers = (*operands, value)
        nan = "nnan" in flags and any(map(math.isnan, numbers))
        return not nan and not ("ninf" in flags and any(map(math.isinf, numbers)))
    overflow = op.properties.get("overflowFlags")
    if value is POISON or not isinstance(overflow, arith.IntegerOverflowAttr):
        return True
    if "nsw" not in str(overflow):
        return True
    exact = {"arith.addi": sum, "arith.muli": math.prod}.get(op.name)
    if op.name == "arith.subi":
        return operands[0] - operands[1] == value
    return exact is None or exact(operands) == value
