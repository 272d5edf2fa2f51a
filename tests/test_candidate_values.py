"""Which pad values are tried for a load: those with which what is computed from it comes out so."""

from __future__ import annotations

import math

import pytest
from xdsl.dialects.builtin import FloatAttr, IntegerAttr

from pad_mlir.dialect.ir.memory_access import is_load
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.inference.candidate_values import candidates

INF, NAN = math.inf, math.nan
LOW, HIGH = -128, 127


def tried(body: str, type: str) -> list[int | float]:
    """What is tried for the value %x, which these lines use."""
    module = parse_module(f"""
func.func @f(%A: memref<8x{type}>, %y: {type}, %p: i1, %k: index) {{
  %x = memref.load %A[%k] : memref<8x{type}>
  {body}
  func.return
}}""")
    (load,) = (op for op in module.walk() if is_load(op))
    found = list[int | float]()
    for attribute in candidates(load.results[0], load.results[0].type):
        assert isinstance(attribute, FloatAttr | IntegerAttr)
        found.append(attribute.value.data)
    return found


def integers(line: str) -> list[int | float]:
    """
    What is tried where a line computes %r, which is compared with 12.

    Wanted of %r are 12 and its neighbours, the limits of the type, 0 and -1.
    """
    return tried(
        f"""%five = arith.constant 5 : i8
        %four = arith.constant 4 : i8
        %twelve = arith.constant 12 : i8
        {line}
        %t = arith.cmpi slt, %r, %twelve : i8""",
        "i8",
    )


def floats(line: str, limit: float = 12.0) -> list[int | float]:
    """What is tried where a line computes %r, which is compared: also with infinities and NaN."""
    return tried(
        f"""%four = arith.constant 4.0 : f32
        %limit = arith.constant {limit} : f32
        {line}
        %t = arith.cmpf olt, %r, %limit : f32""",
        "f32",
    )


def same(found: list[int | float], expected: list[int | float]) -> None:
    """The same numbers, signs of zeros told apart, and rounded to f32."""
    assert [type(x) for x in found] == [type(x) for x in expected]
    assert [math.copysign(1, x) for x in found] == [math.copysign(1, x) for x in expected]
    assert found == pytest.approx(expected, nan_ok=True)


