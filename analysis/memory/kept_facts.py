"""The facts of a block, kept while its stages change one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation

from ...index.expr import TRUE, Expr
from ..instances.outer_conditions import holds_around
from ..instances.sizes import known_sizes
from .facts import BlockFacts


class KeptFacts:
    """
    The facts of a block as it is whenever they are asked for, of one block at a time.

    Whoever changes a stage, without new reads and writes in it, says so by `changed`; of any other
    change by `forget`.
    """

    def __init__(self):
        self._facts: BlockFacts | None = None
        self._granted: Expr = TRUE
        self._changed: dict[Operation, None] = {}

    def changed(self, stage: Operation) -> None:
        """A stage is other than it was."""
        self._changed[stage] = None

    def forget(self) -> None:
        """Anything may be other than it was."""
        self._facts = None
        self._changed.clear()

    def at(self, stage: Operation, without: Sequence[Operation] = ()) -> BlockFacts:
        """
        The facts with what is known of sizes where a stage runs, and of the loops and ifs around
        its block, and `without` in it read as ifs that always hold; they are valid until the next
        change or question.
        """
        scope = stage.parent
        assert scope is not None
        facts, changed = self._facts, dict(self._changed)
        self.forget()  # also where what follows does not end
        if without:
            changed[stage] = self._changed[stage] = None
        is_new = False
        if facts is None or facts.scope is not scope or not _read_again(facts, changed, without):
            facts, is_new = BlockFacts(scope, without), True
            self._granted = TRUE
        granted = _granted(stage, facts)
        if granted != self._granted:
            if not is_new:
                facts = BlockFacts(scope, without)
                granted = _granted(stage, facts)
            self._granted = granted
            facts.reader.take_for_granted(granted)
        self._facts = facts
        return facts


def _granted(stage: Operation, facts: BlockFacts) -> Expr:
    """The condition on free names that holds whenever a stage runs."""
    return known_sizes(stage, facts.reader) & holds_around(facts.scope, facts.reader)


def _read_again(
    facts: BlockFacts, stages: dict[Operation, None], without: Sequence[Operation]
) -> bool:
    """Reads stages that changed again; returns whether the facts then hold of the whole block."""
    return all(s.parent is facts.scope and facts.read_again(s, without) for s in stages)
