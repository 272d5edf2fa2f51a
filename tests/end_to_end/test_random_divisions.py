"""
Random loops that divide, by constants and by sizes, 0 included, as compiled against Python.

Where a loop carries a quotient or something is divided before a loop, nothing may divide by 0 that
did not, which would end the process.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from random import Random

import numpy as np
import pytest

from pad_mlir.runtime import compile

pytest.importorskip("mlir", reason="needs the MLIR wheels (extra mlir)")

COUNT = int(os.environ.get("PAD_DIVISION_EXAMPLES", "20"))
CELLS, WIDTH, OFFSET = 8192, 32, 10
Env = dict[str, int]


def to_zero(x: int, n: int) -> int:
    quotient = abs(x) // abs(n)
    return quotient if (x < 0) == (n < 0) else -quotient


OPS: dict[str, Callable[[int, int], int]] = {
    "floordivsi": lambda x, n: x // n,
    "ceildivsi": lambda x, n: -(-x // n),
    "divsi": to_zero,
    "remsi": lambda x, n: x - n * to_zero(x, n),
}


@dataclass(frozen=True)
class Program:
    """The text of a function, and what it stores for values of its arguments."""

    text: str
    cells: Callable[[int, int, int, int], dict[int, int] | None]
    """For `n`, `m`, `lo` and `hi`; None where it divides by 0."""


def program(rng: Random) -> Program:
    low = rng.choice(["%lo", "0", "2", "-5"])
    high, step = rng.choice(["%hi", "20"]), rng.choice((1, 1, 2, 3, 7))
    inner = rng.choice((None, None, 1, 2))
    form = rng.choice(("affine", "scf"))
    natural = rng.random() < 0.7
    guard = rng.choice((None, "%i", "%n", "%m"))
    factors = {"%i": rng.choice((0, 1, 1, 2, 5, -1)), "%m": rng.choice((0, 0, 1))}
    factors["%lo"] = rng.choice((0, 0, 1))
    if inner is not None:
        factors["%j"] = rng.choice((0, 1, 3))
    constant = rng.choice((0, 0, 3, -4, 17))
    divisors = [rng.choice(("%n", "%n", "%m", "%nm", "3", "8")) for _ in range(3)]
    ops = [rng.choice(tuple(OPS)) for _ in range(3)]
    of = ["%x", rng.choice(("%x", "%r0")), rng.choice(("%x", "%r0", "%r1"))]
    lines, constants = list[str](), set[int]()

    def value(name: str) -> str:
        if name[0] == "%":
            return name
        constants.add(int(name))
        return f"%k{name}".replace("-", "_")

    if form == "affine":
        lines.append(f"affine.for %i = {low} to {high} step {step} {{")
    else:
        ends = value(low), value(high), value(str(step))
        lines.append(f"scf.for %i = {ends[0]} to {ends[1]} step {ends[2]} {{")
    if inner is not None:
        lines.append(f"affine.for %j = 0 to 9 step {inner} {{")
    if guard is not None:
        lines += [f"%holds = arith.cmpi sgt, {guard}, {value('0')} : index", "scf.if %holds {"]
    total = value(str(constant))
    for k, (name, factor) in enumerate(factors.items()):
        lines.append(f"%p{k} = arith.muli {name}, {value(str(factor))} : index")
        lines.append(f"%s{k} = arith.addi {total}, %p{k} : index")
        total = f"%s{k}"
    lines.append(f"%x = arith.addi {total}, {value('0')} : index")
    for k, (op, by, dividend) in enumerate(zip(ops, divisors, of, strict=True)):
        lines.append(f"%r{k} = arith.{op} {dividend}, {value(by)} : index")
    j = "%j" if inner is not None else value("0")
    lines += [
        f"%row = arith.addi %i, {value(str(OFFSET))} : index",
        f"%place = arith.muli %row, {value(str(WIDTH * 3))} : index",
        f"%column = arith.muli {j}, {value('3')} : index",
        "%first = arith.addi %place, %column : index",
    ]
    for k in range(3):
        lines += [
            f"%c{k} = arith.addi %first, {value(str(k))} : index",
            f"%v{k} = arith.index_cast %r{k} : index to i64",
            f"memref.store %v{k}, %B[%c{k}] : memref<{CELLS}xi64>",
        ]
    lines += ["}"] * (1 + (inner is not None) + (guard is not None))
    head = [f"%k{str(c).replace('-', '_')} = arith.constant {c} : index" for c in sorted(constants)]
    if natural:
        zero = "%zero = arith.constant 0 : index"
        head += [zero, "%mp = arith.cmpi sge, %m, %zero : index", "pad.assume %mp : i1"]
    head.append("%nm = arith.muli %n, %m : index")
    tie = '{pad.size = [{of = "A", dim = 0}]}'
    body = "\n  ".join([*head, *lines])
    text = f"""func.func @f(%B: memref<{CELLS}xi64>, %A: memref<?xf32> {{pad.name = "A"}},
    %n: index {tie}, %m: index, %lo: index, %hi: index) {{
  {body}
  func.return
}}"""

    def cells(n: int, m: int, lo: int, hi: int) -> dict[int, int] | None:
        if natural and m < 0:
            return None
        env: Env = {"%n": n, "%m": m, "%lo": lo, "%hi": hi, "%nm": n * m}

        def number(name: str) -> int:
            return env[name] if name[0] == "%" else int(name)

        found = dict[int, int]()
        columns = range(0, 9, inner) if inner is not None else [0]
        for i, column in product(range(number(low), number(high), step), columns):
            env |= {"%i": i, "%j": column}
            if guard is not None and number(guard) <= 0:
                continue
            env["%x"] = constant + sum(f * number(name) for name, f in factors.items())
            for k, (op, by, dividend) in enumerate(zip(ops, divisors, of, strict=True)):
                if number(by) == 0:
                    return None
                env[f"%r{k}"] = OPS[op](number(dividend), number(by))
                found[(i + OFFSET) * WIDTH * 3 + column * 3 + k] = env[f"%r{k}"]
        return found

    return Program(text, cells)


def arguments() -> Iterator[tuple[int, int, int, int]]:
    for n, m in product((0, 1, 2, 3, 8, 40), (-3, 0, 1, 5)):
        yield n, m, 0, 20
        yield n, m, 3, 3
        yield n, m, -2, 15


@pytest.mark.parametrize("seed", range(COUNT))
def test_a_program_gives_what_python_does(seed: int) -> None:
    made = program(Random(seed))
    kernel = compile(made.text)
    for n, m, lo, hi in arguments():
        expected = made.cells(n, m, lo, hi)
        if expected is None:
            continue
        cells = np.full(CELLS, -99, np.int64)
        kernel(cells, np.zeros(n, np.float32), m, lo, hi)
        wanted = np.full(CELLS, -99, np.int64)
        for place, value in expected.items():
            wanted[place] = value
        np.testing.assert_array_equal(cells, wanted, f"{made.text}\nn={n} m={m} lo={lo} hi={hi}")
