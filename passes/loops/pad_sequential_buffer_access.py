"""pad-sequential-buffer-access: a stage's loops run over a buffer's physical axes in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import affine, func
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass

from ...analysis.accesses.escape import preserved
from ...dialect.annotations import STAGE, buffer_name, buffers
from ...dialect.ir.located_errors import PadError
from ...index.sets.engine import own_engine
from ..common.for_loops import Loop
from ..common.remedies import apply_first
from ..common.stages import find_buffer, find_functions, find_stages, several_stages, stages_of
from ..simplify.access_simplification import simplify_accesses
from .access_order import plan_access_order
from .legality.loop_order import AccessOrder
from .legality.perfect_bands import effects_beside
from .loop_bands import Band, replace_band
from .loop_distribution import sink, split_off


@dataclass(frozen=True)
class PadSequentialBufferAccess(ModulePass):
    """
    Makes the loops of a stage run over the physical axes of a buffer in order (RFC 77, "New Utility
    - Reorder Loops According to Buffer").

    The buffer is one that the stage writes, or one that it reads. Iterations that the new loops
    have in excess are guarded. Loops that the buffer has no axis for go inside the others;
    `pad-split` leaves loops where they are. Where the buffer's index needs an inner loop, what
    stands before that loop becomes a stage `init_<stage>` of its own, if that is legal.

    Before:

    ```mlir
    func.func @iota(%A: memref<4x4xindex>) {
      affine.for %i = 0 to 14 {
        affine.store %i, %A[%i floordiv 4, %i mod 4] : memref<4x4xindex>
      } {pad.stage = "compute"}
      func.return
    }
    ```

    After `pad-sequential-buffer-access{stage=compute buffer=A}`:

    ```mlir
    func.func @iota(%A: memref<4x4xindex>) {
      affine.for %a0 = 0 to 4 {
        affine.for %a1 = 0 to 4 {
          affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%a0, %a1) {
            %i = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%a0, %a1)
            affine.store %i, %A[%a0, %a1] : memref<4x4xindex>
          }
        } {pad.loop = "a1"}
      } {pad.loop = "a0", pad.stage = "compute"}
      func.return
    }
    ```

    Options: `stage`, `buffer`, `function` (all that have both, when unset).

    Errors, and nothing is done: an unknown name, a layout that `pad-apply-layouts` has not applied,
    a stage that is not a loop nest, an index that does not tell the iterations apart, a dependence
    that the new order would reverse (a cumulative sum; a float sum without `reassoc` in another
    order), with the pair of iterations; a loop that carries a value (`iter_args`) and would have to
    go outside the loop around it.
    """

    name = "pad-sequential-buffer-access"

    stage: str
    buffer: str
    function: str | None = None

    @preserved()
    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in find_functions(op, self.function, self._concerns):
            stages, buffer = find_stages(function, self.stage), find_buffer(function, self.buffer)
            if len(stages) > 1 and not all(_uses(stage, buffer) for stage in stages):
                raise several_stages(stages, f"of which not all access {self.buffer}")
            if any(
                stage is not other and stage.is_ancestor(other)
                for stage in stages
                for other in stages
            ):
                raise several_stages(stages, "of which one is in another")
            for stage in stages:
                if (waiting := apply_first(buffer)) is not None:
                    raise PadError(waiting, stage)
                sequential_buffer_access(stage, buffer)

    def _concerns(self, function: func.FuncOp) -> bool:
        named = any(buffer_name(value) == self.buffer for value in buffers(function))
        return named and bool(stages_of(function, self.stage))


def _uses(stage: Operation, buffer: SSAValue) -> bool:
    return any(buffer in op.operands for op in stage.walk())


def sequential_buffer_access(stage: Operation, buffer: SSAValue) -> list[affine.ForOp]:
    """
    Reorders the loops of one stage, and returns the new ones, outside in.

    Raises PadError, before anything is changed, where that is not legal.
    """
    return apply_order(plan_access_order(stage, buffer))


def apply_order(order: AccessOrder) -> list[affine.ForOp]:
    """Makes the planned loops, and returns them, outside in."""
    stage, scope = order.stage, order.stage.parent
    assert scope is not None
    roots, loops = list[Operation](), list[affine.ForOp]()
    for group in reversed(order.groups):
        band = order.band(group)
        roots += _make_perfect(band, _name(stage), order)
        own = dict(zip((f"{name}'" for name in group.names), group.names, strict=True))
        around = {
            name: order.reader.value(name) for name in group.reindexing.names() if name not in own
        }
        new = replace_band(
            Band(band, order.iterators[group.start : group.stop]), group.reindexing, own, around
        )
        loops = new + loops
    for root in [*roots, loops[0]]:
        simplify_accesses(root, scope)
    return loops


def _make_perfect(band: Sequence[Loop], stage: str, order: AccessOrder) -> Iterator[Operation]:
    """Split off what has an effect between the loops, and yield the new nests."""
    for level in range(1, len(band)):
        for name, ops in effects_beside(band[level], order.may_move):
            yield split_off(band, level, ops, f"{name}_{stage}", order.may_move)
    sink(band)


def _name(stage: Operation) -> str:
    given = stage.attributes.get(STAGE)
    return given.data if isinstance(given, StringAttr) else "stage"
