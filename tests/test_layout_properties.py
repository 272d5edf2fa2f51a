"""
Random layouts against plain enumeration.

The oracle below evaluates maps as Python text on every index, and shares nothing with the layouts'
own reasoning. `PAD_LAYOUT_EXAMPLES` is the number of layouts (default 200, always the same ones;
with it, `--hypothesis-seed` chooses them).
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, event, given, settings
from hypothesis import strategies as st

from pad_mlir.dialect.layout import (
    Constant,
    IndexMap,
    Layout,
    LayoutError,
    PadKind,
    PlacedLayout,
    Step,
)
from pad_mlir.index.expr import Expr, lift, var

EXAMPLES = int(os.environ.get("PAD_LAYOUT_EXAMPLES", "200"))
MOST_CELLS = 3000
NAMES = ("i", "j", "k", "l", "m", "q", "r", "s", "t")
WINDOWS = (1, 200, 60)
"""
Half the index range that stands for all integers, by the number of indices in an output.

Longer than the period of any map drawn: what is as large in one twice as wide is the maximum.
"""


@dataclass(frozen=True)
class Drawn:
    """A step as text: outputs over the first names."""

    rank: int
    outputs: tuple[str, ...]
    align: tuple[int, ...] = ()
    extents: tuple[int, ...] = ()

    def image(self, indices: Sequence[Any]) -> tuple[Any, ...]:
        values: dict[str, Any] = dict(zip(NAMES, indices, strict=False))
        return tuple(eval(text, {}, values) for text in self.outputs)

    def step(self, pad: PadKind) -> Step:
        names = NAMES[: self.rank]
        outputs = eval(
            f"({''.join(f'{text}, ' for text in self.outputs)})", {n: var(n) for n in names}
        )
        return Step(IndexMap(names, tuple(map(lift, outputs))), pad, self.align, self.extents)


@dataclass
class Oracle:
    """
    The cells of the current box, each with what it holds.

    That is a logical index, or the number of the step whose padding it is.
    """

    shape: tuple[int, ...]
    holds: dict[tuple[int, ...], tuple[int, ...] | int]
    boxes: list[tuple[int, ...]] = field(default_factory=list[tuple[int, ...]])
    wrong: str = ""
    """Why the last step is not a layout: "negative" or "collision"."""

    @staticmethod
    def of(shape: Sequence[int]) -> Oracle:
        return Oracle(tuple(shape), {index: index for index in product(*map(range, shape))})

    def apply(self, step: Drawn, number: int) -> None:
        images = {index: step.image(index) for index in self.holds}
        if any(min(image, default=0) < 0 for image in images.values()):
            self.wrong = "negative"
        elif len(set(images.values())) < len(images):
            self.wrong = "collision"
        else:
            box = self.box_after(step)
            moved = {images[index]: held for index, held in self.holds.items()}
            self.holds = {cell: moved.get(cell, number) for cell in product(*map(range, box))}
            self.boxes.append(box)
            assert moved.keys() <= self.holds.keys()
            self.shape = box

    def derived(self, step: Drawn) -> tuple[int, ...]:
        return tuple(self.extent(Drawn(step.rank, (text,))) for text in step.outputs)

    def extent(self, output: Drawn) -> int:
        text = output.outputs[0]
        used = [axis for axis in range(output.rank) if re.search(rf"\b{NAMES[axis]}\b", text)]
        side = WINDOWS[len(used)]
        near, far = (
            greatest(output, {axis: range(-s, s) for axis in used}) for s in (side, 2 * side)
        )
        if near != far:
            near = greatest(output, {axis: range(self.shape[axis]) for axis in used})
        return near + 1

    def box_after(self, step: Drawn) -> tuple[int, ...]:
        if step.extents:
            return step.extents
        derived = self.derived(step)
        return tuple(
            -(-e // a) * a for e, a in zip(derived, step.align or (1,) * len(derived), strict=True)
        )


def greatest(output: Drawn, ranges: dict[int, range]) -> int:
    """The largest value over the ranges of the indices that the output uses, -1 if none."""
    grid = np.meshgrid(*(np.array(r, dtype=int) for r in ranges.values()), indexing="ij")
    values = dict(zip(ranges, grid, strict=True))
    (found,) = output.image([values.get(axis) for axis in range(output.rank)])
    return int(np.max(found)) if np.size(found) else -1


def axis_maps(draw: st.DrawFn, name: str, extent: int) -> list[str]:
    """One axis as one or more: most keep indices apart, some don't, some are negative."""
    tile, offset = draw(st.integers(2, 6)), draw(st.integers(0, 5))
    shifted = f"({name} + {offset})" if offset else name
    kind = draw(st.sampled_from(AXIS_KINDS))
    match kind:
        case "plain":
            return [name]
        case "tile":
            return [f"{shifted} // {tile}", f"{shifted} % {tile}"]
        case "tiles":
            return [f"{shifted} // {2 * tile}", f"{shifted} // {tile} % 2", f"{shifted} % {tile}"]
        case "reverse":
            return [f"{extent - 1 + draw(st.integers(-1, 2))} - {name}"]
        case "reverse tile":
            return [f"({extent - 1} - {name}) // {tile}", f"({extent - 1} - {name}) % {tile}"]
        case "stride":
            return [f"{draw(st.integers(2, 3))} * {name} + {draw(st.integers(-1, 3))}"]
        case "rotate":
            return [f"({name} + {offset}) % {max(extent, 1) + draw(st.integers(-1, 1)) or 1}"]
        case "residues":
            return [f"{name} % {tile}", f"{name} % {tile + 1}"]
        case "quotient":
            return [f"{name} // {tile}"]
        case _:
            return []


