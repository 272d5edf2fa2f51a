"""
Random programs that pass buffers on: one of them gets a layout, and with it what it is passed as.

`PAD_NORMALIZE_EXAMPLES` and `PAD_NORMALIZE_SEED` say how many, and the first one's seed.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from xdsl.dialects import memref
from xdsl.dialects.builtin import MemRefType, ModuleOp
from xdsl.utils.hints import isa

from pad_mlir.dialect.annotations import named_buffers
from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.pad_apply_layouts import PadApplyLayouts
from pad_mlir.passes.pad_transform_layout import PadTransformLayout
from pad_mlir.runtime import compile
from pad_mlir.tools.tv.execution.side import functions_of

from ..end_to_end.elements import Array
from .judging import DTYPES
from .programs import Program, random_program
from .random_maps import random_map
from .test_against_upstream import EXAMPLES, FIRST_SEED

pytest.importorskip("mlir")

_PROGRAMS = (random_program(seed) for seed in range(FIRST_SEED, FIRST_SEED + 5 * EXAMPLES))
PROGRAMS = [program for program in _PROGRAMS if program.is_beyond_upstream][: EXAMPLES // 2]


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_results_are_equal(number: int) -> None:
    program, rng = PROGRAMS[number], Random(number)
    module = parse_module(program.logical())
    name, shape = rng.choice(sorted(_shapes(module)))
    map, pad = str(random_map(rng, shape)), rng.choice((None, 1))
    PadTransformLayout(name, map, "main", pad).apply(new_context(), module)
    PadApplyLayouts().apply(new_context(), module)
    before, after = _run(program, program.logical()), _run(program, module)
    for ours, theirs in zip(after, before, strict=True):
        np.testing.assert_array_equal(ours, theirs, f"{name}: {map}\n{program.logical()}")


def _shapes(module: ModuleOp) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The buffers of @main that can be named, and the globals."""
    main = functions_of(module)["main"]
    made = {op.memref.name_hint for op in main.walk() if isinstance(op, memref.AllocOp)}
    for name, type in named_buffers(main):
        if isa(type, MemRefType) and name in made | {"A", "B"}:
            yield name, type.get_shape()
    for op in module.ops:
        if isinstance(op, memref.GlobalOp):
            yield f"@{op.sym_name.data}", op.type.get_shape()


def _run(program: Program, module: ModuleOp | str) -> list[Array]:
    rng = np.random.default_rng(0)
    dtype = np.dtype(DTYPES[program.element])
    arrays = [rng.integers(-9, 9, program.maps[name].shape).astype(dtype) for name in "AB"]
    compile(module, function="main")(*arrays)
    return arrays
