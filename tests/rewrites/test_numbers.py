"""Rewritten functions compute what they did, run on the host."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.runtime import compile

from .test_random_rewrites import rewritten

pytest.importorskip("mlir")

LIT = Path(__file__).parents[2] / "lit_tests" / "passes"

PRODUCER = """
func.func @f(%A: memref<4x4xf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %step = arith.constant 1.5 : f32
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %a = affine.load %A[%io, %ii] : memref<4x4xf32>
        %b = arith.addf %a, %step : f32
        affine.store %b, %A[%io, %ii] : memref<4x4xf32>
      }
    }
  } {pad.stage = "compute"}
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>(%io, %ii) {
        affine.store %zero, %A[%io, %ii] : memref<4x4xf32>
      }
    }
  } {pad.stage = "A_padding"}
  affine.store %zero, %B[0] : memref<1xf32>
  %sum = affine.for %io = 0 to 4 iter_args(%outer = %zero) -> (f32) {
    %row = affine.for %ii = 0 to 4 iter_args(%inner = %outer) -> (f32) {
      %a = affine.load %A[%io, %ii] : memref<4x4xf32>
      %s = arith.addf %inner, %a : f32
      affine.yield %s : f32
    }
    affine.yield %row : f32
  } {pad.stage = "sum"}
  affine.store %sum, %B[0] : memref<1xf32>
  func.return
}
"""


def first_function(file: str, name: str) -> str:
    parts = (LIT / file).read_text().split("// -----")
    return next(part for part in parts if f"func.func @{name}(" in part)


@dataclass(frozen=True)
class Case:
    """A function, what to do with it, and what it takes."""

    text: str
    pipeline: str
    shapes: tuple[tuple[int, ...], ...]
    scalars: tuple[float, ...] = ()


CONV = first_function("pad-remove-overcompute-through-branching.mlir", "conv")
CARRIED = first_function("pad-merge-adjacent-loops.mlir", "carried")
TILE = ((4, 4), (1,))
CASES = {
    "merged": Case(
        PRODUCER, "pad-merge-adjacent-loops{stages=compute,A_padding},pad-simplify", TILE
    ),
    "guarded": Case(PRODUCER, "pad-remove-overcompute-through-branching{stage=sum}", TILE),
    "no-op": Case(PRODUCER, "pad-simplify,pad-remove-no-op", TILE),
    "conv": Case(
        CONV,
        "pad-remove-overcompute-through-branching{stage=compute}",
        ((5, 4), (3,), (4, 4)),
    ),
    "carried": Case(CARRIED, "pad-merge-adjacent-loops", ((16,), (1,)), (1.5, -2.0)),
}


def results(text: str, case: Case) -> list[Any]:
    rng = np.random.default_rng(0)
    arrays = [rng.standard_normal(shape).astype(np.float32) for shape in case.shapes]
    returned = compile(text, packed=True)(*arrays, *case.scalars)
    return [*arrays, returned]


@pytest.mark.parametrize("name", CASES)
def test_computes_the_same(name: str) -> None:
    case = CASES[name]
    after = rewritten(case.text, case.pipeline)
    assert not parse_module(after).is_structurally_equivalent(parse_module(case.text))
    for old, new in zip(results(case.text, case), results(after, case), strict=True):
        np.testing.assert_array_equal(old, new)
