"""How loops reach rows where LLVM has no strength reduction."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from xdsl.dialects import affine, arith, memref
from xdsl.dialects.builtin import ModuleOp

from pad_mlir.dialect.ir.operations import operations_of
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.host.loops.carried_rows import carry_rows
from pad_mlir.passes.host.loops.flat_buffers import FlatBuffers
from pad_mlir.passes.host.loops.rows_beside import reach_rows_beside
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
    carry_rows(operations_of(module, affine.ForOp), FlatBuffers())
    module.verify()
    assert carried(module) == [0, 0, values]
    inside = operations_of(module, affine.ForOp)[-1]
    assert bool(operations_of(inside, arith.AddiOp)) == (values > 1)


@pytest.mark.parametrize("loop", [ALL, SOME])
@pytest.mark.parametrize("rows", [0, 1, 5])
def test_the_sums_are_the_same(loop: str, rows: int) -> None:
    module = parse_module(program(ANY, loop, TWO))
    carry_rows(operations_of(module, affine.ForOp), FlatBuffers())
    given = np.arange(24 * rows, dtype=np.float32).reshape(3, rows, 8)
    sums = np.full(24, np.nan, np.float32)
    run: Any = compile(module)
    run(given, sums)
    first, step = (0, 1) if loop == ALL else (1, 2)
    taken = given[:, first::step]
    assert np.array_equal(sums.reshape(3, 8), (taken * taken[1]).sum(axis=1))


BESIDE = """
func.func @f(%A: {type}, %S: memref<?x8xf32>, %m: index {{pad.size = [{{of = "S", dim = 0}}]}},
    %n: index {{pad.size = [{{of = "A", dim = 2}}]}}) {{
  %zero = arith.constant 0.0 : f32
  affine.for %p = 0 to %m {{
    affine.for %q = 0 to 8 {{
      %s = affine.for %i = 0 to %n iter_args(%x = %zero) -> (f32) {{
        {loads}
        %y = arith.addf %x, %b : f32
        %z = arith.addf %y, %c : f32
        affine.yield %z : f32
      }}
      affine.store %s, %S[%p, %q] : memref<?x8xf32>
    }}
  }}
  func.return
}}
"""
ROWS, ONE_SIZE = "memref<?x10x?xf32>", "memref<7x10x?xf32>"


def beside(first: str, second: str, type: str = ROWS) -> str:
    loads = [
        f"%{name} = affine.load %A[{at}] : {type}"
        for name, at in zip("bc", (first, second), strict=True)
    ]
    return BESIDE.format(type=type, loads="\n        ".join(loads))


@pytest.mark.parametrize(
    ("text", "views"),
    [
        (beside("%p, %q, %i", "%p, %q + 2, %i"), 1),
        (beside("%p + 1, %q + 2, %i", "%p, %q + 1, 0"), 1),
        (beside("0, 1, %i", "1, 1, %i"), 1),
        (beside("%p, %q, %i", "%p, %q + 2, %i", ONE_SIZE), 1),
        # A row that the iterator says, and rows that are not as far apart each time.
        (beside("%p, %i mod 8, 0", "%p, %i mod 8 + 1, 0"), 0),
        (beside("%p, %q, %i", "%p, %q floordiv 2, %i"), 0),
    ],
)
def test_rows_side_by_side(text: str, views: int) -> None:
    module = parse_module(text)
    expected = parse_module(text)
    reach_rows_beside(operations_of(module, affine.ForOp), FlatBuffers())
    module.verify()
    assert len(operations_of(module, memref.ReinterpretCastOp)) == views
    assert len(operations_of(module, memref.LoadOp)) == 2 * views
    given = np.arange(210, dtype=np.float32).reshape(7, 10, 3)
    sums = [np.full((6, 8), np.nan, np.float32) for _ in range(2)]
    for program_, result in zip((module, expected), sums, strict=True):
        run: Any = compile(program_)
        run(given, result)
    assert np.array_equal(*sums)
