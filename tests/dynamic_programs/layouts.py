"""Random layouts with random padding, and where their cells are, by enumeration."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from ..end_to_end.elements import FLOATS, Array, pad_value
from ..end_to_end.placement import Placement, Step
from .program import Program
from .writing import Buffer, float_text

TILES = (2, 3, 4, 4, 8, 16)
NAMES = ("a", "b", "c", "d", "e", "g")
Point = tuple[int, ...]


@dataclass(frozen=True)
class Kind:
    """
    What padding holds: the option's text, and the content of a cell by its physical index, which is
    a number, "undef", "forbidden", or the cell that it copies.
    """

    text: str
    content: Callable[[Point], Any]


@dataclass(frozen=True)
class LaidOut:
    """A buffer's layout: its steps, with the kind of the padding of each."""

    buffer: Buffer
    steps: tuple[Step, ...]
    kinds: tuple[Kind, ...]
    keep: bool = False
    function: str = ""
    """The text of what `@f` names."""

    def passes(self) -> list[str]:
        """The passes that give it to the buffer."""
        found: list[str] = []
        for step, kind in zip(self.steps, self.kinds, strict=True):
            text = f'function=f buffer={self.buffer.name} map="{step.map}" pad="{kind.text}"'
            for name in ("align", "extents"):
                if values := getattr(step, name):
                    text += f' {name}="{list(values)}"'
            text += " interface=keep" if self.keep else ""
            found.append(f"pad-transform-layout{{{text}}}")
        return found

    def cells(self, shape: tuple[int, ...]) -> Cells:
        """Where all cells are at a shape."""
        place = Placement.of(self.buffer.element, shape, self.steps)
        return Cells(self, place)


@dataclass(frozen=True)
class Cells:
    """The physical box of a buffer at one shape."""

    layout: LaidOut
    place: Placement

    def padding(self) -> Iterator[tuple[Point, Any]]:
        """Each cell of padding with its content."""
        for index in np.argwhere(self.place.origin < 0).tolist():
            point = tuple(index)
            step = -1 - int(self.place.origin[point])
            yield point, self.layout.kinds[step].content(point)

    def fill(self, physical: Array) -> None:
        """Write the values that padding promises, those that copy last."""
        copies: list[tuple[Point, Point]] = []
        for point, content in self.padding():
            if isinstance(content, tuple):
                copies.append((point, content))  # pyright: ignore
            elif not isinstance(content, str):
                physical[point] = content
        for point, source in copies:
            physical[point] = physical[source]

    def forbidden(self) -> Array:
        """Where padding may not be touched."""
        found = np.zeros(self.place.origin.shape, np.bool_)
        for point, content in self.padding():
            found[point] = content == "forbidden"
        return found

    def values(self) -> Array:
        """Where padding holds a value."""
        found = np.zeros(self.place.origin.shape, np.bool_)
        for point, content in self.padding():
            found[point] = not isinstance(content, str)
        return found


def random_layouts(program: Program, random: Random) -> list[LaidOut]:
    """A layout for one or more of the buffers of a program."""
    chosen = [b for b in program.laid_out if random.random() < 0.6]
    chosen = chosen or [random.choice(program.laid_out)]
    return [_layout(program, buffer, random) for buffer in chosen]


def _layout(program: Program, buffer: Buffer, random: Random) -> LaidOut:
    names: list[str] = list(NAMES[: len(buffer.dims)])
    tiles: dict[str, int] = {}
    offsets: dict[str, int] = {}
    for name in names:
        if random.random() < (0.8 if name == names[-1] else 0.4):
            tiles[name] = random.choice(TILES)
        if random.random() < 0.2:
            offsets[name] = random.choice((1, 2, 3))
    if not tiles:
        tiles[names[-1]] = random.choice(TILES)
    outer, inner = list[str](), list[str]()
    for name in names:
        index = f"({name} + {offsets[name]})" if name in offsets else name
        tile = tiles.get(name)
        outer.append(index if tile is None else f"{index} floordiv {tile}")
        if tile is not None:
            inner.append(f"{index} mod {tile}")
    if random.random() < 0.3:
        random.shuffle(outer)
    if random.random() < 0.3:
        inner.reverse()
    results = [*outer, *inner]
    if random.random() < 0.1:
        random.shuffle(results)
    step = f"({', '.join(names)}) -> ({', '.join(results)})"
    align: tuple[int, ...] = ()
    if random.random() < 0.12:
        align = tuple(random.choice((1, 1, 2, 4, 16)) for _ in results)
    extents: tuple[int, ...] = ()
    first = Step(step, "x", align, extents)
    steps = [first]
    if random.random() < 0.15 and len(results) <= 4:
        steps.append(_second(len(results), random))
    kinds = [_plain(buffer.element, random) for _ in steps]
    function = ""
    if len(steps) == 1 and random.random() < 0.4:
        form = random.randrange(4)
        if form == 0:
            kinds[0] = _region(buffer.element, results, random)
        elif form == 1:
            kinds[0] = _computed(buffer.element, results, random)
        elif form == 2:
            kinds[0], function = _called(buffer, results, random)
        elif not offsets and not align:
            kinds[0] = _copied(results, tiles) or kinds[0]
    keep = buffer in program.buffers and random.random() < 0.08
    return LaidOut(buffer, tuple(steps), tuple(kinds), keep, function)


