"""Each kind of edit: what it makes of a program, as long as some words stay in it."""

from __future__ import annotations

import re

import pytest

from pad_mlir.dialect.repairs import parse_module, print_module
from pad_mlir.tools.reduce import NotInteresting, Reduced, reduce

HEADER = "builtin.module {\n  func.func @f("


def kept(module: str, *patterns: str, pipeline: str = "", budget: int = 2000) -> Reduced:
    """The rest of a program that has to match these patterns."""

    def interesting(text: str, passes: str) -> bool:
        return all(re.search(pattern, f"{text}\n-p {passes}") for pattern in patterns)

    return reduce(module, pipeline, interesting, budget=budget)


def lines(found: Reduced) -> list[str]:
    """The operations of its functions, without what each ends with."""
    text = [line.strip() for line in found.module.splitlines()]
    return [
        line for line in text if line not in ("builtin.module {", "}", "func.return", "} else {")
    ]


LOOP = """
func.func @f(%A: memref<8xf32>, %n: index, %x: f32) -> f32 {
  %r = affine.for %i = 3 to 9 step 2 iter_args(%acc = %x) -> f32 {
    %a = affine.load %A[%i - 3] : memref<8xf32>
    %e = math.exp %a : f32
    %s = arith.addf %acc, %e : f32
    affine.yield %s : f32
  }
  func.return %r : f32
}
"""
ARMS = """
func.func @f(%c: i1, %x: f32, %y: f32) -> f32 {
  %r = scf.if %c -> (f32) {
    %e = math.exp %x : f32
    scf.yield %e : f32
  } else {
    %e = math.tanh %y : f32
    scf.yield %e : f32
  }
  func.return %r : f32
}
"""
CALLS = """
func.func private @g(%x: f32, %y: f32) -> (f32, f32) {
  %e = math.exp %x : f32
  func.return %e, %y : f32, f32
}
func.func @f(%x: f32, %A: memref<4xf32>) -> f32 {
  %r, %s = func.call @g(%x, %x) : (f32, f32) -> (f32, f32)
  func.return %s : f32
}
memref.global "private" constant @table : memref<2xf32> = dense<[1.0, 2.5]>
"""
PARALLEL = """
func.func @f(%A: memref<8x8xf32>, %n: index) {
  affine.parallel (%i, %j) = (0, 1) to (8, symbol(%n)) {
    %a = affine.load %A[%i, %j] : memref<8x8xf32>
    %e = math.exp %a : f32
    affine.store %e, %A[%i, %j] : memref<8x8xf32>
  }
  func.return
}
"""
ITERATIONS = """\
%s = arith.constant 0.000000e+00 : f32
%r = affine.for %i = 0 to 0 iter_args(%acc = %s) -> (f32) {
%e = math.exp %s : f32
affine.yield %s : f32"""


@pytest.mark.parametrize(
    ("module", "pattern", "left"),
    [
        (LOOP, "math.exp", "%s = arith.constant 0.000000e+00 : f32\n%e = math.exp %s : f32"),
        (LOOP, "affine.for", "affine.for %i = 0 to 0 {"),
        (LOOP, "affine.load", "%a = affine.load %A[0] : memref<0xf32>"),
        (LOOP, "iter_args[^}]*exp", ITERATIONS),
        (ARMS, "math.exp", "%e = math.exp %x : f32"),
        (ARMS, "math.tanh", "%e = math.tanh %y : f32"),
        (ARMS, "scf.if", "scf.if %c {"),
        (CALLS, "math.exp", "%e = math.exp %x : f32"),
        (CALLS, "call @g", "func.func @f() {\nfunc.call @g() : () -> ()"),
        (PARALLEL, "math.exp", "%a = arith.constant 0.000000e+00 : f32\n%e = math.exp %a : f32"),
        (PARALLEL, "affine.parallel", "affine.parallel (%i, %j) = (0, 0) to (0, 0) {"),
    ],
)
def test_operations(module: str, pattern: str, left: str) -> None:
    found = kept(module, pattern)
    assert found.is_complete
    assert "\n".join(lines(found)[1:]) == left


