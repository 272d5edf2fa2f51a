"""By how much a layout has to be faster: less where it is given than where it is proposed."""

import pytest

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.optimize.layouts import layout_trials
from pad_mlir.passes.optimize.pad_optimize import PadOptimize
from pad_mlir.passes.optimize.steps.estimated_time import Estimate
from pad_mlir.schedule import Schedule

_TEXT = """
func.func @sum(%A: memref<64x61xf32>, %B: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 61 {
      %a = affine.load %A[%i, %j] : memref<64x61xf32>
      %b = affine.load %B[%i] : memref<64xf32>
      %s = arith.addf %a, %b fastmath<reassoc> : f32
      affine.store %s, %B[%i] : memref<64xf32>
    }
  } {pad.stage = "sum"}
  func.return
}
"""
_GIVEN = ("A: (i, j) -> (i, j floordiv 16, j mod 16) pad=0.0",)


@pytest.mark.parametrize(
    ("layouts", "cycles", "taken"),
    [
        (_GIVEN, 90.0, True),
        (_GIVEN, 96.0, True),
        (_GIVEN, 98.0, False),  # a tie: no layout is the cheapest to pack
        (_GIVEN, 110.0, False),
        (("auto",), 96.0, False),
        (("auto",), 94.0, True),
    ],
)
def test_what_a_layout_has_to_gain(
    layouts: tuple[str, ...], cycles: float, taken: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first estimate is that of the module without layouts."""
    estimates = iter([100.0])

    def estimate(*_: object) -> Estimate:
        return Estimate(next(estimates, cycles), 0.0, 0.0)

    monkeypatch.setattr(layout_trials, "estimate", estimate)
    context = new_context()
    module = parse_module(_TEXT, context=context)
    with collect_remarks():
        PadOptimize(layouts=layouts, target_cpu="x86-64-v4").apply(context, module)
    assert ("pad.logical" in str(module)) == taken


def test_the_documentation_says_how_much() -> None:
    said = " ".join((Schedule.optimize.__doc__ or "").split())
    assert "gains less than 5 %, or 3 % of those that are given" in said
