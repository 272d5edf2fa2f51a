"""Threads that do the same, and other, things at once give what one after another gives."""

from __future__ import annotations

import sys
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Barrier

import numpy as np
import pytest

from pad_mlir.dialect.repairs import new_context, parse_module, print_module
from pad_mlir.index.expr import Expr, var
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.schedule import Schedule

from ..kept_contracts.programs import random_program
from .commands import SUITE

THREADS = 4
_PIPELINE = (
    "pad-apply-layouts,pad-simplify,pad-remove-no-op,pad-merge-adjacent-loops,"
    "pad-remove-branching-through-overcompute{max-waste=inf},pad-partition-loops,pad-simplify"
)
_ROWS = """
func.func @rows(%A: memref<SIZExf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %B[0] : memref<1xf32>
  affine.for %i = 0 to SIZE {
    %s = affine.load %B[0] : memref<1xf32>
    %a = affine.load %A[%i] : memref<SIZExf32>
    %t = arith.addf %s, %a : f32
    affine.store %t, %B[0] : memref<1xf32>
  } {pad.stage = "compute"}
  func.return
}"""


@pytest.fixture(autouse=True)
def often() -> Generator[None]:
    """Threads take turns a thousand times as often."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(5e-6)
    yield
    sys.setswitchinterval(before)


def _lowered(text: str) -> tuple[str, list[str]]:
    module = parse_module(text)
    with collect_remarks() as remarks:
        for step in parse_pipeline(_PIPELINE, ALL_PASSES):
            step.apply(new_context(), module)
    return print_module(module), list(map(str, remarks))


def _scheduled(size: int) -> tuple[str, float]:
    s = Schedule(_ROWS.replace("SIZE", str(size)), "rows")
    s.transform_layout("A", lambda i: (i // 4, i % 4), pad_value=0.0)
    s.sequential_buffer_access("compute", "A")
    s.remove_branching_through_overcompute("compute")
    out = np.zeros(1, np.float32)
    s.compile()(np.arange(size, dtype=np.float32), out)
    return str(s), float(out[0])


def test_passes_in_threads() -> None:
    texts = [random_program(Random(seed)) for seed in range(900, 904)]
    texts.append((SUITE / "pad-simplify.mlir").read_text())
    start = Barrier(THREADS)

    def run(thread: int) -> dict[int, tuple[str, list[str]]]:
        order = list(range(len(texts)))
        # Half of the threads do the same at once.
        Random(thread // 2).shuffle(order)
        start.wait()
        return {number: _lowered(texts[number]) for number in order}

    with ThreadPoolExecutor(THREADS) as pool:
        found = list(pool.map(run, range(THREADS)))
    wanted = {number: _lowered(text) for number, text in enumerate(texts)}
    assert all(one == wanted for one in found)


def test_schedules_and_compiles_in_threads() -> None:
    pytest.importorskip("mlir", reason="needs the MLIR wheels (extra mlir)")
    sizes = [14, 14, 13, 17]
    with ThreadPoolExecutor(THREADS) as pool:
        found = list(pool.map(_scheduled, sizes))
    assert found == list(map(_scheduled, sizes))
    assert [total for _, total in found] == [size * (size - 1) / 2 for size in sizes]


def test_equal_expressions_of_threads_are_one() -> None:
    start = Barrier(THREADS)

    def make(_: int) -> list[Expr]:
        start.wait()
        made, last = list[Expr](), var("i")
        for k in range(3000):
            last = (var("i") + 10**7 * (k + 1)) // 5 % 3  # gone at the next, and made by others now
            made.append((var("i") + 10**8 * (k + 1)) // 5)
        assert last.op == "%"
        return made

    with ThreadPoolExecutor(THREADS) as pool:
        found = list(pool.map(make, range(THREADS)))
    for same in zip(*found, strict=True):
        assert len(set(map(id, same))) == 1
