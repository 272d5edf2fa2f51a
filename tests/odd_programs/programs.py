"""Random nests: empty and single iterations, steps, guards by any affine condition, else arms."""

from __future__ import annotations

from random import Random

_RANKS = {"A": 2, "B": 1, "C": 1}
_TYPES = {"A": "memref<9x4xf32>", "B": "memref<40xf32>", "C": "memref<40xf32>"}
_UPDATES = ("addf", "addf", "mulf", "maximumf")
_FLAGS = ("", " fastmath<reassoc>", " fastmath<reassoc,contract>")
BUFFERS = tuple(_TYPES)


def odd_program(random: Random) -> str:
    """A function of one or two stages, `s0` and `s1`; some access out of bounds."""
    return _Program(random).text()


class _Program:
    def __init__(self, random: Random):
        self.random, self.count, self.lines = random, 0, list[str]()

    def text(self) -> str:
        parameters = ", ".join(f"%{name}: {type}" for name, type in _TYPES.items())
        for k in range(self.random.choice((1, 1, 2))):
            self.loop([], self.random.choice((1, 2, 3)), f' {{pad.stage = "s{k}"}}')
        body = "\n".join(self.lines)
        return f"func.func @f({parameters}, %x: f32) {{\n{body}\n  func.return\n}}\n"

    def name(self, letter: str) -> str:
        self.count += 1
        return f"%{letter}{self.count}"

    def loop(self, around: list[str], depth: int, attributes: str = "") -> None:
        choose, iterator = self.random.choice, self.name("i")
        first = choose((0, 0, 0, 0, 1, 2))
        last = str(first + choose((0, 1, 1, 2, 3, 4, 5, 8)))
        if around and self.random.random() < 0.1:
            bound = f"affine_map<(d0) -> (d0, {self.random.randint(1, 5)})>"
            last = f"min {bound}({choose(around)})"
        step = choose(("", "", "", "", "", " step 2"))
        self.lines.append(f"affine.for {iterator} = {first} to {last}{step} {{")
        if depth > 0 and self.random.random() < 0.5:
            self.loop([*around, iterator], depth - 1)  # perfectly nested ones are what passes take
        else:
            self.body([*around, iterator], depth)
        self.lines.append(f"}}{attributes}")

    def body(self, around: list[str], depth: int) -> None:
        for _ in range(self.random.choice((1, 1, 2))):
            choice = self.random.random()
            if depth > 0 and choice < 0.55:
                self.loop(around, depth - 1)
            elif depth > 0 and choice < 0.75:
                self.guard(around, depth - 1)
            else:
                self.store(around)

    def guard(self, around: list[str], depth: int) -> None:
        names = [f"d{k}" for k in range(len(around))]
        parts = [self.comparison(names) for _ in range(self.random.choice((1, 1, 1, 2)))]
        condition = f"affine_set<({', '.join(names)}) : ({', '.join(parts)})>"
        self.lines.append(f"affine.if {condition}({', '.join(around)}) {{")
        self.body(around, depth)
        if self.random.random() < 0.25:
            self.lines.append("} else {")
            self.body(around, depth)
        self.lines.append("}")

    def comparison(self, names: list[str]) -> str:
        value, sign = self.index(names), self.random.choice((">=", ">=", "=="))
        if self.random.random() < 0.5:
            return f"{value} - {self.random.randint(-1, 4)} {sign} 0"
        return f"{self.random.randint(0, 6)} - ({value}) {sign} 0"

    def store(self, around: list[str]) -> None:
        source, target = self.random.choice(BUFFERS), self.random.choice(BUFFERS)
        cell, value = self.cell(target, around), "%x"
        if self.random.random() < 0.7:
            value = self.load(source, self.cell(source, around))
        if value != "%x" and self.random.random() < 0.6:
            before, after = self.load(target, cell), self.name("u")
            update = f"arith.{self.random.choice(_UPDATES)} {value}, {before}"
            self.lines.append(f"{after} = {update}{self.random.choice(_FLAGS)} : f32")
            value = after
        self.lines.append(f"affine.store {value}, %{target}[{cell}] : {_TYPES[target]}")

    def load(self, buffer: str, cell: str) -> str:
        value = self.name("v")
        self.lines.append(f"{value} = affine.load %{buffer}[{cell}] : {_TYPES[buffer]}")
        return value

    def cell(self, buffer: str, around: list[str]) -> str:
        return ", ".join(self.index(around) for _ in range(_RANKS[buffer]))

    def index(self, names: list[str]) -> str:
        choose, number = self.random.choice, self.random.randint
        if self.random.random() < 0.15:
            return str(number(0, 3))
        name, other = choose(names), choose(names)
        if self.random.random() < 0.5:
            return name
        return choose(
            (
                *(f"{name} + {number(-2, 3)}", f"{name} * {number(1, 4)}"),
                *(f"{name} floordiv {number(1, 4)}", f"{name} mod {number(1, 4)}"),
                *(f"{name} + {other}", f"{name} - {other}", f"-{name} + 3"),
                f"{name} * {number(1, 4)} + {other}",
                f"({name} * {number(2, 4)} + {other}) floordiv {number(1, 4)}",
            )
        )
