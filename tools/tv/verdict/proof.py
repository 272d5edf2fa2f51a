"""One function at one choice of sizes, by terms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from ....dialect.annotations import USER
from ....dialect.ops import AssumeOp
from ..execution.arguments import Interface
from ..execution.side import Execution, Side, execute_before
from ..machine.state import Demand, Machine
from ..refinement.matching import Refinement
from ..refinement.sampled_functions import SampledFunctions
from ..refinement.witness import WitnessSearch
from ..terms.facts import learn
from ..terms.symbolic import Symbolic, domains
from ..terms.term import Term, Trait
from ..values.data import Data
from ..values.errors import Undefined
from ..values.meter import Meter
from ..values.scalars import Scalar
from .comparison import Comparison
from .findings import Finding, Status
from .report import judged, new_undefined, original_undefined, unfounded

_MOST_DIFFERENCES = 20


@dataclass(frozen=True)
class Proof:
    """
    The programs before and after, with what is needed to prove that the second refines the first.
    """

    before: Side
    after: Side
    interface: Interface
    relaxed: bool

    def attempt(self, meter: Meter, data: Data | None = None) -> Finding:
        """
        Return the result of the proof, for all data or for one sample of some of it.

        Raises NotValidated, and TooLarge.
        """
        with domains(meter, relaxed=self.relaxed, data=data) as new_domain:
            return self._attempt(meter, new_domain, is_sampled=data is not None)

    def _attempt(
        self, meter: Meter, new_domain: Callable[[], Symbolic], *, is_sampled: bool
    ) -> Finding:
        try:
            domain, ins, before = execute_before(
                self.before, self.interface, new_domain, meter, learn_of_before
            )
        except Undefined as stop:
            return original_undefined(stop)
        try:
            after = self.after.execute(self.interface, domain, meter, ins, _learn_of_user)
        except Undefined as stop:
            if not isinstance(stop.op, AssumeOp) or USER not in stop.op.attributes:
                return new_undefined(stop)
            if is_sampled:
                return replace(original_undefined(stop), user_assumes=(stop.op,))
            return replace(new_undefined(stop), user_assumes=(stop.op,), excluded_by_user=True)
        given = [d for d in after.machine.demands if d.by_user]
        facts = [*before.machine.demands, *given]
        search = WitnessSearch(domain, facts, finite=self.relaxed)
        refinement = Refinement(domain)
        for demand in after.machine.demands:
            if not demand.by_user and not _follows(demand, facts, refinement):
                return unfounded(demand, search)
        functions = SampledFunctions(domain)
        finding = self._compare(domain, before, after, refinement, search, functions)
        if finding is not None:
            return finding
        own = before.machine.demands
        assumes = dict.fromkeys(d.op for d in given if not _is_stated(d, own, refinement))
        if functions.found:
            named = "; ".join(f"{name}, at {n} numbers" for name, n in functions.found.items())
            return Finding(Status.SAMPLED, named, user_assumes=tuple(assumes))
        return Finding(Status.VALID, user_assumes=tuple(assumes))

    def _compare(
        self,
        domain: Symbolic,
        before: Execution,
        after: Execution,
        refinement: Refinement,
        search: WitnessSearch,
        functions: SampledFunctions,
    ) -> Finding | None:
        def holds(scalar: Scalar, old: Any, new: Any) -> bool:
            if isinstance(old, Term) and old.operator.name == "undef":
                search.forced.setdefault(old, new)
            if refinement.holds(old, new):
                return True
            named = functions.replaced(old, new)
            return named is not None and refinement.holds(old, named)

        comparison = Comparison(domain, before, after, holds, refinement.stored)
        results = self.before.results, self.after.results
        found = list(islice(comparison.differences(self.interface, results), _MOST_DIFFERENCES))
        return judged(found, search) if found else None


def learn_of_before(machine: Machine, demand: Demand) -> None:
    """Learn a fact that `before` demands, unless it follows a call: the callee may never return."""
    if not demand.path and not machine.calls:
        assert isinstance(machine.domain, Symbolic)
        learn(machine.domain, demand.condition)


def _learn_of_user(machine: Machine, demand: Demand) -> None:
    if demand.by_user:
        learn_of_before(machine, demand)


def _follows(demand: Demand, facts: list[Demand], refinement: Refinement) -> bool:
    """Whether a demand of `after` is one of the facts, or holds by them."""
    if refinement.holds(1, demand.condition):
        return True
    return _is_stated(demand, facts, refinement) or any(
        isinstance(fact.condition, Term)
        and fact.condition.traits & Trait.HAS_UNDEF
        and refinement.holds(fact.condition, demand.condition)
        for fact in _before(demand, facts)
    )


def _is_stated(demand: Demand, facts: list[Demand], refinement: Refinement) -> bool:
    """Whether a demand of `after` is one of the facts."""
    return any(refinement.same_assume(f.stated, demand.stated) for f in _before(demand, facts))


def _before(demand: Demand, facts: list[Demand]) -> list[Demand]:
    """The facts that hold where a demand arises."""
    return [f for f in facts if f.path <= demand.path and f.calls <= demand.calls]
