"""pad-remove-branching-through-overcompute: drops the guards that the padding makes superfluous."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from xdsl.context import Context
from xdsl.dialects import arith, func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ...analysis.accesses.escape import preserved
from ...analysis.overcompute.kept_flags import OF_INSTANCES
from ...analysis.overcompute.proof import Removal
from ...analysis.speculation.inserted_instances import GUARDS, Guard, GuardTrials
from ...dialect.ir.effects import is_pure
from ...dialect.ir.memory_access import is_store
from ...dialect.ir.operations import operations_of
from ...dialect.ir.poison_flags import INTEGER_FLAGS, fastmath_of
from ...dialect.ir.reasons import Declined, because
from ...index.sets.engine import own_engine
from ..assumes.assume_checks import check_assumes
from ..common.dead_code import erase_if_dead
from ..common.diagnostics import OptionError, RemarkForm, remark
from ..common.generated_stages import is_of_padding, transfer_stage_marker
from ..common.stages import (
    find_functions,
    find_stages,
    stage_or_nest_name,
    stages_of,
    stages_or_nests,
)
from ..simplify.assumed_values import only_assumed
from ..simplify.branch_merging import inline_arm
from ..sizes.missing_sizes import missing_sizes_of_one_run
from ..sizes.size_ranges import check_size_names, parse_size_ranges
from .affected_guards import Hopes, written_under
from .bounded_reads import IndexChoice
from .guard_costs import selects_by_index
from .removal_search import Allowed, find_removal
from .removal_sizes import Kept, reasons_with_sizes, trust_sizes

GUARD_KEPT = RemarkForm("guard-kept", "stage '{stage}': guard kept: {reason}")


@dataclass(frozen=True)
class PadRemoveBranchingThroughOvercompute(ModulePass):
    """
    Drops each guard of a stage whose body may run everywhere (RFC 77, "New Transform -
    RemoveBranchingThroughOvercompute").

    It may where each access that is added is in bounds and readable, and each store that is added
    leaves what its cell holds, or is dead: overwritten, or made undef, before anyone looks. What
    padding holds is known from assumes and stores before the stage. An assume under a guard that
    goes gets the guard's condition: elsewhere it states nothing. Ifs that give values, and selects,
    are guards too. Of two arms one goes where the other leaves the same in its place; the
    first stays if both may.

    Before:

    ```mlir
    func.func @sum(%A: memref<4x4xi32>, %B: memref<1xi32>) {
      %zero = arith.constant 0 : i32
      affine.for %ii = 2 to 4 {
        %a = affine.load %A[3, %ii] : memref<4x4xi32>
        %holds = arith.cmpi eq, %a, %zero : i32
        pad.assume %holds : i1
      }
      affine.for %io = 0 to 4 {
        affine.for %ii = 0 to 4 {
          affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%io, %ii) {
            %s = affine.load %B[0] : memref<1xi32>
            %a = affine.load %A[%io, %ii] : memref<4x4xi32>
            %t = arith.addi %s, %a : i32
            affine.store %t, %B[0] : memref<1xi32>
          }
        }
      } {pad.stage = "compute"}
      func.return
    }
    ```

    After:

    ```mlir
    func.func @sum(%A: memref<4x4xi32>, %B: memref<1xi32>) {
      %zero = arith.constant 0 : i32
      affine.for %ii = 2 to 4 {
        %a = affine.load %A[3, %ii] : memref<4x4xi32>
        %holds = arith.cmpi eq, %a, %zero : i32
        pad.assume %holds : i1
      }
      affine.for %io = 0 to 4 {
        affine.for %ii = 0 to 4 {
          %s = affine.load %B[0] : memref<1xi32>
          %a = affine.load %A[%io, %ii] : memref<4x4xi32>
          %t = arith.addi %s, %a : i32
          affine.store %t, %B[0] : memref<1xi32>
        }
      } {pad.stage = "compute"}
      func.return
    }
    ```

    Options: `function`, `stage` (when unset all but those of padding, `pad.of_padding`, whose
    guards belong there; where there are no others, each outermost loop), `max-waste`: added over
    original instances of a stage, 1.0 unless said, `inf` never refuses; `fp=strict|relaxed`;
    `index`: where only bounds stand in the way of a read that no original instance makes, `clamp`
    reads at the nearest cell, `wrap` at the remainder by the size, and writes there what the cell
    holds, `extend` makes a local buffer larger, with its new cells undef, or what its padding
    holds; `none` unless said. `trust` assumes what padding has to hold, or sizes have to be, where
    nothing shows it, in a `pad.assume` marked `pad.user`. `sizes` (`sizes="n=1..4096"`, an index
    argument or `A.0`, axis 0 of A): what they are expected to be where no fact says more; it counts
    for `max-waste` only, and no guard goes that does not leave the result right at all sizes.

    Errors: an assume that is false. Declines, with a remark that names the reason and an index: a
    condition on data, an access that would be out of bounds or read what nothing says is readable,
    a store that would change what someone may see, an operation that may not run where it did not,
    another iteration of a parallel loop at the same cell, too much waste, as a formula where sizes
    are not known. Where facts about sizes would do, it names those that ask least: `n mod c == 0`,
    `n >= c`, `n <= c`, `n == m` or `n * m <= c`, with which the guard was shown to go.
    """

    name = "pad-remove-branching-through-overcompute"

    function: str | None = None
    stage: str | None = None
    max_waste: float | int | str = 1.0
    fp: Literal["strict", "relaxed"] = "strict"
    index: IndexChoice = "none"
    trust: bool = False
    sizes: tuple[str, ...] = ()

    @preserved()
    @own_engine()
    @missing_sizes_of_one_run()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        sizes = parse_size_ranges(self.sizes)
        limit = read_limit(self.max_waste)
        allowed = Allowed(limit, self.fp == "relaxed", self.index, self.trust, sizes)
        check_assumes(op)
        functions = find_functions(op, self.function, self._concerns)
        check_size_names(sizes, functions)
        for function in functions:
            remove_branching(self._stages(function), allowed, GuardTrials())

    def _stages(self, function: func.FuncOp) -> list[Operation]:
        if self.stage is None:
            return stages_or_nests(function)
        return find_stages(function, self.stage)

    def _concerns(self, function: func.FuncOp) -> bool:
        if self.stage is None:
            return bool(stages_or_nests(function))
        return bool(stages_of(function, self.stage))


def read_limit(max_waste: float | str) -> float:
    """The option `max-waste` as a number; raises OptionError for one that is none."""
    try:
        limit = float(max_waste)
    except ValueError:
        limit = -1.0
    if not limit >= 0:
        message = f"max-waste is {max_waste}, but must be a number >= 0, or inf"
        raise OptionError("max-waste", message)
    return limit


def remove_branching(stages: Sequence[Operation], allowed: Allowed, trials: GuardTrials) -> None:
    """Drops the guards of stages that may go; a remark for each that stays."""
    kept = [
        (guard, found)
        for guard, found in removals(stages, allowed, trials)
        # A select on data is not a guard; nobody wants to hear that it stays.
        if isinstance(found, Kept)
        and (not isinstance(guard, arith.SelectOp) or selects_by_index(guard))
    ]
    name = PadRemoveBranchingThroughOvercompute.name
    for (guard, _), reason in zip(kept, reasons_with_sizes(kept, allowed), strict=True):
        remark(name, guard, GUARD_KEPT, reason=reason, stage=stage_or_nest_name(guard))


def removals(
    stages: Sequence[Operation], allowed: Allowed, trials: GuardTrials
) -> Iterator[tuple[Guard, Removal | Kept]]:
    """
    Drops the guards of stages that may go, outermost first; each with what shows that it may, and
    finally those that stay, each with why. It is dropped when the next is asked for; `trials` are
    told.

    A guard that stays is tried again when others have gone since that may help, to a fixpoint.
    Guards of a stage of padding inside are removed only if that stage is named.
    """
    tries = list(_tries(stages))
    hopes = Hopes(stages)
    while any([each.is_open(hopes) for each in tries]) or _trust_sizes(tries, allowed, trials):
        for each in tries:
            if not each.is_open(hopes):
                continue
            guard, stage = each.guard, each.stage.op
            each.begin()
            try:
                successor = _successor(guard) if guard is stage else stage
                removal = find_removal(guard, stage, allowed, trials)
            except Declined as refused:
                each.refused = refused
                continue
            yield guard, removal
            written = written_under(removal.guard)
            for other in tries:
                other.note(removal.guard, written)
            if removal.waste.inserted != 0 and not removal.only_dead:
                _drop_poison(removal)
            if guard is stage:
                transfer_stage_marker(stage, successor)
            if guard is stage or _else_arm(removal.guard):
                trials.forget()
            else:
                trials.changed(stage)
            _inline(removal.guard)
            each.stage.op = successor
    for each in tries:
        if each.refused is not None and each.is_there:
            yield each.guard, Kept(each.refused.why, each.stage.op)


_WHATEVER_GOES = ("condition", "parallel")
"""The ids of reasons that hold whichever other guards go."""


@dataclass
class _Stage:
    """A stage; another operation is it once a guard that was it is gone."""

    op: Operation


@dataclass
class _Try:
    """A guard, why it stayed, and which buffers the guards that have gone since store into."""

    guard: Guard
    stage: _Stage
    refused: Declined | None = None
    waits: bool = True
    """Whether it is to be tried, whatever was stored."""

    written: set[SSAValue] = field(default_factory=set[SSAValue])

    @property
    def is_there(self) -> bool:
        """Whether the guard is not gone, nor the arm that it was in."""
        stage = self.stage.op
        return stage.parent is not None and stage.is_ancestor(self.guard)

    def begin(self) -> None:
        """Forget what has gone: the try sees it."""
        self.waits = False
        self.written.clear()

    def note(self, gone: Guard, written: set[SSAValue] | None) -> None:
        """Another guard goes, which stores into these buffers; None if it does more."""
        if self.waits or self.refused is None or self.refused.why.id in _WHATEVER_GOES:
            return
        nested = gone.is_ancestor(self.guard) or self.guard.is_ancestor(gone)
        if written is None or nested or not is_store(self.refused.op):
            self.waits = True
        else:
            self.written |= written

    def is_open(self, hopes: Hopes) -> bool:
        """Whether a try may succeed."""
        if self.written and self.refused is not None and is_store(self.refused.op):
            self.waits |= hopes.has_any(self.refused.op, self.written)
            self.written.clear()
        return self.waits and self.is_there


def _trust_sizes(tries: Sequence[_Try], allowed: Allowed, trials: GuardTrials) -> bool:
    """Whether `trust` has assumed facts on sizes; all guards that stayed are then tried again."""
    if not allowed.trust:
        return False
    for each in tries:
        if each.refused is None or not each.is_there:
            continue
        if trust_sizes(each.guard, each.stage.op, each.refused, allowed):
            trials.forget()
            for other in tries:
                other.waits, other.refused = True, None
            return True
    return False


def _tries(stages: Sequence[Operation]) -> Iterator[_Try]:
    for stage in map(_Stage, stages):
        asked = is_of_padding(stage.op)
        for guard in operations_of(stage.op, *GUARDS):
            # What only assumes look at is no branch of the code, which they have no part in.
            is_stated = isinstance(guard, arith.SelectOp) and only_assumed(guard)
            if not is_stated and (asked or not is_of_padding(guard)):
                yield _Try(guard, stage)


def _successor(stage: Guard) -> Operation:
    """The operation that is the stage when a guard that was it is gone."""
    inside = [] if isinstance(stage, arith.SelectOp) else list(stage.regions[0].blocks[0].ops)[:-1]
    effects = [op for op in inside if not is_pure(op)]
    if len(effects) != 1:
        raise Declined(
            because("it is the stage itself, and holds more than one operation", "stage-itself")
        )
    return effects[0]


def _else_arm(guard: Guard) -> bool:
    """Whether something else runs where a guard does not hold."""
    if isinstance(guard, arith.SelectOp) or len(guard.regions) < 2:
        return False
    return any(op is not block.last_op for block in guard.regions[1].blocks for op in block.ops)


def _drop_poison(removal: Removal) -> None:
    """The flags that promise something of all operands promised it where the guard held only."""
    for op in removal.speculated:
        for flag in INTEGER_FLAGS:
            op.properties.pop(flag, None)
            op.attributes.pop(flag, None)
        if "overflowFlags" in op.properties:
            op.properties["overflowFlags"] = arith.IntegerOverflowAttr("none")
        kept = [f for f in fastmath_of(op) if f not in OF_INSTANCES or (op, f) in removal.kept]
        if "fastmath" in op.properties:
            op.properties["fastmath"] = arith.FastMathFlagsAttr(kept or "none")
        elif op.attributes.pop("fastmath", None) is not None and kept:
            op.attributes["fastmath"] = arith.FastMathFlagsAttr(kept)


def _inline(guard: Guard) -> None:
    conditions = [operand.owner for operand in guard.operands]
    if isinstance(guard, arith.SelectOp):
        Rewriter.replace_op(guard, [], [guard.lhs])
    else:
        inline_arm(guard, 0)
    for owner in dict.fromkeys(conditions):
        if isinstance(owner, Operation):
            erase_if_dead(owner)
