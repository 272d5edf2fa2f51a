"""Messages call an operation of an unknown dialect by its own name."""

from __future__ import annotations

import pytest
from xdsl.passes import PassPipeline

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES

IN_LOOPS = """
func.func @f(%A: memref<15xf32>, %B: memref<15xf32>) {
  affine.for %i = 0 to 15 {
    affine.for %j = 0 to 15 {
      %a = affine.load %A[%i] : memref<15xf32>
      %b = "toy.sum"(%a) : (f32) -> f32
      affine.store %b, %B[%j] : memref<15xf32>
    }
  } {pad.stage = "s"}
  func.return
}
"""
BETWEEN = """
func.func @f(%A: memref<15xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 15 {
    affine.store %z, %A[%i] : memref<15xf32>
  } {pad.stage = "s"}
  "toy.sum"(%A) : (memref<15xf32>) -> ()
  affine.for %j = 0 to 15 {
    affine.store %z, %A[%j] : memref<15xf32>
  } {pad.stage = "t"}
  func.return
}
"""


@pytest.mark.parametrize(
    ("text", "pipeline"),
    [
        (IN_LOOPS, "pad-vectorize{loop=j target-cpu=skylake}"),
        (IN_LOOPS, "pad-reorder{loops=j,i}"),
        (IN_LOOPS, "pad-map-to-gpu{stage=s}"),
        (IN_LOOPS, "pad-cache-read{buffer=A}"),
        (BETWEEN, "pad-merge-adjacent-loops{stages=s,t}"),
        (BETWEEN, "pad-cache-write{buffer=A stage=s}"),
        (BETWEEN, 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)"}'),
    ],
)
def test_the_name(text: str, pipeline: str) -> None:
    context = new_context(allow_unregistered=True)
    module = parse_module(text, "a.mlir", context)
    said = list[str]()
    with collect_remarks() as remarks:
        try:
            PassPipeline(tuple(parse_pipeline(pipeline, ALL_PASSES))).apply(context, module)
        except PadError as error:
            said.append(str(error))
    said += map(str, remarks)
    assert not any("builtin.unregistered" in text for text in said)
    assert any("'toy.sum'" in text for text in said)
