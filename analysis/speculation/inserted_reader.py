"""Reads the inserted instances of a guard, with what data is known to be there."""

from __future__ import annotations

from typing import Protocol

from xdsl.ir import SSAValue

from ...index.expr import Expr
from ..instances.reader import InstanceReader


class KnownData(Protocol):
    """What is known of values that are computed from data, at inserted instances."""

    def number(self, value: SSAValue) -> Expr | None:
        """The index that a value is; None if it is not known."""
        ...

    def truth(self, value: SSAValue) -> Expr | None:
        """The condition that an i1 value is; None if it is not known."""
        ...


class InsertedReader(InstanceReader):
    """A reader, with the names of another one, that knows data where a guard does not hold."""

    def __init__(self, reader: InstanceReader, known: KnownData):
        super().__init__(reader.scope)
        self.take_over(reader)
        self._known = known

    def condition(self, value: SSAValue) -> Expr | None:
        found = super().condition(value)
        return self._known.truth(value) if found is None else found

    def _index(self, value: SSAValue) -> Expr | None:
        found = super()._index(value)
        return self._known.number(value) if found is None else found
