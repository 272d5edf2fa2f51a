"""What a store by one name of a buffer leaves in the cells of others, lowest bits first."""

from __future__ import annotations

from typing import cast

import pytest
from xdsl.dialects import func
from xdsl.dialects.builtin import AnyFloat, FloatAttr, IntegerAttr

from pad_mlir.analysis.memory.facts import BlockFacts
from pad_mlir.analysis.values.known import Arbitrary, Exactly, Known
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.index.expr import eq, var
from pad_mlir.index.sets.engine import engine

TYPES = {"Q": "2xi64", "I": "4xi32", "F": "4xf32", "H": "8xi16", "B": "16xi8"}
VIEWS = "\n".join(
    f"%{name} = memref.view %B[%zero][] : memref<16xi8> to memref<{type}>"
    for name, type in TYPES.items()
    if name != "B"
)
UNDEF = "undef"


def store(name: str, cell: str, value: int | str) -> str:
    element = TYPES[name].partition("x")[2]
    made = f"pad.undef : {element}" if value == UNDEF else f"arith.constant {value} : {element}"
    return f"%v = {made}\naffine.store %v, %{name}[{cell}] : memref<{TYPES[name]}>"


def held(name: str, *stores: str) -> dict[int, float | str]:
    """What the cells of a buffer are known to hold in the end."""
    body = "\n".join(line.replace("%v", f"%v{k}") for k, line in enumerate(stores))
    (function,) = parse_module(f"""
    func.func @f(%n: index) {{
      %zero = arith.constant 0 : index
      %B = memref.alloc() : memref<16xi8>
      {VIEWS}
      {body}
      func.return
    }}""").ops
    assert isinstance(function, func.FuncOp)
    block = function.body.block
    buffer = next(v for op in block.ops for v in op.results if v.name_hint == name)
    assert block.last_op is not None
    facts = BlockFacts(block).before(buffer, block.last_op)
    count = int(TYPES[name].partition("x")[0])
    return {
        cell: _shown(fact.value)
        for cell in range(count)
        for fact in facts
        if engine().set(eq(var("c0"), cell)).is_subset(fact.cells)
    }


def _shown(value: Known) -> float | str:
    if isinstance(value, Arbitrary):
        return UNDEF
    assert isinstance(value, Exactly)
    return cast("IntegerAttr | FloatAttr[AnyFloat]", value.value).value.data


BYTES = 1 + (2 << 8) + (3 << 16) + (4 << 24)


@pytest.mark.parametrize(
    ("name", "stores", "wanted"),
    [
        ("I", [store("I", "1", 7)], {1: 7}),
        # one value has two, four or eight parts
        ("H", [store("I", "1", (1 << 16) + 2)], {2: 2, 3: 1}),
        ("B", [store("I", "1", BYTES)], {4: 1, 5: 2, 6: 3, 7: 4}),
        ("I", [store("Q", "1", (5 << 32) + 6)], {2: 6, 3: 5}),
        ("B", [store("Q", "0", BYTES)], {0: 1, 1: 2, 2: 3, 3: 4, 4: 0, 5: 0, 6: 0, 7: 0}),
        ("H", [store("I", "1", -1)], {2: -1, 3: -1}),
        ("H", [store("F", "0", "1.0")], {0: 0, 1: 0x3F80}),
        # and is one of another type
        ("F", [store("I", "2", 0x3F800000)], {2: 1.0}),
        ("I", [store("F", "2", "1.0")], {2: 0x3F800000}),
        # parts make a whole, if all of them are known
        ("I", [store("H", "2", 2), store("H", "3", 1)], {1: (1 << 16) + 2}),
        ("I", [store("H", "3", 1), store("H", "4", 1)], {}),
        ("I", [store("H", "2", 2)], {}),
        ("I", [store("B", str(4 + k), k + 1) for k in range(4)], {1: BYTES}),
        ("I", [store("B", str(5 + k), k + 1) for k in range(3)], {}),
        ("F", [store("H", "0", 0), store("H", "1", 0x3F80)], {0: 1.0}),
        # of undef
        ("H", [store("I", "1", UNDEF)], {2: UNDEF, 3: UNDEF}),
        ("I", [store("H", "2", UNDEF), store("H", "3", UNDEF)], {1: UNDEF}),
        ("I", [store("H", "2", UNDEF), store("H", "3", 1)], {}),
        # the last one counts
        ("H", [store("I", "1", 0), store("H", "3", 9)], {2: 0, 3: 9}),
        ("I", [store("I", "1", 0), store("H", "3", 9)], {1: 9 << 16}),
        ("I", [store("H", "2", 2), store("H", "3", 1), store("B", "0", 1)], {1: (1 << 16) + 2}),
        ("I", [store("I", "1", 0), store("Q", "0", 0)], {0: 0, 1: 0}),
        # in a cell that is not known
        ("H", [store("I", "symbol(%n)", 0)], {}),
    ],
)
def test_parts(name: str, stores: list[str], wanted: dict[int, float | str]) -> None:
    assert held(name, *stores) == wanted
