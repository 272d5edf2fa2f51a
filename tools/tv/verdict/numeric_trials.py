"""One function at one choice of sizes, on random concrete inputs: where a proof is too large."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ....dialect.annotations import USER
from ....dialect.ops import AssumeOp
from ..execution.arguments import Interface
from ..execution.side import Execution, Side, execute_before
from ..machine.state import Demand, Machine
from ..values.errors import TooLarge, Undefined
from ..values.meter import Meter
from ..values.numeric import Numeric, equal
from ..values.scalars import Scalar
from .comparison import Comparison
from .findings import Finding, Status
from .report import difference_text, new_undefined, original_undefined

_TRIALS = 3


@dataclass(frozen=True)
class Trials:
    """Both sides of a question that is too large to be proven."""

    before: Side
    after: Side
    interface: Interface
    relaxed: bool
    first: int = 0
    """The number of the first trial: other inputs for each."""

    def run(self, reason: str, meter: Meter) -> Finding:
        """
        Compares trial by trial while the budget of executed operations lasts, once at least.

        Raises NotValidated.
        """
        done = 0
        for trial in range(self.first, self.first + _TRIALS):
            try:
                finding = self._one(Numeric(trial, relaxed=self.relaxed), meter)
            except TooLarge:
                break
            if finding is not None:
                return finding
            done += 1
            if meter.spent * (done + 1) > meter.budget * done:
                break
        if done == 0:
            return Finding(
                Status.NOT_VALIDATED, f"{reason}, and a numeric run is too large as well"
            )
        runs = f"{done} run{'s' if done > 1 else ''} on random numbers"
        return Finding(Status.TESTED, f"{reason}; {runs} found no difference")

    def _one(self, domain: Numeric, meter: Meter) -> Finding | None:
        try:
            _, ins, before = execute_before(
                self.before, self.interface, lambda: domain, meter, _ignore
            )
        except Undefined as stop:
            return original_undefined(stop)
        try:
            after = self.after.execute(self.interface, domain, meter, ins, _ignore)
        except Undefined as stop:
            found = new_undefined(stop)
            if isinstance(stop.op, AssumeOp) and USER in stop.op.attributes:
                return replace(found, user_assumes=(stop.op,), excluded_by_user=True)
            return found
        return self._compare(domain, before, after)

    def _compare(self, domain: Numeric, before: Execution, after: Execution) -> Finding | None:
        def holds(scalar: Scalar, old: Any, new: Any) -> bool:
            return equal(scalar, old, new, domain)

        comparison = Comparison(domain, before, after, holds)
        results = self.before.results, self.after.results
        unsettled: Finding | None = None
        for difference in comparison.differences(self.interface, results):
            text = difference_text(difference)
            if not difference.may_be_right:
                return Finding(Status.REFUTED, text)
            unsettled = unsettled or Finding(Status.NOT_VALIDATED, text)
        return unsettled


def _ignore(machine: Machine, demand: Demand) -> None:
    """Known values leave no demand open."""
