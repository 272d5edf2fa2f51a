"""Ranges of shifts and of rounded floats, against the results of all numbers in the range."""

from __future__ import annotations

import math
from itertools import product

import pytest
from xdsl.dialects import func
from xdsl.ir import Operation

from pad_mlir.analysis.instances.computed_ranges import Interval, range_of_result
from pad_mlir.dialect.repairs import parse_module


def made(body: str, arguments: str) -> Operation:
    """The last operation of a function."""
    (function,) = parse_module(f"func.func @f({arguments}) {{\n{body}\nfunc.return\n}}").ops
    assert isinstance(function, func.FuncOp)
    return [*function.body.block.ops][-2]


def range_of(body: str, arguments: str, given: dict[str, Interval | None]) -> Interval | None:
    return range_of_result(made(body, arguments), lambda value: given.get(value.name_hint or ""))


@pytest.mark.parametrize(
    "number", [(0, 0), (1, 1), (-3, 5), (-128, 127), (0, 15), (-16, 1), (3, 7)]
)
def test_shifts_of_eight_bits(number: Interval) -> None:
    """No number of the range may leave the type; a shift by less than 0, or by 8, is poison."""
    for low, high in product(range(-1, 10), repeat=2):
        if low > high:
            continue
        found = range_of(
            "%r = arith.shli %a, %b : i8", "%a: i8, %b: i8", {"a": number, "b": (low, high)}
        )
        results = [
            a * 2**b for a in range(number[0], number[1] + 1) for b in range(max(low, 0), high + 1)
        ]
        if low < 0 or high > 7 or min(results) < -128 or max(results) > 127:
            assert found is None
        else:
            assert found == (min(results), max(results))


@pytest.mark.parametrize(("type", "most"), [("i16", 14), ("i32", 30), ("index", 62), ("i64", 62)])
def test_shifts_of_other_types(type: str, most: int) -> None:
    for places, wanted in ((most, (1 << most, 1 << most)), (most + 1, None)):
        given: dict[str, Interval | None] = {"a": (1, 1), "b": (places, places)}
        text = f"%r = arith.shli %a, %b : {type}"
        assert range_of(text, f"%a: {type}, %b: {type}", given) == wanted
        for unknown in "ab":
            assert range_of(text, f"%a: {type}, %b: {type}", {**given, unknown: None}) is None


def rounded(of: str, *ops: str, type: str = "f32") -> str:
    """An integer made of a float that these operations make of another."""
    lines, value = [of], "x"
    for k, op in enumerate(ops):
        lines.append(f"%y{k} = {op} %{value} : {type}")
        value = f"y{k}"
    return "\n".join([*lines, f"%r = arith.fptosi %{value} : {type} to i32"])


FROM_INTEGER = "%x = arith.sitofp %n : i32 to {}"
CEIL, FLOOR, LOG2 = "math.ceil", "math.floor", "math.log2"


@pytest.mark.parametrize(
    ("low", "high"), [(1, 1), (1, 2), (1, 8), (2, 1000), (7, 9), (1, 1 << 24), (0, 8), (-1, 4)]
)
@pytest.mark.parametrize("ops", [(LOG2,), (CEIL, LOG2), (LOG2, CEIL), (LOG2, FLOOR)])
def test_logarithms_of_integers(low: int, high: int, ops: tuple[str, ...]) -> None:
    found = range_of(rounded(FROM_INTEGER.format("f32"), *ops), "%n: i32", {"n": (low, high)})
    if low < 1:
        assert found is None
        return
    after = {CEIL: math.ceil, FLOOR: math.floor}.get(ops[-1], math.trunc)
    error = 2.0**-16
    assert found is not None
    assert found == (
        math.trunc(after(math.log2(low) - error)),
        math.trunc(after(math.log2(high) + error)),
    )
    numbers = {
        low,
        high,
        *(n for k in range(25) for n in (1 << k, (1 << k) + 1) if low <= n <= high),
    }
    assert all(found[0] <= math.trunc(after(math.log2(n))) <= found[1] for n in numbers)


def test_an_approximate_logarithm_is_not_known() -> None:
    text = rounded(FROM_INTEGER.format("f32"), LOG2).replace(
        "math.log2 %x", "math.log2 %x fastmath<{}>"
    )
    assert range_of(text.replace("{}", "afn"), "%n: i32", {"n": (1, 8)}) is None
    assert range_of(text.replace("{}", "nnan"), "%n: i32", {"n": (1, 8)}) == (0, 3)


@pytest.mark.parametrize(
    ("type", "most"), [("f32", 1 << 24), ("f64", 1 << 53), ("f16", None), ("bf16", None)]
)
def test_integers_that_a_float_has(type: str, most: int | None) -> None:
    """Of more than these the type has not each, so that a number may be rounded beyond a bound."""
    text = rounded(FROM_INTEGER.format(type), type=type)
    for limit in (1, 1 << 24, (1 << 24) + 1, 1 << 53, (1 << 53) + 1):
        inside = most is not None and limit <= most
        for given in ((0, limit), (-limit, 0), (-limit, limit)):
            found = range_of(text, "%n: i32", {"n": given})
            assert found == (given if inside else None)
    assert range_of(text, "%n: i32", {"n": None}) is None


CONSTANTS = [
    ("f32", "2.5", (2, 2)),
    ("f32", "-2.5", (-2, -2)),
    ("f32", "16777216.0", (1 << 24, 1 << 24)),
    ("f32", "-16777216.0", (-(1 << 24), -(1 << 24))),
    ("f32", "33554432.0", None),
    ("f64", "33554432.0", (1 << 25, 1 << 25)),
    ("f64", "0.1", (0, 0)),
    ("f32", "0x7FC00000", None),
    ("f32", "0x7F800000", None),
    ("f16", "1.0", None),
    ("bf16", "1.0", None),
]


@pytest.mark.parametrize(("type", "text", "wanted"), CONSTANTS)
def test_constants(type: str, text: str, wanted: Interval | None) -> None:
    body = rounded(f"%x = arith.constant {text} : {type}", type=type)
    assert range_of(body, "", {}) == wanted
    assert range_of(body.replace("fptosi", "fptoui"), "", {}) == wanted


def test_logarithms_of_constants() -> None:
    for type, wanted in (("f32", (3, 3)), ("f16", None)):
        body = rounded(f"%x = arith.constant 10.0 : {type}", LOG2, type=type)
        assert range_of(body, "", {}) == wanted


def test_so_many_operations_are_followed() -> None:
    constant = "%x = arith.constant 2.5 : f32"
    assert range_of(rounded(constant, *[CEIL] * 7), "", {}) == (3, 3)
    assert range_of(rounded(constant, LOG2, *[CEIL] * 6), "", {}) == (2, 2)
    assert range_of(rounded(constant, *[CEIL] * 8), "", {}) is None


def test_what_is_not_followed() -> None:
    assert range_of("%r = arith.fptosi %x : f32 to i32", "%x: f32", {"x": (0, 1)}) is None
    assert range_of("%r = arith.addi %a, %a : i32", "%a: i32", {"a": (0, 1)}) is None
    body = "%y = math.exp %x : f32\n%r = arith.fptosi %y : f32 to i32"
    assert range_of(body, "%x: f32", {}) is None
