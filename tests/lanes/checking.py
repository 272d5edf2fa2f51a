"""Takes random programs through the passes on lanes, validates what comes out, and runs it."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.runtime import compile
from pad_mlir.tools.driver.compilation import Compilation
from pad_mlir.tools.tv import FunctionVerdict, validate

from ..end_to_end.elements import DTYPES
from .child import in_child
from .programs import Writer
from .text import COLUMNS, ROWS, SIZES

Array = NDArray[Any]
_BUDGET = 100_000
_CPUS = ("x86-64-v2", "x86-64-v3", "x86-64-v4")
_CANARY = 0xA5
_FENCE = 192
"""Bytes before an array and after it: more than any vector has."""


@dataclass(frozen=True)
class Trial:
    """A random program, and the passes that it is taken through."""

    seed: int
    text: str
    pipeline: str
    elements: tuple[str, str, str, str]
    size: int
    """The value of `%n`."""
    room: dict[str, int]
    """How many elements there are after each row of an array, which nothing may write."""

    @staticmethod
    def of(seed: int) -> Trial:
        """The one that the seed stands for."""
        draw = random.Random(seed)
        room, strides = _strides(seed)
        writer = Writer(draw, strides=strides)
        text = writer.function()
        elements = writer.read, writer.read, writer.type, writer.type
        pipeline = _pipeline(draw, writer)
        return Trial(seed, text, pipeline, elements, draw.choice(SIZES), room)

    def rewritten(self) -> str:
        """The text that the passes make of it."""
        with collect_remarks():
            passes = parse_pipeline(self.pipeline, ALL_PASSES)
            return Compilation(new_context(), passes, f"seed {self.seed}").run(self.text)

    def verdict(self, after: str) -> FunctionVerdict:
        """The verdict of pad-tv on the result."""
        modules = (parse_module(text, context=new_context()) for text in (self.text, after))
        return validate(*modules, sizes={"n": self.size}, budget=_BUDGET).functions[0]

    def difference(self, after: str) -> str | None:
        """How the machine code of both differs in results, or in writes around the arrays."""
        return in_child(lambda: self._difference(after))

    def _difference(self, after: str) -> str | None:
        draw = np.random.default_rng(self.seed)
        arrays = {name: self._numbers(name, draw) for name in "ABCD"}
        before, now = self._run(self.text, arrays), self._run(after, arrays)
        for name, old, new in zip("ABCD", before, now, strict=True):
            if (new[:_FENCE] != _CANARY).any() or (new[-_FENCE:] != _CANARY).any():
                return f"cells around {name} are written"
            if not self._is_same(*(_rows(_inside(memory, arrays[name])) for memory in (old, new))):
                return f"{name} holds other numbers"
            stored = _inside(new, arrays[name])[..., COLUMNS:]
            if stored.tobytes() != arrays[name][..., COLUMNS:].tobytes():
                return f"cells between the rows of {name} are written"
        return None

    def _run(self, text: str, arrays: dict[str, Array]) -> list[NDArray[np.uint8]]:
        """The memory that the arrays lie in, after a call."""
        memories = [_fenced(array, shifted=self.seed % 2 == 1) for array in arrays.values()]
        pairs = zip(memories, arrays.values(), strict=True)
        views = [_rows(_inside(memory, array)) for memory, array in pairs]
        compile(text)(*views, self.size)
        return memories

    def _numbers(self, name: str, draw: np.random.Generator) -> Array:
        """Small ones, of which sums are exact in any order, and special ones where they may be."""
        shape = (ROWS, COLUMNS + self.room.get(name, 0)) if name in "AC" else (COLUMNS,)
        numbers = draw.integers(-1, 2, size=shape) * draw.integers(1, 3, size=shape)
        array = numbers.astype(DTYPES[self.elements["ABCD".index(name)]])
        if array.dtype.kind == "f" and "ninf" not in self.text and self.seed % 2:
            few = draw.random(shape) < 0.03
            array[few] = draw.choice([-0.0, np.inf, -np.inf, np.nan], size=int(few.sum()))
        return array

    def _is_same(self, old: Array, new: Array) -> bool:
        if old.dtype.kind != "f":
            return bool((old == new).all())
        old, new = old.astype(np.float64), new.astype(np.float64)
        same = (old == new) | (np.isnan(old) & np.isnan(new))
        if "reassoc" not in self.text:
            return bool(same.all())
        # Where numbers are large, another order rounds differently, or overflows.
        small = (np.abs(old) < 2.0**16) & (np.abs(new) < 2.0**16)
        close = np.isclose(old, new, rtol=1e-2) | ~np.isfinite(old) | ~np.isfinite(new)
        return bool(np.where(small, same, close).all())


def _strides(seed: int) -> tuple[dict[str, int], dict[str, str]]:
    """
    How many elements there are after each row of A and of C, and what layouts the buffers have: of
    every third program, which all others stay the same for.
    """
    if seed % 3:
        return {}, {}
    draw = random.Random(f"strides of {seed}")
    room = {name: draw.choice((0, 1, 3, 8)) for name in draw.choice(("A", "C", "AC"))}
    layouts = dict[str, str]()
    for name, own in room.items():
        row = draw.choice(("?", str(COLUMNS + own)))
        offset = draw.choice(("", ", offset: ?", ", offset: 3"))
        inner = draw.choice(("1", "1", "1", "1", "1", "?"))
        layouts[name] = f"strided<[{row}, {inner}]{offset}>"
    layouts |= {name: "strided<[1], offset: ?>" for name in "BD" if draw.random() < 0.3}
    return room, layouts


def _pipeline(draw: random.Random, writer: Writer) -> str:
    cpu, loops = draw.choice(_CPUS), writer.iterators
    vectorize, tile = f"pad-vectorize{{target-cpu={cpu}}}", f"pad-register-tile{{target-cpu={cpu}}}"
    if writer.has_rows and draw.random() < 0.6:
        masked = "pad-vectorize{target-cpu=x86-64-v4}"
        return draw.choice((masked, f"{masked},{tile}", vectorize))
    if writer.along is not None and draw.random() < 0.8:
        one = f"pad-vectorize{{loop={writer.along} target-cpu={cpu}}}"
        some = f"loops={writer.along} factors={draw.randint(2, 5)}"
        return f"{one},pad-register-tile{{target-cpu={cpu} {some}}}"
    few = draw.sample(loops, min(len(loops), draw.choice((1, 1, 2))))
    factors = ",".join(str(draw.randint(2, 5)) for _ in few)
    chosen = f"pad-register-tile{{target-cpu={cpu} loops={','.join(few)} factors={factors}}}"
    one = f"pad-vectorize{{loop={few[0]} target-cpu={cpu}}}"
    both = f"{vectorize},{chosen}"
    return draw.choice((vectorize, f"{vectorize},{tile}", both, both, chosen, f"{one},{tile}"))


def _fenced(array: Array, shifted: bool) -> NDArray[np.uint8]:
    """Memory with a copy of the array in it and other bytes around: aligned, or just not."""
    memory = np.full(array.nbytes + 2 * _FENCE + 128, _CANARY, np.uint8)
    begin = -memory.ctypes.data % 64 + (array.itemsize if shifted else 0)
    memory = memory[begin : begin + array.nbytes + 2 * _FENCE]
    _inside(memory, array)[...] = array
    return memory


def _rows(stored: Array) -> Array:
    """The part of an array that programs see."""
    return stored[..., :COLUMNS]


def _inside(memory: NDArray[np.uint8], like: Array) -> Array:
    return memory[_FENCE:-_FENCE].view(like.dtype).reshape(like.shape)
