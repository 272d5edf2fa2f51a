"""Which values are never special ones, by induction over what loops carry and ifs give."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TypeAlias, cast

from xdsl.dialects import affine, arith, scf
from xdsl.ir import Block, BlockArgument, Operation, SSAValue

from ...dialect.ir.loop_like import carried_as, carried_by, find_loop
from ...dialect.ir.memory_access import Load, is_load

Hypothesis: TypeAlias = "SSAValue | tuple[SSAValue, Operation | None]"
"""A value, or what the loads of a buffer in a stage give."""


class Induction(ABC):
    """
    Answers whether a value is never a special one.

    What loops carry and what a buffer accumulates is taken for it while that is shown of all that
    goes in.
    """

    def __init__(self) -> None:
        self._assumed: set[Hypothesis] = set()

    @abstractmethod
    def _computed(self, op: Operation) -> bool:
        """Whether the value of an operation without regions is never special."""

    @abstractmethod
    def _loaded(self, load: Load) -> bool:
        """Whether the result of a load is never special."""

    def never(self, value: SSAValue) -> bool:
        """Whether the value is never special; False if that is not shown."""
        if value in self._assumed:
            return True
        owner = value.owner
        if isinstance(owner, Block):
            return self._carried(value)
        if is_load(owner):
            return self._loaded(owner)
        match owner:
            case arith.SelectOp():
                return self.never(owner.lhs) and self.never(owner.rhs)
            case affine.IfOp() | scf.IfOp():
                return self._result(owner, owner.results.index(value))
            case _ if find_loop(owner) is not None:
                found = (each.argument for each in carried_by(owner) if each.result is value)
                return any(map(self.never, found))
            case _:
                return self._computed(owner)

    def _carried(self, value: SSAValue) -> bool:
        """An argument of a loop: by induction over what it starts with and what is yielded."""
        carried = carried_as(cast("BlockArgument", value))
        return carried is not None and self._by_induction(value, (carried.init, carried.yielded))

    def _result(self, op: Operation, position: int) -> bool:
        terminators = [region.blocks[0].last_op for region in op.regions if region.blocks]
        return all(t is not None and self.never(t.operands[position]) for t in terminators)

    def _by_induction(self, value: Hypothesis, sources: Sequence[SSAValue]) -> bool:
        """Whether nothing that goes into the value is special, if the value is not."""
        before = set(self._assumed)
        self._assumed.add(value)
        shown = all(map(self.never, sources))
        if not shown:
            self._assumed = before  # nor does what was shown under the hypothesis stand
        return shown
