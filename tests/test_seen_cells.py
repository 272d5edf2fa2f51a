"""Which cells nothing after a stage looks at, against a walk over what comes after it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from xdsl.dialects import affine, func
from xdsl.ir import Block, Operation, SSAValue

from pad_mlir.analysis.memory.facts import BlockFacts
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.index.expr import eq, var
from pad_mlir.index.sets.cells import cell_names
from pad_mlir.index.sets.engine import engine

TYPE = "memref<4xf32>"
LOAD, STORE = f"%v = affine.load %BUFFER[AT] : {TYPE}", f"affine.store %x, %BUFFER[AT] : {TYPE}"
SOME = "affine.if affine_set<(d0) : (d0 - 7 >= 0)>(%n) {{\n{}\n}}"
PROGRAM = """
func.func private @take(memref<4xf32>)
func.func @f(%ARGUMENT: memref<4xf32>, %TAKEN: memref<4xf32>, %x: f32, %n: index) {
  %OUTSIDE = memref.alloc() : memref<4xf32>
  %GIVEN = memref.alloc() : memref<4xf32>
  affine.for %o = 0 to 3 {
    %INSIDE = memref.alloc() : memref<4xf32>
    %PASSED = memref.alloc() : memref<4xf32>
    LINES
  }
  func.return
}"""
AROUND = ("ARGUMENT", "TAKEN", "OUTSIDE", "GIVEN")
BUFFERS = (*AROUND, "INSIDE", "PASSED")
GIVEN_TO_CALLS = ("TAKEN", "GIVEN", "PASSED")
Step = tuple[str, set[int], set[int], bool]
"""
Lines on %BUFFER; the cells that they write, and those that they read before; whether always, or
only for a large %n.
"""


def steps(rng: random.Random) -> Iterator[Step]:
    for _ in range(6):
        low = rng.randrange(4)
        high = rng.randint(low + 1, 4)
        cells = set(range(low, high))
        at = str(low) if len(cells) == 1 else "%i"
        load, store = LOAD.replace("AT", at), STORE.replace("AT", at)
        line, writes, reads = rng.choice(
            [
                (store, cells, set[int]()),
                (load, set[int](), cells),
                (f"{load}\n{store}", cells, cells),
            ]
        )
        always = rng.random() < 0.6
        line = line if always else SOME.format(line)
        yield f"affine.for %i = {low} to {high} {{\n{line}\n}}", writes, reads, always


def seen_after(rest: list[Step], at_end: set[int]) -> set[int]:
    either = set[int]()
    for is_large in (False, True):
        seen = at_end
        for _, writes, reads, always in reversed(rest):
            if always or is_large:
                seen = (seen - writes) | reads
        either |= seen
    return either


@pytest.mark.parametrize(
    ("name", "in_loop"),
    [(name, in_loop) for name in BUFFERS for in_loop in (False, True) if in_loop or name in AROUND],
)
def test_what_comes_after_sees(name: str, in_loop: bool) -> None:
    """What a loop leaves in a buffer that is not new in each iteration, the next one may see."""
    every = {0, 1, 2, 3}
    for seed in range(8):
        found = [*steps(random.Random(seed))]
        lines = "\n".join(line for line, *_ in found).replace("BUFFER", name)
        if name in GIVEN_TO_CALLS:
            found.append(("", set(), every, True))
            lines += f"\nfunc.call @take(%{name}) : ({TYPE}) -> ()"
        text = PROGRAM.replace("LINES", lines)
        if not in_loop:
            text = PROGRAM.replace("LINES", "").replace("func.return", f"{lines}\nfunc.return")
        block, buffer = place_of(text, name, in_loop)
        facts = BlockFacts(block)
        stages = [op for op in block.ops if isinstance(op, affine.ForOp | func.CallOp)]
        stages = stages[-len(found) :]
        stays = name == "ARGUMENT" or name in GIVEN_TO_CALLS or (in_loop and name == "OUTSIDE")
        for number, stage in enumerate(stages):
            seen = seen_after(found[number + 1 :], every if stays else set[int]())
            assert {c for c in every if not is_dead(facts, buffer, c, stage)} == seen, (
                seed,
                number,
            )


def place_of(text: str, name: str, in_loop: bool) -> tuple[Block, SSAValue]:
    _, function = parse_module(text).ops
    assert isinstance(function, func.FuncOp)
    values = [*function.args, *(value for op in function.walk() for value in op.results)]
    (buffer,) = (value for value in values if value.name_hint == name)
    loop = next(op for op in function.body.block.ops if isinstance(op, affine.ForOp))
    return (loop.body.block if in_loop else function.body.block), buffer


def is_dead(facts: BlockFacts, buffer: SSAValue, cell: int, stage: Operation) -> bool:
    (axis,) = cell_names(1)
    return facts.is_dead_after(buffer, engine().set(eq(var(axis), cell)), stage)
