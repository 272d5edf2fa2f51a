"""Conditions and indices that inserted instances compute from data, as far as that is known."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import IndexType, IntegerAttr, i1
from xdsl.ir import Operation, SSAValue

from ...index.expr import FALSE, TRUE, Expr, any_of, lift, select
from ...index.sets.engine import IntSet, engine
from ..speculation.inserted_instances import SpeculatedInstances
from ..values.folding import Folded
from ..values.known import Exactly
from .inserted_values import InsertedValues

_MOST_NUMBERS = 4
"""The numbers that an index may be, in different instances."""


class KnownData:
    """
    Answers for the inserted instances of one insertion, by what cells hold all through the stage.

    Nothing is taken from `fp=relaxed`, nor from a flag: what decides where to go has to be so.
    `is_used` tells that something was answered.
    """

    def __init__(self, insertion: SpeculatedInstances, values: InsertedValues):
        self._insertion, self._values = insertion, values
        self.is_used = False

    def number(self, value: SSAValue) -> Expr | None:
        """The index that a value is where it is computed; None if it is not known."""
        if not isinstance(value.type, IndexType):
            return None
        found: dict[Expr, list[IntSet]] = {}
        for points, folded in self._folded(value) or ():
            number = self._index(folded, value)
            if number is None:
                return None
            found.setdefault(number, []).append(points)
        if not 0 < len(found) <= _MOST_NUMBERS:
            return None
        self.is_used = True
        *others, last = found
        result = last
        for number in others:
            where = any_of(map(engine().condition, found[number]))
            result = select(where, number, result)
        return result

    def truth(self, value: SSAValue) -> Expr | None:
        """The condition that an i1 value is where it is computed; None if it is not known."""
        if value.type != i1 or (parts := self._folded(value)) is None:
            return None
        holds: list[Expr] = []
        decided = set[Expr]()
        for points, folded in parts:
            condition = self._condition(folded, value)
            if condition is None:
                return None
            decided.add(condition)
            if condition != FALSE:
                holds.append(engine().condition(points) & condition)
        self.is_used = True
        return decided.pop() if len(decided) == 1 else any_of(holds)

    def _folded(self, value: SSAValue) -> list[tuple[IntSet, Folded]] | None:
        """What a value is in each part of the instances that compute it; None if it is no data."""
        points = self._computed_at(value)
        if points is None:
            return None
        parts = self._values.parts_of(points, value)
        return [(part.points, self._values.fold_certainly(value, part)) for part in parts]

    def _computed_at(self, value: SSAValue) -> IntSet | None:
        insertion, owner = self._insertion, value.owner
        if not isinstance(owner, Operation) or owner in insertion.removed:
            return None
        if owner in insertion.inside:
            return engine().set(insertion.inserted(owner)[0])
        if insertion.reader.stage(owner) is not insertion.stage:
            return None
        return engine().set(insertion.domain)

    def _index(self, folded: Folded, value: SSAValue) -> Expr | None:
        if isinstance(folded, SSAValue):
            same = folded is value or not isinstance(folded.type, IndexType)
            return None if same else self._insertion.inserted_reader.index(folded)
        number = _number(folded)
        return None if number is None else lift(number)

    def _condition(self, folded: Folded, value: SSAValue) -> Expr | None:
        if isinstance(folded, SSAValue):
            return None if folded is value else self._insertion.inserted_reader.condition(folded)
        number = _number(folded)
        return None if number is None else TRUE if number & 1 else FALSE


def _number(folded: Folded) -> int | None:
    constant = folded.value if isinstance(folded, Exactly) else None
    return cast("IntegerAttr", constant).value.data if isinstance(constant, IntegerAttr) else None
