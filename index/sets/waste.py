"""How much dropping a guard adds: instances, as numbers or as functions of sizes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce

from ..boxes import bounds_a_name, interval_of
from ..connected import without_definitions
from ..expr import COMPARISONS, TRUE, Expr, all_of, conjuncts, eq, lift, var
from .engine import GaveUp, IntFunction, IntSet, NotAffine, engine

_MOST_VALUES = 64  # of an iterator, to count those of the others for each
_MOST_SIZES = 6  # whose ends are tried in all combinations


class Waste:
    """
    The instances inside a guard that are inserted, and those that were there before.

    `domain` is when the guard is reached, `condition` what it asks, over `iterators` and sizes;
    `shown` writes an expression of these names for an error.
    """

    def __init__(
        self,
        domain: Expr,
        condition: Expr,
        iterators: Sequence[str],
        shown: Callable[[Expr], str],
    ):
        self._domain, self._condition = domain, condition
        self._iterators, self._shown = tuple(iterators), shown
        # The other loops run as often with the condition.
        names, domain = self._concerned()
        times = _size_of_box([n for n in self._iterators if n not in names], self._domain)
        if times is None:
            names, domain, times = list(self._iterators), self._domain, 1
        inside = engine().set(without_definitions(domain & condition))
        original, every = engine().count(inside, names), _size_of_box(names, domain)
        if original is not None and every is not None:
            inserted = every - original
        else:
            missing = engine().set(domain & ~condition)  # which the proof has made
            inserted = 0 if missing.is_empty() else engine().count(missing, names)
        self.inserted = None if inserted is None else inserted * times
        self.original = None if original is None else original * times

    def refusal(self, limit: float, expected: Expr = TRUE) -> str | None:
        """
        Return an error if the added instances are, or may be, more than `limit` times the original
        ones, at the `expected` sizes where what is known allows some of these.

        Of sizes whose numbers of instances have no formula, what counts are both ends of each.
        """
        if math.isinf(limit) or self.inserted == 0:
            return None
        if self.inserted is None or self.original is None:
            return self._by_sizes(limit, expected)
        if self.inserted <= limit * self.original:
            return None
        return (
            f"overcompute would add {self.inserted} instances to {self.original}, more than "
            f"max-waste={limit:g} allows"
        )

    def sizes_with_more(self, limit: float) -> tuple[IntSet, IntSet] | None:
        """
        The sizes at which more than `limit` times the original instances are added, and those at
        which the guard is reached; None where they have no formula. Raises GaveUp and NotAffine.
        """
        counts = self._counts()
        if counts is None:
            return None
        names = [*self._iterators]
        reached = engine().project(engine().set(self._domain), names)
        return engine().project(_more(*counts, limit), names), reached

    def amount(self) -> str:
        """Say how many instances are added to how many, as numbers or as formulas of sizes."""
        if self.inserted is not None and self.original is not None:
            return f"{self.inserted} instances are added to the original {self.original}"
        try:
            with engine().budget():
                counts = self._counts()
                shown = [self._formula(count, counts[1]) for count in counts] if counts else []
        except (GaveUp, NotAffine):
            shown = []
        known = [count for count in shown if count is not None]
        if len(known) < 2:
            return "how many instances are added cannot be counted"
        return f"{known[0]} instances are added to the original {known[1]}"

    def _counts(self) -> tuple[IntFunction, IntFunction] | None:
        """
        Return the numbers of added and of original instances, as functions of sizes.

        Of the loops that the condition is about only: the others run as often with it.
        """
        names, domain = self._concerned()
        inside = engine().set(domain & self._condition)
        original = self._by_flat_index(inside, names) or _count(inside, names)
        every = _count_box(engine().set(domain), names)
        if every is None:
            inserted = _count(engine().set(domain).subtract(inside), names)
        else:
            inserted = every.sub(original) if original is not None else None
        return None if original is None or inserted is None else (inserted, original)

    def _by_sizes(self, limit: float, expected: Expr) -> str | None:
        unknown = (
            "the number of instances that overcompute would add cannot be counted; max-waste=inf "
            "allows any number"
        )
        try:
            with engine().budget():
                where = engine().set(expected)
                if engine().set(self._domain).intersect(where).is_empty():
                    where = engine().universe
                counts = self._counts()
                if counts is None:
                    return self._at_ends(limit, where, unknown)
                inserted, original = counts
                more = _more(inserted, original, limit).intersect(where)
                if more.is_empty():
                    return None
                return self._refused(inserted, original, more, limit)
        except (GaveUp, NotAffine):
            return unknown

    def _at_ends(self, limit: float, where: IntSet, unknown: str) -> str | None:
        """The error, by the numbers at both ends of each size; `unknown` where one has none."""
        reached = engine().set(self._domain).intersect(where)
        names = dict.fromkeys((*self._domain.variables(), *self._condition.variables()))
        free = [name for name in names if name not in self._iterators]
        ends = list[list[int]]()
        for size in map(var, free):
            first, last = engine().minimum(size, reached), engine().maximum(size, reached)
            if first is None or last is None:
                return unknown
            ends.append(sorted({first, last}))
        if len(free) > _MOST_SIZES:
            return unknown
        inside = engine().set(self._domain & self._condition)
        for chosen in itertools.product(*ends):
            at = engine().set(all_of(eq(var(n), e) for n, e in zip(free, chosen, strict=True)))
            counts = [
                engine().count(engine().project(points.intersect(at), free), self._iterators)
                for points in (engine().set(self._domain), inside)
            ]
            every, original = counts
            if every is None or original is None:
                return unknown
            if every - original > limit * original:
                shown = (f"{self._shown(var(n))} = {e}" for n, e in zip(free, chosen, strict=True))
                return (
                    f"overcompute would add {every - original} instances to {original} at "
                    f"{', '.join(shown)}, more than max-waste={limit:g} allows"
                )
        return None

    def _by_flat_index(self, points: IntSet, names: Sequence[str]) -> IntFunction | None:
        """
        The count where what the condition compares, `16*io + ii` say, tells the points apart.

        Its values are then as many, and mostly all between two bounds.
        """
        for part in conjuncts(self._condition):
            if part.op not in COMPARISONS:
                continue
            flat = part.operands[0] - part.operands[1]
            sizes = {name: lift(0) for name in flat.variables() if name not in names}
            numbered = points.intersect(engine().set(eq(var("#"), flat.substitute(sizes))))
            if engine().determines(numbered, names):
                return _length(engine().project(numbered, names), "#")
        return None

    def _concerned(self) -> tuple[list[str], Expr]:
        """The iterators that the condition depends on, through bounds too, and their domain."""
        own = set(self._condition.variables()) & set(self._iterators)
        parts = {part: set(part.variables()) for part in conjuncts(self._domain)}
        while more := {
            name
            for names in parts.values()
            if names & own
            for name in names & set(self._iterators) - own
        }:
            own |= more
        kept = [part for part, names in parts.items() if not names & set(self._iterators) - own]
        return [name for name in self._iterators if name in own], all_of(kept)

    def _refused(
        self, inserted: IntFunction, original: IntFunction, more: IntSet, limit: float
    ) -> str:
        sizes = dict.fromkeys((*self._domain.variables(), *self._condition.variables()))
        names = [name for name in sizes if name not in self._iterators]
        reached = engine().project(engine().set(self._domain), self._iterators)
        example = engine().example(more.intersect(reached), names) or {}
        where = ", ".join(f"{self._shown(var(n))} = {example[n]}" for n in names)
        added = f"it may add more than max-waste={limit:g} times as many instances as there are"
        counts = [self._formula(inserted, original), self._formula(original, original)]
        known = [count for count in counts if count is not None]
        formula = f" ({known[0]} to {known[1]})" if len(known) == len(counts) else ""
        return f"{added}{formula}, as at {where}"

    def _formula(self, count: IntFunction, original: IntFunction) -> str | None:
        """One expression for the count where the guard holds anywhere; None if there is none."""
        none = engine().function(lift(0))
        somewhere = original.gt_set(none)
        for _, piece in count.get_pieces():
            alone = piece.to_pw_aff()
            if somewhere.is_subset(alone.eq_set(count)):
                return self._shown(engine().index(alone))
        return None


def _more(inserted: IntFunction, original: IntFunction, limit: float) -> IntSet:
    ratio = Fraction(limit).limit_denominator(1000)
    return inserted.scale_val(ratio.denominator).gt_set(original.scale_val(ratio.numerator))


def _size_of_box(names: Sequence[str], domain: Expr) -> int | None:
    """How many values these names take, if all that is said of them is between which numbers."""
    about = set(names)
    for part in conjuncts(domain):
        if not about.isdisjoint(part.variables()) and not bounds_a_name(part):
            return None
    size = 1
    for name in names:
        low, high = interval_of(var(name), domain)
        if low is None or high is None:
            return None
        size *= max(high - low + 1, 0)
    return size


def _count_box(points: IntSet, names: Sequence[str]) -> IntFunction | None:
    """How many values independent names take; None if they depend on each other."""
    sides = [engine().project(points, [n for n in names if n != name]) for name in names]
    box = reduce(IntSet.intersect, sides, engine().universe)
    if not box.is_equal(points):
        return None
    product = engine().function(lift(1))
    for side, name in zip(sides, names, strict=True):
        length = _length(side, name)
        if length is None:
            return None
        factors = (product, length)
        constant = next((f for f in factors if f.is_cst()), None)
        if constant is None:
            return None
        product = product.mul(length)
    return product


def _count(points: IntSet, names: Sequence[str]) -> IntFunction | None:
    """How many values the names take, as a function of the others; None if none is found."""
    if not names:
        one = engine().function(lift(1))
        return _zero_elsewhere(one.intersect_params(points))
    if len(names) == 1:
        return _length(points, names[0])
    for name in sorted(names, key=lambda n: _span(points, n) or math.inf):
        first, last = engine().minimum(var(name), points), engine().maximum(var(name), points)
        if first is None or last is None or last - first >= _MOST_VALUES:
            continue
        total = engine().function(lift(0))
        for value in range(first, last + 1):
            at = engine().project(points.intersect(engine().set(eq(var(name), value))), [name])
            part = _count(at, [n for n in names if n != name])
            if part is None:
                return None
            total = total.add(part)
        return total.coalesce()
    return None


def _span(points: IntSet, name: str) -> int | None:
    first, last = engine().minimum(var(name), points), engine().maximum(var(name), points)
    return None if first is None or last is None else last - first


def _length(points: IntSet, name: str) -> IntFunction | None:
    """The number of values of one name, which must be all between two bounds."""
    negated = engine().project(points.intersect(engine().set(eq(var("-"), -var(name)))), [name])
    last, first = engine().greatest(points, name), engine().greatest(negated, "-").neg()
    value = engine().function(var(name))
    if not value.le_set(last).intersect(value.ge_set(first)).is_equal(points):
        return None
    return _zero_elsewhere(last.sub(first).add_constant_val(1))


def _zero_elsewhere(function: IntFunction) -> IntFunction:
    zero = engine().function(lift(0))
    rest = zero.intersect_params(function.params().complement())
    return function.union_add(rest)
