"""How many instances dropping a guard adds, by hand."""

from __future__ import annotations

import pytest

from pad_mlir.index.expr import TRUE, Expr, var, within
from pad_mlir.index.sets.waste import Waste

A, B, M, N = map(var, "abmn")
TILED = (N >= 1) & (A >= 0) & (16 * A < N) & within(B, 16)
UNKNOWN = "cannot be counted"


def waste(domain: Expr, condition: Expr) -> Waste:
    return Waste(domain, condition, ["a", "b"], str)


@pytest.mark.parametrize(
    ("domain", "condition", "inserted", "original"),
    [
        (within(A, 16) & within(B, 1), A < 14, 2, 14),
        (within(A, 16) & within(B, 1), A < 16, 0, 16),
        (within(A, 16) & within(B, 1), A < 0, 16, 0),
        (within(A, 4) & within(B, 5), A < 3, 5, 15),
        (within(A, 4) & within(B, 5), (A < 3) & (B < 4), 8, 12),
        (within(A, 4) & within(B, 4), 4 * A + B < 14, 2, 14),
        # a triangle has 1 + 2 + 3 + 4
        (within(A, 4) & (B >= 0) & (B <= A), B < 2, 3, 7),
        (within(A, 4) & (B >= 0) & (B <= A), A < 3, 4, 6),
    ],
)
def test_numbers(domain: Expr, condition: Expr, inserted: int, original: int) -> None:
    found = waste(domain, condition)
    assert (found.inserted, found.original) == (inserted, original)
    assert found.amount() == f"{inserted} instances are added to the original {original}"
    assert (found.refusal(0.5) is None) == (inserted <= original / 2)
    assert found.refusal(float("inf")) is None


@pytest.mark.parametrize(("limit", "is_refused"), [(0.125, True), (1 / 7, False), (0.25, False)])
def test_the_limit_itself_is_allowed(limit: float, is_refused: bool) -> None:
    refusal = waste(within(A, 16) & within(B, 1), A < 14).refusal(limit)
    assert (refusal is not None) == is_refused
    if refusal is not None:
        assert refusal.startswith(
            "overcompute would add 2 instances to 14, more than max-waste=0.1"
        )


@pytest.mark.parametrize(
    ("domain", "condition", "most"),
    [
        # one element in a tile of 16
        (TILED, 16 * A + B < N, 15),
        # eight, or more: as many again
        (TILED, (16 * A + B < N) | (B < 8), 1),
        # of at most two rows of a triangle one element is left out, where there are five
        (within(N - 1, 3) & within(A, N) & (B >= 0) & (B <= A), B < 2, 0.2),
    ],
)
def test_sizes(domain: Expr, condition: Expr, most: float) -> None:
    found = waste(domain, condition)
    assert found.refusal(most) is None
    refusal = found.refusal(most - 0.1)
    assert refusal is not None
    assert UNKNOWN not in refusal


def test_the_size_at_which_too_many_are_added() -> None:
    refusal = waste(TILED, 16 * A + B < N).refusal(14)
    assert refusal is not None
    assert refusal.endswith("as at n = 1")
    assert waste(TILED, 16 * A + B < N).refusal(14, N >= 2) is None


@pytest.mark.parametrize("condition", [N < 4, (N < 4) | (M < 4)])
def test_a_condition_on_sizes_alone(condition: Expr) -> None:
    """Nothing is there before where it does not hold."""
    found = waste(within(A, 8) & within(B, 8) & (N >= 0) & (M >= 0), condition)
    refusal = found.refusal(1000)
    assert refusal is not None
    assert UNKNOWN not in refusal
    assert found.refusal(1000, (N < 4) & (M < 4)) is None


def test_a_triangle_of_any_size_is_not_taken_for_a_square() -> None:
    found = waste(within(A, N) & (B >= 0) & (B <= A), B < 2)
    assert UNKNOWN in found.amount()
    refusal = found.refusal(0.5)
    assert refusal is not None
    assert UNKNOWN in refusal
    assert waste(TRUE & within(A, N) & within(B, N), B < 2).refusal(float("inf")) is None
