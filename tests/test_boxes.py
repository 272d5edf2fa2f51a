"""Ranges of names hold at each point, and are enough for accesses in bounds."""

from __future__ import annotations

from itertools import product

import pytest

from pad_mlir.index.boxes import (
    as_box,
    has_no_ends,
    interval_of,
    is_below_a_size,
    is_free,
    is_solid,
    is_somewhere_fast_path,
    surely,
    without_decided_choices,
    without_refuted_arms,
)
from pad_mlir.index.comparisons import vary_apart
from pad_mlir.index.connected import components, names_in, without_definitions
from pad_mlir.index.expr import (
    FALSE,
    TRUE,
    Expr,
    all_of,
    conjuncts,
    eq,
    lift,
    rebuild,
    select,
    var,
    within,
)
from pad_mlir.index.queries.conditions import bounds
from pad_mlir.index.simplify import forms
from pad_mlir.index.simplify.forms import simplify_index

X, Y, Z, FREE = var("x"), var("y"), var("z"), var("free")
BOX = all_of([X >= -3, X < 4, Y > 0, Y <= 5])
POINTS = [{"x": x, "y": y} for x, y in product(range(-3, 4), range(1, 6))]
INDICES = [
    X * 3 + Y - 2,
    X * -2 + Y,
    X // 2 + Y,
    (X - 7) // -2,
    X % 4,
    (X + Y) % -3,
    lift(2) - X - Y,
    X * Y,
]


@pytest.mark.parametrize("index", INDICES, ids=str)
def test_a_bound_is_shown_only_where_it_holds(index: Expr):
    values = [index.evaluate(point) for point in POINTS]
    for bound in range(-40, 41):
        goals = (index < bound, index <= bound, index > bound, index >= bound)
        truths = (
            max(values) < bound,
            max(values) <= bound,
            min(values) > bound,
            min(values) >= bound,
        )
        for goal, truth in zip(goals, truths, strict=True):
            assert truth or not surely(BOX, goal)


