"""Conjunctions for sets of points of a box, against all points of it."""

from __future__ import annotations

import random
from itertools import product

from pad_mlir.index.expr import Expr, all_of, any_of, eq, var, within
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
