"""Small random functions, and small changes to them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

_FLOAT_OPS = ("addf", "subf", "mulf", "maximumf", "minimumf", "maxnumf")
_INT_OPS = ("addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "minui")
_FLOATS = ("0.0", "-0.0", "1.0", "-1.0", "2.5", "0x7F800000", "0xFF800000", "0x7FC00000")
_INTS = ("0", "1", "-1", "7")
_FLAGS = ("", "", "fastmath<nsz>", "fastmath<reassoc>")
_OVERFLOW = ("", "", "overflow<nsw>")


@dataclass
class Writer:
    """Writes one function; the lines with a choice in them can be changed."""

    random: random.Random
    lines: list[str] = field(default_factory=list[str])
    count: int = 0

    def name(self) -> str:
        """A new value."""
        self.count += 1
        return f"%v{self.count}"

    def function(self) -> str:
        """A function on two buffers of floats, two of integers, and local ones."""
        self.lines = [
            "func.func @f(%A: memref<4xf32>, %B: memref<4xf32>,",
            "             %K: memref<4xi8>, %M: memref<4xi8>) {",
            "%L = memref.alloc() : memref<4xf32>",
            "memref.copy %A, %L : memref<4xf32> to memref<4xf32>",
        ]
        for _ in range(self.random.randint(1, 3)):
            self._nest()
        self.lines += ["func.return", "}"]
        return "\n".join(self.lines)

    def _nest(self) -> None:
        low, high = self.random.choice([(0, 4), (0, 3), (1, 4)])
        self.lines.append(f"affine.for %i = {low} to {high} {{")
        for _ in range(self.random.randint(1, 2)):
            self._statement(depth=0)
        self.lines.append("}")

    def _statement(self, depth: int) -> None:
        choice = self.random.random()
        if depth < 2 and choice < 0.25:
            bound = self.random.randint(1, 3)
            sense = self.random.choice([f"d0 - {bound} >= 0", f"{bound} - d0 >= 0"])
            self.lines.append(f"affine.if affine_set<(d0) : ({sense})>(%i) {{")
            self._arms(depth)
        elif depth < 2 and choice < 0.5:
            self.lines.append(f"scf.if {self._condition()} {{")
            self._arms(depth)
        elif choice < 0.75:
            value = self._float(3)
            buffer = self.random.choice("ABL")
            self.lines.append(f"affine.store {value}, %{buffer}[{self._index()}] : memref<4xf32>")
        else:
            value = self._int(3)
            buffer = self.random.choice("KM")
            self.lines.append(f"affine.store {value}, %{buffer}[{self._index()}] : memref<4xi8>")

    def _arms(self, depth: int) -> None:
        self._statement(depth + 1)
        if self.random.random() < 0.5:
            self.lines.append("} else {")
            self._statement(depth + 1)
        self.lines.append("}")

    def _index(self) -> str:
        return self.random.choice(["%i", "%i", "3 - %i", "(%i + 1) mod 4", "%i floordiv 2"])

    def _line(self, text: str) -> str:
        name = self.name()
        self.lines.append(f"{name} = {text}")
        return name

    def _condition(self) -> str:
        """A comparison of what does not depend on undef, but through cells."""
        if self.random.random() < 0.5:
            x, y = self._float(0), self._float(0)
            predicate = self.random.choice(["olt", "oge", "oeq", "une", "ult"])
            return self._line(f"arith.cmpf {predicate}, {x}, {y} : f32")
        x, y = self._int(0), self._int(0)
        predicate = self.random.choice(["eq", "ne", "slt", "uge"])
        return self._line(f"arith.cmpi {predicate}, {x}, {y} : i8")

    def _float(self, depth: int) -> str:
        choice = self.random.random()
        if depth == 0 or choice < 0.35:
            if self.random.random() < 0.3:
                return self._line(f"arith.constant {self.random.choice(_FLOATS)} : f32")
            buffer = self.random.choice("ABL")
            return self._line(f"affine.load %{buffer}[{self._index()}] : memref<4xf32>")
        if choice < 0.38:
            return self._line("pad.undef : f32")
        if choice < 0.55:
            condition, x, y = self._condition(), self._float(depth - 1), self._float(depth - 1)
            return self._line(f"arith.select {condition}, {x}, {y} : f32")
        x, y = self._float(depth - 1), self._float(depth - 1)
        op, flags = self.random.choice(_FLOAT_OPS), self.random.choice(_FLAGS)
        return self._line(f"arith.{op} {x}, {y} {flags} : f32")

    def _int(self, depth: int) -> str:
        choice = self.random.random()
        if depth == 0 or choice < 0.35:
            if self.random.random() < 0.3:
                return self._line(f"arith.constant {self.random.choice(_INTS)} : i8")
            buffer = self.random.choice("KM")
            return self._line(f"affine.load %{buffer}[{self._index()}] : memref<4xi8>")
        if choice < 0.38:
            return self._line("pad.undef : i8")
        x, y = self._int(depth - 1), self._int(depth - 1)
        op = self.random.choice(_INT_OPS)
        flags = self.random.choice(_OVERFLOW) if op in ("addi", "subi", "muli") else ""
        return self._line(f"arith.{op} {x}, {y} {flags} : i8")


_CHANGES = [
    ("addf", "subf"),
    ("maximumf", "maxnumf"),
    ("addi", "subi"),
    ("andi", "ori"),
    ("-0.0", "0.0"),
    (" 0.0", " -0.0"),
    (" 1.0", " -1.0"),
    ("constant 0 ", "constant 1 "),
    ("constant 1 ", "constant 0 "),
    ("olt", "ult"),
    ("slt", "uge"),
    ("oeq", "une"),
    ("%i]", "3 - %i]"),
    ("to 4 {", "to 3 {"),
    ("= 0 to", "= 1 to"),
    ("pad.undef : f32", "arith.constant 2.0 : f32"),
    ("pad.undef : i8", "arith.constant 3 : i8"),
    ("arith.constant 1.0 : f32", "pad.undef : f32"),
    ("overflow<nsw>", ""),
    ("overflow<nsw> : i8", "overflow<nsw, nuw> : i8"),
    ("fastmath<nsz>", ""),
    ("fastmath<reassoc>", ""),
    ("%A[", "%B["),
    ("%L[", "%A["),
    ("} else {", "} affine.for %w = 0 to 1 {"),
]


def changed(text: str, generator: random.Random) -> str:
    """The text with one change, of an operation, an operand or a bound."""
    lines = text.split("\n")
    places = [
        (number, change)
        for number, line in enumerate(lines)
        for change in _CHANGES
        if change[0] in line and not line.startswith("func")
    ]
    swaps = [
        n for n, line in enumerate(lines) if " %v" in line and "f %" not in line and ", %v" in line
    ]
    if swaps and generator.random() < 0.3:
        number = generator.choice(swaps)
        head, _, rest = lines[number].partition(", ")
        start, _, first = head.rpartition(" ")
        second, blank, end = rest.partition(" ")
        if "store" not in lines[number] and "select" not in lines[number] and "cmp" not in start:
            lines[number] = f"{start} {second}, {first}{blank}{end}"
            return "\n".join(lines)
    if not places:
        return text
    number, (old, new) = generator.choice(places)
    lines[number] = lines[number].replace(old, new, 1)
    return "\n".join(lines)
