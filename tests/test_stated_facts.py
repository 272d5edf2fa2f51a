"""
Facts that assumes state on a cell hold for each pattern of bits for which the assumes are true.

A cell's value goes through random conversions into a random comparison. `PAD_STATED_EXAMPLES` says
how many comparisons are tried.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

import ml_dtypes
import numpy as np
import pytest
from xdsl.dialects import func

from pad_mlir.analysis.memory.assume_verdicts import judge
from pad_mlir.analysis.memory.assumptions import statement_of
from pad_mlir.analysis.memory.facts import BlockFacts
from pad_mlir.analysis.values.constants import type_of
from pad_mlir.analysis.values.known import Exactly, Known, Number, SomeZero
from pad_mlir.dialect.ops import AssumeOp
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.index.queries.conditions import Proven, Refuted

EXAMPLES = int(os.environ.get("PAD_STATED_EXAMPLES", "160"))
Array: TypeAlias = "np.ndarray[Any, Any]"
TYPES: dict[str, Any] = {
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "i16": np.int16,
    "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "f8E5M2": ml_dtypes.float8_e5m2,
    "f8E4M3FNUZ": ml_dtypes.float8_e4m3fnuz,
    "i8": np.int8,
    "f32": np.float32,
    "i32": np.int32,
}
CELLS = ("f16", "bf16", "i16", "f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "i8")
ORDERS: dict[str, Callable[[Array, Array], Array]] = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
}


def bits_of(type: str) -> int:
    return 8 * np.dtype(TYPES[type]).itemsize


def every(type: str) -> Array:
    """Each value of a type of 8 or 16 bits."""
    size = bits_of(type)
    return np.arange(1 << size, dtype=f"u{size // 8}").view(TYPES[type])


def as_numbers(values: Array) -> Array:
    with np.errstate(invalid="ignore"):
        return values.astype(np.int64 if values.dtype.kind == "i" else np.float64)


@dataclass
class Stated:
    """The text of an assume on a cell of A, and for which values of the cell it is true."""

    text: str
    holds: Array


def stated(rng: random.Random, type: str, tag: str) -> Stated:
    lines = [f"%{tag}0 = affine.load %A[%i] : memref<2x{type}>"]
    values, now = every(type), type
    for step in range(1, rng.choice((1, 2, 2, 3))):
        op, now, values = _converted(rng, now, values)
        lines.append(f"%{tag}{step} = {op.format(f'%{tag}{step - 1}')}")
    last = f"%{tag}{len(lines) - 1}"
    constant = _constant(rng, now)
    other = np.full_like(values, constant)
    lines.append(f"%{tag}c = arith.constant {_literal(constant, now)} : {now}")
    operands = [(last, values), (f"%{tag}c", other)]
    if rng.random() < 0.1:
        operands[1] = operands[0]
    rng.shuffle(operands)
    names, arrays = zip(*operands, strict=True)
    predicate, holds = _compared(rng, now, *arrays)
    lines.append(f"%{tag}h = arith.{predicate} {', '.join(names)} : {now}")
    lines.append(f"pad.assume %{tag}h : i1")
    return Stated("\n".join(lines), holds)


def _converted(rng: random.Random, type: str, values: Array) -> tuple[str, str, Array]:
    same = [name for name in TYPES if name != type and bits_of(name) == bits_of(type)]
    is_integer, wide = type.startswith("i"), "i32" if type.startswith("i") else "f32"
    with np.errstate(all="ignore"):
        match rng.randrange(4):
            case 0 if not is_integer:
                return f"math.absf {{}} : {type}", type, np.abs(values)
            case 1 if not is_integer and not type.endswith("UZ"):
                return f"arith.negf {{}} : {type}", type, -values
            case 2 if type != wide:
                name = "extsi" if is_integer else "extf"
                return f"arith.{name} {{}} : {type} to {wide}", wide, values.astype(TYPES[wide])
            case 3 if is_integer and type != "i8":
                return f"arith.trunci {{}} : {type} to i8", "i8", values.astype(np.int8)
            case _:
                other = rng.choice(same)
                return f"arith.bitcast {{}} : {type} to {other}", other, values.view(TYPES[other])


def _constant(rng: random.Random, type: str) -> Any:
    dtype = TYPES[type]
    if type.startswith("i"):
        ends = np.iinfo(dtype)
        number = rng.choice((0, 1, -1, ends.min, ends.max, rng.randint(ends.min, ends.max)))
        return dtype(number)
    greatest = float(cast("Any", ml_dtypes.finfo(dtype)).max)
    special = (0.0, -0.0, 1.0, -1.0, greatest, -greatest, np.inf, -np.inf, np.nan)
    patterns: list[Any] = list(np.array([rng.getrandbits(32)], dtype=np.uint32).view(dtype))
    with np.errstate(all="ignore"):
        numbers: list[Any] = [dtype(number) for number in special]
        return rng.choice([*numbers, *patterns])


def _literal(constant: Any, type: str) -> str:
    if type.startswith("i"):
        return str(int(constant))
    size = bits_of(type) // 8
    return f"0x{int(np.asarray(constant).view(f'u{size}')):0{2 * size}X}"


def _compared(rng: random.Random, type: str, left: Array, right: Array) -> tuple[str, Array]:
    if type.startswith("i"):
        order = rng.choice(("eq", "eq", "eq", "ne", "lt", "le", "gt", "ge"))
        if order in ("eq", "ne"):
            return f"cmpi {order},", ORDERS[order](left, right)
        if rng.random() < 0.5:
            return f"cmpi s{order},", ORDERS[order](left, right)
        plain = f"u{left.dtype.itemsize}"
        return f"cmpi u{order},", ORDERS[order](left.view(plain), right.view(plain))
    first, second = as_numbers(left), as_numbers(right)
    unordered = np.isnan(first) | np.isnan(second)
    kind = rng.choice(("ord", "uno", *["o", "o", "o", "u"] * 3))
    if kind in ("ord", "uno"):
        return f"cmpf {kind},", unordered == (kind == "uno")
    order = rng.choice(("eq", "eq", *ORDERS))
    holds = ORDERS[order](first, second)
    name = order if order != "ne" or kind == "u" else "ne"
    return f"cmpf {kind}{name},", (holds & ~unordered) if kind == "o" else (holds | unordered)


def is_told(values: Array, known: Known, type: str) -> Array:
    """For which values what is known of a cell is so."""
    is_float = not type.startswith("i")
    numbers = as_numbers(values)
    match known:
        case Exactly(constant):
            assert str(type_of(constant)) == type
            held = np.array([cast("Any", constant).value.data]).astype(TYPES[type])
            nan = np.isnan(numbers) & np.isnan(as_numbers(held)[0]) if is_float else False
            plain = f"u{values.dtype.itemsize}"
            return (values.view(plain) == held.view(plain)) | nan
        case SomeZero():
            assert is_float
            return numbers == 0
        case Number(finite):
            assert is_float
            return np.isfinite(numbers) if finite else ~np.isnan(numbers)
        case _:
            return np.full(values.shape, True)


def _module(type: str, first: Stated, second: Stated) -> tuple[BlockFacts, list[AssumeOp]]:
    text = "\n".join(
        (
            f"func.func @f(%A: memref<2x{type}>) {{",
            *("affine.for %i = 0 to 2 {", first.text, "}"),
            *("affine.for %i = 0 to 2 {", second.text, "}"),
            "func.return",
            "}",
        )
    )
    module = parse_module(text)
    function = next(op for op in module.walk() if isinstance(op, func.FuncOp))
    facts = BlockFacts(function.body.blocks[0])
    return facts, [op for op in module.walk() if isinstance(op, AssumeOp)]


@pytest.mark.parametrize("batch", range(4))
def test_facts_hold_wherever_the_assume_does(batch: int) -> None:
    told = decided = 0
    for seed in range(batch * EXAMPLES // 4, (batch + 1) * EXAMPLES // 4):
        rng = random.Random(seed)
        type = rng.choice(CELLS)
        first, second = stated(rng, type, "a"), stated(rng, type, "b")
        facts, assumes = _module(type, first, second)
        statement = statement_of(assumes[0], facts.reader)
        if statement is not None:
            told += 1
            wrong = first.holds & ~is_told(every(type), statement.fact.value, type)
            assert not wrong.any(), f"seed {seed}: {statement.fact.value}\n{first.text}"
        verdict = judge(assumes[1], facts)
        text = f"seed {seed}: {verdict}\n{first.text}\n{second.text}"
        if isinstance(verdict, Proven):
            decided += 1
            assert not (first.holds & ~second.holds).any(), text
        elif isinstance(verdict, Refuted):
            decided += 1
            assert not (first.holds & second.holds).any(), text
    assert told > EXAMPLES // 40, "else the test shows little"
    assert decided > 0
