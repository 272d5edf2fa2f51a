"""Shifts and splits of single indices: plain arithmetic says what isl says."""

from __future__ import annotations

import random

import pytest

from pad_mlir.dialect.layout import (
    Constant,
    IndexMap,
    Layout,
    LayoutError,
    PlacedLayout,
    Step,
    checks,
)
from pad_mlir.index.expr import Expr, lift, var
from pad_mlir.index.maps import box_map as index_map
from pad_mlir.index.maps import composition as chain
from pad_mlir.index.maps.box_map import sizes_exist
from pad_mlir.index.maps.shifts_and_splits import symbolic_extent_fast_path
from pad_mlir.index.simplify.forms import simplify_index

LAYOUTS = 200
I, J, N = map(var, "ijn")  # noqa: E741


def told(layout: Layout, shape: tuple[int | str, ...]) -> tuple[object, ...] | str:
    """All that a layout says, or what is wrong with it."""
    chain._reach.cache_clear()  # pyright: ignore[reportPrivateUsage]
    try:
        placed = PlacedLayout(layout, shape)  # `place` remembers
        placed.check()
        facts = (placed.boxes, placed.forward, placed.inverse, placed.valid, placed.padding_pieces)
    except LayoutError as error:
        return str(error)
    return facts


def some_step(chosen: random.Random, rank: int) -> Step:
    names = tuple(f"i{axis}" for axis in range(rank))
    outputs: list[Expr] = []
    for name in names:
        index = var(name) * chosen.choice([*[1] * 12, -1, 2]) + chosen.choice([*[0] * 5, 1, 3, -1])
        size = chosen.choice([2, 3, 4, 8])
        outputs += chosen.choice(
            [
                (index,),
                (index, index + size),
                (index // size, index % size),
                (index // size // 2, index // size % 2, index % size),
                (index // (2 * size), index // size % 2, index % size),
            ]
        )
    if chosen.random() < 0.1:
        outputs[0] = outputs[0] + outputs[-1]
    chosen.shuffle(outputs)
    align = [chosen.choice([1, 4]) for _ in outputs] if chosen.random() < 0.2 else ()
    extents = [chosen.choice([8, 18, 40]) for _ in outputs] if chosen.random() < 0.3 else ()
    return Step(IndexMap(names, tuple(outputs)), Constant(0.0), tuple(align), tuple(extents))


def some_layout(chosen: random.Random, named: int) -> tuple[Layout, tuple[int | str, ...]]:
    sizes = [0, 1, 2, 5, 8, 9, 16, "n", "m"]
    weights = [1, 4, 4, 4, 4, 4, 4, named, named - 1]
    shape = tuple(chosen.choices(sizes, weights, k=chosen.randint(1, 3)))
    steps = [some_step(chosen, len(shape))]
    if chosen.random() < 0.3:
        steps.append(some_step(chosen, len(steps[0].map.outputs)))
    return Layout(tuple(steps)), shape


def aligned_by_isl(extent: Expr, multiple: int) -> Expr:
    return simplify_index((extent + (multiple - 1)) // multiple * multiple, sizes_exist([extent]))


def nothing(*_: object) -> None:
    """Ignore a question."""


@pytest.mark.parametrize("named", [1, 50], ids=["numbers", "named sizes"])
def test_what_is_seen_is_what_isl_finds(monkeypatch: pytest.MonkeyPatch, named: int) -> None:
    chosen = random.Random(3)
    layouts = [some_layout(chosen, named) for _ in range(LAYOUTS)]
    seen = [told(*each) for each in layouts]
    assert sum(isinstance(one, str) for one in seen) < LAYOUTS * 2 / 3
    for name in (
        "surely",
        "greatest_fast_path",
        "is_injective_fast_path",
        "is_remainder_of_all",
        "symbolic_extent_fast_path",
    ):
        monkeypatch.setattr(index_map, name, nothing)
    monkeypatch.setattr(chain, "reach_fast_path", nothing)
    monkeypatch.setattr(checks, "_aligned", aligned_by_isl)
    for each, one in zip(layouts, seen, strict=True):
        assert told(*each) == one, (str(each[0].steps), each[1])


@pytest.mark.parametrize(
    ("output", "size", "wanted"),
    [
        (I // 16, N, "(n + 15) // 16"),
        (I + 1, N, "min(n + 1, 2*n)"),
        (I + 16, N, "min(n + 16, 17*n)"),
        (I, N, None),
        (I - 1, N, None),
        (I // -4, N, None),
        ((I + 1) // 4, N, None),
        (2 * I + 1, N, None),
        (I + J, N, None),
        (I // J, N, None),
        (I + 1, 2 * N, None),
        (I // 16, lift(5), None),
    ],
    ids=str,
)
def test_extent_of_a_named_size(output: Expr, size: Expr, wanted: str | None) -> None:
    found = symbolic_extent_fast_path(output, size)
    assert (None if found is None else str(found)) == wanted
