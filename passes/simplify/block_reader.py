"""Facts that are read from a block while patterns rewrite it."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import IndexType, i1
from xdsl.ir import Block, Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriterListener

from ...analysis.instances.reader import InstanceReader
from ...analysis.memory.facts import BlockFacts


class BlockReader:
    """
    One reader for all patterns of a walk, up to the next change of what it was read from.

    The walk is given its `listener`. A pattern asks for the reader anew at each operation.
    """

    def __init__(self, scope: Block):
        self.scope = scope
        self.listener = PatternRewriterListener(
            operation_removal_handler=[self._removed],
            operation_modification_handler=[self._modified],
            operation_replacement_handler=[self._replaced],
        )
        self.forget()

    @property
    def reader(self) -> InstanceReader:
        """The reader of the block as it is."""
        if self._reader is None:
            self._reader = InstanceReader(self.scope)
        return self._reader

    def facts(self) -> BlockFacts:
        """The facts of the block as it is."""
        if self._facts is None:
            self._facts = BlockFacts(self.scope)
        return self._facts

    def forget(self) -> None:
        """Read all anew when it is asked for."""
        self._reader: InstanceReader | None = None
        self._facts: BlockFacts | None = None

    # Where nothing uses what goes or comes, no expression is made of it.

    def _removed(self, op: Operation) -> None:
        self._facts = None
        if op.regions:
            self._reader = None

    def _replaced(self, op: Operation, _: Sequence[SSAValue | None]) -> None:
        self._removed(op)

    def _modified(self, op: Operation) -> None:
        self._facts = None
        if op.regions or any(result.type in _READ for result in op.results):
            self._reader = None


_READ = (IndexType(), i1)
"""The types of values that are read as expressions."""
