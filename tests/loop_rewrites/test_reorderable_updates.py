"""Which updates of a cell, or of a carried value, may be done in another order."""

from __future__ import annotations

import pytest
from xdsl.dialects import affine
from xdsl.ir import Operation

from pad_mlir.dialect.ir.memory_access import is_load, is_store
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.loops.legality.reorderable_updates import reduction_of

INTEGERS = ("addi", "muli", "andi", "ori", "xori", "maxsi", "minsi", "maxui", "minui")
AT_N = "%b = affine.load %B[symbol(%n)] : memref<8xf32>"
SUM = "%s = arith.addf %b, %x fastmath<reassoc> : f32"
LOAD, STORE = "%b = affine.load %B[%i] : memref<8xf32>", "affine.store %s, %B[%i] : memref<8xf32>"


def loop_of(body: str, type: str = "f32", carried: str = "") -> affine.ForOp:
    """A loop with these lines in it, which may carry a value, s."""
    arguments = f"%B: memref<8x{type}>, %C: memref<8x{type}>, %x: {type}, %n: index"
    inits = f"iter_args({carried}) -> ({', '.join([type] * carried.count('='))}) " * bool(carried)
    names = f"%r:{carried.count('=')} = " * bool(carried)
    (function,) = parse_module(
        f"func.func @f({arguments}) {{\n {names}affine.for %i = 0 to 8 {inits}{{\n{body}\n}}\n"
        "func.return }"
    ).ops
    return next(op for op in function.walk() if isinstance(op, affine.ForOp))


def accesses(loop: affine.ForOp) -> list[Operation]:
    return [op for op in loop.walk() if is_load(op) or is_store(op)]


def updates(body: str, type: str = "f32", reassociated: bool = False) -> list[bool]:
    """For each access of the loop whether it is part of an update, for which its store stands."""
    found = accesses(loop_of(body, type))
    parts = [reduction_of(op, reassociated) for op in found]
    assert all(part is None or is_store(part) for part in parts if isinstance(part, Operation))
    assert all(part in (None, op) for op, part in zip(found, parts, strict=True) if is_store(op))
    return [part is not None for part in parts]


@pytest.mark.parametrize("name", INTEGERS)
def test_integers_wrap_and_have_no_order(name: str) -> None:
    body = f"""%b = affine.load %B[%i] : memref<8xi32>
    %s = arith.{name} %x, %b : i32
    affine.store %s, %B[%i] : memref<8xi32>"""
    assert updates(body, "i32") == [True, True]


def test_an_overflow_that_is_poison_is_met_in_one_order_only() -> None:
    body = """%b = affine.load %B[%i] : memref<8xi32>
    %s = arith.addi %x, %b overflow<nsw> : i32
    affine.store %s, %B[%i] : memref<8xi32>"""
    assert updates(body, "i32") == [False, False]


@pytest.mark.parametrize("name", ["addf", "mulf"])
def test_floats_are_rounded_in_an_order_but_for_a_flag(name: str) -> None:
    plain = f"{LOAD}\n %s = arith.{name} %b, %x : f32\n {STORE}"
    assert updates(plain) == [False, False]
    assert updates(plain, reassociated=True) == [True, True]
    assert updates(plain.replace(" : f32\n", " fastmath<reassoc> : f32\n")) == [True, True]
    assert updates(plain.replace(" : f32\n", " fastmath<nnan> : f32\n")) == [False, False]


@pytest.mark.parametrize("name", ["maximumf", "minimumf"])
def test_the_greatest_and_the_least_have_no_order(name: str) -> None:
    assert updates(f"{LOAD}\n %s = arith.{name} %b, %x : f32\n {STORE}") == [True, True]


@pytest.mark.parametrize("name", ["subf", "divf", "maxnumf"])
def test_other_operations_have_one(name: str) -> None:
    body = f"{LOAD}\n %s = arith.{name} %b, %x : f32\n {STORE}"
    assert updates(body, reassociated=True) == [False, False]


