"""Operations on float constants: what C, annex F, and IEEE 754 say, and None where they do not."""

import math
from collections.abc import Sequence

import pytest
from xdsl.dialects import arith
from xdsl.dialects import math as math_ops
from xdsl.dialects.builtin import FloatAttr, f64
from xdsl.ir import Operation, SSAValue

from pad_mlir.analysis.values.float_values import value_of

INF, NAN = math.inf, math.nan


def constants(numbers: Sequence[float]) -> list[SSAValue]:
    return [arith.ConstantOp(FloatAttr(number, f64)).result for number in numbers]


@pytest.mark.parametrize(
    ("type", "numbers", "wanted"),
    [
        (math_ops.PowFOp, (3.0, 0.0), 1.0),
        (math_ops.PowFOp, (INF, 0.0), 1.0),
        (math_ops.PowFOp, (0.0, 0.0), 1.0),
        (math_ops.PowFOp, (1.0, 3.5), 1.0),
        (math_ops.PowFOp, (1.0, -INF), 1.0),
        (math_ops.PowFOp, (INF, 2.0), INF),
        (math_ops.PowFOp, (INF, 0.5), INF),
        (math_ops.PowFOp, (INF, -2.0), 0.0),
        (math_ops.PowFOp, (0.0, 3.0), 0.0),
        (math_ops.PowFOp, (0.0, 0.5), 0.0),
        (math_ops.PowFOp, (0.0, -1.0), None),
        (math_ops.PowFOp, (-0.0, 2.0), None),
        (math_ops.PowFOp, (2.0, 3.0), None),
        (math_ops.PowFOp, (2.0, -3.0), None),
        (math_ops.PowFOp, (3.0, 1.0), None),
        (math_ops.PowFOp, (-INF, 2.0), None),
        (math_ops.FmaOp, (INF, 2.0, 1.0), INF),
        (math_ops.FmaOp, (2.0, -INF, 1.0), -INF),
        (math_ops.FmaOp, (INF, 0.0, 1.0), None),
        (math_ops.FmaOp, (INF, 1.0, -INF), None),
        (math_ops.FmaOp, (2.0, 3.0, -INF), -INF),
        (math_ops.FmaOp, (1e200, 1e200, -INF), -INF),  # where the product by itself has no end
        (math_ops.FmaOp, (-0.0, 1.0, -0.0), -0.0),
        (math_ops.FmaOp, (0.0, 1.0, -0.0), 0.0),
        (math_ops.FmaOp, (2.0, -3.0, 6.0), 0.0),
        (math_ops.FmaOp, (-2.0, 3.0, 6.0), 0.0),
        (math_ops.FmaOp, (1e-200, 1e-200, 0.0), None),  # no zero, but too small for a float
        (arith.DivfOp, (1.0, 0.0), INF),
        (arith.DivfOp, (1.0, -0.0), -INF),
        (arith.DivfOp, (-2.0, 0.0), -INF),
        (arith.DivfOp, (0.0, 0.0), None),
        (arith.DivfOp, (6.0, 3.0), 2.0),
    ],
)
def test_value(type: type[Operation], numbers: Sequence[float], wanted: float | None) -> None:
    # With the sign of a zero.
    assert repr(value_of(type.create(operands=constants(numbers)), numbers)) == repr(wanted)
