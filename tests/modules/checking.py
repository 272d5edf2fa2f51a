"""Runs a program, laid out and as it was, in poisoned surroundings, and compares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.runtime import compile
from pad_mlir.tools.driver.compilation import Compilation

from ..end_to_end.elements import DTYPES, POISONS, Array, pad_value, poison, same_bits, same_values
from ..end_to_end.placement import Placement, Step
from .program import Program


def lowered(program: Program) -> str:
    """The physical module's text, verified after each pass."""
    passes = parse_pipeline(program.pipeline, ALL_PASSES)
    return Compilation(new_context(), passes, program.name).run(program.text)


def check(program: Program) -> None:
    """Call it with logical and with physical arrays; raises AssertionError if anything is wrong."""
    module = parse_module(lowered(program))
    plain = compile(program.plain, function="main")
    rng = np.random.default_rng(0)
    _check_logical(program, plain, plain, "random", rng)
    _check_logical(program, compile(module, function="main"), plain, "random", rng)
    packed = compile(module, function="main", packed=True)
    for style in POISONS:
        _check_packed(program, packed, plain, style, rng)


def _check_logical(
    program: Program, run: Any, plain: Any, style: str, rng: np.random.Generator
) -> None:
    arrays = _given(program, style, rng)
    wanted, result = _reference(program, plain, arrays)
    found = run(*arrays.values())
    _compare(program, arrays, wanted)
    assert result is None or same_values(found, result).all()


def _check_packed(
    program: Program, run: Any, plain: Any, style: str, rng: np.random.Generator
) -> None:
    logical = _given(program, style, rng)
    places = {name: _place(program, name, array) for name, array in logical.items()}
    before: dict[str, Array] = {}
    for name, place in places.items():
        cells = poison(place.element, place.origin.shape, style, rng)
        cells = place.scatter(logical[name], cells)
        before[name] = cells if program.arguments[name].role == "out" else _padded(place, cells)
    after = {name: array.copy() for name, array in before.items()}
    wanted, result = _reference(program, run=plain, arrays=logical)
    found = run(*after.values())
    shapes = {name: buffer.shape for name, buffer in program.arguments.items()}
    _compare(program, {n: p.gather(after[n], shapes[n]) for n, p in places.items()}, wanted)
    for name, place in places.items():
        _compare_padding(program, name, place, before[name], after[name])
    if result is not None:
        place = Placement.of("f32", result.shape, program.layouts[""])
        assert same_values(place.gather(found, result.shape), result).all()
        assert same_bits(_padded(place, found), found).all(), "pad value of the result lost"


def _compare_padding(
    program: Program, name: str, place: Placement, before: Array, after: Array
) -> None:
    about = f"of {name} in {program.name}"
    assert same_bits(_padded(place, after), after).all(), f"pad value {about} lost:\n{after}"
    kept = np.zeros(place.origin.shape, np.bool_)
    for k, step in enumerate(place.steps):
        kept |= (place.origin == -1 - k) & (step.pad == "forbidden")
    assert same_bits(after, before)[kept].all(), f"forbidden padding {about} touched:\n{after}"
    if program.arguments[name].role == "in":
        assert same_bits(after, before).all(), f"the input {name} of {program.name} written"


def _compare(program: Program, found: Mapping[str, Array], wanted: Mapping[str, Array]) -> None:
    for name, array in found.items():
        agrees = same_values(array, wanted[name])
        assert agrees.all(), f"{name} of {program.name}: {array}, not {wanted[name]}"


def _given(program: Program, style: str, rng: np.random.Generator) -> dict[str, Array]:
    """The argument of a caller; cells that are certainly written first may hold anything."""
    return {
        name: poison(b.element, b.shape, style, rng) if b.role == "out" else b.data(rng)
        for name, b in program.arguments.items()
    }


def _reference(
    program: Program, run: Any, arrays: Mapping[str, Array]
) -> tuple[dict[str, Array], Array | None]:
    """The results of numpy, which the original module must give too."""
    copies, twins = ({n: a.copy() for n, a in arrays.items()} for _ in range(2))
    result = program.reference(*copies.values())
    found = run(*twins.values())
    _compare(program, twins, copies)
    assert (found is None) == (result is None)
    assert result is None or same_values(found, result).all()
    return copies, result


def _place(program: Program, name: str, array: Array) -> Placement:
    return Placement.of(program.arguments[name].element, array.shape, program.layouts.get(name, ()))


def _padded(place: Placement, cells: Array) -> Array:
    """The same cells with what each padding cell must hold, copies of others included."""
    result = cells.copy()
    for k, step in enumerate(place.steps):
        where = place.origin == -1 - k
        if "->" in step.pad:
            source = Step(step.pad).image(list(np.nonzero(where)))
            result[where] = result[tuple(np.broadcast_to(s, (where.sum(),)) for s in source)]
        elif (value := pad_value(step.pad, place.element)) is not None:
            result[where] = value.astype(DTYPES[place.element])
    return result
