"""
Conditions on integers, as the reader of all passes reads them, against arithmetic on bits.

Programs are drawn at random: a few operations on an iterator, an index argument of which an assume
gives the sign, and an integer argument, of several widths, and a comparison. Where it is read, the
expression holds at the same values as the program, but where the program is undefined there. Sums
and products of indices that leave 64 bits are left out, as index arithmetic does not wrap.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random

import pytest
from xdsl.dialects import arith

from pad_mlir.analysis.instances.point_reader import PointReader
from pad_mlir.analysis.instances.reader import InstanceReader
from pad_mlir.dialect.repairs import parse_module

COUNT = int(os.environ.get("PAD_READ_EXAMPLES", "250"))
_INDEX_BITS = 64
_PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
_BINARY = (
    *("addi", "subi", "muli", "divsi", "divui", "remsi", "remui", "floordivsi", "ceildivsi"),
    *("ceildivui", "minsi", "maxsi", "minui", "maxui", "andi", "ori", "xori", "shli", "shrsi"),
    *("shrui", "select"),
)

_UNBOUNDED = ("addi", "subi", "muli", "shli")


class UndefinedError(Exception):
    """What runs has no result."""


def _signed(value: int, bits: int) -> int:
    return (value + 2 ** (bits - 1)) % 2**bits - 2 ** (bits - 1)


def _to_zero(left: int, right: int) -> int:
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


_MEANING: dict[str, Callable[[int, int, int], int]] = {
    "addi": lambda a, b, _: a + b,
    "subi": lambda a, b, _: a - b,
    "muli": lambda a, b, _: a * b,
    "divsi": lambda a, b, _: _to_zero(a, b),
    "remsi": lambda a, b, _: a - b * _to_zero(a, b),
    "floordivsi": lambda a, b, _: a // b,
    "ceildivsi": lambda a, b, _: -(-a // b),
    "divui": lambda a, b, bits: (a % 2**bits) // (b % 2**bits),
    "remui": lambda a, b, bits: (a % 2**bits) % (b % 2**bits),
    "ceildivui": lambda a, b, bits: -(-(a % 2**bits) // (b % 2**bits)),
    "minsi": lambda a, b, _: min(a, b),
    "maxsi": lambda a, b, _: max(a, b),
    "minui": lambda a, b, bits: min(a % 2**bits, b % 2**bits),
    "maxui": lambda a, b, bits: max(a % 2**bits, b % 2**bits),
    "andi": lambda a, b, _: a & b,
    "ori": lambda a, b, _: a | b,
    "xori": lambda a, b, _: a ^ b,
    "shli": lambda a, b, _: a << b,
    "shrsi": lambda a, b, _: a >> b,
    "shrui": lambda a, b, bits: (a % 2**bits) >> b,
}


def _result(name: str, left: int, right: int, bits: int) -> int:
    if name.startswith("sh") and not 0 <= right < bits:
        raise UndefinedError
    if ("div" in name or "rem" in name) and right == 0:
        raise UndefinedError
    value = _MEANING[name](left, right, bits)
    signed_division = name in ("divsi", "floordivsi", "ceildivsi", "remsi")
    if signed_division and left == -(2 ** (bits - 1)) and right == -1:
        raise UndefinedError
    if bits == _INDEX_BITS and name in _UNBOUNDED and value != _signed(value, bits):
        raise UndefinedError
    return _signed(value, bits)


def _compared(predicate: str, left: int, right: int, bits: int) -> bool:
    if predicate[0] == "u":
        left, right = left % 2**bits, right % 2**bits
    kind = predicate if predicate in ("eq", "ne") else predicate[1:]
    return {
        **{"eq": left == right, "ne": left != right, "lt": left < right},
        **{"le": left <= right, "gt": left > right, "ge": left >= right},
    }[kind]


class _Program:
    """Lines of a program, and what it computes at some values."""

    def __init__(self, rng: Random):
        self.rng = rng
        self.lines: list[str] = []
        self.types = {"i": _INDEX_BITS, "n": _INDEX_BITS, "m": 32}
        self.steps: list[Callable[[dict[str, int]], None]] = []

    def draw(self) -> str:
        """Draw some operations and a comparison, the last line."""
        for _ in range(self.rng.randint(1, 4)):
            self._operation()
        bits = self.types[next(reversed(self.types))]
        left, right = next(reversed(self.types)), self._operand(bits)
        self._compare("in", self.rng.choice(_PREDICATES), left, right, bits)
        body = "\n".join(self.lines)
        return (
            "func.func @f(%n: index, %m: i32, %A: memref<64xf32>, %x: f32) {\n"
            "%c1 = arith.constant 1 : index\n%sign = arith.cmpi sge, %n, %c1 : index\n"
            "pad.assume %sign : i1\n"
            f"affine.for %i = 0 to 20 {{\n{body}\nscf.if %in {{\n"
            "affine.store %x, %A[%i] : memref<64xf32>\n}\n}\nfunc.return\n}"
        )

    def holds(self, values: dict[str, int]) -> bool:
        """Whether the comparison holds; raises UndefinedError."""
        for step in self.steps:
            step(values)
        return bool(values["in"])

    def _compare(self, name: str, predicate: str, left: str, right: str, bits: int) -> None:
        self.lines.append(f"%{name} = arith.cmpi {predicate}, %{left}, %{right} : {_type(bits)}")

        def step(values: dict[str, int]) -> None:
            values[name] = int(_compared(predicate, values[left], values[right], bits))

        self.steps.append(step)

    def _operation(self) -> None:
        bits = self.rng.choice((_INDEX_BITS, _INDEX_BITS, 32, 8))
        left = self._operand(bits, constant=False)
        name = f"t{len(self.lines)}"
        kind = self.rng.choice(_BINARY)
        if kind == "select":
            other, last = self._operand(bits), self._operand(bits)
            self._compare(f"{name}h", self.rng.choice(_PREDICATES), left, other, bits)
            self.lines.append(f"%{name} = arith.select %{name}h, %{left}, %{last} : {_type(bits)}")

            def choose(values: dict[str, int]) -> None:
                values[name] = values[left] if values[f"{name}h"] else values[last]

            self.steps.append(choose)
        else:
            right = self._operand(bits)
            self.lines.append(f"%{name} = arith.{kind} %{left}, %{right} : {_type(bits)}")

            def compute(values: dict[str, int]) -> None:
                values[name] = _result(kind, values[left], values[right], bits)

            self.steps.append(compute)
        self.types[name] = bits

    def _operand(self, bits: int, *, constant: bool = True) -> str:
        if constant and self.rng.random() < 0.5:
            name, value = (
                f"c{len(self.lines)}_",
                self.rng.choice((0, 1, 2, 3, 4, 5, 7, 8, 12, -1, -4)),
            )
            self.lines.append(f"%{name} = arith.constant {value} : {_type(bits)}")
            self.steps.append(lambda values: values.update({name: value}))
            return name
        given = self.rng.choice(list(self.types))
        own = self.types[given]
        if own == bits:
            return given
        name = f"k{len(self.lines)}_"
        if _INDEX_BITS in (own, bits):
            cast = "index_cast"
        else:
            cast = "trunci" if own > bits else self.rng.choice(("extsi", "extui"))
        self.lines.append(f"%{name} = arith.{cast} %{given} : {_type(own)} to {_type(bits)}")

        def convert(values: dict[str, int]) -> None:
            value = values[given] % 2**own if cast == "extui" else values[given]
            values[name] = _signed(value, bits)

        self.steps.append(convert)
        return name


def _type(bits: int) -> str:
    return "index" if bits == _INDEX_BITS else f"i{bits}"


@pytest.mark.parametrize("part", range(5))
@pytest.mark.parametrize("kind", [InstanceReader, PointReader])
def test_what_is_read_is_what_runs(kind: type[InstanceReader], part: int) -> None:
    read = 0
    for seed in range(part, COUNT, 5):
        rng = Random(seed)
        program = _Program(rng)
        text = program.draw()
        module = parse_module(text)
        *_, comparison = [op for op in module.walk() if isinstance(op, arith.CmpiOp)]
        block = next(op for op in module.walk() if op.name == "func.func").regions[0].block
        reader = kind(block)
        condition = reader.condition(comparison.result)
        if condition is None:
            continue
        names = {reader.value(name).name_hint or "": name for name in condition.variables()}
        read += "in" not in names
        for _ in range(60):
            given = {
                "i": rng.randrange(20),
                "n": rng.choice((1, 2, 3, 5, 8, 19, 40)),
                "m": rng.choice(
                    (0, 1, -1, 7, 30, 127, 200, -(2**31), 2**31 - 1, rng.randint(-40, 40))
                ),
            }
            values = dict(given)
            try:
                holds = program.holds(values)
            except UndefinedError:
                continue
            at = {name: values[hint] for hint, name in names.items()}
            assert condition.evaluate(at) == holds, f"{text}\n{condition} at {given}"
    assert read > COUNT // 5 // 5
