"""
Random kernels under random layouts with separators, their buffers flattened.

`PAD_E2E_EXAMPLES` says how many, `PAD_E2E_SEED` is the first one's seed.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from math import prod

import numpy as np
import pytest
from xdsl.dialects.builtin import MemRefType
from xdsl.utils.hints import isa

from pad_mlir.dialect.repairs import new_context, parse_module, print_module
from pad_mlir.passes.flatten_buffers.pad_flatten_buffers import PadFlattenBuffers
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.tools.driver.compilation import Compilation
from pad_mlir.tools.driver.validation import Validation

from ..end_to_end.checking import Case, check
from ..end_to_end.placement import Placement, Step
from ..end_to_end.random_kernels import random_kernel
from ..end_to_end.random_layouts import random_layout

EXAMPLES = int(os.environ.get("PAD_E2E_EXAMPLES", "12"))
FIRST_SEED = int(os.environ.get("PAD_E2E_SEED", "0"))


@dataclass(frozen=True)
class SeparatedStep(Step):
    """A step after which axes stay apart."""

    separators: tuple[int, ...] = ()

    def pipeline(self, function: str, buffer: str) -> str:
        text = super().pipeline(function, buffer)
        if not self.separators:
            return text
        return f'{text.removesuffix("}")} separators="{list(self.separators)}"}}'


@dataclass(frozen=True)
class FlatStep(Step):
    """A step that fills a box."""

    def box(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        return self.extents


@dataclass(frozen=True)
class FlatCase(Case):
    """A kernel whose buffers are flat in the end."""

    flat: Mapping[str, Step] = field(default_factory=dict[str, Step])
    """How flattening changes each buffer."""

    @property
    def pipeline(self) -> str:
        return f"{super().pipeline},pad-flatten-buffers"

    def lowered(self) -> str:
        passes = parse_pipeline(self.pipeline, ALL_PASSES)
        compilation = Compilation(new_context(), passes, self.kernel.name, Validation())
        return compilation.run(self.kernel.text)

    def placement(self, name: str) -> Placement:
        buffer = self.kernel.buffers[name]
        steps = (*self.layouts.get(name, ()), self.flat[name])
        return Placement.of(buffer.element, buffer.shape, steps)


def flattening(shape: tuple[int, ...], separators: tuple[int, ...]) -> Step:
    """The row-major map of each group of axes, written out."""
    names = [f"d{axis}" for axis in range(len(shape))]
    results: list[str] = []
    extents: list[int] = []
    for start, end in pairwise((0, *separators, len(shape))):
        extents.append(prod(shape[start:end]))
        text = "0"
        for axis in range(start, end):
            text = f"({text}) * {shape[axis]} + {names[axis]}"
        results.append(text)
    return FlatStep(f"({', '.join(names)}) -> ({', '.join(results)})", extents=tuple(extents))


def random_case(seed: int) -> FlatCase:
    kernel = random_kernel(seed)
    rng = np.random.default_rng(seed)
    layouts: dict[str, tuple[Step, ...]] = {}
    flat: dict[str, Step] = {}
    for name, buffer in kernel.buffers.items():
        steps, separators = random_layout(buffer.element, buffer.shape, rng), ()
        shape = Placement.of(buffer.element, buffer.shape, steps).origin.shape
        if steps and len(shape) > 1:
            chosen = [axis for axis in range(1, len(shape)) if rng.random() < 0.4]
            separators = tuple(chosen)
            last = steps[-1]
            apart = SeparatedStep(last.map, last.pad, last.align, last.extents, separators)
            steps = (*steps[:-1], apart)
        layouts[name], flat[name] = steps, flattening(shape, separators)
    pad_writes = str(rng.choice(("stage", "if", "before", "both")))
    return FlatCase(kernel, layouts, pad_writes, flat)


@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + EXAMPLES))
def test_flat_buffers_hold_the_same(seed: int) -> None:
    pytest.importorskip("mlir")
    check(random_case(seed), seed)


@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + EXAMPLES))
def test_again_changes_nothing(seed: int) -> None:
    module = parse_module(random_case(seed).lowered())
    before = print_module(module)
    PadFlattenBuffers().apply(new_context(), module)
    assert print_module(module) == before
    ranks = [
        type.get_num_dims()
        for op in module.walk()
        for type in op.result_types
        if isa(type, MemRefType)
    ]
    assert all(rank > 0 for rank in ranks)
