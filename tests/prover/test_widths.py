"""Values that may be computed in iN, and others that may not, although they are equal."""

from __future__ import annotations

import pytest

from pad_mlir.index.expr import TRUE, all_of, var, within
from pad_mlir.index.queries.conditions import Proven, Refuted, implies
from pad_mlir.index.queries.integer_widths import fits, representable

from .text import parse

X = var("x")
SIZES = all_of([within(var(size) - 1, 60_000) for size in ("d0", "d1", "d2")])
I32 = SIZES & representable(X, 32)


@pytest.mark.parametrize(
    ("text", "bits", "expected"),
    [
        # Equal, but only one of them does not wrap.
        ("x // d2 // d1 < d0", 32, True),
        ("x < d0*d1*d2", 32, False),
        ("x < d0*d1*d2", 64, True),
        # Whatever the value of the whole, its parts have to fit.
        ("x * 2 // 2", 32, False),
        ("x // 2 * 2", 32, True),
        ("(x + 1) % 4", 32, False),
        ("x % 4 + 1", 32, True),
        ("min(x + 1, 7)", 32, False),
        ("min(x, 7) + 1", 32, True),
        ("select(x < 7, x, 7) + 1", 32, True),
        ("select(x + 1 < 7, x, 7)", 32, False),
        ("not (x < 3 and x + 1 < 4)", 32, False),
        ("not (x < 3 and x - 3 < 4 - 1)", 33, True),
        # The only quotient that is too large.
        ("x // -1", 32, False),
        ("x // -1", 33, True),
        ("2147483647", 32, True),
        ("2147483648", 32, False),
        ("x == -2147483648", 32, True),
        ("y + 0 * x", 64, False),
    ],
)
def test_fits(text: str, bits: int, expected: bool) -> None:
    assert fits(parse(text), bits, I32) is expected


def test_a_bound_makes_it_fit() -> None:
    doubled = X * 2
    assert not fits(doubled, 8, representable(X, 8))
    assert fits(doubled, 8, within(X + 64, 128))
    assert not fits(doubled, 8, within(X + 64, 129))


def test_an_unbounded_name_fits_nowhere() -> None:
    assert not fits(X, 64, TRUE)
    assert fits(X, 64, representable(X, 64))


def test_the_range_of_a_type_is_a_fact() -> None:
    byte = representable(X, 8)
    assert implies(byte, parse("-128 <= x <= 127")) == Proven()
    assert implies(parse("-128 <= x <= 127"), byte) == Proven()
    assert implies(byte, parse("-x <= 127")) == Refuted({"x": -128})
