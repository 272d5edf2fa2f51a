"""Kernels and checks that the tests of schedules share."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from xdsl.dialects import affine, func
from xdsl.passes import PassPipeline

from pad_mlir.dialect.attributes import layout_of
from pad_mlir.dialect.layout import Layout
from pad_mlir.dialect.repairs import new_context, parse_module, print_module
from pad_mlir.index.expr import Expr
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.schedule import Schedule

ROW_SUM = (Path(__file__).parents[2] / "examples" / "row_sum.mlir").read_text()
SUM = """\
func.func @sum(%A: memref<14xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %B[0] : memref<1xi32>
  affine.for %i = 0 to 14 {
    %s = affine.load %B[0] : memref<1xi32>
    %a = affine.load %A[%i] : memref<14xi32>
    %t = arith.addi %s, %a : i32
    affine.store %t, %B[0] : memref<1xi32>
  } {pad.stage = "compute"}
  func.return
}
"""
COPY = """\
func.func @copy(%A: memref<12x50xf32>, %B: memref<12x50xf32>) {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 50 {
      %a = affine.load %A[%i, %j] : memref<12x50xf32>
      affine.store %a, %B[%i, %j] : memref<12x50xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
func.func @other(%A: memref<12xf32>) {
  func.return
}
"""
CUMULATIVE = """\
func.func @cumulative(%A: memref<14x3xi32>) {
  affine.for %i = 1 to 14 {
    affine.for %j = 0 to 3 {
      %a = affine.load %A[%i - 1, (%j + 1) mod 3] : memref<14x3xi32>
      affine.store %a, %A[%i, %j] : memref<14x3xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
"""


def tiles(i: Expr, j: Expr) -> tuple[Expr, ...]:
    return i, j // 16, j % 16


def guards(schedule: Schedule) -> int:
    return sum(isinstance(op, affine.IfOp) for op in schedule.module.walk())


def layout(schedule: Schedule, buffer: int = 0) -> Layout:
    function = next(op for op in schedule.module.walk() if isinstance(op, func.FuncOp))
    attribute = layout_of(function.args[buffer].type)
    assert attribute is not None
    return attribute.layout


def assert_replays(s: Schedule, text: str, *arguments: Any):
    """The trace, and the pipeline under pad-opt and under xDSL's driver, give the same module."""
    replayed = Schedule(text, *arguments)
    exec(s.trace(), {"s": replayed})
    assert (str(replayed), replayed.trace(), replayed.remarks) == (str(s), s.trace(), s.remarks)
    assert ", " not in re.sub(r'"[^"]*"', "q", s.pipeline())
    for passes in (
        parse_pipeline(s.pipeline(), ALL_PASSES),
        PassPipeline.parse_spec(ALL_PASSES, s.pipeline()).passes,
    ):
        module = parse_module(text)
        with collect_remarks():
            PassPipeline(tuple(passes)).apply(new_context(), module)
        assert print_module(module) == str(s)
