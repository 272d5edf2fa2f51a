"""Which `scf.while` loops count, and that the `affine.for` made of one has the same rounds."""

from __future__ import annotations

import operator
from collections.abc import Callable
from itertools import product

import pytest
from xdsl.dialects import affine, arith, func, memref
from xdsl.dialects.builtin import IntegerAttr, ModuleOp
from xdsl.ir import SSAValue

from pad_mlir.dialect.ir.memory_access import is_store, stored_in
from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.common.for_loops import constant_lower, extent_of
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.raising.pad_raise_loops import PadRaiseLoops

PREDICATES: dict[str, Callable[[int, int], bool]] = {
    **{"eq": operator.eq, "ne": operator.ne, "slt": operator.lt, "sle": operator.le},
    **{"sgt": operator.gt, "sge": operator.ge},
}
UPWARDS, DOWNWARDS = ("slt", "sle"), ("sgt", "sge")


def function_of(
    first: int,
    goes_on: str,
    end: int,
    step: int,
    *,
    before: str = "",
    count: str = "%next = arith.addi %j, %step : index",
    type: str = "index",
) -> str:
    """A function that stores the counter in each round, and returns it."""
    return f"""
func.func @f(%A: memref<64x{type}>, %n: {type}, %p: i1) -> {type} {{
  %first = arith.constant {first} : {type}
  %end = arith.constant {end} : {type}
  %step = arith.constant {step} : {type}
  %two = arith.constant 2 : {type}
  %place = arith.constant 3 : index
  %r = scf.while (%i = %first) : ({type}) -> {type} {{
    {before}
    {goes_on if "=" in goes_on else f"%t = arith.cmpi {goes_on}, %i, %end : {type}"}
    scf.condition(%t) %i : {type}
  }} do {{
  ^bb0(%j: {type}):
    memref.store %j, %A[%place] : memref<64x{type}>
    {count}
    scf.yield %next : {type}
  }}
  func.return %r : {type}
}}"""


def raised(text: str) -> tuple[func.FuncOp, str]:
    """The function after the pass, and what the pass says."""
    module = parse_module(text)
    assert isinstance(module, ModuleOp)
    with collect_remarks() as remarks:
        PadRaiseLoops().apply(new_context(), module)
    module.verify()
    (function,) = module.ops
    assert isinstance(function, func.FuncOp)
    return function, "".join(str(remark) for remark in remarks)


def rounds(function: func.FuncOp) -> tuple[list[int], int] | None:
    """What the raised loop stores, one number a round, and what is returned; None: it is not."""
    loops = [op for op in function.walk() if isinstance(op, affine.ForOp)]
    if not loops:
        return None
    (loop,) = loops
    lower, extent = constant_lower(loop), extent_of(loop)
    assert lower is not None
    assert extent is not None
    (store,) = (op for op in loop.walk() if is_store(op))
    step = loop.step.value.data
    inside = [
        value_of(stored_in(store), {loop.body.block.args[0]: lower + k * step})
        for k in range(extent)
    ]
    last = function.body.block.last_op
    assert last is not None
    return inside, value_of(last.operands[0], {})


def value_of(value: SSAValue, known: dict[SSAValue, int]) -> int:
    if value in known:
        return known[value]
    op = value.owner
    if isinstance(op, arith.ConstantOp):
        assert isinstance(op.value, IntegerAttr)
        return op.value.value.data
    numbers = [value_of(operand, known) for operand in getattr(op, "operands", ())]
    match op:
        case arith.AddiOp():
            return numbers[0] + numbers[1]
        case arith.MuliOp():
            return numbers[0] * numbers[1]
        case _:
            assert isinstance(op, arith.IndexCastOp), op
            return numbers[0]


def simulated(first: int, goes_on: str, end: int, step: int) -> tuple[list[int], int]:
    found, counter = list[int](), first
    while PREDICATES[goes_on](counter, end):
        found.append(counter)
        counter += step
    return found, counter


def ends(first: int, goes_on: str, end: int, step: int) -> bool:
    """Whether the counter goes towards its bound, and meets it where it must be equal to it."""
    if goes_on == "ne":
        return step != 0 and (end - first) % step == 0 and (end - first) // step >= 0
    return step > 0 if goes_on in UPWARDS else step < 0 and goes_on in DOWNWARDS


