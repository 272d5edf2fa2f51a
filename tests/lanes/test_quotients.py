"""Random loops in which several iterations in a row load one element, validated."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.runtime import compile
from pad_mlir.tools.tv import Status, validate

from .vectorized import rewritten

_CPUS = ("x86-64-v4", "x86-64-v3")
_COUNT = 40


def repeating(draw: random.Random) -> str:
    """A loop over a row, whose elements are loaded up to nine times in a row."""
    divisor = draw.choice((2, 3, 3, 4, 5, 6, 7, 9))
    first, extent, step = draw.choice((0, 0, 1, 5)), draw.choice((15, 31, 48, 53, 100)), 1
    factor = draw.choice((1, 1, 1, 1, 2, -1))
    shift, outer = draw.randint(0, 2 * divisor), draw.choice((0, 0, 1, divisor, 2 * divisor))
    if factor < 0:
        shift += first + extent
    if draw.random() < 0.1:
        step = 2
    inside = f"{factor} * %i + {outer} * %r + {shift}"
    rows = 3
    most = max(abs(factor), 1) * (first + extent) + 2 * outer + shift + 1
    size, end = most // divisor + 2, first + extent
    moved = draw.choice(("", "", " + %r", " + 1"))
    load = f"%a = affine.load %A[%r, ({inside}) floordiv {divisor}{moved}]"
    body = f"""
      {load} : memref<{rows}x{size + rows}xi32>
      %b = affine.load %B[%r, %i] : memref<{rows}x{end}xi32>
      %s = arith.addi %a, %b : i32
      affine.store %s, %B[%r, %i] : memref<{rows}x{end}xi32>"""
    if draw.random() < 0.25:
        limit = draw.randint(1, end)
        body = f"affine.if affine_set<(d0) : ({limit} - d0 >= 0)>(%i) {{{body}\n}}"
    return f"""
func.func @f(%A: memref<{rows}x{size + rows}xi32>, %B: memref<{rows}x{end}xi32>) {{
  affine.for %r = 0 to {rows} {{
    affine.for %i = {first} to {end} step {step} {{
      {body}
    }}
  }}
  func.return
}}
"""


@pytest.mark.parametrize("seed", range(_COUNT))
def test_lanes_do_what_the_loop_did(seed: int) -> None:
    text = repeating(random.Random(seed))
    after = rewritten(text, _CPUS[seed % 2])
    verdict = validate(parse_module(text), parse_module(after)).functions[0]
    assert verdict.status is Status.VALID, f"{verdict}\n{text}\n{after}"


@pytest.mark.parametrize("seed", range(0, _COUNT, 8))
def test_code_gives_the_same_numbers(seed: int) -> None:
    text = repeating(random.Random(seed))
    before, after = compile(text), compile(rewritten(text, "x86-64-v3"))
    draw = np.random.default_rng(seed)
    given = [draw.integers(-99, 99, before.logical_shape(name)).astype(np.int32) for name in "AB"]
    results = list[list[list[int]]]()
    for kernel in (before, after):
        arrays = [array.copy() for array in given]
        kernel(*arrays)
        results.append(arrays[1].tolist())
    assert results[0] == results[1]


def test_most_of_them_get_vectors() -> None:
    texts = [rewritten(repeating(random.Random(seed)), _CPUS[0]) for seed in range(_COUNT)]
    assert sum("vector.shuffle" in text for text in texts) >= _COUNT // 4
