"""
The formulas at numbers that are known to be hard: whose exact value is almost half way between two
f64, by the tables of Lefevre and Muller (Worst cases for correct rounding of the elementary
functions in double precision, 2001) as CORE-MATH and crlibm hold them; that are nearest to a
multiple of half of pi (Kahan; Muller, Elementary functions, 3rd edition, table 11.2); and at which
a formula of f32 goes over to another interval.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from decimal import Context, Decimal, localcontext
from typing import Any

import numpy as np
import pytest

from pad_mlir.tools.tv.values.exact_math import pi

from .errors import AFN
from .references import exact_value, units_off
from .test_formulas import run_on

_HALF_WAY = {
    "exp": "-0x1.74385446d71c3p+9 -0x1.92ca6cd4872d2p-1 -0x1.d0e58622f3516p-6",
    "expm1": "-0x1.1177a6ed080c3p-12 0x1.1c11f1687d68fp+7 0x1.eb9914d4ac1c8p+8",
    "log": "0x1.91a8dff540ff7p+2 0x1.6de110c79fac5p+2 0x1.83dc34c452c92p-2 0x1.f1ecb20dbd6d9p+9",
    "log2": "0x1.1ba39ff28e3eap-1 0x1.e5053b714d76fp-5 0x1.b4ebe40c95a01p-1 0x1.89d948a94fe17p-2",
    "log10": "0x1.ce41d8fa665fap+4 0x1.27d838f22d0a0p-2 0x1.71ce472eb84c8p+1",
    "sin": "0x1.9328b6f1a41d5p+2 0x1.d98c4c612718dp-1 0x1.640ac66708c00p+0 0x1.40b82ce0da32ap+4",
    "cos": "0x1.ff6bd2afd78a4p-12 0x1.6af7ebb63caecp-3 0x1.8a6019bac6937p-9 0x1.f6912b278b31bp+6",
    "tan": "0x1.c9f47908c3178p-3 0x1.ffd52750e79e2p-12 0x1.1ba1951db1d6ep-5 0x1.ae9b075db0b67p-5",
    "asin": "0x1.e9950730c4696p-2 0x1.41d60a76a82edp-6 0x1.d0ef799001ba9p-3 0x1.1ed06d50f7e88p-1",
    "acos": "0x1.4e9225303b632p-3 0x1.108eae9806351p-4 0x1.9a2cb03118f90p-8 0x1.18ad9c9ee503cp-2",
    "atan": "0x1.2e972295c64e7p-3 0x1.b92dc0647b8a4p-12 0x1.48da7b1b53485p-3",
    "sinh": "0x1.c7206c1b753e4p+8 0x1.eb9914d4ac1c8p+8 0x1.6fc71838701e6p+5 0x1.8560fe96e572bp+1",
    "cosh": "0x1.104b648f113a1p+0 0x1.0e0ac6ef9dcbcp-12 0x1.ee4a5002fcc41p-9",
    "tanh": "0x1.9ac41947f5c08p-8 0x1.d88d7550b2826p-2 0x1.fc1df3275d7d8p-9 0x1.8449d79ba2c11p+2",
    "erf": "0x1.6510ffbd4c5b7p-9 0x1.8cb3bbe974aa7p+1 0x1.fd5d9d8c9ef66p-1 0x1.8b2bafdd3c1f8p-1",
    "cbrt": "0x1.565de16629b46p-1 0x1.553c1be6cbe2fp+1 0x1.10b06b76dba8dp+1 0x1.b3502bcc05f08p+1",
    "rsqrt": "0x1.752ba6b1ab340p+1 0x1.019f3185cc078p+0 0x1.ffffffffffffcp+1",
}
_NEAREST = 6381956970095103 * 2.0**797
_LARGE = (_NEAREST, -_NEAREST, 2.0**1023, 1e22, 5319372648326541 * 2.0**200, 2.0**22 + 0.1)
_NEAREST_SINGLE = 16367173 * 2.0**72
_LARGE_SINGLE = (
    _NEAREST_SINGLE,
    -_NEAREST_SINGLE,
    3e38,
    1e22,
    252.89820861816406,
    5210.33154296875,
)
_CHANGES = {
    "log": (2 / 3, 4 / 3, 1.0, 0.5, 2.0),
    "log2": (2 / 3, 4 / 3, 1.0, 0.5, 2.0),
    "log10": (11 / 16, 11 / 8, 4 / 3, 1.0, 10.0),
    "log1p": (0.5, -0.25, -0.625, 2.0**-126, -1 + 2.0**-23),
    "tan": (math.pi / 4, 1024.0, 3 * math.pi / 4, 0.5),
    "asin": (0.5, 1 - 2.0**-23, -0.5),
    "acos": (0.5, 1 - 2.0**-23, -0.5, -1 + 2.0**-23),
    "atan": (0.6, 2.0, -0.6, 2.0**60),
    "tanh": (0.549, 10.0, 9.01, -0.549),
}
_BOUNDS = {"": 2, AFN: 4}
"""Of f64, in units."""
_DIGITS = 700
"""Of pi, for the largest numbers."""
_AROUND = 40
"""How many neighbours of such a number, on either side."""


def _worst(
    name: str, numbers: list[float], dtype: type[np.floating[Any]], flags: str = ""
) -> tuple[float, float]:
    """Return the largest error in units in the last place, and the number at which it is."""
    given = np.array(numbers, dtype)
    found = list[tuple[float, float]]()
    for x, y in zip(map(float, given), run_on(name, given, flags), strict=True):
        exact = exact_value(name, [x])
        if exact is None:  # a pole, or beyond the function's domain
            assert not np.isfinite(y), x.hex()
        else:
            found.append((units_off(float(y), exact, dtype), x))
    return max(found)


@pytest.mark.parametrize("name", _HALF_WAY)
def test_hard_cases_of_f64(name: str) -> None:
    for flags, bound in _BOUNDS.items():
        numbers = [*map(float.fromhex, _HALF_WAY[name].split())]
        error, at = _worst(name, numbers, np.float64, flags)
        assert error <= bound, (flags, at.hex())


@pytest.mark.parametrize("name", ["sin", "cos", "tan"])
def test_large_numbers(name: str) -> None:
    error, at = _worst(name, [*_LARGE_SINGLE], np.float32)
    assert error <= 1, at.hex()
    for flags, bound in _BOUNDS.items():
        error, at = _worst(name, [*_LARGE, *_near_quarters()], np.float64, flags)
        assert error <= bound, (flags, at.hex())


def _near_quarters() -> Iterator[float]:
    """Yield for some exponents the f64 that are nearest to multiples of half of pi."""
    with localcontext(Context(prec=_DIGITS)):
        for exponent in range(-30, 972, 20):
            ratio = Decimal(2) ** (exponent + 1) / pi(_DIGITS)
            before, denominator, rest = 0, 1, ratio % 1
            # Denominators of the continued fraction's convergents.
            while denominator < 1 << 53:
                quotient = int(1 / rest)
                before, denominator, rest = (
                    denominator,
                    quotient * denominator + before,
                    1 / rest - quotient,
                )
            for sign, most in ((1, (1 << 53) - 1), (-1, (1 << 52) + before)):
                yield sign * float(most // before * before) * 2.0**exponent


@pytest.mark.parametrize("name", _CHANGES)
def test_f32_where_formulas_change(name: str) -> None:
    numbers = list[float]()
    for middle in np.array(_CHANGES[name], np.float32):
        bits = int(middle.view(np.uint32))
        near = np.arange(bits - _AROUND, bits + _AROUND, dtype=np.uint32).view(np.float32)
        numbers += [float(x) for x in near if x and abs(x) != 1]
    error, at = _worst(name, numbers, np.float32)
    assert error <= 1, at.hex()
