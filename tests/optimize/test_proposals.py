"""Which layouts are proposed beside an axis that is split."""

import pytest
from xdsl.dialects import func

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.dot_products.dot_unit import dot_unit
from pad_mlir.passes.optimize.layouts.proposed_layouts import Proposals
from pad_mlir.passes.vectorize.vector_unit import vector_unit

_CPU = "x86-64-v4"
_TEXT = """
func.func @f(%X: memref<3x20xf32>, %W: memref<3x30xf32>, %bias: memref<30xf32>,
             %Y: memref<30x20xf32>) {{
  affine.for %f = 0 to 30 {{
    affine.for %y = 0 to 20 {{
      %b = affine.load %bias[{index}] : memref<30xf32>
      affine.store %b, %Y[%f, %y] : memref<30x20xf32>
    }}
  }} {{pad.stage = "bias"}}
  affine.for %f = 0 to 30 {{
    affine.for %y = 0 to 20 {{
      affine.for %c = 0 to 3 {{
        %x = affine.load %X[%c, %y] : memref<3x20xf32>
        %w = affine.load %W[%c, %f] : memref<3x30xf32>
        %s = affine.load %Y[%f, %y] : memref<30x20xf32>
        %p = arith.mulf %x, %w : f32
        %t = arith.addf %s, %p : f32
        affine.store %t, %Y[%f, %y] : memref<30x20xf32>
      }}
    }}
  }} {{pad.stage = "sum"}}
  func.return
}}
"""


def proposed(index: str) -> list[str]:
    """The plans in which Y has 16 results side by side."""
    (function,) = parse_module(_TEXT.format(index=index)).body.block.ops
    assert isinstance(function, func.FuncOp)
    unit, dots = vector_unit(_CPU), dot_unit(_CPU)
    plans = Proposals(function, unit, dots).others(edges=False)
    return [plan.text for plan in plans if "Y: (i, j) -> (i // 16, j, i % 16)" in plan.text]


@pytest.mark.parametrize(
    ("index", "is_rounded"),
    [
        ("%f", True),
        ("29 - %f", False),
        ("(%f + %y) mod 30", False),
        ("0", False),
    ],
)
def test_what_a_loop_loads_beside_a_split_axis_goes_to_its_end(
    index: str, is_rounded: bool
) -> None:
    texts = proposed(index)
    assert texts
    assert all(("bias: (i) -> (i) pad=undef extents=[32]" in t) == is_rounded for t in texts)
