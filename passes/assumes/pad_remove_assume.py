"""pad-remove-assume: erases `pad.assume`, and what only fed one."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ...dialect.ir.located_errors import PadError
from ...dialect.ir.operations import operations_of
from ...dialect.ops import AssumeOp
from ...index.sets.engine import own_engine
from ..common.dead_code import erase_with_dead_producers
from .assume_checks import check_assumes, is_proven


@dataclass(frozen=True)
class PadRemoveAssume(ModulePass):
    """
    Erases every `pad.assume`, with the loads, compares, ifs and loops that only fed it (RFC 77,
    "RemoveAssume").

    Lowering: run it after the passes that use the facts.

    Before:

    ```mlir
    func.func @f(%A: memref<4xf32>, %B: memref<4xf32>) {
      %zero = arith.constant 0.0 : f32
      affine.for %i = 0 to 4 {
        %a = affine.load %A[%i] : memref<4xf32>
        %holds = arith.cmpf oeq, %a, %zero : f32
        pad.assume %holds : i1
      }
      affine.for %i = 0 to 4 {
        affine.store %zero, %B[%i] : memref<4xf32>
      }
      func.return
    }
    ```

    After:

    ```mlir
    func.func @f(%A: memref<4xf32>, %B: memref<4xf32>) {
      %zero = arith.constant 0.0 : f32
      affine.for %i = 0 to 4 {
        affine.store %zero, %B[%i] : memref<4xf32>
      }
      func.return
    }
    ```

    Errors: an assume with `check = "static"` that stores, other assumes and loops do not show; one
    that they show to be false at some iteration. Declines never: what feeds anything else stays.
    """

    name = "pad-remove-assume"

    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        check_assumes(op)
        assumes = operations_of(op, AssumeOp)
        for assume in assumes:
            if assume.check is not None and not is_proven(assume):
                raise PadError(
                    'the condition must be proven (check = "static"), but no pass has proven it; '
                    "add stores or other assumes from which it follows, or remove the check",
                    assume,
                )
        for assume in assumes:
            erase_with_dead_producers(assume)
