"""Numbers so large that they are many turns, by quarters of them, as Payne and Hanek do it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from xdsl.dialects import arith

from .arithmetic import DOUBLE, Sum, Value, sum_of
from .multiples_of_pi import HALF_PI, TWO_OVER_PI
from .precision import Precision

_FIRST_BAND, _BAND = 28, 17
"""The exponent from which on there are tables of 1 / pi, and of how many exponents each is."""
_DIGITS = 23
_WORD, _HALF_WORD = 64, 32
_LEADING = 64
"""The zeros before the bits of 2 / pi in the table."""
_LOW_HALF = (1 << _HALF_WORD) - 1


class Angle(NamedTuple):
    """A number as `n` times pi, or half of pi, and a rest."""

    rounded: Value
    """The last bits are those of n."""
    rest: Value


class Quarters(NamedTuple):
    """An f64 as `n` times half of pi, and a rest in two parts."""

    bits: Value
    """The last two bits are those of n."""
    rest: Value
    low: Value


def single_angle(
    x: Value, table: Sequence[tuple[float, float, float]], unit: float, half: float
) -> Angle:
    """
    Take an f32 apart by units: of 1 / unit, only those bits are multiplied that make less than two
    units, exactly, and some more.
    """
    size = x.size()
    scale = x.like(2.0 ** (_DIGITS - _FIRST_BAND)).widened()
    parts = [scale.like(part) for part in table[0]]
    for number, row in enumerate(table[1:], 1):
        first = _FIRST_BAND + number * _BAND
        is_beyond = size >= 2.0**first
        scale = is_beyond.select(scale.like(2.0 ** (_DIGITS - first)), scale)
        parts = [
            is_beyond.select(part.like(new), part) for part, new in zip(parts, row, strict=True)
        ]
    whole = x.widened() * scale
    rounder = DOUBLE.rounder
    products = [whole.times(part) for part in parts]
    high, middle = (product + rounder for product in products[:2])
    rests = [p - (r - rounder) for p, r in zip(products[:2], (high, middle), strict=True)]
    last = (rests[0] + rests[1] - half) + rounder
    rest = ((rests[0] - (last - rounder)) - half + rests[1]) + products[2]
    parity = high.as_bits() + middle.as_bits() + last.as_bits()
    return Angle(parity.as_real(), rest * (-unit if half else unit))


def double_quarters(x: Value) -> Quarters:
    """
    Take an f64 of at least 1 apart by quarters: its 53 bits times those 192 bits of 2 / pi that
    make less than four quarters. No f64 is nearer than 2^-62 of one to a multiple, so that 66 bits
    of the rest are right; it is a NaN if the number is none or infinite.
    """
    bits = x.as_bits()
    exponent = (bits >> DOUBLE.digits) & (2 * DOUBLE.bias + 1)
    mantissa = (bits & ((1 << DOUBLE.digits) - 1)) | (1 << DOUBLE.digits)
    # The number is mantissa * 2^e: before bit e - 1 of 2 / pi a product is a multiple of four.
    first = exponent + (_LEADING - 2 - DOUBLE.bias - DOUBLE.digits)
    words = _words_at(first)
    high_of_last, high_of_middle = (_upper_product(mantissa, word) for word in (words[2], words[1]))
    last = mantissa * words[1] + high_of_last
    carry = last.below(high_of_last).select(last.like(1), 0)
    turn = mantissa * words[0] + high_of_middle + carry
    n = (turn + (1 << (_WORD - 3))) >> (_WORD - 2)
    quarter, below = (turn << 2) | (last >> (_WORD - 2)), last << 2
    # The number of two words has a sign. One less is 2^-66 of the rest at most.
    sign = quarter >> (_WORD - 1)
    mask = 0 - sign
    rest = _fraction(quarter ^ mask, below ^ mask)
    half_pi = rest.high.like(HALF_PI[Precision.DOUBLE][0])
    product = rest.high.times(half_pi)
    low = rest.high.fma(half_pi, -product)
    low = rest.high.fma(HALF_PI[Precision.DOUBLE][1], rest.low.fma(half_pi, low))
    sum = sum_of(product, low + (x - x))
    is_negative = (bits ^ mask) & -(1 << (_WORD - 1))
    of_number = 0 - (bits >> (_WORD - 1))
    return Quarters(
        (n ^ of_number) - of_number,
        sum.high.with_sign_changed(is_negative),
        sum.low.with_sign_changed(is_negative),
    )


def _words_at(first: Value) -> list[Value]:
    """The three words of 2 / pi from a bit on."""
    index, shift = first >> 6, first & (_WORD - 1)
    words: list[Value | int] = [*TWO_OVER_PI]
    for place in (16, 8, 4, 2, 1):
        is_set = (index & place).differs(0)
        # What a later step, or the four words at the end, may take.
        needed = min(len(words), 4 + place - 1)
        words = [
            is_set.select(first.like(words[k + place]), words[k])
            if k + place < len(words)
            else words[k]
            for k in range(needed)
        ]
    found = [first.like(word) for word in words]
    back = first.like(_WORD - 1) - shift
    return [
        _shifted(arith.ShLIOp, high, shift) | _shifted(arith.ShRUIOp, low >> 1, back)
        for high, low in pairwise(found)
    ]


def _shifted(kind: type[arith.ShLIOp | arith.ShRUIOp], bits: Value, places: Value) -> Value:
    return bits.writer.write(kind, bits.element, bits, places)


def _upper_product(number: Value, word: Value) -> Value:
    """The upper word of the product of a number of 53 bits and a word."""
    high, low = number >> _HALF_WORD, number & _LOW_HALF
    upper, lower = word >> _HALF_WORD, word & _LOW_HALF
    across, other = high * lower, low * upper
    middle = ((low * lower) >> _HALF_WORD) + (across & _LOW_HALF) + (other & _LOW_HALF)
    return high * upper + (across >> _HALF_WORD) + (other >> _HALF_WORD) + (middle >> _HALF_WORD)


def _fraction(high: Value, low: Value) -> Sum:
    """Two words of bits after the point, as a sum."""
    pieces = [
        _scaled(bits, -_HALF_WORD * place)
        for place, bits in enumerate(
            (high >> _HALF_WORD, high & _LOW_HALF, low >> _HALF_WORD, low & _LOW_HALF), 1
        )
    ]
    first = sum_of(pieces[0], pieces[1])
    second = sum_of(first.high, pieces[2])
    return sum_of(second.high, first.low + (second.low + pieces[3]))


def _scaled(bits: Value, exponent: int) -> Value:
    """An integer of 32 bits times a power of two."""
    power = 2.0 ** (DOUBLE.digits + exponent)
    in_front = (DOUBLE.bias + DOUBLE.digits + exponent) << DOUBLE.digits
    return (bits | in_front).as_real() - power
