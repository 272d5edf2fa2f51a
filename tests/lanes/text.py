"""The text of a random function over arrays: its loops, and accesses inside the arrays."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

ROWS, COLUMNS = 5, 40
SIZES = (0, 1, 2, 3, 8, 13, 17, 20)
"""The values that `%n` may have."""

_PAIRS = (
    *(("f32", "f32"), ("f32", "f32"), ("f64", "f64"), ("f16", "f32"), ("f32", "f64")),
    *(("i32", "i32"), ("i8", "i8"), ("i8", "i32"), ("i16", "i16"), ("i16", "i64"), ("i32", "f32")),
)
_CHANGES = {
    **{("f16", "f32"): "extf", ("f32", "f64"): "extf", ("i32", "f32"): "sitofp"},
    **{("i8", "i32"): "extsi", ("i16", "i64"): "extui"},
}
_LONG = (3, 4, 7, 8, 9, 15, 16, 17, 20, 24)


@dataclass(frozen=True)
class Loop:
    """An iterator, and the first and the last value that it may take."""

    name: str
    first: int
    last: int


@dataclass
class Text:
    """
    The lines of one function `@f(%A, %B, %C, %D, %n: index)`.

    A and C have 5 x 40 cells, B and D have 40, and so has L, a copy of D. A and B are read only and
    may hold narrower numbers than those that are computed. `%V` is C in one dimension, or a copy of
    it where C has room between its rows; `%k0` .. `%k2` are 0, 1 and -2.
    """

    random: random.Random
    lines: list[str] = field(default_factory=list[str])
    iterators: list[str] = field(default_factory=list[str])
    """The names of all loops."""
    read: str = ""
    type: str = ""
    strides: dict[str, str] = field(default_factory=dict[str, str])
    """The layouts of the buffers that are not row-major: rows have room after them."""

    def head(self) -> None:
        """Begins the function."""
        self.read, self.type = self.random.choice(_PAIRS)
        arguments = [f"%{n}: {self.buffer(n)}{self._alignment(n)}" for n in "ABCD"]
        numbers = ("0.0", "1.0", "-2.0") if self.is_float else ("0", "1", "-2")
        self.lines += [
            f"func.func @f({', '.join(arguments)}, %n: index) {{",
            *(f"%k{p} = arith.constant {v} : {self.type}" for p, v in enumerate(numbers)),
            "%c2 = arith.constant 2 : index",
            *self._flat_view(),
            f"%L = memref.alloc() : {self.buffer('L')}",
            f"memref.copy %D, %L : {self.buffer('D')} to {self.buffer('L')}",
        ]

    def _flat_view(self) -> list[str]:
        """The lines that make `%V`."""
        rows, flat = self.buffer("C"), self.buffer("V")
        if "C" not in self.strides:
            return [f"%V = memref.collapse_shape %C [[0, 1]] : {rows} into {flat}"]
        plain = f"memref<{ROWS}x{COLUMNS}x{self.type}>"
        return [
            f"%W = memref.alloc() : {plain}",
            f"memref.copy %C, %W : {rows} to {plain}",
            f"%V = memref.collapse_shape %W [[0, 1]] : {plain} into {flat}",
        ]

    @property
    def is_float(self) -> bool:
        """Whether floats are computed."""
        return self.type.startswith("f")

    def buffer(self, name: str) -> str:
        """The type of a buffer."""
        shape = {"A": f"{ROWS}x{COLUMNS}", "C": f"{ROWS}x{COLUMNS}", "V": f"{ROWS * COLUMNS}"}
        element = self.read if name in "AB" else self.type
        layout = f", {self.strides[name]}" if name in self.strides else ""
        return f"memref<{shape.get(name, COLUMNS)}x{element}{layout}>"

    def line(self, text: str) -> str:
        """A line that makes a value, and the value."""
        name = self.name("v")
        self.lines.append(f"{name} = {text}")
        return name

    def name(self, letter: str) -> str:
        """A new name."""
        return f"%{letter}{len(self.lines)}"

    def draw(self, chance: float) -> bool:
        """True as often as that."""
        return self.random.random() < chance

    def open(
        self, around: list[Loop], is_long: bool, carried: tuple[str, str] | None = None
    ) -> Loop:
        """Begins a loop; `carried` are the name of what it gives, and what is after its bounds."""
        name, step = self.name("i"), self.random.choice((1, 1, 1, 1, 1, 2, 3))
        extent = self.random.choice(_LONG if is_long else (0, 1, 2, 2, 3, 3, 4))
        first = self.random.choice((0, 0, 0, 1, 2, -3))
        last = first + extent * step
        if last > COLUMNS - 4:
            first, step, last = 0, 1, extent
        end, most = str(last), last
        if is_long and self.draw(0.15):
            shift = self.random.choice((0, 0, -3, 2))
            end, most = f"affine_map<()[s0] -> (s0 + {shift})>()[%n]", max(SIZES) + shift
        elif is_long and around and self.draw(0.08):
            end, most = f"affine_map<(d0) -> (d0 + 9)>({around[-1].name})", around[-1].last + 9
        stride = "" if step == 1 else f" step {step}"
        gives, behind = ("", "") if carried is None else (f"{carried[0]} = ", f" {carried[1]}")
        self.lines.append(f"{gives}affine.for {name} = {first} to {end}{stride}{behind} {{")
        self.iterators.append(name[1:])
        return Loop(name, first, max(first, most - 1))

    def load(self, loops: list[Loop]) -> str:
        """A number of the computed type, from anywhere."""
        name = self.random.choice("AAABBBCDVL" if self.draw(0.4) else "AB")
        loaded = self.line(f"affine.load {self.cell(name, loops)}")
        return self.widened(loaded) if name in "AB" else loaded

    def widened(self, loaded: str) -> str:
        """A number of A or B as one of the computed type."""
        change = _CHANGES.get((self.read, self.type))
        if change is None:
            return loaded
        return self.line(f"arith.{change} {loaded} : {self.read} to {self.type}")

    def store(self, value: str, loops: list[Loop]) -> None:
        """A store, to anywhere."""
        name = self.random.choice("CCDVL")
        self.lines.append(f"affine.store {value}, {self.cell(name, loops)}")

    def cell(self, name: str, loops: list[Loop]) -> str:
        """A cell of a buffer, as loads and stores name it."""
        if name in "AC":
            subscript = f"{self._index(loops[:-1], ROWS, 0.2)}, {self._index(loops, COLUMNS, 0.9)}"
            if self.draw(0.1):
                subscript = f"{self._index(loops, ROWS, 0.5)}, {self._index(loops, COLUMNS, 0.5)}"
        else:
            size = ROWS * COLUMNS if name == "V" else COLUMNS
            subscript = self._index(loops, size, 0.9)
        return f"%{name}[{subscript}] : {self.buffer(name)}"

    def _index(self, loops: list[Loop], size: int, innermost: float) -> str:
        """An index below the size, as often of the innermost loop as is said."""
        usable = [loop for loop in loops if loop.last - loop.first < size]
        if not usable or self.draw(0.07):
            return str(self.random.randrange(min(size, 4)))
        loop = usable[-1] if self.draw(innermost) else self.random.choice(usable)
        if self.draw(0.05):
            return f"({loop.name} - {loop.first}) floordiv 4"
        extent = loop.last - loop.first
        factor = self.random.choice((2, 2, 3, 4, 5, -1, -2)) if self.draw(0.12) else 1
        if abs(factor) * extent >= size:
            factor = 1
        room = size - 1 - abs(factor) * extent
        lowest = factor * (loop.first if factor > 0 else loop.last)
        shift = min(room, self.random.choice((0, 0, 0, 1, 2, 8, room))) - lowest
        times = "" if factor == 1 else f"{factor} * "
        return f"{times}{loop.name} + {shift}" if shift else f"{times}{loop.name}"

    def _alignment(self, name: str) -> str:
        is_stated = self.draw(0.4) and name not in self.strides
        return " {llvm.align = 64 : i64}" if is_stated else ""
