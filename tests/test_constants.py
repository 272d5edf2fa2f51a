"""Arithmetic on constants; comparisons against what MLIR says of each predicate."""

import itertools
import math

import pytest
from xdsl.dialects import arith
from xdsl.dialects import math as math_ops
from xdsl.dialects.builtin import (
    Float80Type,
    FloatAttr,
    FloatTF32Type,
    IndexType,
    IntegerAttr,
    IntegerType,
    f32,
    f64,
    i32,
    i64,
)
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute

from pad_mlir.analysis.values.constants import compare, fold_constants, reinterpreted

INTEGERS = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
ORDERED = ("oeq", "ogt", "oge", "olt", "ole", "one", "ord")
UNORDERED = ("ueq", "ugt", "uge", "ult", "ule", "une", "uno")
FLOATS = ("false", *ORDERED, *UNORDERED, "true")


def relation(name: str, left: float, right: float) -> bool:
    """`eq`, `lt`, ... of two numbers."""
    return {
        "eq": left == right,
        "ne": left != right,
        "lt": left < right,
        "le": left <= right,
        "gt": left > right,
        "ge": left >= right,
    }[name]


def is_true(predicate: str, left: float, right: float) -> bool:
    """A float predicate, by its name."""
    either = math.isnan(left) or math.isnan(right)
    if predicate in ("true", "false"):
        return predicate == "true"
    if predicate in ("ord", "uno"):
        return either == (predicate == "uno")
    if either:
        return predicate in UNORDERED
    return relation(predicate[1:], left, right)


@pytest.mark.parametrize("predicate", FLOATS)
def test_floats(predicate: str) -> None:
    for left, right in itertools.product((-1.0, -0.0, 0.0, 2.5, math.inf, math.nan), repeat=2):
        constants = [arith.ConstantOp(FloatAttr(value, f32)) for value in (left, right)]
        op = arith.CmpfOp(constants[0], constants[1], FLOATS.index(predicate))
        found = compare(op, constants[0].value, constants[1].value)
        assert found == is_true(predicate, left, right), (left, right)


@pytest.mark.parametrize("bits", [1, 8])
@pytest.mark.parametrize("predicate", INTEGERS)
def test_integers(predicate: str, bits: int) -> None:
    values = (-1, 0) if bits == 1 else (-128, -1, 0, 1, 127)
    for left, right in itertools.product(values, repeat=2):
        type = IntegerType(bits)
        constants = [arith.ConstantOp(IntegerAttr(value, type)) for value in (left, right)]
        op = arith.CmpiOp(constants[0], constants[1], INTEGERS.index(predicate))
        shown = [left, right]
        name = predicate
        if predicate[0] in "su":
            name = predicate[1:]
        if predicate[0] == "u":
            shown = [value % 2**bits for value in shown]
        found = compare(op, constants[0].value, constants[1].value)
        assert found == relation(name, *shown), (left, right)


def test_a_fused_operation_is_rounded_once():
    # Just below halfway between two floats, and halfway once rounded to a double.
    numbers = (2.0**-12 * (1 + 2.0**-18), 2.0**-12 * (1 - 2.0**-18), 1 + 2.0**-23)
    constants = [FloatAttr(number, f32) for number in numbers]
    a, b, c = (arith.ConstantOp(constant).result for constant in constants)
    fma = math_ops.FmaOp(a, b, c)
    folded = fold_constants(fma, constants)
    assert folded in (None, FloatAttr(1 + 2.0**-23, f32))
    exact = [FloatAttr(number, f32) for number in (3.0, 0.5, 1.0)]
    assert fold_constants(fma, exact) == FloatAttr(2.5, f32)