FLAGS = """
func.func @f(%x: f32, %A: memref<4xf32> {pad.name = "X"}, %k: i64) -> (f32, i64)
    attributes {a = 1 : i32, b} {
  %y = arith.addf %x, %x fastmath<nnan,ninf,nsz> : f32
  %l = arith.addi %k, %k overflow<nsw, nuw> : i64
  func.return %y, %l : f32, i64
}
"""
LAYOUT = """
#steps = #pad.layout<
  [affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, affine_map<(d0, d1) -> (d1, d0)>],
  [1.5 : f32, [{where = affine_map<(d0, d1) -> (d0 - 1)>, kind = 2.0 : f32},
               {kind = "forbidden"}]],
  {align = [1, 2]}>
func.func @f(%A: memref<14xf32, #steps>) {
  func.return
}
"""
SETS = """
#set = affine_set<(d0, d1) : (d0 + d1 * 2 - 7 >= 0, 30 - d0 >= 0, d1 - 1 == 0)>
func.func @f(%A: memref<40x40xf64>) {
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to 40 {
      affine.if #set(%i, %j) {
        %a = affine.load %A[%i mod 7, %j] : memref<40x40xf64>
        affine.store %a, %A[%i, %j] : memref<40x40xf64>
      }
    }
  }
  func.return
}
"""
TABLE = """
memref.global constant @table : memref<4xf64> = dense<[1.0, 2.5, 3.5, 1.0]>
func.func @f() -> memref<4xf64> {
  %t = memref.get_global @table : memref<4xf64>
  func.return %t : memref<4xf64>
}
"""


@pytest.mark.parametrize(
    ("module", "patterns", "wanted", "unwanted"),
    [
        (FLAGS, ["ninf"], ["fastmath<ninf>"], ["attributes", "pad.name", "addi"]),
        (FLAGS, ["nuw"], ["overflow<nuw>", "i32"], ["addf", "i64"]),
        (FLAGS, ["attributes.*b"], ["attributes {b}"], ["a ="]),
        (LAYOUT, ["floordiv"], ['["undef"], {}'], ["where", "d0 mod", "align", "(d1, d0)"]),
        (LAYOUT, ["d0 mod"], ["d0 mod 1"], ["floordiv", "where"]),
        (LAYOUT, ["where"], ["where"], ["align", "1.5"]),
        (SETS, ["affine.if"], ["(0 >= 0)"], ["==", "memref", "affine.for"]),
        (SETS, ["% ?i mod", "load"], ["mod 1", "f32"], ["affine.if", "40", "f64"]),
        (SETS, [r"30.* >= 0"], ["30"], ["==", "load"]),
        (TABLE, ["memref.global"], ["memref<0xf32>"], ["2.5", "get_global"]),
    ],
)
def test_attributes(
    module: str, patterns: list[str], wanted: list[str], unwanted: list[str]
) -> None:
    found = kept(module, *patterns)
    assert found.is_complete
    assert [text for text in wanted if text not in found.module] == []
    assert [text for text in unwanted if text in found.module] == [], found.module


@pytest.mark.parametrize(
    ("patterns", "left"),
    [
        (["pad-split"], "pad-split"),
        (["factor=[3-9]"], "pad-split{factor=3}"),
        (["b=.*y"], "pad-b{b=y}"),
        (["b.*z"], 'pad-b{b="z 0"}'),
        (["-p "], ""),
        (["cse.*cse"], "cse,cse"),
    ],
)
def test_pipelines(patterns: list[str], left: str) -> None:
    pipeline = 'cse, pad-split{loop=i factor=8}, pad-b{a b=x,y,"z 16"}, cse'
    assert kept("func.func @f() {\n  func.return\n}", *patterns, pipeline=pipeline).pipeline == left


def test_a_number_of_module_and_pipeline_at_once() -> None:
    module = "func.func @f(%A: memref<40xf32>) {\n  func.return\n}"

    def interesting(text: str, passes: str) -> bool:
        sizes = re.findall(r"memref<(\d+)|extent=(\d+)", f"{text} {passes}")
        return len(sizes) == 2 and sizes[0][0] == sizes[1][1] and int(sizes[0][0]) > 4

    found = reduce(module, "pad-a{extent=40}", interesting)
    assert "memref<5xf32>" in found.module
    assert found.pipeline == "pad-a{extent=5}"


def test_the_answer_is_the_same_again() -> None:
    assert kept(SETS, "affine.if", "load") == kept(SETS, "affine.if", "load")


def test_every_candidate_verifies_and_is_simpler() -> None:
    seen: list[str] = []

    def interesting(text: str, passes: str) -> bool:
        parse_module(text).verify()
        seen.append(text)
        return "math.exp" in text

    found = reduce(CALLS, "", interesting)
    assert len(seen) == len(set(seen[1:])) + 1 == found.asked
    assert print_module(parse_module(found.module)) == found.module


def test_the_budget() -> None:
    found = kept(SETS, "affine.if", budget=4)
    assert not found.is_complete
    assert found.asked == 4
    assert "affine.if" in found.module


def test_what_is_not_so_is_not_reduced() -> None:
    with pytest.raises(NotInteresting, match="the input does not show it"):
        kept(LOOP, "math.sin")
    with pytest.raises(NotInteresting, match="read and printed"):
        kept("// a comment\n" + LOOP, "a comment")


def test_what_a_predicate_raises_ends_the_reduction() -> None:
    def interesting(text: str, passes: str) -> bool:
        if "iter_args" not in text:
            raise ZeroDivisionError
        return True

    with pytest.raises(ZeroDivisionError):
        reduce(LOOP, "", interesting)
