"""Names the facts about sizes that are missing, at the ends of remarks and errors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from xdsl.ir import Operation

from ...analysis.instances.outer_conditions import reader_with_sizes
from ...dialect.ir.located_errors import PadError
from ...dialect.ir.reasons import DECLINED, Declined, Reason
from ...index.sets.engine import engine
from .missing_sizes import ANY_FORM, missing_sizes
from .size_facts import Form, SizeFact
from .size_questions import size_question

NEEDS = "needs"
"""The field with the facts about sizes that would do, each as a text."""


def with_facts(why: Reason, facts: Sequence[SizeFact], remedy: str) -> Reason:
    """The reason, with facts and what to do about them, in which `{facts}` stands for them."""
    texts = tuple(map(str, facts))
    remedy = remedy.format(facts=" and ".join(texts))
    text, fields = f"{why}; {remedy}", (*why.fields, (NEEDS, texts))
    return replace(why, text=text, fields=fields, remedy=remedy)


def error_with_sizes(
    refused: PadError, about: Operation, plan: Callable[[], object], what: str
) -> PadError:
    """
    The error, with the facts about sizes with which `plan` raises none, if there are such; it must
    change nothing. `what` would then be done: "the loops would follow A".
    """
    facts = _facts(about, plan, ANY_FORM)
    if not facts:
        return refused
    why = Reason(str(refused), DECLINED) if refused.why is None else refused.why
    remedy = what + " where {facts}: state that by pad.size or a pad.assume"
    return PadError(with_facts(why, facts, remedy), refused.op)


def decline_with_sizes(
    refused: Declined,
    about: Operation,
    plan: Callable[[], object],
    what: str,
    forms: Sequence[Form] = ANY_FORM,
) -> Declined:
    """The same of a refusal that is told in a remark."""
    facts = _facts(about, plan, forms)
    if not facts:
        return refused
    remedy = what + " where {facts}: state that by pad.size or a pad.assume"
    return Declined(with_facts(refused.why, facts, remedy), refused.op)


def _facts(
    about: Operation, plan: Callable[[], object], forms: Sequence[Form]
) -> tuple[SizeFact, ...]:
    question = size_question(about)
    if question is None:
        return ()

    def holds() -> bool:
        if not _is_reached(about):
            return False
        try:
            plan()
        except (PadError, Declined):
            return False
        return True

    return missing_sizes(question, holds, forms)


def _is_reached(about: Operation) -> bool:
    """Whether something inside an operation runs at some sizes that are allowed."""
    scope, inside = about.parent, about
    while inside.regions and inside.regions[0].blocks and inside.regions[0].blocks[0].first_op:
        inside = inside.regions[0].blocks[0].first_op
    if scope is None:
        return True
    instances = reader_with_sizes(scope, about).surroundings(inside)
    return instances is None or not engine().set(instances.condition).is_empty()
