"""
Deallocations that may have happened to a buffer, against runs of random functions that choose,
carry and pass on buffers. `PAD_LIFETIMES_EXAMPLES` says how many.
"""

from __future__ import annotations

import os
import random
from dataclasses import dataclass, field

from xdsl.dialects import func, memref

from pad_mlir.analysis.memory.lifetimes import freed_before, may_free
from pad_mlir.dialect.repairs import parse_module

EXAMPLES = int(os.environ.get("PAD_LIFETIMES_EXAMPLES", "60"))
_TYPE = "memref<4xi32>"
_FUNCTIONS, _DEPTH, _RUNS = 3, 6, 12


class _Ends(Exception):
    """A run that goes on for too long."""


@dataclass
class Line:
    """A statement: what it gives, what it takes, and the lines inside with what these give."""

    kind: str
    result: str
    operands: list[str]
    arms: list[tuple[list[Line], str]] = field(default_factory=list["tuple[list[Line], str]"])
    callee: int = 0


@dataclass
class Writer:
    """Makes statements at random, and their text."""

    random: random.Random
    count: int = 0

    def body(self, names: list[str], depth: int = 2) -> tuple[list[Line], str]:
        """Some statements on buffers of these names, and the name of what they give."""
        known, lines = list(names), list[Line]()
        for _ in range(self.random.randint(1, 3)):
            kinds: list[str] = ["alloc", "select", "call", "call", "cast"]
            kinds += ["if", "loop"] * (depth > 0)
            kinds += ["free"] * (self.random.random() < 0.3)
            kind = self.random.choice(kinds)
            self.count += 1
            line = Line(kind, f"%v{self.count}", [self.random.choice(known) for _ in range(2)])
            line.callee = self.random.randrange(1, _FUNCTIONS)
            if kind == "if":
                line.arms = [self.body(known, depth - 1) for _ in range(2)]
            elif kind == "loop":
                line.arms = [self.body([*known, f"{line.result}c"], depth - 1)]
            lines.append(line)
            if kind != "free":
                known.append(line.result)
        return lines, self.random.choice(known)


def text_of(line: Line) -> str:
    """The statement in MLIR."""
    first, second = line.operands
    give = f"{line.result} ="
    inside = [("\n".join(map(text_of, arm)), given) for arm, given in line.arms]
    match line.kind:
        case "alloc":
            return f"{give} memref.alloc() : {_TYPE}"
        case "select":
            return f"{give} arith.select %c, {first}, {second} : {_TYPE}"
        case "cast":
            middle = f"{line.result}m"
            return (
                f"{middle} = memref.cast {first} : {_TYPE} to memref<?xi32>\n"
                f"{give} memref.cast {middle} : memref<?xi32> to {_TYPE}"
            )
        case "call":
            return f"{give} func.call @f{line.callee}(%c, {first}) : (i1, {_TYPE}) -> {_TYPE}"
        case "free":
            return f"memref.dealloc {first} : {_TYPE}"
        case "if":
            arms = [f"{text}\nscf.yield {given} : {_TYPE}\n}}" for text, given in inside]
            return f"{give} scf.if %c -> ({_TYPE}) {{\n{arms[0]} else {{\n{arms[1]}"
        case _:
            text, given = inside[0]
            carried = f"{line.result}c = {first}"
            head = f"scf.for {line.result}i = %low to %high step %one iter_args({carried})"
            return f"{give} {head} -> ({_TYPE}) {{\n{text}\nscf.yield {given} : {_TYPE}\n}}"


class Run:
    """Runs functions, with conditions and numbers of iterations by chance."""

    def __init__(self, bodies: list[tuple[list[Line], str]], rng: random.Random):
        self._bodies, self._random = bodies, rng
        self.freed: set[int] = set()
        self._made = 0

    def call(self, callee: int, buffer: int, depth: int = 0) -> int:
        """The result of a function."""
        if depth > _DEPTH:
            raise _Ends
        lines, given = self._bodies[callee]
        known = {"%A": buffer}
        self._lines(lines, known, depth)
        return known[given]

    def _lines(self, lines: list[Line], known: dict[str, int], depth: int) -> None:
        for line in lines:
            first, second = (known[name] for name in line.operands)
            match line.kind:
                case "alloc":
                    self._made += 1
                    known[line.result] = self._made
                case "select":
                    known[line.result] = self._random.choice((first, second))
                case "cast":
                    known[line.result] = first
                case "call":
                    known[line.result] = self.call(line.callee, first, depth + 1)
                case "free":
                    self.freed.add(first)
                case "if":
                    arm, given = self._random.choice(line.arms)
                    self._lines(arm, known, depth)
                    known[line.result] = known[given]
                case _:
                    arm, given = line.arms[0]
                    carried = first
                    for _ in range(self._random.randrange(3)):
                        known[f"{line.result}c"] = carried
                        self._lines(arm, known, depth)
                        carried = known[given]
                    known[line.result] = carried


def _module(bodies: list[tuple[list[Line], str]]) -> str:
    functions = list[str]()
    for k, (lines, given) in enumerate(bodies):
        marker = "%zero = arith.constant 0 : index\n%x = memref.load %A[%zero] : " + _TYPE
        functions += [
            f"func.func private @f{k}(%c: i1, %A: {_TYPE}) -> {_TYPE} {{",
            *("%low = arith.constant 0 : index", "%one = arith.constant 1 : index"),
            "%high = arith.constant 2 : index",
            *map(text_of, lines),
            *([marker] if k == 0 else []),
            f"func.return {given} : {_TYPE}",
            "}",
        ]
    return "\n".join(functions)


def test_what_a_run_frees_may_be_freed() -> None:
    freed = alive = 0
    for seed in range(EXAMPLES):
        writer = Writer(random.Random(seed))
        bodies = [writer.body(["%A"]) for _ in range(_FUNCTIONS)]
        text = _module(bodies)
        module = parse_module(text)
        function = next(op for op in module.walk() if isinstance(op, func.FuncOp))
        marker = next(op for op in function.walk() if isinstance(op, memref.LoadOp))
        found = freed_before(function.args[1], marker)
        alive += not found
        # The argument is the buffer 0.
        for number in range(_RUNS):
            run = Run(bodies, random.Random(f"{seed} {number}"))
            try:
                run.call(0, 0)
            except _Ends:
                continue
            if 0 in run.freed:
                freed += 1
                assert found, f"seed {seed}\n{text}"
        for call in [op for op in function.walk() if isinstance(op, func.CallOp)]:
            callee = int(call.callee.root_reference.data[1:])
            for number in range(_RUNS):
                run = Run(bodies, random.Random(f"{seed} {number}"))
                try:
                    run.call(callee, 0)
                except _Ends:
                    continue
                if 0 in run.freed:
                    assert may_free(call, 1), f"seed {seed}\n{text}"
    assert freed > EXAMPLES // 4, "else the test shows little"
    assert alive > EXAMPLES // 10
