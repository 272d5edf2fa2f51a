"""What a stage leaves in cells that it writes once or more."""

from __future__ import annotations

from typing import cast

import pytest
from xdsl.dialects import func
from xdsl.dialects.builtin import AnyFloat, FloatAttr

from pad_mlir.analysis.memory.facts import BlockFacts
from pad_mlir.analysis.values.known import Arbitrary, Exactly, Known
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.index.expr import eq, var
from pad_mlir.index.sets.engine import engine


def store(value: str, cell: str = "%i") -> str:
    return f"affine.store %{value}, %B[{cell}] : memref<4xf32>"


def perhaps(line: str) -> str:
    return f"scf.if %c {{\n{line}\n}}"


def held(*lines: str) -> dict[int, str]:
    """What the cells of %B are known to hold after a loop over them with these lines."""
    body = "\n".join(lines)
    (function,) = parse_module(f"""
    func.func @f(%B: memref<4xf32>, %C: memref<4xf32>, %x: f32, %c: i1) {{
      %zero = arith.constant 0.0 : f32
      %again = arith.constant 0.0 : f32
      %minus = arith.constant -0.0 : f32
      %one = arith.constant 1.0 : f32
      %undef = pad.undef : f32
      affine.for %i = 0 to 4 {{
        {body}
      }}
      func.return
    }}""").ops
    assert isinstance(function, func.FuncOp)
    block = function.body.block
    assert block.last_op is not None
    facts = BlockFacts(block).before(function.args[0], block.last_op)
    return {
        cell: _shown(fact.value)
        for cell in range(4)
        for fact in facts
        if engine().set(eq(var("c0"), cell)).is_subset(fact.cells)
    }


def _shown(value: Known) -> str:
    if isinstance(value, Arbitrary):
        return "undef"
    assert isinstance(value, Exactly)
    return str(cast("FloatAttr[AnyFloat]", value.value).value.data)


ZEROS = dict.fromkeys(range(4), "0.0")
COPY = "%v = affine.load %C[%i] : memref<4xf32>\naffine.store %v, %B[%i] : memref<4xf32>"


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        ([store("zero")], ZEROS),
        ([store("zero"), store("again")], ZEROS),
        ([store("undef")], dict.fromkeys(range(4), "undef")),
        # two values, of which nobody looks which comes last
        ([store("zero"), store("one")], {}),
        ([store("zero"), store("minus")], {}),
        ([store("zero"), store("x")], {}),
        ([store("zero"), store("undef")], {}),
        ([store("zero"), COPY], {}),
        # in some cells
        ([store("zero"), store("one", "2")], {0: "0.0", 1: "0.0", 3: "0.0"}),
        ([store("zero"), store("again", "2")], ZEROS),
        ([store("one", "2")], {2: "1.0"}),
        ([store("one", "2"), store("zero", "3")], {2: "1.0", 3: "0.0"}),
        # and perhaps
        ([perhaps(store("zero"))], {}),
        ([store("zero"), perhaps(store("one"))], {}),
        ([store("zero"), perhaps(store("again"))], ZEROS),
        ([store("zero"), perhaps(store("one", "1"))], {0: "0.0", 2: "0.0", 3: "0.0"}),
        # of an unknown value
        ([store("x")], {}),
        ([COPY], {}),
    ],
)
def test_what_a_stage_leaves(lines: list[str], wanted: dict[int, str]) -> None:
    assert held(*lines) == wanted
