"""
The sizes that a function refuses in a call do not change when its loops are vectorized.

`PAD_SIZES_EXAMPLES` says how many random programs are looked at, `PAD_SIZES_SEED` is the first
one's seed.
"""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from xdsl.dialects import func

from pad_mlir.dialect.ir.operations import operations_of
from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.runtime import KernelError, compile
from pad_mlir.runtime.size_checks import SizeCheck, size_checks
from pad_mlir.tools.driver.compilation import Compilation

from .size_programs import Program

EXAMPLES = int(os.environ.get("PAD_SIZES_EXAMPLES", "60"))
FIRST_SEED = int(os.environ.get("PAD_SIZES_SEED", "0"))
_CHUNK = 20
_CANARY, _FENCE = 777.0, 64
_DIMS = ("dim(x, 0)", "dim(A, 0)", "dim(A, 1)", "dim(y, 0)")


def rewritten(text: str, pipeline: str) -> str:
    with collect_remarks():
        passes = parse_pipeline(pipeline, ALL_PASSES)
        return Compilation(new_context(), passes, "test").run(text)


def checks_of(text: str) -> tuple[tuple[SizeCheck, ...], list[str]]:
    with collect_remarks() as remarks:
        checks = size_checks(operations_of(parse_module(text), func.FuncOp)[0])
    return checks, [r.id for r in remarks]


def refused(checks: tuple[SizeCheck, ...], sizes: dict[str, int]) -> bool:
    return not all(check.condition.evaluate(sizes) for check in checks)


def difference(seed: int) -> str | None:
    program = Program.of(seed)
    after = rewritten(program.text, program.pipeline)
    (before, untested), (now, untested_now) = checks_of(program.text), checks_of(after)
    shown = f"seed {seed}, {program.pipeline}\n{program.text}\n{after}"
    if untested or untested_now:
        return f"not tested: {untested}, {untested_now}; {shown}"
    random = Random(seed)
    for n, m in product((0, 1, 2, 7, 8, 9, 15, 16, 17), (0, 1, 5, 8, 16, 19)):
        for _ in range(12):
            sizes = {"n": n, "m": m, **{name: random.randrange(40) for name in _DIMS}}
            if refused(before, sizes) != refused(now, sizes):
                return f"refused {refused(now, sizes)} now at {sizes}; {shown}"
    return None


@pytest.mark.parametrize("first", range(FIRST_SEED, FIRST_SEED + EXAMPLES, _CHUNK))
def test_vectors_are_refused_the_same_sizes(first: int):
    last = min(first + _CHUNK, FIRST_SEED + EXAMPLES)
    wrong = [found for seed in range(first, last) if (found := difference(seed)) is not None]
    assert not wrong, "\n\n".join(wrong)


@pytest.mark.parametrize("seed", [794077])
def test_programs_that_were_wrong_once(seed: int):
    assert difference(seed) is None


def test_many_programs_get_vectors():
    programs = map(Program.of, range(40))
    assert sum("vector<" in rewritten(p.text, p.pipeline) for p in programs) > 6


