"""pad-remove-assume: erases `pad.assume`, and what only fed one."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from ...dialect.ir.effects import has_no_effect
from ...dialect.ir.located_errors import PadError
from ...dialect.ir.operations import is_a, operations_in, operations_of
from ...dialect.ops import AssumeOp
from ...index.sets.engine import own_engine
from ..common.dead_code import erase_with_dead_producers
from .assume_checks import check_assumes, is_proven

_ASSUMES = (AssumeOp,)


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
        check_removable(op)
        remove_assumes(op)


@own_engine()
def check_removable(root: Operation) -> None:
    """Raise PadError at an assume that is false, and at one that had to be proven and was not."""
    check_assumes(root)
    for assume in operations_of(root, AssumeOp):
        if assume.check is not None and not is_proven(assume):
            raise PadError(
                'the condition must be proven (check = "static"), but no pass has proven it; '
                "add stores or other assumes from which it follows, or remove the check",
                assume,
            )


def remove_assumes(root: Operation) -> None:
    """Erase each assume, with what only fed it."""
    for assume in operations_of(root, AssumeOp):
        erase_with_dead_producers(assume)


def remove_assuming_stages(module: ModuleOp) -> None:
    """
    Erase the stages that do nothing else than to assume, with what only fed them: no question about
    indices elsewhere looks into them.
    """
    for function in operations_of(module, func.FuncOp):
        for stage in list(function.body.blocks[0].ops) if not function.is_declaration else ():
            if stage.parent is not None and stage.regions and _only_assumes(stage):
                erase_with_dead_producers(stage)


def _only_assumes(op: Operation) -> bool:
    """Whether nothing uses what an operation gives, and assumes are all that is done in it."""
    if any(result.first_use is not None for result in op.results):
        return False
    inside = operations_in(op)
    return any(is_a(each, _ASSUMES) for each in inside) and all(
        is_a(each, _ASSUMES) or has_no_effect(each) for each in inside
    )
