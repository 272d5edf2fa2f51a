"""Whether anything tells what a buffer holds: stores and assumes do, through views too."""

from __future__ import annotations

import pytest
from xdsl.dialects import func
from xdsl.ir import SSAValue

from pad_mlir.analysis.memory.facts import BlockFacts
from pad_mlir.dialect.ir.operations import operations_in, operations_of
from pad_mlir.dialect.repairs import parse_module

_PROGRAM = """
func.func @f(%X: memref<4x6xf32>, %B: memref<24xf32>) {{
  %zero = arith.constant 0.0 : f32
  %V = memref.collapse_shape %X [[0, 1]] : memref<4x6xf32> into memref<24xf32>
  {before}
  affine.for %i = 0 to 24 {{
    %v = affine.load %V[%i] : memref<24xf32>
    affine.store %v, %B[%i] : memref<24xf32>
  }} {{pad.stage = "asked"}}
  func.return
}}
"""
_ASSUME = """
affine.for %a = 0 to 4 {{
  %x = affine.load {name}[{index}] : {type}
  %c = arith.cmpf oeq, %x, %zero : f32
  pad.assume %c : i1
}}
"""
_OF_ROOT = _ASSUME.format(name="%X", index="%a, 5", type="memref<4x6xf32>")
_OF_VIEW = _ASSUME.format(name="%V", index="%a", type="memref<24xf32>")


@pytest.mark.parametrize(
    ("before", "is_told"),
    [
        ("", False),
        ("%l = affine.load %X[0, 0] : memref<4x6xf32>", False),
        (_OF_ROOT, True),
        (_OF_VIEW, True),
        ("affine.store %zero, %X[0, 5] : memref<4x6xf32>", True),
        ("affine.store %zero, %V[5] : memref<24xf32>", True),
    ],
)
def test_what_is_told(before: str, is_told: bool) -> None:
    module = parse_module(_PROGRAM.format(before=before))
    (function,) = operations_of(module, func.FuncOp)
    block = function.body.blocks[0]
    facts = BlockFacts(block)
    (stage,) = (op for op in operations_in(block) if "pad.stage" in op.attributes)
    (view,) = (op for op in block.ops if op.name == "memref.collapse_shape")
    buffers: list[SSAValue] = [block.args[0], view.results[0]]
    assert [facts.may_tell(buffer, stage) for buffer in buffers] == [is_told, is_told]
