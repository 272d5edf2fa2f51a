"""MLIR text in the making: lines, fresh names, index expressions with their ranges."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

from .element_types import UNSTORABLE

Known: TypeAlias = "Callable[[Writer, str], str]"


@dataclass(frozen=True)
class Var:
    """An index value and its least and greatest value; `affine` if affine maps may take it."""

    name: str
    low: int
    high: int
    affine: bool = True


@dataclass(frozen=True)
class Index:
    """A quasi-affine expression of index values: a template with a place for each of them."""

    template: str
    vars: tuple[Var, ...]
    low: int
    high: int

    @property
    def affine(self) -> bool:
        """Whether affine operations may take it."""
        return all(var.affine for var in self.vars)

    def text(self, names: Sequence[str] | None = None) -> str:
        """The expression over these names, or those of the values."""
        return self.template.format(*(names or [var.name for var in self.vars]))

    def map(self) -> str:
        """`affine_map<(d0) -> (..)>(%i)`."""
        dims = [f"d{k}" for k in range(len(self.vars))]
        names = ", ".join(var.name for var in self.vars)
        return f"affine_map<({', '.join(dims)}) -> ({self.text(dims)})>({names})"


def number(value: int) -> Index:
    """A constant."""
    return Index(str(value), (), value, value)


def variable(var: Var) -> Index:
    """The value itself."""
    return Index("{0}", (var,), var.low, var.high)


def linear(terms: Sequence[tuple[int, Var]], offset: int = 0) -> Index:
    """`sum(coefficient * variable) + offset`."""
    parts = [f"{{{k}}}" if c == 1 else f"{{{k}}} * {c}" for k, (c, _) in enumerate(terms)]
    if offset or not parts:
        parts.append(str(offset))
    low = offset + sum(min(c * v.low, c * v.high) for c, v in terms)
    high = offset + sum(max(c * v.low, c * v.high) for c, v in terms)
    return Index(" + ".join(parts).replace("+ -", "- "), tuple(v for _, v in terms), low, high)


def modulo(index: Index, modulus: int) -> Index:
    """`index mod modulus`."""
    if index.low >= 0 and index.high < modulus:
        return index
    return Index(f"({index.template}) mod {modulus}", index.vars, 0, modulus - 1)


def quotient(index: Index, divisor: int) -> Index:
    """`index floordiv divisor`."""
    low, high = index.low // divisor, index.high // divisor
    return Index(f"({index.template}) floordiv {divisor}", index.vars, low, high)


@dataclass
class Buffer:
    """
    A memref value of the program; `undef` if some of its cells may be.

    `known` writes a condition that holds for the value of each of its cells.
    """

    name: str
    shape: tuple[int, ...]
    element: str
    type: str
    readable: bool = True
    writable: bool = True
    laid_out: bool = False
    undef: bool = False
    known: Known | None = None
    forbidden_type: str = ""
    origin: str = "argument"

    @property
    def cells(self) -> int:
        """How many there are."""
        count = 1
        for size in self.shape:
            count *= size
        return count


_FLAGGED_FLOATS = ("addf", "subf", "mulf", "divf", "maximumf", "minimumf")
_FLAGGED_INTEGERS = ("addi", "subi", "muli")


@dataclass
class Writer:
    """
    The lines of a function in the making.

    `undef` says whether the stage at hand has read what may be undef: what it stores may be, too.
    """

    choices: random.Random
    features: set[str]
    lines: list[str] = field(default_factory=list[str])
    depth: int = 1
    iterations: int = 1
    hoists_constants: bool = True
    fastmath: str = ""
    overflow: str = ""
    constants: dict[str, str] = field(default_factory=dict[str, str])
    undef: bool = False
    _names: int = 0

    def fresh(self, prefix: str = "v") -> str:
        """A name that no other value has."""
        self._names += 1
        return f"%{prefix}{self._names}"

    def emit(self, line: str) -> None:
        """One line at the present depth."""
        self.lines.append("  " * self.depth + line)

    def value(self, operation: str, prefix: str = "v") -> str:
        """A line with a result; its name."""
        name = self.fresh(prefix)
        self.emit(f"{name} = {operation}")
        return name

    def body(self) -> list[str]:
        """All lines, with the constants that stand before it."""
        first = [f"  {name} = arith.constant {text}" for text, name in self.constants.items()]
        return [*first, *self.lines]

    @contextmanager
    def indented(self) -> Generator[None]:
        """Lines one level deeper."""
        self.depth += 1
        yield
        self.depth -= 1

    def constant(self, text: str, type: str) -> str:
        """A constant where it is used; an undef of the types that have none."""
        if type in UNSTORABLE:
            return self.value(f"pad.undef : {type}", "u")
        typed = text if type == "i1" else f"{text} : {type}"
        if self.hoists_constants:
            return self.constants.setdefault(typed, f"%k{len(self.constants)}")
        return self.value(f"arith.constant {typed}", "c")

    def index_constant(self, value: int) -> str:
        """An index constant."""
        return self.constant(str(value), "index")

    def materialised(self, index: Index) -> str:
        """An SSA value of an index expression."""
        if index.template == "{0}":
            return index.vars[0].name
        if not index.vars:
            return self.index_constant(int(index.template))
        if index.affine and self.chance(0.5):
            return self.value(f"affine.apply {index.map()}", "x")
        return self._computed(index)

    def _computed(self, index: Index) -> str:
        """By `arith`, of what the template says."""
        return _ArithmeticText(self, index).value()

    def flags(self, operation: str) -> str:
        """The flags that an operation of `arith` gets, with a blank before it."""
        if self.fastmath and operation in _FLAGGED_FLOATS:
            return f" fastmath<{self.fastmath}>"
        if self.overflow and operation in _FLAGGED_INTEGERS:
            return f" overflow<{self.overflow}>"
        return ""

    def choice(self, *options: str) -> str:
        """One of them."""
        return self.choices.choice(options)

    def chance(self, probability: float) -> bool:
        """True that often."""
        return self.choices.random() < probability


class _ArithmeticText:
    """The operations of `arith` for a template: sums, products, `floordiv` and `mod`."""

    def __init__(self, writer: Writer, index: Index):
        self.writer = writer
        self.names = [var.name for var in index.vars]
        text = index.template
        for symbol in ("(", ")", "{", "}", "+", "*"):
            text = text.replace(symbol, f" {symbol} ")
        self.tokens = text.split()

    def value(self) -> str:
        """The result's name."""
        left = self._product()
        while self.tokens and self.tokens[0] in ("+", "-"):
            operation = "arith.addi" if self.tokens.pop(0) == "+" else "arith.subi"
            left = self.writer.value(f"{operation} {left}, {self._product()} : index", "x")
        return left

    def _product(self) -> str:
        left = self._atom()
        while self.tokens and self.tokens[0] in ("*", "floordiv", "mod"):
            kind = self.tokens.pop(0)
            right = self._atom()
            if kind == "mod":  # of a dividend that may be negative
                rest = self.writer.value(f"arith.remsi {left}, {right} : index", "x")
                zero = self.writer.index_constant(0)
                low = self.writer.value(f"arith.cmpi slt, {rest}, {zero} : index", "x")
                more = self.writer.value(f"arith.addi {rest}, {right} : index", "x")
                left = self.writer.value(f"arith.select {low}, {more}, {rest} : index", "x")
                continue
            name = {"*": "muli", "floordiv": "floordivsi"}[kind]
            left = self.writer.value(f"arith.{name} {left}, {right} : index", "x")
        return left

    def _atom(self) -> str:
        token = self.tokens.pop(0)
        if token == "(":
            inner = self.value()
            self.tokens.pop(0)
            return inner
        if token == "{":
            name = self.names[int(self.tokens.pop(0))]
            self.tokens.pop(0)
            return name
        return self.writer.index_constant(int(token))
