"""Values that stages compute of padding, and those that they would have to load."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from xdsl.dialects import arith
from xdsl.dialects import math as math_ops
from xdsl.dialects.builtin import AnyFloat, FloatAttr, IntegerAttr, IntegerType, f16, f32, f64, i32
from xdsl.dialects.test import TestOp as Unknown
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Block, Operation, SSAValue

from pad_mlir.passes.propagation.value_propagation import applied, value_before, value_of

INF, NAN = math.inf, math.nan


def floats(numbers: Sequence[float], type: AnyFloat = f32) -> list[Attribute]:
    return [FloatAttr(number, type) for number in numbers]


def unknown(type: Attribute = f32) -> SSAValue:
    return Unknown(result_types=[type]).results[0]


def made(op: type[Operation], count: int, type: AnyFloat = f32) -> Operation:
    return op.create(operands=[unknown(type) for _ in range(count)], result_types=[type])


@pytest.mark.parametrize(
    ("op", "numbers", "wanted"),
    [
        (math_ops.ExpOp, [0.0], 1.0),
        (math_ops.ExpOp, [-INF], 0.0),
        (math_ops.ExpOp, [1.0], None),
        (arith.AddfOp, [INF, 1.0], INF),
        (arith.AddfOp, [INF, -INF], NAN),
        (arith.AddfOp, [1.0, 2.0], 3.0),
        (arith.SubfOp, [INF, INF], NAN),
        (arith.SubfOp, [1.0, INF], -INF),
        (arith.MulfOp, [INF, 0.0], NAN),
        (arith.MulfOp, [-INF, 2.0], -INF),
        (arith.MulfOp, [NAN, 2.0], NAN),
        (arith.DivfOp, [6.0, 3.0], 2.0),
        (arith.DivfOp, [6.0, 1.0], 6.0),
        (arith.DivfOp, [1.0, 3.0], None),
        (arith.DivfOp, [0.0, 0.0], None),
        (arith.DivfOp, [INF, 2.0], INF),
        (arith.DivfOp, [INF, INF], None),
        (arith.DivfOp, [1.0, INF], 0.0),
        (arith.DivfOp, [2.0**127, 2.0**-20], None),  # finite, but not as f32
        (arith.MaximumfOp, [1.0, INF], INF),
        (arith.MaximumfOp, [1.0, -INF], 1.0),
        (arith.MaximumfOp, [1.0, NAN], NAN),
        (arith.MaximumfOp, [NAN, NAN], NAN),
        (arith.MinimumfOp, [1.0, INF], 1.0),
        (arith.MinimumfOp, [NAN, -INF], NAN),
        (arith.MinimumfOp, [1.0, 2.0], 1.0),
        (arith.NegfOp, [INF], -INF),
        (arith.NegfOp, [NAN], NAN),
        (arith.NegfOp, [2.0], -2.0),
    ],
)
def test_applied(op: type[Operation], numbers: Sequence[float], wanted: float | None) -> None:
    found = applied(made(op, len(numbers)), floats(numbers))
    assert repr(found) == repr(None if wanted is None else FloatAttr(wanted, f32))


def test_a_quotient_is_exact_in_its_type() -> None:
    numbers = 1.0 + 2.0**-15, 1.0
    assert applied(made(arith.DivfOp, 2), floats(numbers)) == FloatAttr(numbers[0], f32)
    assert applied(made(arith.DivfOp, 2, f16), floats(numbers, f16)) != FloatAttr(numbers[0], f64)
    wide = floats((1.0 + 2.0**-30, 2.0), f64)
    assert applied(made(arith.DivfOp, 2, f64), wide) == FloatAttr(0.5 + 2.0**-31, f64)


def test_an_operation_with_flags_has_no_value() -> None:
    flags = arith.FastMathFlagsAttr([FastMathFlag.NO_INFS])
    op = arith.AddfOp(unknown(), unknown(), flags)
    assert applied(op, floats([1.0, 2.0])) is None


def given_by_block() -> SSAValue:
    return Block(arg_types=[i32]).args[0]


def test_integers_and_what_has_two_results() -> None:
    x, y = unknown(i32), unknown(i32)
    five: Attribute = IntegerAttr(5, i32)
    assert value_of(arith.AddiOp(x, y).result, {x: five, y: five}) == IntegerAttr(10, i32)
    assert value_of(arith.AddiOp(x, y).result, {x: five}) is None
    extended = arith.AddUIExtendedOp(x, y)
    assert value_of(extended.results[0], {x: five, y: five}) is None
    assert value_of(given_by_block(), {}) is None
    assert value_of(x, {y: five}) is None


def constant(number: float) -> SSAValue:
    return arith.ConstantOp(FloatAttr(number, f32)).result


LOADED = unknown()


@pytest.mark.parametrize(
    ("stored", "wanted", "loaded"),
    [
        (arith.AddfOp(LOADED, constant(2.0)), 5.0, 3.0),
        (arith.AddfOp(constant(2.0), LOADED), 5.0, 3.0),
        (arith.SubfOp(LOADED, constant(2.0)), 5.0, 7.0),
        (arith.SubfOp(constant(2.0), LOADED), 5.0, -3.0),
        (arith.MulfOp(LOADED, constant(4.0)), 2.0, 0.5),
        (arith.MulfOp(LOADED, constant(3.0)), 1.0, None),
        (arith.MulfOp(LOADED, constant(0.0)), 1.0, None),
        (arith.DivfOp(LOADED, constant(4.0)), 2.0, 8.0),
        (arith.DivfOp(constant(4.0), LOADED), 2.0, 2.0),
        (arith.NegfOp(LOADED), 2.0, -2.0),
        (arith.NegfOp(LOADED), -INF, INF),
        (arith.AddfOp(LOADED, LOADED), 2.0, None),
        (arith.MaximumfOp(LOADED, constant(1.0)), 1.0, None),
        (arith.AddfOp(LOADED, constant(-0.0)), -0.0, None),
        (arith.AddfOp(LOADED, constant(0.0)), -0.0, None),  # no value of the load gives -0.0
        (arith.AddfOp(LOADED, constant(INF)), 5.0, None),
    ],
)
def test_value_before(stored: Operation, wanted: float, loaded: float | None) -> None:
    found = value_before(stored.results[0], LOADED, FloatAttr(wanted, f32))
    assert repr(found) == repr(None if loaded is None else FloatAttr(loaded, f32))


def test_value_before_of_integers() -> None:
    loaded, mask = unknown(i32), arith.ConstantOp(IntegerAttr(6, i32))
    assert value_before(
        arith.XOrIOp(loaded, mask).result, loaded, IntegerAttr(5, i32)
    ) == IntegerAttr(3, i32)
    narrow = IntegerType(8)
    byte, one = unknown(narrow), arith.ConstantOp(IntegerAttr(1, narrow))
    assert value_before(
        arith.AddiOp(byte, one).result, byte, IntegerAttr(-128, narrow)
    ) == IntegerAttr(127, narrow)


def test_nothing_is_known_before_what_no_operation_with_one_operand_makes() -> None:
    zero = FloatAttr(0.0, f32)
    assert value_before(given_by_block(), LOADED, zero) is None
    fused = math_ops.FmaOp(LOADED, constant(1.0), constant(0.0))
    assert value_before(fused.result, LOADED, zero) is None
    assert value_before(math_ops.AbsFOp(LOADED).result, LOADED, zero) is None
