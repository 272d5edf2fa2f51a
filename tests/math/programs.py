"""Random programs that apply mathematical functions, and store all that they compute."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np
from ml_dtypes import bfloat16
from numpy.typing import NDArray

from .errors import AFN, UNARY
from .references import exact_value, limits_of, units_off, usual

BINARY = ("powf", "atan2")
TYPES: dict[str, type[np.generic]] = {
    "f32": np.float32,
    "f64": np.float64,
    "f16": np.float16,
    "bf16": bfloat16,
}
_ARITHMETIC = ("addf", "subf", "mulf")
_MOST_STEPS = 4


@dataclass(frozen=True)
class Applied:
    """One operation: the buffers that it takes elements of, and the one that it stores to."""

    name: str
    flags: str
    operands: tuple[int, ...]
    constant: float | None = None
    """The second operand, where that is none of a buffer."""

    @property
    def is_function(self) -> bool:
        """Whether it is one of the mathematical functions."""
        return self.name not in _ARITHMETIC

    @property
    def bound(self) -> float:
        """Units in the last place by which what is no f64 may be off."""
        if self.flags:
            return 4.0
        return 2.0 if self.name in BINARY else 1.0


@dataclass
class Program:
    """A chain of operations on each element of a buffer with two axes."""

    seed: int
    type: str
    shape: tuple[int, int]
    steps: list[Applied] = field(default_factory=list[Applied])
    layout: tuple[str, float | str] | None = None
    """A map for all buffers, and what the padding holds."""
    guard: int = 0
    """Of the columns from this one on, something is computed."""

    @staticmethod
    def of(seed: int) -> Program:
        """The program of a seed."""
        rng = Random(seed)
        made = Program(seed, rng.choice(("f32", "f32", "f64", "f16", "bf16")), (0, 0))
        made.shape = rng.randint(1, 3), rng.randint(1, 21)
        for number in range(rng.randint(1, _MOST_STEPS)):
            made.steps.append(_step(rng, number))
        if rng.random() < 0.5:
            lanes = rng.choice((4, 8, 16))
            map = f"(i, j) -> (i, j floordiv {lanes}, j mod {lanes})"
            made.layout = map, rng.choice((0.0, 1.0, "undef"))
        if rng.random() < 0.2:
            made.guard = rng.randint(0, made.shape[1] - 1)
        return made

    @property
    def text(self) -> str:
        """The function in MLIR."""
        rows, columns = self.shape
        buffer = f"memref<{rows}x{columns}x{self.type}>"
        names = ["A", *(f"B{k}" for k in range(len(self.steps)))]
        body = [f"%v0 = affine.load %A[%i, %j] : {buffer}"]
        for number, step in enumerate(self.steps, 1):
            operands = [f"%v{k}" for k in step.operands]
            if step.constant is not None:
                body.append(f"%c{number} = arith.constant {step.constant!r} : {self.type}")
                operands.append(f"%c{number}")
            kind = "math" if step.is_function else "arith"
            operation = f"{kind}.{step.name} {', '.join(operands)} {step.flags}"
            body.append(f"%v{number} = {operation} : {self.type}")
            body.append(f"affine.store %v{number}, %B{number - 1}[%i, %j] : {buffer}")
        if self.guard:
            condition = f"affine_set<(d0) : (d0 - {self.guard} >= 0)>(%j)"
            body = [f"affine.if {condition} {{", *body, "}"]
        inside = "\n".join(body)
        arguments = ", ".join(f"%{name}: {buffer}" for name in names)
        return f"""
func.func @f({arguments}) {{
  affine.for %i = 0 to {rows} {{
    affine.for %j = 0 to {columns} {{
      {inside}
    }}
  }} {{pad.stage = "compute"}}
  func.return
}}
"""

    def given(self) -> NDArray[Any]:
        """Random operands: of usual sizes, of any, and special ones."""
        random, (rows, columns) = np.random.default_rng(self.seed), self.shape
        count, dtype = rows * columns, TYPES[self.type]
        info = limits_of(dtype)
        least, most = float(info.smallest_subnormal), float(info.max)
        special = np.array([0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, least, most])
        usual = random.uniform(-1.5, 3.0, count)
        sized = random.uniform(-1, 1, count) * 2.0 ** random.uniform(-12, 12, count)
        kinds, chosen = random.random(count), random.choice(special, count)
        with np.errstate(all="ignore"):
            found = np.where(kinds < 0.5, usual, np.where(kinds < 0.8, sized, chosen)).astype(dtype)
        return found.reshape(self.shape)

    def wrong(self, given: NDArray[Any], results: list[NDArray[Any]]) -> Iterator[str]:
        """What is not as it should be, each result by the operands that are stored."""
        buffers = [given, *results]
        for step, found in zip(self.steps, results, strict=True):
            operands = [buffers[k][:, self.guard :].ravel() for k in step.operands]
            if step.constant is not None:
                operands.append(np.full_like(operands[0], step.constant))
            found = found[:, self.guard :].ravel()
            if step.is_function:
                yield from self._wrong_function(step, operands, found)
            elif not np.array_equal(_computed(step.name, operands), found, equal_nan=True):
                yield f"{step.name} of {operands} is {found}"

    def _wrong_function(
        self, step: Applied, operands: list[NDArray[Any]], found: NDArray[Any]
    ) -> Iterator[str]:
        dtype = TYPES[self.type]
        bound = max(step.bound, 2.0) if self.type == "f64" else step.bound
        with np.errstate(all="ignore"):
            known = usual(step.name, operands)
        for *numbers, result, near in zip(*operands, found, known, strict=True):
            values = [float(number) for number in numbers]
            about = f"{step.name} {step.flags} of {values} in {self.type} is {result}"
            if not all(map(np.isfinite, values)) or np.isnan(near) or 0.0 in values:
                with np.errstate(all="ignore"):
                    wanted = dtype(near)
                same = np.isnan(result) if np.isnan(near) else _is_near(result, wanted)
                if not same:
                    yield f"{about}, and should be {near}"
                continue
            exact = exact_value(step.name, values)
            if exact is None:
                if float(result) != near:
                    yield f"{about}, and should be {near}"
            elif (off := units_off(float(result), exact, dtype)) > bound:
                yield f"{about}, {off} units off {exact:.20g}"


def _step(rng: Random, number: int) -> Applied:
    latest = rng.choice((number, number, rng.randint(0, number)))
    if number and rng.random() < 0.3:
        constant = rng.choice((0.5, 2.0, -1.0, 3.25))
        return Applied(rng.choice(_ARITHMETIC), "", (latest,), constant)
    name, flags = rng.choice((*UNARY, *BINARY)), rng.choice(("", "", AFN))
    if name not in BINARY:
        return Applied(name, flags, (latest,))
    if rng.random() < 0.5:
        return Applied(name, flags, (latest,), rng.choice((0.5, 2.0, 3.0, -1.5)))
    return Applied(name, flags, (latest, rng.randint(0, number)))


def _computed(name: str, operands: list[NDArray[Any]]) -> NDArray[Any]:
    kinds = {"addf": np.add, "subf": np.subtract, "mulf": np.multiply}
    with np.errstate(all="ignore"):
        return kinds[name](*operands)


def _is_near(result: Any, wanted: Any) -> bool:
    """Whether a result is that of special operands, but for the rounding of an angle."""
    if result == wanted:
        return bool(np.signbit(result) == np.signbit(wanted))
    return bool(np.isfinite(wanted)) and abs(result - wanted) <= 4 * np.spacing(abs(wanted))
