"""Operations on known integers: exact, modulo 2^width; index is exact."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, cast

from .errors import Undefined
from .operators import ORDERS, PREDICATES_I, Binary, Operator, Special, Unary
from .scalars import Integer

_Exact: TypeAlias = Callable[[Integer, int, int], int]
_SHIFTS = ("arith.shli", "arith.shrui", "arith.shrsi")


def _divided(t: Integer, x: int, y: int, rounding: Callable[[int, int], int]) -> int:
    a, b = t.signed(x), t.signed(y)
    if b == 0:
        raise Undefined("division by zero")
    if b == -1 and not t.is_index and a == -(1 << (t.width - 1)):
        raise Undefined("the quotient of a signed division overflows")
    return rounding(a, b)


def _naturals(t: Integer, x: int, y: int) -> tuple[int, int]:
    if y == 0:
        raise Undefined("division by zero")
    return t.unsigned(x), t.unsigned(y)


def _truncated(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def _divui(t: Integer, x: int, y: int) -> int:
    a, b = _naturals(t, x, y)
    return a // b


def _remui(t: Integer, x: int, y: int) -> int:
    a, b = _naturals(t, x, y)
    return a % b


def _ceildivui(t: Integer, x: int, y: int) -> int:
    a, b = _naturals(t, x, y)
    return -(-a // b)


EXACT: dict[str, _Exact] = {
    "arith.addi": lambda t, x, y: x + y,
    "arith.subi": lambda t, x, y: x - y,
    "arith.muli": lambda t, x, y: x * y,
    "arith.andi": lambda t, x, y: x & y,
    "arith.ori": lambda t, x, y: x | y,
    "arith.xori": lambda t, x, y: x ^ y,
    "arith.divsi": lambda t, x, y: _divided(t, x, y, _truncated),
    "arith.floordivsi": lambda t, x, y: _divided(t, x, y, lambda a, b: a // b),
    "arith.ceildivsi": lambda t, x, y: _divided(t, x, y, lambda a, b: -(-a // b)),
    "arith.remsi": lambda t, x, y: _divided(t, x, y, lambda a, b: a - b * _truncated(a, b)),
    "arith.divui": _divui,
    "arith.remui": _remui,
    "arith.ceildivui": _ceildivui,
    "arith.maxsi": lambda t, x, y: x if t.signed(x) >= t.signed(y) else y,
    "arith.minsi": lambda t, x, y: x if t.signed(x) <= t.signed(y) else y,
    "arith.maxui": lambda t, x, y: x if t.unsigned(x) >= t.unsigned(y) else y,
    "arith.minui": lambda t, x, y: x if t.unsigned(x) <= t.unsigned(y) else y,
    "arith.shli": lambda t, x, y: x << y,
    "arith.shrui": lambda t, x, y: t.unsigned(x) >> y,
    "arith.shrsi": lambda t, x, y: t.signed(x) >> y,
}


def integer_folder(op: Operator) -> Binary:
    """An operation of `EXACT`."""
    scalar, exact = cast("Integer", op.result), EXACT[op.name]
    overflows = overflow_test(op)

    def fold(x: int, y: int) -> int | Special:
        if op.name in _SHIFTS and not 0 <= y < scalar.width:
            return Special.POISON
        if overflows is not None and overflows(x, y):
            return Special.POISON
        return scalar.wrap(exact(scalar, x, y))

    return fold


def overflow_test(op: Operator) -> Callable[[int, int], bool] | None:
    """Whether known operands break the `nsw` or `nuw` of an integer operation; None without one."""
    if not op.flags & {"nsw", "nuw"}:
        return None
    scalar, exact = cast("Integer", op.result), EXACT[op.name]
    half = 1 << (scalar.width - 1)

    def overflows(x: int, y: int) -> bool:
        if op.name == "arith.shli" and not 0 <= y < scalar.width:
            return True  # poison in any case, and too large a number to be made
        if "nsw" in op.flags:
            a, b = scalar.signed(x), y if op.name == "arith.shli" else scalar.signed(y)
            if not -half <= exact(scalar, a, b) < half:
                return True
        if "nuw" in op.flags:
            result = exact(scalar, scalar.unsigned(x), scalar.unsigned(y))
            return not 0 <= result < 2 * half
        return False

    return overflows


def overflow_folder(op: Operator) -> Binary:
    """The condition that an operation with a flag is poison; `detail` is its name and the flag."""
    name, flag = cast("tuple[str, str]", op.detail)
    test = overflow_test(Operator(name, op.operands[0], op.operands, frozenset({flag})))
    assert test is not None
    return lambda x, y: int(test(x, y))


def cmpi_folder(op: Operator) -> Binary:
    """`arith.cmpi`; `detail` is the predicate."""
    scalar = cast("Integer", op.operands[0])
    name = PREDICATES_I[cast("int", op.detail)]
    read = scalar.unsigned if name.startswith("u") else scalar.signed
    holds = ORDERS[name if name in ORDERS else name[1:]]
    return lambda x, y: int(holds(read(x), read(y)))


def extended_folder(op: Operator) -> Binary:
    """
    Return the folder of a result of `arith.mulsi_extended`, `mului_extended` or `addui_extended`.

    Result 0 is the low half of the product, or the sum; result 1 is the high half, or the carry.
    """
    scalar = cast("Integer", op.operands[0])
    read = scalar.signed if op.name == "arith.mulsi_extended" else scalar.unsigned
    adds = op.name == "arith.addui_extended"

    def fold(x: int, y: int) -> int:
        exact = read(x) + read(y) if adds else read(x) * read(y)
        return scalar.wrap(exact >> scalar.width if op.detail else exact)

    return fold


def absi_folder(op: Operator) -> Unary:
    """`math.absi`."""
    scalar = cast("Integer", op.result)
    return lambda x: scalar.wrap(abs(scalar.signed(x)))
