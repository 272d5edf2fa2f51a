"""Facts that are read from a block while patterns rewrite it."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import IndexType, IntegerType
from xdsl.ir import Block, Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriterListener

from ...analysis.accesses.equal_loads import CellReader
from ...analysis.memory.facts import BlockFacts
from ...dialect.ir.memory_access import is_load


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
    def reader(self) -> CellReader:
        """The reader of the block as it is."""
        if self._reader is None:
            self._reader = CellReader(self.scope)
        return self._reader

    @property
    def affine(self) -> CellReader:
        """The reader of what affine maps can say."""
        if self._affine is None:
            self._affine = CellReader(self.scope, names_of=self.reader)
        return self._affine

    def facts(self) -> BlockFacts:
        """The facts of the block as it is."""
        if self._facts is None:
            self._facts = BlockFacts(self.scope)
        return self._facts

    def forget(self) -> None:
        """Read all anew when it is asked for."""
        self._reader: CellReader | None = None
        self._affine: CellReader | None = None
        self._facts: BlockFacts | None = None

    # Where nothing uses what goes or comes, no expression is made of it.

    def _removed(self, op: Operation) -> None:
        self._facts = None
        if op.regions:
            self._reread()

    def _replaced(self, op: Operation, _: Sequence[SSAValue | None]) -> None:
        self._removed(op)

    def _modified(self, op: Operation) -> None:
        self._facts = None
        # A load, of a cell that has another index now, is a name as it was.
        if op.regions or any(
            isinstance(each.type, _READ) for each in op.results if not is_load(op)
        ):
            self._reread()

    def _reread(self) -> None:
        self._reader = self._affine = None


_READ = (IndexType, IntegerType)
"""The types of values that are read as expressions."""
