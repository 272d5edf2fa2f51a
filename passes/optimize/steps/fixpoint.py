"""Runs passes until none changes the program any more, and keeps account of what that cost."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from xdsl.context import Context
from xdsl.dialects import arith, func
from xdsl.dialects.builtin import IndexType, LocationAttr, ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from ....analysis.instances.activity import Parallel
from ....dialect.ir.locations import location_of
from ....dialect.ir.memory_access import is_store, stored_in
from ....dialect.ir.operations import are_equal, operations_in
from ....dialect.ops import UndefOp
from ...assumes.assume_checks import assumes_checked, check_assumes
from ...common.diagnostics import Remark, RemarkForm, collect_remarks, remark, tell
from ...common.for_loops import Loop
from ...common.generated_stages import is_of_padding
from ...guards.guard_costs import Price, guards_in, prices_in
from ...guards.pad_remove_branching_through_overcompute import PadRemoveBranchingThroughOvercompute
from ...guards.removal_search import WASTE
from ...hoist.pad_hoist_expression import PadHoistExpression
from ...loops.ranges.pad_partition_loops import PadPartitionLoops
from ...loops.ranges.pad_reduce_loop_extents import PadReduceLoopExtents
from ...no_op.pad_remove_no_op import PadRemoveNoOp
from ...simplify.pad_simplify import PadSimplify
from ...sizes.missing_sizes import without_missing_sizes
from ...sizes.size_questions import size_question

Guards: TypeAlias = Literal["auto", "overcompute", "partition", "either", "keep"]
_DROPPED = RemarkForm("guard-dropped", "stage '{stage}': guard removed: {amount}", "passed")
_OF_BOUNDS = RemarkForm(
    "guard-left-to-bounds",
    "stage '{stage}': guard replaced by loop bounds, not by overcompute: {reason}",
    "analysis",
)
_KEPT_AS_BOUNDS = RemarkForm(
    "guard-kept-as-bounds", "stage '{stage}': guard replaced by loop bounds, not removed: {reason}"
)
_LEFT = RemarkForm("guards-left", "guards left in @{of}: {count}", "analysis")
_LEFT_BESIDE_PADDING = RemarkForm(
    "guards-left-beside-padding",
    "guards left in @{of}: {count}, besides {belonging} in stages that only treat padding",
    "analysis",
)
_MOST_RUNS = 64
"""More would be passes that undo each other: a program is done after two or three rounds."""


@dataclass
class Optimization:
    """The passes that always help, and the chosen treatment of guards, on one module."""

    context: Context
    module: ModuleOp
    function: str | None
    guards: Guards
    """`auto` is `overcompute` here: whether loops come in pieces is judged by the code."""
    max_waste: float | int | str
    fp: Literal["strict", "relaxed"]
    sizes: tuple[str, ...] = ()
    is_told: bool = False
    """Whether it is no trial, and its remarks are read: then facts that are missing are named."""
    start: ModuleOp | None = None
    """The module as it was before, where another version may be made of it."""
    runs: list[str] = field(default_factory=list[str])
    """The passes that were run, in order."""
    dropped: list[Price] = field(default_factory=list[Price])
    """The guards that overcompute has dropped."""
    unsolved: int = 0
    """How many guards are left before what makes bounds of them, padding stages apart."""
    narrowed: int = 0
    """How many of those are finally bounds of loops."""
    refused: list[Remark] = field(default_factory=list[Remark])
    """Why overcompute left them."""
    bounds: list[Remark] = field(default_factory=list[Remark])
    """The remarks in `refused` at loops whose bounds now differ between iterations."""
    made: Sequence[Remark] = ()
    """The remarks of making code for a processor, where that was done."""
    cycles: float | None = None
    """What that code is estimated to take, where it was."""
    said: dict[str, list[Remark]] = field(default_factory=dict[str, list[Remark]])
    """The remarks of the last run of each pass."""
    _left: ModuleOp | None = None
    """The module after the run, where a fact about sizes may be missing for guards to go."""
    _version: int = 0
    _settled: dict[ModulePass, int] = field(default_factory=dict[ModulePass, int])
    """The version of the program that a pass has left as it is."""
    _checked: int = -1
    """The version whose assumes were last checked."""
    _copies: list[func.FuncOp] = field(default_factory=list[func.FuncOp])
    """Copies of the functions as they are now; none where they have changed."""

    def run(self) -> None:
        """All of it, to a fixpoint; no step is kept that makes a function worse."""
        steps: list[ModulePass] = [
            PadSimplify(self.function),
            PadRemoveNoOp(self.function, fp=self.fp),
        ]
        if self.guards in ("auto", "overcompute", "either"):
            steps.append(self._overcompute())
            if any(map(_writes_padding, self.functions())):
                # Nothing reads padding yet: what reads it instead of other cells has a guard.
                self._to_fixpoint([steps[0], steps[-1]])
        self._to_fixpoint(steps)
        if self.guards in ("partition", "either"):
            # Before what narrows loops: that takes the conditions which tell the pieces.
            self._settle(PadPartitionLoops(self.function))
        if self.is_told and self._may_miss_sizes():
            self._name_missing_sizes(self.module)
        self.unsolved, dropped = self._guards(), len(self.dropped)
        self.refused = self.said.get(PadRemoveBranchingThroughOvercompute.name, [])
        hoist = PadHoistExpression(
            self.function,
            conditionals=("if-else-stmt",),
            bindings=("required-by-condition",),
        )
        varying, around = self._varying(), self._around()
        self._to_fixpoint([*steps, PadReduceLoopExtents(self.function), hoist])
        bounded = (self._varying() - varying).keys()
        self.bounds = [r for r in self.refused if not bounded.isdisjoint(around[r.location])]
        self.narrowed = max(0, self.unsolved - self._guards() - (len(self.dropped) - dropped))
        if self._may_miss_sizes():
            self._left = self.module.clone()  # of code for a processor less is known

    def functions(self) -> list[func.FuncOp]:
        """Return the functions that are optimized."""
        found = [op for op in self.module.walk() if isinstance(op, func.FuncOp)]
        return [
            f for f in found if not f.is_declaration and self.function in (None, f.sym_name.data)
        ]

    def report(self, name: str) -> None:
        """Remarks on what guards cost that are gone, and why the others stay."""
        if self._left is not None:
            self._name_missing_sizes(self._left)
        for price in self.dropped:
            waste = price.waste()
            if waste is not None and waste.inserted != 0:
                amount = waste.amount()
                remark(name, price.guard, _DROPPED, stage=price.stage, amount=amount)
        final = self.said.get(PadRemoveBranchingThroughOvercompute.name, [])
        left = [said.location for said in final]
        for refused in dict.fromkeys(self.refused):
            if refused.location in left:
                continue
            if refused.why is not None and refused.why.id == WASTE:
                tell(replace(refused, pass_name=name, form=_OF_BOUNDS))
            elif refused in self.bounds:
                tell(replace(refused, pass_name=name, form=_KEPT_AS_BOUNDS))
        for step in (PadRemoveBranchingThroughOvercompute, PadPartitionLoops):
            for said in self.said.get(step.name, ()):
                tell(said)
        for function in self.functions():
            guards = guards_in(function)
            belonging = sum(map(is_of_padding, guards))
            if count := len(guards) - belonging:
                form = _LEFT_BESIDE_PADDING if belonging else _LEFT
                remark(
                    name,
                    function,
                    form,
                    of=function.sym_name.data,
                    count=count,
                    belonging=belonging,
                )

    def _may_miss_sizes(self) -> bool:
        kept = self.said.get(PadRemoveBranchingThroughOvercompute.name, [])
        return bool(kept) and any(size_question(f) is not None for f in self.functions())

    def _name_missing_sizes(self, module: ModuleOp) -> None:
        """Say of the guards that overcompute leaves with which facts about sizes they would go."""
        with collect_remarks() as remarks, assumes_checked():
            self._overcompute().apply(self.context, module)
        self.said[PadRemoveBranchingThroughOvercompute.name] = remarks

    def _overcompute(self) -> PadRemoveBranchingThroughOvercompute:
        return PadRemoveBranchingThroughOvercompute(
            self.function, max_waste=self.max_waste, fp=self.fp, sizes=self.sizes
        )

    def _guards(self) -> int:
        """How many there are now, padding stages apart."""
        return sum(not is_of_padding(g) for f in self.functions() for g in guards_in(f))

    def _varying(self) -> Counter[LocationAttr]:
        """How many loops have bounds that are not constants, by where they stand in the source."""
        ops = (op for function in self.functions() for op in function.walk())
        return Counter(location_of(op) for op in ops if _has_varying_bounds(op))

    def _around(self) -> dict[LocationAttr, set[LocationAttr]]:
        """Where the loops around the guards at a place stand; passes replace the operations."""
        places = defaultdict[LocationAttr, set[LocationAttr]](set)
        for guard in (g for f in self.functions() for g in guards_in(f)):
            at = guard.parent_op()
            while at is not None and not isinstance(at, func.FuncOp):
                places[location_of(guard)].add(location_of(at))
                at = at.parent_op()
        return places

    def _to_fixpoint(self, steps: Sequence[ModulePass]) -> None:
        """Each pass again and again, but not on what it has left as it is."""
        while len(self.runs) < _MOST_RUNS:
            todo = [step for step in steps if self._settled.get(step) != self._version]
            if not todo:
                return
            for step in todo:
                if self._settled.get(step) != self._version:
                    self._settle(step)

    def _settle(self, step: ModulePass) -> None:
        if self._keep(step):
            self._version += 1
        else:
            self._settled[step] = self._version

    def _keep(self, step: ModulePass) -> bool:
        """Runs a pass; whether it changed a function, and for the better or at no cost."""
        functions = self.functions()
        before = self._copies or [function.clone() for function in functions]
        counted = isinstance(step, PadRemoveBranchingThroughOvercompute)
        prices = [p for f in functions for p in prices_in(f)] if counted else []
        if self._checked != self._version:
            check_assumes(self.module)
            self._checked = self._version
        with collect_remarks() as remarks, assumes_checked(), without_missing_sizes():
            step.apply(self.context, self.module)
        self.runs.append(step.name)
        self.said[step.name] = remarks
        changed, undone = False, list[func.FuncOp]()
        for function, old in zip(functions, before, strict=True):
            if are_equal(function, old):
                continue
            if _is_worse(function, old, step):
                function.detach_region(function.body)
                function.add_region(old.detach_region(old.body))
                undone.append(function)
            else:
                changed = True
        self._copies = [] if changed or undone else before
        left = {op for function in functions for op in function.walk()}
        self.dropped += [p for p in prices if p.guard not in left and p.function not in undone]
        return changed


def _writes_padding(function: func.FuncOp) -> bool:
    """Whether a stage stores values in the padding of a buffer."""
    return any(
        is_store(op) and not isinstance(stored_in(op).owner, UndefOp) and is_of_padding(op)
        for op in operations_in(function.body)
    )


def _has_varying_bounds(op: Operation) -> bool:
    indices = [operand for operand in op.operands if operand.type == IndexType()]
    return isinstance(op, Loop | Parallel) and any(
        not isinstance(index.owner, arith.ConstantOp) for index in indices
    )


def _is_worse(new: Operation, old: Operation, step: ModulePass) -> bool:
    """More guards, or, from hoisting, more code; a partition has that price, which it tells."""
    if isinstance(step, PadPartitionLoops):
        return False
    if len(guards_in(new)) > len(guards_in(old)):
        return True
    return isinstance(step, PadHoistExpression) and _size(new) > _size(old)


def _size(op: Operation) -> int:
    return sum(1 for _ in op.walk())
