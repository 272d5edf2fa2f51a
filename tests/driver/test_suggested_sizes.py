"""`--validate-each` compares also at the sizes at which a proof of the pass failed."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from xdsl.context import Context
from xdsl.dialects import affine, func
from xdsl.dialects.builtin import AffineMapAttr, ModuleOp
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.passes import ModulePass

from pad_mlir.dialect.ir.reasons import because
from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.common.diagnostics import RemarkForm, collect_remarks, remark
from pad_mlir.tools.driver.validation import Refuted, Validation

_FILL = """
func.func @f(%n: index {pad.size = [{of = "A", dim = 0}]}, %A: memref<?xf32>, %x: f32) {
  affine.for %i = 0 to %n { affine.store %x, %A[%i] : memref<?xf32> }
  func.return
}"""
_KEPT = RemarkForm("test.kept", "{text}")
_LARGE = 6000


@dataclass(frozen=True)
class _RunsShort(ModulePass):
    """Drops an iteration of large loops, and tells a witness."""

    name = "test-runs-short"
    size: int = 1

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        size = AffineExpr.symbol(0)
        short = AffineMapAttr(AffineMap(0, 1, (size - size // _LARGE,)))
        for loop in op.walk():
            if isinstance(loop, affine.ForOp):
                loop.upperBoundMap = short
        function = next(each for each in op.walk() if isinstance(each, func.FuncOp))
        why = because("it fails somewhere", "layout-unproven", {"n": self.size, "i": 3})
        remark(self.name, function, _KEPT, reason=why, text="kept")


@pytest.mark.parametrize(("size", "refuted"), [(_LARGE, True), (_LARGE - 2, False), (-1, False)])
def test_the_witness_of_a_remark_is_a_size(size: int, refuted: bool) -> None:
    before, after = parse_module(_FILL), parse_module(_FILL)
    step = _RunsShort(size)
    with collect_remarks() as remarks:
        step.apply(new_context(), after)
    if refuted:
        with pytest.raises(Refuted, match=f"refuted at n = {_LARGE}"):
            Validation().check(step, before, after, remarks=remarks)
    else:
        Validation().check(step, before, after, remarks=remarks)
