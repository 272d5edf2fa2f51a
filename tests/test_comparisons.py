"""Comparisons with a constant, and selects by them, against each value of the other side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

import pytest
from xdsl.dialects import arith
from xdsl.dialects.builtin import AnyFloat, FloatAttr, IntegerAttr, IntegerType, f32
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Block

from pad_mlir.analysis.values.comparisons import Comparison
from pad_mlir.analysis.values.constants import compare, truth
from pad_mlir.analysis.values.folding import Folder
from pad_mlir.analysis.values.known import Exactly, Number

Constant: TypeAlias = "IntegerAttr | FloatAttr[AnyFloat]"
FLOATS = (-math.inf, -2.5, -0.0, 0.0, 1e-45, 2.5, math.inf, math.nan)
KINDS: tuple[Number | None, ...] = (None, Number(finite=False), Number(finite=True))


def folder(number: Number | None = None, poison: bool = False) -> Folder:
    """One that knows nothing of values but what kind of number they are."""
    return Folder({}, lambda _: False, lambda _: poison, lambda _: number)


def is_same(left: Constant, right: Constant) -> bool:
    """Bit for bit, but that all NaNs are one value."""
    if isinstance(left, FloatAttr) and isinstance(right, FloatAttr):
        shown = left.value.data, right.value.data
        return str(shown[0]) == str(shown[1])
    return left == right


def allowed(value: Constant, number: Number | None) -> bool:
    """Whether a value is of a kind."""
    if number is None or not isinstance(value, FloatAttr):
        return True
    return math.isfinite(value.value.data) or (
        not number.finite and not math.isnan(value.value.data)
    )


def integers(bits: int) -> list[Constant]:
    """All values of a width, as signed numbers."""
    half = 1 << (bits - 1)
    return [IntegerAttr(n, IntegerType(bits)) for n in range(-half, half)]


def check(constant: Constant, values: Sequence[Constant], op: Comparison, own: Folder) -> None:
    """One comparison of a constant with an unknown value, and both selects of the two by it."""
    number = own.number(op.lhs)
    others = [value for value in values if allowed(value, number)]
    is_left = isinstance(op.lhs.owner, arith.ConstantOp)
    known, unknown = (op.lhs, op.rhs) if is_left else (op.rhs, op.lhs)
    given = [
        compare(op, *((constant, value) if is_left else (value, constant))) for value in others
    ]
    # Of floats only infinities and NaN are looked at.
    complete = not isinstance(constant, FloatAttr) or not math.isfinite(constant.value.data)
    folded = own.fold(op.result)
    if isinstance(folded, Exactly):
        assert set(given) == {folded == Exactly(truth(True))}
    else:
        assert len(set(given)) == 2 or not complete
    for first, second in ((known, unknown), (unknown, known)):
        select = arith.SelectOp(op.result, first, second)
        chosen = [
            constant if (first if holds else second) is known else value
            for holds, value in zip(given, others, strict=True)
        ]
        folded = own.fold(select.result)
        if folded is unknown:
            assert all(map(is_same, chosen, others))
        elif isinstance(folded, Exactly):
            assert all(is_same(arm, constant) for arm in chosen)
        else:
            assert folded is select.result
            assert not complete or not all(map(is_same, chosen, others))
            assert not complete or not all(is_same(arm, constant) for arm in chosen)
        select.erase()


@pytest.mark.parametrize("bits", [1, 2, 3, 5])
@pytest.mark.parametrize("predicate", range(10))
def test_integers(predicate: int, bits: int) -> None:
    values = integers(bits)
    for constant in values:
        x, c = Block(arg_types=[IntegerType(bits)]).args[0], arith.ConstantOp(constant)
        for operands in ((x, c), (c, x)):
            check(constant, values, arith.CmpiOp(*operands, predicate), folder())


@pytest.mark.parametrize("number", KINDS, ids=["any", "no NaN", "finite"])
@pytest.mark.parametrize("predicate", range(16))
def test_floats(predicate: int, number: Number | None) -> None:
    values: list[Constant] = [FloatAttr(value, f32) for value in FLOATS]
    for constant in values:
        x, c = Block(arg_types=[f32]).args[0], arith.ConstantOp(constant)
        for operands in ((x, c), (c, x)):
            check(constant, values, arith.CmpfOp(*operands, predicate), folder(number))


def test_poison_is_no_number() -> None:
    x, c = Block(arg_types=[IntegerType(8)]).args[0], arith.ConstantOp(integers(8)[0])
    below, above = arith.CmpiOp(x, c, "slt"), arith.CmpiOp(x, c, "sge")
    least, greatest = arith.SelectOp(below, x, c), arith.SelectOp(above, x, c)
    assert folder().fold(below.result) == Exactly(truth(False))
    assert folder(poison=True).fold(below.result) is below.result
    assert folder().fold(least.result) == Exactly(c.value)
    assert folder(poison=True).fold(least.result) is least.result
    # Where it is the other one that comes out, it is poison then.
    assert folder(poison=True).fold(greatest.result) is x


@pytest.mark.parametrize(("flag", "number"), [("nnan", math.nan), ("ninf", math.inf)])
def test_what_flags_rule_out_is_not_compared(flag: str, number: float) -> None:
    x, c = Block(arg_types=[f32]).args[0], arith.ConstantOp(FloatAttr(number, f32))
    op = arith.CmpfOp(x, c, "ogt")
    assert folder().fold(op.result) == Exactly(truth(False))
    op.properties["fastmath"] = arith.FastMathFlagsAttr([FastMathFlag(flag)])
    assert folder().fold(op.result) is op.result


def test_what_is_not_known_of_a_comparison_is_told() -> None:
    x, c = Block(arg_types=[f32]).args[0], arith.ConstantOp(FloatAttr(-math.inf, f32))
    x.name_hint = "x"
    op = arith.CmpfOp(c, x, "olt")
    own = folder()
    own.fold(arith.SelectOp(op.result, c, x).result)
    assert own.unknown == {op: "-inf and %x"}