AXIS_KINDS = (
    *("plain", "tile") * 6,
    *("tiles", "reverse", "reverse tile", "stride", "rotate") * 3,
    *("residues", "quotient", "drop"),
)


def pair_maps(draw: st.DrawFn, names: tuple[str, str], extents: tuple[int, int]) -> list[str]:
    """Two axes mixed."""
    (one, two), tile = names, draw(st.integers(2, 5))
    pitch = max(extents[1] + draw(st.integers(-1, 2)), 1)
    kind = draw(st.sampled_from(("skew", "fuse", "fuse tile", "difference", "half", "braid")))
    match kind:
        case "skew":
            return [f"{one} + {two}", two]
        case "fuse":
            return [f"{pitch} * {one} + {two}"]
        case "fuse tile":
            return [f"({pitch} * {one} + {two}) // {tile}", f"({pitch} * {one} + {two}) % {tile}"]
        case "difference":
            return [f"{one} + {two}", f"{one} - {two} + {extents[1] - 1}"]
        case "half":
            return [f"{one} + {two}", f"({one} - {two} + {extents[1]}) // 2"]
        case _:
            return [f"{one} % {tile} + {tile} * ({two} % 3)", f"{one} // {tile}", f"{two} // 3"]


def wild_map(draw: st.DrawFn, rank: int) -> str:
    """Any sum, perhaps divided or reduced: seldom injective."""
    factors = [draw(st.integers(-1, 4)) for _ in range(min(rank, 2))]
    axes = draw(st.permutations(range(rank)))
    terms = [
        f"{factor} * {NAMES[axis]}" for factor, axis in zip(factors, axes, strict=False) if factor
    ]
    total = " + ".join([*terms, str(draw(st.integers(0, 6)))])
    form = draw(st.sampled_from(("{}", "({}) // {}", "({}) % {}")))
    return form.format(total, draw(st.integers(2, 6)))