WANTED = [12, 11, 13, LOW, HIGH, 0, -1]
# First what leaves the other operand, or the result, alone; then, of each wanted, what gives it.
INTEGERS = {
    "addi %x, %five": [0, 7, 6, 8, LOW - 5 + 256, HIGH - 5, -5, -6],
    "addi %five, %x": [0, 7, 6, 8, LOW - 5 + 256, HIGH - 5, -5, -6],
    "addi %x, %y": [0, 12, 11, 13, LOW, HIGH, -1],
    "subi %x, %five": [0, 17, 16, 18, LOW + 5, HIGH + 5 - 256, 5, 4],
    "subi %five, %x": [0, -7, -6, -8, 5 - LOW - 256, 5 - HIGH, 5, 6],
    "subi %x, %y": [0, 12, 11, 13, LOW, HIGH, -1],
    "subi %y, %x": [0, -12, -11, -13, LOW, -HIGH, 1],
    # Modulo 256, 5 * -100 is 12, and so on.
    "muli %x, %five": [0, 1, -100, -49, 105, LOW, -77, 51],
    "muli %x, %four": [0, 1, 3, LOW // 4],
    "muli %x, %y": [0, 1, 12, 11, 13, LOW, HIGH, -1],
    "muli %y, %x": [0, 1, 12, 11, 13, LOW, HIGH, -1],
    "muli %x, %x": [0, 1, 12, 3, 11, 13, LOW, HIGH, -1],  # the root of 12 is less than 4
    "xori %x, %five": [0, 12 ^ 5, 11 ^ 5, 13 ^ 5, LOW ^ 5, HIGH ^ 5, 5, -1 ^ 5],
    "xori %y, %x": [0, 12, 11, 13, LOW, HIGH, -1],
    "shli %x, %five": [0, LOW >> 5, HIGH >> 5, -1],
    "shli %five, %x": [0],
    "shli %x, %y": [0],
    "shrsi %x, %five": [0, -1, -128, 96, -96, -32],  # 12, 11 and 13 times 32, modulo 256
    "shrsi %five, %x": [0],
    "shrui %x, %five": [0, -128, 96, -96, -32],
    "shrui %x, %y": [0],
    "divsi %x, %five": [0, 60, 55, 65, LOW, HIGH * 5 - 512, -5],
    "divsi %x, %y": [0, 12, 11, 13, LOW, HIGH, -1],
    "divsi %five, %x": [1, 6, HIGH, -5],  # 0 of more than 5, -1 of -5
    "divsi %y, %x": [1, HIGH],
    "ceildivsi %twelve, %x": [1, 13, HIGH, -12],
    "remsi %x, %five": [0],
    "remsi %five, %x": [1, 0],
    "andi %x, %five": [-1, 0, 12, 11, 13, LOW, HIGH],
    "ori %five, %x": [0, -1, 12, 11, 13, LOW, HIGH],
    "maxsi %x, %five": [LOW, HIGH, 12, 11, 13, 0, -1],
    "minsi %five, %x": [HIGH, LOW, 12, 11, 13, 0, -1],
    "maxui %x, %five": [0, -1, 12, 11, 13, LOW, HIGH],
    "select %p, %x, %y": WANTED,
}


@pytest.mark.parametrize(("text", "expected"), INTEGERS.items(), ids=INTEGERS)
def test_integers(text: str, expected: list[int | float]) -> None:
    same(integers(f"%r = arith.{text} : i8"), expected)


SPECIAL = [-INF, INF, NAN]
FLOATS = {
    "arith.addf %x, %four": [0.0, -0.0, 8.0, *SPECIAL],
    "arith.addf %y, %x": [0.0, -0.0, 12.0, *SPECIAL],
    "arith.subf %x, %four": [0.0, 16.0, *SPECIAL],
    "arith.subf %x, %y": [0.0, 12.0, *SPECIAL],
    "arith.subf %four, %x": [0.0, -0.0, -8.0, INF, -INF, NAN],
    "arith.subf %y, %x": [0.0, -0.0, -12.0, INF, -INF, -NAN],
    "arith.mulf %x, %four": [0.0, 1.0, -0.0, 3.0, *SPECIAL],
    "arith.mulf %y, %x": [0.0, 1.0, -0.0, 12.0, *SPECIAL],
    "arith.divf %x, %four": [0.0, 48.0, *SPECIAL],
    "arith.divf %x, %y": [0.0, 12.0, *SPECIAL],
    "arith.divf %four, %x": [1.0, INF, 4 / 12, -0.0, 0.0, NAN],
    "arith.divf %y, %x": [1.0, INF, 1 / 12, -0.0, 0.0, NAN],
    "arith.maximumf %x, %four": [-INF, INF, 12.0, NAN],
    "arith.negf %x": [-12.0, INF, -INF, -NAN],
    "math.powf %x, %four": [0.0, 1.0, 12.0, *SPECIAL],
    "math.powf %four, %x": [0.0, 1.0],
    "math.copysign %x, %four": [0.0, 12.0, *SPECIAL],
    "math.fma %x, %y, %y": [0.0, 1.0, 12.0, *SPECIAL],
    "math.fma %y, %x, %y": [0.0, 1.0, 12.0, *SPECIAL],
    "math.fma %y, %y, %x": [-0.0, 0.0, 12.0, *SPECIAL],
    "math.exp %x": [math.log(12), INF],
    "math.exp2 %x": [math.log2(12), INF],
    "math.expm1 %x": [math.log1p(12), INF, NAN],
    "math.log %x": [math.exp(12), 0.0, INF, NAN],
    "math.log2 %x": [4096.0, 0.0, INF, NAN],
    "math.log10 %x": [1e12, 0.0, INF, NAN],
    "math.log1p %x": [math.expm1(12), -1.0, INF, NAN],
    "math.sqrt %x": [144.0, INF, NAN],
    "math.rsqrt %x": [1 / 144, 0.0, NAN],
    "math.tanh %x": [],  # nothing is known of it
}
# Compared with another number than 12.
OTHER_LIMITS: list[tuple[str, float, list[int | float]]] = [
    ("math.exp %x", 0.0, [-INF, INF]),
    ("math.exp %x", -1.0, [INF]),
    ("math.expm1 %x", -1.0, [*SPECIAL]),
    ("math.log %x", 0.0, [1.0, 0.0, INF, NAN]),
    ("math.sqrt %x", 0.0, [0.0, INF, NAN]),
    ("math.sqrt %x", -0.0, [-0.0, INF, NAN]),
    ("arith.divf %four, %x", 1.0, [1.0, INF, 4.0, -0.0, 0.0, NAN]),
    ("math.rsqrt %x", 0.0, [INF, 0.0, NAN]),
    ("math.tanh %x", 0.0, [0.0]),
    ("arith.divf %y, %x", 0.0, [1.0, INF, -0.0, 0.0, NAN]),
]


@pytest.mark.parametrize(("text", "expected"), FLOATS.items(), ids=FLOATS)
def test_floats(text: str, expected: list[int | float]) -> None:
    same(floats(f"%r = {text} : f32"), expected)


@pytest.mark.parametrize(("text", "limit", "expected"), OTHER_LIMITS)
def test_other_limits(text: str, limit: float, expected: list[int | float]) -> None:
    same(floats(f"%r = {text} : f32", limit), expected)


def test_a_comparison_with_what_is_not_known() -> None:
    same(tried("%t = arith.cmpi slt, %x, %y : i8", "i8"), [LOW, HIGH, 0, -1])
    same(tried("%t = arith.cmpf olt, %x, %y : f32", "f32"), [-INF, INF, 0.0, NAN])


def test_a_comparison_with_a_value_that_is_computed() -> None:
    body = "%z = arith.negf %y : f32\n %t = arith.cmpf olt, %z, %x : f32"
    same(tried(body, "f32"), [-INF, INF, 0.0, NAN])


def test_a_number_that_becomes_a_float() -> None:
    body = """%r = arith.sitofp %x : i8 to f32
    %limit = arith.constant {} : f32
    %t = arith.cmpf olt, %r, %limit : f32"""
    same(tried(body.format("12.0"), "i8"), [12])
    same(tried(body.format("12.5"), "i8"), [])


def test_a_float_that_becomes_a_number() -> None:
    body = """%r = arith.fptosi %x : f32 to i8
    %limit = arith.constant 12 : i8
    %t = arith.cmpi slt, %r, %limit : i8"""
    same(tried(body, "f32"), [12.0, 11.0, 13.0, -128.0, 127.0, 0.0, -1.0])


def test_a_choice_by_what_is_loaded() -> None:
    # Both values of it, once.
    same(tried("%t = arith.select %x, %k, %k : index", "i1"), [0, -1])
    # As the value that is chosen, it is what is wanted of the result.
    same(floats("%r = arith.select %p, %y, %x : f32"), [12.0, *SPECIAL])


def test_the_limits_of_short_numbers() -> None:
    same(tried("%t = arith.cmpi ult, %x, %y : i1", "i1"), [-1, 0])
    same(tried("%t = arith.cmpi slt, %x, %y : i2", "i2"), [-2, 1, 0, -1])


def test_the_limits_of_an_index_are_those_of_64_bits() -> None:
    found = tried("%t = arith.cmpi slt, %x, %y : index", "index")
    same(found, [-(1 << 63), (1 << 63) - 1, 0, -1])


def test_only_zero_is_tried_before_what_is_not_known() -> None:
    ones = "%r = math.ctpop %x : i8"
    same(integers(ones), [0])
    # Of 12 / %q, %q is never wanted to be 0.
    same(integers(f"{ones.replace('%r', '%q')}\n %r = arith.ceildivsi %twelve, %q : i8"), [])
    same(
        tried("%q = arith.bitcast %x : i32 to f32\n %t = arith.cmpf olt, %q, %q : f32", "i32"), [0]
    )


def test_what_an_if_gives_is_followed() -> None:
    body = """%four = arith.constant 4.0 : f32
    %r = scf.if %p -> (f32) {
      scf.yield %x : f32
    } else {
      scf.yield %y : f32
    }
    %t = arith.cmpf olt, %r, %four : f32"""
    same(tried(body, "f32"), [4.0, *SPECIAL])


def test_what_a_loop_carries_is_not() -> None:
    body = """%four = arith.constant 4.0 : f32
    %r = affine.for %i = 0 to 4 iter_args(%s = %y) -> (f32) {
      affine.yield %x : f32
    }
    %t = arith.cmpf olt, %r, %four : f32"""
    same(tried(body, "f32"), [])


def test_only_arithmetic_is_followed() -> None:
    same(tried("memref.store %x, %A[%k] : memref<8xf32>", "f32"), [])
    body = """%s, %o = arith.addui_extended %x, %y : i8, i1
    %t = arith.cmpi slt, %s, %y : i8"""
    same(tried(body, "i8"), [])


def test_each_value_is_tried_once_and_not_too_many() -> None:
    # The last use first.
    lines = [
        f"%c{k} = arith.constant {k}.5 : f32\n %t{k} = arith.cmpf olt, %x, %c{k} : f32"
        for k in range(40)
    ]
    found = tried("\n".join(lines), "f32")
    same(found, [39.5, *SPECIAL, *(k + 0.5 for k in range(38, 26, -1))])
