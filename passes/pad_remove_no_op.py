"""pad-remove-no-op: erases stores that change nothing, and loops and ifs without an effect."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import affine, func, memref, scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation
from xdsl.passes import ModulePass

from ..analysis.facts import BlockFacts
from ..analysis.no_effect import changes_nothing
from .dead_code import erase_if_dead, erase_with_feeders
from .stages import find_functions, find_stages, stages_of


@dataclass(frozen=True)
class PadRemoveNoOp(ModulePass):
    """
    Erases what does nothing (RFC 77, "Enhancement - Remove No Op").

    A store goes if it is overwritten before anyone looks, in its stage or a later one, or to the
    end of a local buffer's life; if it writes back what was just loaded from its cell; if its cell
    is known to hold the value. Then loops and ifs without an effect go.

    Before:

    ```mlir
    func.func @sum(%A: memref<16xf32>, %B: memref<1xf32>) {
      %zero = arith.constant 0.0 : f32
      %one = arith.constant 1.0 : f32
      affine.store %one, %B[0] : memref<1xf32>
      affine.store %zero, %B[0] : memref<1xf32>
      affine.for %i = 0 to 16 {
        %a = affine.load %A[%i] : memref<16xf32>
        affine.store %a, %A[%i] : memref<16xf32>
      }
      func.return
    }
    ```

    After:

    ```mlir
    func.func @sum(%A: memref<16xf32>, %B: memref<1xf32>) {
      %zero = arith.constant 0.0 : f32
      affine.store %zero, %B[0] : memref<1xf32>
      func.return
    }
    ```

    Options: `function`, `stage` (all when unset).

    Declines, silently: a store that is not shown to change nothing stays.
    """

    name = "pad-remove-no-op"

    function: str | None = None
    stage: str | None = None

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in find_functions(op, self.function, self._concerns):
            roots = list(function.body.blocks[0].ops)
            if self.stage is not None:
                roots = find_stages(function, self.stage)
            # From the end: what no longer reads lets what is in front of it go.
            for root in reversed(roots):
                if root.parent is not None:
                    remove_no_op(root, root.parent)

    def _concerns(self, function: func.FuncOp) -> bool:
        return self.stage is None or any(stages_of(function, self.stage))


def remove_no_op(root: Operation, scope: Block) -> None:
    """Erases what does nothing inside one operation of a block, or the operation itself."""
    stores = [op for op in root.walk() if isinstance(op, affine.StoreOp | memref.StoreOp)]
    for store in reversed(stores):
        # Fresh facts each time: what is erased no longer writes.
        if store.parent is not None and changes_nothing(store, BlockFacts(scope)):
            erase_with_feeders(store)
    structure = affine.ForOp | affine.IfOp | scf.ForOp | scf.IfOp
    for op in [op for op in root.walk(reverse=True) if isinstance(op, structure)]:
        if op.parent is not None:
            erase_if_dead(op)