RANGES = ((0, 6), (6, 0), (-2, 5), (4, 4), (0, 7))


@pytest.mark.parametrize("goes_on", PREDICATES)
def test_it_has_the_rounds_that_the_loop_had(goes_on: str) -> None:
    for (first, end), step in product(RANGES, (-3, -2, -1, 0, 1, 2, 3)):
        function, said = raised(function_of(first, goes_on, end, step))
        expected = None
        if ends(first, goes_on, end, step):
            expected = simulated(first, goes_on, end, step)
        assert rounds(function) == expected, (first, end, step)
        assert (expected is None) == ("stays scf.while" in said)


@pytest.mark.parametrize(("goes_on", "signed"), [("ult", "slt"), ("ule", "sle")])
def test_an_unsigned_comparison_of_numbers_that_are_not_negative(goes_on: str, signed: str) -> None:
    for first, end in ((0, 5), (2, 0), (0, 0)):
        function, _ = raised(function_of(first, goes_on, end, 2))
        assert rounds(function) == simulated(first, signed, end, 2)
    for first, end in ((-1, 5), (0, -1)):
        function, said = raised(function_of(first, goes_on, end, 2))
        assert rounds(function) is None
        assert "compared as an unsigned number" in said


@pytest.mark.parametrize("goes_on", ["ugt", "uge"])
def test_below_0_an_unsigned_number_is_large(goes_on: str) -> None:
    function, said = raised(function_of(9, goes_on, 2, -1))
    assert rounds(function) is None
    assert "compared as an unsigned number" in said


def test_downwards_by_an_unsigned_step_that_is_none() -> None:
    _, said = raised(function_of(0, "ult", 5, 0))
    assert "its counter changes by 0 in each round" in said


# Up to 127: with a step of 10, a counter that is less than 118 is at most 127 after the last round.
@pytest.mark.parametrize(
    ("goes_on", "end", "step", "ends"),
    [
        ("slt", 118, 10, True),
        ("slt", 119, 10, False),
        ("sle", 117, 10, True),
        ("sle", 118, 10, False),
        ("slt", 127, 1, True),
        ("sle", 127, 1, False),
        ("sgt", -119, -10, True),
        ("sgt", -120, -10, False),
        ("sge", -118, -10, True),
        ("sge", -119, -10, False),
        ("sgt", -128, -1, True),
        ("sge", -128, -1, False),
    ],
)
def test_a_counter_that_may_wrap_around(goes_on: str, end: int, step: int, ends: bool) -> None:
    count = "%next = arith.addi %j, %step : i8"
    function, said = raised(function_of(0, goes_on, end, step, count=count, type="i8"))
    assert rounds(function) == (simulated(0, goes_on, end, step) if ends else None)
    assert ends or "is not shown to end before it wraps around" in said
    # Unless it is said that it does not.
    count = count.replace("%step", "%step overflow<nsw>")
    function, _ = raised(function_of(0, goes_on, end, step, count=count, type="i8"))
    assert rounds(function) is not None
    count = count.replace("nsw", "nuw")
    function, _ = raised(function_of(0, goes_on, end, step, count=count, type="i8"))
    assert (rounds(function) is not None) is ends


def test_each_of_two_steps_may_wrap_around() -> None:
    count = """%half = arith.addi %j, %step overflow<nsw> : i8
    %next = arith.addi %half, %step overflow<nsw> : i8"""
    function, _ = raised(function_of(0, "slt", 127, 1, count=count, type="i8"))
    assert rounds(function) is None
    function, _ = raised(function_of(0, "slt", 126, 1, count=count, type="i8"))
    assert rounds(function) == simulated(0, "slt", 126, 2)


