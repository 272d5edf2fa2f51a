"""A dependence is reversed where one pair of iterations is, whichever way that is found."""

from __future__ import annotations

import random
from itertools import product

import pytest

from pad_mlir.index.expr import Expr, lift, var, within
from pad_mlir.index.queries import dependences
from pad_mlir.index.queries.conditions import Verdict
from pad_mlir.index.queries.dependences import Time, Touch, reversed_dependence

X, Y = var("x"), var("y")
CONDITION = within(X, 5) & within(Y, 4)
POINTS = [{"x": x, "y": y} for x, y in product(range(5), range(4))]
INDICES: list[tuple[Expr, ...] | None] = [
    (X, Y),
    (X,),
    (Y,),
    (X + Y,),
    (X // 2, X % 2),
    (X // 2, Y),
    (lift(0),),
    None,
]
NEW: list[Time] = [
    (X, Y),
    (Y, X),
    (X // 2, X % 2, Y),
    (X // 2, Y, X % 2),
    (X // 2, Y // 2, X % 2, Y % 2),
    (X, X * -1 - Y),
]


def _is_reversed(first: Touch, second: Touch) -> bool:
    def at(exprs: tuple[Expr, ...] | None, point: dict[str, int]) -> tuple[int, ...]:
        return tuple(e.evaluate(point) for e in exprs or ())

    for p, q in product(POINTS, POINTS):
        known = first.index is not None and second.index is not None
        if known and at(first.index, p) != at(second.index, q):
            continue
        if at(first.old, p) < at(second.old, q) and at(first.new, p) >= at(second.new, q):
            return True
    return False


@pytest.mark.parametrize("new", NEW, ids=str)
@pytest.mark.parametrize("places", [(1, 2), (2, 1), (1, 1)])
def test_each_reversed_pair_is_found(new: Time, places: tuple[int, int]):
    for index in INDICES:
        writes = [
            Touch("A", index, True, ("x", "y"), CONDITION, (X, Y, lift(k)), (*new, lift(k)))
            for k in places
        ]
        pairs = product(writes, writes)
        found = reversed_dependence(writes)
        assert (found is not None) == any(_is_reversed(*pair) for pair in pairs), index


@pytest.mark.parametrize(
    ("first", "second", "may_be_one"),
    [(False, False, False), (True, False, False), (False, True, False), (True, True, True)],
)
def test_two_buffers_may_be_one_only_if_both_are_shared(
    first: bool, second: bool, may_be_one: bool
) -> None:
    touches = [
        Touch(name, None, True, ("x", "y"), CONDITION, (X, Y), (Y, X), group=name, shared=shared)
        for name, shared in (("A", first), ("B", second))
    ]
    assert (reversed_dependence(touches) is not None) == may_be_one


def _block(draw: random.Random) -> list[Touch]:
    """A long block: some indices, an order, guards, and places that the order may change."""
    indices = draw.sample([(X, Y), (X // 2, Y), (X, lift(0)), (X - X % 2, Y)], 2)
    new = draw.choice(NEW)
    guards = [CONDITION, CONDITION & (X < 3), CONDITION & (Y >= 2)]
    swapped = draw.sample(range(30), draw.choice([0, 0, 2]))
    places = {k: k for k in range(30)} | dict(zip(swapped, reversed(swapped), strict=True))
    return [
        Touch(
            draw.choice("AB"),
            draw.choice(indices),
            draw.random() < 0.5,
            ("x", "y"),
            draw.choice(guards),
            (X, Y, lift(k)),
            (*new, lift(places[k])),
        )
        for k in range(30)
    ]


@pytest.mark.parametrize("seed", range(12))
def test_kinds_change_no_answer(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    touches = _block(random.Random(seed))
    by_kinds = reversed_dependence(touches)
    monkeypatch.setattr(dependences, "_MANY", len(touches) + 1)
    one_by_one = reversed_dependence(touches)
    assert (by_kinds is None) == (one_by_one is None)
    if by_kinds is not None and one_by_one is not None:
        assert (by_kinds.first, by_kinds.second) == (one_by_one.first, one_by_one.second)


def test_a_long_block_asks_for_its_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    touches = [
        Touch("A", (X,), True, ("x",), within(X, 64) & (k <= X), (X, lift(k)), (X // 8, lift(k)))
        for k in range(100)
    ]
    asked = list[Expr]()
    implies = dependences.implies

    def counted(premise: Expr, goal: Expr) -> Verdict:
        asked.append(goal)
        return implies(premise, goal)

    monkeypatch.setattr(dependences, "implies", counted)
    assert reversed_dependence(touches) is None
    assert len(asked) == 1
