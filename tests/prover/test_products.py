"""Sizes are names: goals about their products and quotients, and false ones next to them."""

from __future__ import annotations

import pytest

from pad_mlir.index.expr import TRUE, Expr
from pad_mlir.index.nonlinear import algebra, smt
from pad_mlir.index.nonlinear.polynomials import plus
from pad_mlir.index.nonlinear.products import Products
from pad_mlir.index.queries.conditions import Proven, Refuted, Unknown, bounds, implies
from pad_mlir.index.sets.engine import engine
from pad_mlir.index.simplify.forms import simplify_condition, simplify_index

from .text import parse

POSITIVE = "d0 > 0 and d1 > 0 and d2 > 0"
BLOCKS = f"{POSITIVE} and 0 <= t < 512 and 0 <= b < (d0*d1*d2 + 511) // 512"
GRID = "n > 0 and m > 0 and 0 <= i < n and 0 <= j < m"

# The three conditions of a soft maximum over the last of several axes, and the same in blocks.
EQUIVALENT = [
    (POSITIVE, "x // d2 // d1 < d0", "x < d0*d1*d2"),
    (POSITIVE, "x // d2 < d0*d1", "x < d0*d1*d2"),
    (POSITIVE, "x // d2 // d1 < d0", "x // d2 < d1*d0"),
    (BLOCKS, "(b*512 + t) // d2 // d1 < d0", "b*512 + t < d2*d0*d1"),
    (BLOCKS, "(b*512 + t) // d2 < d0*d1", "b*512 + t < d2*d0*d1"),
    (BLOCKS, "(b*512 + t) // d2 // d1 < d0", "(b*512 + t) // d2 < d0*d1"),
    (f"{POSITIVE} and d3 > 0", "x // d3 // d2 // d1 < d0", "x < d0*d1*d2*d3"),
    (f"{POSITIVE} and d3 > 0", "x // d3 // d2 // d1 < d0", "x // d3 < d0*d1*d2"),
]
PROVEN = {
    "a flat index is in bounds": (GRID, "0 <= i*m + j < n*m"),
    "a flat index of rank 3": (
        "a > 0 and b > 0 and c > 0 and 0 <= i < a and 0 <= j < b and 0 <= k < c",
        "(i*b + j)*c + k < a*b*c",
    ),
    "unflattened quotient": (GRID, "(i*m + j) // m == i"),
    "unflattened rest": (GRID, "(i*m + j) % m == j"),
    "the range of a rest": ("m > 0", "0 <= x % m < m"),
    "a quotient in range": ("n > 0 and m > 0 and 0 <= x < n*m", "0 <= x // m < n"),
    "quotient and rest": ("m > 0", "x // m * m + x % m == x"),
    "a size rounded up": ("n > 0", "(n + 3) // 4 * 4 >= n"),
    "tiles of a rounded size": (
        "n > 0 and 0 <= io < (n + 3) // 4 and 0 <= ii < 4",
        "4*io + ii < (n + 3) // 4 * 4",
    ),
    "division twice": ("a > 0 and b > 0", "x // a // b == x // (a*b)"),
    "a square of post 003": ("n > 0 and 0 <= i < n*n", "0 <= i // n < n and i % n < n"),
    "a square whose size need not be said": ("n >= 0 and 0 <= i < n*n", "i // n < n"),
    "a square": ("True", "a*a >= 0"),
    "a quotient by a sum": ("n > 0 and m > 0 and x >= 0", "x // (n + m) <= x"),
    "monotone": ("c >= 0 and a <= b", "a*c <= b*c"),
    "positive": ("a > 0 and b > 0", "a*b > 0"),
    "strides that do not alias": (
        "s >= m > 0 and n > 0 and 0 <= i < k < n and 0 <= j < m and 0 <= l < m",
        "i*s + j < k*s + l",
    ),
    "a tile of symbolic size": (
        "T > 0 and n > 0 and 0 <= io < (n + T - 1) // T and 0 <= ii < T",
        "io*T + ii < (n + T - 1) // T * T",
    ),
    "a tile that divides": (
        "T > 0 and q > 0 and 0 <= io < q and 0 <= ii < T and n == q*T",
        "io*T + ii < n",
    ),
}
REFUTED = {
    "an index that is too large": (
        "n > 0 and m > 0 and 0 <= i <= n and 0 <= j < m",
        "i*m + j < n*m",
    ),
    "a modulus that may be negative": ("m != 0", "x % m < m"),
    "a rest that is no quotient": ("m > 0 and x > 0", "x % (4*m) == x // m // 4"),
    "strides that alias": (
        "m > 0 and s >= m - 1 and 0 <= i < k and 0 <= j < m and 0 <= l < m",
        "i*s + j < k*s + l",
    ),
    "an index that is negative": (GRID, "i*m - j >= 0"),
    "a tile that does not divide": (
        "T > 0 and n > 0 and 0 <= io < (n + T - 1) // T and 0 <= ii < T",
        "io*T + ii < n",
    ),
    "a factor that may be negative": ("a <= b", "a*c <= b*c"),
    "division twice, the last by what may be negative": (
        "a > 0 and b != 0",
        "x // a // b == x // (a*b) and x // b // a == x // (a*b) and x % b >= 0",
    ),
}


@pytest.mark.parametrize(("context", "one", "other"), EQUIVALENT)
def test_conditions_of_a_flat_index_are_equivalent(context: str, one: str, other: str) -> None:
    for given, goal in ((one, other), (other, one)):
        assert implies(parse(f"{context} and {given}"), parse(goal)) == Proven()


