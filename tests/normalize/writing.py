"""Writes the text of a random program: loops, accesses with indices in bounds, functions."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from itertools import count
from math import prod
from random import Random
from typing import TypeAlias

Iterator: TypeAlias = tuple[str, int]
"""The name of a loop's variable, and how many values it has from 0 on."""


class Writer:
    """
    Appends to one function at a time; helpers and globals stand before @main.

    The types of the buffers A, B and C are written `!A`, `!B` and `!C`.
    """

    def __init__(self, rng: Random, element: str, shapes: dict[str, tuple[int, ...]]):
        self.rng, self.element, self.shapes = rng, element, shapes
        self.depth = 0
        self._lines: list[str] = []
        self._before: list[str] = []
        self._numbers = count()

    def text(self) -> str:
        """All that was written."""
        return "\n".join([*self._before, *self._lines, ""])

    def line(self, text: str) -> None:
        """One line."""
        self._lines.append("  " * self.depth + text)

    def open(self, text: str) -> None:
        """A line after which a region begins; `} else {` ends one too."""
        self.depth -= text.startswith("}")
        self.line(text)
        self.depth += 1

    def close(self) -> None:
        """The end of a region."""
        self.depth -= 1
        self.line("}")

    def fresh(self, prefix: str) -> str:
        """A name of its own."""
        return f"{prefix}{next(self._numbers)}"

    @contextmanager
    def function(self, signature: str) -> Generator[None]:
        """A private function, written before it."""
        lines, depth = self._lines, self.depth
        self._lines, self.depth = [], 0
        self.open(f"func.func private {signature} {{")
        yield
        self.close()
        self._before += self._lines
        self._lines, self.depth = lines, depth

    def global_of(self, constant: str, buffer: str) -> str:
        """The name of a new global with the type of a buffer, and some data."""
        name, shape = self.fresh("global"), self.shapes[buffer]
        numbers = [str(self.rng.randint(-4, 4)) for _ in range(prod(shape))]
        if self.element != "i32":
            numbers = [f"{number}.0" for number in numbers]
        data = _nested(numbers, shape)
        self._before.append(f"memref.global {constant}@{name} : !{buffer} = dense<{data}>")
        return name

    def source(self) -> str:
        """A buffer to read."""
        return self.rng.choice("AB")

    def target(self) -> str:
        """A buffer to write."""
        return self.rng.choice("BBA")

    @contextmanager
    def loops(self, extents: Sequence[int], dialect: str = "affine") -> Generator[list[Iterator]]:
        """A nest of loops from 0 on."""
        iterators = [(self.fresh("i"), extent) for extent in extents]
        for name, extent in iterators:
            if dialect == "affine":
                self.open(f"affine.for %{name} = 0 to {extent} {{")
            else:
                zero, one, last = map(self.index_constant, (0, 1, extent))
                self.open(f"scf.for %{name} = %{zero} to %{last} step %{one} {{")
        yield iterators
        for _ in iterators:
            self.close()

    @contextmanager
    def parallel(self, extents: Sequence[int]) -> Generator[list[Iterator]]:
        """One affine.parallel."""
        iterators = [(self.fresh("i"), extent) for extent in extents]
        names = ", ".join(f"%{name}" for name, _ in iterators)
        lower, upper = ", ".join("0" for _ in extents), ", ".join(map(str, extents))
        self.open(f"affine.parallel ({names}) = ({lower}) to ({upper}) {{")
        yield iterators
        self.close()

    def own_index(self, iterators: Sequence[Iterator]) -> str:
        """The cell of its own of each iteration over the shape."""
        return ", ".join(f"%{name}" for name, _ in iterators)

    def affine_index(self, buffer: str, iterators: Sequence[Iterator]) -> str:
        """Some affine index that is in bounds."""
        return ", ".join(self._affine(extent, iterators) for extent in self.shapes[buffer])

    def _affine(self, extent: int, iterators: Sequence[Iterator]) -> str:
        name, size = self.rng.choice(iterators)
        fits = [
            f"%{name} mod {extent}",
            f"%{name} floordiv {-(-size // extent)}",
            str(self.rng.randrange(extent)),
        ]
        if size <= extent:
            fits += [f"%{name}", f"-%{name} + {extent - 1}", f"%{name} + {extent - size}"]
        other, more = self.rng.choice(iterators)
        if other != name and size + more - 1 <= extent:
            fits.append(f"%{name} + %{other}")
        if 2 * size - 1 <= extent:
            fits.append(f"%{name} * 2")
        return self.rng.choice(fits)

    def computed_index(self, buffer: str, iterators: Sequence[Iterator]) -> str:
        """An index that is computed by arith, in bounds by a remainder."""
        names: list[str] = []
        for extent in self.shapes[buffer]:
            name, _ = self.rng.choice(iterators)
            total, rest = self.fresh("t"), self.fresh("r")
            offset, size = self.index_constant(self.rng.randint(0, 9)), self.index_constant(extent)
            self.line(f"%{total} = arith.addi %{name}, %{offset} : index")
            self.line(f"%{rest} = arith.remui %{total}, %{size} : index")
            names.append(f"%{rest}")
        return ", ".join(names)

    def index_constant(self, value: int) -> str:
        """The name of a constant index."""
        name = self.fresh("k")
        self.line(f"%{name} = arith.constant {value} : index")
        return name

    def constant(self, value: int | None = None) -> str:
        """The name of a small constant."""
        name = self.fresh("k")
        number = self.rng.randint(-4, 4) if value is None else value
        text = str(number) if self.element == "i32" else f"{number}.0"
        self.line(f"%{name} = arith.constant {text} : {self.element}")
        return name

    def load(
        self, buffer: str, index: str, dialect: str = "affine", value: str | None = None
    ) -> str:
        """The name of what is loaded from a buffer, or another value of its type."""
        name = self.fresh("v")
        self.line(f"%{name} = {dialect}.load %{value or buffer}[{index}] : !{buffer}")
        return name

    def store(
        self,
        what: str,
        buffer: str,
        index: str,
        dialect: str = "affine",
        value: str | None = None,
    ) -> None:
        """Stores to a buffer, or another value of its type."""
        self.line(f"{dialect}.store %{what}, %{value or buffer}[{index}] : !{buffer}")

    def add(self, left: str, right: str) -> str:
        """The name of a sum, less of it than that could grow without end."""
        name, half = self.fresh("v"), self.fresh("v")
        if self.element == "i32":
            self.line(f"%{name} = arith.addi %{left}, %{right} : i32")
            return name
        factor = self.fresh("k")
        self.line(f"%{factor} = arith.constant 0.5 : {self.element}")
        self.line(f"%{half} = arith.mulf %{left}, %{factor} : {self.element}")
        self.line(f"%{name} = arith.addf %{half}, %{right} : {self.element}")
        return name

    def fill(self, target: str, source: str, value: str | None = None) -> None:
        """Writes all of a buffer."""
        with self.loops(self.shapes[target]) as iterators:
            loaded = self.load(source, self.affine_index(source, iterators))
            self.store(loaded, target, self.own_index(iterators), value=value)


def _nested(numbers: Sequence[str], shape: Sequence[int]) -> str:
    if not shape:
        return numbers[0]
    step = len(numbers) // shape[0]
    parts = [_nested(numbers[k * step : (k + 1) * step], shape[1:]) for k in range(shape[0])]
    return f"[{', '.join(parts)}]"
