"""Facts from comparisons of floats: not NaN, finite."""

import pytest
from xdsl.dialects import arith

from pad_mlir.analysis.values.comparisons import number_stated
from pad_mlir.analysis.values.known import Number
from pad_mlir.dialect.repairs import parse_module

_INFINITY, _LARGE = "0x7F800000", "1.0e+30"
_CASES = [
    ("absf", "olt", _INFINITY, True),
    ("absf", "one", _INFINITY, True),
    ("absf", "ole", _LARGE, True),
    ("absf", "olt", _LARGE, True),
    ("absf", "ole", _INFINITY, False),
    ("absf", "one", _LARGE, False),
    ("absf", "ogt", _LARGE, False),
    ("plain", "olt", _LARGE, False),
    ("plain", "ord", _LARGE, False),
    ("plain", "oge", _INFINITY, False),
    ("absf", "ult", _INFINITY, None),
    ("plain", "une", _LARGE, None),
    ("plain", "uno", _LARGE, None),
]


@pytest.mark.parametrize(("of", "predicate", "bound", "finite"), _CASES)
@pytest.mark.parametrize("mirrored", [False, True])
def test_comparison(
    of: str, predicate: str, bound: str, finite: bool | None, mirrored: bool
) -> None:
    left, right = ("%m" if of == "absf" else "%x"), "%bound"
    if mirrored:
        left, right = right, left
        swapped = {"olt": "ogt", "ole": "oge", "ogt": "olt", "oge": "ole", "ult": "ugt"}
        predicate = swapped.get(predicate, predicate)
    stated = number_stated(_comparison(f"arith.cmpf {predicate}, {left}, {right}", bound))
    assert (stated and stated[1]) == (None if finite is None else Number(finite))


def test_a_number_is_ordered_with_itself() -> None:
    stated = number_stated(_comparison("arith.cmpf ord, %x, %x", _LARGE))
    assert stated is not None
    assert stated[1] == Number(finite=False)


def _comparison(compared: str, bound: str) -> arith.CmpfOp:
    module = parse_module(
        f"""
        func.func @f(%x: f32) {{
          %bound = arith.constant {bound} : f32
          %m = math.absf %x : f32
          %c = {compared} : f32
          func.return
        }}
        """
    )
    return next(op for op in module.walk() if isinstance(op, arith.CmpfOp))
