"""
Random programs over flat buffers, which get their axes back: validated, and run on exact sizes.

`PAD_AXES_EXAMPLES` says how many, `PAD_AXES_SEED` is the first one's seed.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import prod
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.runtime import compile
from pad_mlir.tools.driver.compilation import Compilation
from pad_mlir.tools.tv import FunctionVerdict, Status, validate

pytest.importorskip("mlir")

EXAMPLES = int(os.environ.get("PAD_AXES_EXAMPLES", "30"))
FIRST_SEED = int(os.environ.get("PAD_AXES_SEED", "0"))
SIZES = {"n": (0, 1, 3, 6), "m": (0, 1, 15, 16, 17, 33), "l": (0, 1, 4, 16)}
PIPELINES = (
    "pad-recover-axes",
    "pad-recover-axes,pad-optimize{target-cpu=x86-64-v3}",
    "pad-optimize{target-cpu=x86-64-v4}",
    "pad-optimize{target-cpu=x86-64-v3}",
)
_FLAT, _FENCE = "memref<?xi32>", 32


@dataclass
class Program:
    """A function `@f(%A, %B, %C, %n, %m, %l)`, in which C gets something of A and of B."""

    seed: int
    dims: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    lines: list[str] = field(default_factory=list[str])

    def __post_init__(self) -> None:
        self._draw = Random(self.seed)
        for name in "ABC":
            rank = self._draw.choice((2, 2, 2, 3)) if name != "B" else self._draw.choice((1, 2))
            self.dims[name] = tuple(self._draw.sample("nml", rank))
        loops = list("nml")
        self._draw.shuffle(loops)
        for loop in loops:
            narrow = self._draw.random() < 0.12
            first, last = ("%c1", f"%{loop}1") if narrow else ("%c0", f"%{loop}")
            if self._draw.random() < 0.3:
                self.lines.append(f"scf.for %{loop}i = {first} to {last} step %c1 {{")
            else:
                first = "1" if narrow else "0"
                self.lines.append(f"affine.for %{loop}i = {first} to {last} {{")
        values = [self._load(name) for name in self._draw.sample("ABC", self._draw.choice((2, 3)))]
        total = values[0]
        for value in values[1:]:
            total = self._line(
                f"arith.{self._draw.choice(('addi', 'muli'))} {total}, {value} : i32"
            )
        self.lines.append(f"memref.store {total}, %C[{self._index('C')}] : {_FLAT}")
        self.lines += ["}"] * len(loops)

    @property
    def text(self) -> str:
        """The function."""
        buffers = ", ".join(f"%{name}: {_FLAT}" for name in "ABC")
        less = "\n".join(f"  %{x}1 = arith.subi %{x}, %c1 : index" for x in "nml")
        body = "\n  ".join(self.lines)
        return f"""func.func @f({buffers}, %n: index, %m: index, %l: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
{less}
  {body}
  func.return
}}"""

    def _line(self, text: str) -> str:
        name = f"%v{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        return name

    def _load(self, name: str) -> str:
        return self._line(f"memref.load %{name}[{self._index(name)}] : {_FLAT}")

    def _index(self, name: str) -> str:
        """The index of a cell: as by Horner, or a sum of products."""
        first, *rest = self.dims[name]
        if self._draw.random() < 0.5:
            at = f"%{first}i"
            for dim in rest:
                row = self._line(f"arith.muli {self._turned(at, f'%{dim}')} : index")
                at = self._line(f"arith.addi {self._turned(row, f'%{dim}i')} : index")
            return at
        at = ""
        for place, dim in enumerate((first, *rest)):
            part = f"%{dim}i"
            for size in rest[place:]:
                part = self._line(f"arith.muli {self._turned(part, f'%{size}')} : index")
            at = self._line(f"arith.addi {self._turned(at, part)} : index") if at else part
        return at

    def _turned(self, one: str, other: str) -> str:
        return f"{one}, {other}" if self._draw.random() < 0.6 else f"{other}, {one}"


def rewritten(text: str, pipeline: str) -> str:
    """What the passes make of it."""
    with collect_remarks():
        return Compilation(new_context(), parse_pipeline(pipeline, ALL_PASSES), "f").run(text)


def verdict(text: str, after: str, sizes: Mapping[str, int]) -> FunctionVerdict:
    """The verdict of pad-tv at these sizes."""
    modules = (parse_module(t, context=new_context()) for t in (text, after))
    return validate(*modules, sizes=sizes, budget=60_000).functions[0]


def memory_after(text: str, arrays: Sequence[NDArray[np.int32]], sizes: Sequence[int]) -> bytes:
    """What is in the arrays, and around them, after a call."""
    copies = [array.copy() for array in arrays]
    compile(text)(*(copy[_FENCE:-_FENCE] for copy in copies), *sizes)
    return b"".join(copy.tobytes() for copy in copies)


@cache
def examine(seed: int) -> tuple[str, str]:
    """A program before and after, which is found to do the same."""
    program, draw = Program(seed), Random(f"sizes of {seed}")
    after = rewritten(program.text, draw.choice(PIPELINES))
    for number in range(3):
        sizes = {name: draw.choice(values) for name, values in SIZES.items()}
        cells = [prod(sizes[dim] for dim in program.dims[name]) for name in "ABC"]
        if number == 0:
            exact = {f"{name}.0": n for name, n in zip("ABC", cells, strict=True)}
            found = verdict(program.text, after, sizes | exact)
            said = f"seed {seed}, {sizes}: {found}\n{program.text}\n{after}"
            assert found.status is not Status.REFUTED, said
        numbers = np.random.default_rng(seed)
        arrays = [numbers.integers(-9, 9, n + 2 * _FENCE, dtype=np.int32) for n in cells]
        both = (memory_after(t, arrays, [*sizes.values()]) for t in (program.text, after))
        assert next(both) == next(both), f"seed {seed}, {sizes}:\n{program.text}\n{after}"
    return program.text, after


@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + EXAMPLES))
def test_buffers_with_axes_hold_the_same(seed: int) -> None:
    examine(seed)


def test_many_get_axes_and_vectors() -> None:
    """Else the test above shows little."""
    found = [examine(seed)[1] for seed in range(FIRST_SEED, FIRST_SEED + 20)]
    assert sum("memref.reinterpret_cast" in after for after in found) >= 10
    assert sum("vector.load" in after for after in found) >= 4
