"""Masked loads that become plain, and those whose lanes that are off somebody sees."""

from __future__ import annotations

import pytest

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.vectorize.pad_vectorize import PadVectorize
from pad_mlir.tools.tv import Status, validate

_FUNCTION = """
func.func @f(%A: memref<16xf32>, %B: memref<16xf32>) {{
  %m = arith.constant dense<[1, 1, 1, 0]> : vector<4xi1>
  %n = arith.constant dense<[1, 1, 0, 0]> : vector<4xi1>
  %o = arith.constant dense<1.0> : vector<4xf32>
  %c0 = arith.constant 0 : index
  %c14 = arith.constant 14 : index
  affine.for %once = 0 to 1 {{
    {0}
  }} {{pad.stage = "s"}}
  func.return
}}
"""
_LOAD = """%a = vector.maskedload %A[%c0], %m, %o
        : memref<16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>"""
_OF_B = "memref<16xf32>, vector<4xi1>, vector<4xf32>"
_STORE = f"vector.maskedstore %B[%c0], %m, %s : {_OF_B}"
_ALL = "vector.store %s, %B[%c0] : memref<16xf32>, vector<4xf32>"
_TYPES = "vector<4xi1>, vector<4xf32>"
_CARRIED = f"""{_LOAD}
    %s = affine.for %i = 0 to 3 iter_args(%t = %a) -> (vector<4xf32>) {{
      %u = arith.addf %t, %o : vector<4xf32>
      affine.yield %u : vector<4xf32>
    }}"""
_OF_EACH = f"""%t = affine.for %i = 0 to 3 iter_args(%s = %o) -> (vector<4xf32>) {{
      %k = vector.create_mask %i : vector<4xi1>
      %a = vector.maskedload %A[%i], %k, %o : {_OF_B} into vector<4xf32>
      vector.maskedstore %B[%i], %k, %s : {_OF_B}
      affine.yield %a : vector<4xf32>
    }}"""
_VIEW = "memref<3xf32, strided<[1], offset: 2>>"
_OF_VIEW = f"""%W = memref.subview %A[2] [3] [1] : memref<16xf32> to {_VIEW}
    %s = vector.maskedload %W[%c0], %m, %o : {_VIEW}, {_TYPES} into vector<4xf32>
    {_STORE}"""
_NEVER = f"""affine.for %i = 20 to 14 {{
      %s = vector.maskedload %A[%i], %m, %o : {_OF_B} into vector<4xf32>
      {_STORE}
    }}"""


@pytest.mark.parametrize(
    ("body", "is_plain"),
    [
        (f"{_LOAD}\n%s = arith.divf %o, %a : vector<4xf32>\n{_STORE}", True),
        (f"{_LOAD}\n%s = arith.select %m, %a, %o : {_TYPES}\n{_ALL}", True),
        (f"{_LOAD}\n%s = arith.select %m, %o, %a : {_TYPES}\n{_ALL}", False),
        (f"{_LOAD}\n%s = arith.select %m, %a, %a : {_TYPES}\n{_ALL}", False),
        (f"{_LOAD}\n%q = arith.cmpf olt, %a, %o : vector<4xf32>\n"
         f"%s = arith.select %q, %o, %a : {_TYPES}\n{_STORE}", True),
        (f"{_LOAD}\n%q = arith.cmpf olt, %a, %o : vector<4xf32>\n"
         f"vector.maskedstore %B[%c0], %q, %o : {_OF_B}", False),
        (f"{_LOAD}\nvector.maskedstore %B[%c0], %n, %a : {_OF_B}", False),
        (f"{_LOAD}\nvector.maskedstore %A[%c0], %m, %a : {_OF_B}", False),
        (f"{_LOAD}\n%s = vector.reduction <add>, %a : vector<4xf32> into f32\n"
         "memref.store %s, %B[%c0] : memref<16xf32>", False),
        (f"{_LOAD}\n%s = vector.extract %a[3] : f32 from vector<4xf32>\n"
         "memref.store %s, %B[%c0] : memref<16xf32>", False),
        (f"{_LOAD}\n%s = vector.shuffle %a, %a [3, 2, 1, 0] : vector<4xf32>, vector<4xf32>\n"
         f"{_STORE}", False),
        (f"{_CARRIED}\n{_STORE}", True),
        (f"{_CARRIED}\n{_ALL}", False),
        (_OF_EACH, False),
        (f"{_LOAD.replace('%c0', '%c14').replace('%m', '%n')}\n"
         f"vector.maskedstore %B[%c0], %n, %a : {_OF_B}", False),
        (_OF_VIEW, False),
        (_NEVER, True),
    ],
)  # fmt: skip
def test_who_sees_lanes_that_are_off(body: str, is_plain: bool) -> None:
    text = _FUNCTION.format(body)
    before, after = parse_module(text), parse_module(text)
    PadVectorize(target_cpu="x86-64-v4").apply(new_context(), after)
    assert ("vector.maskedload" not in str(after)) == is_plain
    verdict = validate(before, after)
    assert verdict.status is Status.VALID, f"{verdict}"
