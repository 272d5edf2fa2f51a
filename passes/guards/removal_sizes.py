"""Facts about sizes with which a guard that stays would go: for its remark, and for `trust`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf, isinf
from typing import cast

from xdsl.ir import Operation

from ...analysis.instances.reader import InstanceReader
from ...analysis.speculation.inserted_instances import Guard, GuardTrials, SpeculatedInstances
from ...dialect.ir.reasons import Declined, Reason, ReasonOnDemand
from ...dialect.xdsl_compat.cloning import cloned
from ...index.expr import FALSE, Expr, all_of
from ...index.queries.conditions import is_implied
from ...index.sets.engine import GaveUp, IntSet, NotAffine, engine, own_engine
from ..sizes.missing_sizes import (
    facts_that_prove,
    holds_with,
    missing_sizes,
    missing_sizes_of_one_run,
    searches,
)
from ..sizes.named_facts import with_facts
from ..sizes.size_facts import Form, SizeFact, assume_sizes
from ..sizes.size_questions import SizeQuestion, size_question
from ..sizes.size_ranges import expected_sizes
from .removal_search import WASTE, Allowed, may_be_removed, removal_at_any_cost

_OF_WASTE: tuple[Form, ...] = ("least", "multiple")


@dataclass(frozen=True)
class Kept:
    """Why a guard stays, and the stage that it is in."""

    why: Reason
    stage: Operation


def reasons_with_sizes(
    kept: Sequence[tuple[Guard, Kept]], allowed: Allowed
) -> list[Reason | ReasonOnDemand]:
    """
    Why guards stay, with the facts about sizes with which they would go. These are looked for where
    somebody reads one of the reasons: in a copy of the module, as passes will have changed it.
    """
    asked = [guard for guard, refused in kept if searches() and _question(guard, refused.why)]
    if not asked:
        return [refused.why for _, refused in kept]
    later = _Later(kept, allowed)
    return [
        ReasonOnDemand(refused.why.id, partial(later.reason, number))
        if guard in asked
        else refused.why
        for number, (guard, refused) in enumerate(kept)
    ]


class _Later:
    """
    The reasons of guards that one run of a pass kept. All are found for the first that is read: the
    proofs that it takes have one limit, so that each is the same whichever is read first.
    """

    def __init__(self, kept: Sequence[tuple[Guard, Kept]], allowed: Allowed):
        module: Operation = kept[0][0]
        while (parent := module.parent_op()) is not None:
            module = parent
        copied = dict(zip(module.walk(), cloned(module).walk(), strict=True))
        self._kept = [(copied[g], copied[refused.stage], refused.why) for g, refused in kept]
        self._allowed = allowed
        self._reasons = list[Reason]()

    def reason(self, number: int) -> Reason:
        """The reason of one guard, by its place among the guards that were kept."""
        if self._kept:
            with own_engine(), missing_sizes_of_one_run():
                self._reasons = [
                    reason_with_sizes(cast("Guard", guard), stage, why, self._allowed)
                    for guard, stage, why in self._kept
                ]
            self._kept = []
        return self._reasons[number]


def reason_with_sizes(guard: Guard, stage: Operation, why: Reason, allowed: Allowed) -> Reason:
    """The reason for a guard to stay, with the facts about sizes with which it would go, if any."""
    remedy, facts = "", _missing(guard, stage, why, allowed)
    if not facts and why.id != WASTE and not isinf(allowed.max_waste):
        facts = _missing(guard, stage, why, replace(allowed, max_waste=inf))
        remedy = " and max-waste is greater"
    if not facts:
        return why
    if why.id == WASTE:
        told = "it would be allowed where {facts}"
    else:
        told = "it would go where {facts}" + remedy
        told += ": state that by pad.size or a pad.assume, or let trust assume it"
    return with_facts(why, facts, told)


def trust_sizes(guard: Guard, stage: Operation, refused: Declined, allowed: Allowed) -> bool:
    """
    Assume, as facts of the user, what is missing about sizes; whether anything was.

    Never what only makes the number of inserted instances small: that is no reason to rely on it.
    """
    if refused.why.id == WASTE:
        return False
    facts = _missing(guard, stage, refused.why, allowed)
    if not facts:
        return False
    question = size_question(guard)
    assert question is not None
    assume_sizes(facts, question.function)
    return True


def _question(guard: Guard, why: Reason) -> SizeQuestion | None:
    """What is asked of sizes for a guard that stays; None where no fact about them would help."""
    if why.id in ("parallel", "reached"):
        return None
    question = size_question(guard)
    if question is None or (why.id == "condition" and not question.has_products):
        return None
    return question


def _missing(guard: Guard, stage: Operation, why: Reason, allowed: Allowed) -> tuple[SizeFact, ...]:
    question = _question(guard, why)
    if question is None:
        return ()
    if why.id != WASTE:
        return _facts_for_removal(question, guard, stage, allowed)
    facts = _less_waste(question, guard, stage, allowed)
    if facts is None:
        proven = partial(may_be_removed, guard, stage, allowed)
        return missing_sizes(question, proven, _OF_WASTE)
    return facts


def _facts_for_removal(
    question: SizeQuestion, guard: Guard, stage: Operation, allowed: Allowed
) -> tuple[SizeFact, ...]:
    """
    Facts with which the guard may go.

    Where its condition always holds with them nothing is inserted, and nothing else is proven.
    """
    try:
        insertion = SpeculatedInstances(guard, stage, GuardTrials(is_told=False))
    except Declined:
        insertion = None

    def is_reached(facts: tuple[SizeFact, ...]) -> bool:
        if insertion is None:
            return False
        try:
            around = engine().set(insertion.around.condition & _known(facts, insertion.reader))
        except NotAffine:
            return False
        return not around.is_empty()

    def inserts_nothing(facts: tuple[SizeFact, ...]) -> bool:
        if insertion is None or not is_reached(facts):
            return False
        try:
            return is_implied(insertion.domain & _known(facts, insertion.reader), FALSE)
        except NotAffine:
            return False

    def proves(facts: tuple[SizeFact, ...]) -> bool:
        with_assumes = partial(may_be_removed, guard, stage, allowed)
        return inserts_nothing(facts) or holds_with(facts, question, with_assumes)

    return facts_that_prove(question, proves, agree=is_reached)


def _less_waste(
    question: SizeQuestion, guard: Guard, stage: Operation, allowed: Allowed
) -> tuple[SizeFact, ...] | None:
    """
    Facts with which no more instances are added than are allowed; None if these have no formula.

    What is shown without facts stays so with them: only instances are compared again.
    """
    try:
        with own_engine(), engine().budget():
            removal = removal_at_any_cost(guard, stage, allowed)
    except (GaveUp, NotAffine):
        return None
    if removal is None:
        return None
    waste, reader = removal.waste, removal.reader
    expected = expected_sizes(allowed.sizes, reader)
    counted: list[tuple[IntSet, IntSet] | None] = []

    def is_little(facts: tuple[SizeFact, ...]) -> bool:
        if not counted:
            counted.append(waste.sizes_with_more(allowed.max_waste))
        conditions = [_condition(fact, reader) for fact in facts]
        if counted[0] is None or None in conditions:
            return False
        known = engine().set(all_of([expected, *(c for c in conditions if c is not None)]))
        more, reached = (points.intersect(known) for points in counted[0])
        return more.is_empty() and not reached.is_empty()

    found = facts_that_prove(question, is_little, _OF_WASTE)
    return None if counted == [None] else found


def _known(facts: Sequence[SizeFact], reader: InstanceReader) -> Expr:
    """The conditions of the facts, as far as the sizes are quasi-affine."""
    conditions = (_condition(fact, reader) for fact in facts)
    return all_of(condition for condition in conditions if condition is not None)


def _condition(fact: SizeFact, reader: InstanceReader) -> Expr | None:
    first, last = (
        reader.index(size.value) if size.axis is None else reader.extent(size.value, size.axis)
        for size in (fact.sizes[0], fact.sizes[-1])
    )
    return None if first is None or last is None else fact.condition(first, last)
