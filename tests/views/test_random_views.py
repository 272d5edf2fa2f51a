"""
Random chains of views of laid-out buffers, accessed element by element or as vectors.

`PAD_VIEWS_EXAMPLES` says how many, `PAD_VIEWS_SEED` is the first one's seed.
"""

from __future__ import annotations

import os

import numpy as np
import pytest

from pad_mlir.dialect.repairs import new_context
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.tools.driver.compilation import Compilation
from pad_mlir.tools.driver.validation import Validation

from ..end_to_end.checking import Case, check
from ..end_to_end.elements import Array
from ..end_to_end.kernel import Buffer, Kernel
from ..end_to_end.placement import Step
from ..end_to_end.random_layouts import random_layout
from .random_views import ELEMENT, Chain, random_chain

EXAMPLES = int(os.environ.get("PAD_VIEWS_EXAMPLES", "4"))
FIRST_SEED = int(os.environ.get("PAD_VIEWS_SEED", "0"))
WIDTHS = (0, 2, 3, 4, 8)
"""Of vectors; 0 is element by element."""


def random_case(seed: int) -> Case:
    """C gets twice what A has, both through the same views, and B too."""
    rng = np.random.default_rng(seed)
    shape = tuple(int(n) for n in rng.integers(2, 9, rng.integers(1, 4)))
    shift = int(rng.integers(0, 4))
    ours, theirs = (random_chain(name, shape, np.random.default_rng(seed), shift) for name in "AC")
    width = int(rng.choice(WIDTHS)) if ours.cells.ndim else 0
    whole = width and ours.shape[-1] % width == 0 and rng.random() < 0.5

    def reference(o: int, A: Array, B: Array, C: Array) -> None:
        given = A.reshape(-1)[ours.cells] * 2
        B[...] = given
        C.reshape(-1)[ours.cells] = given

    kernel = Kernel(
        "views",
        _text(shape, ours, theirs, width, "exact" if whole else str(rng.choice(KINDS))),
        {
            "A": Buffer(ELEMENT, shape, "in"),
            "B": Buffer(ELEMENT, ours.shape, "partial"),
            "C": Buffer(ELEMENT, shape, "partial"),
        },
        reference,
        scalars=(shift,),
    )
    layouts = {name: _layout(shape, rng) for name in "AC"}
    return Case(kernel, layouts)


KINDS = ("transfer", "masked")


def _text(shape: tuple[int, ...], ours: Chain, theirs: Chain, width: int, kind: str) -> str:
    sizes = ours.shape
    plain = f"memref<{''.join(f'{n}x' for n in sizes)}{ELEMENT}>"
    names = [f"%i{axis}" for axis in range(len(sizes))]
    index = ", ".join(names)
    steps = [width if width and axis == len(sizes) - 1 else 1 for axis in range(len(sizes))]
    loops = [
        f"affine.for {name} = 0 to {size} step {step} {{"
        for name, size, step in zip(names, sizes, steps, strict=True)
    ]
    body = _elements(ours, theirs, plain, index)
    if width:
        body = _vectors(ours, theirs, plain, index, width, kind, sizes[-1])
    buffer = f"memref<{''.join(f'{n}x' for n in shape)}{ELEMENT}>"
    return f"""
    func.func @views(%o: index, %A: {buffer}, %B: {plain}, %C: {buffer}) {{
      %zero = arith.constant 0 : {ELEMENT}
      {chr(10).join([*ours.lines, *theirs.lines, *loops, *body])}
      {"}" * len(loops)}
      func.return
    }}"""


def _elements(ours: Chain, theirs: Chain, plain: str, index: str) -> list[str]:
    return [
        f"%a = affine.load %{ours.name}[{index}] : {ours.type}",
        f"%b = arith.addi %a, %a : {ELEMENT}",
        f"affine.store %b, %B[{index}] : {plain}",
        f"affine.store %b, %{theirs.name}[{index}] : {theirs.type}",
    ]


def _vectors(
    ours: Chain, theirs: Chain, plain: str, index: str, width: int, kind: str, size: int
) -> list[str]:
    vector, bits = f"vector<{width}x{ELEMENT}>", f"vector<{width}xi1>"
    a, c = f"%{ours.name}[{index}]", f"%{theirs.name}[{index}]"
    last = index.split(", ")[-1]
    lines = [
        f"%n = affine.apply affine_map<(d0) -> ({size} - d0)>({last})",
        f"%m = vector.create_mask %n : {bits}",
        f"%none = vector.broadcast %zero : {ELEMENT} to {vector}",
    ]
    masked = f"{bits}, {vector}"
    match kind:
        case "exact":
            load = f"affine.vector_load {a} : {ours.type}, {vector}"
            store = f"affine.vector_store %b, {c} : {theirs.type}, {vector}"
        case "transfer":
            load = f"vector.transfer_read {a}, %zero : {ours.type}, {vector}"
            store = f"vector.transfer_write %b, {c} : {vector}, {theirs.type}"
        case _:
            load = f"vector.maskedload {a}, %m, %none : {ours.type}, {masked} into {vector}"
            store = f"vector.maskedstore {c}, %m, %b : {theirs.type}, {masked}"
    return [
        *lines,
        f"%a = {load}",
        f"%b = arith.addi %a, %a : {vector}",
        f"vector.maskedstore %B[{index}], %m, %b : {plain}, {masked}",
        store,
    ]


def _layout(shape: tuple[int, ...], rng: np.random.Generator) -> tuple[Step, ...]:
    """One that upstream has no name for, so that no view is left to it."""
    while not (steps := random_layout(ELEMENT, shape, rng)):
        pass
    return steps


@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + EXAMPLES))
def test_views_have_their_elements(seed: int) -> None:
    case = random_case(seed)
    passes = parse_pipeline(case.pipeline, ALL_PASSES)
    Compilation(new_context(), passes, case.kernel.name, Validation()).run(case.kernel.text)
    check(case, seed)
