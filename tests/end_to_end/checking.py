"""Compiles a kernel under given layouts, runs it in poisoned surroundings, and compares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.runtime import compile
from pad_mlir.tools.driver.compilation import Compilation

from .elements import DTYPES, POISONS, Array, poison, same_bits, same_values
from .kernel import Buffer, Kernel
from .placement import Placement, Step


@dataclass(frozen=True)
class Case:
    """A kernel with layouts for some of its buffers."""

    kernel: Kernel
    layouts: Mapping[str, tuple[Step, ...]]
    pad_writes: str = "stage"

    @property
    def pipeline(self) -> str:
        """The passes that lay the buffers out."""
        passes = [
            step.pipeline(self.kernel.buffers[name].function or self.kernel.name, name)
            for name, steps in self.layouts.items()
            for step in steps
        ]
        return ",".join([*passes, f"pad-apply-layouts{{pad-writes={self.pad_writes}}}"])

    def lowered(self) -> str:
        """The physical module's text, verified after each pass."""
        passes = parse_pipeline(self.pipeline, ALL_PASSES)
        return Compilation(new_context(), passes, self.kernel.name).run(self.kernel.text)

    def placement(self, name: str) -> Placement:
        """Where the cells of an argument lie."""
        buffer = self.kernel.buffers[name]
        return Placement.of(buffer.element, buffer.shape, self.layouts.get(name, ()))


def check(case: Case, seed: int = 0) -> None:
    """Call with logical and with physical arrays; raises AssertionError if anything is wrong."""
    module = parse_module(case.lowered())
    rng = np.random.default_rng(seed)
    _check_logical(case, compile(module, function=case.kernel.name), rng)
    packed = compile(module, function=case.kernel.name, packed=True)
    for style in POISONS:
        _check_packed(case, packed, style, rng)


def _check_logical(case: Case, run: Any, rng: np.random.Generator) -> None:
    buffers = case.kernel.arguments()
    arrays = {name: _given(buffer, "random", rng) for name, buffer in buffers.items()}
    wanted, results = _reference(case.kernel, arrays)
    for name, buffer in buffers.items():
        assert run.logical_shape(name) == buffer.shape
    _compare_results(case, run(*case.kernel.scalars, *arrays.values()), results)
    for name, array in arrays.items():
        _compare_cells(case, name, array, wanted[name])


def _check_packed(case: Case, run: Any, style: str, rng: np.random.Generator) -> None:
    buffers = case.kernel.arguments()
    places = {name: case.placement(name) for name in buffers}
    logical = {name: _given(buffer, style, rng) for name, buffer in buffers.items()}
    before: dict[str, Array] = {}
    for name, place in places.items():
        assert run.physical_shape(name) == place.origin.shape, _about(case, name)
        array = poison(place.element, place.origin.shape, style, rng)
        if buffers[name].role != "out":
            array = np.where(place.padding("value"), place.values(), array)
        before[name] = place.scatter(logical[name], array)
    after = {name: array.copy() for name, array in before.items()}
    wanted, results = _reference(case.kernel, logical)
    _compare_results(case, run(*case.kernel.scalars, *after.values()), results)
    for name, place in places.items():
        shape = buffers[name].shape
        _compare_cells(case, name, place.gather(after[name], shape), wanted[name])
        _compare_padding(case, name, before[name], after[name])


def _compare_padding(case: Case, name: str, before: Array, after: Array) -> None:
    place, role = case.placement(name), case.kernel.buffers[name].role
    holds = place.padding("value")
    assert same_bits(after, place.values())[holds].all(), f"pad value lost: {_about(case, name)}"
    kept = place.padding("forbidden") if role in ("out", "update") else place.origin < 0
    assert same_bits(after, before)[kept].all(), f"padding touched: {_about(case, name)}"
    if role == "in":
        assert same_bits(after, before).all(), f"an input written: {_about(case, name)}"


def _compare_cells(case: Case, name: str, found: Array, wanted: Array) -> None:
    rtol = case.kernel.rtol.get(name)
    if rtol is None:
        agrees = same_values(found, wanted)
    else:
        agrees = np.isclose(found, wanted, rtol=rtol, atol=0.0, equal_nan=True)
    assert agrees.all(), (
        f"{_about(case, name)}\nat {np.argwhere(~agrees)[:5].tolist()}\n"
        f"found {found[~agrees][:5]}\nwanted {wanted[~agrees][:5]}"
    )


def _compare_results(case: Case, found: Any, wanted: Any) -> None:
    assert (found is None) == (wanted is None), case.pipeline
    assert found == wanted, case.pipeline


def _given(buffer: Buffer, style: str, rng: np.random.Generator) -> Array:
    """The argument of a caller; cells that are certainly written first may hold anything."""
    if buffer.role == "out":
        return poison(buffer.element, buffer.shape, style, rng)
    return buffer.data(rng)


def _reference(kernel: Kernel, arrays: Mapping[str, Array]) -> tuple[dict[str, Array], Any]:
    copies = {name: array.copy() for name, array in arrays.items()}
    results = kernel.reference(*kernel.scalars, *copies.values())
    assert all(copies[n].dtype == DTYPES[b.element] for n, b in kernel.arguments().items())
    return copies, results


def _about(case: Case, name: str) -> str:
    return f"{name} of @{case.kernel.name} after {case.pipeline}"
