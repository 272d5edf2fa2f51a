"""Conditions on conditions, on floats and on undefined values, read at one instance."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from itertools import product

import pytest
from xdsl.dialects import func
from xdsl.ir import Operation, SSAValue

from pad_mlir.analysis.instances.point_reader import PointReader
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.index.expr import FALSE, TRUE, Expr, lift, var
from pad_mlir.index.queries.conditions import is_implied


def function_of(body: str, arguments: str = "%b: i1, %c: i1, %d: i1") -> func.FuncOp:
    (function,) = parse_module(f"func.func @f({arguments}) {{\n{body}\nfunc.return\n}}").ops
    assert isinstance(function, func.FuncOp)
    return function


def value_of(function: func.FuncOp, name: str) -> SSAValue:
    made = [*(r for op in function.walk() for r in op.results)]
    blocks = [b for op in function.walk() for region in op.regions for b in region.blocks]
    values = [*made, *(value for block in blocks for value in block.args)]
    (found,) = (value for value in values if value.name_hint == name)
    return found


def reader_of(function: func.FuncOp, names_of: PointReader | None = None) -> PointReader:
    return PointReader(function.body.block, names_of)


TRUTHS: dict[str, Callable[[bool, bool, bool], bool]] = {
    "%r = arith.andi %b, %c : i1": lambda b, c, d: b and c,
    "%r = arith.ori %b, %c : i1": lambda b, c, d: b or c,
    "%r = arith.xori %b, %c : i1": lambda b, c, d: b != c,
    "%r = arith.select %b, %c, %d : i1": lambda b, c, d: c if b else d,
    "%r = arith.cmpi eq, %b, %c : i1": lambda b, c, d: b == c,
    "%r = arith.cmpi ne, %b, %c : i1": lambda b, c, d: b != c,
    "%n = arith.extui %b : i1 to i32\n%r = arith.trunci %n : i32 to i1": lambda b, c, d: b,
    "%n = arith.extsi %b : i1 to i32\n%r = arith.trunci %n : i32 to i1": lambda b, c, d: b,
    """%t = arith.constant true
    %r = arith.xori %b, %t : i1""": lambda b, c, d: not b,
    """%t = arith.constant false
    %r = arith.ori %b, %t : i1""": lambda b, c, d: b,
    """%n = arith.extui %b : i1 to i32
    %m = arith.extsi %c : i1 to i32
    %s = arith.addi %n, %m : i32
    %r = arith.trunci %s : i32 to i1""": lambda b, c, d: b != c,
    """%n = arith.extsi %b : i1 to i32
    %m = arith.extui %c : i1 to i32
    %r = arith.cmpi slt, %n, %m : i32""": lambda b, c, d: b or c,
    """%four = arith.constant 4 : i32
    %six = arith.constant 6 : i32
    %five = arith.constant 5 : i32
    %s = arith.select %b, %four, %six : i32
    %r = arith.cmpi sle, %s, %five : i32""": lambda b, c, d: b,
}


@pytest.mark.parametrize("body", TRUTHS)
def test_truths(body: str) -> None:
    function = function_of(body)
    reader = reader_of(function)
    found = reader.condition(value_of(function, "r"))
    assert found is not None
    names = {value_of(function, name): name for name in "bcd"}
    assert {reader.value(name) for name in found.variables()} <= set(names)
    for b, c, d in product((False, True), repeat=3):
        at = {"b": b, "c": c, "d": d}
        given = {name: int(at[names[reader.value(name)]]) for name in found.variables()}
        assert bool(found.evaluate(given)) is TRUTHS[body](b, c, d)


@pytest.mark.parametrize("predicate", ["slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"])
def test_an_order_of_truths_is_a_name(predicate: str) -> None:
    """Which of an i1 true is, signed, the least."""
    function = function_of(f"%r = arith.cmpi {predicate}, %b, %c : i1")
    reader, value = reader_of(function), value_of(function, "r")
    found = reader.condition(value)
    assert found is not None
    assert [reader.value(name) for name in found.variables()] == [value]


UNDEFINED = """%u = pad.undef : i1
%n = pad.undef : i32
%k = pad.undef : index
%x = pad.undef : f32
%one = arith.constant 1 : i32
%y = arith.constant 1.0 : f32
%z = arith.constant 0 : index
"""
FROM_UNDEF = [
    *(f"arith.{op} %{a}, %{b} : i1" for op in ("andi", "ori", "xori") for a, b in ("ub", "bu")),
    "arith.select %u, %b, %c : i1",
    "arith.select %b, %u, %c : i1",
    "arith.select %b, %c, %u : i1",
    "arith.cmpi eq, %u, %b : i1",
    "arith.cmpi eq, %b, %u : i1",
    "arith.cmpi ult, %b, %u : i1",
    "arith.cmpi eq, %n, %one : i32",
    "arith.cmpi slt, %one, %n : i32",
    "arith.cmpi slt, %z, %k : index",
    "arith.trunci %n : i32 to i1",
    "arith.cmpf olt, %x, %y : f32",
    "arith.cmpf olt, %y, %x : f32",
    "arith.cmpf ord, %x, %x : f32",
]
NUMBERS_FROM_UNDEF = [
    "arith.addi %n, %one : i32",
    "arith.select %u, %one, %one : i32",
    "arith.select %b, %n, %one : i32",
    "arith.select %b, %one, %n : i32",
    "arith.extui %u : i1 to i32",
    "arith.extsi %u : i1 to i32",
    "arith.index_cast %k : index to i32",
    "arith.fptosi %x : f32 to i32",
]


@pytest.mark.parametrize("made", FROM_UNDEF)
def test_what_is_made_of_undef_is_no_condition(made: str) -> None:
    function = function_of(f"{UNDEFINED}%r = {made}")
    assert reader_of(function).condition(value_of(function, "r")) is None


@pytest.mark.parametrize("made", NUMBERS_FROM_UNDEF)
def test_what_is_made_of_undef_is_no_number(made: str) -> None:
    function = function_of(f"{UNDEFINED}%r = {made}")
    assert reader_of(function).number(value_of(function, "r")) is None


def test_an_integer_is_no_condition_and_a_float_no_number() -> None:
    function = function_of("%r = arith.addi %n, %n : i32", "%n: i32, %x: f32")
    reader = reader_of(function)
    assert reader.condition(value_of(function, "r")) is None
    assert reader.index(value_of(function, "x")) is None
    assert reader.index(value_of(function, "n")) is not None


LONG: dict[str, Callable[[bool, bool, bool], bool]] = {
    "%r{0} = arith.xori %r{1}, %c : i1": lambda r, b, c: r != c,
    "%r{0} = arith.select %c, %r{1}, %b : i1": lambda r, b, c: r if c else b,
    "%r{0} = arith.select %r{1}, %c, %b : i1": lambda r, b, c: c if r else b,
    """%m{0} = arith.extui %c : i1 to i32
    %n{0} = arith.extui %r{1} : i1 to i32
    %r{0} = arith.cmpi sle, %n{0}, %m{0} : i32""": lambda r, b, c: not r or c,
    """%m{0} = arith.extui %c : i1 to i32
    %n{0} = arith.extui %r{1} : i1 to i32
    %s{0} = arith.select %c, %n{0}, %m{0} : i32
    %r{0} = arith.trunci %s{0} : i32 to i1""": lambda r, b, c: r and c,
}
"""Lines that make a condition of the one before, of %b and %c, where the first is `%b and %c`."""


@pytest.mark.parametrize("line", LONG)
@pytest.mark.parametrize("count", [1, 600])
def test_chains_of_conditions(line: str, count: int) -> None:
    """Short ones are read; none is so long that reading it does not end."""
    lines = [line.format(k, k - 1) for k in range(1, count + 1)]
    function = function_of("\n".join(["%r0 = arith.andi %b, %c : i1", *lines]))
    reader = reader_of(function)
    found = reader.condition(value_of(function, f"r{count}"))
    assert found is not None
    if count > 1:
        return
    arguments = [value_of(function, name) for name in "bc"]
    for b, c in product((False, True), repeat=2):
        wanted = b and c
        for _ in lines:
            wanted = LONG[line](wanted, b, c)
        at = dict(zip(arguments, (b, c), strict=True))
        given = {name: int(at[reader.value(name)]) for name in found.variables()}
        assert bool(found.evaluate(given)) is wanted, (b, c)


FLOATS = [0.0, -0.0, 1.0, -1.0, 1.5, -1.5, 5e-324, math.inf, -math.inf, math.nan]
PREDICATES: dict[str, Callable[[float, float], bool]] = {
    "false": lambda a, b: False,
    "oeq": lambda a, b: a == b,
    "ogt": lambda a, b: a > b,
    "oge": lambda a, b: a >= b,
    "olt": lambda a, b: a < b,
    "ole": lambda a, b: a <= b,
    "one": lambda a, b: a < b or a > b,
    "ord": lambda a, b: a == a and b == b,
    "ueq": lambda a, b: not (a < b or a > b),
    "ugt": lambda a, b: not a <= b,
    "uge": lambda a, b: not a < b,
    "ult": lambda a, b: not a >= b,
    "ule": lambda a, b: not a > b,
    "une": lambda a, b: a != b,
    "uno": lambda a, b: a != a or b != b,
    "true": lambda a, b: True,
}


@pytest.mark.parametrize("predicate", PREDICATES)
def test_comparisons_of_floats(predicate: str) -> None:
    """The places are those of constants, and one that is no NaN may have any place."""
    constants = "\n".join(
        f"%c{k} = arith.constant {_text(number)} : f64" for k, number in enumerate(FLOATS)
    )
    function = function_of(
        f"{constants}\n%r = arith.cmpf {predicate}, %x, %y : f64", "%x: f64, %y: f64"
    )
    reader = reader_of(function)
    condition = reader.condition(value_of(function, "r"))
    x, y = (reader.place_of(value_of(function, name)) for name in "xy")
    assert condition is not None
    assert x is not None
    assert y is not None
    for (k, a), (n, b) in product(enumerate(FLOATS), repeat=2):
        values: dict[str, int] = {}
        for own, place in ((x, f"c{k}"), (y, f"c{n}")):
            known = reader.place_of(value_of(function, place))
            assert known is not None
            assert known.place.constant is not None
            assert known.is_nan in (TRUE, FALSE)
            (is_nan,) = own.is_nan.variables()
            values |= {str(own.place): known.place.constant, is_nan: int(known.is_nan == TRUE)}
        given = {name: values[name] for name in condition.variables()}
        assert bool(condition.evaluate(given)) is PREDICATES[predicate](a, b), (a, b)


def _text(number: float) -> str:
    if math.isfinite(number):
        return f"{number:.17e}"
    return {math.inf: "0x7FF0000000000000", -math.inf: "0xFFF0000000000000"}.get(
        number, "0x7FF8000000000000"
    )


def test_conditions_that_are_computed_alike_have_one_name() -> None:
    function = function_of(
        """%r = arith.cmpi slt, %b, %c : i1
        %s = arith.cmpi slt, %b, %c : i1
        %t = arith.cmpi slt, %c, %b : i1
        %u = arith.cmpi sgt, %b, %c : i1
        %v = memref.load %A[] : memref<i1>
        %w = memref.load %A[] : memref<i1>""",
        "%b: i1, %c: i1, %A: memref<i1>",
    )
    reader = reader_of(function)
    r, s, t, u, v, w = (reader.condition(value_of(function, name)) for name in "rstuvw")
    assert r == s
    assert len({r, t, u, v, w}) == 5


VISIBLE = """%m = arith.index_cast %k : index to i32
affine.for %i = 0 to 4 {
  %p = arith.addi %k, %i : index
  affine.for %j = 0 to 4 {
    %q = arith.addi %p, %j : index
  }
  %s = arith.addi %p, %p : index
}
%t = arith.addi %k, %k : index"""


@pytest.mark.parametrize(
    ("name", "where"),
    [
        ("k", "m p q s t"),
        ("i", "p q s"),
        ("j", "q"),
    ],
)
def test_where_values_may_be_used(name: str, where: str) -> None:
    function = function_of(VISIBLE, "%k: index")
    reader = reader_of(function)
    value = value_of(function, name)
    expr = reader.index(value)
    assert expr is not None
    for each in "mpqst":
        op = value_of(function, each).owner
        assert isinstance(op, Operation)
        found = reader.value_at(str(expr), value.type, op)
        assert found is (value if each in where.split() else None)
        many = reader.values_at([str(expr)], op)
        assert many == ({str(expr): value} if each in where.split() else None)


def test_a_value_may_be_used_after_it_is_made() -> None:
    function = function_of(
        """%a = arith.constant 3 : index
        %l = memref.load %A[%a] : memref<8xindex>
        %b = arith.addi %l, %a : index
        affine.for %i = 0 to 4 {
          %c = arith.addi %l, %i : index
        }""",
        "%A: memref<8xindex>",
    )
    reader, value = reader_of(function), value_of(function, "l")
    name = str(reader.index(value))
    for place, wanted in {"a": None, "l": None, "b": value, "c": value}.items():
        op = value_of(function, place).owner
        assert isinstance(op, Operation)
        assert reader.value_at(name, value.type, op) is wanted


KNOWN: dict[str, tuple[str, Iterable[tuple[str, int]]]] = {
    # What is certainly at least so much, where %r is made.
    "an assume before": (
        """%c = arith.cmpi sge, %k, %three : index
        pad.assume %c : i1
        %r = arith.addi %k, %three : index""",
        [("k", 3)],
    ),
    "an assume around": (
        """%c = arith.cmpi sge, %k, %three : index
        pad.assume %c : i1
        affine.for %i = 0 to 4 {
          %r = arith.addi %k, %i : index
        }""",
        [("k", 3), ("i", 0)],
    ),
    "both sides of an and": (
        """%c = arith.cmpi sge, %k, %three : index
        %d = arith.cmpi sge, %n, %three : index
        %e = arith.andi %c, %d : i1
        pad.assume %e : i1
        %r = arith.addi %k, %n : index""",
        [("k", 3), ("n", 3)],
    ),
    "one side of an and, the other of undef": (
        """%u = pad.undef : i1
        %c = arith.cmpi sge, %k, %three : index
        %e = arith.andi %u, %c : i1
        pad.assume %e : i1
        %r = arith.addi %k, %n : index""",
        [("k", 3)],
    ),
    "the size of an allocation": (
        """%B = memref.alloc(%k) : memref<?xf32>
        %r = arith.addi %k, %three : index""",
        [("k", 0)],
    ),
    "the size of one on the stack": (
        """%B = memref.alloca(%k) : memref<?xf32>
        %r = arith.addi %k, %three : index""",
        [("k", 0)],
    ),
}


@pytest.mark.parametrize("body", KNOWN)
def test_what_is_known_where_an_operation_runs(body: str) -> None:
    text, wanted = KNOWN[body]
    function = function_of(
        f"%three = arith.constant 3 : index\n{text}", "%k: index, %n: index, %A: memref<8xi8>"
    )
    for name, least in wanted:
        assert _is_at_least(function, name, least)
        assert not _is_at_least(function, name, least + 1)


def _is_at_least(function: func.FuncOp, name: str, least: int) -> bool:
    reader = reader_of(function)
    op = value_of(function, "r").owner
    assert isinstance(op, Operation)
    expr = reader.index(value_of(function, name))
    assert expr is not None
    known = reader.around(op, expr)
    assert known is not None
    return is_implied(known, expr >= least)


def test_an_assume_after_or_beside_says_nothing() -> None:
    function = function_of(
        """%three = arith.constant 3 : index
        %c = arith.cmpi sge, %k, %three : index
        affine.for %i = 0 to 4 {
          pad.assume %c : i1
        }
        %r = arith.addi %k, %three : index
        pad.assume %c : i1""",
        "%k: index",
    )
    assert not _is_at_least(function, "k", 0)


def test_what_is_outside_of_the_scope_is_not_known() -> None:
    function = function_of("%r = arith.constant 3 : index")
    (other,) = parse_module("func.func @g() {\n%r = arith.constant 3 : index\nfunc.return\n}").ops
    assert isinstance(other, func.FuncOp)
    first = other.body.block.first_op
    assert first is not None
    assert reader_of(function).around(first) is None


def test_numbers_of_bits_are_in_their_range() -> None:
    function = function_of("%r = arith.extsi %m : i8 to i32", "%m: i8")
    reader, op = reader_of(function), value_of(function, "r").owner
    assert isinstance(op, Operation)
    expr = reader.index(value_of(function, "m"))
    assert expr is not None
    known = reader.around(op, expr)
    assert known is not None
    found = [is_implied(known, goal) for goal in _limits(expr, -128, 127)]
    assert found == [True, True, False, False]


def _limits(expr: Expr, low: int, high: int) -> list[Expr]:
    """The limits, then narrower ones."""
    return [expr >= low, expr <= high, expr >= low + 1, expr <= high - 1]


CASTS = {"i8": True, "i32": True, "i64": True, "i128": False}


@pytest.mark.parametrize("type", CASTS)
def test_an_index_is_the_number_that_it_is_cast_of(type: str) -> None:
    """To write maps of, the index has a name; where no bits are dropped both are equal."""
    function = function_of(
        f"%r = arith.index_cast %m : {type} to index\n%s = arith.addi %r, %r : index", f"%m: {type}"
    )
    names = reader_of(function)
    reader = reader_of(function, names)
    cast, op = reader.index(value_of(function, "r")), value_of(function, "s").owner
    assert isinstance(op, Operation)
    assert cast is not None
    assert str(cast) in cast.variables()
    if CASTS[type]:
        number = reader.index(value_of(function, "m"))
        assert number is not None
        known = reader.around(op, cast)
        assert known is not None
        assert is_implied(known, (cast >= number) & (cast <= number))
        assert is_implied(known, cast >= -128) is (type == "i8")


def test_products_have_names_where_maps_are_written() -> None:
    function = function_of(
        """%p = arith.muli %k, %n overflow<nsw> : index
        %r = arith.cmpi slt, %p, %k : index
        %z = arith.constant 0 : index
        %s = arith.cmpi slt, %k, %z : index""",
        "%k: index, %n: index",
    )
    plain = reader_of(function)
    values = {name: value_of(function, name) for name in "kprs"}
    condition = plain.condition(values["r"])
    assert condition is not None
    named = reader_of(function, plain)
    truth = named.condition(values["r"])
    assert truth is not None
    assert {named.value(name) for name in truth.variables()} == {values["p"], values["k"]}
    own = named.condition(values["s"])
    assert own == (var(str(named.index(values["k"]))) < lift(0))