CHANGES = {
    "the constant first": ("%next = arith.addi %step, %j : index", 3),
    "less a constant": ("%next = arith.subi %j, %step : index", -3),
    "twice": (
        "%half = arith.addi %j, %step : index\n %next = arith.subi %half, %two : index",
        1,
    ),
    "a constant less it": ("%next = arith.subi %step, %j : index", None),
    "more by what is not known": ("%next = arith.addi %j, %n : index", None),
    "times a constant": ("%next = arith.muli %j, %step : index", None),
    "another value": ("%next = arith.addi %n, %step : index", None),
    "not changed": ("%next = arith.addi %i0, %step : index", None),
}


@pytest.mark.parametrize(("count", "step"), CHANGES.values(), ids=CHANGES)
def test_how_a_counter_changes(count: str, step: int | None) -> None:
    goes_on = "sgt" if step is not None and step < 0 else "slt"
    first, end = (9, 0) if goes_on == "sgt" else (0, 9)
    text = function_of(first, goes_on, end, 3, count=count.replace("%i0", "%first"))
    function, said = raised(text)
    assert rounds(function) == (None if step is None else simulated(first, goes_on, end, step))
    assert step is not None or "no value that it carries is advanced by a constant" in said


# %i + 2 < 9, and so on: the comparison says it of another number than the counter.
COMPARED = {
    "more": ("%s = arith.addi %i, %two : index\n %t = arith.cmpi slt, %s, %end : index", 0, 7, 1),
    "the end less": (
        "%s = arith.subi %end, %i : index\n %t = arith.cmpi sgt, %s, %two : index",
        0,
        7,
        1,
    ),
    "the other side": ("%t = arith.cmpi sgt, %end, %i : index", 0, 9, 1),
    "the other side, or equal": ("%t = arith.cmpi sge, %end, %i : index", 0, 10, 1),
    "the other side, unsigned": ("%t = arith.cmpi ugt, %end, %i : index", 0, 9, 1),
    "the other side, not equal": ("%t = arith.cmpi ne, %end, %i : index", 0, 9, 1),
    "two ends": (
        """%a = arith.cmpi slt, %i, %end : index
        %b = arith.cmpi sle, %i, %two : index
        %t = arith.andi %a, %b : i1""",
        0,
        3,
        1,
    ),
    "two ends downwards": (
        """%a = arith.cmpi sgt, %i, %end : index
        %b = arith.cmpi sge, %i, %two : index
        %t = arith.andi %a, %b : i1""",
        12,
        9,
        -1,
    ),
}


@pytest.mark.parametrize(("text", "first", "end", "step"), COMPARED.values(), ids=COMPARED)
def test_what_is_compared(text: str, first: int, end: int, step: int) -> None:
    function, _ = raised(function_of(first, text, 9, step))
    assert rounds(function) == simulated(first, "slt" if step > 0 else "sgt", end, step)


NOT_COUNTED = {
    "its double": "%s = arith.muli %i, %two : index\n %t = arith.cmpi slt, %s, %end : index",
    "its remainder": "%s = arith.remsi %i, %two : index\n %t = arith.cmpi slt, %s, %end : index",
    "with a part of itself": """%s = arith.floordivsi %i, %two : index
    %t = arith.cmpi slt, %s, %i : index""",
    "either of two": """%a = arith.cmpi slt, %i, %end : index
    %t = arith.ori %a, %p : i1""",
    "something else as well": """%a = arith.cmpi slt, %i, %end : index
    %t = arith.andi %a, %p : i1""",
    "two others": "%t = arith.cmpi slt, %n, %end : index",
    "six comparisons": """%t0 = arith.cmpi slt, %i, %end : index
    %t1 = arith.andi %t0, %t0 : i1
    %t2 = arith.andi %t1, %t0 : i1
    %t3 = arith.andi %t2, %t0 : i1
    %t4 = arith.andi %t3, %t0 : i1
    %t = arith.andi %t4, %t0 : i1""",
}


@pytest.mark.parametrize("text", NOT_COUNTED.values(), ids=NOT_COUNTED)
def test_what_is_no_bound(text: str) -> None:
    function, said = raised(function_of(0, text, 9, 1))
    assert rounds(function) is None
    assert "condition" in said
    assert ("'arith.ori'" in said) == ("arith.ori" in text)


