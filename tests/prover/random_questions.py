"""Conditions, indices and contexts drawn at random, and what enumeration says of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

import numpy as np

from pad_mlir.index.expr import Expr, all_of, any_of, lift, rebuild, select, var, within

_MOST = {1: 40, 2: 12, 3: 8, 4: 6}
"""The largest extent, by rank."""
_LARGEST_SIZE = 5
_COMPARE = ("<", "<=", ">", ">=", "==", "!=")


@dataclass(frozen=True)
class Question:
    """
    A box, facts, and what is asked in them: whether the goal holds, what the index is.

    `ranges` are first and last value of each name, the sizes included.
    """

    ranges: dict[str, tuple[int, int]]
    box: Expr
    facts: Expr
    goal: Expr
    index: Expr

    @property
    def context(self) -> Expr:
        """All that is known."""
        return self.box & self.facts

    @cached_property
    def points(self) -> dict[str, Any]:
        """The values of each name at the points of the context."""
        inside = self.values(self.facts, self.places)
        return {name: values[inside] for name, values in self.places.items()}

    @cached_property
    def places(self) -> dict[str, Any]:
        """The values of each name at the points of the box."""
        axes = [np.arange(low, high + 1) for low, high in self.ranges.values()]
        grids = np.meshgrid(*axes, indexing="ij")
        everywhere = {n: g.ravel() for n, g in zip(self.ranges, grids, strict=True)}
        inside = self.values(self.box, everywhere)
        return {name: values[inside] for name, values in everywhere.items()}

    def values(self, expr: Expr, points: dict[str, Any] | None = None) -> Any:
        """
        The values of the expression at the points (those of the context if none are given), as a
        vector.
        """
        points = self.points if points is None else points
        count = len(next(iter(points.values())))
        return np.broadcast_to(expr.evaluate(points), count)

    def is_possible(self) -> bool:
        """Whether the context has a point."""
        return len(next(iter(self.points.values()))) > 0

    def is_valid(self) -> bool:
        """Whether the goal holds at all points of the context."""
        return bool(self.values(self.goal).all())

    def uses_facts(self) -> bool:
        """Whether the goal fails somewhere in the box."""
        return not self.values(self.goal, self.places).all()


def random_question(seed: int, valid: bool, with_products: bool = False) -> Question:
    """
    A question that can come up, and whose goal is valid or not as asked for.

    Of the valid ones, those of even seeds are so because of the facts.
    """
    rng = Random(seed)
    while True:
        question = _Drawing(rng, with_products).question()
        if not question.is_possible() or question.is_valid() != valid:
            continue
        if not valid or seed % 2 or question.uses_facts():
            return question


class _Drawing:
    def __init__(self, rng: Random, with_products: bool):
        self._rng = rng
        self._with_products = with_products
        rank = rng.randint(1, 4)
        self._most = _MOST[rank]
        self._names = [f"i{axis}" for axis in range(rank)]

    def question(self) -> Question:
        ranges: dict[str, tuple[int, int]] = {}
        box: list[Expr] = []
        for name in self._names:
            extent = self._rng.randint(1, self._most)
            ranges[name] = (0, extent - 1)
            box.append(within(var(name), extent))
        if self._with_products or self._rng.random() < 0.3:
            # The first axis has a named size.
            first = self._names[0]
            ranges[first] = (0, _LARGEST_SIZE - 1)
            ranges["n"] = (1, _LARGEST_SIZE)
            box[0] = within(var(first), var("n"))
            box.append((var("n") >= 1) & (var("n") <= _LARGEST_SIZE))
            self._names.append("n")
        facts = [self.condition(self._rng.randint(1, 2)) for _ in range(self._rng.randint(1, 3))]
        goal = self.condition(self._rng.randint(3, 8))
        return Question(ranges, all_of(box), all_of(facts), goal, self.index(3))

    def condition(self, atoms: int) -> Expr:
        if atoms == 1:
            right = self.index(1) if self._rng.random() < 0.4 else lift(self._constant())
            return rebuild(self._rng.choice(_COMPARE), (self.index(2), right))
        cut = self._rng.randint(1, atoms - 1)
        parts = [self.condition(cut), self.condition(atoms - cut)]
        joined = all_of(parts) if self._rng.random() < 0.5 else any_of(parts)
        return ~joined if self._rng.random() < 0.25 else joined

    def index(self, depth: int) -> Expr:
        style = self._rng.random()
        if depth == 0 or style < 0.6:
            return self._linear()
        inner = self.index(depth - 1)
        if self._with_products and style < 0.7:
            return self._with_size(inner)
        if style < 0.78:
            divisor = self._rng.randint(2, 8) * (-1 if self._rng.random() < 0.1 else 1)
            return inner // divisor if self._rng.random() < 0.5 else inner % divisor
        other = self.index(depth - 1)
        if style < 0.86:
            return rebuild(self._rng.choice(("min", "max")), (inner, other))
        if style < 0.93:
            return select(self._plain(), inner, other)
        return inner + other * self._rng.randint(-4, 4)

    def _with_size(self, inner: Expr) -> Expr:
        size = var("n")
        match self._rng.randint(1, 4):
            case 1:
                return inner * size
            case 2:
                return inner * self._linear()
            case 3:
                return inner // size
            case _:
                return inner % size

    def _plain(self) -> Expr:
        return rebuild(self._rng.choice(_COMPARE), (self._linear(), lift(self._constant())))

    def _linear(self) -> Expr:
        chosen = self._rng.sample(self._names, self._rng.randint(1, min(3, len(self._names))))
        total = lift(self._constant() if self._rng.random() < 0.5 else 0)
        for name in chosen:
            total = total + var(name) * self._rng.choice((1, 1, 1, -1, 2, 3, 4, 8))
        return total

    def _constant(self) -> int:
        return self._rng.randint(-4, self._most)


def kinds(expr: Expr) -> set[str]:
    """The operators in the expression."""
    return {expr.op}.union(*map(kinds, expr.operands))
