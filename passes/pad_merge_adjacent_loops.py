"""pad-merge-adjacent-loops: loops over the same indices become one, where no dependence objects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Block, Operation
from xdsl.passes import ModulePass

from ..analysis.surroundings import nothing_new
from ..dialect.annotations import LOOP, STAGE
from ..dialect.operations import operations_in
from .diagnostics import PadError, remark
from .generated_stages import free_name
from .loop_bands import Loop
from .loop_merging import OtherBounds, Refused, merge_loops, plan_merging
from .stages import find_functions, find_loop, find_stages, loop_name, qualified_name, stages_of


@dataclass(frozen=True)
class PadMergeAdjacentLoops(ModulePass):
    """
    Merges loops of one block that run over the same indices (RFC 77, "Utility - Merge Adjacent
    Loops"), and the loops in them, as deep as it goes.

    The exact dependences decide, in place of the RFC's two conditions: whatever touches a cell that
    is written must keep its order, over what stands between the loops too. One loop may be of
    affine and the other of scf; the merged one has the name and the stage of the first, else of the
    second.

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
    nearest in front of it that has the same bounds, in all blocks.

    Errors: an unknown name, names of fewer than two loops, loops of different blocks. Declines,
    with a remark: other bounds (which it names) or bounds that it cannot express, a dependence that
    would be reversed (with the cell and the two iterations), a loop that needs a value of the
    other, an operation of unknown effects.
    """

    name = "pad-merge-adjacent-loops"

    function: str | None = None
    stages: tuple[str, ...] = ()
    loops: tuple[str, ...] = ()

    @nothing_new()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in find_functions(op, self.function, self._concerns):
            if self.stages or self.loops:
                merge_all(self._named(function))
            else:
                _merge_blocks(function.body.blocks[0])

    def _concerns(self, function: func.FuncOp) -> bool:
        loops = [op for op in function.body.walk() if isinstance(op, Loop)]
        names = {name for op in loops for name in (loop_name(op), qualified_name(op))}
        staged = all(any(stages_of(function, stage)) for stage in self.stages)
        return staged and names.issuperset(self.loops)

    def _named(self, function: func.FuncOp) -> list[Loop]:
        found: list[Operation] = [find_loop(function, name) for name in self.loops]
        for stage in self.stages:
            found += find_stages(function, stage)
        loops = [op for op in dict.fromkeys(found) if isinstance(op, Loop)]
        if (other := next((op for op in found if op not in loops), None)) is not None:
            raise PadError(f"a stage to merge is an '{other.name}', no loop", other)
        if len(loops) < 2:
            raise PadError("give two loops or more to merge, by stages or loops", function)
        return loops


def merge_all(loops: Sequence[Loop]) -> Loop | None:
    """
    The one loop that all these, of one block, become; None, after a remark, where they do not.

    Of several, those in front of the first that cannot be merged are merged.
    """
    block = loops[0].parent
    if block is None or any(loop.parent is not block for loop in loops):
        raise PadError(
            "loops to merge must stand in one block, not one inside another or in another nest",
            next(loop for loop in loops if loop.parent is not block),
        )
    first, *others = sorted(loops, key=list(block.ops).index)
    stages = [loop.attributes[STAGE] for loop in loops if STAGE in loop.attributes]
    for loop in others:
        merged = merge(first, loop, deep=True)
        if merged is None:
            return None
        first = merged
    if stages:
        first.attributes[STAGE] = stages[0]
    _tell_apart(first)
    return first


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


def merge(first: Loop, second: Loop, deep: bool) -> Loop | None:
    """
    Merges a loop with a later one of its block, or tells in a remark why not.

    Where `deep`, the last loop in the first and the first loop in the second are merged too.
    """
    try:
        merging = plan_merging(first, second)
    except Refused as refused:
        _tell(second, refused)
        return None
    merged, ours, others = merge_loops(merging)
    inner = [op for op in ours if isinstance(op, Loop)]
    nexts = [op for op in others if isinstance(op, Loop)]
    if deep and inner and nexts:
        merge(inner[-1], nexts[0], deep)
    return merged


def _merge_blocks(block: Block) -> None:
    for loop in [op for op in block.ops if isinstance(op, Loop)]:
        _merge_with_nearest(loop)
    for op in block.ops:
        for region in op.regions:
            for inner in region.blocks:
                _merge_blocks(inner)


def _merge_with_nearest(loop: Loop) -> None:
    """Merges a loop with the nearest in front of it that has the same bounds, or tells why not."""
    refused: Refused | None = None
    first = loop.prev_op
    while first is not None:
        try:
            if isinstance(first, Loop):
                merge_loops(plan_merging(first, loop))
                return
        except OtherBounds as other:
            refused = refused or other
        except Refused as dependence:
            refused = dependence
            break
        first = first.prev_op
    if refused is not None:
        _tell(loop, refused)


def _tell(loop: Loop, why: Refused) -> None:
    remark(PadMergeAdjacentLoops.name, loop, f"the loops stay apart: {why}")
