"""Flags that make poison, or leave the sign of a zero open: each verdict against all outcomes."""

from __future__ import annotations

import math
import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import pytest

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.tools.tv import Status, validate

from .rewrites import judge

_COUNT = int(os.environ.get("PAD_OUTCOMES_EXAMPLES", "300"))
_SEED = int(os.environ.get("PAD_OUTCOMES_SEED", "0"))
_LARGEST = float(np.finfo(np.float32).max)
_SPECIAL = (
    *(0.0, -0.0, 1.0, -1.0, 2.5, -2.5, _LARGEST, -_LARGEST),
    *(math.inf, -math.inf, math.nan),
)
_CONSTANTS = {"%zero": 0.0, "%minus": -0.0, "%one": 1.0, "%inf": math.inf}
_FLAGS = ((), (), ("nsz",), ("nnan",), ("ninf",), ("nnan", "ninf"), ("nnan", "ninf", "nsz"))
_POISON = "poison"
_FLOATS = ("addf", "subf", "mulf", "maximumf", "negf", "absf", "select")
_ONE = ("negf", "absf")


@dataclass(frozen=True)
class Op:
    """One operation; a comparison makes an i1, all others an f32."""

    name: str
    kind: str
    operands: tuple[str, ...]
    flags: tuple[str, ...] = ()

    def __str__(self) -> str:
        flags = f" fastmath<{','.join(self.flags)}>" if self.flags else ""
        dialect = "math" if self.kind == "absf" else "arith"
        head = f"{self.name} = {dialect}.{self.kind}"
        if self.kind == "cmpf":
            return f"{head} olt, {', '.join(self.operands)}{flags} : f32"
        return f"{head} {', '.join(self.operands)}{flags} : f32"


def _text(ops: Sequence[Op], result: str) -> str:
    lines = ["func.func @f(%x: f32, %y: f32, %c: i1) -> f32 {"]
    lines += [
        f"{name} = arith.constant {_shown(value)} : f32" for name, value in _CONSTANTS.items()
    ]
    return "\n".join([*lines, *map(str, ops), f"func.return {result} : f32", "}"])


def _shown(value: float) -> str:
    return "0x7F800000" if math.isinf(value) else str(value)


def _program(draw: random.Random) -> tuple[Op, ...]:
    ops: list[Op] = []
    floats, truths = ["%x", "%y", *_CONSTANTS], ["%c"]
    for number in range(draw.randint(1, 4)):
        kind = draw.choice((*_FLOATS, "cmpf"))
        name = f"%v{number}"
        count = 1 if kind in _ONE else 2
        operands = tuple(draw.choice(floats[-3:] + floats[:4]) for _ in range(count))
        if kind == "select":
            operands = (draw.choice(truths), *operands)
        flags = () if kind == "select" else draw.choice(_FLAGS)
        ops.append(Op(name, kind, operands, flags))
        (truths if kind == "cmpf" else floats).append(name)
    return tuple(ops)


def _changed(ops: tuple[Op, ...], draw: random.Random) -> tuple[Op, ...]:
    """With one flag more or less, an operand in place of a result, or other operands."""
    at = draw.randrange(len(ops))
    op, change = ops[at], draw.random()
    if change < 0.5:
        new = Op(op.name, op.kind, op.operands, () if op.kind == "select" else draw.choice(_FLAGS))
        return (*ops[:at], new, *ops[at + 1 :])
    if change < 0.65 and op.kind not in _ONE and op.kind != "select":
        new = Op(op.name, op.kind, op.operands[::-1], op.flags)
        return (*ops[:at], new, *ops[at + 1 :])
    if op.kind == "cmpf":
        return ops
    instead = draw.choice([each for each in op.operands if each != "%c"] or ["%x"])
    if any(instead == each.name and each.kind == "cmpf" for each in ops):
        return ops
    return (*ops[:at], Op(op.name, "addf", (instead, "%minus")), *ops[at + 1 :])


def _result_of(op: Op, values: Sequence[float | bool | str]) -> float | bool | str:
    """What an operation gives, but for its flags."""
    if op.kind == "select":
        return _POISON if values[0] == _POISON else values[1 if values[0] else 2]
    if _POISON in values:
        return _POISON
    numbers = [float(value) for value in values]
    match op.kind:
        case "addf":
            return _rounded(numbers[0] + numbers[1])
        case "subf":
            return _rounded(numbers[0] - numbers[1])
        case "mulf":
            return _rounded(numbers[0] * numbers[1])
        case "negf":
            return -numbers[0]
        case "absf":
            return abs(numbers[0])
        case "cmpf":
            return numbers[0] < numbers[1]
        case _:
            if any(map(math.isnan, numbers)):
                return math.nan
            return max(numbers, key=lambda v: (v, math.copysign(1, v)))


def _rounded(exact: float) -> float:
    """An f32; of f32 an f64 has the sum and the product near enough to be rounded once more."""
    with np.errstate(over="ignore"):
        return float(np.float32(exact))


def _results(op: Op, values: Sequence[float | bool | str]) -> Iterator[float | bool | str]:
    result = _result_of(op, values)
    floats = [v for v in (*values, result) if isinstance(v, float)]
    if ("nnan" in op.flags and any(map(math.isnan, floats))) or (
        "ninf" in op.flags and any(map(math.isinf, floats))
    ):
        yield _POISON
        return
    yield result
    if "nsz" in op.flags and isinstance(result, float) and result == 0.0:
        yield -result


def _outcomes(ops: Sequence[Op], values: dict[str, float | bool | str], result: str) -> set[str]:
    if not ops:
        value = values[result]
        return {"nan" if isinstance(value, float) and math.isnan(value) else str(value)}
    op, *rest = ops
    found: set[str] = set()
    for each in _results(op, [values[name] for name in op.operands]):
        found |= _outcomes(rest, {**values, op.name: each}, result)
    return found


def _is_refined(before: Sequence[Op], after: Sequence[Op], result: str) -> bool:
    for x, y, c in product(_SPECIAL, _SPECIAL, (False, True)):
        values: dict[str, float | bool | str] = {**_CONSTANTS, "%x": x, "%y": y, "%c": c}
        old = _outcomes(before, values, result)
        if _POISON not in old and not _outcomes(after, values, result) <= old:
            return False
    return True


def _status_of_runs(old: str, new: str) -> Status:
    """Of running both, where the steps do not suffice for a proof."""
    (verdict,) = validate(parse_module(old), parse_module(new), budget=1).functions
    return verdict.status


@pytest.mark.parametrize("part", range(10))
def test_no_outcome_contradicts_a_verdict(part: int) -> None:
    draw = random.Random(f"{_SEED} {part}")
    proven = 0
    for _ in range(_COUNT // 10):
        before = _program(draw)
        results = [op.name for op in before if op.kind != "cmpf"]
        if not results:
            continue
        after, result = _changed(before, draw), results[-1]
        old, new = _text(before, result), _text(after, result)
        status, is_refined = judge(old, new).status, _is_refined(before, after, result)
        proven += before != after and status is Status.VALID
        assert is_refined or status is not Status.VALID, f"{old}\n{new}"
        if is_refined:
            assert Status.REFUTED not in (status, _status_of_runs(old, new)), f"{old}\n{new}"
    assert proven, "nothing is shown where nothing is proven"
