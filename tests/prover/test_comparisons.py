"""What comparisons show when they are added up, and what single points refute, isl says too."""

from __future__ import annotations

import random

import pytest

from pad_mlir.index.comparisons import (
    follows,
    is_refuted_at_ends,
    is_refuted_fast_path,
    is_said,
)
from pad_mlir.index.expr import FALSE, Expr, all_of, eq, rebuild, var, within
from pad_mlir.index.sets.engine import engine, question

from .text import parse

CASES = 400
I, J, K, N, M, E = map(var, "ijknme")  # noqa: E741
FACTS = [
    within(I, N),
    within(J, 3),
    within(K, 16),
    within(J, M),
    N >= 0,
    M >= 1,
    eq(N % 4, 0),
    eq(K % 8, 0),
    eq((I - 8 * (N // 8)) % 2, 0),
    eq((J - rebuild("max", (var("zero") * 0, 4 * K))) % 4, 0),
    I < 8 * (N // 8),
    I < 12 * (4 * (N // 4) // 12),
    I >= 8 * (N // 8),
    I + J - 1 >= 0,
    N - I - J >= 0,
    eq(E, 2 * ((rebuild("min", (N + 1, 2 * N)) + 1) // 2)),
    eq(M, (N + 7) // 8),
    eq(2 * M, N),
    K < N - 16 * J,
    I <= 2 * M + 3 * J,
    I < (M + 15) // -16,
    (I < J) | (I > K),
]
GOALS = [
    N - I - 1 >= 0,
    E - I - J - 1 >= 0,
    E >= N,
    K <= 8,
    8 * ((N + 7) // 8) - I - 8 >= 0,
    8 * M - I - 1 >= 0,
    16 * ((N + 15) // 16) - I - 1 >= 0,
    I < 16 * J + K,
    eq(N % 2, 0),
    eq(8 * ((M + 7) // 8) % 4, 0),
    eq(I % 2, 0),
    eq(E, N),
    M > J,
    I // 4 < (N + 3) // 4,
    N > 16 * J + K,
    FALSE,
]


def holds_by_isl(context: Expr, goal: Expr) -> bool:
    with question():
        return engine().part(engine().set(context), ~goal).is_empty()


def test_random_questions() -> None:
    chosen = random.Random(5)
    shown = refuted = 0
    for _ in range(CASES):
        context = all_of(chosen.sample(FACTS, chosen.randint(1, 7)))
        for goal in chosen.sample(GOALS, 4):
            found, away = follows(context, goal), is_refuted_fast_path(context, goal)
            shown, refuted = shown + found, refuted + away
            if found or away:
                assert holds_by_isl(context, goal) == found, (str(context), str(goal))
            assert found or not is_said(context, goal), (str(context), str(goal))
            assert away or not is_refuted_at_ends(context, goal), (str(context), str(goal))
    assert shown > CASES / 4
    assert refuted > CASES / 4


@pytest.mark.parametrize(
    ("context", "goal"),
    [
        ("i < n", "n - i - 1 >= 0"),
        ("i < n", "i <= n"),
        ("i < 6*(n // 6) and i % 6 == 0", "n - i - 6 >= 0"),
        (
            "n >= 0 and i < 16*(8*((n + 7) // 8) // 16) and i % 16 == 0",
            "8*((n + 7) // 8) >= i + 16",
        ),
        (
            "n >= 0 and i < 48*(16*(8*((n + 7) // 8) // 16) // 48) and i % 48 == 0",
            "8*((n + 7) // 8) >= i + 48",
        ),
        ("k >= 0 and k < 16 and k % 8 == 0", "8 - k >= 0"),
        (
            "i >= 0 and i < n and j >= 0 and j < 3 and n % 2 == 0"
            " and e == 2*((min(n + 1, 2*n) + 1) // 2)",
            "e - i - j >= 0",
        ),
        (
            "n >= 0 and i < 8*(n // 8) and (i - max(0, 16*(n // 16))) % 8 == 0",
            "n - i - 8 >= 0",
        ),
        ("2*i <= n and n <= 3*j and j <= 5", "i <= 8"),
        ("n % 8 == 0", "(3*n + 16) % 4 == 0"),
        ("true", "8*((n + 7) // 8) % 8 == 0"),
        ("i * j < n", "i * j + 1 <= n"),
        ("i == n and j == n", "i == j"),
        ("i < n", "j < 0 or i <= n"),
    ],
)
def test_what_follows(context: str, goal: str) -> None:
    assert follows(parse(context), parse(goal))


@pytest.mark.parametrize(
    ("context", "goal"),
    [
        ("i < n", "i < n - 1"),
        ("i < 6*(n // 6)", "n - i - 6 >= 0"),
        ("k >= 0 and k < 16 and k % 8 == 1", "8 - k >= 0"),
        ("n % 8 == 0", "n % 16 == 0"),
        ("n % 8 == 0", "(n + 1) % 8 == 0"),
        ("i // m < n", "i // m <= n"),  # any value, each time, where m is 0
        ("i < n or i < m", "i < n + m"),
        ("i < n", "i < m or j < n"),
        ("i != n", "i < n"),
        ("n % m == 0", "n % m >= 0"),
    ],
)
def test_what_does_not_follow(context: str, goal: str) -> None:
    assert not follows(parse(context), parse(goal))


@pytest.mark.parametrize(
    ("context", "goal", "told"),
    [
        ("i >= 0 and i < n", "i >= 0 and i + 1 <= n", True),
        ("i < 8 * (n // 8) and j < m", "8 * (n // 8) - i >= 0", True),
        ("i == n", "n + 2 > i", True),
        ("i < n and i < n - 3", "i + 4 <= n", True),
        ("i < n", "i + 2 <= n", False),
        ("i < n and j < m", "i + j < n + m", False),
        ("i < n or i < m", "i < n", False),
        ("i // m < n", "i // m <= n", False),  # any value, each time, where m is 0
        ("i != n", "i != n", False),
    ],
)
def test_what_one_comparison_says(context: str, goal: str, told: bool) -> None:
    assert is_said(parse(context), parse(goal)) == told


def test_what_a_point_refutes() -> None:
    known = (N >= 0) & within(I, N) & eq(N % 2, 0) & eq(E, 2 * ((N + 1) // 2))
    assert is_refuted_fast_path(known, eq(N % 4, 0))
    assert is_refuted_fast_path(known, E > N)
    assert is_refuted_fast_path(known, FALSE)
    assert not is_refuted_fast_path(known, E >= N)
    assert not is_refuted_fast_path(known & (I > N), eq(N % 4, 0))
    assert not is_refuted_fast_path(eq(M, 0) & (N > 5), eq(N // M, 0))
    halves = (N >= 0) & (M >= 0) & eq(2 * M, N) & eq(E, 2 * ((N + 1) // 2))
    assert is_refuted_fast_path(halves, eq(M % 16, 0))
    assert is_refuted_fast_path(halves, eq(E % 4, 0))
    assert not is_refuted_fast_path(halves, eq(E % 2, 0))
    assert is_refuted_fast_path(eq(N % 2, 0) & (N >= 0) & (M >= 0), eq(2 * M, N))
    ordered = within(I, N) & within(J, N) & within(K, 3) & (I < J) & (J + K - 2 >= 0)
    assert is_refuted_fast_path(ordered, FALSE)
    assert is_refuted_fast_path(within(I, M) & (N >= 0), eq(16 * (N // 16) % 32, 0))
