"""Locations as upstream prints them: aliases that come later, and those of iterators."""

from __future__ import annotations

import pytest
from xdsl.dialects.affine import ForOp
from xdsl.dialects.func import FuncOp
from xdsl.utils.exceptions import ParseError

from pad_mlir.dialect.repairs import parse_module, print_module
from pad_mlir.schedule import Schedule

TEXT = """\
#loc2 = loc("k.py":1:8)
module {
  func.func @f(%arg0: memref<9xf32> {pad.name = "A"} loc("k.py":1:8)) {
    %c = arith.constant 0.0 : f32 loc(#loc4)
    affine.for %arg1 loc(#loc2) = 0 to 9 {
      affine.store %c, %arg0[%arg1] : memref<9xf32> loc(#loc3)
    } {pad.stage = "s"} loc(fused[#loc3, callsite(#loc4 at #loc2)])
    cf.br ^bb1(%c : f32)
  ^bb1(%v: f32):
    return
  } loc(#loc)
}
#loc = loc("k.py":0:0)
#loc3 = loc("x"(#loc4))
#loc4 = loc("k.py":2:4)
"""


def locations(text: str) -> dict[str, str]:
    return {op.name: str(op.location) for op in parse_module(text, "f.mlir").walk()}


def test_aliases_may_be_defined_below() -> None:
    at = locations(TEXT)
    assert at["arith.constant"] == 'loc("k.py":2:4)'
    assert at["affine.store"] == 'loc("x"("k.py":2:4))'
    assert at["affine.for"] == ('loc(fused["x"("k.py":2:4), callsite("k.py":2:4 at "k.py":1:8)])')
    assert at["func.func"] == 'loc("k.py":0:0)'


def test_arguments_have_locations() -> None:
    module = parse_module(TEXT, "f.mlir")
    (function,) = (op for op in module.walk() if isinstance(op, FuncOp))
    (loop,) = (op for op in module.walk() if isinstance(op, ForOp))
    assert str(function.body.blocks[0].args[0].location) == 'loc("k.py":1:8)'
    assert str(function.body.blocks[1].args[0].location) == 'loc("f.mlir":9:8)'
    assert str(loop.body.block.args[0].location) == 'loc("k.py":1:8)'


def test_what_is_printed_with_locations_reads_as_the_same() -> None:
    printed = print_module(parse_module(TEXT), debuginfo=True)
    assert print_module(parse_module(printed), debuginfo=True) == printed
    assert 'affine.for %arg1 loc("k.py":1:8) = 0 to 9' in printed


@pytest.mark.parametrize(
    "end", ["", "#loc4 = loc(#loc5)\n#loc5 = loc(#loc4)\n", "// #loc4 = loc(unknown)"]
)
def test_an_alias_that_stands_for_nothing(end: str) -> None:
    with pytest.raises(ParseError, match=r"undefined symbol alias '#loc[45]'"):
        parse_module("func.func private @f() loc(#loc4)\n" + end)


def test_what_is_wrong_in_an_alias_is_told_there() -> None:
    with pytest.raises(ParseError) as error:
        parse_module('func.func private @f() loc(#loc4)\n#loc4 = loc("k.py":x:1)')
    assert error.value.span.get_location().line == 2


def test_schedules_take_it_with_its_names() -> None:
    schedule = Schedule(TEXT)
    schedule.split("arg1", 3)
    assert "pad.loop" in str(schedule)


@pytest.mark.parametrize(
    "location",
    [
        *('loc("k.py":1:8)', 'loc("x)"("k \\"(.py":2:4))'),
        'loc(fused["x"("k.py":2:4), callsite("k.py":2:4 at "k.py":1:8)])',
        'loc(callsite("a" at callsite("b" at callsite("c" at callsite("d" at unknown)))))',
        'loc("k.py" // a comment with a )\n :1:8)',
    ],
)
def test_a_location_that_is_repeated_is_the_same(location: str) -> None:
    text = f"func.func private @f() {location}\n"
    module = parse_module(text + text.replace("@f", "@g") + text.replace("@f", "@h"))
    first, *others = (op.location for op in module.body.ops)
    (alone,) = (op.location for op in parse_module(text).body.ops)
    assert [first, *others] == [alone] * 3


def test_a_mistake_in_a_location_is_at_its_place() -> None:
    good, bad = 'func.func private @f() loc("x")\n', 'func.func private @g() loc("x" y)\n'
    with pytest.raises(ParseError) as error:
        parse_module(good + bad)
    assert "2:" in str(error.value) or ":2" in str(error.value)
