"""
Guards with else arms over cells that are copies of others, while the stage writes around them.

`PAD_COPIES_EXAMPLES` says how many random programs, `PAD_COPIES_SEED` is the first one's seed.
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest
from xdsl.context import Context
from xdsl.dialects import affine, func
from xdsl.dialects.builtin import ModuleOp

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pad_remove_branching_through_overcompute import (
    PadRemoveBranchingThroughOvercompute,
)

from .evaluator import Buffer, Evaluator

EXAMPLES = int(os.environ.get("PAD_COPIES_EXAMPLES", "150"))
FIRST_SEED = int(os.environ.get("PAD_COPIES_SEED", "0"))
CELLS, ITERATIONS = 16, 8


def program(seed: int) -> str:
    """A[4..7] are copies of four other cells; the stage reads those where its guard holds not."""
    rng = random.Random(seed)

    def index() -> str:
        low = rng.randint(0, CELLS - ITERATIONS)
        return rng.choice((f"%i + {low}", f"{low + ITERATIONS - 1} - %i"))

    start = rng.choice((0, 8, 12))
    source, read = (
        (f"%i + {start}", f"%i + {start - 4}")
        if rng.random() < 0.7
        else (f"{start + 3} - %i", f"{start + 7} - %i")
    )
    stores = [f"affine.store %x, %A[{index()}] : memref<16xi32>" for _ in range(rng.randint(0, 2))]
    split = rng.randint(0, len(stores))
    over = rng.random() < 0.7
    return f"""
func.func @f(%A: memref<16xi32>, %B: memref<8xi32>) {{
  %x = arith.constant 1000 : i32
  affine.for %i = 0 to 4 {{
    %v = affine.load %A[{source}] : memref<16xi32>
    affine.store %v, %A[%i + 4] : memref<16xi32>
  }} {{pad.stage = "wrap"}}
  affine.for %i = 0 to 8 {{
    affine.if affine_set<(d0) : (3 - d0 >= 0)>(%i) {{
      {" ".join(stores[:split])}
      %a = affine.load %A[%i] : memref<16xi32>
      affine.store %a, %B[%i] : memref<8xi32>
      {" ".join(stores[split:])}
    }} else {{
      %a = affine.load %A[{read}] : memref<16xi32>
      affine.store %a, %B[%i] : memref<8xi32>
    }}
  }} {{pad.stage = "compute"}}
  affine.for %i = 4 to {8 if over else 4} {{
    affine.store %x, %A[%i] : memref<16xi32>
  }} {{pad.stage = "over"}}
  affine.for %i = {rng.choice((0, 8))} to {16 if over else 8} {{
    affine.store %x, %A[%i] : memref<16xi32>
  }} {{pad.stage = "over_more"}}
  func.return
}}"""


def run(module: ModuleOp) -> list[Any]:
    """All cells of A and B after a run, each of which began with a number of its own."""
    function = next(op for op in module.walk() if isinstance(op, func.FuncOp))
    sizes = (CELLS, ITERATIONS)
    buffers = [Buffer({(k,): 100 * n + k for k in range(size)}) for n, size in enumerate(sizes)]
    Evaluator(None).run(function, buffers)
    return [[*buffer.cells.items()] for buffer in buffers]


def without_guard(text: str) -> ModuleOp:
    """The program after branch removal, of any waste."""
    module = parse_module(text)
    step = PadRemoveBranchingThroughOvercompute(stage="compute", max_waste="inf")
    with collect_remarks():
        step.apply(Context(), module)
    return module


@pytest.mark.parametrize("first", range(FIRST_SEED, FIRST_SEED + EXAMPLES, 50))
def test_programs_without_guards_do_the_same(first: int) -> None:
    for seed in range(first, min(first + 50, FIRST_SEED + EXAMPLES)):
        text = program(seed)
        after = without_guard(text)
        assert run(after) == run(parse_module(text)), f"seed {seed}\n{text}\n{after}"


def test_guards_go_and_stay() -> None:
    """Else the test above shows little."""
    left = [
        any(isinstance(op, affine.IfOp) for op in without_guard(program(seed)).walk())
        for seed in range(60)
    ]
    assert 10 <= sum(left) <= 50