@st.composite
def steps(draw: st.DrawFn, oracle: Oracle) -> Drawn:
    rank = len(oracle.shape)
    outputs: list[str] = []
    axes = list(range(rank))
    if rank >= 2 and draw(st.integers(0, 3)) == 0:
        one, two = draw(st.permutations(axes))[:2]
        axes = [axis for axis in axes if axis not in (one, two)]
        extents = (oracle.shape[one], oracle.shape[two])
        outputs += pair_maps(draw, (NAMES[one], NAMES[two]), extents)
    if draw(st.integers(0, 9)) == 0:
        outputs += [wild_map(draw, rank) for _ in range(draw(st.integers(1, 3)))]
        axes = axes[: draw(st.integers(0, rank))]
    for axis in axes:
        outputs += axis_maps(draw, NAMES[axis], oracle.shape[axis])
    if draw(st.integers(0, 7)) == 0:
        outputs.append(str(draw(st.integers(0, 2))))
    step = Drawn(rank, tuple(draw(st.permutations(outputs))))
    form = draw(st.sampled_from(("as is", "as is", "align", "extents")))
    if form == "align":
        align = draw(st.lists(st.integers(1, 4), min_size=len(outputs), max_size=len(outputs)))
        return Drawn(rank, step.outputs, tuple(align))
    if form == "extents" and all(extent >= 0 for extent in oracle.derived(step)):
        extra = st.integers(0, 2)
        return Drawn(
            rank, step.outputs, (), tuple(max(e + draw(extra), 1) for e in oracle.derived(step))
        )
    return step


@st.composite
def layouts(draw: st.DrawFn) -> tuple[Layout, tuple[int, ...], Oracle, list[Drawn]]:
    """A layout of one to three steps, the last of which may be none, with what is in its cells."""
    rank = draw(st.sampled_from((0, 1, 1, 1, 2, 2, 3)))
    longest = (1, 12, 8, 5)[rank]
    sizes = st.one_of(*[st.integers(2, longest)] * 6, st.integers(0, 1))
    shape = tuple(draw(sizes) for _ in range(rank))
    oracle = Oracle.of(shape)
    drawn: list[Drawn] = []
    for number in range(draw(st.integers(1, 3))):
        step = draw(steps(oracle))
        if len(step.outputs) > len(NAMES) or prod(oracle.box_after(step)) > MOST_CELLS:
            break
        drawn.append(step)
        oracle.apply(step, number)
        if oracle.wrong:
            break
    layout = Layout(tuple(step.step(Constant(number)) for number, step in enumerate(drawn)))
    return layout, shape, oracle, drawn


def by_cell(oracle: Oracle, placed: PlacedLayout) -> dict[str, Any]:
    """The physical names with the coordinates of all cells, in the oracle's order."""
    cells = np.array(list(oracle.holds), dtype=int).reshape(len(oracle.holds), len(oracle.shape))
    return dict(zip(placed.physical_names, cells.T, strict=True))


def truth(condition: Expr, values: dict[str, Any], cells: int) -> list[bool]:
    return np.broadcast_to(condition.evaluate(values), cells).tolist()


def check_refusal(layout: Layout, shape: Sequence[int], oracle: Oracle, bad: Drawn) -> None:
    with pytest.raises(LayoutError) as caught:
        layout.place(shape).check()
    message = str(caught.value)
    index = r"(\d+|\((?:\d+, )+\d+\)|\(\))"
    if oracle.wrong == "negative":
        found = re.search(rf"index {index} maps to (\[.*?\])", message)
        assert found, message
        (point,), image = map(read_index, found.groups()[:1]), eval(found[2])
        assert point in oracle.holds
        assert list(bad.image(point)) == image
        assert min(image) < 0
    else:
        found = re.search(rf"indices {index} and {index} both map to (\[.*?\])", message)
        assert found, message
        one, two = read_index(found[1]), read_index(found[2])
        assert one != two
        assert {one, two} <= oracle.holds.keys()
        assert list(bad.image(one)) == list(bad.image(two)) == eval(found[3])


def read_index(text: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", text)))


RUN = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize="PAD_LAYOUT_EXAMPLES" not in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)


@RUN
@given(layouts())
def test_layouts_agree_with_enumeration(
    case: tuple[Layout, tuple[int, ...], Oracle, list[Drawn]],
) -> None:
    layout, shape, oracle, drawn = case
    event(oracle.wrong or "a layout")
    if oracle.wrong:
        check_refusal(layout, shape, oracle, drawn[-1])
        return
    agree(layout.place(shape), oracle, {})


