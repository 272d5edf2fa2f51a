"""pad-fuse: makes one loop of two that are perfectly nested."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import affine
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ...dialect.ir.located_errors import PadError
from ...index.expr import Expr
from ...index.sets.engine import own_engine
from ..common.for_loops import Loop
from ..common.generated_stages import free_name
from ..common.stages import find_loop, loop_name, names_around, one_function
from .access_order import constant_bounds, plan_loops
from .loop_bands import check_perfect
from .pad_sequential_buffer_access import apply_order


@dataclass(frozen=True)
class PadFuse(ModulePass):
    """
    Makes one loop of two that are perfectly nested (TVM's `fuse`).

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

    After `pad-fuse{outer=i inner=j}`:

    ```mlir
    func.func @fill(%A: memref<4x8xf32>, %x: f32) {
      affine.for %ij = 0 to 32 {
        affine.store %x, %A[%ij floordiv 8, %ij mod 8] : memref<4x8xf32>
      } {pad.loop = "ij"}
      func.return
    }
    ```

    Options: `outer`, `inner` (a `pad.loop`, or an iterator in the source), `function`.

    Errors, and nothing is done: an unknown loop, loops that are not perfectly nested, an inner
    loop that has no constants as bounds.
    """

    name = "pad-fuse"

    outer: str
    inner: str
    function: str | None = None

    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        function = one_function(op, self.function, self.outer)
        outer, inner = find_loop(function, self.outer), find_loop(function, self.inner)
        fuse(outer, inner)


def fuse(outer: Loop, inner: Loop) -> list[affine.ForOp]:
    """The loop that the two become, named after both, as a list."""
    if outer is inner:
        raise PadError("a loop is named twice", outer)
    if inner.is_ancestor(outer):
        names = [loop_name(loop) or "the other loop" for loop in (inner, outer)]
        raise PadError(f"{names[0]} holds {names[1]}: give them in that order", inner)
    check_perfect([outer, inner])
    bounds = constant_bounds(inner)
    if bounds is None:
        name = loop_name(inner) or "the inner loop"
        raise PadError(
            f"the iterations of {name} have no bounds that are constants, so that one index cannot "
            f"count those of both loops; make {name} the outer loop by pad-reorder, or give the "
            "size",
            inner,
        )
    first, last = bounds
    wanted = f"{loop_name(outer) or 'outer'}{loop_name(inner) or 'inner'}"
    name = free_name(wanted, names_around(outer, [outer, inner]))

    def values(i: Expr, j: Expr) -> tuple[Expr]:
        return (i * (last - first + 1) + (j - first),)

    return apply_order(plan_loops([outer, inner], [name], values))
