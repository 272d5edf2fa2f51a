"""Steps, executed operations and terms that are made: of one proof, and of all proofs of a run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from .errors import NotValidated, TooLarge

DEFAULT_RUN_BUDGET = 200_000_000
"""Some minutes; a count of steps, so that all machines stop at the same point."""
_STRIDE = 1 << 16
"""The most steps after which the run is told of them."""


class RunTooLong(NotValidated):
    """The budget of the run is spent."""


def _nobody(what: str, spent: int) -> None: ...


@dataclass
class Run:
    """All that a run compares: its steps together, and who is told how far it is."""

    budget: int | None = None
    """None for any number of steps."""
    tell: Callable[[str, int], None] = _nobody
    """Called now and then with what is compared, and the steps that are spent."""
    what: str = ""
    """What is compared now."""
    spent: int = 0
    _meter: Meter | None = None

    def meter(self, budget: int) -> Meter:
        """Return a meter of steps that count here too."""
        self.close()
        self._meter = Meter(budget, run=self)
        return self._meter

    @property
    def steps(self) -> int:
        """All that are spent, by the meter in use too."""
        return self.spent + (0 if self._meter is None else self._meter.unknown)

    def close(self) -> None:
        """Add the last steps of the meter in use."""
        if self._meter is not None:
            self.spent += self._meter.unsettled()
        self._meter = None

    def spend(self, amount: int) -> None:
        """Raises RunTooLong when more than the budget is spent."""
        self.spent += amount
        self.tell(self.what, self.spent)
        if self.budget is not None and self.spent > self.budget:
            raise RunTooLong(f"the run has spent its budget of {self.budget} steps")

    def until_look(self) -> int:
        """Return how many more steps may be spent before the run has to know."""
        return _STRIDE if self.budget is None else min(_STRIDE, self.budget - self.spent)


@dataclass
class Meter:
    """Counts steps against a budget."""

    budget: int
    spent: int = 0
    run: Run | None = None
    _settled: int = 0
    _next: int = field(init=False, default=0)
    """The steps after which to look at the budgets."""

    def spend(self, amount: int) -> None:
        """Raises TooLarge when more than the budget is spent, RunTooLong for that of the run."""
        self.spent += amount
        if self.spent > self._next:
            self._look()

    @property
    def unknown(self) -> int:
        """How many steps the run does not know yet."""
        return self.spent - self._settled

    def unsettled(self) -> int:
        """Return the steps that the run does not know yet, and take them as known."""
        new, self._settled = self.unknown, self.spent
        return new

    def _look(self) -> None:
        if self.run is not None:
            self.run.spend(self.unsettled())
        if self.spent > self.budget:
            raise TooLarge(f"more than {self.budget} steps")
        self._next = self.budget
        if self.run is not None:
            self._next = min(self.budget, self.spent + self.run.until_look())
