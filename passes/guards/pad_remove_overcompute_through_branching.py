"""pad-remove-overcompute-through-branching: guards around what is computed for nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from ...analysis.accesses.escape import preserved
from ...analysis.memory.facts import BlockFacts
from ...analysis.memory.kept_facts import KeptFacts
from ...analysis.memory.redundant_iterations import Work
from ...analysis.overcompute.proof import prove_removable
from ...analysis.speculation.inserted_instances import GuardTrials
from ...dialect.ir.effects import is_pure
from ...dialect.ir.operations import operation_name
from ...dialect.ir.reasons import Declined, Reason, because
from ...index.expr import FALSE
from ...index.sets.engine import GaveUp, IntSet, NotAffine, engine, own_engine
from ..assumes.assume_checks import check_assumes
from ..common.diagnostics import RemarkForm, remark
from ..common.for_loops import Loop
from ..common.generated_stages import suppress_padding_remarks
from ..common.stages import find_functions, find_stages, stages_of
from .guard_insertion import Guard, insert_guard, remove_guard

_KEPT = RemarkForm("overcompute-kept", "overcompute not removed: {reason}")


@dataclass(frozen=True)
class PadRemoveOvercomputeThroughBranching(ModulePass):
    """
    Guards the iterations of a stage that need not run (RFC 77, "New Primitive - Remove Overcompute
    Through Branching"): the reverse of `pad-remove-branching-through-overcompute`, which shows that
    each guard changes nothing.

    An iteration need not run if all that it stores is overwritten, or made undef, before anyone
    looks, or leaves what the cells hold, as sums with padding of 0 do. The guard is put as far
    outside as its condition allows.

    Before:

    ```mlir
    func.func @double(%A: memref<4x4xi32>, %B: memref<4x4xi32>) {
      %zero = arith.constant 0 : i32
      affine.for %io = 0 to 4 {
        affine.for %ii = 0 to 4 {
          %a = affine.load %A[%io, %ii] : memref<4x4xi32>
          %b = arith.addi %a, %a : i32
          affine.store %b, %B[%io, %ii] : memref<4x4xi32>
        }
      } {pad.stage = "compute"}
      affine.for %io = 0 to 4 {
        affine.for %ii = 0 to 4 {
          affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>(%io, %ii) {
            affine.store %zero, %B[%io, %ii] : memref<4x4xi32>
          }
        }
      } {pad.stage = "B_padding"}
      func.return
    }
    ```

    After `pad-remove-overcompute-through-branching{stage=compute}`:

    ```mlir
    func.func @double(%A: memref<4x4xi32>, %B: memref<4x4xi32>) {
      %zero = arith.constant 0 : i32
      affine.for %io = 0 to 4 {
        affine.for %ii = 0 to 4 {
          affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%io, %ii) {
            %a = affine.load %A[%io, %ii] : memref<4x4xi32>
            %b = arith.addi %a, %a : i32
            affine.store %b, %B[%io, %ii] : memref<4x4xi32>
          }
        }
      } {pad.stage = "compute"}
      affine.for %io = 0 to 4 {
        affine.for %ii = 0 to 4 {
          affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>(%io, %ii) {
            affine.store %zero, %B[%io, %ii] : memref<4x4xi32>
          }
        }
      } {pad.stage = "B_padding"}
      func.return
    }
    ```

    Options: `function`, `stage` (all when unset); `fp=strict|relaxed`, as for the reverse.

    Declines, with a remark: nothing that is stored is unseen and nothing is known of what is
    loaded; it is not shown that an iteration which looks needless is (with the reason and the
    index); the stage is not a loop. Where all may go, that is left to `pad-remove-no-op`.
    """

    name = "pad-remove-overcompute-through-branching"

    function: str | None = None
    stage: str | None = None
    fp: Literal["strict", "relaxed"] = "strict"

    @preserved()
    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        check_assumes(op)
        for function in find_functions(op, self.function, self._concerns):
            kept, trials = KeptFacts(), GuardTrials()
            for stage in find_stages(function, self.stage):
                reason = _remove_overcompute(stage, self.fp == "relaxed", kept, trials)
                if reason is not None:
                    with suppress_padding_remarks(self.stage):
                        remark(self.name, stage, _KEPT, reason=reason)

    def _concerns(self, function: func.FuncOp) -> bool:
        return bool(stages_of(function, self.stage))


def _remove_overcompute(
    stage: Operation, relaxed: bool, kept: KeptFacts, trials: GuardTrials
) -> Reason | None:
    """
    Guards what need not run in a stage; the reason where there is nothing of the kind.

    `kept` are facts without a guard that is only tried, `trials` those with it.
    """
    if not isinstance(stage, Loop):
        return because(f"the stage is an '{operation_name(stage)}', not a loop", "no-loop")
    nests = [stage]
    guarded, reasons = False, list[Reason]()
    while nests:
        band = _band(nests.pop(0))
        try:
            with engine().budget():
                work = _work(band, stage, kept.at(stage))
                if work is not None and _guard_band(band, work, relaxed, reasons, trials):
                    guarded = True
                    kept.changed(stage)
                    trials.changed(stage)
        except (GaveUp, NotAffine) as error:
            id = "gave-up" if isinstance(error, GaveUp) else "not-affine"
            reasons.append(because(str(error), id))
        nests += _loops_inside(band[-1])
    if guarded:
        return None
    text = "all that the stage stores may be read later, and no value that it loads is known"
    return next(iter(reasons), because(text, "all-needed"))


def _band(loop: Loop) -> list[Loop]:
    """The loops of which each does nothing but run the next."""
    band = [loop]
    while True:
        block = band[-1].body.block
        effects = [o for o in block.ops if o is not block.last_op and not is_pure(o)]
        if len(effects) != 1 or not isinstance(effects[0], Loop):
            return band
        band.append(effects[0])


def _loops_inside(loop: Loop) -> list[Loop]:
    """The outermost loops in a loop, in ifs too."""
    found, pending = list[Loop](), list(loop.body.block.ops)
    while pending:
        op = pending.pop(0)
        if isinstance(op, Loop):
            found.append(op)
        else:
            pending += [o for region in op.regions for block in region.blocks for o in block.ops]
    return found


def _guard_band(
    band: Sequence[Loop], work: Work, relaxed: bool, reasons: list[Reason], trials: GuardTrials
) -> bool:
    """
    Guards a band for all reasons that can be shown together; whether there are any. Those that
    cannot are noted.
    """
    left_out = engine().empty
    for candidate in list(work.candidates()):
        if candidate.is_subset(left_out):
            continue
        trial = left_out.union(candidate)
        reason = _needed(band, work, trial, relaxed, trials)
        if reason is None:
            left_out = trial
        else:
            reasons.append(reason)
    if left_out.is_empty():
        return False
    _insert(band, work, left_out)
    return True


def _work(band: Sequence[Loop], stage: Operation, facts: BlockFacts) -> Work | None:
    """
    The work of a band in its innermost body; None if there is none, or if it is not known when it
    runs.
    """
    block = band[-1].body.block
    ops = [op for op in block.ops if op is not block.last_op]
    around = facts.reader.instances(block.last_op or band[-1])
    if around is None or not ops:
        return None
    return Work(ops, around, stage, facts, bool(band[-1].results))


def _needed(
    band: Sequence[Loop], work: Work, left_out: IntSet, relaxed: bool, trials: GuardTrials
) -> Reason | None:
    """Why these iterations have to stay, or None; tried with a guard that is there meanwhile."""
    try:
        guard = _insert(band, work, left_out)
    except Declined as refused:
        return refused.why
    trials.changed(work.stage)
    try:
        prove_removable(guard, work.stage, relaxed, trials)
    except Declined as refused:
        text = f"the iterations that a guard could skip matter: {refused}"
        return replace(refused.why, text=text)
    finally:
        remove_guard(guard)
        trials.changed(work.stage)
    return None


def _insert(band: Sequence[Loop], work: Work, left_out: IntSet) -> Guard:
    """Insert a guard that skips the iterations in `left_out`, as far out as it can be."""
    condition = work.all_but(left_out)
    if condition == FALSE:
        raise Declined("every iteration could be skipped; run pad-remove-no-op", reason="no-effect")
    names = list(condition.variables())
    own = work.around.iterators[-len(band) :]
    level = max((k for k, name in enumerate(own) if name in names), default=0)
    return insert_guard(band[level], condition, work.facts.reader)
