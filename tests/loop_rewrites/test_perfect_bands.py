"""Which loops can be made a perfect band, and what else they are told."""

from __future__ import annotations

import re

import pytest
from xdsl.dialects import affine, func

from pad_mlir.dialect.ir.effects import is_pure
from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.loops.legality.perfect_bands import beside, check_band, effects_beside

INNER = "affine.for %j = 0 to 8 { affine.store %x, %B[%i, %j] : memref<8x8xf32> }"
STORE = "affine.store %x, %C[%i] : memref<8xf32>"
SUM = """affine.for %j = 0 to 8 iter_args(%t = {init}) -> (f32) {{
  %u = arith.addf %t, %x : f32
  affine.yield %u : f32
}}"""


def band(body: str, carried: bool = False) -> tuple[affine.ForOp, affine.ForOp]:
    """A loop %i with these lines in it, and the loop %j inside."""
    head = "iter_args(%s = %x) -> (f32) " * carried
    text = f"""func.func @f(%B: memref<8x8xf32>, %C: memref<8xf32>, %x: f32) {{
  {"%r = " * carried}affine.for %i = 0 to 8 {head}{{
    {body}
  }}
  func.return
}}"""
    (function,) = parse_module(text).ops
    assert isinstance(function, func.FuncOp)
    loops = [op for op in function.walk() if isinstance(op, affine.ForOp)]
    (inner,) = (op for op in loops if op.body.block.args[0].name_hint == "j")
    return loops[0], inner


def names(body: str) -> list[tuple[str, list[str]]]:
    _, inner = band(body)
    return [(side, [op.name for op in ops]) for side, ops in effects_beside(inner, is_pure)]


def test_what_stands_beside_a_loop() -> None:
    body = f"%a = math.exp %x : f32\n {INNER}\n %b = math.exp %x : f32\n %c = math.log %x : f32"
    _, inner = band(body)
    front, after = beside(inner)
    assert [op.name for op in front] == ["math.exp"]
    assert [op.name for op in after] == ["math.exp", "math.log"]  # without the terminator


def test_only_what_may_not_move_is_split_off() -> None:
    assert names(f"%a = math.exp %x : f32\n {INNER}") == []
    assert names(f"{STORE}\n {INNER}") == [("init", ["affine.store"])]
    assert names(f"{INNER}\n {STORE}") == [("final", ["affine.store"])]
    assert [side for side, _ in names(f"{STORE}\n {INNER}\n {STORE}")] == ["init", "final"]


LEGAL = {
    "nothing else": INNER,
    "a store before": f"{STORE}\n {INNER}",
    "a store after": f"{INNER}\n {STORE}",
    "what only the store needs": f"%a = math.exp %x : f32\n {STORE.replace('%x', '%a')}\n {INNER}",
    "a loop before, whose values nothing needs": f"""
    affine.for %k = 0 to 8 {{
      %a = affine.load %C[%k] : memref<8xf32>
      affine.store %a, %C[%i] : memref<8xf32>
    }}
    {INNER}""",
    "a load that only its own store needs": f"""%a = affine.load %C[0] : memref<8xf32>
    %b = math.exp %a : f32
    {STORE.replace("%x", "%b")}
    {INNER}""",
    "a value that nothing needs in the end": f"""%a = affine.load %C[0] : memref<8xf32>
    %b = math.exp %a : f32
    {INNER}""",
}
NEEDED = {
    "by the loop": f"%a = affine.load %C[%i] : memref<8xf32>\n {INNER.replace('%x', '%a')}",
    "by the loop, after another operation": f"""%a = affine.load %C[%i] : memref<8xf32>
    %b = math.exp %a : f32
    {INNER.replace("%x", "%b")}""",
    "by what comes after the loop": f"""%a = affine.load %C[%i] : memref<8xf32>
    {INNER}
    affine.store %a, %C[%i + 1] : memref<8xf32>""",
    "by the loop, and by its own store": f"""%a = affine.load %C[%i] : memref<8xf32>
    affine.store %a, %C[%i + 1] : memref<8xf32>
    {INNER.replace("%x", "%a")}""",
    "by an operation of which one user is the loop": f"""
    %a = affine.load %C[%i] : memref<8xf32>
    %b = math.exp %a : f32
    affine.store %b, %C[%i + 1] : memref<8xf32>
    {INNER.replace("%x", "%b")}""",
}


@pytest.mark.parametrize("body", LEGAL.values(), ids=LEGAL)
def test_what_gives_no_value_to_the_loop_is_split_off(body: str) -> None:
    check_band(band(body), is_pure)


@pytest.mark.parametrize("body", NEEDED.values(), ids=NEEDED)
def test_what_gives_a_value_to_the_loop_stays(body: str) -> None:
    text = "'affine.load' would run before the loops i and j, but it computes a value that they use"
    with pytest.raises(PadError, match=re.escape(text)):
        check_band(band(body), is_pure)


def test_a_loop_whose_value_is_needed_is_named() -> None:
    body = f"""%s = affine.for %k = 0 to 8 iter_args(%t = %x) -> (f32) {{
      affine.store %t, %C[%k] : memref<8xf32>
      affine.yield %t : f32
    }}
    {INNER.replace("%x", "%s")}"""
    with pytest.raises(PadError, match="the loop k would run before the loops i and j"):
        check_band(band(body), is_pure)


def test_a_value_is_carried_on_by_the_loop_inside() -> None:
    check_band(band(f"%r1 = {SUM.format(init='%s')}\n affine.yield %r1 : f32", True), is_pure)


STARTED = "the loops i and j cannot be reordered together: what j carries is initialized or used"
NOT_CARRIED_ON = {
    "it starts anew": (f"%r1 = {SUM.format(init='%x')}", "%r1"),
    "it starts at a part of it": (
        f"%y = math.exp %s : f32\n %r1 = {SUM.format(init='%y')}",
        "%r1",
    ),
    "another value is given on": (
        f"%r1 = {SUM.format(init='%s')}\n %y = math.exp %x : f32",
        "%y",
    ),
    "its result is used, too": (
        f"%r1 = {SUM.format(init='%s')}\n affine.store %r1, %C[%i] : memref<8xf32>",
        "%r1",
    ),
    "what it starts from is used, too": (
        f"affine.store %s, %C[%i] : memref<8xf32>\n %r1 = {SUM.format(init='%s')}",
        "%r1",
    ),
}


@pytest.mark.parametrize(("body", "result"), NOT_CARRIED_ON.values(), ids=NOT_CARRIED_ON)
def test_a_value_that_is_not_carried_on(body: str, result: str) -> None:
    with pytest.raises(PadError, match=STARTED):
        check_band(band(f"{body}\n affine.yield {result} : f32", True), is_pure)


def test_a_loop_that_carries_inside_one_that_does_not() -> None:
    with pytest.raises(PadError, match=STARTED):
        check_band(band(f"%r1 = {SUM.format(init='%x')}"), is_pure)


def test_between_loops_that_carry_nothing_else_may_stand() -> None:
    body = f"{STORE}\n %r1 = {SUM.format(init='%s')}\n affine.yield %r1 : f32"
    with pytest.raises(PadError, match="stands between loops that carry values"):
        check_band(band(body, True), is_pure)
