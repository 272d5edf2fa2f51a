"""Missed remarks on stages of padding, which nobody wrote, are given only if the stage is named."""

from __future__ import annotations

import pytest

from pad_mlir.passes.diagnostics import Remark
from pad_mlir.schedule import Schedule

SOURCE = """
func.func @f(%A: memref<17x21xf32>, %B: memref<17x21xf32>) {
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to 21 {
      %a = affine.load %A[%i, %j] : memref<17x21xf32>
      affine.store %a, %B[%i, %j] : memref<17x21xf32>
    }
  } {pad.stage = "copy"}
  func.return
}
"""
TILES = "(i, j) -> (i floordiv 4, j floordiv 8, i mod 4, j mod 8)"


def remarks_of(step: str, options: str = "") -> list[Remark]:
    """The remarks of a pass on a stage, and on the stage of the padding of its output."""
    s = Schedule(SOURCE)
    s.transform_layout("B", TILES, pad_value=0.0)
    s.apply_layouts()
    before = len(s.remarks)
    s.apply(f"{step}{{{options}}}" if options else step)
    return s.remarks[before:]


@pytest.mark.parametrize(
    "step",
    ["pad-register-tile", "pad-flatten-loops", "pad-remove-overcompute-through-branching"],
)
def test_stages_of_padding_are_told_of_only_by_name(step: str) -> None:
    assert remarks_of(step) == remarks_of(step, "stage=copy")
    assert remarks_of(step, "stage=B_padding")


def test_loops_of_padding_are_told_of_by_name() -> None:
    def told(options: str = "") -> list[object]:
        return [said.field("loop") for said in remarks_of("pad-register-tile", options)]

    assert "io" in told("loops=io")
    assert "io" not in told()


def test_the_default_pipeline_tells_nothing_of_them() -> None:
    said = "\n".join(map(str, remarks_of("pad-optimize", "target-cpu=x86-64-v3")))
    assert not any(f" {loop} " in said for loop in ("io", "jo", "ii", "ji")), said
