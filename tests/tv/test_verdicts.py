"""The validator's answers for programs that it cannot judge, and its options."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pad_mlir.dialect.ops import AssumeOp
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.tools.tv import BadInput, Status, Verdict, validate

from .rewrites import guarded, judge, over_tiles, tiled


def _kernel(body: str, arguments: str = "%A: memref<4xf32>, %n: index", extra: str = "") -> str:
    return f"{extra} func.func @f({arguments}) {{ {body} func.return }}"


_TWICE = """func.func private @g(%A: memref<4xf32>, %B: memref<4xf32>) {
  %a = affine.load %A[0] : memref<4xf32>
  affine.store %a, %B[0] : memref<4xf32>
  func.return
}
func.func @f(%A: memref<4xf32>) {
  func.call @g(%A, %A) : (memref<4xf32>, memref<4xf32>) -> ()
  func.return
}"""
_UNKNOWN = _kernel("%v = vector.bitcast %x : vector<4xf32> to vector<4xi32>", "%x: vector<4xf32>")
_BLOCKS = "func.func @f() { cf.br ^end ^end: func.return }"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (_TWICE, "@g writes A, which it gets twice"),
        (_UNKNOWN, "the operation vector.bitcast is not understood"),
        (_BLOCKS, "control flow between blocks is not understood"),
        ("func.func @f() attributes {pad.may_alias} { func.return }", "aliasing arguments"),
        ("func.func @f(%x: complex<f32>) { func.return }", "complex<f32> are not understood"),
    ],
)
def test_what_is_not_understood_is_not_validated(text: str, says: str) -> None:
    verdict = judge(text, text)
    assert verdict.status is Status.NOT_VALIDATED
    assert verdict.exit_code == 2
    assert says in str(verdict)


_PAST_THE_END = _kernel(
    "%x = affine.load %A[4] : memref<4xf32> affine.store %x, %A[0] : memref<4xf32>"
)


def test_an_undefined_original_is_reported_and_not_passed() -> None:
    verdict = judge(_PAST_THE_END, _PAST_THE_END)
    assert verdict.exit_code == 2
    assert "the original is undefined" in str(verdict)


def _fill(bound: str, size: str = "") -> str:
    return f"""
  func.func @f(%n: index {{pad.size = [{{of = "A", dim = 0{size}}}]}}, %A: memref<?xf32>) {{
    %one = arith.constant 1.0 : f32
    affine.for %i = 0 to {bound} {{ affine.store %one, %A[%i] : memref<?xf32> }}
    func.return
  }}"""


_HALVES = "affine_map<()[s0] -> (2 * (s0 floordiv 2))>()[%n]"


def _judge_at(before: str, after: str, sizes: Mapping[str, int]) -> Verdict:
    return validate(parse_module(before), parse_module(after), sizes=sizes)


def test_sizes_are_sampled() -> None:
    verdict = judge(_fill("%n"), _fill(_HALVES))
    assert verdict.status is Status.REFUTED
    assert "at n = 13: A[12]: another value" in str(verdict)


@pytest.mark.parametrize("tile", [3, 4, 16, 64, 128, 1000])
def test_sizes_are_sampled_around_tiles(tile: int) -> None:
    whole = f"affine_map<()[s0] -> (s0 floordiv {tile} * {tile} + s0 mod {tile})>()[%n]"
    verdict = judge(_fill("%n"), _fill(whole))
    assert verdict.status is Status.VALID
    sizes = {finding.sizes for finding in verdict.functions[0].findings}
    assert sizes >= {f"n = {n}" for n in (0, 1, tile - 1, tile, tile + 1, 2 * tile + 1)}
    wrong = f"affine_map<()[s0] -> (s0 - s0 floordiv {tile})>()[%n]"
    assert judge(_fill("%n"), _fill(wrong)).status is Status.REFUTED
    seldom = f"affine_map<()[s0] -> (s0 - s0 floordiv {2 * tile + 1})>()[%n]"
    assert judge(_fill("%n"), _fill(seldom)).status is Status.REFUTED


def _corner(after: str) -> Verdict:
    """Of three sizes; the work is too much to have all of them large."""
    loops = "affine.for %i = 0 to %n { affine.for %j = 0 to %m { affine.for %k = 0 to %l {"
    store = "affine.store %x, %A[%i, %j, %k] : memref<?x?x?xf32>"
    sizes = ", ".join(
        f'%{name}: index {{pad.size = [{{of = "A", dim = {dim}}}]}}'
        for dim, name in enumerate("nml")
    )
    before, changed = (
        _kernel(
            f"{loops.replace('%l', last)} {store} }} }} }}",
            f"{sizes}, %A: memref<?x?x?xf32>, %x: f32",
        )
        for last in ("%l", after)
    )
    return judge(before, changed)


def test_one_large_size_at_a_time_where_all_are_too_many_steps() -> None:
    right = _corner("affine_map<()[s0] -> (s0 floordiv 100 * 100 + s0 mod 100)>()[%l]")
    assert right.status is Status.VALID
    sizes = {finding.sizes for finding in right.functions[0].findings}
    assert "n = 2, m = 2, l = 101" in sizes
    assert "n = 101, m = 101, l = 101" not in sizes
    wrong = _corner("affine_map<()[s0] -> (s0 - s0 floordiv 100)>()[%l]")
    assert wrong.status is Status.REFUTED


def test_suggested_sizes_are_tried_where_they_are_allowed() -> None:
    even = ", min = 1, multiple = 2"
    wrong = "affine_map<()[s0] -> (s0 - s0 floordiv 6000)>()[%n]"
    modules = parse_module(_fill("%n", even)), parse_module(_fill(wrong, even))
    assert validate(*modules, suggested=[{"n": 5998}, {"i": 5}]).status is Status.VALID
    assert validate(*modules, suggested=[{"n": 6000, "i": 3}]).status is Status.REFUTED


def test_sizes_can_be_given() -> None:
    assert _judge_at(_fill("%n"), _fill(_HALVES), {"n": 8}).status is Status.VALID
    assert _judge_at(_fill("%n"), _fill(_HALVES), {"n": 9}).status is Status.REFUTED


def test_samples_respect_what_pad_size_says() -> None:
    even = ", min = 1, multiple = 2"
    verdict = judge(_fill("%n", even), _fill(_HALVES, even))
    assert str(verdict) == "@f: valid (at n = 14; n = 16; n = 2; n = 4; n = 6; n = 8)"
    with pytest.raises(BadInput, match=r"pad\.size rules it out"):
        _judge_at(_fill("%n", even), _fill("%n", even), {"n": 3})
    with pytest.raises(BadInput, match=r"the sizes here are: n, A\.0"):
        _judge_at(_fill("%n"), _fill("%n"), {"m": 3})


def test_sizes_at_which_the_original_is_undefined_are_skipped() -> None:
    two = _kernel(
        "affine.for %i = 0 to %n { affine.store %x, %A[%i] : memref<?xf32> }",
        "%A: memref<?xf32>, %n: index, %x: f32",
    )
    verdict = judge(two, two)
    assert verdict.status is Status.VALID
    assert "skipped, as the original is undefined there: A.0 = 7, n = 13" not in str(verdict)
    assert "A.0 = 13, n = 7" in str(verdict)
    assert _judge_at(two, two, {"A.0": 3, "n": 4}).status is Status.NOT_VALIDATED


@pytest.mark.parametrize(
    ("after", "says"),
    [
        ("func.func @g() { func.return }", "there is no @f with a body after"),
        ("func.func @f() { func.return }", "1 arguments before, 0 after"),
        ("func.func @f(%A: memref<5xf32>) { func.return }", r"A is \[4\] of f32 before"),
        ("func.func @f(%A: f32) { func.return }", "argument A is memref<4xf32> before"),
        (
            "func.func @f(%A: memref<4xf32>, %B: f32) { func.return }",
            "the new argument B is tied to no size",
        ),
        (
            "func.func @f(%A: memref<4xf32>) -> memref<4xf32> { func.return %A : memref<4xf32> }",
            "returns nothing before, memref<4xf32> after",
        ),
    ],
)
def test_what_is_no_question(after: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        judge("func.func @f(%A: memref<4xf32>) { func.return }", after)


_LARGE = over_tiles(
    guarded(
        "13 - d0 * 4 - d1 >= 0",
        """%a = affine.load %A[%io, %ii] : memref<4x4xf32>
        %b = affine.load %B[0] : memref<1xf32>
        %c = arith.addf %b, %a : f32
        affine.store %c, %B[0] : memref<1xf32>""",
    )
)


def _sum(pad: str, compute: str = _LARGE) -> str:
    return f"func.func @f({tiled('A', pad)}, %B: memref<1xf32>) {{ {compute} func.return }}"


def test_over_the_budget_it_runs_numerically() -> None:
    free = _LARGE.replace("13 - d0", "99 - d0")
    modules = [parse_module(text) for text in (_sum("-0.0"), _sum("-0.0", free))]
    assert validate(*modules).status is Status.VALID
    tested = validate(*modules, budget=80)
    assert (tested.status, tested.exit_code) == (Status.TESTED, 4)
    assert "more than 80 steps; 3 runs on random numbers found no difference" in str(tested)
    undef = [parse_module(text) for text in (_sum('"undef"'), _sum('"undef"', free))]
    assert "B[0]: another value\n  before: " in str(validate(*undef, budget=80))
    assert "too large as well" in str(validate(*modules, budget=2))


def test_private_functions_are_judged_when_named() -> None:
    text = "func.func private @p() { func.return } func.func @f() { func.return }"
    module = parse_module(text)
    assert [v.function for v in validate(module, module).functions] == ["f"]
    assert [v.function for v in validate(module, module, function="p").functions] == ["p"]


def test_user_assumes_of_one_place_are_counted() -> None:
    def text(assumes: str) -> str:
        return _kernel(
            f"""%zero = arith.constant 0.0 : f32
            affine.for %i = 0 to 4 {{
              %a = affine.load %A[%i] : memref<4xf32>
              %less = arith.cmpf olt, %a, %zero : f32
              %more = arith.cmpf olt, %zero, %b : f32
              {assumes}
              affine.store %zero, %A[%i] : memref<4xf32>
            }}""",
            "%A: memref<4xf32>, %b: f32",
        )

    before, after = (
        parse_module(text(assumes), name)
        for assumes, name in (
            ("", "before"),
            ("pad.assume %less {pad.user} : i1 pad.assume %more {pad.user} : i1", "after"),
        )
    )
    first, second = (op for op in after.walk() if isinstance(op, AssumeOp))
    assert "valid under 2 user assumes: 'pad.assume' at after" in str(validate(before, after))
    second.location = first.location
    verdict = str(validate(before, after))
    assert "valid under 2 user assumes: 'pad.assume' at after:6:15 (2 of them)" in verdict


_INTEGERS = """
  %c = arith.constant {0} : i32
  %a = affine.load %A[0] : memref<2xi32>
  %t = {1} %a, %c : i32
  affine.store %t, %A[0] : memref<2xi32>
  %b = affine.load %B[0] : memref<2xi1>
  %s = arith.cmpi {2}, %a, %c : i32
  %f = arith.andi %b, %s : i1
  affine.store %f, %B[0] : memref<2xi1>"""


@pytest.mark.parametrize(
    ("old", "new", "before", "after"),
    [
        (
            ("-128", "arith.maxsi", "slt"),
            ("-127", "arith.maxsi", "slt"),
            "maxsi(A[0], -128)",
            "maxsi(A[0], -127)",
        ),
        (
            ("-3", "arith.maxui", "slt"),
            ("-2", "arith.maxui", "slt"),
            "maxui(A[0], 4294967293)",
            "maxui(A[0], 4294967294)",
        ),
        (
            ("-3", "arith.addi", "slt"),
            ("-3", "arith.addi", "sle"),
            "(B[0] and (A[0] < -3))",
            "(B[0] and (A[0] <= -3))",
        ),
        (
            ("-3", "arith.addi", "ult"),
            ("-3", "arith.addi", "ule"),
            "(B[0] and (A[0] u< 4294967293))",
            "(B[0] and (A[0] u<= 4294967293))",
        ),
    ],
)
def test_integers_are_shown_as_they_are_written(
    old: tuple[str, ...], new: tuple[str, ...], before: str, after: str
):
    arguments = "%A: memref<2xi32>, %B: memref<2xi1>"
    texts = (_kernel(_INTEGERS.format(*words), arguments) for words in (old, new))
    said = str(validate(*map(parse_module, texts)))
    assert f"  before: {before}\n  after:  {after}\n" in said


def test_truth_values_are_shown_as_words():
    old = _kernel("affine.store %t, %B[0] : memref<2xi1>", "%B: memref<2xi1>, %t: i1")
    new = _kernel(
        "%c = arith.constant true affine.store %c, %B[0] : memref<2xi1>",
        "%B: memref<2xi1>, %t: i1",
    )
    said = str(validate(parse_module(old), parse_module(new)))
    assert "  before: t\n  after:  true\n" in said
    assert said.endswith("for t = false: false before, true after")
