"""Choices of pad values, for one buffer or several together, by what they free and cost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from ...analysis.speculation.inserted_instances import Guard
from .value_trials import Freed, PadValue, Trials

_MOST_TOGETHER = 3
_MOST_TRIALS = 128


@dataclass(frozen=True)
class Choice:
    """Pad values by buffer, the guards that go with them only, and what that costs."""

    values: dict[str, PadValue]
    freed: tuple[Freed, ...]
    cells: int | None
    """Of padding that holds a value; None where they cannot be counted."""

    @property
    def inserted(self) -> int | None:
        """How many instances are added; None where they cannot be counted."""
        counts = [freed.waste.inserted for freed in self.freed]
        return None if None in counts else sum(count or 0 for count in counts)

    @property
    def guards(self) -> frozenset[Guard]:
        """The guards that go."""
        return frozenset(freed.guard for freed in self.freed)

    @property
    def rank(self) -> tuple[float, ...]:
        """Most guards first, then least cost, then the plainest values."""
        inserted = float("inf") if self.inserted is None else self.inserted
        cells = float("inf") if self.cells is None else self.cells
        plain = sum(_strangeness(value) for value in self.values.values())
        return -len(self.freed), inserted, cells, len(self.values), plain

    def stands_for(self, other: Choice) -> bool:
        """
        Whether another choice for the same buffers together does no more, and needs a value of each
        buffer that this one needs one of.
        """
        if len(self.values) == 1 or self.values.keys() != other.values.keys():
            return False
        needed = {name for name, value in self.values.items() if value is not None}
        also = {name for name, value in other.values.items() if value is not None}
        return needed <= also and self.guards >= other.guards


@dataclass(frozen=True)
class Found:
    """All choices that are worth listing."""

    choices: list[Choice]
    guards: int
    """How many guards there are that do not go without such values."""
    is_complete: bool
    """Whether all candidates were tried."""


def find_choices(trials: Trials) -> Found:
    """
    The choices that free guards which none of their parts does, the best first; of values for
    several buffers together the plainest.

    Each is tried: the guards that it names are those that the pass drops.
    """
    unaided = trials.freed({}) or {}
    open_guards = {g for scope in trials.scopes for g in scope.guards} - unaided.keys()
    search = _Search(trials, frozenset(unaided), frozenset(open_guards))
    if open_guards:
        search.run()
    ranked = list[Choice]()
    for choice in sorted(search.choices, key=lambda choice: choice.rank):
        if not any(other.stands_for(choice) for other in ranked):
            ranked.append(choice)
    return Found(ranked, len(open_guards), search.is_complete)


class _Search:
    def __init__(self, trials: Trials, unaided: frozenset[Guard], wanted: frozenset[Guard]):
        self.choices: list[Choice] = []
        self.is_complete = True
        self._trials, self._unaided, self._wanted = trials, unaided, wanted
        self._candidates = dict[str, list[PadValue]]()
        self._around = dict[str, set[Guard]]()
        self._cells = defaultdict[str, list[int | None]](list)
        for scope in trials.scopes:
            for padding in scope.paddings:
                known = self._candidates.setdefault(padding.name, [])
                known += [value for value in padding.values if value not in known]
                self._around.setdefault(padding.name, set()).update(padding.guards & wanted)
                self._cells[padding.name].append(padding.count)

    def run(self) -> None:
        """Values of one buffer, then of several, then those that go together best."""
        names = [name for name, around in self._around.items() if around]
        for count in range(1, _MOST_TOGETHER + 1):
            for together in combinations(names, count):
                if not self._shared(together):
                    continue  # no guard is about all of them
                for values in self._assignments(together):
                    if self._trials.count >= _MOST_TRIALS:
                        self.is_complete = False
                        break
                    self._try(values)
        self._merge()

    def _assignments(self, names: Sequence[str]) -> Iterator[dict[str, PadValue]]:
        for values in product(*(self._candidates[name] for name in names)):
            given = dict(zip(names, values, strict=True))
            if not self._shared(names) <= self._by_parts(given):
                yield given

    def _shared(self, names: Sequence[str]) -> set[Guard]:
        """The guards that all these buffers are accessed under."""
        first, *others = names
        return self._around[first].intersection(*(self._around[name] for name in others))

    def _by_parts(self, values: dict[str, PadValue]) -> frozenset[Guard]:
        """The guards that choices free which the values contain."""
        items = values.items()
        parts = (c.guards for c in self.choices if c.values.items() <= items)
        return frozenset[Guard]().union(*parts)

    def _try(self, values: dict[str, PadValue]) -> None:
        freed = self._trials.freed(values)
        if freed is None or not self._unaided <= freed.keys():
            return
        new = tuple(one for guard, one in freed.items() if guard in self._wanted)
        if {one.guard for one in new} > self._by_parts(values):
            holding = [name for name, value in values.items() if value is not None]
            counts = [count for name in holding for count in self._cells[name]]
            cells = None if None in counts else sum(count or 0 for count in counts)
            self.choices.append(Choice(values, new, cells))

    def _merge(self) -> None:
        """The best choice, with those added that agree with it and free other guards."""
        ranked = sorted(self.choices, key=lambda choice: choice.rank)
        if not ranked:
            return
        values, guards = dict(ranked[0].values), ranked[0].guards
        for choice in ranked[1:]:
            agrees = all(values.get(n, v) == v for n, v in choice.values.items())
            if agrees and not choice.guards <= guards:
                values |= choice.values
                guards |= choice.guards
        if guards > ranked[0].guards:
            self._try(values)


def _strangeness(value: PadValue) -> float:
    """How far from a plain zero a value is."""
    if value is None:
        return 0.5
    number = value.value.data
    return {"0": 0, "0.0": 0, "-0.0": 1}.get(str(number), 2)