@pytest.mark.parametrize("name", PROVEN)
def test_goal_is_proven(name: str) -> None:
    context, goal = map(parse, PROVEN[name])
    assert implies(context, goal) == Proven()


@pytest.mark.parametrize("name", REFUTED)
def test_goal_is_refuted_at_a_witness(name: str) -> None:
    context, goal = map(parse, REFUTED[name])
    verdict = implies(context, goal)
    assert isinstance(verdict, Refuted)
    witness = dict(verdict.witness)
    assert context.evaluate(witness) is True
    assert goal.evaluate(witness) is False
    assert set(witness) == {*context.variables(), *goal.variables()}


def test_nothing_is_said_of_a_rest_that_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(algebra, "_DEEPEST", 0)
    with engine().budget():
        known = Products(parse("m > 0 and x > 0"))
        quotient, rest = map(known.polynomial, map(parse, ("x // m // 4", "x % (4*m)")))
        assert not known.inside(plus(rest, quotient, -1), {(): 1})


@pytest.mark.parametrize(
    ("given", "goal"),
    [("x < d0*d1*d2", "x // d2 // d1 < d0"), ("x // d2 // d1 < d0", "x < d0*d1*d2")],
)
def test_division_by_what_may_be_zero_is_not_proven(given: str, goal: str) -> None:
    context = parse(f"d0 >= 0 and d1 >= 0 and d2 >= 0 and {given}")
    assert implies(context, parse(goal)) == Unknown("it divides by what may be 0")


def test_most_goals_need_no_z3(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("z3 was asked")

    monkeypatch.setattr(smt, "solution", refuse)
    needs_z3 = (
        "a flat index of rank 3",
        "a square whose size need not be said",
        "a tile of symbolic size",
    )
    for context, one, other in EQUIVALENT:
        for given, goal in ((one, other), (other, one)):
            implies.__wrapped__(parse(f"{context} and {given}"), parse(goal))
    for name, (context, goal) in PROVEN.items():
        if name not in needs_z3:
            implies.__wrapped__(parse(context), parse(goal))


@pytest.mark.parametrize(
    ("context", "condition", "form"),
    [
        (POSITIVE, "x // d2 // d1 < d0 and x < d0*d1*d2", "x < d0 * d1 * d2"),
        (POSITIVE, "d0*d1 > 0 and x < d0", "x < d0"),
        (POSITIVE, "d0*d1 <= 0", "false"),
        (GRID, "(i*m + j) // m < n", "true"),
        (GRID, "(i*m + j) // m >= n or j < 2", "j < 2"),
        # The product may wrap where the quotients do not: it is not brought in.
        (POSITIVE, "x // d2 // d1 < d0", "x // d2 // d1 < d0"),
        # A size of 0 makes a difference.
        ("n >= 0 and m >= 0", "n*m > 0 or n == 0", "n * m > 0 or n == 0"),
    ],
)
def test_conditions_on_products_get_shorter(context: str, condition: str, form: str) -> None:
    assert str(simplify_condition(parse(condition), parse(context))) == form


@pytest.mark.parametrize(
    ("index", "form"),
    [
        ("(i*m + j) // m", "i"),
        ("(i*m + j) % m", "j"),
        ("(i*m + j) // m * m + (i*m + j) % m", "i * m + j"),
        ("(4*i*m + j % 4) // 4", "i * m"),
        ("i*m - m*i + j", "j"),
        ("(i*m + 2*j) // m", "(i * m + 2*j) // m"),
        ("(i*n + j) // n", "(i * n + j) // n"),
    ],
)
def test_indices_with_products_get_shorter(index: str, form: str) -> None:
    context = parse("m > 0 and 0 <= j < m")
    assert str(simplify_index(parse(index), context)) == form


@pytest.mark.parametrize(
    ("context", "index", "expected"),
    [
        ("0 <= x < 6 and 0 <= y < 5", "x*y", (0, 20)),
        ("-3 <= x < 6 and 2 <= y < 5", "x*y", (-12, 20)),
        ("-3 <= x <= 2", "x*x*x*x*x", (-243, 162)),
        ("0 <= x < 100 and d > 0", "x // d", (0, 99)),
        ("-100 <= x <= -7 and d > 0", "x // d", (-100, -1)),
        ("0 <= x < 100 and d >= 0", "x // d", (None, None)),
        ("m > 0", "x % m", (0, None)),
        ("0 < m < 9", "x % m", (0, 7)),
        (GRID, "i*m + j", (0, None)),
    ],
)
def test_bounds_enclose_products(
    context: str, index: str, expected: tuple[int | None, int | None]
) -> None:
    assert bounds(parse(index), parse(context)) == expected


def test_a_product_too_large_to_expand_is_left_alone() -> None:
    names = [f"v{number}" for number in range(12)]
    power = parse(" * ".join(f"({' + '.join(names)})" for _ in range(11)))
    goal: Expr = power >= 0
    assert isinstance(implies(TRUE, goal), Refuted | Unknown)
    assert simplify_condition(goal, TRUE) == goal
    assert bounds(power, TRUE) == (None, None)


def test_z3_stops_at_its_step_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smt, "STEPS", 20_000)
    cubes = parse("x*x*x + y*y*y + z*z*z != 42 or x < 5 or y < 6")
    assert implies.__wrapped__(TRUE, cubes) == Unknown("z3's step limit ran out")


def test_z3_counts_all_its_steps() -> None:
    # By cuts that are not counted it went on for ever.
    assert implies.__wrapped__(TRUE, parse("(2*x + 1)*(2*x + 1) % 8 == 1")) == Proven()
