"""pad-reduce-loop-extents: narrows loops to the iterations in which their conditions can hold."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce

from xdsl.context import Context
from xdsl.dialects import affine, scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ....analysis.accesses.escape import preserved
from ....analysis.instances.activity import Parallel, active_iterations, iterations_of, outside
from ....analysis.instances.reader import InstanceReader
from ....dialect.ir.effects import has_no_effect
from ....dialect.ir.operations import operation_name, operations_in, operations_of
from ....dialect.ir.reasons import Declined
from ....index.expr import Expr, any_of
from ....index.normal import tidy
from ....index.sets.engine import GaveUp, IntSet, NotAffine, engine, own_engine
from ....index.simplify.loop_bounds import first_values, last_values, meets_step
from ...common.diagnostics import RemarkForm, remark
from ...common.for_loops import LOOPS, Loop
from ...common.generated_stages import suppress_padding_remarks
from ...common.stages import find_stages, functions_with
from ...simplify.branch_merging import If, index_condition
from ...simplify.decided_conditions import fold_decided_conditions
from .idle_loops import erase_idle
from .loop_ranges import (
    LoopRange,
    can_have_range,
    inline_single_iteration,
    range_of,
    reader_around,
    set_range,
)
from .parallel_ranges import ranges_of, set_ranges

_BOUNDS_KEPT = RemarkForm("bounds-kept", "loop bounds not narrowed: {reason}")


@dataclass(frozen=True)
class PadReduceLoopExtents(ModulePass):
    """
    Narrows each loop to the iterations in which something happens (RFC 77, "New Transform - Reduce
    Loop Extents").

    Where all that has an effect stands under conditions on indices, the bounds become those of the
    smallest range in which one of them can hold, and the conditions lose what the bounds then say.
    Bounds may depend on sizes and on the loops around. A loop in which nothing can happen goes; one
    that is left with a single iteration becomes its body, unless it is parallel. What a loop
    carries has to stay as it is in the iterations that go.

    Before:

    ```mlir
    func.func @pad(%A: memref<4x4xf32>, %zero: f32) {
      affine.for %i = 0 to 4 {
        affine.if affine_set<(d0) : (d0 == 0)>(%i) {
          affine.for %j = 0 to 4 {
            affine.if affine_set<(d0) : (1 - d0 >= 0)>(%j) {
              affine.store %zero, %A[%i, %j] : memref<4x4xf32>
            }
          }
        }
      } {pad.stage = "A_padding"}
      func.return
    }
    ```

    After:

    ```mlir
    func.func @pad(%A: memref<4x4xf32>, %zero: f32) {
      affine.for %j = 0 to 2 {
        affine.store %zero, %A[0, %j] : memref<4x4xf32>
      } {pad.stage = "A_padding"}
      func.return
    }
    ```

    Options: `function`, `stage` (all when unset; without stages, every loop of the function).

    Declines: a loop with a condition in it is left, with a remark, where something has an effect
    outside of it, or the loop carries a value that changes there, or is a parallel reduction; where
    the condition is on data;
    where bounds cannot be read, or the narrower ones not be written as those of a loop.
    """

    name = "pad-reduce-loop-extents"

    function: str | None = None
    stage: str | None = None

    @preserved()
    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in functions_with(op, self.function, self.stage):
            roots = list(function.body.blocks[0].ops)
            if self.stage is not None:
                roots = find_stages(function, self.stage)
            with suppress_padding_remarks(self.stage):
                for root in roots:
                    reduce_extents(root)


_PARALLEL = (affine.ParallelOp, scf.ParallelOp)
_IFS = (affine.IfOp, scf.IfOp)


def reduce_extents(root: Operation) -> None:
    """Narrows the loops inside one operation, itself included, outermost first."""
    for loop in operations_of(root, *LOOPS, *_PARALLEL):
        if not _is_there(loop):
            continue
        try:
            changed = _reduce(loop) if isinstance(loop, Loop) else _reduce_parallel(loop)
        except Declined as reason:
            remark(PadReduceLoopExtents.name, loop, _BOUNDS_KEPT, reason=reason)
            continue
        if changed and _is_there(loop):
            fold_decided_conditions(loop)
            if _is_there(loop) and isinstance(loop, Loop):
                inline_single_iteration(loop)


def _is_there(op: Operation) -> bool:
    return op.parent is not None


def _reduce(loop: Loop) -> bool:
    """Whether the bounds of a loop were narrowed, or the loop erased."""
    if not operations_of(loop, *_IFS):
        return False
    reader = reader_around(loop)
    old, instances = range_of(loop, reader), reader.surroundings(loop)
    if old is None or instances is None:
        raise Declined("they cannot be read", reason="bounds")
    try:
        with engine().budget():
            context = engine().set(instances.condition)
            within = old.points(instances.condition)
            active = active_iterations(loop, reader, has_no_effect).intersect(within)
            if active.is_empty():
                erase_idle(loop)
                return True
            new = _narrowed(old, active, within, context, instances.condition)
            if new is None:
                _explain(loop, reader, within)
                return False
    except (GaveUp, NotAffine) as error:
        raise Declined(str(error), reason="gave-up") from error
    if not can_have_range(loop, new, reader):
        raise Declined(
            "the narrower bounds need a value that is not a valid affine operand", reason="bounds"
        )
    set_range(loop, old, new, reader)
    return True


def _reduce_parallel(loop: Parallel) -> bool:
    """Whether the bounds of a parallel loop were narrowed, or the loop erased."""
    if not operations_of(loop, *_IFS):
        return False
    reader = reader_around(loop)
    if loop.results:
        raise Declined("it combines the values of all iterations", reason="carried-value")
    old, instances = ranges_of(loop, reader), reader.surroundings(loop)
    if old is None or instances is None:
        raise Declined("they cannot be read", reason="bounds")
    around = instances.condition
    try:
        with engine().budget():
            within = [range.points(around) for range in old]
            everywhere = reduce(IntSet.intersect, within)
            active = active_iterations(loop, reader, has_no_effect).intersect(everywhere)
            if active.is_empty():
                Rewriter.erase_op(loop)
                return True
            names = [str(range.iterator.args[0]) for range in old]
            new = [
                _narrowed(
                    range,
                    engine().project(active, [name for name in names if name != names[k]]),
                    within[k],
                    engine().set(around),
                    around,
                )
                or range
                for k, range in enumerate(old)
            ]
            if new == old:
                _explain(loop, reader, everywhere)
                return False
    except (GaveUp, NotAffine) as error:
        raise Declined(str(error), reason="gave-up") from error
    if not all(can_have_range(loop, range, reader) for range in new):
        raise Declined(
            "the narrower bounds need a value that is not a valid affine operand", reason="bounds"
        )
    set_ranges(loop, old, new, reader)
    return True


def _narrowed(
    old: LoopRange, active: IntSet, within: IntSet, outer: IntSet, context: Expr
) -> LoopRange | None:
    """The smallest range around the active iterations; None if that is the old one."""
    name = str(old.iterator.args[0])
    new = old
    first = first_values(active, within, name, context)
    excluded = any_of(old.iterator < bound for bound in first)
    if _meets(excluded, within) and meets_step(first, old.lowers, old.step, outer):
        new = replace(new, lowers=(*first, *old.lowers))
    last = last_values(active, within, name, context)
    if _meets(any_of(old.iterator > bound for bound in last), within):
        new = replace(new, uppers=(*(tidy(bound + 1) for bound in last), *old.uppers))
    if new == old or not active.is_subset(engine().set(new.condition())):
        return None
    return new.shortened(context)


def _meets(condition: Expr, points: IntSet) -> bool:
    return not engine().set(condition).intersect(points).is_empty()


def _explain(loop: Loop | Parallel, reader: InstanceReader, within: IntSet) -> None:
    """Raises Declined if a condition would narrow the loop, but for something else."""
    guards = operations_of(loop, *_IFS)
    if not all(within.is_subset(_held(op, loop, reader)) for op in guards):
        for op in operations_in(loop)[1:]:
            if not has_no_effect(op) and within.is_subset(iterations_of(op, loop, reader)):
                raise Declined(
                    f"'{operation_name(op)}' runs in each iteration", reason="always-active"
                )
        if loop.results:
            raise Declined(
                "it carries a value that changes in each iteration", reason="carried-value"
            )
    for op in guards:
        if index_condition(op, reader) is None:
            raise Declined(
                f"the condition of an '{operation_name(op)}' in it cannot be read",
                reason="condition",
            )


def _held(op: If, loop: Loop | Parallel, reader: InstanceReader) -> IntSet:
    """The iterations of a loop in which the condition of an if inside it can hold."""
    condition, instances = index_condition(op, reader), reader.surroundings(op)
    if condition is None or instances is None:
        return engine().universe
    return outside(instances, loop, reader, engine().set(instances.condition & condition))
