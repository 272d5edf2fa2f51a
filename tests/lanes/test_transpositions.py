"""Random transpositions, whose blocks of rows go together where lines would be gone, validated."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.runtime import compile
from pad_mlir.tools.tv import Status, validate

from .vectorized import rewritten

_SMALL_CACHE = "znver4:l1=1"
"""Half vectors, and a cache of 16 lines."""
_CPUS = (_SMALL_CACHE, _SMALL_CACHE, "znver4", "x86-64-v4:l1=1", "x86-64-v3:l1=1")
_COUNT = 30


def moving(draw: random.Random) -> str:
    """Cells of rows that become columns, changed or not, of one matrix or of several."""
    type = draw.choice(("i32", "i32", "i64", "i16"))
    rows, columns = draw.choice((5, 13, 16, 19, 32, 37)), draw.choice((3, 8, 17, 20, 33))
    first, batch = draw.choice((0, 0, 1)), draw.choice((None, None, 2))
    last = columns - draw.choice((0, 0, 1))
    source, target = f"{rows + 2}x{columns}x{type}", f"{columns}x{rows + 2}x{type}"
    place = "%j, %i" if draw.random() < 0.7 else "%j + 1, %i"
    to = "%i, %j"
    if batch is not None:
        source, target = f"{batch}x{source}", f"{batch}x{target}"
        place, to = f"%b, {place}", f"%b, {to}"
    new, change = "%a", ""
    if draw.random() < 0.4:
        new, change = "%c", f"%c = arith.addi %a, %a : {type}"
    if draw.random() < 0.3:
        new = "%s"
        change += f"""
        %o = affine.load %B[{to}] : memref<{target}>
        %s = arith.addi %{"c" if change else "a"}, %o : {type}"""
    loops = [f"affine.for %i = {first} to {last} {{", f"affine.for %j = {first} to {rows} {{"]
    draw.shuffle(loops)
    if batch is not None:
        loops.insert(0, f"affine.for %b = 0 to {batch} {{")
    opened = "\n".join(loops)
    return f"""
func.func @f(%A: memref<{source}>, %B: memref<{target}>) {{
  {opened}
        %a = affine.load %A[{place}] : memref<{source}>
        {change}
        affine.store {new}, %B[{to}] : memref<{target}>
  {"}" * len(loops)}
  func.return
}}
"""


@pytest.mark.parametrize("seed", range(_COUNT))
def test_vectors_do_what_the_loops_did(seed: int) -> None:
    text = moving(random.Random(seed))
    after = rewritten(text, _CPUS[seed % len(_CPUS)])
    verdict = validate(parse_module(text), parse_module(after)).functions[0]
    assert verdict.status is Status.VALID, f"{verdict}\n{text}\n{after}"


@pytest.mark.parametrize("seed", range(0, _COUNT, 5))
def test_code_gives_the_same_numbers(seed: int) -> None:
    text = moving(random.Random(seed))
    before, after = compile(text), compile(rewritten(text, _SMALL_CACHE))
    draw, types = np.random.default_rng(seed), {"i16": np.int16, "i32": np.int32, "i64": np.int64}
    type = next(types[name] for name in types if f"x{name}>" in text)
    given = [draw.integers(-99, 99, before.logical_shape(name)).astype(type) for name in "AB"]
    results = list[list[object]]()
    for kernel in (before, after):
        arrays = [array.copy() for array in given]
        kernel(*arrays)
        results.append(arrays[1].tolist())
    assert results[0] == results[1]


def test_blocks_go_together_in_some() -> None:
    texts = [moving(random.Random(seed)) for seed in range(_COUNT)]
    pairs = [(rewritten(text, _SMALL_CACHE), rewritten(text, "znver4")) for text in texts]
    assert sum(small != large for small, large in pairs) >= _COUNT // 6
