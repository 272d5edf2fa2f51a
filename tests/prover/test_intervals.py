"""Bounds of products, from those of the factors."""

from __future__ import annotations

import pytest

from pad_mlir.index.nonlinear.intervals import Bounds, enclosure, tightest
from pad_mlir.index.nonlinear.products import Products

from .text import parse


@pytest.mark.parametrize(
    ("facts", "wanted"),
    [
        ("a >= 2 and b >= 3", (6, None)),
        ("a <= -2 and b <= -3", (6, None)),
        ("a <= -2 and b >= 3", (None, -6)),
        ("a >= 2 and b <= -3", (None, -6)),
        ("a >= -1 and a <= 4 and b <= -3", (None, None)),
        ("a >= -1 and a <= 4 and b <= 3 and b >= -5", (-20, 12)),
        ("a == 0 and b >= 3", (0, 0)),
        ("a >= 0 and b >= 3", (0, None)),
    ],
)
def test_products(facts: str, wanted: Bounds) -> None:
    assert enclosure(Products(parse(facts)), parse("a * b")) == wanted


@pytest.mark.parametrize(
    ("one", "two", "wanted"),
    [
        ((None, 5), (1, None), (1, 5)),
        ((0, 5), (1, 7), (1, 5)),
        ((None, None), (None, None), (None, None)),
    ],
)
def test_two_enclosures(one: Bounds, two: Bounds, wanted: Bounds) -> None:
    assert tightest(one, two) == wanted