def agree(placed: PlacedLayout, oracle: Oracle, sizes: dict[str, int]) -> None:
    placed.check()
    assert [evaluated(box, sizes) for box in placed.boxes] == oracle.boxes
    assert evaluated(placed.physical_shape, sizes) == oracle.shape
    assert len(set(placed.physical_names)) == len(oracle.shape)
    values, held = by_cell(oracle, placed) | sizes, list(oracle.holds.values())
    is_valid = [isinstance(h, tuple) for h in held]
    assert truth(placed.valid, values, len(held)) == is_valid
    assert truth(placed.padding, values, len(held)) == [not v for v in is_valid]
    assert placed.is_padded() >= (not all(is_valid))
    if not sizes:
        assert placed.is_padded() == (not all(is_valid))
        assert all(any(truth(w, values, len(held))) for w, _ in placed.padding_pieces)
    padding = [None if isinstance(h, tuple) else h for h in held]
    assert pieces_by_cell(placed, values, len(held)) == padding
    logical = [h if isinstance(h, tuple) else None for h in held]
    try:
        assert inverse_where(is_valid, placed, values) == logical
    except LayoutError as refusal:
        if "is not one expression for each index, but several" not in str(refusal):
            raise
        event("an inverse by cases")
    for cell, index in zip(oracle.holds, logical, strict=True):
        assert index is None or placed.physical_index(index) == cell


def evaluated(shape: Sequence[int | Expr], sizes: dict[str, int]) -> tuple[int, ...]:
    return tuple(int(lift(extent).evaluate(sizes)) for extent in shape)


def pieces_by_cell(placed: PlacedLayout, values: dict[str, Any], cells: int) -> list[int | None]:
    """The number of the step whose padding each cell is; no two pieces may claim it."""
    found: list[int | None] = [None] * cells
    for condition, pad in placed.padding_pieces:
        assert isinstance(pad, Constant)
        for cell, claimed in enumerate(truth(condition, values, cells)):
            assert not claimed or found[cell] is None
            found[cell] = int(pad.value) if claimed else found[cell]
    return found


def inverse_where(
    is_valid: list[bool], placed: PlacedLayout, values: dict[str, Any]
) -> list[tuple[int, ...] | None]:
    """The logical index of each valid cell."""
    cells = len(is_valid)
    columns = [np.broadcast_to(i.evaluate(values), cells).tolist() for i in placed.inverse]
    rows = zip(*columns, strict=True) if columns else [()] * cells
    return [row if valid else None for row, valid in zip(rows, is_valid, strict=True)]


@st.composite
def tilings(draw: st.DrawFn) -> tuple[list[int | str], list[Drawn]]:
    """Axes of named or of fixed size, each kept or tiled, perhaps twice."""
    sizes = draw(st.lists(st.sampled_from(["a", "b", 5, 8]), min_size=1, max_size=2, unique=True))
    drawn: list[Drawn] = []
    for _ in range(draw(st.integers(1, 2))):
        rank = len(drawn[-1].outputs) if drawn else len(sizes)
        outputs: list[str] = []
        for name in NAMES[:rank]:
            tile, offset = draw(st.integers(2, 5)), draw(st.sampled_from((0, 0, 1, 4)))
            shifted = f"({name} + {offset})"
            tiled = [f"{shifted} // {tile}", f"{shifted} % {tile}"]
            outputs += draw(st.sampled_from(([name], [f"{name} + {offset}"], tiled, tiled)))
        align = draw(st.sampled_from(((), [draw(st.integers(1, 3)) for _ in outputs])))
        drawn.append(Drawn(rank, tuple(draw(st.permutations(outputs))), tuple(align)))
    return sizes, drawn


@RUN
@given(tilings(), st.integers(0, 13), st.integers(0, 4))
def test_named_sizes_agree_with_enumeration(
    case: tuple[list[int | str], list[Drawn]], a: int, b: int
) -> None:
    shape, drawn = case
    sizes = {"a": a, "b": b}
    oracle = Oracle.of([size if isinstance(size, int) else sizes[size] for size in shape])
    for number, step in enumerate(drawn):
        oracle.apply(step, number)
        assume(prod(oracle.shape) <= MOST_CELLS)
    layout = Layout(tuple(step.step(Constant(number)) for number, step in enumerate(drawn)))
    agree(layout.place(shape), oracle, sizes)
