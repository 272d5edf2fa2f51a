"""Calls that a kernel has to refuse before anything runs."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from pad_mlir.runtime import KernelError

from ..end_to_end.elements import Array, same_bits
from .calling import Code, Trial, data
from .program import Size


def accepted(code: Code, trial: Trial, random: Random) -> str | None:
    """The first call that should have been refused and was not."""
    arrays, _ = code.arrays(trial, random)
    for what, given, sizes in _wrong_calls(code, trial, arrays, random):
        before = [array.copy() for array in given]
        try:
            code.kernel(*given, **sizes)
        except KernelError:
            if not all(same_bits(a, b).all() for a, b in zip(given, before, strict=True)):
                return f"{what}: refused after it wrote"
            continue
        shapes = [array.shape for array in given]
        return f"{what}: accepted at {trial.sizes}, shapes {shapes}, sizes {sizes}"
    return None


def _wrong_calls(
    code: Code, trial: Trial, arrays: dict[str, Array], random: Random
) -> Iterator[tuple[str, list[Array], dict[str, Any]]]:
    shapes = {b.name: trial.given[b.name].shape for b in code.program.buffers}
    sizes: dict[str, Any] = code.sizes(shapes)
    listed = [code.as_taken(name, array).copy() for name, array in arrays.items()]
    for name, size in sizes.items():
        for wrong in (-1, size + 1000, -(2**40), 2**62, 2**63, 2**64 + size, 1.5, "1"):
            yield f"{name} = {wrong!r}", listed, sizes | {name: wrong}
    yield "an unknown size", listed, sizes | {"no_such_size": 1}
    yield "one array less", listed[1:], sizes
    for buffer in code.program.buffers:
        position = list(arrays).index(buffer.name)
        array = arrays[buffer.name]
        for axis in range(array.ndim):
            if not _is_told(code, buffer.name, axis):
                continue
            if code.as_taken(buffer.name, array).ndim != array.ndim:
                continue
            wider = np.concatenate([array, array[(slice(None),) * axis + (slice(0, 1),)]], axis)
            if wider.shape == array.shape:
                continue
            given = [*listed[:position], wider, *listed[position + 1 :]]
            yield f"{buffer.name} with axis {axis} longer", given, sizes
    for size in code.program.sizes:
        if size.name in code.program.tied and not code.packed:
            yield from _lying(code, trial, size, random)


def _is_told(code: Code, name: str, axis: int) -> bool:
    """Whether something else says what an axis of an argument is."""
    if name in code.physical:
        return True
    buffer = next(b for b in code.program.buffers if b.name == name)
    dim = buffer.dims[axis]
    if dim.isdigit():
        return True
    others = [b for b in code.program.buffers for each in b.dims if each == dim]
    return dim in code.program.tied and len(others) > 1


def _lying(
    code: Code, trial: Trial, size: Size, random: Random
) -> Iterator[tuple[str, list[Array], dict[str, Any]]]:
    """Arrays of a size that is not what `pad.size` says."""
    wrong: list[int] = []
    if size.min > 0:
        wrong.append((size.min - 1) // size.multiple * size.multiple)
    if size.max is not None:
        wrong.append(size.max // size.multiple * size.multiple + size.multiple)
    if size.multiple > 1:
        wrong.append(trial.sizes[size.name] + 1)
    for number in wrong:
        if size.min <= number <= (size.max or number) and number % size.multiple == 0:
            continue
        drawn = trial.sizes | {size.name: number}
        rng = np.random.default_rng(random.randrange(1 << 30))
        program = code.program
        given = [data(b.element, program.shape(b, drawn), rng) for b in program.buffers]
        yield f"{size.name} is {number}, which its facts exclude", given, {}
