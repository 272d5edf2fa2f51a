"""
The forms of a division by a positive number, by what is known of the dividend.

Each is exact for all dividends in the range that it is given, those at the ends of the type
included, and divides by nothing but the divisor.
"""

from __future__ import annotations

from typing import NamedTuple

from xdsl.dialects import arith
from xdsl.ir import SSAValue

from .integer_code import IntegerCode


class Bounds(NamedTuple):
    """Two numbers that enclose a value; None where there is no such end or it is not known."""

    low: int | None = None
    high: int | None = None

    @property
    def is_natural(self) -> bool:
        """Whether the value is at least 0."""
        return self.low is not None and self.low >= 0

    @property
    def is_negative(self) -> bool:
        """Whether the value is below 0."""
        return self.high is not None and self.high < 0


class Divisor(NamedTuple):
    """A positive number to divide by: a constant, or a value and its upper bound."""

    value: SSAValue | int
    high: int | None = None

    @property
    def shift(self) -> int | None:
        """The exponent of a constant power of two."""
        return exponent(self.value) if isinstance(self.value, int) else None

    def most(self, dividend: int | None) -> int | None:
        """The greater of this and of a dividend; None if it is not known."""
        own = self.value if isinstance(self.value, int) else self.high
        return None if own is None or dividend is None else max(own, dividend)


def exponent(number: int) -> int | None:
    """The exponent of a power of two, None of another number."""
    return number.bit_length() - 1 if number > 0 and number & (number - 1) == 0 else None


def needs_sign(dividend: Bounds, divisor: Divisor, bits: int) -> bool:
    """Whether the sign of the dividend has to be computed for the floor of the quotient."""
    if divisor.shift is not None or dividend.is_natural or dividend.is_negative:
        return False
    return _multiples(dividend, divisor, bits) is None


def floor_quotient(code: IntegerCode, x: SSAValue, divisor: Divisor, dividend: Bounds) -> SSAValue:
    """The quotient, rounded down."""
    if (shift := divisor.shift) is not None:
        if shift == 0:
            return x
        kind = arith.ShRUIOp if dividend.is_natural else arith.ShRSIOp
        return code.binary(kind, x, shift)
    n = divisor.value
    if dividend.is_natural:
        return code.unsigned(arith.DivUIOp, x, n, divisor.most(dividend.high))
    if dividend.is_negative:
        most = None if dividend.low is None else -1 - dividend.low
        quotient = code.unsigned(arith.DivUIOp, code.flipped(x), n, divisor.most(most))
        return code.flipped(quotient)
    if (multiples := _multiples(dividend, divisor, code.bits)) is not None:
        raised = _raised(code, x, divisor, dividend, multiples)
        quotient = code.unsigned(arith.DivUIOp, raised[0], n, raised[1])
        return code.binary(arith.AddiOp, quotient, -multiples)
    sign = code.sign(x)
    magnitude = code.binary(arith.XOrIOp, x, sign)
    return code.binary(arith.XOrIOp, code.binary(arith.DivUIOp, magnitude, n), sign)


def floor_remainder(code: IntegerCode, x: SSAValue, divisor: Divisor, dividend: Bounds) -> SSAValue:
    """The remainder, which is at least 0."""
    n = divisor.value
    if divisor.shift is not None:
        assert isinstance(n, int)
        return code.constant(0) if n == 1 else code.binary(arith.AndIOp, x, n - 1)
    if dividend.is_natural:
        return code.unsigned(arith.RemUIOp, x, n, divisor.most(dividend.high))
    if dividend.is_negative:
        most = None if dividend.low is None else -1 - dividend.low
        from_above = code.unsigned(arith.RemUIOp, code.flipped(x), n, divisor.most(most))
        last = code.constant(n - 1) if isinstance(n, int) else code.binary(arith.AddiOp, n, -1)
        return code.binary(arith.SubiOp, last, from_above)
    if (multiples := _multiples(dividend, divisor, code.bits)) is not None:
        raised = _raised(code, x, divisor, dividend, multiples)
        return code.unsigned(arith.RemUIOp, raised[0], n, raised[1])
    rest = code.binary(arith.RemSIOp, x, n)
    n = code.constant(n) if isinstance(n, int) else n
    return code.binary(arith.AddiOp, rest, code.binary(arith.AndIOp, code.sign(rest), n))


def ceiling_quotient(
    code: IntegerCode, x: SSAValue, divisor: Divisor, dividend: Bounds, raised: Bounds
) -> SSAValue | None:
    """
    The quotient, rounded up; None if no form is better than upstream's.

    `raised` encloses the dividend and the divisor together, less 1.
    """
    n = divisor.value
    if n == 1:
        return x
    if raised.high is not None and raised.high < 2 ** (code.bits - 1):
        # Their sum is at least the dividend, as the divisor is at least 1.
        more = n - 1 if isinstance(n, int) else code.binary(arith.AddiOp, n, -1)
        whole = code.binary(arith.AddiOp, x, more)
        low = dividend.low if raised.low is None else raised.low
        if dividend.low is not None and low is not None:
            low = max(low, dividend.low)
        return floor_quotient(code, whole, divisor, Bounds(low, raised.high))
    if (shift := divisor.shift) is not None:
        assert isinstance(n, int)
        rest = code.binary(arith.AndIOp, x, n - 1)
        kind = arith.ShRUIOp if dividend.is_natural else arith.ShRSIOp
        quotient = code.binary(kind, x, shift)
        return code.binary(arith.AddiOp, quotient, code.one_if(code.compare("ne", rest, 0)))
    if dividend.high is not None and dividend.high <= 0:
        # Also of the least number of the type, whose opposite is itself, and right without a sign.
        opposite = code.binary(arith.SubiOp, code.constant(0), x)
        quotient = code.binary(arith.DivUIOp, opposite, n)
        return code.binary(arith.SubiOp, code.constant(0), quotient)
    if dividend.is_natural:
        quotient = code.binary(arith.DivUIOp, x, n)
        rest = code.binary(arith.RemUIOp, x, n)
        return code.binary(arith.AddiOp, quotient, code.one_if(code.compare("ne", rest, 0)))
    return None


def _multiples(dividend: Bounds, divisor: Divisor, bits: int) -> int | None:
    """
    How often a constant divisor is added to a dividend that may be negative, so that it no longer
    is; None if the sum may leave the range of the type.
    """
    n = divisor.value
    if not isinstance(n, int) or dividend.low is None or dividend.high is None:
        return None
    count = max(0, -(dividend.low // n))
    return count if dividend.high + count * n < 2 ** (bits - 1) else None


def _raised(
    code: IntegerCode, x: SSAValue, divisor: Divisor, dividend: Bounds, multiples: int
) -> tuple[SSAValue, int | None]:
    """The dividend with multiples of the divisor added, and the greatest that this may be."""
    n, high = divisor.value, dividend.high
    assert isinstance(n, int)
    assert high is not None
    return code.binary(arith.AddiOp, x, multiples * n), divisor.most(high + multiples * n)
