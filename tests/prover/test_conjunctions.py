"""Conjunctions, made for sets of points and made into such, against all points of a box."""

from __future__ import annotations

import random
from itertools import product

from pad_mlir.index.expr import Expr, all_of, any_of, eq, lift, rebuild, var, within
from pad_mlir.index.sets.engine import engine
from pad_mlir.index.simplify.conjunctions import conjunctions

_I, _J = var("i"), var("j")


def _at(i: int, j: int) -> Expr:
    return eq(_I, i) & eq(_J, j)


def test_first_and_last_of_a_box_get_the_form_of_the_rfc() -> None:
    box = engine().set(all_of([within(_I, 4), within(_J, 4)]))
    padding = engine().set(eq(_I, 3) & (_J >= 2))
    assert next(conjunctions(box.subtract(padding), box, ("i", "j"))) == (4 * _I + _J < 14)
    assert next(conjunctions(padding, box, ("i", "j"))) == (4 * _I + _J >= 14)


def test_conjunctions_hold_at_the_points_and_nowhere_else() -> None:
    rng, found = random.Random(7), 0
    cells = list(product(range(-1, 3), range(2, 6)))
    box = engine().set(any_of([_at(*cell) for cell in cells]))
    for _ in range(60):
        first, last = sorted(rng.choices(range(len(cells)), k=2))
        chosen = rng.choice([cells[first : last + 1], rng.sample(cells, 3)])
        points = engine().set(any_of([_at(*cell) for cell in chosen]))
        for form in conjunctions(points, box, ("i", "j")):
            found += 1
            assert box.intersect(engine().set(form)).is_equal(points), f"{form} for {chosen}"
            assert "or" not in str(form)
    assert found > 20


def test_no_condition_decides_its_own_choice() -> None:
    """`x >= max(n - 1, 0)` and `x < n` say that `n >= 1`, which only both together do."""
    points = engine().set((rebuild("max", (_J - 1, lift(0))) <= _I) & (_I < _J))
    assert points.is_equal(engine().set((_I >= _J - 1) & (_I >= 0) & (_I < _J)))


def test_conditions_with_choices_hold_at_the_same_points() -> None:
    """Of what decides a choice, nothing is left out: each conjunction by all points of a box."""
    rng, names = random.Random(11), (_I, _J, var("k"))
    cells = [dict(zip("ijk", cell, strict=True)) for cell in product(range(-2, 3), repeat=3)]
    points_of = [engine().set(all_of(eq(var(n), v) for n, v in cell.items())) for cell in cells]

    def some() -> Expr:
        return rng.choice(names) + rng.randint(-2, 2)

    def side() -> Expr:
        kind, other = rng.choice(["min", "max", ""]), rng.choice([some(), lift(rng.randint(-2, 2))])
        return rebuild(kind, (some(), other)) if kind else some()

    def condition() -> Expr:
        left, right = side(), side()
        return rng.choice([left < right, left >= right, eq(left, right)])

    for _ in range(400):
        wanted = all_of(condition() for _ in range(rng.randint(2, 5)))
        points = engine().set(wanted)
        for cell, its in zip(cells, points_of, strict=True):
            assert wanted.evaluate(cell) != points.is_disjoint(its), f"{wanted} at {cell}"
