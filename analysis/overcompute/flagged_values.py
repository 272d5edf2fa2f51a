"""Floats that are poison if they are NaN or infinite, because a flag (nnan, ninf) excludes that."""

from __future__ import annotations

from dataclasses import replace

from xdsl.dialects import arith
from xdsl.dialects import math as math_ops
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialect.ir.memory_access import Load, buffer_of, is_store, stored_in
from ...dialect.ir.poison_flags import fastmath_of
from ...index.sets.cells import union
from ..accesses.accesses import Access, touched
from ..accesses.aliasing import is_tracked
from ..contracts.roles import MOST_PAIRS, written_before
from ..speculation.inserted_instances import SpeculatedInstances
from ..values.induction import Induction
from ..values.known import Number
from ..values.numbers import Numbers, is_exact, number_of

_GIVE_AN_OPERAND = (
    *(arith.NegfOp, math_ops.AbsFOp),
    *(arith.MaximumfOp, arith.MinimumfOp, arith.MaxnumfOp, arith.MinnumfOp),
)
"""Operations whose result is a NaN, or an infinity, only if an operand is."""


class FlaggedValues(Induction):
    """
    Answers whether a value of the program with the guard is poison where it is what a flag,
    nnan or ninf, rules out.

    So is each result of an operation that has the flag.
    """

    def __init__(self, insertion: SpeculatedInstances, flag: FastMathFlag):
        super().__init__()
        self._insertion, self._facts, self._flag = insertion, insertion.facts, flag

    def allows_constant(self, value: Attribute) -> bool:
        """Whether the flag allows a constant."""
        return self.allows(number_of(value))

    def allows(self, number: Number | None) -> bool:
        """Whether the flag allows all that a float may be."""
        return number is not None and (number.finite or self._flag is FastMathFlag.NO_NANS)

    def _computed(self, op: Operation) -> bool:
        if has_flag(op, self._flag):
            return True
        if isinstance(op, _GIVE_AN_OPERAND) or (isinstance(op, arith.ExtFOp) and is_exact(op)):
            return all(map(self.never, op.operands))
        return len(op.results) == 1 and self.allows(Numbers({}, op).of(op.results[0]))

    def _loaded(self, load: Load) -> bool:
        """A load of what is certainly written by then: by induction over all that was stored."""
        buffer, stage = buffer_of(load), self._facts.reader.stage(load)
        if stage is None or not is_tracked(buffer) or not self._is_written(load, stage):
            return False
        if (buffer, stage) in self._assumed:
            return True
        values: list[SSAValue] = []
        for access in self._facts.until(buffer, stage):
            if is_store(access.op):
                values.append(stored_in(access.op))
            elif access.writes:
                return False
        return self._by_induction((buffer, stage), values)

    def _is_written(self, load: Load, stage: Operation) -> bool:
        """Whether original instances certainly wrote the cells when any instance reads them."""
        found = self._facts.accesses(buffer_of(load))
        read = next((a.access for a in found if a.access.op is load), None)
        if read is None or read.index is None:
            return False
        earlier = self._facts.stages_before(buffer_of(load), stage)
        sure = [a for op in earlier for a in self._facts.writes_in(buffer_of(load), op) if a.must]
        if touched(read).is_subset(union(touched(self._original(a)) for a in sure)):
            return True
        writes = [a.access for a in found if a.stage is stage and a.access.writes]
        return len(writes) <= MOST_PAIRS and written_before(read, list(map(self._original, writes)))

    def _original(self, access: Access) -> Access:
        condition = self._insertion.original(access)
        return replace(access, instances=replace(access.instances, condition=condition))


def has_flag(op: Operation, flag: FastMathFlag) -> bool:
    """Whether an operation on floats has a flag."""
    return flag in fastmath_of(op)