NOT_AN_UPDATE = {
    "the sum is used by another operation too": f"""{LOAD}
    {SUM}
    {STORE}
    %t = math.exp %s : f32""",
    "the old value is used by another operation too": f"""{LOAD}
    {SUM}
    {STORE}
    %t = math.exp %b : f32""",
    "of another buffer": f"%b = affine.load %C[%i] : memref<8xf32>\n {SUM}\n {STORE}",
    "of another cell": f"%b = affine.load %B[%i + 1] : memref<8xf32>\n {SUM}\n {STORE}",
    "of a cell of another name": f"{AT_N}\n {SUM}\n {STORE}",
    "of a cell with as many names, in another order": f"""
    %b = affine.load %B[%i + symbol(%n) * 2] : memref<8xf32>
    {SUM}
    affine.store %s, %B[%i * 2 + symbol(%n)] : memref<8xf32>""",
    "one load serves several stores": f"""{LOAD}
    affine.for %j = 0 to 2 {{
      {SUM}
      {STORE}
    }}""",
    "a copy": f"%s = affine.load %C[%i] : memref<8xf32>\n {STORE}",
    "a value from outside": f"{LOAD}\n affine.store %x, %B[%i] : memref<8xf32>",
    "nothing reads what is loaded": LOAD,
}


@pytest.mark.parametrize("body", NOT_AN_UPDATE.values(), ids=NOT_AN_UPDATE)
def test_what_is_no_update_keeps_its_order(body: str) -> None:
    assert not any(updates(body, reassociated=True))


def test_the_load_of_what_is_added_is_no_part() -> None:
    body = f"""{LOAD}
    %c = affine.load %C[%i] : memref<8xf32>
    %s = arith.addf %c, %b fastmath<reassoc> : f32
    {STORE}"""
    assert updates(body) == [True, False, True]


def test_any_kind_of_access_may_be_part() -> None:
    body = f"""%b = memref.load %B[%i] : memref<8xf32>
    {SUM}
    {STORE}"""
    assert updates(body) == [True, True]


def carries(body: str, carried: str = "%s = %x", reassociated: bool = False) -> bool:
    terminator = loop_of(body, carried=carried).body.block.last_op
    assert terminator is not None
    assert reduction_of(terminator, reassociated) in (None, terminator)
    return reduction_of(terminator, reassociated) is not None


REASSOC = "fastmath<reassoc> : f32"
CARRIED = {
    "a sum": (f"%t = arith.addf %s, %x {REASSOC}\n affine.yield %t : f32", True),
    "a sum without a flag": ("%t = arith.addf %s, %x : f32\n affine.yield %t : f32", False),
    "itself": ("affine.yield %s : f32", False),
    "something that does not need it": (
        f"%t = arith.addf %x, %x {REASSOC}\n affine.yield %t : f32",
        False,
    ),
    "a sum whose parts are seen": (
        f"""%t = arith.addf %s, %x {REASSOC}
        affine.store %t, %B[%i] : memref<8xf32>
        affine.yield %t : f32""",
        False,
    ),
    "a sum, beside a use of what was carried": (
        f"""%t = arith.addf %s, %x {REASSOC}
        affine.store %s, %B[%i] : memref<8xf32>
        affine.yield %t : f32""",
        False,
    ),
    "what is computed of a sum": (
        f"""%t = arith.addf %s, %x {REASSOC}
        %u = arith.addf %t, %x {REASSOC}
        affine.yield %u : f32""",
        False,
    ),
}


@pytest.mark.parametrize(("body", "is_update"), CARRIED.values(), ids=CARRIED)
def test_carried_values(body: str, is_update: bool) -> None:
    assert carries(body) is is_update


@pytest.mark.parametrize(("second", "are_updates"), [("addf", True), ("subf", False)])
def test_all_carried_values_are_updated(second: str, are_updates: bool) -> None:
    body = f"""%t = arith.addf %s, %x {REASSOC}
    %u = arith.{second} %v, %x {REASSOC}
    affine.yield %t, %u : f32, f32"""
    assert carries(body, "%s = %x, %v = %x") is are_updates


def test_nothing_else_is_an_update() -> None:
    (op, *_) = loop_of(f"{SUM.replace('%b', '%x')}\n {STORE}").body.block.ops
    assert reduction_of(op) is None
