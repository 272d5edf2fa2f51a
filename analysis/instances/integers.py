"""
The results of operations on integers and indices, as expressions of their operands.

An index has as many bits as it needs. Of an iN the expression is the signed number: where it may
leave the range, the result is the one that wraps around, unless the operation says that it does not
(`nsw`: past the range it is poison, of which anything holds).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import cast

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, IntegerType
from xdsl.ir import Attribute, Operation

from ...dialect.ir.operations import is_a
from ...index.connected import has_products
from ...index.expr import Expr, eq, lift, ne, rebuild, select

Range = Callable[[Expr], tuple[int | None, int | None]]
"""Two numbers that enclose the values of an expression where the operation runs."""

_MOST_SHIFTED = 64
_MOST_NODES = 100
_MOST_CASES = 8
"""What an expression may have of `or` and `select`, each counted as often as it stands there."""

_QUOTIENTS = (
    *(arith.FloorDivSIOp, arith.CeilDivSIOp, arith.CeilDivUIOp),
    *(arith.DivSIOp, arith.DivUIOp, arith.RemSIOp, arith.RemUIOp),
)
ARITHMETIC = (
    *(arith.AddiOp, arith.SubiOp, arith.MuliOp, arith.ShLIOp),
    *(arith.ShRSIOp, arith.ShRUIOp, arith.AndIOp, arith.OrIOp, arith.XOrIOp),
    *(arith.FloorDivSIOp, arith.CeilDivSIOp, arith.CeilDivUIOp),
    *(arith.DivSIOp, arith.DivUIOp, arith.RemSIOp, arith.RemUIOp),
    *(arith.MinSIOp, arith.MaxSIOp, arith.MinUIOp, arith.MaxUIOp),
)
CASTS = (arith.ExtSIOp, arith.ExtUIOp, arith.TruncIOp, arith.IndexCastOp)
_UNSIGNED_CAST = "arith.index_castui"
_READABLE = (*ARITHMETIC, *CASTS)


def is_readable(op: Operation) -> bool:
    """Whether an operation is one that `read` may know an expression of."""
    return is_a(op, _READABLE) or op.name == _UNSIGNED_CAST


def bits_of(type: Attribute) -> int | None:
    """The bits of an integer type; None for an index, which never wraps around."""
    return cast("IntegerType", type).width.data if isinstance(type, IntegerType) else None


def in_range(value: Expr, bits: int) -> tuple[Expr, Expr]:
    """The range of a signed number of so many bits, as two conditions."""
    return value >= -(2 ** (bits - 1)), value < 2 ** (bits - 1)


def signed(constant: IntegerAttr) -> int:
    """A constant as a signed number."""
    number = constant.value.data
    if (bits := bits_of(constant.type)) is None:
        return number
    half = 2 ** (bits - 1)
    return (number + half) % (2 * half) - half


def compared(predicate: int, left: Expr, right: Expr, range: Range | None = None) -> Expr:
    """The result of `cmpi`; where `range` shows both to be at least 0, signs do not matter."""
    signed = (eq, ne, operator.lt, operator.le, operator.gt, operator.ge)
    if predicate < len(signed):
        return signed[predicate](left, right)
    if range is not None and _is_natural(left, range) and _is_natural(right, range):
        return signed[predicate - 4](left, right)
    match predicate:
        case 6:
            return below(left, right)
        case 7:
            return ~below(right, left)
        case 8:
            return below(right, left)
        case _:
            return ~below(left, right)


def is_small(expr: Expr | None) -> bool:
    """Whether an expression is asked about: what has many cases, isl looks at one by one."""
    return expr is None or (_nodes(expr) <= _MOST_NODES and _cases(expr) <= _MOST_CASES)


@lru_cache(2**14)
def chooses(expr: Expr) -> bool:
    """Whether there is a `select` in an expression."""
    return expr.op == "select" or any(map(chooses, expr.operands))


@lru_cache(2**14)
def is_beyond_maps(expr: Expr) -> bool:
    """Whether no affine map gives an index, though the library can say it."""
    return has_products(expr) or chooses(expr)


@lru_cache(2**14)
def _nodes(expr: Expr) -> int:
    return 1 + sum(map(_nodes, expr.operands))


@lru_cache(2**14)
def _cases(expr: Expr) -> int:
    return (expr.op in ("or", "select")) + sum(map(_cases, expr.operands))


def read(
    op: Operation, operands: Sequence[Expr], range: Range, *, flagged: bool = True
) -> Expr | None:
    """
    The result as an expression; None if there is none, in the language of expressions.

    With `flagged`, an operation with `nsw` does not leave the range of its type; without, it wraps
    around as one without flags, which is so where flags are dropped.
    """
    bits = bits_of(op.results[0].type)

    def kept(value: Expr) -> Expr | None:
        return _kept(op, value, bits, range, flagged=flagged)

    if isinstance(op, arith.TruncIOp):
        return kept(operands[0])
    if isinstance(op, CASTS) or op.name == _UNSIGNED_CAST:
        return _cast(op, operands[0], bits, range)
    left, right = operands
    match op:
        case arith.AddiOp():
            return kept(left + right)
        case arith.SubiOp():
            return kept(left - right)
        case arith.MuliOp():
            return kept(left * right)
        case arith.ShLIOp() if (factor := _power(right, bits)) is not None:
            return kept(left * factor)
        case arith.ShRSIOp() if (factor := _power(right, bits)) is not None:
            return left // factor
        case arith.ShRUIOp() if (factor := _power(right, bits)) is not None and factor > 1:
            unsigned = _unsigned(left, bits, range)
            return None if unsigned is None else unsigned // factor
        case arith.AndIOp() | arith.OrIOp() | arith.XOrIOp():
            if left.constant is not None:
                left, right = right, left
            return None if right.constant is None else _masked(op, left, right.constant)
        case arith.MinSIOp() | arith.MaxSIOp():
            return rebuild("min" if isinstance(op, arith.MinSIOp) else "max", (left, right))
        case arith.MinUIOp() | arith.MaxUIOp() if _is_natural(left, range):
            if not _is_natural(right, range):
                return None
            return rebuild("min" if isinstance(op, arith.MinUIOp) else "max", (left, right))
        case _ if isinstance(op, _QUOTIENTS):
            return _quotient(op, left, right, range)
        case _:
            return None


def below(left: Expr, right: Expr) -> Expr:
    """Whether one number is below another where both are read without a sign."""
    negative = left < 0, right < 0
    # Those with a sign are the large ones.
    return ((left < right) & ((negative[0] & negative[1]) | (~negative[0] & ~negative[1]))) | (
        ~negative[0] & negative[1]
    )


def _kept(
    op: Operation, value: Expr, bits: int | None, range: Range, *, flagged: bool
) -> Expr | None:
    """A result that wraps around past the range of its type."""
    overflow = op.properties.get("overflowFlags")
    flags = overflow.data if isinstance(overflow, arith.IntegerOverflowAttr) else ()
    if flagged and arith.IntegerOverflowFlag.NSW in flags:
        return value
    return value if bits is None else _wrapped(value, bits, range)


def _wrapped(value: Expr, bits: int, range: Range) -> Expr | None:
    low, high = range(value)
    half = 2 ** (bits - 1)
    if low is not None and high is not None and -half <= low and high < half:
        return value
    # A product that wraps around is beyond all proofs.
    return None if has_products(value) else (value + half) % (2 * half) - half


def _cast(op: Operation, value: Expr, bits: int | None, range: Range) -> Expr | None:
    own = bits_of(op.operands[0].type)
    if isinstance(op, arith.ExtUIOp) or op.name == _UNSIGNED_CAST:
        if own is not None:
            return _unsigned(value, own, range)
        return None if bits is None else _wrapped(value, bits, range)
    if isinstance(op, arith.IndexCastOp):
        if bits is not None:
            return _wrapped(value, bits, range)
        return value if own is not None and own <= _MOST_SHIFTED else None
    return value


def _is_natural(value: Expr, range: Range) -> bool:
    low = value.constant
    if low is None:
        low, _ = range(value)
    return low is not None and low >= 0


def _unsigned(value: Expr, bits: int | None, range: Range) -> Expr | None:
    """The number without a sign; None for an index that may have one."""
    if _is_natural(value, range):
        return value
    return None if bits is None or has_products(value) else value % 2**bits


def _power(exponent: Expr, bits: int | None) -> int | None:
    """The number that shifting multiplies by or divides by; None if it may be poison."""
    number = exponent.constant
    most = _MOST_SHIFTED if bits is None else bits
    return None if number is None or not 0 <= number < most else 2**number


def _masked(op: Operation, value: Expr, mask: int) -> Expr | None:
    """Low bits, all but low bits, or low bits filled with ones; each number ends in its sign."""
    if isinstance(op, arith.XOrIOp):
        return lift(-1) - value if mask == -1 else None
    if isinstance(op, arith.OrIOp):
        size = mask + 1
        return value - value % size + mask if mask >= 0 and mask & size == 0 else None
    if mask >= 0:
        return value % (mask + 1) if mask & (mask + 1) == 0 else None
    return value - value % -mask if -mask & (-mask - 1) == 0 else None


def _quotient(op: Operation, left: Expr, right: Expr, range: Range) -> Expr | None:
    """
    Division and remainder.

    Division by zero, and the only signed quotient out of range, are undefined: they do not count.
    """
    if isinstance(op, arith.DivSIOp | arith.RemSIOp) and (choice := _choice(left)) is not None:
        # Each arm by itself, of which the sign may be known: the choice is there once, not thrice.
        yes, no = (_quotient(op, arm, right, range) for arm in choice[1:])
        return None if yes is None or no is None else select(choice[0], yes, no)
    if isinstance(op, arith.DivUIOp | arith.RemUIOp | arith.CeilDivUIOp):
        if not _is_natural(left, range) or not _is_natural(right, range):
            return None
    elif not _is_natural(right, range):
        _, high = range(right)
        if high is None or high >= 0:
            return None if right.constant is not None else _of_either_sign(op, left, right, range)
        if isinstance(op, arith.RemSIOp):  # which has the sign of the dividend
            return _quotient(op, left, -right, range)
        left, right = -left, -right
    if right.constant == 0:
        return None
    match op:
        case arith.FloorDivSIOp():
            return left // right
        case arith.CeilDivSIOp() | arith.CeilDivUIOp():
            return -(-left // right)
        case arith.DivSIOp() | arith.DivUIOp():
            return _towards_zero(left, left // right, -(-left // right), range)
        case arith.RemSIOp() | arith.RemUIOp():
            return _towards_zero(left, left % right, -(-left % right), range)
        case _:
            return None


def _choice(expr: Expr) -> tuple[Expr, Expr, Expr] | None:
    """The condition and the arms of a choice, also of one that is multiplied or added to."""
    if expr.op == "select":
        holds, yes, no = expr.operands
        return holds, yes, no
    if expr.op not in ("*", "+") or expr.operands[1].constant is None:
        return None
    if (inner := _choice(expr.operands[0])) is None:
        return None
    holds, yes, no = inner
    number = expr.operands[1]
    return holds, rebuild(expr.op, (yes, number)), rebuild(expr.op, (no, number))


def _of_either_sign(op: Operation, left: Expr, right: Expr, range: Range) -> Expr | None:
    """As `_quotient`, for a divisor whose sign is not known."""
    floor, ceiling = left // right, -(-left // right)
    if isinstance(op, arith.FloorDivSIOp):
        return floor
    if isinstance(op, arith.CeilDivSIOp):
        return ceiling
    if not isinstance(op, arith.DivSIOp | arith.RemSIOp):
        return None
    positive = select(right > 0, floor, ceiling), select(right > 0, ceiling, floor)
    quotient = _towards_zero(left, *positive, range)
    return quotient if isinstance(op, arith.DivSIOp) else left - right * quotient


def _towards_zero(left: Expr, natural: Expr, negative: Expr, range: Range) -> Expr:
    low, high = range(left)
    if low is not None and low >= 0:
        return natural
    return negative if high is not None and high <= 0 else select(left >= 0, natural, negative)
