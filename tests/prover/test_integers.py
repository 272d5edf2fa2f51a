"""Integer operations as expressions, at every value of a narrow type."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from xdsl.dialects import arith
from xdsl.dialects.builtin import FloatAttr, IndexType, IntegerAttr, IntegerType, f32, i1
from xdsl.dialects.test import TestOp as Values
from xdsl.ir import Attribute, Block, Operation

from pad_mlir.analysis.instances.integers import ARITHMETIC, below, in_range, read
from pad_mlir.analysis.instances.point_reader import PointReader
from pad_mlir.index.boxes import interval_of
from pad_mlir.index.expr import Expr, all_of, lift, var
from pad_mlir.index.queries.conditions import bounds

BITS = 4
NUMBERS = range(-8, 8)
I4 = IntegerType(BITS)


def wrapped(number: int, bits: int = BITS) -> int:
    """The signed number of these bits that is congruent."""
    half = 1 << (bits - 1)
    return (number + half) % (2 * half) - half


def towards_zero(x: int, y: int) -> int:
    """A quotient without its fraction."""
    return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


def unsigned(join: Callable[[int, int], int]) -> Callable[[int, int], int]:
    """The same of numbers without a sign."""
    return lambda x, y: join(x % 16, y % 16)


MEANING: dict[type[Operation], Callable[[int, int], int]] = {
    arith.AddiOp: lambda x, y: x + y,
    arith.SubiOp: lambda x, y: x - y,
    arith.MuliOp: lambda x, y: x * y,
    arith.ShLIOp: lambda x, y: x << y,
    arith.ShRSIOp: lambda x, y: x >> y,
    arith.ShRUIOp: lambda x, y: x % 16 >> y,
    arith.AndIOp: lambda x, y: x & y,
    arith.OrIOp: lambda x, y: x | y,
    arith.XOrIOp: lambda x, y: x ^ y,
    arith.FloorDivSIOp: lambda x, y: x // y,
    arith.CeilDivSIOp: lambda x, y: -(-x // y),
    arith.CeilDivUIOp: unsigned(lambda x, y: -(-x // y)),
    arith.DivSIOp: towards_zero,
    arith.DivUIOp: unsigned(lambda x, y: x // y),
    arith.RemSIOp: lambda x, y: x - y * towards_zero(x, y),
    arith.RemUIOp: unsigned(lambda x, y: x % y),
    arith.MinSIOp: min,
    arith.MaxSIOp: max,
    arith.MinUIOp: unsigned(min),
    arith.MaxUIOp: unsigned(max),
}
SHIFTS = (arith.ShLIOp, arith.ShRSIOp, arith.ShRUIOp)
ROUNDING_OUT = (arith.DivSIOp, arith.FloorDivSIOp, arith.CeilDivSIOp, arith.RemSIOp)
RANGES = ((-8, 7), (0, 7), (1, 7), (-8, -1), (-3, 3), (0, 0), (4, 7))


def is_defined(kind: type[Operation], x: int, y: int) -> bool:
    """Whether the operation is neither undefined nor poison."""
    if kind in SHIFTS:
        return 0 <= y < BITS
    if "div" in kind.name or "rem" in kind.name:
        return y != 0 and not (kind in ROUNDING_OUT and (x, y) == (-8, -1))
    return True


def test_each_operation_has_a_meaning() -> None:
    assert set(MEANING) == set(ARITHMETIC)


@pytest.mark.parametrize("kind", MEANING)
@pytest.mark.parametrize("of", RANGES)
def test_what_is_read_is_what_is_computed(kind: type[Operation], of: tuple[int, int]) -> None:
    values = Values(result_types=[I4, I4]).results
    op = kind.create(operands=values, result_types=[I4])
    x, y = var("x"), var("y")
    known = all_of([x >= of[0], x <= of[1], *in_range(y, BITS)])
    for second in (y, *map(lift, NUMBERS)):
        found = read(op, (x, second), lambda expr: interval_of(expr, known))
        if found is None:
            continue
        numbers = NUMBERS if second is y else [second.constant or 0]
        for a, b in product(range(of[0], of[1] + 1), numbers):
            if is_defined(kind, a, b):
                want = wrapped(MEANING[kind](a, b))
                assert found.evaluate({"x": a, "y": b}) == want, (a, b, str(found))


@pytest.mark.parametrize("kind", [arith.AddiOp, arith.SubiOp, arith.MuliOp, arith.ShLIOp])
def test_nsw_says_that_nothing_wraps_around(kind: type[Operation]) -> None:
    values = Values(result_types=[I4, I4]).results
    flags = {"overflowFlags": arith.IntegerOverflowAttr([arith.IntegerOverflowFlag.NSW])}
    op = kind.create(operands=values, result_types=[I4], properties=flags)
    found = read(op, (var("x"), lift(2)), lambda _: (None, None))
    assert found is not None
    for a in NUMBERS:
        if -8 <= (want := MEANING[kind](a, 2)) < 8:
            assert found.evaluate({"x": a}) == want


@pytest.mark.parametrize("of", RANGES)
@pytest.mark.parametrize("kind", ["extsi", "extui", "trunci", "index_cast", "to_index"])
def test_casts(kind: str, of: tuple[int, int]) -> None:
    made: dict[str, tuple[type[Operation], Attribute, Attribute, Callable[[int], int]]] = {
        "extsi": (arith.ExtSIOp, I4, IntegerType(8), lambda a: a),
        "extui": (arith.ExtUIOp, I4, IntegerType(8), lambda a: a % 16),
        "trunci": (arith.TruncIOp, I4, IntegerType(3), lambda a: wrapped(a, 3)),
        "index_cast": (arith.IndexCastOp, IndexType(), IntegerType(3), lambda a: wrapped(a, 3)),
        "to_index": (arith.IndexCastOp, I4, IndexType(), lambda a: a),
    }
    cast, source, target, meaning = made[kind]
    op = cast.create(operands=Values(result_types=[source]).results, result_types=[target])
    known = all_of([var("x") >= of[0], var("x") <= of[1]])
    found = read(op, (var("x"),), lambda expr: bounds(expr, known))
    assert found is not None
    for a in range(of[0], of[1] + 1):
        assert found.evaluate({"x": a}) == meaning(a), (a, str(found))


def test_numbers_without_a_sign() -> None:
    found = below(var("x"), var("y"))
    for a, b in product(NUMBERS, NUMBERS):
        assert found.evaluate({"x": a, "y": b}) == (a % 16 < b % 16)


FLOATS = (-float("inf"), -2.5, -1e-40, -0.0, 0.0, 1e-40, 1.0, 3.5, float("inf"), float("nan"))


@pytest.mark.parametrize("predicate", range(16))
def test_comparisons_of_floats(predicate: int) -> None:
    for a, b in product(FLOATS, FLOATS):
        ops = [arith.ConstantOp(FloatAttr(number, f32)) for number in (a, b)]
        compared = arith.CmpfOp(ops[0], ops[1], predicate)
        block = Block([*ops, compared])
        found = PointReader(block).condition(compared.results[0])
        unordered = a != a or b != b
        order = (a == b, a > b, a >= b, a < b, a <= b, a != b)
        if predicate in (0, 7, 14, 15):
            want = {0: False, 7: not unordered, 14: unordered, 15: True}[predicate]
        else:
            want = predicate > 7 if unordered else order[(predicate - 1) % 7]
        assert isinstance(found, Expr)
        assert found.evaluate({}) == want, (predicate, a, b)


def test_a_widened_bit_is_minus_one_by_its_sign() -> None:
    for kind, one in ((arith.ExtSIOp, -1), (arith.ExtUIOp, 1)):
        bit = arith.ConstantOp(IntegerAttr(1, i1))
        wide = kind.create(operands=bit.results, result_types=[I4])
        block = Block([bit, wide])
        assert PointReader(block).index(wide.results[0]) == lift(one)
