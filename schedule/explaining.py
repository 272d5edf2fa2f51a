"""Why the guards that are left in a program are there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Operation

from ..analysis.insertion import Guard, Insertion, Refused
from ..analysis.islctx import GaveUp, NotAffine
from ..analysis.normal import tidy
from ..dialect.annotations import STAGE
from ..passes.diagnostics import show_location
from ..passes.generated_stages import is_of_padding
from ..passes.guards import guards_in
from ..passes.removal_search import Allowed, find_removal
from ..passes.stages import find_functions, stages_of


@dataclass(frozen=True)
class GuardExplanation:
    """
    What keeps one guard, or that nothing does.

    - `stage`: the stage that it is in, None of a guard in none, which no step drops;
    - `condition`: over the loops around it; None where it is on data;
    - `reason`: what cannot be shown, with an index where there is one; None where it may go;
    - `waste`: where it may go, how many instances that would add to how many, as text;
    - `location`: `file:line:col: `, empty where it is not known.
    """

    function: str
    stage: str | None
    condition: str | None
    reason: str | None
    waste: str | None
    location: str

    def __str__(self) -> str:
        condition = "a condition on data" if self.condition is None else f"`{self.condition}`"
        where = f"@{self.function}" if self.stage is None else self.stage
        if self.reason is not None:
            return f"{self.location}{where}: the guard by {condition} stays: {self.reason}"
        return (
            f"{self.location}{where}: the guard by {condition} may go, by "
            f"remove_branching_through_overcompute: {self.waste}"
        )


def explain(
    module: ModuleOp, function: str | None, max_waste: float, fp: Literal["strict", "relaxed"]
) -> Iterator[GuardExplanation]:
    """For each guard of the functions, outermost first; PadError for an unknown function."""
    allowed = Allowed(max_waste, fp == "relaxed")
    for scope in find_functions(module, function, lambda _: True):
        stages = stages_of(scope, None)
        for guard in guards_in(scope):
            inside = [stage for stage in stages if stage.is_ancestor(guard)]
            yield _explain(guard, inside[0] if inside else None, scope, allowed)


def _explain(
    guard: Guard, stage: Operation | None, function: func.FuncOp, allowed: Allowed
) -> GuardExplanation:
    name = None if stage is None else stage.attributes[STAGE]
    condition, reason, waste = None, None, None
    try:
        scope = None if stage is None else stage.parent
        insertion = Insertion(guard, scope or function.body.blocks[0])
        condition = insertion.reader.shown(tidy(insertion.condition))
        if stage is None:
            raise Refused("it is in no stage; name the loop around it with pad.stage")
        if is_of_padding(guard):
            raise Refused("it belongs there: the stage writes or assumes padding only")
        waste = find_removal(guard, stage, allowed).waste.amount()
    except Refused as refused:
        reason = str(refused)
    except (GaveUp, NotAffine) as error:
        reason = f"the proof took too long ({error})" if isinstance(error, GaveUp) else str(error)
    return GuardExplanation(
        function.sym_name.data,
        name.data if isinstance(name, StringAttr) else None,
        condition,
        reason,
        waste,
        show_location(guard.location),
    )
