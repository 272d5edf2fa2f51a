"""pad-merge-adjacent-loops: loops over the same indices become one, where no dependence objects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Block, Operation
from xdsl.passes import ModulePass

from ...analysis.accesses.escape import preserved
from ...dialect.annotations import LOOP, STAGE
from ...dialect.ir.located_errors import PadError
from ...dialect.ir.operations import operation_name, operations_in
from ...dialect.ir.reasons import Declined
from ...index.sets.engine import own_engine
from ..common.diagnostics import RemarkForm, remark
from ..common.for_loops import Loop
from ..common.generated_stages import free_name, is_of_padding
from ..common.stages import (
    find_functions,
    find_loop,
    find_stages,
    loop_name,
    qualified_name,
    stages_of,
)
from ..sizes.missing_sizes import missing_sizes_of_one_run
from ..sizes.named_facts import decline_with_sizes
from .loop_merging import OTHER_BOUNDS, Merging, merge_loops, plan_merging

_STAGE_MERGED = RemarkForm(
    "stage-merged", "stage '{stage}' became part of '{into}', and has no name any more", "passed"
)
_NOT_MERGED = RemarkForm("loops-not-merged", "loops not merged: {reason}")


@dataclass(frozen=True)
class PadMergeAdjacentLoops(ModulePass):
    """
    Merges loops of one block that run over the same indices (RFC 77, "Utility - Merge Adjacent
    Loops"), and the loops in them, as deep as it goes.

    The exact dependences decide, in place of the RFC's two conditions: whatever touches a cell that
    is written must keep its order, over what stands between the loops too. One loop may be of
    affine and the other of scf. The merged one has the name and the stage of the first, else of the
    second; but what only writes or assumes padding, `pad.of_padding`, gives way to other work. A
    remark names the stage that another one takes in unasked.

    Before:

    ```mlir
    func.func @producer(%A: memref<4x4xf32>, %x: f32) {
      %zero = arith.constant 0.0 : f32
      affine.for %io = 0 to 4 {
        affine.for %ii = 0 to 4 {
          affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%io, %ii) {
            affine.store %x, %A[%io, %ii] : memref<4x4xf32>
          }
        }
      } {pad.stage = "compute"}
      affine.for %io = 0 to 4 {
        affine.for %ii = 0 to 4 {
          affine.if affine_set<(d0, d1) : (d0 - 3 == 0, d1 - 2 >= 0)>(%io, %ii) {
            affine.store %zero, %A[%io, %ii] : memref<4x4xf32>
          }
        }
      } {pad.stage = "A_padding"}
      func.return
    }
    ```

    After `pad-merge-adjacent-loops{stages=compute,A_padding}`:

    ```mlir
    func.func @producer(%A: memref<4x4xf32>, %x: f32) {
      %zero = arith.constant 0.0 : f32
      affine.for %io = 0 to 4 {
        affine.for %ii = 0 to 4 {
          affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%io, %ii) {
            affine.store %x, %A[%io, %ii] : memref<4x4xf32>
          }
          affine.if affine_set<(d0, d1) : (d0 - 3 == 0, d1 - 2 >= 0)>(%io, %ii) {
            affine.store %zero, %A[%io, %ii] : memref<4x4xf32>
          }
        }
      } {pad.stage = "compute"}
      func.return
    }
    ```

    Options: `stages`, or `loops` (each a `pad.loop`, an iterator in the source, or `stage.loop`):
    those to merge into one; `function`. With neither, each loop of a block is merged with the
    nearest before it that has the same bounds, in all blocks.

    Errors: an unknown name, names of fewer than two loops, loops of different blocks. Declines,
    with a remark: other bounds (which it names) or bounds that it cannot express, a dependence that
    would be reversed (with the cell and the two iterations), a loop that needs a value of the
    other, an operation of unknown effects. If it would be legal with facts about sizes, these are
    named.
    """

    name = "pad-merge-adjacent-loops"

    function: str | None = None
    stages: tuple[str, ...] = ()
    loops: tuple[str, ...] = ()

    @preserved()
    @own_engine()
    @missing_sizes_of_one_run()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in find_functions(op, self.function, self._concerns):
            merger = _Merger(function)
            if self.stages or self.loops:
                merger.merge_all(self._named(function))
            else:
                merger.merge_blocks(function.body.blocks[0])

    def _concerns(self, function: func.FuncOp) -> bool:
        loops = [op for op in function.body.walk() if isinstance(op, Loop)]
        names = {name for op in loops for name in (loop_name(op), qualified_name(op))}
        staged = all(stages_of(function, stage) for stage in self.stages)
        return staged and names.issuperset(self.loops)

    def _named(self, function: func.FuncOp) -> list[Loop]:
        found: list[Operation] = [find_loop(function, name) for name in self.loops]
        for stage in self.stages:
            found += find_stages(function, stage)
        loops = [op for op in dict.fromkeys(found) if isinstance(op, Loop)]
        if (other := next((op for op in found if op not in loops), None)) is not None:
            raise PadError(f"a stage to merge is an '{operation_name(other)}', no loop", other)
        if len(loops) < 2:
            raise PadError("give two loops or more to merge, by stages or loops", function)
        return loops


class _Merger:
    """Merges loops of a function; loops for padding give their names up to others."""

    def __init__(self, function: func.FuncOp):
        loops = [op for op in operations_in(function.body) if isinstance(op, Loop)]
        # Of the loops in a stage, nothing tells any more once it is part of another one.
        self._of_padding = {loop for loop in loops if is_of_padding(loop)}

    def merge_all(self, loops: Sequence[Loop]) -> None:
        """
        Makes one loop of all these, of one block, or tells in a remark why not.

        Of several, those before the first that cannot be merged are merged.
        """
        block = loops[0].parent
        if block is None or any(loop.parent is not block for loop in loops):
            raise PadError(
                "loops to merge must be in the same block; they may not be nested or belong to "
                "different nests",
                next(loop for loop in loops if loop.parent is not block),
            )
        first, *others = sorted(loops, key=list(block.ops).index)
        leading = [loop for loop in loops if loop not in self._of_padding] or loops
        stages = [loop.attributes[STAGE] for loop in leading if STAGE in loop.attributes]
        for loop in others:
            merged = self._merge_deep(first, loop)
            if merged is None:
                return
            first = merged
        if stages:
            first.attributes[STAGE] = stages[0]
        _tell_apart(first)

    def _merge_deep(self, first: Loop, second: Loop) -> Loop | None:
        """
        Merges a loop with a later one of its block, and the last loop in the first with the first
        loop in the second; None, after a remark why, where the two stay apart.
        """
        try:
            merging = plan_merging(first, second)
        except Declined as refused:
            _tell(first, second, refused)
            return None
        merged, ours, others = self._merge(merging)
        inner = [op for op in ours if isinstance(op, Loop)]
        nexts = [op for op in others if isinstance(op, Loop)]
        if inner and nexts:
            self._merge_deep(inner[-1], nexts[0])
        return merged

    def merge_blocks(self, block: Block) -> None:
        """Merges each loop of a block with the nearest that fits, and so on inside."""
        for loop in [op for op in block.ops if isinstance(op, Loop)]:
            self._merge_with_nearest(loop)
        for op in block.ops:
            for region in op.regions:
                for inner in region.blocks:
                    self.merge_blocks(inner)

    def _merge_with_nearest(self, loop: Loop) -> None:
        """Merges a loop with the nearest before it with the same bounds, or tells why not."""
        refused: tuple[Operation, Declined] | None = None
        first = loop.prev_op
        while first is not None:
            try:
                if isinstance(first, Loop):
                    merging = plan_merging(first, loop)
                    self._tell_of_stages(first, loop)
                    self._merge(merging)
                    return
            except Declined as declined:
                if declined.why.id != OTHER_BOUNDS:
                    refused = first, declined
                    break
                refused = refused or (first, declined)
            first = first.prev_op
        if refused is not None:
            _tell(refused[0], loop, refused[1])

    def _merge(self, merging: Merging) -> tuple[Loop, list[Operation], list[Operation]]:
        both = merging.first, merging.second
        of_others = [loop for loop in both if loop not in self._of_padding]
        found = merge_loops(merging, of_others[0] if len(of_others) == 1 else None)
        if not of_others:
            self._of_padding.add(found[0])
        return found

    def _tell_of_stages(self, first: Loop, second: Loop) -> None:
        """A remark where the second is a stage whose name will be gone, unless it is of padding."""
        stays, goes = first.attributes.get(STAGE), second.attributes.get(STAGE)
        if not isinstance(stays, StringAttr) or not isinstance(goes, StringAttr):
            return
        if stays != goes and self._of_padding.isdisjoint({first, second}):
            own = PadMergeAdjacentLoops.name
            remark(own, second, _STAGE_MERGED, stage=goes.data, into=stays.data)


def _tell_apart(root: Loop) -> None:
    """Gives loops that came together with equal names new ones; the first keeps its own."""
    loops = [op for op in operations_in(root) if isinstance(op, Loop)]
    taken, seen = {loop_name(loop) or "" for loop in loops}, set[str]()
    for loop in loops:
        if (name := loop_name(loop)) is None:
            continue
        if name in seen:
            name = free_name(name, taken)
            loop.attributes[LOOP] = StringAttr(name)
            taken.add(name)
        seen.add(name)


def _tell(first: Operation, second: Loop, why: Declined) -> None:
    """A remark on two loops that stay two, with the facts about sizes that are missing, if any."""
    if isinstance(first, Loop):
        merged = partial(plan_merging, first, second)
        why = decline_with_sizes(why, second, merged, "they would be merged")
    remark(PadMergeAdjacentLoops.name, second, _NOT_MERGED, reason=why)