@pytest.mark.parametrize(
    ("index", "told"),
    [
        (FREE, True),
        ((FREE + 7) // 8 * 8 + X, True),
        ((X - FREE) // -2, True),
        (rebuild("min", (FREE + 1, FREE * 2)) + Y, True),
        (FREE % 4, False),
        (rebuild("max", (FREE, X)), False),
        (FREE - FREE // 2 * 2, False),
        (FREE * 2 - (FREE + X), False),
        (FREE * X, False),
        (FREE * 0 + X, False),
        (X + Y, False),
    ],
    ids=str,
)
def test_a_name_that_nothing_is_said_of_has_no_ends(index: Expr, told: bool):
    assert has_no_ends(index, BOX) == told
    assert not told or bounds(index + 0 * FREE, BOX & (FREE >= FREE - 1)) == (None, None)


@pytest.mark.parametrize(
    ("index", "extent"), [(X + 3, 7), (X * 5 + Y + 14, 35), ((X + 3) // 4, 2), (Y % 4, 4)], ids=str
)
def test_an_access_in_bounds_is_shown(index: Expr, extent: int):
    assert surely(BOX, within(index, extent))


def test_nothing_is_shown_of_what_has_no_range():
    assert not surely(BOX, X + FREE < 10)
    assert not surely(TRUE, X >= 0)
    assert not surely((X >= 0) | (Y >= 0), X >= 0)
    assert not surely(BOX, X * FREE < 10)


def test_what_never_holds_implies_anything():
    lane, other = var("lane"), var("other")
    lanes = within(lane, 16) & within(other, 16)
    assert surely(lanes & eq(FREE + lane, FREE + 16 + other), FALSE)
    assert not surely(lanes & eq(FREE + lane, FREE + 15 + other), FALSE)
    assert not surely(lanes & eq(lane // FREE, lane // FREE + 1), FALSE)


@pytest.mark.parametrize("index", INDICES, ids=str)
def test_equal_values_are_not_apart(index: Expr):
    values = {index.evaluate(point) for point in POINTS}
    for value in range(-40, 41):
        assert value not in values or not surely(BOX & eq(index, value), FALSE)


@pytest.mark.parametrize("tie", [X < Y, eq(X, Y * 4), X + Y < 7, (X > 2) | (Y > 2)], ids=str)
def test_a_name_is_free_until_another_is_tied_to_it(tie: Expr):
    assert is_free(X, BOX)
    assert not is_free(X, BOX & tie)


@pytest.mark.parametrize(
    ("context", "form"),
    [
        (within(X, 9), X // 4),
        (within(X, 4), lift(0)),
        (within(X, 9) & within(Y, 3) & (X >= Y * 4) & (X < Y * 4 + 4), Y),
    ],
    ids=str,
)
def test_a_quotient_stays_only_where_nothing_gives_it(context: Expr, form: Expr):
    assert simplify_index(X // 4, context) == form


def test_a_box_is_what_bounds_names_at_both_ends():
    assert as_box(BOX) == {"x": (-3, 3), "y": (1, 5)}
    assert as_box(BOX & eq(X, 2)) == {"x": (2, 2), "y": (1, 5)}
    assert as_box(TRUE) == {}
    for context in (FALSE, X >= 0, BOX & (X > 3), BOX & (X < Y), BOX | (X < 4)):
        assert as_box(context) is None


@pytest.mark.parametrize(
    ("context", "solid"),
    [
        (BOX, True),
        (BOX & (X + Y > 0) & (X - Y < 9), True),
        (BOX & (X % 2 >= 0), True),
        (TRUE, True),
        (FALSE, False),
        (X >= 0, True),
        (X - 1 >= 0, True),
        (X + Y >= 3, True),
        (BOX & (FREE + X - 15 >= 0) & (FREE <= 65550 - X), True),
        (BOX & (FREE + X >= 3) & (FREE + X <= 3), False),
        ((X >= 10**400) & (X >= Y) & (X <= Y), False),
        (BOX & eq(X, Y), False),
        (BOX & (X <= Y) & (Y <= X), False),
        (BOX & (X < -2), False),
        (BOX & (X > 3), False),
        (BOX & (X + Y >= 8), False),  # the last corner only
    ],
    ids=str,
)
def test_only_a_context_that_holds_around_a_point_is_solid(context: Expr, solid: bool):
    assert is_solid(context, names_in(context)) == solid


def test_a_name_that_is_tied_to_none_asked_for_may_have_one_value():
    context = BOX & within(FREE, 1)
    assert is_solid(context, names_in(X))
    assert not is_solid(context, names_in(X + FREE))
    assert not is_solid(context & (X + FREE >= -9), names_in(X))
    assert not is_solid(context & (FREE > 2), names_in(X))


N, PLACE, SIZE = var("n"), var("i"), var("e")
SMALL = [{"n": n, "i": i, "e": e} for n, i, e in product(range(-3, 9), range(-3, 9), range(-4, 12))]
TIES = [
    (PLACE >= 0) & (PLACE < N),
    (PLACE >= 0) & (PLACE < N * 2) & eq(SIZE, N),
    (PLACE >= 0) & (PLACE <= N // 3 - 1),
    (PLACE >= 1) & (N > PLACE * 2 + 1),
    (PLACE >= 0) & (PLACE < SIZE) & eq(SIZE * 2, N),
    (PLACE >= 0) & (PLACE < SIZE) & eq(SIZE + N, 8),
    (PLACE <= 3) & (N - PLACE <= 0),
    N >= 0,
    TRUE,
]
CHOICES = [
    Expr("min", (N + 1, N * 2)),
    Expr("max", (N, PLACE)),
    Expr("min", (N - 1, PLACE * 2)) + Expr("max", (lift(3), N)),
    select(N > 0, N // 2, lift(7)),
    Expr("max", (Expr("min", (N, lift(4))), lift(0))),
]


@pytest.mark.parametrize("tie", TIES, ids=str)
@pytest.mark.parametrize("choice", CHOICES, ids=str)
def test_without_its_decided_choices_an_index_has_the_same_value(choice: Expr, tie: Expr):
    form = without_decided_choices(choice, tie)
    assert all(form.evaluate(p) == choice.evaluate(p) for p in SMALL if tie.evaluate(p))


@pytest.mark.parametrize("tie", TIES[:6], ids=str)
def test_a_size_that_a_loop_is_below_decides_a_choice(tie: Expr):
    least = min(p["n"] for p in SMALL if tie.evaluate(p))
    decided = without_decided_choices(Expr("min", (N + 1, N * 2)), tie)
    assert (decided == N + 1) == (least >= 1 and "e + n" not in str(tie))


def test_a_choice_by_the_other_arm_is_not_decided():
    choice = Expr("min", (N + 1, N * 2))
    assert without_decided_choices(choice, N >= 0) == choice
    assert without_decided_choices(choice, N <= 0) == N * 2


def test_components_have_no_name_in_common():
    parts = [X >= 0, Y < N, PLACE < 3, X < SIZE, eq(N, 4), lift(0) < X]
    assert components(all_of(parts)) == (
        all_of([parts[0], parts[3], parts[5]]),
        all_of([parts[1], parts[4]]),
        parts[2],
    )
    assert components(TRUE) == ()
    tied = all_of([*parts, Y + X < 5])
    assert set(conjuncts(components(tied)[0])) == {*conjuncts(tied)} - {PLACE < 3}


def test_ranges_that_are_not_empty_hold_somewhere():
    assert is_somewhere_fast_path(BOX & (FREE > 3))
    assert not is_somewhere_fast_path(BOX & (X > 7))
    assert not is_somewhere_fast_path(BOX & (X < Y))


@pytest.mark.parametrize(
    ("context", "below"),
    [
        ((X >= 0) & (X < Y), True),
        ((X >= 3) & (X < Y) & (Y >= 0), True),
        ((X >= 0) & (X < Y) & (X < Z) & (Z > 4), True),
        ((X >= 0) & (X < Y) & (Z >= 0) & (Z < Y), True),
        ((X >= 0) & (X < Y) & (Y < 9), False),
        ((X >= 0) & (X < Y) & (Y < Z), False),
        ((X >= 0) & (X < Y) & eq(Y, 2 * Z), False),
        ((X >= 0) & (X < Y) & (X + Z < 5), False),
        ((X >= 0) & (X < Y + 1), False),
        ((X >= 0) & (Y < X), False),
        ((X >= 0) & (X < Y) & eq(X % 2, 0), False),
        ((X >= 0) & ((X < Y) | (X < Z)), False),
        ((X >= 0) & ~((X < Y) & (X < Z)), False),
    ],
    ids=str,
)
def test_a_name_below_sizes(context: Expr, below: bool):
    assert is_below_a_size(X, context) == below


def _says_nothing(*_: object) -> bool:
    return False


@pytest.mark.parametrize("index", [X // 16, X % 2, (X + 15) // 16, (X + 1) % 2], ids=str)
def test_what_is_below_a_size_stays_divided(index: Expr, monkeypatch: pytest.MonkeyPatch):
    simplify_index.cache_clear()
    context = (X >= 0) & (X < Y)
    with monkeypatch.context() as patched:
        patched.setattr(forms, "question", None)
        assert simplify_index(index, context) == index
    simplify_index.cache_clear()
    monkeypatch.setattr(forms, "is_below_a_size", _says_nothing)
    assert simplify_index(index, context) == index


SIZES = (N >= 0) & eq(SIZE, (N + 2) * 2) & eq(N % 2, 0)
"""Of an even size, and one in memory that it gives."""
APART = [
    ((X >= 0) & (X < N) & within(Y, 3), True),
    ((X >= 0) & (X < N) & within(Y, 3) & (X + Y - 1 >= 0) & (N - X - Y >= 0), True),
    ((X >= 0) & (X < N) & within(Y, 3) & eq(X, Y * 2), False),
    ((X >= 0) & (X < N) & within(Y, 1), False),
    ((X >= 0) & (X < N) & (Y >= 0) & eq(X + Y, N), False),
    ((X >= 0) & (X < N) & within(Y, 3) & eq(X % 2, 0), False),
]


@pytest.mark.parametrize(("loops", "apart"), APART, ids=str)
def test_names_that_vary_apart(loops: Expr, apart: bool, monkeypatch: pytest.MonkeyPatch):
    assert vary_apart(SIZES & loops, names_in(X + Y)) == apart
    if apart:
        simplify_index.cache_clear()
        monkeypatch.setattr(forms, "question", None)
        assert simplify_index(X * 2 + Y, SIZES & loops) == X * 2 + Y


@pytest.mark.parametrize("choice", CHOICES[:2], ids=str)
def test_a_choice_has_the_range_of_its_arms(choice: Expr):
    context = all_of([N >= -1, N <= 6, PLACE >= 0, PLACE < 3])
    values = [choice.evaluate(p) for p in SMALL if context.evaluate(p)]
    assert interval_of(choice, context) == (min(values), max(values))
    assert interval_of(choice, TRUE) == (None, None)


PADDED = 2 * ((Expr("min", (N + 1, N * 2)) + 1) // 2)
"""The rows of `n` and a border, in pairs, or none where `n` is 0."""


@pytest.mark.parametrize(
    ("comparison", "context", "taken"),
    [
        (X < PADDED, X >= 0, N + 1 <= N * 2),
        (X < PADDED, all_of([X >= 0, N >= 0]), N + 1 <= N * 2),
        (PADDED > X * 2, X >= 0, N + 1 <= N * 2),
        (Expr("max", (N, 4 - N)) > X, X >= 5, None),
        (X < PADDED, X >= -1, None),
        (X < PADDED, Y >= 0, None),
        (select(N <= 3, N * 2 - 8, N) > X, X >= 0, N > 3),
        (select(all_of([N <= 3, Y < 0]), N * 2 - 8, N) > X, X >= 0, None),
    ],
    ids=str,
)
def test_an_arm_with_which_a_comparison_fails_is_not_taken(
    comparison: Expr, context: Expr, taken: Expr | None
):
    found = without_refuted_arms(comparison, context)
    if taken is None:
        assert found == comparison
    else:
        assert found != comparison
        assert taken in conjuncts(found)
    for x, y, n in product(range(-3, 9), range(-2, 3), range(-3, 9)):
        point = {"x": x, "y": y, "n": n}
        if context.evaluate(point):
            assert bool(found.evaluate(point)) == bool(comparison.evaluate(point)), point


DEFINED = eq(Y, X * 2 + N // 3)


@pytest.mark.parametrize(
    ("condition", "left"),
    [
        (all_of([X >= 0, DEFINED]), X >= 0),
        (all_of([X >= 0, eq(X * 2, Y)]), X >= 0),
        (all_of([DEFINED, Y >= 1]), None),
        (all_of([X >= 0, DEFINED, eq(Z, Y)]), X >= 0),
        (all_of([X >= 0, eq(Y, X // N)]), None),
        (all_of([X >= 0, eq(Y, X + Y // 2)]), None),
        (all_of([X >= 0, eq(Y * 2, X)]), None),
        (DEFINED, TRUE),
        (X >= 0, X >= 0),
    ],
    ids=str,
)
def test_a_name_that_is_only_defined_says_nothing(condition: Expr, left: Expr | None):
    assert without_definitions(condition) == (condition if left is None else left)
