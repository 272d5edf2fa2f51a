"""By what an index grows where a name grows by 1."""

from __future__ import annotations

import itertools

import pytest

from pad_mlir.index.expr import Expr, lift, rebuild, select, var
from pad_mlir.passes.index_arithmetic.carried_quotients import factor_of

X, M, N = var("x"), var("m"), var("n")


@pytest.mark.parametrize(
    ("expr", "wanted"),
    [
        (lift(7), lift(0)),
        (N, lift(0)),
        (M // N, lift(0)),
        (X, lift(1)),
        (3 * X + N, lift(3)),
        (N * X + M, N),
        (X * N + M * X, N + M),
        ((X + M) * N, N),
        (M * (N * X), M * N),
        (X - 2 * X, lift(-1)),
        (X * X, None),
        ((X + 1) * (X + N), None),
        (X // 2, None),
        (X % 2, None),
        (N + X // M, None),
        (N * (X % M), None),
        (rebuild("min", (X, N)), None),
        (select(X < 3, X, N), None),
    ],
    ids=str,
)
def test_factors(expr: Expr, wanted: Expr | None) -> None:
    found = factor_of(expr, "x")
    for x, m, n in itertools.product(range(-3, 4), (-2, 1, 3), (-1, 2)):
        if found is not None:
            here, later = ({"x": k, "m": m, "n": n} for k in (x, x + 1))
            assert expr.evaluate(later) - expr.evaluate(here) == found.evaluate(here)
            assert wanted is not None
            assert found.evaluate(here) == wanted.evaluate(here)
    assert (found is None) == (wanted is None)
