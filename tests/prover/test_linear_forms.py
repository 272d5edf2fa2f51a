"""Conditions with products of names as linear ones, and what follows from quotients by products."""

from __future__ import annotations

import itertools

import pytest

from pad_mlir.index.expr import TRUE, Expr, all_of, eq, select, var
from pad_mlir.index.nonlinear.cases import with_multiples
from pad_mlir.index.nonlinear.products import Products
from pad_mlir.index.queries.conditions import is_implied
from pad_mlir.index.simplify.forms import simplify_index
from pad_mlir.index.simplify.linear_forms import without_products

A, B, M, N = map(var, "abmn")


@pytest.mark.parametrize(
    ("condition", "context", "wanted"),
    [
        (A < 5, TRUE, A < 5),
        (M * A < 5 * M, M > 0, A < 5),
        (M * A < 5 * M, M < 0, A > 5),
        ((M * A < 5 * M) & (M * B >= 2 * M), M > 0, (A < 5) & (B >= 2)),
        ((M * A < 5 * M) | (M * B >= 2 * M), M > 0, (A < 5) | (B >= 2)),
        (M * N * A < 5 * M * N, (M > 0) & (N < 0), A > 5),
        (A // M < 2, M > 0, A < 2 * M),
        # no linear one is found
        (M * A < 5 * B, M > 0, None),
    ],
    ids=str,
)
def test_without_products(condition: Expr, context: Expr, wanted: Expr | None) -> None:
    """As isl takes them, the two are equal; they are so for small numbers, too."""
    found = without_products(condition, context)
    if wanted is None or found is None:
        assert found == wanted
        return
    assert not any(name.startswith("*") for name in found.variables())
    assert is_implied(context & found, wanted)
    assert is_implied(context & wanted, found)
    assert sum(1 for name in found.variables() if name == "m") == sum(
        1 for name in wanted.variables() if name == "m"
    )
    for a, b, m, n in itertools.product(range(-7, 8), range(-1, 4), (-2, 1, 3), (-1, 2)):
        values = {"a": a, "b": b, "m": m, "n": n}
        if context.evaluate(values):
            assert found.evaluate(values) == condition.evaluate(values), values


@pytest.mark.parametrize(
    ("known", "goal"),
    [
        ((M > 0) & (A // M < 4), A // (2 * M) < 2),
        ((M > 0) & (A // M < 9), A // (3 * M) < 3),
        ((M > 0) & (N > 0), N * (A // (M * N)) <= A // M),
        ((M > 0) & (N > 0), A // M < N * (A // (M * N)) + N),
    ],
    ids=str,
)
def test_quotients_by_products(known: Expr, goal: Expr) -> None:
    assert is_implied(known, goal)
    for a, m, n in itertools.product(range(-20, 21), (1, 2, 3), (1, 2, 5)):
        values = {"a": a, "m": m, "n": n}
        assert goal.evaluate(values) or not known.evaluate(values)


@pytest.mark.parametrize(
    ("known", "is_replaced"), [(M > 0, True), (M < 0, True), (TRUE, False), (M >= 0, False)]
)
def test_multiples(known: Expr, is_replaced: bool) -> None:
    """`m * k` for n, unless m may be 0."""
    condition = all_of([known, eq(N % M, 0), N > 3])
    found = with_multiples(condition, Products(condition))
    product = {"n": M * var("*n")}
    assert found == (condition.substitute(product) if is_replaced else condition)


@pytest.mark.parametrize(
    ("choice", "context", "wanted"),
    [
        (select(A < 0, A, B), A >= 0, B),
        (select(A >= 0, A, B), A >= 0, A),
        (select(A < 3, A, B) + A // 4, (A >= 0) & (A < 3), A),
        (select(A < 3, A, B) + A // 4, (A >= 3) & (A < 4), B),
    ],
    ids=str,
)
def test_choices_that_are_decided(choice: Expr, context: Expr, wanted: Expr) -> None:
    assert simplify_index(choice, context) == wanted
