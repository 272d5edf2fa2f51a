"""pad-check-assumes: what a function assumes of its arguments is tested when it is called."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import cf, func
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialect.ir.reasons import because
from ...dialect.ops import AssumeOp
from ...index.sets.engine import own_engine
from ..common.diagnostics import RemarkForm, remark
from ..common.stages import find_functions
from ..layout.contracts.lowered_contracts import has_layout_left
from .assume_texts import assume_text
from .entry_conditions import entry_of, is_arbitrary, is_asserted, obstacle

_LAYOUT_LEFT = RemarkForm(
    "layout-not-checked",
    "what layouts say of padding is not checked: run pad-apply-layouts first",
)
_NOT_CHECKED = RemarkForm("assume-not-checked", "the assume is not checked: {reason}")


@dataclass(frozen=True)
class PadCheckAssumes(ModulePass):
    """
    Puts a `cf.assert` before each assume about what the caller gave: those before all
    that may write (RFC 77 leaves such an assume to the caller's word).

    The message names the place of the assume, the buffer and the value. The assume stays, so the
    facts do; `pad-to-host` drops it and keeps the assert. To be run last of what comes before
    lowering: `pad-opt --check-assumes` puts it there. Where the runtime compiles the result, what
    is asserted at the entry is tested before each call, and an exception names the index and
    the value too.

    Before:

    ```mlir
    func.func @double(%A: memref<4x4xf32> {pad.name = "A"}) {
      %zero = arith.constant 0.0 : f32
      affine.for %ii = 2 to 4 {
        %a = affine.load %A[3, %ii] : memref<4x4xf32>
        %holds = arith.cmpf oeq, %a, %zero : f32
        pad.assume %holds : i1
      }
      affine.for %io = 0 to 4 {
        affine.for %ii = 0 to 4 {
          %a = affine.load %A[%io, %ii] : memref<4x4xf32>
          %b = arith.addf %a, %a : f32
          affine.store %b, %A[%io, %ii] : memref<4x4xf32>
        }
      }
      func.return
    }
    ```

    After:

    ```mlir
    func.func @double(%A: memref<4x4xf32> {pad.name = "A"}) {
      %zero = arith.constant 0.0 : f32
      affine.for %ii = 2 to 4 {
        %a = affine.load %A[3, %ii] : memref<4x4xf32>
        %holds = arith.cmpf oeq, %a, %zero : f32
        cf.assert %holds, "pad-check-assumes:6:5: A is assumed to hold 0.0"
        pad.assume %holds : i1
      }
      affine.for %io = 0 to 4 {
        affine.for %ii = 0 to 4 {
          %a = affine.load %A[%io, %ii] : memref<4x4xf32>
          %b = arith.addf %a, %a : f32
          affine.store %b, %A[%io, %ii] : memref<4x4xf32>
        }
      }
      func.return
    }
    ```

    Options: `function` (all when unset).

    Declines, with a remark: what a layout that is not applied yet says of padding, an assume after
    something that may write, one about a buffer that is not an argument, one whose load is not
    shown to be in bounds (in an assume it is not an access, in an assert it is). Declines,
    silently: an assume that a value is arbitrary, and one that must be proven (`check = "static"`).
    """

    name = "pad-check-assumes"

    function: str | None = None

    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in find_functions(op, self.function, _assumes_something):
            _check(function)


def _assumes_something(function: func.FuncOp) -> bool:
    return has_layout_left(function) or any(isinstance(op, AssumeOp) for op in function.body.walk())


def _check(function: func.FuncOp) -> None:
    if has_layout_left(function):
        remark(PadCheckAssumes.name, function, _LAYOUT_LEFT)
    entry = {op for top in entry_of(function) for op in top.walk()}
    for assume in [op for op in function.body.walk() if isinstance(op, AssumeOp)]:
        if assume.check is not None or is_arbitrary(assume.condition) or is_asserted(assume):
            continue
        reason = because("an operation before it may write memory", "late-assume")
        if assume in entry:
            reason = obstacle(assume.condition, function)
        if reason is not None:
            remark(PadCheckAssumes.name, assume, _NOT_CHECKED, reason=reason)
            continue
        check = cf.AssertOp(assume.condition, assume_text(assume))
        check.location = assume.location
        Rewriter.insert_op(check, InsertPoint.before(assume))
