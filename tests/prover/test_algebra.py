"""The canonical form of products of names and of divisions by them: equal where facts say so."""

from __future__ import annotations

import itertools

import pytest

from pad_mlir.index.expr import TRUE, Expr, all_of, eq, ne, select, var
from pad_mlir.index.nonlinear.polynomials import Polynomial
from pad_mlir.index.nonlinear.products import Products
from pad_mlir.index.sets.engine import GaveUp, NotAffine

X, Y, M, N = map(var, "xymn")
POSITIVE = (M > 0) & (N > 0)
ZERO = X - X  # not folded


def _below(index: Expr, end: int | Expr) -> Expr:
    return all_of([POSITIVE, index >= 0, index < end])


@pytest.mark.parametrize(
    ("facts", "one", "other"),
    [
        # sums and products
        (TRUE, M * (X + Y) - N * X, Y * M + X * (M - N)),
        (TRUE, N * (X % 4) + 4 * N * (X // 4), N * X),
        (TRUE, (X % 4) * N + 4 * N * (X // 4), N * X),
        (TRUE, (ZERO + 4) * (X % 4), (X % 4) * 4),
        (TRUE, (ZERO + 4) // 1 * X, 4 * X),
        # choices: their conditions are canonical, too
        (TRUE, select(X * N < 0, X * M, Y), select(N * X < 0, M * X, Y)),
        (TRUE, select(~((X * N < 0) & (Y < 3)), X, Y), select(~((N * X < 0) & (Y < 3)), X, Y)),
        # divisions by constants
        (TRUE, X // (ZERO + 1), X),
        (TRUE, (M * N) // (ZERO + 1), M * N),
        (TRUE, (4 * N * X + Y) // 4, N * X + Y // 4),
        (TRUE, (4 * N * X + Y) % 4, Y % 4),
        (POSITIVE, (X // N + Y) // 4, (X + N * Y) // (4 * N)),
        # by names
        (ne(N, 0), (N * X) // N, X),
        (POSITIVE, X // -N, -X // N),
        (POSITIVE, X % -N, -(-X % N)),
        (POSITIVE, (N * X + Y) // N, X + Y // N),
        (_below(Y, N), (N * X + Y) // N, X),
        (_below(Y, N), (N * X + Y) % N, Y),
        (POSITIVE, (N * X) // (N * M), X // M),
        (POSITIVE, (2 * X) // (2 * M + 2 * N), X // (M + N)),
        (POSITIVE, (X // N + Y) // M, (X + N * Y) // (N * M)),
        (POSITIVE, X // N // M, X // (M * N)),
        # blocks of a divisor
        (_below(Y, N), (N * X + Y) // (N * M), X // M),
        (_below(Y, N), (N * X + Y) // (2 * N * M), X // (2 * M)),
        (_below(Y, 4), (4 * X + Y) // (8 * M), X // (2 * M)),
        (_below(Y, 2), (2 * X + Y) // (4 * M), X // (2 * M)),
        (_below(Y, 3), (3 * X + Y) // (6 * M), X // (2 * M)),
        (_below(Y, 2 * M), (2 * M * X + Y) // (4 * M), X // 2),
        (_below(Y, 1365 * M), (1365 * M * X + Y) // (4095 * M), X // 3),
    ],
    ids=str,
)
def test_equal_forms(facts: Expr, one: Expr, other: Expr) -> None:
    assert Products(facts).polynomial(one) == Products(facts).polynomial(other)
    for x, y, m, n in itertools.product(range(-5, 6), range(-3, 4), (-2, 1, 3), (-3, -1, 2)):
        values = {"x": x, "y": y, "m": m, "n": n}
        if facts.evaluate(values):
            assert one.evaluate(values) == other.evaluate(values), values


@pytest.mark.parametrize(
    ("facts", "one", "other"),
    [
        (TRUE, (N * X) // N, X),  # n may be 0
        (N >= 0, (N * X) // N, X),
        (POSITIVE, (N * X + Y) // N, X),
        (POSITIVE, (N * X + Y) // (N * M), X // M),
        (_below(Y, 5), (4 * X + Y) // (8 * M), X // (2 * M)),
        (POSITIVE, (2 * (X // N) + Y) // M, (X + N * Y) // (N * M)),
        (TRUE, X // N // M, X // (M * N)),  # -1 // -2 // -2 is -1
        # numbers from 4096 on are not taken apart
        (_below(Y, 2048 * M), (2048 * M * X + Y) // (4096 * M), X // 2),
        (_below(Y, 2048 * M), (2048 * M * X + Y) // (6144 * M), X // 3),
    ],
    ids=str,
)
def test_other_forms(facts: Expr, one: Expr, other: Expr) -> None:
    assert Products(facts).polynomial(one) != Products(facts).polynomial(other)


@pytest.mark.parametrize(
    ("expr", "wanted"),
    [
        (ZERO, {}),
        (M * N * X - 2 * X * X, {(M, N, X): 1, (X, X): -2}),
        (4 * (X % 4), {(X % 4,): 4}),
        # what isl understands is left to it
        ((X + 4 * Y) // 4, {((X + 4 * Y) // 4,): 1}),
        ((X + 4 * Y + 1) // 4, {((X + 4 * Y + 1) // 4,): 1}),
        ((X + 4 * Y) % 4, {((X + 4 * Y) % 4,): 1}),
    ],
    ids=str,
)
def test_forms(expr: Expr, wanted: Polynomial) -> None:
    assert Products(TRUE).polynomial(expr) == wanted


@pytest.mark.parametrize(
    ("expr", "wanted"),
    [(X // ZERO, GaveUp), (X % ZERO, GaveUp), (X < 3, NotAffine), (eq(X, Y), NotAffine)],
    ids=str,
)
def test_no_form(expr: Expr, wanted: type[Exception]) -> None:
    with pytest.raises(wanted):
        Products(TRUE).polynomial(expr)
