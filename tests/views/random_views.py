"""Chains of views drawn at random, with the elements that they have in numpy."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod

import numpy as np

from ..end_to_end.elements import Array

ELEMENT = "i32"


@dataclass
class Chain:
    """Views of a buffer; `cells` are numbers of its elements, in the shape of the last view."""

    name: str
    cells: Array
    lines: list[str] = field(default_factory=list[str])
    dynamic: bool = False
    """Whether the offset is a name."""

    @property
    def type(self) -> str:
        """The type of the last view, as upstream has it."""
        sizes = "".join(f"{size}x" for size in self.shape)
        layout = "" if self._is_whole() else f", strided<{self.strides()}, offset: {self.offset()}>"
        return f"memref<{sizes}{ELEMENT}{layout}>"

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the last view."""
        return tuple(map(int, self.cells.shape))

    def strides(self) -> list[int]:
        """The distances of neighbours, 1 along an axis of one element."""
        strides: list[int] = []
        for axis, size in enumerate(self.shape):
            first = self.cells[(0,) * self.cells.ndim]
            there = self.cells[tuple(int(k == axis and size > 1) for k in range(self.cells.ndim))]
            strides.append(int(there - first) if size > 1 else 1)
        return strides

    def offset(self) -> str:
        """The first element."""
        return "?" if self.dynamic else str(self.cells.reshape(-1)[0])

    def extend(self, op: str, cells: Array, sep: str) -> None:
        """One view more."""
        before, old = self.type, self.name
        self.name, self.cells = f"{old}v", cells
        self.lines.append(f"%{self.name} = {op.format(old)} : {before} {sep} {self.type}")

    def _is_whole(self) -> bool:
        shape = self.shape
        steps = [prod(shape[axis + 1 :]) if shape[axis] > 1 else 1 for axis in range(len(shape))]
        return not self.dynamic and self.offset() == "0" and self.strides() == steps


def random_chain(name: str, shape: tuple[int, ...], rng: np.random.Generator, shift: int) -> Chain:
    """Up to three views; `shift` is the value of `%o`, which an offset may be."""
    chain = Chain(name, np.arange(prod(shape)).reshape(shape))
    if rng.random() < 0.25:
        _reinterpret(chain, rng)
    for _ in range(rng.integers(0 if chain.lines else 1, 3)):
        if rng.random() < 0.6:
            _window(chain, rng, shift)
        else:
            _reshape(chain, rng)
    return chain


def _reinterpret(chain: Chain, rng: np.random.Generator) -> None:
    count = chain.cells.size
    sizes = [int(n) for n in rng.integers(1, 5, rng.integers(1, 4))]
    strides = [int(n) for n in rng.integers(-3, 4, len(sizes))]
    reach = [(size - 1) * stride for size, stride in zip(sizes, strides, strict=True)]
    low, high = sum(min(r, 0) for r in reach), sum(max(r, 0) for r in reach)
    if high - low >= count or 0 in strides:
        return
    offset = int(rng.integers(-low, count - high))
    cells = np.full(sizes, offset)
    for axis, stride in zip(np.indices(sizes), strides, strict=True):
        cells += axis * stride
    op = f"memref.reinterpret_cast %{{}} to offset: [{offset}], sizes: {sizes}, strides: {strides}"
    before, old = chain.type, chain.name
    chain.name, chain.cells = f"{old}v", cells
    # The strides of axes of one element are as given.
    layout = f"strided<{strides}, offset: {offset}>"
    type = f"memref<{''.join(f'{n}x' for n in sizes)}{ELEMENT}, {layout}>"
    chain.lines.append(f"%{chain.name} = {op.format(old)} : {before} to {type}")
    chain.lines.append(f"%{chain.name}c = memref.cast %{chain.name} : {type} to {chain.type}")
    chain.name += "c"


def _window(chain: Chain, rng: np.random.Generator, shift: int) -> None:
    offsets, sizes, steps = list[str](), list[int](), list[int]()
    slices: list[slice] = []
    dynamic = chain.dynamic
    for extent in chain.shape:
        step = int(rng.integers(1, 3))
        size = int(rng.integers(1, (extent - 1) // step + 2))
        start = int(rng.integers(0, extent - (size - 1) * step))
        if shift + (size - 1) * step < extent and rng.random() < 0.3:
            start, dynamic = shift, True
            offsets.append("%o")
        else:
            offsets.append(str(start))
        sizes.append(size)
        steps.append(step)
        slices.append(slice(start, start + (size - 1) * step + 1, step))
    cells = chain.cells[tuple(slices)]
    dropped = [axis for axis, size in enumerate(sizes) if size == 1 and rng.random() < 0.5]
    dropped = dropped[: max(cells.ndim - 1, 0)]
    text = f"memref.subview %{{}}[{', '.join(offsets)}] {sizes} {steps}"
    cells = cells.squeeze(tuple(dropped))
    type = chain.type
    old, chain.dynamic = chain.name, dynamic
    chain.name, chain.cells = f"{old}v", cells
    chain.lines.append(f"%{chain.name} = {text.format(old)} : {type} to {chain.type}")


def _reshape(chain: Chain, rng: np.random.Generator) -> None:
    shape = chain.shape
    if len(shape) > 1 and rng.random() < 0.5:
        axis = int(rng.integers(0, len(shape) - 1))
        groups = [[a] for a in range(len(shape))]
        groups[axis : axis + 2] = [[axis, axis + 1]]
        new = [*shape[:axis], shape[axis] * shape[axis + 1], *shape[axis + 2 :]]
        chain.extend(f"memref.collapse_shape %{{}} {groups}", chain.cells.reshape(new), "into")
        return
    axis = int(rng.integers(0, len(shape)))
    part = int(rng.choice([n for n in range(1, shape[axis] + 1) if shape[axis] % n == 0]))
    groups = [[a + (a > axis)] for a in range(len(shape))]
    groups[axis] = [axis, axis + 1]
    new = [*shape[:axis], shape[axis] // part, part, *shape[axis + 1 :]]
    op = f"memref.expand_shape %{{}} {groups} output_shape {new}"
    chain.extend(op, chain.cells.reshape(new), "into")
