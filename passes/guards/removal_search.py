"""Shows that a guard may go, where it is allowed with reads moved and facts trusted for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf

from xdsl.ir import Operation

from ...analysis.memory.assumptions import Fact
from ...analysis.overcompute.proof import Removal, WrongValue, prove_removable
from ...analysis.speculation.inserted_instances import (
    Guard,
    GuardTrials,
    OutOfBounds,
    SpeculatedInstances,
)
from ...dialect.ir.memory_access import buffer_of
from ...dialect.ir.reasons import Declined, Reason, because
from ...index.sets.engine import GaveUp, NotAffine, engine
from ..common.remedies import apply_first
from ..sizes.size_ranges import SizeRange, expected_sizes
from .bounded_reads import IndexChoice, Undo, bring_into_bounds
from .guarded_assumes import assume_where_guarded
from .swapped_arms import swap_arms
from .trusted_assumes import assume_facts

WASTE = "waste"
"""The id of the reason that more instances would be added than are allowed."""
ROOM = "room"
"""The field with the buffers of which a layout has room for what would be out of bounds."""
_MOST_CHANGES = 16
_OF_BOTH_ARMS = ("condition", "parallel", "reached")
"""The ids of reasons that hold whichever arm stays."""


@dataclass(frozen=True)
class Allowed:
    """
    Changes that are allowed in order to remove a guard.

    `index` is how a read that would be out of bounds is kept inside, `trust` whether a fact about
    padding is assumed that is not shown. `sizes` are what sizes are expected to be, to count
    instances for `max_waste` where no fact says more; no proof relies on them.
    """

    max_waste: float = 1.0
    relaxed: bool = False
    index: IndexChoice = "none"
    trust: bool = False
    sizes: tuple[SizeRange, ...] = ()


def find_removal(guard: Guard, stage: Operation, allowed: Allowed, trials: GuardTrials) -> Removal:
    """
    Shows that a guard inside a stage may go, and makes the changes that this takes, of which
    `trials` are told; its second arm may stay in place of the first: then the guard of the removal
    is another one, which has that arm first.

    Raises Declined, with nothing changed, where it has to stay; its `op` is the store that would
    leave another value, where that is all, and nothing that is allowed was tried.
    """
    try:
        return _find_removal(guard, stage, allowed, trials)[0]
    except Declined as refused:
        if guard is stage or refused.why.id in _OF_BOTH_ARMS:
            raise
        swapped = swap_arms(guard)
        if swapped is None:
            raise
        other, undo = swapped
        trials.changed(stage)
        try:
            return _find_removal(other, stage, allowed, trials)[0]
        except Declined as reverse:
            undo()
            trials.changed(stage)
            if refused.why.remedy or refused.why.id == reverse.why.id:
                raise Declined(refused.why) from None
            text = f"{refused}; nor may the second arm replace the first: {reverse}"
            raise Declined(replace(refused.why, text=text)) from None


def may_be_removed(guard: Guard, stage: Operation, allowed: Allowed) -> bool:
    """
    Whether a guard that is reached at all may go, its first arm staying; leaves all as it is.

    Raises GaveUp and errors of isl where it is asked within a budget that runs out.
    """
    trials = GuardTrials(is_told=False)
    try:
        around = SpeculatedInstances(guard, stage, trials).around
        if engine().set(around.condition).is_empty():
            return False
        _, take_back = _find_removal(guard, stage, allowed, trials)
    except (Declined, NotAffine):
        return False
    take_back()
    return True


def removal_at_any_cost(guard: Guard, stage: Operation, allowed: Allowed) -> Removal | None:
    """
    The removal of a guard, its first arm staying, that adds more instances than are allowed; leaves
    all as it is. Raises as `may_be_removed`.
    """
    trials = GuardTrials(is_told=False)
    try:
        removal, take_back = _find_removal(guard, stage, replace(allowed, max_waste=inf), trials)
    except (Declined, NotAffine):
        return None
    take_back()
    return removal


def _find_removal(
    guard: Guard, stage: Operation, allowed: Allowed, trials: GuardTrials
) -> tuple[Removal, Undo]:
    """The same with the first arm, and what takes the changes back."""
    changes: list[Undo] = []
    if (undo := assume_where_guarded(guard)) is not None:
        changes.append(undo)
        trials.changed(stage)
    met: list[Declined] = []
    moved: set[Operation] = set()

    def take_back() -> None:
        for undo in reversed(changes):
            undo()
            trials.forget()

    try:
        while True:
            try:
                removal = prove_removable(guard, stage, allowed.relaxed, trials)
                _check_waste(removal, allowed)
                return removal, take_back
            except Declined as refused:
                met.append(refused)
                if len(changes) >= _MOST_CHANGES:
                    raise
                changes.append(_change(refused, stage, allowed, moved))
                trials.forget()
    except Declined as refused:
        take_back()
        if not trials.is_told:
            raise
        store = refused.op if isinstance(refused, WrongValue) and not changes else None
        raise Declined(_told([*met, refused], allowed), store) from refused
    except BaseException:
        take_back()
        raise


def _check_waste(removal: Removal, allowed: Allowed) -> None:
    waste, limit = removal.waste, allowed.max_waste
    expected = expected_sizes(allowed.sizes, removal.reader)
    if (too_much := waste.refusal(limit, expected)) is not None:
        raise Declined(
            because(
                too_much,
                WASTE,
                remedy="a greater max-waste",
                inserted=waste.inserted,
                original=waste.original,
                limit=limit,
            )
        )


def _change(refused: Declined, stage: Operation, allowed: Allowed, moved: set[Operation]) -> Undo:
    """
    Make a change that may overcome a refusal; `moved` are the reads that already have another
    index.
    """
    match refused:
        # A second minimum helps no more than the first: the buffer may be empty.
        case OutOfBounds() if allowed.index != "none" and refused.access not in moved:
            return bring_into_bounds(refused, allowed.index, moved)
        case WrongValue() if allowed.trust:
            facts = _assumable(refused)
            if not facts:
                raise Declined(
                    because(
                        "it assumes values only of padding whose contents are unknown and which "
                        "the "
                        "original program never reads, and here no such value removes the guard",
                        "trust",
                    )
                )
            return assume_facts(facts, stage, refused.reader)
        case _:
            raise refused


def _assumable(refused: WrongValue) -> Sequence[Fact]:
    try:
        with engine().budget():
            return refused.assumable()
    except (GaveUp, NotAffine):
        return []


def _told(met: Sequence[Declined], allowed: Allowed) -> Reason:
    """The first refusal, and why what was tried does not help."""
    first, *others = dict.fromkeys(met)
    why, told, tried = first.why, str(first), first
    if isinstance(first, OutOfBounds):
        if (waiting := apply_first(buffer_of(first.access))) is not None:
            return replace(why, text=f"{told}; {waiting}", remedy=waiting)
        if not others and (room := first.remedy()).buffers:
            fields = (*why.fields, (ROOM, room.buffers))
            return replace(why, text=f"{told}; {room.text}", fields=fields, remedy=room.text)
    for refused in others:
        again = isinstance(refused, OutOfBounds | WrongValue) and isinstance(refused, type(tried))
        if again and refused is not others[-1]:
            continue  # the same help, for another read or value
        option = f"index={allowed.index}" if isinstance(tried, OutOfBounds) else "trust"
        told, tried = f"{told}; the option {option} does not help: {refused}", refused
    # Where the limit is met after another refusal, it is what remains in the way.
    last = next((one.why for one in others if one.why.id == WASTE), why)
    return replace(last, text=told)
