"""Bounds of products from the bounds of their factors."""

from __future__ import annotations

import pytest

from pad_mlir.index.expr import TRUE
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
    ("facts", "wanted"),
    [
        ("a >= -9 and a <= 0 and b >= 1", (-9, 0)),
        ("a >= -9 and a <= -1 and b >= 1", (-9, -1)),
        ("a >= 3 and a <= 5 and b >= 1", (0, 5)),
        ("a >= 3 and a <= 5 and b >= 0", (None, None)),
    ],
)
def test_quotients(facts: str, wanted: Bounds) -> None:
    assert enclosure(Products(parse(facts)), parse("a // b")) == wanted


@pytest.mark.parametrize(("number", "is_positive"), [(2, True), (1, True), (0, False), (-1, False)])
def test_positive_numbers(number: int, is_positive: bool) -> None:
    assert Products(TRUE).positive({(): number} if number else {}) == is_positive


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
