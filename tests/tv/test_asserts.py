"""`cf.assert` in a result: it may end no program that the original does not."""

import pytest

from pad_mlir.tools.tv import Status

from .rewrites import judge

_BODY = """
func.func @f(%A: memref<4xf32>, %n: index) {{
  %zero = arith.constant 0.0 : f32
  %a = affine.load %A[2] : memref<4xf32>
  %holds = arith.cmpf oeq, %a, %zero : f32
  %sign = arith.cmpf ole, %a, %zero : f32
  {body}
  affine.store %zero, %A[3] : memref<4xf32>
  func.return
}}
"""
_ASSUMED = "pad.assume %holds : i1"


def text(*body: str) -> str:
    return _BODY.format(body="\n".join(body))


@pytest.mark.parametrize(
    ("before", "asserted", "status"),
    [
        ([_ASSUMED], "%holds", Status.VALID),
        ([], "%holds", Status.REFUTED),
        (["pad.assume %sign : i1"], "%holds", Status.REFUTED),
    ],
)
def test_assert_in_the_result(before: list[str], asserted: str, status: Status) -> None:
    after = text(f'cf.assert {asserted}, "no"', *before)
    verdict = judge(text(*before), after)
    assert verdict.status is status, verdict
    if status is Status.REFUTED:
        assert "a cf.assert that fails" in str(verdict)


def test_assert_of_the_original_is_not_followed() -> None:
    kept = text('cf.assert %holds, "no"')
    for after in (kept, text()):
        verdict = judge(kept, after)
        assert verdict.status is Status.NOT_VALIDATED
        assert "a cf.assert of the original may end the program" in str(verdict)
