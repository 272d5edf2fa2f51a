"""Small random functions on physical buffers, with guards: the more hostile, the better."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

SIZE = 6
VALID = 4
_TABLE = {
    "i8": (
        ("0", "0", "1", "-1", "-128", "127", "3"),
        ("addi", "addi", "muli", "subi", "andi", "ori", "xori", "maxsi", "minsi", "minui"),
    ),
    "f32": (
        ("0.0", "0.0", "-0.0", "1.0", "0xFF800000", "0x7FC00000", "2.5"),
        ("addf", "addf", "mulf", "subf", "maximumf", "minimumf", "maxnumf", "divf"),
    ),
}
# An operation and a value of the padding that leaves the other operand as it is, mostly.
_THEMES = {
    "i8": (
        *(("addi", "0"), ("addi", "0"), ("muli", "1"), ("andi", "-1"), ("ori", "0")),
        *(("xori", "0"), ("maxsi", "-128"), ("minsi", "127"), ("maxui", "0"), ("minui", "-1")),
    ),
    "f32": (
        *(("addf", "0.0"), ("addf", "0.0"), ("addf", "-0.0"), ("mulf", "1.0")),
        *(("maximumf", "0xFF800000"), ("minimumf", "0x7F800000"), ("maxnumf", "0x7FC00000")),
        *(("minnumf", "0x7FC00000"), ("maxnumf", "0xFF800000")),
    ),
}
_BITS = {
    **{"0.0": 0, "-0.0": -2147483648, "1.0": 1065353216, "2.5": 1075838976},
    **{"0xFF800000": -8388608, "0x7F800000": 2139095040, "0x7FC00000": 2143289344},
}
_FLOAT_FLAGS = ("", "", "", " fastmath<nnan>", " fastmath<ninf>", " fastmath<nnan,ninf>")
ORDERS = ("slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge", "eq", "ne")
FLOAT_ORDERS = (
    *("olt", "ole", "ogt", "oge", "ult", "ule", "ugt", "uge"),
    *("oeq", "one", "ueq", "une", "ord", "uno"),
)
_FACTS = (
    "constant",
    "constant",
    "constant",
    "undef",
    "assume",
    "assume",
    "assume",
    "copy",
    "bound",
    "computed",
    "computed",
)


@dataclass(frozen=True)
class Assumed:
    """
    Cells of an argument, from `low` (None: the size) on, hold a value or a zero of either sign.
    """

    buffer: str
    low: int | None
    high: int
    value: str
    exact: bool = True


@dataclass(frozen=True)
class Program:
    """
    A function on A, B, C and a size (None: any), what it assumes, and the kinds of padding it
    declares.
    """

    text: str
    element: str
    size: int | None
    assumed: tuple[Assumed, ...]
    kinds: dict[str, str]


@dataclass
class Writer:
    """Writes the lines of one program: values, and what is known before a stage."""

    random: random.Random
    element: str
    lines: list[str] = field(default_factory=list[str])
    assumed: list[Assumed] = field(default_factory=list[Assumed])
    written: set[str] = field(default_factory=set[str])
    kinds: dict[str, str] = field(default_factory=dict[str, str])
    count: int = 0

    def __post_init__(self) -> None:
        self.operation_of_theme, self.identity = self.random.choice(_THEMES[self.element])
        # The size is an argument in some: then that is all that guards and facts say.
        self.size = self.random.choice((VALID, VALID, self.random.randint(0, SIZE)))
        self.symbolic = self.chance(0.25)
        self.extent = "?" if self.chance(0.2) else str(SIZE)
        if self.extent != "?" and self.chance(0.15):
            self.kinds["A" if self.chance(0.7) else "B"] = self.random.choice(
                ("forbidden", "undef")
            )

    @property
    def type(self) -> str:
        """Of all buffers."""
        return f"memref<{self.extent}x{self.element}>"

    @property
    def valid(self) -> str:
        """The number of valid cells, as guards and facts say it."""
        return "%n" if self.symbolic else str(self.size)

    def chance(self, probability: float) -> bool:
        """True with this probability."""
        return self.random.random() < probability

    def emit(self, *lines: str) -> None:
        """Write lines."""
        self.lines += lines

    def name(self) -> str:
        """A new name."""
        self.count += 1
        return f"%v{self.count}"

    def value(self, line: str) -> str:
        """Write an operation with one result; its name."""
        name = self.name()
        self.emit(f"{name} = {line}")
        return name

    def constant(self) -> str:
        """A constant, the theme's more often than others."""
        number = self.number(0.5)
        return self.value(f"arith.constant {number} : {self.element}")

    def number(self, like_theme: float = 0.85) -> str:
        """The text of a number, the theme's with this probability."""
        return (
            self.identity
            if self.chance(like_theme)
            else self.random.choice(_TABLE[self.element][0])
        )

    def index(self, number: int | str) -> str:
        """An index value."""
        if isinstance(number, str) and number.startswith("%"):
            return number
        return self.value(f"arith.constant {number} : index")

    def buffer(self, names: str) -> str:
        """One of these buffers, none whose padding is forbidden."""
        name = self.random.choice(names)
        return "C" if self.kinds.get(name) == "forbidden" else name

    def operation(self, a: str, b: str) -> str:
        """An operation on two values, the theme's more often than others."""
        if self.element == "i8" and self.chance(0.08):
            odd = self.random.choice(("shli", "divsi", "remsi", "floordivsi", "divui"))
            if odd != "shli" and self.chance(0.5):
                b = self.value(f"arith.constant {self.random.choice('23')} : i8")
            return self.value(f"arith.{odd} {a}, {b} : i8")
        name = self.operation_of_theme
        if name.startswith(("max", "min")) and self.chance(0.4):
            return self._compared(a, b)
        if self.chance(0.25):
            name = self.random.choice(_TABLE[self.element][1])
        flags = ""
        if name in ("addi", "muli", "subi") and self.chance(0.15):
            flags = " overflow<nsw>"
        # The pass takes nnan for a fact at minimumf of -inf, a constant here; +inf is none.
        if name in ("addf", "subf", "maximumf") and self.operation_of_theme != "minimumf":
            flags = self.random.choice(_FLOAT_FLAGS)
        return self.value(f"arith.{name} {a}, {b}{flags} : {self.element}")

    def _compared(self, a: str, b: str) -> str:
        """One of two values, by a comparison of them."""
        of, predicates = ("i", ORDERS) if self.element == "i8" else ("f", FLOAT_ORDERS)
        flags = self.random.choice(_FLOAT_FLAGS) if of == "f" else ""
        first, second = self.random.choice(((a, b), (b, a)))
        order = self.random.choice(predicates)
        holds = self.value(f"arith.cmp{of} {order}, {first}, {second}{flags} : {self.element}")
        return self.value(f"arith.select {holds}, {a}, {b} : {self.element}")

    # --- what cells are known to hold

    def fact(self) -> None:
        """Stores of a constant, undef or what is computed, an assume, a copy, a call."""
        low, high = self.valid, str(SIZE)
        if self.chance(0.3):
            first = self.random.randrange(SIZE)
            low, high = str(first), self.random.choice((str(first + 1), str(SIZE)))
        kind = self.random.choice(_FACTS)
        name = self.random.choice("AAABCL")
        if self.kinds.get(name) == "forbidden":
            name = "C"
        if kind == "computed":
            self._computed(name)
        elif kind == "assume" and name != "L" and name not in self.written:
            self._assume(name, low, high)
        elif kind == "copy":
            source = self.random.choice("ABC")
            self.copy("C" if self.kinds.get(source) == "forbidden" else source)
        elif kind == "bound" and self.element == "i8" and name not in self.written:
            self._bound(name, self.random.randrange(SIZE))
        elif self.chance(0.05):
            self.emit(f"func.call @ext(%{name}) : ({self.type}) -> ()")
            self.written.add(name)
        else:
            value = self.value(f"arith.constant {self.number()} : {self.element}")
            if kind == "undef":
                value = self.value(f"pad.undef : {self.element}")
            self.emit(f"affine.for %k = {low} to {high} {{")
            self.emit(f"affine.store {value}, %{name}[%k] : {self.type}", "}")
            self.written.add(name)

    def copy(self, source: str) -> None:
        """The local buffer is a copy."""
        self.emit(f"memref.copy %{source}, %L : {self.type} to {self.type}")
        self.written.add("L")

    def _computed(self, name: str) -> None:
        """Cells of a buffer are copies of cells of another, or the same, or computed from these."""
        low, high = self.random.choice(((0, SIZE), (VALID, SIZE), (VALID - 1, SIZE)))
        cell = self.random.choice(("%k", "%k", f"{SIZE - 1} - %k", f"(%k + {VALID}) mod {SIZE}"))
        self.emit(f"affine.for %k = {low} to {high} {{")
        value = self.value(f"affine.load %{self.buffer('ABCL')}[{cell}] : {self.type}")
        if self.chance(0.5):
            value = self.operation(value, self.constant())
        self.emit(f"affine.store {value}, %{name}[%k] : {self.type}", "}")
        self.written.add(name)

    def _assume(self, name: str, low: str, high: str) -> None:
        number = self.number()
        exact = not (self.element == "f32" and number in ("0.0", "-0.0") and self.chance(0.4))
        everywhere = self.chance(0.3)
        self.emit(
            f"affine.for %k = {0 if everywhere else low} to {SIZE if everywhere else high} {{"
        )
        loaded = self.value(f"affine.load %{name}[%k] : {self.type}")
        if exact and self.element == "f32":
            wanted = self.value(f"arith.constant {_BITS[number]} : i32")
            loaded = self.value(f"arith.bitcast {loaded} : f32 to i32")
            holds = self.value(f"arith.cmpi eq, {loaded}, {wanted} : i32")
        else:
            wanted = self.value(f"arith.constant {number} : {self.element}")
            compare = "arith.cmpi eq" if exact else "arith.cmpf oeq"
            holds = self.value(f"{compare}, {loaded}, {wanted} : {self.element}")
        if everywhere:
            before = self.value(f"arith.cmpi slt, %k, {self.index(low)} : index")
            after = self.value(f"arith.cmpi sge, %k, {self.index(high)} : index")
            holds = self.value(f"arith.ori {after}, {holds} : i1")
            holds = self.value(f"arith.ori {before}, {holds} : i1")
        self.emit(f"pad.assume {holds} : i1", "}")
        start = None if low == "%n" else int(low)
        self.assumed.append(Assumed(name, start, int(high), number, exact))

    def _bound(self, name: str, cell: int) -> None:
        """An assume that is not an equation."""
        loaded = self.value(f"affine.load %{name}[{cell}] : {self.type}")
        least = self.value("arith.constant -5 : i8")
        holds = self.value(f"arith.cmpi sge, {loaded}, {least} : i8")
        self.emit(f"pad.assume {holds} : i1")
