"""Facts about sizes with which a guard that stays would go: for its remark, and for `trust`."""

from __future__ import annotations

from dataclasses import replace
from math import inf, isinf

from xdsl.ir import Operation

from ...analysis.speculation.inserted_instances import Guard
from ...dialect.ir.reasons import Declined
from ..sizes.missing_sizes import ANY_FORM, missing_sizes
from ..sizes.named_facts import with_facts
from ..sizes.size_facts import SizeFact, assume_sizes
from ..sizes.size_questions import size_question
from .removal_search import WASTE, Allowed, may_be_removed


def with_sizes_named(
    guard: Guard, stage: Operation, refused: Declined, allowed: Allowed
) -> Declined:
    """The refusal of a guard, with the facts about sizes with which it would go, if any."""
    remedy, facts = "", _missing(guard, stage, refused, allowed)
    if not facts and refused.why.id != WASTE and not isinf(allowed.max_waste):
        facts = _missing(guard, stage, refused, replace(allowed, max_waste=inf))
        remedy = " and max-waste is greater"
    if not facts:
        return refused
    if refused.why.id == WASTE:
        told = "it would be allowed where {facts}"
    else:
        told = "it would go where {facts}" + remedy
        told += ": state that by pad.size or a pad.assume, or let trust assume it"
    return Declined(with_facts(refused.why, facts, told))


def trust_sizes(guard: Guard, stage: Operation, refused: Declined, allowed: Allowed) -> bool:
    """
    Assume, as facts of the user, what is missing about sizes; whether anything was.

    Never what only makes the number of inserted instances small: that is no reason to rely on it.
    """
    if refused.why.id == WASTE:
        return False
    facts = _missing(guard, stage, refused, allowed)
    if not facts:
        return False
    question = size_question(guard)
    assert question is not None
    assume_sizes(facts, question.function)
    return True


def _missing(
    guard: Guard, stage: Operation, refused: Declined, allowed: Allowed
) -> tuple[SizeFact, ...]:
    if refused.why.id in ("parallel", "reached"):
        return ()
    question = size_question(guard)
    if question is None or (refused.why.id == "condition" and not question.has_products):
        return ()
    forms = ("least", "multiple") if refused.why.id == WASTE else ANY_FORM
    return missing_sizes(question, lambda: may_be_removed(guard, stage, allowed), forms)
