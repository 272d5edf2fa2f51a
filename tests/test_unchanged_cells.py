"""
Stores of what their cells hold already, computed anew: random programs, run with random contents.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from xdsl.dialects import affine, func

from pad_mlir.analysis.memory.facts import BlockFacts
from pad_mlir.analysis.memory.unchanged_cells import holds_computed
from pad_mlir.dialect.repairs import parse_module

SIZE, MOST_SHIFT = 6, 2
BUFFERS = ("A", "B", "L")
Memory = dict[str, list[int]]
At = dict[str, int]


@dataclass
class Program:
    """The lines of a program, and what they do; each store notes where it changes its cell."""

    type: str
    rng: random.Random
    count: int = 0
    changing: set[int] = field(default_factory=set[int])

    def stages(self) -> tuple[str, Callable[[Memory, At], None]]:
        lines, actions = list[str](), list[Callable[[Memory, At], None]]()
        for _ in range(self.rng.randint(2, 4)):
            line, action = self._loop()
            if self.rng.random() < 0.2:
                line = f"affine.for %r = 0 to 2 {{\n{line}\n}}"
                action = _repeated(action)
            lines.append(line)
            actions.append(action)

        def run(memory: Memory, at: At) -> None:
            for action in actions:
                action(memory, at)

        return "\n".join(lines), run

    def _loop(self) -> tuple[str, Callable[[Memory, At], None]]:
        low = self.rng.choice((0, 0, 0, 1, 2))
        high = self.rng.choice((SIZE - MOST_SHIFT, SIZE - MOST_SHIFT, 3))
        parts = [self._store() for _ in range(self.rng.choice((1, 1, 2)))]
        least = self.rng.choice((0, 0, 0, 1, 2))
        body = "\n".join(line for line, _ in parts)
        if least:
            body = f"affine.if affine_set<(d0) : (d0 - {least} >= 0)>(%i) {{\n{body}\n}}"

        def run(memory: Memory, at: At) -> None:
            for i in range(max(low, least), high):
                for _, action in parts:
                    action(memory, {**at, "i": i})

        return f"affine.for %i = {low} to {high} {{\n{body}\n}}", run

    def _store(self) -> tuple[str, Callable[[Memory, At], None]]:
        number, buffer, shift = self.count, self.rng.choice(BUFFERS), self._shift()
        self.count += 1
        line, value = self._value(f"v{number}")
        line += f"\naffine.store %v{number}, %{buffer}[%i + {shift}] : memref<{SIZE}x{self.type}>"

        def run(memory: Memory, at: At) -> None:
            new = value(memory, at)
            if memory[buffer][at["i"] + shift] != new:
                self.changing.add(number)
            memory[buffer][at["i"] + shift] = new

        return line, run

    def _shift(self) -> int:
        return self.rng.choice((0, 0, 1, MOST_SHIFT))

    def _value(self, name: str) -> tuple[str, Callable[[Memory, At], int]]:
        suffix = "f" if self.type == "f32" else "i"
        match self.rng.randrange(6):
            case 0:
                factor, more = self.rng.choice(((1, 0), (1, 1), (2, 0), (0, 2)))
                return self._of_index(name, factor, more), lambda _, at: factor * at["i"] + more
            case 1:
                number = self.rng.randrange(2)
                return f"%{name} = arith.{suffix}{''}".replace(
                    f"arith.{suffix}", f"arith.add{suffix} %c{number}, %c0 : {self.type}"
                ), lambda _, at: number
            case 2:
                return f"%{name} = arith.mul{suffix} %x, %c1 : {self.type}", lambda m, _: m["x"][0]
            case 3:
                kind, number = self.rng.choice((("add", 0), ("add", 1), ("mul", 0), ("mul", 1)))
                load, loaded = self._load(f"{name}a")
                line = f"{load}\n%{name} = arith.{kind}{suffix} %{name}a, %c{number} : {self.type}"
                if kind == "add":
                    return line, lambda memory, at: loaded(memory, at) + number
                return line, lambda memory, at: loaded(memory, at) * number
            case _:
                kind = self.rng.choice(("add", "mul"))
                (left, first), (right, second) = self._load(f"{name}a"), self._load(f"{name}b")
                line = f"%{name} = arith.{kind}{suffix} %{name}a, %{name}b : {self.type}"
                line = f"{left}\n{right}\n{line}"
                if kind == "add":
                    return line, lambda memory, at: first(memory, at) + second(memory, at)
                return line, lambda memory, at: first(memory, at) * second(memory, at)

    def _of_index(self, name: str, factor: int, more: int) -> str:
        to = "i32" if self.type == "f32" else self.type
        lines = [f"%{name}i = affine.apply affine_map<(d0) -> (d0 * {factor} + {more})>(%i)"]
        lines.append(f"%{name}n = arith.index_cast %{name}i : index to {to}")
        if self.type == "f32":
            lines.append(f"%{name} = arith.sitofp %{name}n : i32 to f32")
        else:
            lines.append(f"%{name} = arith.addi %{name}n, %c0 : {to}")
        return "\n".join(lines)

    def _load(self, name: str) -> tuple[str, Callable[[Memory, At], int]]:
        buffer, shift = self.rng.choice(BUFFERS), self._shift()
        line = f"%{name} = affine.load %{buffer}[%i + {shift}] : memref<{SIZE}x{self.type}>"
        return line, lambda memory, at: memory[buffer][at["i"] + shift]


def _repeated(action: Callable[[Memory, At], None]) -> Callable[[Memory, At], None]:
    def run(memory: Memory, at: At) -> None:
        for _ in range(2):
            action(memory, at)

    return run


def text_of(lines: str, type: str) -> str:
    zero, one = ("0.0", "1.0") if type == "f32" else ("0", "1")
    memref = f"memref<{SIZE}x{type}>"
    return f"""func.func @f(%A: {memref}, %B: {memref}, %x: {type}) {{
      %c0 = arith.constant {zero} : {type}
      %c1 = arith.constant {one} : {type}
      %L = memref.alloc() : {memref}
      {lines}
      func.return
    }}"""


def contents(rng: random.Random) -> Iterator[Memory]:
    """Also of a buffer that holds anything, which is one thing all the same."""
    for _ in range(6):
        yield {name: [rng.randrange(-2, 3) for _ in range(SIZE)] for name in (*BUFFERS, "x")}


@pytest.mark.parametrize(("type", "least"), [("i32", 1), ("f32", 1)])
def test_what_is_said_to_be_held_is_held(type: str, least: int) -> None:
    held = unchanged = 0
    for seed in range(100):
        rng = random.Random(seed)
        program = Program(type, rng)
        lines, run = program.stages()
        for memory in contents(rng):
            run(memory, {})
        text = text_of(lines, type)
        (function,) = parse_module(text).ops
        assert isinstance(function, func.FuncOp)
        stores = [op for op in function.walk() if isinstance(op, affine.StoreOp)]
        facts = BlockFacts(function.body.block)
        found = {number for number, store in enumerate(stores) if holds_computed(store, facts)}
        assert not found & program.changing, f"seed {seed}\n{text}"
        held += len(found)
        unchanged += program.count - len(program.changing)
    print(held, unchanged)
    assert held >= least
