"""pad-reorder: puts perfectly nested loops into another order, where all dependences allow it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.context import Context
from xdsl.dialects import affine
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.passes import ModulePass

from ...dialect.annotations import LOOP
from ...dialect.ir.located_errors import PadError
from ...index.expr import Expr
from ...index.sets.engine import own_engine
from ..common.for_loops import Loop
from ..common.stages import find_loop, loop_name, one_function
from .access_order import plan_loops
from .guard_sinking import sink_guards
from .loop_bands import check_perfect
from .pad_sequential_buffer_access import apply_order


@dataclass(frozen=True)
class PadReorder(ModulePass):
    """
    Puts perfectly nested loops into another order (TVM's `reorder`).

    A guard between two of them, as `pad-split` leaves it where the factor does not divide, goes
    inside all of them. Loops that are in this order already get their names only.

    Before:

    ```mlir
    func.func @fill(%A: memref<4x8xf32>, %x: f32) {
      affine.for %i = 0 to 4 {
        affine.for %j = 0 to 8 {
          affine.store %x, %A[%i, %j] : memref<4x8xf32>
        }
      }
      func.return
    }
    ```

    After `pad-reorder{loops=j,i}`:

    ```mlir
    func.func @fill(%A: memref<4x8xf32>, %x: f32) {
      affine.for %j = 0 to 8 {
        affine.for %i = 0 to 4 {
          affine.store %x, %A[%i, %j] : memref<4x8xf32>
        } {pad.loop = "i"}
      } {pad.loop = "j"}
      func.return
    }
    ```

    Options: `loops`, all of a band in their new order (each a `pad.loop`, or an iterator in the
    source), `function`.

    Errors, and nothing is done: an unknown loop, loops that are not a band of perfectly nested
    ones, a dependence that the new order would reverse, with the pair of iterations, and the facts
    about sizes with which it would not, if any.
    """

    name = "pad-reorder"

    loops: tuple[str, ...]
    function: str | None = None

    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if not self.loops:
            raise PadError("loops names no loop; give all of a band in their new order", op)
        function = one_function(op, self.function, self.loops[0])
        reorder([find_loop(function, name) for name in self.loops])


def reorder(loops: Sequence[Loop]) -> list[affine.ForOp]:
    """The loops in the order given, which keep their names."""
    if len(set(loops)) != len(loops):
        raise PadError("a loop is named twice", loops[0])
    band = sorted(loops, key=lambda loop: sum(other.is_ancestor(loop) for other in loops))
    sink_guards(band)
    check_perfect(band)
    names = [loop_name(loop) or f"loop{k}" for k, loop in enumerate(loops)]
    if band == list(loops) and all(map(_is_affine, loops)):
        return _named(cast("Sequence[affine.ForOp]", loops), names)

    def values(*iterators: Expr) -> list[Expr]:
        return [iterators[band.index(loop)] for loop in loops]

    return apply_order(plan_loops(band, names, values))


def _is_affine(loop: Loop) -> bool:
    return isinstance(loop, affine.ForOp) and loop.step.value.data == 1


def _named(loops: Sequence[affine.ForOp], names: Sequence[str]) -> list[affine.ForOp]:
    """Loops in the order that they have already."""
    for loop, name in zip(loops, names, strict=True):
        loop.attributes = {LOOP: StringAttr(name)} | loop.attributes | {LOOP: StringAttr(name)}
        loop.body.block.args[0].name_hint = name
    return list(loops)
