"""Calls of a compiled program on poisoned arrays between pages that may not be touched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, cast

import numpy as np
from xdsl.dialects import func
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, ModuleOp, StringAttr
from xdsl.ir import Attribute

from ..end_to_end.elements import DTYPES, FLOATS, Array, poison, same_bits
from ..programs.guarded import Guarded, guarded
from ..programs.judging import argument_names
from .layouts import Cells, LaidOut
from .program import Program, Sizes
from .writing import Buffer


@dataclass(frozen=True)
class Trial:
    """The data of a call, and what they are to be after it."""

    sizes: Sizes
    given: Mapping[str, Array]
    wanted: Mapping[str, Array]


@dataclass(frozen=True)
class Code:
    """A kernel, with the function that it was made of and the layouts that this has."""

    program: Program
    kernel: Any
    module: ModuleOp
    layouts: Mapping[str, LaidOut]
    packed: bool
    relaxed: bool

    @cached_property
    def function(self) -> func.FuncOp:
        """The entry."""
        return next(
            op for op in self.module.ops if isinstance(op, func.FuncOp) and op.sym_name.data == "f"
        )

    @cached_property
    def physical(self) -> dict[str, LaidOut]:
        """The layouts of the arguments that are taken as they lie in memory."""
        if not self.packed:
            return {}
        names, given = argument_names(self.function), self.function.arg_attrs
        attributes = given.data if given is not None else ()
        has = {n for n, a in zip(names, attributes, strict=False) if "pad.logical" in a.data}
        return {name: layout for name, layout in self.layouts.items() if name in has}

    def sizes(self, shapes: Mapping[str, tuple[int, ...]]) -> dict[str, int]:
        """The sizes by the names of the arguments that are tied to them."""
        found: dict[str, int] = {}
        given = self.function.arg_attrs
        for name, attributes in zip(
            argument_names(self.function), given.data if given is not None else (), strict=False
        ):
            for buffer, axis in _ties(attributes):
                if buffer in shapes:
                    found[name] = shapes[buffer][axis]
        return found

    @cached_property
    def expects(self) -> set[str]:
        """Buffers whose padding has to hold its value when the code is called."""
        return {
            buffer.name
            for buffer in self.kernel.contracts.buffers
            if any(piece.on_entry == "value" for piece in buffer.padding)
        }

    def written(self, name: str) -> bool:
        """Whether the program writes an argument."""
        return any(
            f"{name}[" in line.split(" = ")[0] for line in self.program.source.split("\n")
        ) or (f"= {name}\n" in self.program.source or f"Window({name}," in self.program.source)

    def arrays(self, trial: Trial, random: Random) -> tuple[dict[str, Array], dict[str, Cells]]:
        """The arrays of a call in memory, and where their cells are."""
        rng = np.random.default_rng(random.randrange(1 << 30))
        style = "huge" if self.relaxed else random.choice(("nan", "huge", "random"))
        arrays: dict[str, Array] = {}
        boxes: dict[str, Cells] = {}
        for buffer in self.program.buffers:
            data = trial.given[buffer.name]
            layout = self.physical.get(buffer.name)
            if layout is None:
                arrays[buffer.name] = data
                continue
            cells = boxes[buffer.name] = layout.cells(data.shape)
            box = poison(buffer.element, cells.place.origin.shape, style, rng)
            box = cells.place.scatter(data, box)
            if buffer.name in self.expects:
                cells.fill(box)
            arrays[buffer.name] = box
        return arrays, boxes

    def call(self, trial: Trial, random: Random, *, at_end: bool) -> str | None:
        """What is wrong with a call, if something is."""
        arrays, boxes = self.arrays(trial, random)
        shapes = {name: array.shape for name, array in arrays.items()}
        held: dict[str, Guarded] = {
            name: guarded(
                self.as_taken(name, array),
                at_end=at_end,
                alignment=64 if not at_end else array.itemsize,
            )
            for name, array in arrays.items()
        }
        sizes = self.sizes({b.name: trial.given[b.name].shape for b in self.program.buffers})
        if not self.packed and random.random() < 0.5:
            sizes = {}
        self.kernel(*(each.array for each in held.values()), **sizes)
        for buffer in self.program.buffers:
            name = buffer.name
            after, cells = held[name].array.reshape(shapes[name]), boxes.get(name)
            if not held[name].is_slack_kept:
                return f"{name}: it writes beside the array"
            found = after
            if cells is not None:
                found = cells.place.gather(after, trial.wanted[name].shape)
                if wrong := self._padding(buffer, cells, arrays[name], after):
                    return wrong
            if wrong := self.differences(buffer, found, trial.wanted[name]):
                return wrong
        return None

    def as_taken(self, name: str, array: Array) -> Array:
        """An array with the rank that its parameter has, which may be flat."""
        wanted = (
            self.kernel.physical_shape(name) if self.packed else self.kernel.logical_shape(name)
        )
        return array if len(wanted) == array.ndim else array.reshape(-1)

    def differences(self, buffer: Buffer, found: Array, wanted: Array) -> str | None:
        """The first cell that is not as wanted."""
        alike = same_bits(found, wanted) | ((found != found) & (wanted != wanted))
        if self.relaxed:
            alike = alike | (found == wanted) | ~np.isfinite(wanted.astype(float))
        if alike.all():
            return None
        index = tuple(np.argwhere(~alike)[0].tolist())
        return f"{buffer.name}{list(index)} is {found[index]!r}, wanted {wanted[index]!r}"

    def _padding(self, buffer: Buffer, cells: Cells, before: Array, after: Array) -> str | None:
        kept = cells.forbidden() if self.written(buffer.name) else cells.place.origin < 0
        if not (same := same_bits(after, before) | ~kept).all():
            index = np.argwhere(~same)[0].tolist()
            return f"{buffer.name}: padding {index} was written, and may not be"
        wanted = after.copy()
        cells.fill(wanted)
        alike = same_bits(after, wanted) | ((after != after) & (wanted != wanted))
        if self.written(buffer.name) and not (alike | ~cells.values()).all():
            if self.relaxed and buffer.element in FLOATS:
                return None
            index = tuple(np.argwhere(~(alike | ~cells.values()))[0].tolist())
            found = f"{after[index]!r}, wanted {wanted[index]!r}"
            return f"{buffer.name}: padding {list(index)} is {found}"
        return None


def _ties(attributes: DictionaryAttr) -> list[tuple[str, int]]:
    ties = attributes.data.get("pad.size")
    if not isinstance(ties, ArrayAttr):
        return []
    found: list[tuple[str, int]] = []
    for tie in cast("ArrayAttr[Attribute]", ties):
        assert isinstance(tie, DictionaryAttr)
        of, dim = tie.data["of"], tie.data["dim"]
        assert isinstance(of, StringAttr)
        assert isinstance(dim, IntegerAttr)
        found.append((of.data, dim.value.data))
    return found


def data(element: str, shape: tuple[int, ...], rng: np.random.Generator) -> Array:
    """Small integers, zeros of both signs among the floats; any integers."""
    if element in FLOATS:
        found = rng.integers(-4, 5, shape).astype(DTYPES[element])
        return np.asarray(np.where(rng.random(shape) < 0.05, -0.0, found)).astype(DTYPES[element])
    limits = np.iinfo(DTYPES[element])
    low, high = (limits.min, limits.max) if rng.random() < 0.5 else (-8, 8)
    return rng.integers(low, high, shape, dtype=np.int64, endpoint=True).astype(DTYPES[element])


def trials(program: Program, sizes: Sequence[Sizes], seed: int) -> list[Trial]:
    """What the program does at sizes; `Inexact` where it cannot tell."""
    found: list[Trial] = []
    for number, each in enumerate(sizes):
        rng = np.random.default_rng([seed, number])
        given = {b.name: data(b.element, program.shape(b, each), rng) for b in program.buffers}
        cells = {
            name: {tuple(k): array[tuple(k)].item() for k in np.ndindex(array.shape)}
            for name, array in given.items()
        }
        program.run(*cells.values(), **each)
        wanted: dict[str, Array] = {}
        for name, array in given.items():
            after = array.copy()
            assert len(cells[name]) == array.size, f"{name} got cells that it does not have"
            for k, value in cells[name].items():
                after[k] = value
            wanted[name] = after
        found.append(Trial(each, given, wanted))
    return found