@pytest.mark.parametrize(
    ("left", "right", "quotient"),
    [
        *((3.0, 1.0, 3.0), (3.0, -2.0, -1.5), (3.0, 0.0, math.inf), (3.0, -0.0, -math.inf)),
        *((-3.0, 0.0, -math.inf), (0.0, 3.0, 0.0)),
    ],
)
def test_quotients_of_floats(left: float, right: float, quotient: float) -> None:
    constants = [FloatAttr(number, f64) for number in (left, right)]
    a, b = (arith.ConstantOp(constant).result for constant in constants)
    found = fold_constants(arith.DivfOp(a, b), constants)
    assert isinstance(found, FloatAttr)
    assert repr(found.value.data) == repr(quotient)


@pytest.mark.parametrize("number", [0, 5, 2**53 - 1, 2**53, 2**53 + 1, -1, -(2**53) + 1, -(2**53)])
@pytest.mark.parametrize("convert", [arith.SIToFPOp, arith.UIToFPOp])
def test_integers_become_floats_where_all_below_are_exact(
    number: int, convert: type[arith.SIToFPOp | arith.UIToFPOp]
) -> None:
    value = number % 2**64 if convert is arith.UIToFPOp else number
    constant = IntegerAttr(number, i64)
    found = fold_constants(convert(arith.ConstantOp(constant).result, f64), [constant])
    assert found == (FloatAttr(float(value), f64) if abs(value) < 2**53 else None)


MOST = (1 << 63) - 1


@pytest.mark.parametrize(
    ("type", "left", "right", "wanted"),
    [
        (arith.AddiOp, MOST - 1, 1, MOST),
        (arith.AddiOp, MOST, 1, None),
        (arith.SubiOp, -MOST, 1, -MOST - 1),
        (arith.SubiOp, -MOST, 2, None),
    ],
)
def test_an_index_holds_64_bits(
    type: type[arith.AddiOp | arith.SubiOp], left: int, right: int, wanted: int | None
) -> None:
    numbers = [IntegerAttr(number, IndexType()) for number in (left, right)]
    first, second = map(arith.ConstantOp, numbers)
    found = fold_constants(type(first, second), numbers)
    assert found == (None if wanted is None else IntegerAttr(wanted, IndexType()))


@pytest.mark.parametrize(("bits", "number", "wanted"), [(8, -1, 255), (8, 127, 127), (1, -1, 1)])
def test_unsigned_extension(bits: int, number: int, wanted: int) -> None:
    constant = IntegerAttr(number, IntegerType(bits))
    op = arith.ExtUIOp(arith.ConstantOp(constant), i64)
    assert fold_constants(op, [constant]) == IntegerAttr(wanted, i64)


def test_a_comparison_that_is_poison_is_not_folded():
    for left, right in itertools.product((1.0, math.inf, math.nan), repeat=2):
        given = [FloatAttr(value, f32) for value in (left, right)]
        first, second = map(arith.ConstantOp, given)
        for flag, is_excluded in (("nnan", math.isnan), ("ninf", math.isinf)):
            flags = arith.FastMathFlagsAttr([FastMathFlag(flag)])
            op = arith.CmpfOp(first, second, "olt", flags)
            found = fold_constants(op, given)
            assert (found is None) == (is_excluded(left) or is_excluded(right))


@pytest.mark.parametrize(
    ("value", "type", "wanted"),
    [
        (FloatAttr(1.0, f32), i32, IntegerAttr(0x3F800000, i32)),
        (IntegerAttr(0x3F800000, i32), f32, FloatAttr(1.0, f32)),
        (FloatAttr(math.nan, f32), i32, None),  # of no single pattern
        (FloatAttr(1.0, FloatTF32Type()), IntegerType(19), None),
        (FloatAttr(1.0, Float80Type()), IntegerType(80), None),
        (FloatAttr(1.0, f32), i64, None),
        (IntegerAttr(1, i64), f32, None),
        (IntegerAttr(1, IndexType()), f64, None),
    ],
)
def test_the_same_bits(value: Attribute, type: Attribute, wanted: Attribute | None) -> None:
    assert reinterpreted(value, type) == wanted
