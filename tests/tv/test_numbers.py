"""Facts on NaN and poison from comparisons that hold."""

from __future__ import annotations

import pytest

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.math.pad_expand_math import PadExpandMath
from pad_mlir.tools.tv import Status, validate

from .rewrites import VALID, guarded, judge, over_tiles, tiled

_TOO_FEW = 500
"""Steps of a proof, so that functions are run instead."""


def _maximum(compute: str, comparison: str = "") -> str:
    """The larger of a start value and a buffer's, NaNs left out; the padding holds -inf."""
    assume = f"%is = arith.cmpf {comparison} : f32 pad.assume %is : i1" if comparison else ""
    return f"""
  func.func @f({tiled("A", "0xFF800000")}, %F: memref<2xf32>, %B: memref<1xf32>) {{
    %f = affine.load %F[0] : memref<2xf32>
    %g = affine.load %F[1] : memref<2xf32>
    {assume}
    affine.store %f, %B[0] : memref<1xf32>
    {over_tiles(compute)}
    func.return
  }}"""


_LARGER = """
        %a = affine.load %A[%io, %ii] : memref<4x4xf32>
        %b = affine.load %B[0] : memref<1xf32>
        %c = arith.maxnumf %b, %a : f32
        affine.store %c, %B[0] : memref<1xf32>"""


@pytest.mark.parametrize("comparison", ["ord, %f, %f", "oeq, %f, %f", "ord, %f, %g", "ole, %g, %f"])
def test_ordered_comparisons_say_that_there_is_no_nan(comparison: str) -> None:
    before, after = (_maximum(c, comparison) for c in (guarded(VALID, _LARGER), _LARGER))
    verdict = judge(before, after)
    assert verdict.status is Status.VALID, verdict


@pytest.mark.parametrize("comparison", ["", "ord, %g, %g", "ueq, %f, %g", "ult, %f, %g"])
def test_other_comparisons_do_not(comparison: str) -> None:
    before, after = (_maximum(c, comparison) for c in (guarded(VALID, _LARGER), _LARGER))
    verdict = judge(before, after)
    assert verdict.status is Status.REFUTED, verdict
    assert "nan before, -inf after" in str(verdict), verdict


@pytest.mark.parametrize(
    ("comparison", "value"),
    [
        *(("ord, %f, %f", "true"), ("oeq, %f, %f", "true"), ("ole, %f, %f", "true")),
        *(("uge, %f, %f", "true"), ("uno, %f, %f", "false"), ("une, %f, %f", "false")),
        *(("ult, %f, %f", "false"), ("ogt, %f, %f", "false")),
    ],
)
def test_a_number_compared_with_itself(comparison: str, value: str) -> None:
    def text(assume: str, result: str) -> str:
        return f"""
  func.func @f(%f: f32) -> i1 {{
    {assume}
    %c = {result}
    func.return %c : i1
  }}"""

    assume = "%is = arith.cmpf ord, %f, %f : f32 pad.assume %is : i1"
    given, constant = f"arith.cmpf {comparison} : f32", f"arith.constant {value}"
    assert judge(text(assume, given), text(assume, constant)).status is Status.VALID
    also_of_nan = {"uge": "true", "ogt": "false"}.get(comparison[:3]) == value
    without = judge(text("", given), text("", constant)).status
    assert without is (Status.VALID if also_of_nan else Status.REFUTED)


def test_poison_in_the_arm_of_a_select_is_not_forgotten() -> None:
    def text(result: str) -> str:
        return f"""
  func.func @f(%c: i1, %x: i8) -> i8 {{
    %ones = arith.constant -1 : i8
    %s = arith.shli %x, %x : i8
    %t = arith.select %c, %s, %x : i8
    %u = arith.ori %t, %ones : i8
    func.return %{result} : i8
  }}"""

    verdict = judge(text("ones"), text("u"))
    assert verdict.status is Status.REFUTED, verdict
    assert judge(text("u"), text("ones")).status is Status.VALID


@pytest.mark.parametrize("flag", ["nnan", "ninf", "nsz"])
def test_a_flag_of_an_operation_that_changes_nothing(flag: str) -> None:
    """`x * 1.0` is x, but for what the flag says of x."""

    def text(flags: str, result: str) -> str:
        return f"""
  func.func @f(%x: f32) -> f32 {{
    %one = arith.constant 1.0 : f32
    %y = arith.mulf %x, %one {flags} : f32
    func.return %{result} : f32
  }}"""

    flagged = f"fastmath<{flag}>"
    assert judge(text("", "x"), text("", "y")).status is Status.VALID
    assert judge(text(flagged, "y"), text("", "x")).status is Status.VALID
    assert judge(text(flagged, "y"), text(flagged, "y")).status is Status.VALID
    verdict = judge(text("", "x"), text(flagged, "y"))
    assert verdict.status is Status.REFUTED, verdict
    assert "poison after" in str(verdict)


def test_a_nan_whose_bits_are_unknown_stays_one_in_runs() -> None:
    """Of an infinity the arc sine is a NaN, whose tangent chooses by its bits between two NaNs."""
    before = """
func.func @f(%A: memref<64xf32>, %B: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %a = affine.load %A[%i] : memref<64xf32>
    %b = math.asin %a : f32
    %c = math.tan %b : f32
    affine.store %c, %B[%i] : memref<64xf32>
  }
  func.return
}"""
    first, second = (parse_module(before, context=new_context()) for _ in range(2))
    PadExpandMath().apply(new_context(), second)
    verdict = validate(first, second, budget=_TOO_FEW)
    assert verdict.status in (Status.TESTED, Status.NOT_VALIDATED), verdict
