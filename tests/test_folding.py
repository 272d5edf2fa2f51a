"""Operations that fold with only some operands known, and floats that are known to be numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import pytest
from xdsl.dialects import arith
from xdsl.dialects import math as math_ops
from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    Float8E8M0FNUType,
    Float16Type,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    f16,
    f32,
    f64,
    i32,
)
from xdsl.dialects.test import TestOp as Unknown
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Block, Operation, SSAValue

from pad_mlir.analysis.values.folding import Folder
from pad_mlir.analysis.values.known import Exactly, Known, Number, SomeZero
from pad_mlir.analysis.values.numbers import Numbers, is_exact, number_of
from pad_mlir.dialect.ops import AssumeOp

INF = math.inf


def unknown(*types: Attribute) -> Sequence[SSAValue]:
    return Unknown(result_types=types).results


def exactly(number: float) -> Exactly:
    return Exactly(FloatAttr(number, f32))


def constant(number: float) -> SSAValue:
    return arith.ConstantOp(FloatAttr(number, f32)).result


def folder(known: Mapping[SSAValue, Known], number: Number | None = None) -> Folder:
    return Folder(known, lambda _: False, lambda _: False, lambda _: number)


def test_a_zero_of_unknown_sign_stays_one():
    (zero,) = unknown(f32)
    for op in (arith.NegfOp(zero), arith.ExtFOp(zero, f64), arith.TruncFOp(zero, f16)):
        assert folder({zero: SomeZero()}).fold(op.result) == SomeZero()


@pytest.mark.parametrize(
    ("of_same", "folds"),
    [(-INF, True), (3.0, False)],  # what the select gives where x is -inf
)
def test_an_arm_that_is_chosen_but_where_both_are_equal(of_same: float, folds: bool) -> None:
    (x,) = unknown(f32)
    comparison = arith.CmpfOp(x, constant(-INF), "ogt")
    select = arith.SelectOp(comparison, x, constant(of_same))
    found = folder({}, Number(finite=False)).fold(select.result)
    assert found == (x if folds else select.result)


def test_the_arm_of_a_constant_that_another_value_may_replace():
    x, y = unknown(f32, f32)
    for passed, folds in ((x, True), (y, False)):
        # x is at most inf: the first arm is inf wherever it is not chosen, and x is the same there.
        comparison = arith.CmpfOp(x, constant(INF), "olt")
        select = arith.SelectOp(comparison, constant(INF), passed)
        found = folder({}, Number(finite=False)).fold(select.result)
        assert (found != select.result) == folds


@pytest.mark.parametrize(
    ("left", "right", "wanted"),
    [
        (INF, None, INF),
        (None, INF, -INF),
        (-INF, None, -INF),
        (None, -INF, INF),
    ],
)
def test_a_difference_with_an_infinity(
    left: float | None, right: float | None, wanted: float
) -> None:
    (x,) = unknown(f32)
    first, second = (x if number is None else constant(number) for number in (left, right))
    op = arith.SubfOp(first, second)
    assert folder({}, Number(finite=True)).fold(op.result) == exactly(wanted)
    assert folder({}, Number(finite=False)).fold(op.result) == op.result


@pytest.mark.parametrize(("factor", "folds"), [(0.0, True), (-0.0, True), (1.0, False)])
def test_a_fused_product_with_zero(factor: float, folds: bool) -> None:
    (x,) = unknown(f32)
    for left, right in ((constant(factor), x), (x, constant(factor))):
        op = math_ops.FmaOp(left, right, constant(2.0))
        found = folder({}, Number(finite=True)).fold(op.result)
        assert found == (exactly(2.0) if folds else op.result)


@pytest.mark.parametrize("facts", [(), ("nnan",), ("ninf",), ("nnan", "ninf")])
def test_each_flag_has_to_be_a_fact(facts: Sequence[str]) -> None:
    (x,) = unknown(f32)
    flags = arith.FastMathFlagsAttr([FastMathFlag("nnan"), FastMathFlag("ninf")])
    op = arith.MulfOp(x, constant(0.0), flags)
    folds = folder({})
    folds.is_fact = lambda _, __, flag: flag.value in facts
    assert folds.fold(op.result) == (SomeZero() if len(facts) == 2 else op.result)


def number(value: SSAValue) -> Number | None:
    return Numbers({}, Unknown()).of(value)


@pytest.mark.parametrize("type", [arith.MaximumfOp, arith.MinimumfOp])
def test_an_extreme_is_a_number_if_both_operands_are(
    type: type[arith.MaximumfOp | arith.MinimumfOp],
) -> None:
    (x,) = unknown(f32)
    assert number(type(constant(1.0), constant(2.0)).result) == Number(finite=True)
    assert number(type(constant(1.0), constant(INF)).result) == Number(finite=False)
    assert number(type(constant(1.0), x).result) is None
    assert number(type(constant(1.0), constant(math.nan)).result) is None


@pytest.mark.parametrize(
    ("bits", "type", "finite"),
    [
        *((15, f16, True), (16, f16, False), (64, f32, True), (65, f32, False)),
        *((128, f64, False), (64, BFloat16Type(), True)),
    ],
)
def test_the_largest_integer_of_a_width(bits: int, type: AnyFloat, finite: bool) -> None:
    (integer,) = unknown(IntegerType(bits))
    assert number(arith.SIToFPOp(integer, type).result) == Number(finite)
    assert number(arith.UIToFPOp(integer, type).result) == Number(finite)


def test_exponents_alone_do_not_fit_into_halves():
    (exponent, single) = unknown(Float8E8M0FNUType(), f16)
    assert not is_exact(arith.ExtFOp(exponent, Float16Type()))
    assert is_exact(arith.ExtFOp(exponent, f32))
    assert is_exact(arith.ExtFOp(single, f32))


def test_what_is_no_float_is_no_number():
    assert number_of(IntegerAttr(1, i32)) is None
    assert number_of(FloatAttr(math.nan, f32)) is None
    assert number_of(FloatAttr(INF, f32)) == Number(finite=False)


@pytest.mark.parametrize("order", ["finite first", "finite last"])
def test_one_fact_that_says_finite_is_enough(order: str) -> None:
    (integer,) = unknown(i32)
    value = arith.SIToFPOp(integer, f16)  # by itself, perhaps infinite
    facts = [("ord", value.result), ("one", arith.ConstantOp(FloatAttr(INF, f16)).result)]
    ops: list[Operation] = [value]
    for predicate, other in facts if order == "finite last" else facts[::-1]:
        absolute = math_ops.AbsFOp(value.result)
        comparison = arith.CmpfOp(absolute, other, predicate)
        ops += [absolute, comparison, AssumeOp(comparison.result)]
    end = Unknown()
    Block([*ops, end, *[AssumeOp(op.result) for op in ops if isinstance(op, arith.CmpfOp)]])
    assert Numbers({}, end).of(value.result) == Number(finite=True)
    assert Numbers({}, ops[-1]).of(value.result) == Number(order == "finite first")