def test_five_comparisons() -> None:
    text = """%t0 = arith.cmpi slt, %i, %end : index
    %t1 = arith.andi %t0, %t0 : i1
    %t2 = arith.andi %t1, %t0 : i1
    %t3 = arith.andi %t2, %t0 : i1
    %t = arith.andi %t3, %t0 : i1"""
    function, _ = raised(function_of(0, text, 9, 1))
    assert rounds(function) == simulated(0, "slt", 9, 1)


@pytest.mark.parametrize(
    "before", ["memref.store %n, %A[%place] : memref<64xindex>", "%d = arith.divsi %n, %i : index"]
)
def test_what_runs_before_the_condition_may_run_at_any_time(before: str) -> None:
    function, said = raised(function_of(0, "slt", 9, 1, before=before))
    assert rounds(function) is None
    assert "runs before the condition, once more than the body" in said
    assert not any(isinstance(op, memref.CopyOp) for op in function.walk())


TWO = """
func.func @f(%A: memref<64xindex>, %x: f32) -> (f32, index, index) {{
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %nine = arith.constant 9 : index
  %place = arith.constant 3 : index
  %r:3 = scf.while (%f = %x, %i = %zero, %k = %zero) : (f32, index, index) -> (f32, index, index) {{
    {condition}
    scf.condition(%t) %f, {given} : f32, index, index
  }} do {{
  ^bb0(%g: f32, %j: index, %l: index):
    memref.store %j, %A[%place] : memref<64xindex>
    %next = arith.addi %j, %one : index
    %other = arith.addi %l, %nine : index
    %y = arith.addf %g, %x : f32
    scf.yield %y, {carried} : f32, index, index
  }}
  func.return %r#0, %r#1, %r#2 : f32, index, index
}}"""
SIMPLE = "%t = arith.cmpi slt, %i, %nine : index"


def two(condition: str = SIMPLE, given: str = "%i, %k", carried: str = "%next, %other") -> str:
    _, said = raised(TWO.format(condition=condition, given=given, carried=carried))
    return said


def test_other_values_are_carried_on() -> None:
    function, _ = raised(TWO.format(condition=SIMPLE, given="%i, %k", carried="%next, %other"))
    (loop,) = (op for op in function.walk() if isinstance(op, affine.ForOp))
    assert [str(result.type) for result in loop.results] == ["f32", "index"]
    assert [result.name_hint for result in loop.results] == ["f", "k"]
    assert [argument.name_hint for argument in loop.body.block.args] == ["i", "f", "k"]
    last = function.body.block.last_op
    assert last is not None
    assert [last.operands[0], last.operands[2]] == [*loop.results]
    assert value_of(last.operands[1], {}) == 9
    end = loop.body.block.last_op
    assert end is not None
    assert [operand.name_hint for operand in end.operands] == ["y", "other"]


def test_values_that_change_places_are_no_counters() -> None:
    assert "no value that it carries is advanced" in two(carried="%other, %next")
    assert "no value that it carries is advanced" in two(given="%k, %i")
    _, said = raised(TWO.format(condition=SIMPLE, given="%k, %i", carried="%l, %j"))
    assert "no value" not in said  # each is advanced by 0
    exchanged = TWO.format(condition=SIMPLE, given="%i, %k", carried="%other, %next")
    _, said = raised(exchanged.replace("scf.yield %y", "scf.yield %g"))
    assert "no value that it carries is advanced" in said  # a float is no counter
    # Twice exchanged, each is its own again.
    assert two(given="%k, %i", carried="%other, %next") == ""


def test_one_counter_is_compared() -> None:
    both = """%a = arith.cmpi slt, %i, %nine : index
    %b = arith.cmpi slt, %k, %nine : index
    %t = arith.andi %a, %b : i1"""
    assert "its condition compares several counters" in two(both)
    third = both.replace("slt, %k", "slt, %i") + "\n"
    third = third.replace("%t =", "%c =") + SIMPLE.replace("%t", "%d").replace("%i", "%k")
    assert "several counters" in two(f"{third}\n %t = arith.andi %c, %d : i1")


def test_the_bound_does_not_move() -> None:
    assert "'%k' is given by 'scf.while'" in two("%t = arith.cmpi slt, %i, %k : index")
