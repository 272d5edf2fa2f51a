"""Why the guards that are left in a program are there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Operation

from ...analysis.speculation.inserted_instances import Guard, GuardTrials, SpeculatedInstances
from ...dialect.annotations import STAGE
from ...dialect.ir.locations import location_of, show_location
from ...dialect.ir.reasons import Declined
from ...index.normal import tidy
from ...index.sets.engine import GaveUp, NotAffine
from ...passes.common.generated_stages import is_of_padding
from ...passes.common.stages import find_functions, stages_of
from ...passes.guards.guard_costs import guards_in
from ...passes.guards.pad_remove_branching_through_overcompute import removals
from ...passes.guards.removal_search import Allowed, find_removal
from ...passes.guards.removal_sizes import Kept, reason_with_sizes


@dataclass(frozen=True)
class GuardExplanation:
    """
    The reason that keeps one guard, or that nothing does.

    - `stage`: the stage that it is in, None of a guard in none, which no step drops;
    - `condition`: over the loops around it; None if it is on data;
    - `reason`: what cannot be shown, with an index where there is one; None if the pass drops it
      with those before it gone;
    - `waste`: where it is dropped, how many instances that adds to how many then, as text;
    - `location`: `file:line:col: `, empty where it is not known.
    """

    function: str
    stage: str | None
    condition: str | None
    reason: str | None
    waste: str | None
    location: str

    def __str__(self) -> str:
        condition = "on data" if self.condition is None else f"`{self.condition}`"
        where = f"@{self.function}" if self.stage is None else self.stage
        if self.reason is not None:
            return f"{self.location}{where}: guard {condition} kept: {self.reason}"
        return (
            f"{self.location}{where}: guard {condition} can be removed by "
            f"remove_branching_through_overcompute: {self.waste}"
        )


def explain(
    module: ModuleOp, function: str | None, max_waste: float, fp: Literal["strict", "relaxed"]
) -> Iterator[GuardExplanation]:
    """For each guard of the functions, outermost first; raises PadError for an unknown function."""
    allowed = Allowed(max_waste, fp == "relaxed")
    functions = find_functions(module, function, lambda _: True)
    copied = module.clone()
    original = dict(zip(copied.walk(), module.walk(), strict=True))
    copies = {original[op]: op for op in copied.walk() if isinstance(op, func.FuncOp)}
    for scope in functions:
        explainer = _Explainer(scope, allowed)
        explainer.remove_from(copies[scope], original)
        yield from map(explainer.explain, guards_in(scope))


class _Explainer:
    """Tells of the guards of a function what the pass does with them."""

    def __init__(self, function: func.FuncOp, allowed: Allowed):
        self._function, self._allowed = function, allowed
        self._stages = stages_of(function, None)
        self._found = dict[Operation, str | Declined]()
        # Of each guard, those of its stage that go.
        self._gone = dict[Operation, list[Guard]]()

    def remove_from(self, copied: func.FuncOp, original: Mapping[Operation, Operation]) -> None:
        """Does to a copy of the function what the pass does."""
        stages = [stage for stage in stages_of(copied, None) if not is_of_padding(stage)]
        gone = list[Guard]()
        for guard, found in removals(stages, self._allowed, GuardTrials()):
            of = original[guard]
            assert isinstance(of, Guard)
            if isinstance(found, Kept):
                why = reason_with_sizes(guard, found.stage, found.why, self._allowed)
                self._found.setdefault(of, Declined(why))
            else:
                self._found[of] = found.waste.amount()
                gone.append(of)
        for of in self._found:
            stage = self._stage_of(of)
            self._gone[of] = [other for other in gone if self._stage_of(other) is stage]

    def explain(self, guard: Guard) -> GuardExplanation:
        """Explain the outcome for a guard."""
        stage = self._stage_of(guard)
        name = None if stage is None else stage.attributes[STAGE]
        reason, waste = None, None
        try:
            waste = self._waste(guard, stage)
        except Declined as refused:
            reason = str(refused)
        return GuardExplanation(
            self._function.sym_name.data,
            name.data if isinstance(name, StringAttr) else None,
            self._condition(guard),
            reason,
            waste,
            show_location(location_of(guard)),
        )

    def _stage_of(self, guard: Operation) -> Operation | None:
        return next((s for s in self._stages if s.is_ancestor(guard)), None)

    def _waste(self, guard: Guard, stage: Operation | None) -> str:
        """The instances that removing the guard adds; raises Declined if the guard stays."""
        if stage is None:
            remedy = "name the loop around it with pad.stage"
            raise Declined("it is in no stage", guard, remedy, reason="no-stage")
        if is_of_padding(guard):
            text = "it belongs there: the stage writes or assumes padding only"
            raise Declined(text, guard, reason="of-padding")
        found = self._found.get(guard, "with the else arm that it is in")
        if isinstance(found, str):
            return found
        if gone := self._gone[guard]:
            try:
                find_removal(guard, stage, self._allowed, GuardTrials())
            except Declined:
                raise found from None
            others = " and ".join(f"the guard `{self._condition(other)}`" for other in gone)
            text = f"{found}; it can be removed alone, but not together with {others}"
            raise Declined(replace(found.why, text=text))
        raise found

    def _condition(self, guard: Guard) -> str | None:
        """Over the loops around it; None if it cannot be read."""
        stage = self._stage_of(guard)
        around = stage or self._function.body.blocks[0].find_ancestor_op_in_block(guard)
        assert around is not None
        try:
            insertion = SpeculatedInstances(guard, around, GuardTrials())
            return insertion.reader.shown(tidy(insertion.condition))
        except (Declined, GaveUp, NotAffine):
            return None
