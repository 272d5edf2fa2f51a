"""Loops that go from row to row of a buffer carry the place of the row."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from xdsl.dialects import affine, arith
from xdsl.dialects.builtin import ModuleOp

from pad_mlir.dialect.ir.operations import operations_of
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.host.loops.carried_rows import carry_rows
from pad_mlir.runtime import compile

VECTOR = "vector<4xf32>"
PROGRAM = """
func.func @f(%B: {type}, %S: memref<?xf32>, %n: index {{pad.size = [{{of = "B", dim = 1}}]}}) {{
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %c1 = arith.constant 1 : index
  affine.for %p = 0 to 3 {{
    affine.for %o = 0 to 8 step 4 {{
      %s = affine.for %i = {loop} iter_args(%x = %zero) -> (vector<4xf32>) {{
        {body}
        %y = arith.addf %x, %b : vector<4xf32>
        affine.yield %y : vector<4xf32>
      }}
      %t = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%p, %o)
      vector.store %s, %S[%t] : memref<?xf32>, vector<4xf32>
    }}
  }}
  func.return
}}
"""
ANY, FIXED = "memref<3x?x8xf32>", "memref<3x5x8xf32>"
ALL, SOME = "0 to %n", "1 to %n step 2"
LOAD = "%b = vector.load %B[{0}] : {1}, vector<4xf32>"
TWO = """%a = vector.load %B[%p, %i, %o] : memref<3x?x8xf32>, vector<4xf32>
        %c = vector.load %B[%c1, %i, %o] : memref<3x?x8xf32>, vector<4xf32>
        %b = arith.mulf %a, %c : vector<4xf32>"""


def program(type: str, loop: str, body: str) -> str:
    return PROGRAM.format(type=type, loop=loop, body=body.replace("\n", "\n        "))


def carried(module: ModuleOp) -> list[int]:
    """How many values each loop carries, and products that are computed in each."""
    loops = operations_of(module, affine.ForOp)
    return [len(loop.results) for loop in loops]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (program(ANY, ALL, LOAD.format("%p, %i, %o", ANY)), 2),
        (program(ANY, SOME, LOAD.format("%p, %i, %o", ANY)), 2),
        (program(FIXED, ALL, LOAD.format("%p, %i, %o", FIXED)), 2),
        (program(ANY, ALL, TWO), 3),
        # Along a row, in no order that the iterator says, or the same row each time.
        (program(ANY, ALL, LOAD.format("%p, %o, %i", ANY)), 1),
        (program(ANY, ALL, LOAD.format("%p, %c1, %o", ANY)), 1),
        (program(ANY, ALL, LOAD.format("%i, %i, %o", ANY)), 1),
        (program(ANY, "max affine_map<(d0) -> (0, d0 - 3)>(%n) to %n", TWO), 1),
    ],
)
def test_what_is_carried(text: str, values: int) -> None:
    module = parse_module(text)
    carry_rows(module)
    module.verify()
    assert carried(module) == [0, 0, values]
    inside = operations_of(module, affine.ForOp)[-1]
    assert bool(operations_of(inside, arith.AddiOp)) == (values > 1)


@pytest.mark.parametrize("loop", [ALL, SOME])
@pytest.mark.parametrize("rows", [0, 1, 5])
def test_the_sums_are_the_same(loop: str, rows: int) -> None:
    module = parse_module(program(ANY, loop, TWO))
    carry_rows(module)
    given = np.arange(24 * rows, dtype=np.float32).reshape(3, rows, 8)
    sums = np.full(24, np.nan, np.float32)
    run: Any = compile(module)
    run(given, sums)
    first, step = (0, 1) if loop == ALL else (1, 2)
    taken = given[:, first::step]
    assert np.array_equal(sums.reshape(3, 8), (taken * taken[1]).sum(axis=1))
