"""
Find concrete inputs on which two terms differ, which turn a failed proof into a counterexample.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast

import numpy as np

from ..machine.state import Demand
from ..terms.assumed_undef import ASSUMED_UNDEF
from ..terms.fastmath import SIGNLESS
from ..terms.symbolic import Symbolic
from ..terms.term import Constant, Term, Trait, Value, reachable
from ..values.errors import NotValidated, Undefined
from ..values.numeric import equal_floats, rounding_tolerance
from ..values.operators import Special
from ..values.scalars import Float, Integer, Number, Scalar
from .evaluation import Concrete, Open, evaluate, evaluate_all
from .normal_forms import NormalForms, rebuilt
from .reassociation import Skeletons
from .sampled_functions import functions_in

Assignment: TypeAlias = dict[Term, Concrete]

_LEAVES = ("input", "undef", ASSUMED_UNDEF, "call result")
_TRIALS, _TRIALS_OF_LARGE, _LARGE = 80, 16, 20_000
_ROUND_TRIALS = 6
_HUGE = 1e4
_REORDERING = frozenset({"reassoc", "contract", "arcp", "afn"})


@dataclass(frozen=True)
class Witness:
    """Inputs, and what both sides give for them."""

    inputs: Assignment
    before: Concrete
    after: Concrete


class WitnessSearch:
    """Looks for inputs, among those that satisfy what `before` demands, on which sides differ."""

    def __init__(self, domain: Symbolic, facts: Sequence[Demand], *, finite: bool):
        self._domain, self._finite = domain, finite
        self._rebuilt: dict[Term, Value] = {}
        self._forms, self._skeletons = NormalForms(domain), Skeletons(domain)
        self._facts = [
            fact
            for fact in facts
            if not domain.is_undef(fact.condition)
            and not any(domain.is_undef(term) for term, _ in fact.path)
        ]
        self._leaves_of: list[frozenset[Term]] | None = None
        self.forced: dict[Term, Value] = {}
        """Undefs of `before` that are observed, and what `after` has there."""

    def difference(self, scalar: Scalar, before: Value, after: Value) -> Witness | None:
        """Inputs on which `after` is not a value that `before` may have."""
        flags = frozenset[str]().union(*(t.operator.flags for t in reachable([before])))
        is_formula = bool(functions_in(before) - functions_in(after))
        loose = bool(flags & _REORDERING) or is_formula
        signless = self._finite or "nsz" in flags
        if loose and self._skeleton(before) is self._skeleton(after):
            return None  # they differ in how they are rounded
        signs = [t for t in reachable([after]) if t.operator.name == SIGNLESS]
        signed = rebuilt(self._domain, after, dict.fromkeys(signs, 0)) if signs else after
        for inputs, (old, new, plain) in self._values([before, after, signed]):
            if new is Special.POISON and ("nsz" in flags or not _shows_sign(plain)):
                new = plain  # only the sign of a zero is open, which nobody sees here
            if loose and any(map(_is_huge, inputs.values())):
                continue  # what overflows in one order need not in another
            if isinstance(old, Open) or old is Special.POISON or isinstance(new, Open):
                continue
            if new is Special.POISON:
                return Witness(inputs, old, new)
            if isinstance(scalar, Integer):
                if old != new:
                    return Witness(inputs, old, new)
                continue
            x, y = cast("Number", old), cast("Number", new)
            if self._finite and not (abs(x) <= scalar.largest and abs(y) <= scalar.largest):
                continue
            if equal_floats(scalar, x, y, loose=loose, signless=signless):
                continue
            if loose and self._is_rounding(scalar, [before, after], inputs, float(x) - float(y)):
                continue
            return Witness(inputs, old, new)
        return None

    def _is_rounding(
        self, scalar: Float, values: Sequence[Value], inputs: Assignment, difference: float
    ) -> bool:
        """Whether a difference is small beside what was added up: that may have cancelled out."""
        made: dict[Term, Value] = {}
        terms = evaluate_all([rebuilt(self._domain, value, made) for value in values], inputs)
        sizes = [abs(float(v)) for v in terms.values() if isinstance(v, np.generic)]
        largest = max((size for size in sizes if math.isfinite(size)), default=0.0)
        return abs(difference) <= largest * rounding_tolerance(scalar)

    def _skeleton(self, value: Value) -> Value:
        normal = self._forms.of(rebuilt(self._domain, value, self._rebuilt))
        return self._skeletons.of(normal)

    def violation(self, demand: Demand) -> Witness | None:
        """Inputs on which a demand of `after` does not hold where it is made."""
        path = list(demand.path)
        roots = [demand.condition, *(term for term, _ in path)]
        for inputs, (holds, *conditions) in self._values(roots, calls=demand.calls):
            reached = all(c == truth for c, (_, truth) in zip(conditions, path, strict=True))
            if reached and holds == 0:
                return Witness(inputs, 1, 0)
        return None

    def _values(
        self, roots: Sequence[Value], *, calls: int | None = None
    ) -> Iterator[tuple[Assignment, list[Concrete]]]:
        """Trials: inputs, and the values of these terms on them; facts only after so many calls."""
        made: dict[Term, Value] = {}
        roots = [rebuilt(self._domain, root, made) for root in roots]
        terms = reachable(roots)
        leaves = {term for term in terms if term.operator.name in _LEAVES}
        facts = [f for f in self._relevant(leaves) if calls is None or f[0].calls <= calls]
        for fact in facts:
            leaves |= fact[1]
        ordered = sorted(leaves, key=lambda term: term.number)
        for trial in range(_TRIALS if len(terms) < _LARGE else _TRIALS_OF_LARGE):
            inputs = self._assignment(ordered, trial)
            try:
                if all(_satisfied(fact, inputs) for fact, _ in facts):
                    yield inputs, evaluate(roots, inputs)
            except Undefined:
                continue
            except NotValidated:
                return

    def _relevant(self, leaves: set[Term]) -> list[tuple[Demand, frozenset[Term]]]:
        if self._leaves_of is None:
            self._leaves_of = [_leaves(fact) for fact in self._facts]
        pairs = zip(self._facts, self._leaves_of, strict=True)
        return [(fact, of) for fact, of in pairs if not leaves.isdisjoint(of)]

    def _assignment(self, leaves: Sequence[Term], trial: int) -> Assignment:
        generator = random.Random(trial)
        inputs: Assignment = {}
        for leaf in leaves:
            if leaf.operator.name == "undef" and leaf.operator.detail == "before":
                continue
            known = self._domain.known.get(leaf)
            if isinstance(known, int):
                inputs[leaf] = known
            elif isinstance(known, Constant):
                inputs[leaf] = known.value
            else:
                inputs[leaf] = _chosen(leaf, trial, generator, finite=self._finite)
        for leaf in leaves:
            if leaf not in inputs:
                inputs[leaf] = self._forced(leaf, inputs)
        return inputs

    def _forced(self, undef: Term, inputs: Assignment) -> Concrete:
        """The value that an undef of `before` must have where it is observed."""
        value = self.forced.get(undef)
        if value is None:
            return Open.ANYTHING
        for leaf in reachable([value]):
            if leaf.operator.name in _LEAVES and leaf not in inputs:
                inputs[leaf] = _chosen(leaf, 0, random.Random(leaf.number), finite=True)
        return evaluate([value], inputs)[0]


def _is_huge(value: Concrete) -> bool:
    return isinstance(value, np.generic) and _HUGE < abs(float(value)) < math.inf


def _shows_sign(value: Concrete) -> bool:
    """Whether the sign of a zero that a value is computed from may be seen in it."""
    return not isinstance(value, np.generic) or not math.isfinite(float(value)) or not value


def _leaves(fact: Demand) -> frozenset[Term]:
    roots = [fact.condition, *(term for term, _ in fact.path)]
    return frozenset(t for t in reachable(roots) if t.operator.name in _LEAVES)


def _satisfied(fact: Demand, inputs: Assignment) -> bool:
    path = list(fact.path)
    holds, *conditions = evaluate([fact.condition, *(term for term, _ in path)], inputs)
    reached = all(c == truth for c, (_, truth) in zip(conditions, path, strict=True))
    return holds == 1 or not reached


def _chosen(leaf: Term, trial: int, generator: random.Random, *, finite: bool) -> Concrete:
    """Round numbers in the first trials, then any, then special values: one, then mixed ones."""
    scalar = leaf.operator.result
    special = _special(scalar, leaf.traits, finite=finite)
    if trial < _ROUND_TRIALS:
        return _round(scalar, leaf.traits, generator)
    if trial < 2 * _ROUND_TRIALS and isinstance(scalar, Float) and not leaf.traits & Trait.ZERO:
        return scalar.of(generator.uniform(-4.0, 4.0))
    if trial - 2 * _ROUND_TRIALS in range(2 * len(special)) and not leaf.traits & Trait.ZERO:
        return special[(trial - 2 * _ROUND_TRIALS) // 2]
    rarely = 0.1 if trial % 2 else 0.5
    is_special = generator.random() < rarely
    return generator.choice(special) if is_special else _round(scalar, leaf.traits, generator)


def _round(scalar: Scalar, traits: int, generator: random.Random) -> Concrete:
    if isinstance(scalar, Integer):
        return scalar.wrap(generator.randint(0, 1 if scalar.width == 1 else 20))
    if traits & Trait.ZERO:
        return scalar.of(generator.choice([0.0, -0.0]))
    return scalar.of(generator.randint(-16, 16) / 4)


def _special(scalar: Scalar, traits: int, *, finite: bool) -> list[Concrete]:
    if isinstance(scalar, Integer):
        half = 1 << (scalar.width - 1)
        numbers = [0, 1, -1, 2, 7, half - 1, -half]
        return [scalar.wrap(number) for number in numbers]
    floats = [-0.0, 0.0]
    if not traits & Trait.ZERO:
        floats += [1.0, -2.5, scalar.largest]
        if not finite and not traits & Trait.FINITE:
            floats += [float("inf"), float("-inf")]
            floats += [] if traits & Trait.NUMBER else [float("nan")]
    return [scalar.of(value) for value in floats]
