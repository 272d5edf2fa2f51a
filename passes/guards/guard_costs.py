"""The guards of a program, and what dropping one adds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xdsl.dialects import arith, func
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Operation

from ...analysis.speculation.inserted_instances import Guard, GuardTrials, SpeculatedInstances
from ...analysis.values.poison import computing
from ...dialect.ir.reasons import Declined
from ...index.sets.engine import GaveUp, NotAffine, engine
from ...index.sets.waste import Waste
from ..common.stages import stage_or_nest_name, stages_of, stages_or_nests


def guards_in(root: Operation) -> list[Guard]:
    """The ifs inside an operation, and the selects by a condition on indices alone."""
    guards = [op for op in root.walk() if isinstance(op, Guard)]
    return [op for op in guards if not isinstance(op, arith.SelectOp) or selects_by_index(op)]


def selects_by_index(select: arith.SelectOp) -> bool:
    """Whether a select is by a condition on indices; one on data is not a guard."""
    conditions = computing([select.cond])
    compared = [op for op in conditions if isinstance(op, arith.CmpiOp | arith.CmpfOp)]
    return bool(compared) and all(op.lhs.type == IndexType() for op in compared)


@dataclass(frozen=True)
class Price:
    """The instances that removing the guard of a stage adds, as far as they can be counted."""

    guard: Operation
    stage: str
    function: func.FuncOp
    insertion: SpeculatedInstances

    def waste(self) -> Waste | None:
        """The instances that it adds; None if nothing is found."""
        around, insertion = self.insertion.around, self.insertion
        try:
            with engine().budget():
                return Waste(
                    around.condition,
                    insertion.condition,
                    around.iterators,
                    insertion.reader.shown,
                )
        except (GaveUp, NotAffine):
            return None


def prices_in(function: func.FuncOp) -> Iterator[Price]:
    """Return the prices of the guards of stages whose conditions can be read."""
    seen, trials = set[Operation](), GuardTrials()
    for stage in [*stages_of(function, None), *stages_or_nests(function)]:
        for guard in guards_in(stage):
            if guard in seen:
                continue  # of the stage around this one
            seen.add(guard)
            try:
                yield Price(
                    guard,
                    stage_or_nest_name(stage),
                    function,
                    SpeculatedInstances(guard, stage, trials),
                )
            except (Declined, GaveUp, NotAffine):
                continue
