"""Which of LLVM's pipelines makes the code of a module."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pad_mlir.dialect.text import parse_module
from pad_mlir.passes.host.llvm_passes import llvm_passes, pipelines
from pad_mlir.upstream.llvm_pipelines import (
    OPTIMISATION,
    UNROLLED,
    WITHOUT_COPIES,
    WITHOUT_LOOPS,
    WITHOUT_VECTORS,
    Pipelines,
)

VECTOR = "vector<8xf32>"
NAMES = [f"%s{k}" for k in range(8)]
SCALAR = """
affine.for %i = 0 to %n {
  affine.store %one, %B[%i] : memref<?xf32>
}
"""
MIXED = """
affine.for %i = 0 to %n {{
  %v = vector.load %A[%i, %zero_index] : memref<?x?xf32>, vector<8xf32>
  {}
  vector.store %s, %A[%zero_index, %i] : memref<?x?xf32>, vector<8xf32>
  {}
}}
"""
CARRIED = """
%q = affine.for %i = 0 to %n iter_args(%v = %zero) -> (vector<8xf32>) {{
  {}
  affine.yield %s : vector<8xf32>
}}
"""
CALL = "func.call @{} : () -> ()"


def reduction(carried: int, place: str) -> str:
    """A loop over the columns of a row that carries so many vectors, and stores the first."""
    names = NAMES[:carried]
    arguments = ", ".join(f"%c{k} = %zero" for k in range(carried))
    types = ", ".join([VECTOR] * carried)
    sums = "\n".join(f"%t{k} = arith.addf %v, %c{k} : {VECTOR}" for k in range(carried))
    yielded = ", ".join(f"%t{k}" for k in range(carried))
    return f"""
{", ".join(names)} = affine.for %k = 0 to %n iter_args({arguments}) -> ({types}) {{
  %v = vector.load %A[{place}, %k] : memref<?x?xf32>, {VECTOR}
  {sums}
  affine.yield {yielded} : {types}
}}
vector.store %s0, %A[{place}, %zero_index] : memref<?x?xf32>, {VECTOR}
"""


def sums(count: int) -> str:
    """So many sums of vectors, each of the one before."""
    names = ["%v", *(f"%e{k}" for k in range(count - 1)), "%s"]
    return "\n".join(f"{b} = arith.addf {a}, {a} : {VECTOR}" for a, b in pairwise(names))


def chain(length: int, more: str = "") -> str:
    """A loop of so many operations on vectors, and something more."""
    return MIXED.format(sums(length - 2), more)


def program(carried: int, more: str = "", rest: bool = True) -> str:
    """Rows in groups of 8, what is left of them if there is a rest, and something more."""
    left = f"""
affine.for %w = max affine_map<(d0) -> (0, (d0 floordiv 8) * 8)>(%m) to %m {{
  {reduction(1, "%w")}
}}"""
    return f"""
func.func private @outside()
func.func private @here() {{
  func.return
}}
func.func @f(%A: memref<?x?xf32>, %B: memref<?xf32>, %m: index, %n: index) {{
  %zero = arith.constant dense<0.0> : {VECTOR}
  %one = arith.constant 1.0 : f32
  %three = arith.constant 3 : i32
  %zero_index = arith.constant 0 : index
  affine.for %w = 0 to affine_map<(d0) -> ((d0 floordiv 8) * 8)>(%m) step 8 {{
    {reduction(carried, "%w")}
  }}
  {left if rest else ""}
  {more}
  func.return
}}
"""


def window(taps: int, value: str, type: str) -> str:
    """Rows in a loop, of which each stores the sum of so many vectors and then a value."""
    return f"""
func.func @f(%A: memref<?x?xf32>, %C: memref<?x{type}>, %m: index) {{
  %zero = arith.constant dense<0.0> : {VECTOR}
  %one = arith.constant 1.0 : f32
  %zero_index = arith.constant 0 : index
  affine.for %w = 0 to %m {{
    %s = affine.for %k = 0 to {taps} iter_args(%c = %zero) -> ({VECTOR}) {{
      %v = vector.load %A[%w, %k] : memref<?x?xf32>, {VECTOR}
      %t = arith.addf %v, %c : {VECTOR}
      affine.yield %t : {VECTOR}
    }}
    vector.store %s, %A[%w, %zero_index] : memref<?x?xf32>, {VECTOR}
    affine.store {value}, %C[%w] : memref<?x{type}>
  }}
  func.return
}}
"""


@pytest.mark.parametrize(
    ("text", "passes"),
    [
        (program(8), WITHOUT_LOOPS),
        (program(8, SCALAR), WITHOUT_COPIES),
        (program(8, chain(26)), WITHOUT_LOOPS),
        (program(8, chain(25)), UNROLLED),
        (program(8, chain(26, "affine.store %one, %B[%i] : memref<?xf32>")), WITHOUT_COPIES),
        (program(8, chain(26).replace("to %n", "to 40")), WITHOUT_COPIES),
        (program(8, CALL.format("outside()")), WITHOUT_LOOPS),
        (program(8, CALL.format("here()")), WITHOUT_COPIES),
        (program(8, "%p = math.fpowi %one, %three : f32, i32"), WITHOUT_COPIES),
        (program(8, "%p = math.ipowi %three, %three : i32"), WITHOUT_COPIES),
        (program(3), UNROLLED),
        (program(4), WITHOUT_LOOPS),
        (program(4, rest=False), WITHOUT_LOOPS),
        (program(3, rest=False), UNROLLED),
        (program(4, SCALAR, rest=False), OPTIMISATION),
        (program(4, CARRIED.format(sums(26)), rest=False), WITHOUT_LOOPS),
        (program(4, CARRIED.format(sums(25)), rest=False), UNROLLED),
        (window(9, "%s", VECTOR), WITHOUT_VECTORS),
        (window(3, "%s", VECTOR), OPTIMISATION),
        (window(9, "%one", "f32"), OPTIMISATION),
        (window(300, "%s", VECTOR), OPTIMISATION),
    ],
    ids=[
        "tiles",
        "a loop for LLVM's vectors",
        "a long loop",
        "a shorter loop",
        "a long loop that LLVM makes vectors of",
        "a long loop to write out",
        "a call",
        "a call to write out",
        "a power that becomes a function",
        "a power of integers",
        "a loop to unroll",
        "few results",
        "no rest",
        "no rest, and a loop to unroll",
        "no rest, and a loop for LLVM's vectors",
        "a long sum",
        "a shorter sum",
        "a window",
        "a small window",
        "numbers",
        "a long window",
    ],
)
def test_few_passes_run_where_there_is_nothing_else_to_do(text: str, passes: str):
    assert llvm_passes(parse_module(text)) == passes


COPY = """
func.func @copy(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  func.return
}
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (program(8), Pipelines(WITHOUT_LOOPS)),
        (program(8) + COPY, Pipelines(WITHOUT_COPIES, {"f": WITHOUT_LOOPS})),
        (window(9, "%s", VECTOR) + COPY, Pipelines(OPTIMISATION, {"f": WITHOUT_VECTORS})),
        (program(1) + COPY, Pipelines(WITHOUT_COPIES, {"f": UNROLLED})),
        (COPY, Pipelines(OPTIMISATION)),
    ],
    ids=[
        "alone",
        "tiles and a copy",
        "a window and a copy",
        "loops to unroll and a copy",
        "a copy",
    ],
)
def test_functions_have_few_passes_beside_others(text: str, expected: Pipelines):
    assert pipelines(parse_module(text)) == expected
