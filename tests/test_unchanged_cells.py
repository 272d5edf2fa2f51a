"""
Stores of what their cells hold already, computed anew: random programs, run with random contents.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest
from xdsl.dialects import func

from pad_mlir.analysis.memory.facts import BlockFacts
from pad_mlir.analysis.memory.unchanged_cells import holds_computed
from pad_mlir.dialect.ir.memory_access import is_store
from pad_mlir.dialect.repairs import parse_module

EXAMPLES = 120
SIZE, MOST = 6, 4
BUFFERS = ("A", "B", "L")
Memory = dict[str, list[int]]


@dataclass(frozen=True)
class Store:
    """
    A store to a buffer at %i and so much; `kind` says of what.

    An index times a number and more, a constant, an argument, or a sum or product of what is at %i
    and so much in other buffers, or of one such and a constant.
    """

    buffer: str
    shift: int
    kind: str
    number: int = 0
    factor: int = 1
    loads: tuple[tuple[str, int], ...] = ()

    def value(self, memory: Memory, i: int) -> int:
        loaded = [memory[name][i + shift] for name, shift in self.loads]
        match self.kind:
            case "index":
                return self.factor * i + self.number
            case "constant":
                return self.number
            case "argument":
                return memory["x"][0]
            case kind:
                first, second = loaded if len(loaded) == 2 else (*loaded, self.number)
                return first + second if kind == "add" else first * second

    def lines(self, name: str, type: str) -> str:
        suffix = "f" if type == "f32" else "i"
        lines = [
            f"%{name}l{k} = affine.load %{buffer}[%i + {shift}] : memref<{SIZE}x{type}>"
            for k, (buffer, shift) in enumerate(self.loads)
        ]
        match self.kind:
            case "index":
                to = "i32" if type == "f32" else type
                expr = f"affine_map<(d0) -> (d0 * {self.factor} + {self.number})>"
                lines.append(f"%{name}i = affine.apply {expr}(%i)")
                lines.append(f"%{name}n = arith.index_cast %{name}i : index to {to}")
                value = f"{name}n"
                if type == "f32":
                    lines.append(f"%{name}f = arith.sitofp %{name}n : i32 to f32")
                    value = f"{name}f"
            case "constant":
                value = f"c{self.number}"
            case "argument":
                value = "x"
            case kind:
                second = f"{name}l1" if len(self.loads) == 2 else f"c{self.number}"
                lines.append(f"%{name} = arith.{kind}{suffix} %{name}l0, %{second} : {type}")
                value = name
        at = f"%{self.buffer}[%i + {self.shift}]"
        return "\n".join([*lines, f"affine.store %{value}, {at} : memref<{SIZE}x{type}>"])


@dataclass(frozen=True)
class Stage:
    """A loop over %i in which some stores run, from a least %i on, once or twice over."""

    low: int
    high: int
    least: int
    rounds: int
    stores: tuple[tuple[int, Store], ...]

    def run(self, memory: Memory, changing: set[int]) -> None:
        for _ in range(self.rounds):
            for i in range(max(self.low, self.least), self.high):
                for number, store in self.stores:
                    value = store.value(memory, i)
                    if memory[store.buffer][i + store.shift] != value:
                        changing.add(number)
                    memory[store.buffer][i + store.shift] = value

    def lines(self, type: str) -> str:
        body = "\n".join(store.lines(f"v{number}", type) for number, store in self.stores)
        if self.least:
            body = f"affine.if affine_set<(d0) : (d0 - {self.least} >= 0)>(%i) {{\n{body}\n}}"
        loop = f"affine.for %i = {self.low} to {self.high} {{\n{body}\n}}"
        return loop if self.rounds == 1 else f"affine.for %r = 0 to {self.rounds} {{\n{loop}\n}}"


def stages(rng: random.Random) -> list[Stage]:
    """Of which many store again what is stored before, or nearly so."""
    found, stores = list[Stage](), list[Store]()
    if rng.random() < 0.6:  # what is loaded later is known, or some of it
        for buffer in rng.sample(BUFFERS, 2):
            stores.append(Store(buffer, 0, "constant", rng.choice((0, 0, 1))))
            own = (len(stores) - 1, stores[-1])
            found.append(Stage(0, rng.choice((SIZE, SIZE, 3)), 0, 1, (own,)))
    for _ in range(rng.randint(2, 4)):
        own = list[tuple[int, Store]]()
        for _ in range(rng.choice((1, 1, 1, 2))):
            again = rng.choice(stores) if stores and rng.random() < 0.5 else None
            store = again or any_store(rng)
            if again is not None and rng.random() < 0.3:
                other = any_store(rng)
                changed = rng.choice(("shift", "number", "factor", "buffer"))
                store = replace(again, **{changed: getattr(other, changed)})
            own.append((len(stores), store))
            stores.append(store)
        low, least = rng.choice((0, 0, 0, 1)), rng.choice((0, 0, 0, 0, 2))
        high = rng.choice((MOST, MOST, MOST, 3))
        found.append(Stage(low, high, least, rng.choice((1, 1, 1, 2)), tuple(own)))
    return found


def any_store(rng: random.Random) -> Store:
    def place() -> tuple[str, int]:
        return rng.choice(BUFFERS), rng.choice((0, 0, 0, 1, SIZE - MOST))

    kind = rng.choice(("index", "index", "constant", "constant", "argument", *("add", "mul") * 2))
    number, factor = rng.choice((0, 0, 1)), rng.choice((1, 1, 2))
    loads = tuple(place() for _ in range(rng.choice((1, 2)))) if kind in ("add", "mul") else ()
    return Store(*place(), kind, number, factor, loads)


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


@pytest.mark.parametrize("type", ["i32", "f32"])
def test_what_is_said_to_be_held_is_held(type: str) -> None:
    held = unchanged = 0
    for seed in range(EXAMPLES):
        rng = random.Random(seed)
        program, changing = stages(rng), set[int]()
        for memory in contents(rng):
            for stage in program:
                stage.run(memory, changing)
        text = text_of("\n".join(stage.lines(type) for stage in program), type)
        (function,) = parse_module(text).ops
        assert isinstance(function, func.FuncOp)
        stores = [op for op in function.walk() if is_store(op)]
        facts = BlockFacts(function.body.block)
        found = {number for number, store in enumerate(stores) if holds_computed(store, facts)}
        assert not found & changing, f"seed {seed}\n{text}"
        held += len(found)
        unchanged += len(stores) - len(changing)
    assert held >= unchanged * 3 // 4, "else few are shown of those that change nothing"


def formulas(first: str, second: str, last: int) -> bool:
    """Whether the second of two stages is shown to store what the first left."""
    parts = [f"affine.for %i = {k} to 3 {{\n{text}\n}}" for k, text in ((0, first), (last, second))]
    return last_is_held("\n".join(parts))


def last_is_held(body: str) -> bool:
    """Whether the last store is shown to be of what its cell holds."""
    module = parse_module(
        f"""func.func @f(%I: memref<3xi32>, %J: memref<3xi32>, %P: memref<3xindex>,
                          %F: memref<3xf32>, %x: f32, %n: i32, %at: index) {{
          %zero = arith.constant 0 : i32
          %two = arith.constant 2 : i32
          {body}
          func.return
        }}
        func.func private @given(memref<3xi32>)"""
    )
    function = next(iter(module.ops))
    assert isinstance(function, func.FuncOp)
    *_, store = (op for op in function.walk() if is_store(op))
    return holds_computed(store, BlockFacts(function.body.block))


NUMBER = "%k = arith.index_cast %i : index to i32\n"
INTO_INTEGERS = "\naffine.store %v, %I[%i] : memref<3xi32>"
INTO_FLOATS = "\naffine.store %v, %F[%i] : memref<3xf32>"
BYTE = f"{NUMBER}%b = arith.trunci %k : i32 to i8\n%v = arith.sitofp %b : i8 to f32"
FLOAT = f"{NUMBER}%v = arith.sitofp %k : i32 to f32"
UNSIGNED = f"{NUMBER}%v = arith.uitofp %k : i32 to f32"
SHIFTED = """%o = arith.constant {} : i32
%p = arith.index_cast %i : index to i32
%k = arith.addi %p, %o : i32
"""
BYTE_OF = "%b = arith.trunci %k : i32 to i8\n%v = arith.sitofp %b : i8 to f32"
UNSIGNED_BYTE_OF = BYTE_OF.replace("sitofp", "uitofp")
ROUNDED = f"{NUMBER}%w = arith.sitofp %k : i32 to f64\n%v = arith.truncf %w{{}} : f64 to f32"
NO_NAN = " {fastmath = #arith.fastmath<nnan>}"
FORMULAS = [
    (f"{NUMBER}%v = arith.addi %k, %two : i32", f"{NUMBER}%v = arith.addi %two, %k : i32", 0, True),
    (
        f"{NUMBER}%v = arith.addi %k, %two : i32",
        f"{NUMBER}%v = arith.subi %k, %two : i32",
        0,
        False,
    ),
    (f"{NUMBER}%v = arith.muli %k, %two : i32", f"{NUMBER}%v = arith.addi %k, %k : i32", 0, True),
    (
        f"{NUMBER}%v = arith.subi %k, %two : i32",
        f"{NUMBER}%v = arith.subi %two, %k : i32",
        0,
        False,
    ),
    (f"{NUMBER}%v = arith.subi %k, %two : i32", f"{NUMBER}%v = arith.subi %k, %two : i32", 0, True),
    (
        f"{NUMBER}%v = arith.addi %k, %two : i32",
        f"{NUMBER}%v = arith.addi %k, %two overflow<nsw> : i32",
        0,
        False,
    ),
    ("%v = arith.addi %n, %two : i32", "%v = arith.addi %n, %two : i32", 0, False),
    (FLOAT, FLOAT, 0, True),
    (BYTE, BYTE, 0, True),
    (FLOAT, BYTE, 0, False),
    (FLOAT, UNSIGNED, 0, False),
    (FLOAT, "%v = arith.constant 2.0 : f32", 2, True),
    ("%v = arith.constant 2.0 : f32", FLOAT, 2, True),
    ("%v = arith.constant 2.5 : f32", FLOAT, 2, False),
    ("%v = arith.constant 2.0 : f32", FLOAT, 1, False),
    ("%v = arith.constant -254.0 : f32", BYTE, 2, False),
    # the least and the greatest number of a type
    (f"{SHIFTED.format(125)}{BYTE_OF}", "%v = arith.constant 127.0 : f32", 2, True),
    (f"{SHIFTED.format(-130)}{BYTE_OF}", "%v = arith.constant -128.0 : f32", 2, True),
    (f"{SHIFTED.format(126)}{BYTE_OF}", "%v = arith.constant 128.0 : f32", 2, False),
    (f"{SHIFTED.format(-131)}{BYTE_OF}", "%v = arith.constant -129.0 : f32", 2, False),
    (f"{SHIFTED.format(198)}{UNSIGNED_BYTE_OF}", "%v = arith.constant 200.0 : f32", 2, True),
    (f"{SHIFTED.format(198)}{BYTE_OF}", "%v = arith.constant 200.0 : f32", 2, False),
    (f"{SHIFTED.format(254)}{UNSIGNED_BYTE_OF}", "%v = arith.constant 256.0 : f32", 2, False),
    (f"{SHIFTED.format(0)}{UNSIGNED_BYTE_OF}", "%v = arith.constant 2.5 : f32", 2, False),
    # flags of a conversion
    (ROUNDED.format(""), ROUNDED.format(""), 0, True),
    (ROUNDED.format(NO_NAN), ROUNDED.format(NO_NAN), 0, False),
]


@pytest.mark.parametrize(("first", "second", "last", "wanted"), FORMULAS)
def test_formulas(first: str, second: str, last: int, wanted: bool) -> None:
    """Of the same kind, and of numbers that are equal where the second one runs."""
    into = INTO_FLOATS if "f32" in first else INTO_INTEGERS
    assert formulas(first + into, second + into, last) is wanted


AGAIN = f"{NUMBER}affine.store %k, %I[%i] : memref<3xi32>"
ZEROS = "affine.store %zero, %I[%i] : memref<3xi32>\naffine.store %zero, %J[%i] : memref<3xi32>"
LOAD = "%{0} = affine.load %{1}[%{2}] : memref<3xi32>"
SUM = "%s{0} = arith.addi %s{1}, %l{0} : i32"
PLUS_0 = "%s = arith.addi %l, %zero : i32"
INTO_I = "affine.store %{0}, %I[%i] : memref<3xi32>"


def loop(*lines: str) -> str:
    return "\n".join(["affine.for %i = 0 to 3 {", *lines, "}"])


def sum_of_loads(count: int) -> str:
    """A sum of so many loads of zeros, stored over a zero."""
    loads = [LOAD.format(f"l{k}", "J", "i") for k in range(count)]
    sums = [SUM.format(k, k - 1) for k in range(1, count)]
    first = "%s0 = arith.addi %l0, %zero : i32"
    return loop(*loads, first, *sums, INTO_I.format(f"s{count - 1}"))


@pytest.mark.parametrize(
    ("stages", "wanted"),
    [
        ([loop(AGAIN), loop(AGAIN)], True),
        # a buffer that is given away is not followed
        (["func.call @given(%I) : (memref<3xi32>) -> ()", loop(AGAIN), loop(AGAIN)], False),
        ([loop(AGAIN), "func.call @given(%I) : (memref<3xi32>) -> ()", loop(AGAIN)], False),
        # no order of iterations
        ([loop(AGAIN), f"affine.parallel (%i) = (0) to (3) {{\n{AGAIN}\n}}"], False),
        # a cell by data
        (
            [
                loop(AGAIN),
                loop(
                    NUMBER,
                    "%p = affine.load %P[%i] : memref<3xindex>",
                    "memref.store %k, %I[%p] : memref<3xi32>",
                ),
            ],
            False,
        ),
        # computed from known cells
        ([loop(ZEROS), sum_of_loads(1)], True),
        ([loop(ZEROS), sum_of_loads(4)], True),
        ([loop(ZEROS), sum_of_loads(5)], False),  # more are not looked at
        ([loop(INTO_I.format("zero")), sum_of_loads(1)], False),
        # nothing is known but that it was loaded there
        ([loop(LOAD.format("l", "I", "i"), PLUS_0, INTO_I.format("s"))], True),
        ([loop(LOAD.format("l", "J", "i"), PLUS_0, INTO_I.format("s"))], False),
        # at another time: %l is what J held before the zeros
        (
            [
                "%l = affine.load %J[0] : memref<3xi32>",
                loop(ZEROS),
                loop(PLUS_0, INTO_I.format("s")),
            ],
            False,
        ),
        # of any cell
        (
            [
                loop(INTO_I.format("zero")),
                loop(
                    "%p = affine.load %P[%i] : memref<3xindex>",
                    "%l = memref.load %J[%p] : memref<3xi32>",
                    PLUS_0,
                    INTO_I.format("s"),
                ),
            ],
            False,
        ),
        # two loads, of which one is known; the product is 0, the sum is not
        (
            [
                loop(INTO_I.format("zero")),
                loop(
                    LOAD.format("l", "I", "i"),
                    LOAD.format("m", "J", "i"),
                    "%s = arith.muli %l, %m : i32",
                    INTO_I.format("s"),
                ),
            ],
            True,
        ),
        (
            [
                loop(INTO_I.format("zero")),
                loop(
                    LOAD.format("l", "I", "i"),
                    LOAD.format("m", "J", "i"),
                    "%s = arith.addi %l, %m : i32",
                    INTO_I.format("s"),
                ),
            ],
            False,
        ),
    ],
)
def test_programs(stages: list[str], wanted: bool) -> None:
    assert last_is_held("\n".join(stages)) is wanted
