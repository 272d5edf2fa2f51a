"""pad-distribute-loops: loops around several nests become loops around each of them."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import affine
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ....analysis.accesses.escape import preserved
from ....dialect.ir.located_errors import PadError
from ....dialect.ir.reasons import Declined
from ....index.sets.engine import own_engine
from ...common.diagnostics import RemarkForm, remark
from ...common.for_loops import UNNAMED, loop_name
from ...common.stages import find_functions, find_loop, one_function
from .distributing import distribute
from .kept_order import KeptOrder, check_values
from .pieces import find_pieces

_NOT_DISTRIBUTED = RemarkForm(
    "loops-not-distributed", "loop '{loop}' not distributed over the nests in it: {reason}"
)


@dataclass(frozen=True)
class PadDistributeLoops(ModulePass):
    """
    Makes loops around each of the nests that a loop holds (loop distribution, Exo's `fission`), so
    that each can be laid out, put into another order and tiled for itself.

    A loop that holds just one loop goes with it; one that carries values stays. A local buffer that
    each iteration writes before it reads it gets an axis for the loops, where the new order needs
    that; so do values that one nest computes for another. What is pure is computed again.

    Before:

    ```mlir
    func.func @rows(%A: memref<4x8xf32>, %B: memref<4x8xf32>) {
      %T = memref.alloc() : memref<8xf32>
      affine.for %i = 0 to 4 {
        affine.for %j = 0 to 8 {
          %a = affine.load %A[%i, %j] : memref<4x8xf32>
          affine.store %a, %T[%j] : memref<8xf32>
        }
        affine.for %j = 0 to 8 {
          %t = affine.load %T[-%j + 7] : memref<8xf32>
          affine.store %t, %B[%i, %j] : memref<4x8xf32>
        }
      } {pad.stage = "rows"}
      memref.dealloc %T : memref<8xf32>
      func.return
    }
    ```

    After `pad-distribute-loops{loop=i}`:

    ```mlir
    func.func @rows(%A: memref<4x8xf32>, %B: memref<4x8xf32>) {
      %T = memref.alloc() : memref<4x8xf32>
      affine.for %i = 0 to 4 {
        affine.for %j = 0 to 8 {
          %a = affine.load %A[%i, %j] : memref<4x8xf32>
          affine.store %a, %T[%i, %j] : memref<4x8xf32>
        }
      } {pad.stage = "rows"}
      affine.for %i = 0 to 4 {
        affine.for %j = 0 to 8 {
          %t = affine.load %T[%i, -%j + 7] : memref<4x8xf32>
          affine.store %t, %B[%i, %j] : memref<4x8xf32>
        }
      } {pad.stage = "rows_1"}
      memref.dealloc %T : memref<4x8xf32>
      func.return
    }
    ```

    Options: `loop` (a `pad.loop`, an iterator in the source, or `stage.loop`; each outermost loop
    when unset), `function`.

    Errors: an unknown loop, one that is not affine. Declines, with a remark: a dependence that the
    new order would reverse, with the iterations; a buffer that would have to grow and is not surely
    written before it is read in each iteration, has views, or is not static; loops whose bounds are
    no constants, where a buffer would have to grow or a value to be kept; operations of unknown
    effects.
    """

    name = "pad-distribute-loops"

    function: str | None = None
    loop: str | None = None

    @preserved()
    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if self.loop is not None:
            loop = find_loop(one_function(op, self.function, self.loop), self.loop)
            if not isinstance(loop, affine.ForOp):
                raise PadError(f"'{self.loop}' is no affine.for", loop)
            self._distribute(loop)
            return
        for function in find_functions(op, self.function, lambda _: True):
            for block in function.body.blocks:
                for loop in [op for op in block.ops if isinstance(op, affine.ForOp)]:
                    self._distribute(loop)

    def _distribute(self, loop: affine.ForOp) -> None:
        pieces = find_pieces(loop)
        if pieces is None:
            return
        try:
            check_values(pieces)
            grown = KeptOrder(pieces).grown()
        except Declined as declined:
            name = loop_name(loop) or UNNAMED
            remark(self.name, loop, _NOT_DISTRIBUTED, loop=name, reason=declined.why)
            return
        distribute(pieces, grown)
