"""Stores that nobody sees, in a block of a function of one block or more."""

from __future__ import annotations

import pytest
from xdsl.dialects import func

from pad_mlir.analysis.memory.dead_stores import dead_stores
from pad_mlir.analysis.memory.facts import BlockFacts
from pad_mlir.dialect.ir.memory_access import is_store
from pad_mlir.dialect.repairs import parse_module

LOOP = "affine.for %i = 0 to 4 {{\n{}\n}}"
READ = "%l = affine.load %L[{0}] : memref<4xf32>\naffine.store %l, %A[0] : memref<4xf32>"
STORE = "affine.store %{0}, %L[{1}] : memref<4xf32>"


def dead(*lines: str) -> list[int]:
    """The numbers of the dead stores to %L in the first block, in the order of the program."""
    body = "\n".join(lines)
    (function,) = parse_module(f"""
    func.func @f(%A: memref<4xf32>, %x: f32, %y: f32, %c: i1) {{
      %L = memref.alloc() : memref<4xf32>
      {body}
      func.return
    }}""").ops
    assert isinstance(function, func.FuncOp)
    block = function.body.blocks[0]
    facts = BlockFacts(block)
    found = {store for op in block.ops for store in dead_stores(op, facts)}
    stores = [op for op in block.walk() if is_store(op)]
    ours = [op for op in stores if op.operands[1].name_hint == "L"]
    return [number for number, store in enumerate(ours) if store in found]


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        ([STORE.format("x", 0)], [0]),
        ([STORE.format("x", 0), READ.format(0)], []),
        ([STORE.format("x", 0), READ.format(1)], [0]),
        ([STORE.format("x", 0), STORE.format("y", 0), READ.format(0)], [0]),
        ([STORE.format("x", 0), STORE.format("y", 1), READ.format(0)], [1]),
        ([READ.format(0), STORE.format("x", 0)], [0]),
        ([LOOP.format(STORE.format("x", "%i")), READ.format(3)], []),
        # each iteration overwrites what the one before stored
        ([LOOP.format(STORE.format("x", 0)), READ.format(0)], []),
        ([LOOP.format(f"{STORE.format('x', 0)}\n{STORE.format('y', 0)}"), READ.format(0)], [0]),
        ([LOOP.format(f"{READ.format(0)}\n{STORE.format('x', 0)}")], []),
        ([LOOP.format(f"{STORE.format('x', 0)}\n{READ.format(0)}")], []),
        ([LOOP.format(f"{READ.format('%i')}\n{STORE.format('x', '%i')}")], [0]),
        # where it is not sure that it is overwritten
        (
            [STORE.format("x", 0), f"scf.if %c {{\n{STORE.format('y', 0)}\n}}", READ.format(0)],
            [],
        ),
        # another block may read it, at any time for all that is known
        ([STORE.format("x", 0), "cf.br ^next\n^next:", READ.format(0)], []),
        (
            [STORE.format("x", 0), STORE.format("y", 0), "cf.br ^next\n^next:", READ.format(0)],
            [],
        ),
        (
            [
                "cf.br ^next\n^next:",
                READ.format(0),
            ],
            [],
        ),
        # a loop of blocks
        (
            [
                STORE.format("x", 0),
                "cf.br ^again\n^again:",
                READ.format(0),
                "cf.cond_br %c, ^again, ^end\n^end:",
            ],
            [],
        ),
    ],
)
def test_dead_stores(lines: list[str], wanted: list[int]) -> None:
    assert dead(*lines) == wanted