def fenced(*shape: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """An array, and the memory that it lies in with cells around it."""
    count = int(np.prod(shape))
    memory = np.full(count + 2 * _FENCE, _CANARY)
    array = memory[_FENCE : _FENCE + count].reshape(shape)
    array[...] = 1.0
    return array, memory


@pytest.mark.parametrize("seed", [3, 5, 9, 12, 15])
def test_what_runs_stays_in_its_arrays(seed: int):
    program = Program.of(seed)
    kernel = compile(rewritten(program.text, program.pipeline))
    random, ran = Random(seed), 0
    for _ in range(60):
        n, m, *dims = (random.randrange(k) for k in (20, 8, 60, 30, 30, 40))
        arrays = [fenced(dims[0]), fenced(dims[1], dims[2]), fenced(dims[3])]
        with suppress(KernelError):
            kernel(n, m, *(array for array, _ in arrays))
            ran += 1
        for _, memory in arrays:
            assert (memory[:_FENCE] == _CANARY).all()
            assert (memory[-_FENCE:] == _CANARY).all()
    assert 0 < ran < 60


_HEAD = "func.func @f(%x: memref<64xf32>, %y: memref<?xf32>, %n: index) {"
_COUNTED = "%c0 = arith.constant 0 : index\n%zero = arith.constant 0.0 : f32\n"
_MASK = "%m = vector.create_mask %n : vector<8xi1>\n"
_STRIDED = "memref<?xf32> to memref<?xf32, strided<[3], offset: 2>>"
_TRANSFER = "vector.transfer_write %v, %y[%c0] {{in_bounds = [{}]}} : vector<8xf32>, memref<?xf32>"


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        (
            """affine.for %i = 0 to 64 step 8 {
                 %v = vector.load %x[%i] : memref<64xf32>, vector<8xf32>
                 vector.store %v, %y[%i] : memref<?xf32>, vector<8xf32>
               }""",
            "dim(y, 0) >= 64",
        ),
        (
            """affine.for %i = 0 to 64 step 8 {
                 %v = affine.vector_load %x[%i] : memref<64xf32>, vector<8xf32>
                 affine.vector_store %v, %y[%i + 3] : memref<?xf32>, vector<8xf32>
               }""",
            "dim(y, 0) >= 67",
        ),
        (
            f"""{_COUNTED}{_MASK}
                %v = vector.broadcast %zero : f32 to vector<8xf32>
                vector.maskedstore %y[%c0], %m, %v :
                  memref<?xf32>, vector<8xi1>, vector<8xf32>""",
            "dim(y, 0) >= 8 or dim(y, 0) >= n",
        ),
        (
            f"""{_COUNTED}
                %v = vector.broadcast %zero : f32 to vector<8xf32>
                {_TRANSFER.format("true")}""",
            "dim(y, 0) >= 8",
        ),
        (
            f"""{_COUNTED}
                %v = vector.broadcast %zero : f32 to vector<8xf32>
                {_TRANSFER.format("false")}""",
            None,
        ),
        (
            f"""{_COUNTED}
                %s = memref.subview %y[2][%n][3] : {_STRIDED}
                memref.store %zero, %s[%c0] : memref<?xf32, strided<[3], offset: 2>>""",
            "n >= 1",
        ),
        (
            """%c = memref.cast %y : memref<?xf32> to memref<40xf32>
               %s = memref.subview %x[0][40][1] : memref<64xf32> to memref<40xf32, strided<[1]>>
               memref.copy %s, %c : memref<40xf32, strided<[1]>> to memref<40xf32>""",
            "dim(y, 0) >= 40",
        ),
        ("memref.copy %x, %y : memref<64xf32> to memref<?xf32>", "dim(y, 0) >= 64"),
        (
            """%c = memref.cast %x : memref<64xf32> to memref<?xf32>
               memref.copy %c, %y : memref<?xf32> to memref<?xf32>""",
            "dim(y, 0) >= 64",
        ),
    ],
)  # fmt: skip
def test_accesses_and_views_are_counted(body: str, wanted: str | None):
    checks, untested = checks_of(f"{_HEAD}\n{body}\nfunc.return\n}}")
    assert not untested
    shown = [str(check.condition) for check in checks]
    assert wanted in shown if wanted is not None else not shown


def test_a_mask_that_cannot_be_read_is_told():
    text = """func.func @f(
        %x: memref<?xf32>, %m: memref<1xvector<8xi1>>, %v: memref<1xvector<8xf32>>) {
      %c0 = arith.constant 0 : index
      %mask = memref.load %m[%c0] : memref<1xvector<8xi1>>
      %value = memref.load %v[%c0] : memref<1xvector<8xf32>>
      vector.maskedstore %x[%c0], %mask, %value : memref<?xf32>, vector<8xi1>, vector<8xf32>
      func.return
    }"""
    checks, untested = checks_of(text)
    assert not checks
    assert untested == ["size-not-tested"]
