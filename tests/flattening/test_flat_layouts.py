"""Layouts that end in flat boxes, against the enumeration of their cells."""

from __future__ import annotations

import numpy as np
import pytest

from pad_mlir.dialect.layout import Layout
from pad_mlir.dialect.layout import Step as LayoutStep
from pad_mlir.passes.flatten_buffers.flat_shapes import flat_shape, groups_of, separated
from pad_mlir.passes.layout.options.layout_options import parse_map

from ..end_to_end.placement import Placement, Step
from ..end_to_end.random_layouts import random_layout
from .test_random_buffers import flattening

SHAPES = ((9, 6), (14,), (3, 5, 2), (7, 4))


def placed(shape: tuple[int, ...], steps: tuple[Step, ...], separators: tuple[int, ...]):
    """Both the layout, without its pad kinds, and its enumeration."""
    layout = Layout(
        tuple(LayoutStep(parse_map(s.map), align=s.align, extents=s.extents) for s in steps),
        tuple(range(1, len(separators) + 1)),
    )
    return layout.place(shape), Placement.of("f32", shape, steps)


def check(shape: tuple[int, ...], steps: tuple[Step, ...], separators: tuple[int, ...]) -> None:
    box = Placement.of("f32", shape, steps).origin.shape
    found, wanted = placed(shape, (*steps, flattening(box, separators)), separators)
    assert found.physical_shape == wanted.origin.shape
    cells = dict(zip(found.physical_names, np.indices(wanted.origin.shape), strict=True))

    def holds(condition: object) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
        return np.broadcast_to(np.asarray(condition, np.bool_), wanted.origin.shape)

    stored = wanted.origin >= 0
    assert (holds(found.valid.evaluate(cells)) == stored).all()
    pieces = np.zeros(wanted.origin.shape, np.int64)
    for where, _ in found.padding_pieces:
        pieces += holds(where.evaluate(cells))
    assert (pieces == ~stored).all()
    origins = np.unravel_index(wanted.origin[stored], shape)
    for index, origin in zip(found.inverse, origins, strict=True):
        at = np.broadcast_to(np.asarray(index.evaluate(cells)), wanted.origin.shape)
        assert (at[stored] == origin).all()


@pytest.mark.parametrize("seed", range(40))
def test_random_layout(seed: int) -> None:
    rng = np.random.default_rng(seed)
    shape = SHAPES[seed % len(SHAPES)]
    steps = random_layout("f32", shape, rng)
    rank = Placement.of("f32", shape, steps).origin.ndim
    check(shape, steps, tuple(axis for axis in range(1, rank) if rng.random() < 0.3))


def test_six_axes_of_two_steps():
    first = Step("(x, y) -> ((8 - x) mod 2, (8 - x) floordiv 2, y * 2)", align=(1, 8, 4))
    second = Step(
        "(a, b, c) -> ((a + 1) floordiv 3, (b + 1) floordiv 4, (a + 1) mod 3, c mod 8, "
        "c floordiv 8, (b + 1) mod 4)",
        extents=(1, 4, 5, 8, 2, 6),
    )
    check((9, 6), (first, second), ())


@pytest.mark.parametrize("separators", [(), (1,), (1, 3)])
def test_two_steps_of_any_number_of_rows(separators: tuple[int, ...]) -> None:
    first = Step("(a, b) -> (a floordiv 3, b, a mod 3)")
    second = Step("(a, b, c) -> (a, b, c floordiv 2, c mod 2)")
    rows = flattening((1, 3, 2, 2), separators).map
    maps = [parse_map(map) for map in (first.map, second.map, rows)]
    found = Layout(tuple(map(LayoutStep, maps))).place(("n", 3))
    for n in (1, 2, 3, 7, 12):
        box = (-(-n // 3), 3, 2, 2)
        origin = Placement.of("f32", (n, 3), (first, second, flattening(box, separators))).origin
        cells = dict(zip(found.physical_names, np.indices(origin.shape), strict=True)) | {"n": n}
        stored = found.valid.evaluate(cells)
        assert np.array_equal(stored, origin >= 0)
        pieces = [np.asarray(where.evaluate(cells), np.int64) for where, _ in found.padding_pieces]
        assert np.array_equal(sum(pieces), origin < 0)
        i, j = (index.evaluate(cells) for index in found.inverse)
        assert np.array_equal((i * 3 + j)[stored], origin[stored])


@pytest.mark.parametrize(
    ("shape", "flat", "expected"),
    [
        ((4, 3, 2), (24,), ((0, 1, 2),)),
        ((4, 3, 2), (12, 2), ((0, 1), (2,))),
        ((4, 1, 2), (4, 2), ((0, 1), (2,))),
        ((1, 4, 2), (1, 8), ((0,), (1, 2))),
        ((4, 3, 2), (6, 4), None),
        ((0, 3), (0,), ((0, 1),)),
        ((), (1,), ((),)),
    ],
)
def test_groups(
    shape: tuple[int, ...], flat: tuple[int, ...], expected: tuple[tuple[int, ...], ...] | None
):
    assert groups_of(shape, flat) == expected
    assert expected is None or flat_shape(shape, expected) == flat


def test_separators_stand_between_groups():
    assert separated(5, (3,)) == ((0, 1, 2), (3, 4))
    assert separated(3, (1, 2)) == ((0,), (1,), (2,))
