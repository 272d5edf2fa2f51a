"""Steps that rewrite loops and conditions."""

from __future__ import annotations

from collections.abc import Sequence

from ...passes.guards.pad_remove_overcompute_through_branching import (
    PadRemoveOvercomputeThroughBranching,
)
from ...passes.hoist.pad_hoist_expression import Binding, Conditional, PadHoistExpression
from ...passes.loops.distribution.pad_distribute_loops import PadDistributeLoops
from ...passes.loops.pad_merge_adjacent_loops import PadMergeAdjacentLoops
from ...passes.loops.ranges.pad_partition_loops import PadPartitionLoops
from ...passes.loops.ranges.pad_reduce_loop_extents import PadReduceLoopExtents
from ...passes.raising.pad_raise_loops import PadRaiseLoops
from ...passes.raising.pad_recover_axes import PadRecoverAxes
from ..calls.call_text import python_call
from ..layouts.index_maps import read_names
from ..record.recorder import Recorder


class Rewrites(Recorder):
    """The steps of a `Schedule` that move conditions and cut, narrow and merge loops."""

    def hoist_expression(
        self,
        stage: str | None = None,
        conditionals: Conditional | Sequence[Conditional] = (
            "if-else-stmt",
            "if-else-expr",
            "boolean-expression",
        ),
        bindings: Binding | Sequence[Binding] = ("required-by-condition", "let-stmt", "let-expr"),
        split: bool = False,
    ) -> None:
        """
        Moves what a loop does not change before the loop (RFC 77, "New Transform - Hoist
        Expression").

        rewrite:

            affine.for %i = 0 to 4 {
              affine.for %j = 0 to 4 {
                affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) {
                  affine.store %x, %A[%i, %j] : memref<4x4xf32>
                }
              }
            }
            ->
            affine.for %i = 0 to 4 {
              affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) {
                affine.for %j = 0 to 4 {
                  affine.store %x, %A[%i, %j] : memref<4x4xf32>
                }
              }
            }

        `conditionals` and `bindings` say what is moved: one of the names that
        `pad-hoist-expression` lists, or several, or "none"; the binding "index-term" only where it
        is named. `split` also moves a part of a condition that an outer loop decides for some of
        its iterations. `stage` is the one to change, all of the function when unset.

        Declines, with a remark, where a condition may not move. Raises ScheduleError for an unknown
        stage or name, and for "none" with others.
        """
        kinds, bound = read_names("conditionals", conditionals), read_names("bindings", bindings)
        call = python_call(
            self.hoist_expression, stage, conditionals=kinds, bindings=bound, split=split
        )
        self._step(call, PadHoistExpression(self._function, stage, kinds, bound, split))

    def distribute_loops(self, loop: str | None = None) -> list[str]:
        """
        Makes loops around each of the nests that a loop holds (Exo's `fission`).

        rewrite:

            affine.for %i = 0 to 4 {
              affine.for %j = 0 to 8 {
                affine.store %x, %T[%j] : memref<8xf32>
              }
              affine.for %j = 0 to 8 {
                %t = affine.load %T[%j] : memref<8xf32>
                affine.store %t, %B[%i, %j] : memref<4x8xf32>
              }
            } {pad.stage = "compute"}
            ->
            affine.for %i = 0 to 4 {
              affine.for %j = 0 to 8 {
                affine.store %x, %T[%i, %j] : memref<4x8xf32>
              }
            } {pad.stage = "compute"}
            affine.for %i = 0 to 4 {
              affine.for %j = 0 to 8 {
                %t = affine.load %T[%i, %j] : memref<4x8xf32>
                affine.store %t, %B[%i, %j] : memref<4x8xf32>
              }
            } {pad.stage = "compute_1"}

        Local buffers that each iteration writes before it reads them, and values that one nest
        computes for another, get an axis for the loops. `loop` is the outermost one (a `pad.loop`,
        an iterator in the source, or `stage.loop`), each outermost loop when unset.

        Returns the names of the new loops; none where it declines, with a remark: a dependence that
        would be reversed, a buffer that cannot get an axis. Raises ScheduleError for an unknown
        loop.
        """
        call = python_call(self.distribute_loops, loop=loop)
        return self._step(call, PadDistributeLoops(self._function, loop)).new_loop_names()

    def merge_adjacent_loops(
        self, stages: Sequence[str] = (), loops: Sequence[str] = ()
    ) -> list[str]:
        """
        Merges loops over the same indices, and the loops in them (RFC 77, "Utility - Merge Adjacent
        Loops").

        rewrite, of `merge_adjacent_loops(["clear", "compute"])`:

            affine.for %i = 0 to 14 {
              affine.store %zero, %A[%i] : memref<14xf32>
            } {pad.stage = "clear"}
            affine.for %i = 0 to 14 {
              affine.store %x, %B[%i] : memref<14xf32>
            } {pad.stage = "compute"}
            ->
            affine.for %i = 0 to 14 {
              affine.store %zero, %A[%i] : memref<14xf32>
              affine.store %x, %B[%i] : memref<14xf32>
            } {pad.stage = "clear"}

        `stages`, or `loops` (each a `pad.loop`, an iterator in the source, or `stage.loop`), are to
        become one; with neither, each loop is merged with the nearest before it that has the
        same bounds. The merged one has the names of the first; loops over padding that layouts made
        (`A_assume`, `A_padding`) give way to yours, and a remark names a stage that another one
        takes in unasked.

        Returns the names of the merged loops, outside in; none where it declines, with a remark:
        other bounds, a dependence that would be reversed. Raises ScheduleError for an unknown name,
        fewer than two loops, and loops of different blocks.
        """
        first, second = read_names("stages", stages), read_names("loops", loops)
        call = python_call(self.merge_adjacent_loops, stages=first, loops=second)
        step = PadMergeAdjacentLoops(self._function, first, second)
        return self._step(call, step).new_loop_names()

    def partition_loops(self, stage: str | None = None, loop: str | None = None) -> list[str]:
        """
        Splits the range of a loop into a head, a middle that needs no conditions, and a tail (TVM's
        loop partition).

        rewrite:

            affine.for %i = 0 to 14 {
              affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) {
                affine.store %x, %A[%i] : memref<14xf32>
              } else {
                affine.store %zero, %A[%i] : memref<14xf32>
              }
            } {pad.stage = "compute"}
            ->
            affine.for %i = 0 to 2 {
              affine.store %zero, %A[%i] : memref<14xf32>
            } {pad.stage = "compute.head"}
            affine.for %i = 2 to 14 {
              affine.store %x, %A[%i] : memref<14xf32>
            } {pad.stage = "compute.main"}

        `stage` is the one to change, all when unset; `loop` is the only loop to split.

        Returns the names of the pieces and of the loops in them, `compute.main.i`; none where it
        declines, with a remark. Raises ScheduleError for an unknown stage or loop.
        """
        call = python_call(self.partition_loops, stage=stage, loop=loop)
        step = PadPartitionLoops(self._function, stage, loop)
        return self._step(call, step).new_loop_names()

    def raise_loops(self) -> None:
        """
        Makes affine loops of counted loops, with the ifs and accesses in them: what comes from
        other compilers has `scf.for`, `scf.parallel` and `scf.while`, which most steps leave alone.

        rewrite:

            scf.for %i = %c0 to %n step %c1 {
              %j = arith.addi %i, %c1 : index
              %a = memref.load %A[%j] : memref<?xf32>
              ..
            }
            ->
            affine.for %i = 0 to %n {
              %a = affine.load %A[%i + 1] : memref<?xf32>
              ..
            }

        Declines, with a remark that names the operation in the way, where a bound or an index is
        not affine, a step not constant, or `scf.while` does not count. `optimize` does this first.
        """
        self._step(python_call(self.raise_loops), PadRaiseLoops(self._function))

    def recover_axes(self, buffer: str | None = None) -> None:
        """
        Gives flat buffers, which are accessed at `i * m + j`, the axes that these indices are of:
        most steps need an index that is an affine function of the loops.

        rewrite:

            %row = arith.muli %i, %m : index
            %at = arith.addi %row, %j : index
            %a = memref.load %A[%at] : memref<?xf32>
            ->
            %a = memref.load %A_rows[%i, %j] : memref<?x?xf32, strided<[?, 1]>>

        `buffer` is the one, all of the function when unset. Declines, with a remark, where the size
        of a row is not the same one for all accesses, a place may be in another row, or the last
        row may not be whole. `optimize` with `target_cpu` does this first.
        """
        self._step(python_call(self.recover_axes, buffer), PadRecoverAxes(self._function, buffer))

    def reduce_loop_extents(self, stage: str | None = None) -> None:
        """
        Narrows loops to the iterations in which their conditions can hold (RFC 77, "New Transform -
        Reduce Loop Extents").

        rewrite:

            affine.for %i = 0 to 16 {
              affine.if affine_set<(d0) : (-d0 + 13 >= 0)>(%i) {
                affine.store %x, %A[%i] : memref<16xf32>
              }
            }
            ->
            affine.for %i = 0 to 14 {
              affine.store %x, %A[%i] : memref<16xf32>
            }

        `stage` is the one to change, all of the function when unset. Declines, with a remark, where
        something runs in each iteration. Raises ScheduleError for an unknown stage.
        """
        call = python_call(self.reduce_loop_extents, stage)
        self._step(call, PadReduceLoopExtents(self._function, stage))

    def remove_overcompute_through_branching(self, stage: str | None = None) -> None:
        """
        Guards the iterations of a stage that need not run (RFC 77, "New Primitive - Remove
        Overcompute Through Branching"), the reverse of `remove_branching_through_overcompute`.

        rewrite, where the padding of A holds 0:

            %a = affine.load %A[%io, %ii] : memref<4x4xi32>
            %t = arith.addi %s, %a : i32
            affine.store %t, %B[0] : memref<1xi32>
            ->
            affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%io, %ii) {
              %a = affine.load %A[%io, %ii] : memref<4x4xi32>
              %t = arith.addi %s, %a : i32
              affine.store %t, %B[0] : memref<1xi32>
            }

        `stage` is the one to change, all when unset. Declines, with a remark that names an index,
        where no iteration is shown to be needless. Raises ScheduleError for an unknown stage.
        """
        self._step(
            python_call(self.remove_overcompute_through_branching, stage),
            PadRemoveOvercomputeThroughBranching(self._function, stage, self._fp),
        )
