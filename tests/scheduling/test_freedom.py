"""`math` of a schedule and of pad-opt: flags on all operations, and `fp`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from pad_mlir.schedule import Schedule, ScheduleError
from pad_mlir.tools.pad_opt import main

SUM = """
func.func @sum(%A: memref<5xf32>, %B: memref<5xf32>) {
  affine.for %i = 0 to 5 {
    %a = affine.load %A[%i] : memref<5xf32>
    %b = arith.mulf %a, %a fastmath<nnan> : f32
    %c = arith.addf %b, %a : f32
    affine.store %c, %B[%i] : memref<5xf32>
  }
  func.return
}"""
FLAGS = {
    "exact": ("fastmath<nnan>", None),
    "reassociate": ("fastmath<reassoc,nnan,nsz,contract>", "fastmath<reassoc,nsz,contract>"),
    "fast": ("fastmath<fast>", "fastmath<fast>"),
}
# A zero is added where the padding is: that changes -0.0 to 0.0, which only `fp=relaxed` allows.
PADDED = """
func.func @f(%A: memref<14xf32>, %B: memref<14xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    %b = affine.load %B[%i] : memref<14xf32>
    %c = arith.mulf %a, %b : f32
    affine.store %c, %B[%i] : memref<14xf32>
  } {pad.stage = "compute"}
  func.return
}"""


@pytest.mark.parametrize("math", FLAGS)
def test_flags_are_added_to_those_that_are_there(
    math: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    product, total = FLAGS[math]
    (file := tmp_path / "f.mlir").write_text(SUM)
    assert main([str(file), f"--math={math}"]) == 0
    for text in (str(Schedule(SUM, math=math)), capsys.readouterr().out):
        assert f"arith.mulf %a, %a {product} : f32" in text
        assert f"arith.addf %b, %a{'' if total is None else f' {total}'} : f32" in text


def test_fast_is_relaxed() -> None:
    kinds = list[str]()
    for math in (None, "reassociate", "fast"):
        s = Schedule(PADDED, math=cast("Any", math))
        for buffer in "AB":
            s.transform_layout(buffer, lambda i: (i // 4, i % 4), 0.0)
        s.sequential_buffer_access("compute", "B")
        s.remove_branching_through_overcompute("compute")
        kinds.append("fp=relaxed" if "fp=relaxed" in s.pipeline() else "")
    assert kinds == ["", "", "fp=relaxed"]


def test_pad_opt_gives_passes_fp_relaxed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (file := tmp_path / "f.mlir").write_text(SUM)
    for math, fp in (("reassociate", "strict"), ("fast", "relaxed")):
        words = [str(file), "-p", "pad-remove-no-op", f"--math={math}", "--dump-pass-pipeline"]
        assert main(words) == 0
        assert ("fp=relaxed" in capsys.readouterr().err) == (fp == "relaxed")


def test_another_word_is_an_error() -> None:
    with pytest.raises(ScheduleError, match="math is 'loose', but must be one of exact, reassoc"):
        Schedule(SUM, math=cast("Any", "loose"))