def _second(rank: int, random: Random) -> Step:
    names = NAMES[:rank]
    results: list[str] = list(names)
    if random.random() < 0.5:
        random.shuffle(results)
    else:
        k, tile = random.randrange(rank), random.choice((2, 4))
        results[k] = f"{names[k]} floordiv {tile}"
        results.append(f"{names[k]} mod {tile}")
    return Step(f"({', '.join(names)}) -> ({', '.join(results)})", "x")


def _plain(element: str, random: Random) -> Kind:
    form = random.random()
    if form < 0.2:
        return Kind("forbidden", lambda point: "forbidden")
    if form < 0.4:
        return Kind("undef", lambda point: "undef")
    if form < 0.75:
        number = random.choice((0, 0, 0, 1, -1, 2))
        if element in FLOATS and random.random() < 0.15:
            number = random.choice((float("-inf"), float("inf")))
            return Kind("-inf" if number < 0 else "inf", lambda point: number)
        text = float_text(number) if element in FLOATS else str(number)
        return Kind(text, lambda point: number)
    operations = (
        ("addf", "mulf", "maximumf", "minimumf", "maxnumf")
        if element in FLOATS
        else ("addi", "muli", "maxsi", "minsi", "andi", "xori")
    )
    text = f"identity({random.choice(operations)})"
    value = pad_value(text, element)
    return Kind(text, lambda point: value)


def _indices(results: list[str]) -> str:
    return ", ".join(f"p{k}" for k in range(len(results)))


def _region(element: str, results: list[str], random: Random) -> Kind:
    axis, least = random.randrange(len(results)), random.choice((1, 2, 3))
    first, rest = _plain(element, random), _plain(element, random)
    while first.text == "forbidden":
        first = _plain(element, random)

    def content(point: Point) -> Any:
        return (first if point[axis] >= least else rest).content(point)

    where = f"({_indices(results)}) -> (p{axis} - {least})"
    text = f"[{{where = {where}, kind = {first.text}}}, {{kind = {rest.text}}}]"
    return Kind(text, content)


def _computed(element: str, results: list[str], random: Random) -> Kind:
    axis, times, more = random.randrange(len(results)), random.choice((1, 2)), random.choice((0, 1))
    text = f"value(({_indices(results)}) -> (p{axis} * {times} + {more}))"
    return Kind(text, lambda point: point[axis] * times + more)


def _called(buffer: Buffer, results: list[str], random: Random) -> tuple[Kind, str]:
    axis, element = random.randrange(len(results)), buffer.element
    listed = ", ".join(f"%p{k}: index" for k in range(len(results)))
    bits = element[1:] if element not in FLOATS else "32"
    lines = [f"func.func private @pad{buffer.name}({listed}) -> {element} {{"]
    lines.append(f"  %i = arith.index_cast %p{axis} : index to i{bits}")
    last = "%i"
    if element in FLOATS:
        lines.append(f"  %x = arith.sitofp %i : i32 to {element}")
        last = "%x"
    lines += [f"  func.return {last} : {element}", "}", ""]
    return Kind(f"@pad{buffer.name}", lambda point: point[axis]), "\n".join(lines)


def _copied(results: list[str], tiles: dict[str, int]) -> Kind | None:
    """A copy of the row's first cell, where one index alone is split into tiles."""
    if len(tiles) != 1:
        return None
    (name,) = tiles
    axes = {k for k, each in enumerate(results) if re.search(rf"\b{name}\b", each)}
    names = [f"p{k}" for k in range(len(results))]
    where = ", ".join("0" if k in axes else each for k, each in enumerate(names))

    def content(point: Point) -> Point:
        return tuple(0 if k in axes else index for k, index in enumerate(point))

    return Kind(f"({', '.join(names)}) -> ({where})", content)
