"""Sums of products of names."""

import itertools

import pytest

from pad_mlir.index.expr import var
from pad_mlir.index.nonlinear.polynomials import Polynomial, constant, plus, times, written
from pad_mlir.index.sets.engine import GaveUp

X, Y = var("x"), var("y")


def value(polynomial: Polynomial, x: int, y: int) -> int:
    return int(written(polynomial).evaluate({"x": x, "y": y}))


def test_sums_and_products_are_those_of_their_values() -> None:
    left: Polynomial = {(): 2, (X,): 1, (X, Y): -1}
    right: Polynomial = {(): -3, (Y,): 1}
    for x, y in itertools.product(range(-3, 4), repeat=2):
        a, b = value(left, x, y), value(right, x, y)
        assert value(times(left, right), x, y) == a * b
        assert value(plus(left, right, -2), x, y) == a - 2 * b


def test_terms_that_cancel_go() -> None:
    assert times({(X,): 1, (Y,): 1}, {(X,): 1, (Y,): -1}) == {(X, X): 1, (Y, Y): -1}
    assert plus({(X,): 1}, {(X,): 1}, -1) == {}


def test_too_many_factors_are_refused() -> None:
    with pytest.raises(GaveUp):
        times({(X,) * 20: 1}, {(Y,) * 20: 1})


@pytest.mark.parametrize(
    ("polynomial", "wanted"), [({}, 0), ({(): 3}, 3), ({(): 3, (X,): 1}, None), ({(X,): 1}, None)]
)
def test_a_constant_has_no_names(polynomial: Polynomial, wanted: int | None) -> None:
    assert constant(polynomial) == wanted
