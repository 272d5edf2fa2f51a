"""pad-split: splits a loop into an outer one over tiles and an inner one inside a tile."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import affine
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ...index.expr import Expr
from ...index.sets.engine import own_engine
from ..common.diagnostics import OptionError
from ..common.for_loops import Loop
from ..common.generated_stages import free_name
from ..common.stages import find_loop, loop_name, names_around, one_function
from .access_order import plan_loops
from .pad_sequential_buffer_access import apply_order


@dataclass(frozen=True)
class PadSplit(ModulePass):
    """
    Splits a loop (TVM's `split`); a guard keeps the iterations where the factor does not divide.

    Bounds that depend on loops around become constants that hold for all of their iterations, and
    the guard has the rest; a loop over a size that is not known has as many tiles as that takes.

    Before:

    ```mlir
    func.func @fill(%A: memref<14xf32>, %x: f32) {
      affine.for %i = 0 to 14 {
        affine.store %x, %A[%i] : memref<14xf32>
      }
      func.return
    }
    ```

    After `pad-split{loop=i factor=4}`:

    ```mlir
    func.func @fill(%A: memref<14xf32>, %x: f32) {
      affine.for %io = 0 to 4 {
        affine.for %ii = 0 to 4 {
          affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%io, %ii) {
            affine.store %x, %A[%io * 4 + %ii] : memref<14xf32>
          }
        } {pad.loop = "ii"}
      } {pad.loop = "io"}
      func.return
    }
    ```

    Options: `loop` (its `pad.loop`, or its iterator in the source), `factor`, `function`.

    Errors, and nothing is done: an unknown loop, a factor that is not positive, bounds from data.
    """

    name = "pad-split"

    loop: str
    factor: int
    function: str | None = None

    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        split(find_loop(one_function(op, self.function, self.loop), self.loop), self.factor)


def split(loop: Loop, factor: int, first: int = 0) -> list[affine.ForOp]:
    """
    The two loops that the loop becomes, named as it is with `o` and `i` after it; a tile begins at
    `first`.
    """
    if factor < 1:
        raise OptionError("factor", f"the factor is {factor}, but must be at least 1", loop)
    name, taken = loop_name(loop) or "loop", names_around(loop, [loop])

    names = [free_name(f"{name}{end}", taken) for end in ("o", "i")]

    def values(iterator: Expr) -> tuple[Expr, Expr]:
        return (iterator - first) // factor, (iterator - first) % factor

    return apply_order(plan_loops([loop], names, values))
