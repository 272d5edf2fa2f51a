"""The first and the last forms of each sequence, run with poisoned padding, against numpy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from pad_mlir.runtime import compile

from ..end_to_end.elements import POISONS, Array, poison, same_bits, same_values
from ..end_to_end.placement import Placement
from . import padding_kernels, rewrite_kernels
from .kernel import Argument, Kernel
from .padding_kernels import WITHOUT_BODIES
from .rows import linked_files
from .sequences import FILES, first_and_last, placements

_ELEMENTS = {"float32": "f32", "int32": "i32"}
_KERNELS = [*rewrite_kernels.KERNELS.items(), *padding_kernels.KERNELS]
_BY_NAME = {file.stem: file for file in FILES}


@pytest.mark.parametrize(
    ("name", "kernel"),
    [pytest.param(*k, id=f"{k[0]}-{k[1].function}") for k in _KERNELS],
)
def test_values(name: str, kernel: Kernel) -> None:
    forms = first_and_last(_BY_NAME[name])
    for form in forms:
        run = compile(form.module, function=kernel.function, packed=True)
        places = placements(forms[0], form, kernel.function)
        for seed, style in enumerate(POISONS):
            _check(kernel, run, places, seed, style)


def test_each_sequence_has_values() -> None:
    named = {file.stem for file in linked_files()}
    assert named - WITHOUT_BODIES == {name for name, _ in _KERNELS}


def _check(
    kernel: Kernel,
    run: Callable[..., Any],
    places: Mapping[int, Placement],
    seed: int,
    style: str,
) -> None:
    given, wanted = (kernel.inputs(np.random.default_rng(seed)) for _ in range(2))
    kernel.reference(*wanted)
    rng = np.random.default_rng(seed)
    before = [
        _poisoned(argument, k in kernel.written, places.get(k), style, rng)
        for k, argument in enumerate(given)
    ]
    after = [_copy(argument) for argument in before]
    run(*after)
    _compare(before, after, wanted, places)


def _poisoned(
    argument: Argument,
    is_written: bool,
    place: Placement | None,
    style: str,
    rng: np.random.Generator,
) -> Argument:
    """An argument as the function gets it: what it writes before it reads holds poison."""
    if not isinstance(argument, np.ndarray):
        return argument
    if is_written:
        argument = poison(_ELEMENTS[str(argument.dtype)], argument.shape, style, rng)
    if place is None:
        return argument
    cells = poison(place.element, place.origin.shape, style, rng)
    if not is_written:
        cells = np.where(place.padding("value"), place.values(), cells)
    return place.scatter(argument, cells)


def _compare(
    before: Sequence[Argument],
    after: Sequence[Argument],
    wanted: Sequence[Argument],
    places: Mapping[int, Placement],
) -> None:
    for position, (was, found, right) in enumerate(zip(before, after, wanted, strict=True)):
        if not (isinstance(was, np.ndarray) and isinstance(found, np.ndarray)):
            continue
        assert isinstance(right, np.ndarray)
        place = places.get(position)
        if place is not None:
            _compare_padding(place, was, found)
            found = place.gather(found, right.shape)
        assert same_values(found, right).all(), f"argument {position}: {found}, not {right}"


def _compare_padding(place: Placement, before: Array, after: Array) -> None:
    holds, kept = place.padding("value"), place.padding("forbidden")
    assert same_bits(after, place.values())[holds].all(), "a pad value is lost"
    assert same_bits(after, before)[kept].all(), "forbidden padding is touched"


def _copy(argument: Argument) -> Argument:
    return argument.copy() if isinstance(argument, np.ndarray) else argument
