"""Small random functions of loops, ifs, stores and loads that rewrites may get wrong."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

SIZE = 6
_INDICES = ("%i", "%i", "%i", f"{SIZE - 1} - %i", f"(%i + 1) mod {SIZE}", "%i floordiv 2", "0")
_CONDITIONS = (
    "d0 - 2 >= 0",
    "1 - d0 >= 0",
    "d0 floordiv 2 - 1 >= 0",
    "3 - d0 >= 0",
    "d0 - 4 == 0",
)
_OPS = ("addi", "addi", "muli", "subi", "maxsi")
_TYPE = f"memref<{SIZE}xi8>"


@dataclass
class Writer:
    """Writes one function on the arguments A, B, C and a local buffer L."""

    random: random.Random
    lines: list[str] = field(default_factory=list[str])
    count: int = 0
    indices: tuple[str, ...] = _INDICES
    undef: bool = False
    """Whether undef is stored, else cells are assumed to hold something: both would contradict."""

    def function(self) -> str:
        """A function of a few stages."""
        if self.chance(0.5):
            self.indices = ("%i", "%i", "0")
        self.undef = self.chance(0.5)
        self.emit("func.func private @ext(memref<6xi8>)")
        arguments = ", ".join(f"%{name}: {_TYPE}" for name in "ABC")
        self.emit(f"func.func @f({arguments}, %x: i8, %y: i8) {{")
        self.emit(f"%L = memref.alloc() : {_TYPE}")
        self.emit(f"memref.copy %A, %L : {_TYPE} to {_TYPE}")
        for number in range(self.random.randint(2, 4)):
            self._stage(number)
        self.emit("func.return", "}")
        return "\n".join(self.lines)

    def emit(self, *lines: str) -> None:
        """Appends lines."""
        self.lines += lines

    def chance(self, probability: float) -> bool:
        """True as often as that."""
        return self.random.random() < probability

    def value(self, line: str) -> str:
        """A new value."""
        self.count += 1
        self.emit(f"%v{self.count} = {line}")
        return f"%v{self.count}"

    def _stage(self, number: int) -> None:
        if self.chance(0.05):
            self.emit(f"func.call @ext(%{self._buffer()}) : ({_TYPE}) -> ()")
        elif self.chance(0.1):
            source, destination = self.random.sample("ABCL", 2)
            self.emit(f"memref.copy %{source}, %{destination} : {_TYPE} to {_TYPE}")
        elif self.chance(0.1) and not self.undef:
            self._assume()
        elif self.chance(0.1):
            self.emit(f"affine.store {self._constant()}, %{self._buffer()}[2] : {_TYPE}")
        else:
            self._loop(number)

    def _assume(self) -> None:
        loaded = self.value(f"affine.load %{self._buffer()}[3] : {_TYPE}")
        holds = self.value(f"arith.cmpi eq, {loaded}, {self._constant()} : i8")
        self.emit(f"pad.assume {holds} : i1")

    def _loop(self, number: int) -> None:
        low, high = self.random.choice([*[(0, SIZE)] * 5, (1, SIZE), (0, 3)])
        twice = self.chance(0.2)
        head = f"affine.for %i = {low} to {high}"
        carried = self.chance(0.15)
        if twice:
            self.emit("affine.for %t = 0 to 2 {")
        if carried:
            self.emit(f"%r{number} = {head} iter_args(%c = %x) -> (i8) {{")
        else:
            self.emit(f"{head} {{")
        for _ in range(self.random.randint(1, 3)):
            self._statement(0)
        if carried:
            self.emit(f"affine.yield {self.value(f'arith.addi %c, {self._load()} : i8')} : i8")
        self.emit("}" if twice else f'}} {{pad.stage = "s{number}"}}')
        if carried:
            self.emit(f"affine.store %r{number}, %{self._buffer()}[1] : {_TYPE}")
        if twice:
            self.emit(f'}} {{pad.stage = "s{number}"}}')

    def _statement(self, depth: int) -> None:
        if depth < 2 and self.chance(0.35):
            if self.chance(0.8):
                condition = self.random.choice(_CONDITIONS)
                self.emit(f"affine.if affine_set<(d0) : ({condition})>(%i) {{")
            else:
                compared = self.value(f"arith.cmpi slt, {self._load()}, %x : i8")
                self.emit(f"scf.if {compared} {{")
            self._arms(depth)
        elif depth < 2 and self.chance(0.1):
            self.emit(f"affine.for %j{depth} = 0 to 2 {{")
            self._statement(depth + 1)
            self.emit("}")
        else:
            stored = self._value()
            index = self.random.choice(self.indices)
            self.emit(f"affine.store {stored}, %{self._buffer()}[{index}] : {_TYPE}")

    def _arms(self, depth: int) -> None:
        start = len(self.lines)
        self._statement(depth + 1)
        arm = self.lines[start:]
        if self.chance(0.5):
            self.emit("} else {")
            if self.chance(0.3):
                self.emit(*arm)
            else:
                self._statement(depth + 1)
        self.emit("}")

    def _value(self) -> str:
        kind = self.random.random()
        if kind < 0.25:
            return self.random.choice(["%x", "%y"])
        if kind < 0.4:
            return self._constant()
        if kind < 0.45 and self.undef:
            return self.value("pad.undef : i8")
        if kind < 0.7:
            return self._load()
        op = self.random.choice(_OPS)
        return self.value(f"arith.{op} {self._load()}, {self._load()} : i8")

    def _load(self) -> str:
        index = self.random.choice(self.indices)
        return self.value(f"affine.load %{self._buffer()}[{index}] : {_TYPE}")

    def _constant(self) -> str:
        return self.value(f"arith.constant {self.random.choice((0, 0, 1))} : i8")

    def _buffer(self) -> str:
        return self.random.choice("AABCL")
