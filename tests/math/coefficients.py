"""
Compute the coefficients of `pad-expand-math`: `python -m tests.math.coefficients` prints the module
that holds them, with the argument `multiples_of_pi` that of the multiples of pi.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Context, Decimal, localcontext
from typing import TypeAlias

import numpy as np

from pad_mlir.tools.tv.values.exact_math import exactly, pi

from .minimax import Function, Rounding, fit, single

_Constants: TypeAlias = dict[str, float | tuple[float, ...] | dict[str, tuple[float, ...]]]

_DIGITS = 400
_PRECISE = Context(prec=60)
_FIRST_BAND, _BAND, _BANDS, _MANTISSA = 28, 17, 6, 23
_WORD, _WORDS = 64, 20
_HALF_LN2 = 0.34658
_HALF_PI_SQUARE = (math.pi / 2) ** 2 * 1.00001
_QUARTER_PI_SQUARE = (math.pi / 4) ** 2 * 1.00001
_MIDDLE_OF_ERF, _END_OF_ERF = 2.0, 3.9192
_LOG_INTERVAL = (math.sqrt(0.5) - 1) * 1.00001, (math.sqrt(2) - 1) * 1.00001
_THIRD = -1.00001 / 3, 1.00001 / 3


@dataclass(frozen=True)
class Wanted:
    """A polynomial: what it is for, its function, interval, weight, and the terms by precision."""

    name: str
    formula: str
    function: Function
    interval: tuple[float, float]
    weight: Function
    terms: dict[str, int]


def _root(function: Callable[[Decimal], Decimal]) -> Function:
    """A function of a number as one of its square."""
    return lambda square: function(square.sqrt())


def _f(name: str) -> Function:
    return lambda x: exactly(f"math.{name}", x)


_exp, _exp2, _expm1, _log1p = map(_f, ("exp", "exp2", "expm1", "log1p"))
_sin, _cos, _tan = map(_f, ("sin", "cos", "tan"))
_sinh, _cosh, _tanh = map(_f, ("sinh", "cosh", "tanh"))
_asin, _atan, _erf = map(_f, ("asin", "atan", "erf"))


def _of_ratio(square: Decimal) -> Decimal:
    ratio = square.sqrt()
    return (_log1p(2 * ratio / (1 - ratio)) / ratio - 2) / square


def _scaled_erfc(x: Decimal) -> Decimal:
    return (1 - _erf(x)) * _exp(x * x)


def _place(t: Decimal) -> Decimal:
    """The x of `t = (x - 2.5) / (x + 2.5)`."""
    return Decimal("2.5") * (1 + t) / (1 - t)


def _factor_of(base: int) -> Decimal:
    """The logarithm of e; 0 stands for the base e."""
    return 1 / Decimal(base).ln(_PRECISE) if base else Decimal(1)


def _over_f(base: int) -> Function:
    return lambda f: _log1p(f) / f * _factor_of(base)


def _less_first_part(base: int) -> Function:
    factor = _factor_of(base)
    return lambda f: _log1p(f) / f * factor - Decimal(single(float(factor)))


def _inverse_of_logarithm(base: int) -> Function:
    return lambda f: f / (_log1p(f) * _factor_of(base))


def _over_unit_of_log10(f: Decimal) -> Decimal:
    """f over a unit in the last place of the logarithm of 1 + f, or of half or twice that."""
    own = _log1p(f) * _factor_of(10)
    of_two = Decimal(2).log10(_PRECISE)
    sizes = [float(abs(number)) for number in (own, own - of_two.copy_sign(f))]
    return f / Decimal(min(math.ulp(size) for size in sizes) * 2**29)


WANTED = (
    Wanted(
        "EXP",
        "e^r = 1 + r + r^2 P(r)",
        lambda r: (_expm1(r) - r) / (r * r),
        (-_HALF_LN2, _HALF_LN2),
        lambda r: r * r / _exp(r),
        {"PAIR": 5, "WIDE": 6},
    ),
    Wanted(
        "EXP_OF_TWICE",
        "e^r = 1 + r + r^2 P(r), to ln 2",
        lambda r: (_expm1(r) - r) / (r * r),
        (-2 * _HALF_LN2, 2 * _HALF_LN2),
        lambda r: r * r / _exp(r),
        {"FAST": 6},
    ),
    Wanted(
        "EXP2_OF_TWICE",
        "2^r = 1 + r P(r), to 1",
        lambda r: (_exp2(r) - 1) / r,
        (-1.0, 1.0),
        lambda r: r / _exp2(r),
        {"FAST": 7},
    ),
    Wanted(
        "EXP2_REST",
        "2^r = 1 + r (h + P(r)), h the f32 nearest to ln 2",
        lambda r: (_exp2(r) - 1) / r - Decimal(single(math.log(2))),
        (-0.50001, 0.50001),
        lambda r: r / _exp2(r),
        {"PAIR": 6, "DOUBLE": 12},
    ),
    Wanted(
        "EXPM1",
        "e^r - 1 = r + r^2 P(r)",
        lambda r: (_expm1(r) - r) / (r * r),
        (-_HALF_LN2, _HALF_LN2),
        lambda r: r * r / _expm1(r),
        {"FAST": 5, "PAIR": 6, "DOUBLE": 11, "FAST_DOUBLE": 10},
    ),
    Wanted(
        "TANH",
        "tanh(x) = x + x^3 P(x^2), to 0.55",
        _root(lambda x: (_tanh(x) / x - 1) / (x * x)),
        (0.0, 0.3025),
        _root(lambda x: x**3 / _tanh(x)),
        {"PAIR": 6},
    ),
    Wanted(
        "SINH",
        "sinh(r) = r + r^3 P(r^2)",
        _root(lambda r: (_sinh(r) / r - 1) / (r * r)),
        (0.0, _HALF_LN2**2),
        _root(lambda r: r**3 / _sinh(r)),
        {"PAIR": 3},
    ),
    Wanted(
        "COSH",
        "cosh(r) = 1 + r^2 P(r^2)",
        _root(lambda r: (_cosh(r) - 1) / (r * r)),
        (0.0, _HALF_LN2**2),
        _root(lambda r: r * r / _cosh(r)),
        {"PAIR": 3},
    ),
    Wanted(
        "LOG",
        "log(1 + f) = f + f^2 P(f)",
        lambda f: (_log1p(f) - f) / (f * f),
        _LOG_INTERVAL,
        lambda f: f * f / _log1p(f),
        {"DOUBLE": 14},
    ),
    Wanted(
        "LOG10_FACTOR",
        "log10(1 + f) = f P(f); the error is in units in the last place",
        _over_f(10),
        (-0.3042, 0.39161),
        _over_unit_of_log10,
        {"FAST": 8},
    ),
    *(
        Wanted(
            f"LOG{base or ''}_FACTOR",
            f"log{base or ''}(1 + f) = f P(f)",
            _over_f(base),
            _THIRD,
            _inverse_of_logarithm(base),
            {"FAST": 9},
        )
        for base in (2, 0)
    ),
    Wanted(
        "LOG_OF_THIRD",
        "log(1 + f) = f + f^2 P(f), f to 1/3",
        lambda f: (_log1p(f) - f) / (f * f),
        _THIRD,
        lambda f: f * f / _log1p(f),
        {"PAIR": 9},
    ),
    Wanted(
        "LOG_FROM_QUARTER",
        "log(1 + f) = f + f^2 P(f), f from -1/4 to 1/2",
        lambda f: (_log1p(f) - f) / (f * f),
        (-0.2500001, 0.5000001),
        lambda f: f * f / _log1p(f),
        {"PAIR": 10},
    ),
    *(
        Wanted(
            f"LOG{base}_REST",
            f"log{base}(1 + f) = f (h + P(f)), h the first part of log{base}(e)",
            _less_first_part(base),
            interval,
            _inverse_of_logarithm(base),
            {"PAIR": terms},
        )
        for base, terms, interval in ((2, 11, _THIRD), (10, 10, (-0.312501, 0.375001)))
    ),
    Wanted(
        "LOG_OF_RATIO",
        "log(1 + f) = 2 s + s^3 P(s^2), s = f / (2 + f)",
        _of_ratio,
        (0.0, 0.02945),
        _root(lambda s: s * s),
        {"DOUBLE": 7},
    ),
    Wanted(
        "LOG_OF_RATIO_FROM_FIFTH",
        "log(1 + f) = 2 s + 2/3 s^3 + s^5 P(s^2), s = f / (2 + f)",
        lambda square: (_of_ratio(square) - Decimal(2) / 3) / square,
        (0.0, 0.02945),
        lambda square: square * square / 2,
        {"DOUBLE": 7},
    ),
    Wanted(
        "SIN",
        "sin(r) = r + r^3 P(r^2), to half of pi; DOUBLE: to a quarter",
        _root(lambda r: (_sin(r) / r - 1) / (r * r)),
        (0.0, _HALF_PI_SQUARE),
        _root(lambda r: r**3 / _sin(r)),
        {"FAST": 4, "WIDE": 5, "DOUBLE": 6, "FAST_DOUBLE": 8},
    ),
    Wanted(
        "COS",
        "cos(r) = 1 - r^2 / 2 + r^4 P(r^2)",
        _root(lambda r: (_cos(r) - 1 + r * r / 2) / r**4),
        (0.0, _QUARTER_PI_SQUARE),
        _root(lambda r: r**4 / _cos(r)),
        {"DOUBLE": 6},
    ),
    Wanted(
        "TAN",
        "tan(r) = r + r^3 P(r^2)",
        _root(lambda r: (_tan(r) / r - 1) / (r * r)),
        (0.0, _QUARTER_PI_SQUARE),
        _root(lambda r: r**3 / _tan(r)),
        {"FAST": 6, "WIDE": 8},
    ),
    Wanted(
        "TAN_OF_HALF",
        "2 tan(r/2) = r + r^3 P(r^2)",
        _root(lambda r: (2 * _tan(r / 2) / r - 1) / (r * r)),
        (0.0, _QUARTER_PI_SQUARE),
        _root(lambda r: r**3 / (2 * _tan(r / 2))),
        {"PAIR": 4, "DOUBLE": 9},
    ),
    Wanted(
        "ASIN",
        "asin(s) = s + s^3 P(s^2)",
        _root(lambda s: (_asin(s) / s - 1) / (s * s)),
        (0.0, 0.25),
        _root(lambda s: s**3 / _asin(s)),
        {"FAST": 5, "PAIR": 5, "DOUBLE": 12},
    ),
    Wanted(
        "ATAN",
        "atan(t) = t + t^3 P(t^2)",
        _root(lambda t: (_atan(t) / t - 1) / (t * t)),
        (0.0, 1.0),
        _root(lambda t: t**3 / _atan(t)),
        {"FAST": 8, "WIDE": 11, "DOUBLE": 22, "FAST_DOUBLE": 19},
    ),
    Wanted(
        "ATAN_OF_MIDDLE",
        "atan(t) = t + t^3 P(t^2), to 0.6",
        _root(lambda t: (_atan(t) / t - 1) / (t * t)),
        (0.0, 0.36001),
        _root(lambda t: t**3 / _atan(t)),
        {"PAIR": 6},
    ),
    Wanted(
        "ERF",
        "erf(x) = x P(x - 2)",
        lambda t: _erf(t + Decimal(_MIDDLE_OF_ERF)) / (t + Decimal(_MIDDLE_OF_ERF)),
        (-_MIDDLE_OF_ERF, _END_OF_ERF - _MIDDLE_OF_ERF),
        lambda t: (t + Decimal(_MIDDLE_OF_ERF)) / _erf(t + Decimal(_MIDDLE_OF_ERF)),
        {"FAST": 18, "WIDE": 22},
    ),
    Wanted(
        "ERF_OF_SQUARE",
        "erf(x) = x P(x^2), to 0.9",
        _root(lambda x: _erf(x) / x),
        (0.0, 0.81001),
        _root(lambda x: x / _erf(x)),
        {"DOUBLE": 11},
    ),
    Wanted(
        "ERFC",
        "erf(x) = 1 - e^(-x^2) P((x - 2.5) / (x + 2.5)), from 0.9 to 6",
        lambda t: _scaled_erfc(_place(t)),
        (-0.4706, 0.4118),
        lambda t: _exp(-(_place(t) ** 2)),
        {"DOUBLE": 11},
    ),
)


def _parts(
    number: Decimal, count: int, rounding: Rounding, down: bool = False
) -> tuple[float, ...]:
    """A number as a sum of floats, each the nearest to what is left, or the largest in it."""
    found = list[float]()
    with localcontext(Context(prec=_DIGITS)):
        for _ in range(count):
            part = rounding(float(number))
            if down and Decimal(part) > number:
                below = np.nextafter(np.float32(part), np.float32(0)) if rounding is single else 0
                part = float(below) or math.nextafter(part, 0)
            found.append(part)
            number -= Decimal(found[-1])
    return tuple(found)


def _half_pi() -> tuple[float, ...]:
    """Half of pi as parts of 24, 12 and 24 bits: twelve bits of n times the second are exact."""
    with localcontext(Context(prec=_DIGITS)):
        half = pi(_DIGITS) / 2
        first = math.floor(half * 2**23) / 2.0**23
        second = math.floor((half - Decimal(first)) * 2**35) / 2.0**35
        return first, second, single(float(half - Decimal(first) - Decimal(second)))


def _turns(times: int) -> list[tuple[float, float, float]]:
    """For each band of exponents, `times` / pi times the unit of the least, modulo 2, in parts."""
    rows = list[tuple[float, float, float]]()
    with localcontext(Context(prec=_DIGITS)):
        for band in range(_BANDS):
            unit = _FIRST_BAND + band * _BAND - _MANTISSA
            number = times * Decimal(2) ** unit / pi(_DIGITS) % 2
            # 29 bits, whose products with the 24 of an f32 are exact.
            high = int(number * 2**28)
            rest = number - Decimal(high) / 2**28
            middle = int(rest * 2**57)
            low = rest - Decimal(middle) / 2**57
            rows.append((high / 2**28, middle / 2**57, float(low)))
    return rows


def _two_over_pi() -> list[int]:
    """64 zeros and the first bits of 2 / pi, in words with a sign."""
    with localcontext(Context(prec=_DIGITS)):
        number = int(2 / pi(_DIGITS) * Decimal(2) ** (_WORD * (_WORDS - 1)))
    unsigned = [number >> _WORD * k & ((1 << _WORD) - 1) for k in reversed(range(_WORDS))]
    return [word - (word >> (_WORD - 1) << _WORD) for word in unsigned]


_ROUNDINGS: dict[str, Rounding] = {
    "FAST": single,
    "PAIR": single,
    "WIDE": float,
    "DOUBLE": float,
    "FAST_DOUBLE": float,
}


def _by_precision(
    number: Decimal, counts: dict[str, int], *, down: bool = False
) -> dict[str, tuple[float, ...]]:
    return {name: _parts(number, n, _ROUNDINGS[name], down) for name, n in counts.items()}


def _constants() -> _Constants:
    two, ten = Decimal(2), Decimal(10)
    with localcontext(Context(prec=_DIGITS)):
        third = two / 3
        ln2, ln10 = two.ln(), ten.ln()
        log2e, log10e, log10_2 = 1 / ln2, 1 / ln10, ln2 / ln10
        # 14 bits and 41, whose products with an exponent are exact in f32 and f64.
        shorts = [round(log10_2 * 2**bits) / 2.0**bits for bits in (15, 42)]
        rests = [float(log10_2 - Decimal(short)) for short in shorts]
    narrow = {"FAST": 2, "PAIR": 2, "DOUBLE": 2}
    pairs = narrow | {"WIDE": 2, "FAST_DOUBLE": 2}
    whole = _by_precision(ln2, pairs)
    # One part is enough there.
    whole["WIDE"] = (whole["WIDE"][0], 0.0)
    return {
        "LOG2E": float(log2e),
        "LN2": whole,
        "LOG2E_PARTS": _by_precision(log2e, narrow),
        "LOG10E_PARTS": _by_precision(log10e, narrow),
        "LOG10_2_PARTS": {
            "FAST": _parts(log10_2, 2, single),
            "PAIR": (shorts[0], single(rests[0])),
            "DOUBLE": (shorts[1], rests[1]),
        },
        "LOG_THIRD": _parts(third, 2, float),
    }


def _multiples() -> _Constants:
    with localcontext(Context(prec=_DIGITS)):
        circle = pi(_DIGITS)
        half, inverse = circle / 2, 1 / circle
    return {
        "INVERSE_PI": float(inverse),
        # Parts of one sign, so that multiples of 0 are zeros of one sign.
        "PI": _by_precision(circle, {"FAST": 3, "WIDE": 2, "FAST_DOUBLE": 3}, down=True),
        "HALF_PI": _by_precision(half, {"FAST": 3, "WIDE": 2, "DOUBLE": 3}, down=True)
        | {"PAIR": _half_pi()},
    }


_HEAD = '''"""
Coefficients and constants of the formulas: minimax polynomials by Remez's algorithm, computed by
tests/math/coefficients.py. A comment gives what a polynomial is for, and its relative error.
"""
'''
_HEAD_OF_MULTIPLES = '''"""
Multiples of pi and of its inverse, computed by tests/math/coefficients.py: parts to subtract, and
the bits by which an angle of many turns is multiplied.
"""
'''
_NAMES = """
from __future__ import annotations

