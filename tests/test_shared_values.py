"""Values that are used twice at each of many steps: there are 2^40 ways through them."""

from time import process_time

import pytest

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.assumes.pad_remove_assume import PadRemoveAssume
from pad_mlir.passes.no_op.pad_remove_no_op import PadRemoveNoOp
from pad_mlir.passes.pad_remove_branching_through_overcompute import (
    PadRemoveBranchingThroughOvercompute,
)
from pad_mlir.passes.simplify.pad_simplify import PadSimplify

_STEPS = 40
_MOST_SECONDS = 20.0


def _chain(end: str) -> str:
    steps = "\n".join(f"%v{k + 1} = arith.mulf %v{k}, %v{k} : f32" for k in range(_STEPS))
    return f"""
func.func @f(%A: memref<16xf32>, %B: memref<16xf32>) {{
  %most = arith.constant 1.0 : f32
  affine.for %i = 0 to 16 {{
    %v0 = affine.load %A[%i] : memref<16xf32>
    {steps}
    {end.replace("%end", f"%v{_STEPS}")}
  }} {{pad.stage = "compute"}}
  affine.for %i = 0 to 16 {{
    affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) {{
      %a = affine.load %A[%i] : memref<16xf32>
      affine.store %a, %B[%i] : memref<16xf32>
    }}
  }} {{pad.stage = "copy"}}
  func.return
}}"""


@pytest.mark.parametrize(
    "end",
    [
        "affine.store %end, %B[%i] : memref<16xf32>",
        "%less = arith.cmpf olt, %end, %most : f32\npad.assume %less : i1",
    ],
)
def test_each_value_is_looked_at_once(end: str) -> None:
    before = process_time()
    module = parse_module(_chain(end), context=new_context())
    for made in (
        PadSimplify(),
        PadRemoveNoOp(),
        PadRemoveBranchingThroughOvercompute(),
        PadRemoveAssume(),
    ):
        made.apply(new_context(), module)
    assert process_time() - before < _MOST_SECONDS
