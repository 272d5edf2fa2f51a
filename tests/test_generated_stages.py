"""Stages that passes make: names that mean one stage, and the mark of those of padding."""

from __future__ import annotations

import re

import pytest

from pad_mlir.dialect.repairs import new_context, parse_module, print_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES

TILES = "#pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [1.0 : f32], {}>"
WRITES = f"""func.func @f(%A: memref<14xf32>, %B: memref<14xf32, {TILES}>, %x: f32) {{
  affine.for %i = 0 to 14 {{
    affine.store %x, %B[%i] : memref<14xf32, {TILES}>
  }} {{pad.stage = "fill"}}
  affine.for %i = 0 to 14 {{
    %a = affine.load %A[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32, {TILES}>
  }} {{pad.stage = "copy"}}
  func.return
}}
"""
PADDING = """func.func @f(%B: memref<4x4xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>(%i, %j) {
        affine.store %x, %B[%i, %j] : memref<4x4xf32>
      }
    }
  } {pad.of_padding, pad.stage = "B_padding"}
  affine.for %i = 0 to 4 {
    affine.store %x, %B[%i, 0] : memref<4x4xf32>
  } {pad.stage = "other"}
  func.return
}
"""
SUMS = """func.func @f(%A: memref<4x14xf32>, %B: memref<4xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.store %x, %B[%i] : memref<4xf32>
  } {pad.stage = "init_sum"}
  affine.for %i = 0 to 4 {
    affine.store %x, %B[%i] : memref<4xf32>
    affine.for %j = 0 to 14 {
      %b = affine.load %B[%i] : memref<4xf32>
      %a = affine.load %A[%i, %j] : memref<4x14xf32>
      %s = arith.addf %b, %a fastmath<reassoc> : f32
      affine.store %s, %B[%i] : memref<4xf32>
    }
  } {pad.stage = "sum"}
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      affine.store %x, %B[%i] : memref<4xf32>
    } else {
      affine.store %x, %B[0] : memref<4xf32>
    }
  } {pad.stage = "cut"}
  affine.store %x, %B[0] {pad.stage = "cut.main"} : memref<4xf32>
  func.return
}
"""
ONCE = """func.func @f(%B: memref<4xf32>, %x: f32, %c: i1) {
  affine.for %i = 3 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %x, %B[%j] : memref<4xf32>
    }
  } {pad.of_padding, pad.stage = "B_padding"}
  affine.for %i = 0 to 4 {
    scf.if %c {
      affine.store %x, %B[%i] : memref<4xf32>
    }
  } {pad.of_padding, pad.stage = "B_padding_1"}
  func.return
}
"""


def run(text: str, pipeline: str) -> str:
    context, module = new_context(), parse_module(text)
    with collect_remarks():
        for step in parse_pipeline(pipeline, ALL_PASSES):
            step.apply(context, module)
    module.verify()
    return print_module(module)


def stages(text: str) -> list[str]:
    """The stages in order, with a `*` after those of padding."""
    found = re.findall(r'(pad\.of_padding, )?pad\.stage = "([^"]*)"', text)
    assert text.count("pad.of_padding") == sum(bool(mark) for mark, _ in found)
    return [name + "*" * bool(mark) for mark, name in found]


@pytest.mark.parametrize(
    ("writes", "expected"),
    [
        ("stage", ["fill", "B_padding*", "copy", "B_padding_1*"]),
        ("both", ["B_padding*", "fill", "B_padding_1*", "B_padding_2*", "copy", "B_padding_3*"]),
    ],
)
def test_each_stage_of_padding_has_a_name_of_its_own(writes: str, expected: list[str]) -> None:
    assert stages(run(WRITES, f"pad-apply-layouts{{pad-writes={writes}}}")) == expected


def test_a_name_of_the_program_is_not_taken_again() -> None:
    text = WRITES.replace('"copy"', '"B_padding"')
    expected = ["fill", "B_padding_1*", "B_padding", "B_padding_2*"]
    assert stages(run(text, "pad-apply-layouts")) == expected


def test_a_second_layout_makes_other_names() -> None:
    again = 'pad-transform-layout{buffer=B map="(i, j) -> (j, i floordiv 3, i mod 3)" pad=2.0}'
    text = run(WRITES, f"pad-apply-layouts,{again},pad-apply-layouts")
    names = stages(text)
    assert len(set(names)) == len(names) == 6
    assert sum(name.endswith("*") for name in names) == 4


def test_initialisations_and_pieces_have_names_of_their_own() -> None:
    layout = 'pad-transform-layout{buffer=A map="(i, j) -> (j, i)"},pad-apply-layouts'
    access = "pad-sequential-buffer-access{stage=sum buffer=A}"
    text = run(SUMS, f"{layout},{access},pad-partition-loops{{stage=cut}}")
    assert stages(text) == ["init_sum", "init_sum_1", "sum", "cut.main_1", "cut.tail", "cut.main"]


@pytest.mark.parametrize(
    "pipeline",
    [
        "pad-split{loop=B_padding.i factor=3}",
        "pad-reorder{loops=B_padding.j,B_padding.i}",
        "pad-remove-branching-through-overcompute",
        "pad-simplify,pad-reduce-loop-extents",
        "pad-sequential-buffer-access{stage=B_padding buffer=B}",
    ],
)
def test_the_mark_goes_with_the_stage(pipeline: str) -> None:
    assert stages(run(PADDING, pipeline))[0] == "B_padding*"


def test_pieces_of_a_stage_of_padding_are_of_padding() -> None:
    pieces = stages(run(PADDING, "pad-partition-loops{stage=B_padding}"))
    assert pieces == ["B_padding.tail*", "other"]


def test_the_mark_goes_to_what_a_loop_leaves() -> None:
    assert stages(run(ONCE, "pad-reduce-loop-extents"))[0] == "B_padding*"
    text = run(ONCE, "pad-hoist-expression{conditionals=if-else-stmt}")
    assert stages(text) == ["B_padding*", "B_padding_1*"]
    assert text.index("scf.if") < text.rindex("affine.for")


def test_what_also_does_something_else_is_not_of_padding() -> None:
    merged = run(PADDING, "pad-merge-adjacent-loops{stages=B_padding,other}")
    assert stages(merged) == ["other"]


@pytest.mark.parametrize("pad", ["1.0", "undef"])
def test_a_stage_keeps_its_name_where_one_of_padding_becomes_part_of_it(pad: str) -> None:
    text = """func.func @f(%A: memref<4x6xf32>, %B: memref<4x6xf32>) {
  affine.for %row = 0 to 4 {
    affine.for %column = 0 to 6 {
      %a = affine.load %A[%row, %column] : memref<4x6xf32>
      affine.store %a, %B[%row, %column] : memref<4x6xf32>
    }
  } {pad.stage = "copy"}
  func.return
}
"""
    layout = "(d0, d1) -> (d0, d1 floordiv 4, d1 mod 4)"
    steps = [f'pad-transform-layout{{buffer={buffer} map="{layout}" pad={pad}}}' for buffer in "AB"]
    merged = run(text, ",".join([*steps, "pad-apply-layouts,pad-merge-adjacent-loops"]))
    assert stages(merged) == ["copy"]
    assert "affine.for %row = 0 to 4" in merged