from .precision import Precision

_FAST, _PAIR, _WIDE, _DOUBLE = Precision.FAST, Precision.PAIR, Precision.WIDE, Precision.DOUBLE
_FAST_DOUBLE = Precision.FAST_DOUBLE
"""


def _listed(numbers: tuple[float, ...]) -> str:
    return "".join(f"        {number!r},\n" for number in numbers)


def _named(constants: _Constants) -> list[str]:
    lines = list[str]()
    for name, value in constants.items():
        match value:
            case dict():
                rows = "".join(f"    _{p}: {numbers!r},\n" for p, numbers in value.items())
                is_pair = all(len(numbers) == 2 for numbers in value.values())
                kind = "tuple[float, float]" if is_pair else "tuple[float, ...]"
                lines.append(f"{name}: dict[Precision, {kind}] = {{\n{rows}}}\n")
            case _:
                lines.append(f"{name} = {value!r}\n")
    return lines


def text_of_multiples() -> str:
    """The module of multiples of pi."""
    lines = [_HEAD_OF_MULTIPLES, _NAMES, *_named(_multiples())]
    for name, times in (("TURNS", 1), ("TURNS_OF_HALF", 2)):
        rows = "".join(f"    {row!r},\n" for row in _turns(times))
        lines.append(f"{name}: tuple[tuple[float, float, float], ...] = (\n{rows})\n")
    rows = "".join(f"    {word:_},\n" for word in _two_over_pi())
    lines.append(f"TWO_OVER_PI: tuple[int, ...] = (  # after {_WORD} zeros\n{rows})\n")
    return "".join(lines)


def text() -> str:
    """The module."""
    lines = [_HEAD, _NAMES, *_named(_constants())]
    for wanted in WANTED:
        lines.append(
            f"# {wanted.formula}\n{wanted.name}: dict[Precision, tuple[float, ...]] = {{\n"
        )
        for precision, terms in wanted.terms.items():
            interval = wanted.interval
            if wanted.name == "SIN" and precision == "DOUBLE":
                interval = (0.0, _QUARTER_PI_SQUARE)
            rounding = single if precision in ("FAST", "PAIR") else float
            numbers, error = fit(wanted.function, interval, terms, wanted.weight, rounding)
            print(wanted.name, precision, f"2^{math.log2(error):.1f}", file=sys.stderr)
            size = math.log2(error)
            lines.append(f"    _{precision}: (  # 2^{size:.1f}\n{_listed(tuple(numbers))}    ),\n")
        lines.append("}\n")
    return "".join(lines)


if __name__ == "__main__":
    print(text_of_multiples() if sys.argv[1:] == ["multiples_of_pi"] else text(), end="")
