"""Whether a function refines another, by running both on hostile inputs (design, section 3)."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp

from pad_mlir.dialect.annotations import USER

from .evaluator import Buffer, Cells, Evaluator, Mark, Undefined
from .programs import SIZE, VALID, Program
from .scalars import POISON

_VALUES: dict[str, tuple[Any, ...]] = {
    "i8": (0, 0, 1, -1, 2, 5, -128, 127, -5, 100),
    "f32": (0.0, -0.0, 1.0, -1.0, 2.5, -3.5, math.inf, -math.inf, math.nan, 2.0**100),
}
_NUMBERS = {"0xFF800000": -math.inf, "0x7F800000": math.inf, "0x7FC00000": math.nan}


def difference(program: Program, before: ModuleOp, after: ModuleOp, seed: int) -> str | None:
    """
    A difference of a run of `after` that no run of `before` may have, or None.

    Raises Undefined if `before` is undefined on this input, so that anything goes.
    """
    marked, calls = _run(program, before, seed, None)
    drawn, drawn_calls = _run(program, before, seed, seed)
    try:
        seen, seen_calls = _run(program, after, seed, seed)
    except Undefined as undefined:
        if undefined.assume is not None and USER in undefined.assume.attributes:
            raise  # what was trusted does not hold on this input
        return str(undefined)
    if len(calls) != len(seen_calls):
        return f"{len(calls)} calls became {len(seen_calls)}"
    states = [*zip(calls, drawn_calls, seen_calls, strict=True)]
    names = [f"call {k}" for k in range(len(states))] + ["A", "B", "C"]
    states += zip(marked, drawn, seen, strict=True)
    for name, (free, old, new) in zip(names, states, strict=True):
        for index, value in new.items():
            if not _refines(value, old[index], free[index] is Mark.UNDEF):
                return f"{name}{list(index)} is {value}, was {old[index]}"
    return None


def difference_of_zeros(
    program: Program, before: ModuleOp, after: ModuleOp, seed: int
) -> str | None:
    """The same for programs without undef, where flags leave the sign of zeros open."""
    chosen = random.Random(seed)
    signs: list[Callable[[], float] | None] = [None, lambda: 1.0, lambda: -1.0]
    signs += [lambda: chosen.choice((1.0, -1.0))] * 2
    allowed = [_run(program, before, seed, seed, sign)[0] for sign in signs]
    for sign in signs:
        seen, _ = _run(program, after, seed, seed, sign)
        for k, cells in enumerate(seen):
            for index, value in cells.items():
                olds = [old[k][index] for old in allowed]
                if not any(_refines(value, old, False) for old in olds):
                    return f"{'ABC'[k]}{list(index)} is {value}, was one of {olds}"
    return None


def _refines(new: Any, old: Any, undef: bool) -> bool:
    if old is POISON or (undef and new is not POISON):
        return True
    if isinstance(new, float) and isinstance(old, float):
        if math.isnan(new) or math.isnan(old):
            return math.isnan(new) and math.isnan(old)
        return new == old and math.copysign(1.0, new) == math.copysign(1.0, old)
    return new is old or (type(new) is type(old) and new == old)


def _run(
    program: Program,
    module: ModuleOp,
    seed: int,
    undef: int | None,
    sign: Callable[[], float] | None = None,
) -> tuple[list[Cells], list[Cells]]:
    """The cells of A, B and C after a run, and what calls saw."""
    function = next(op for op in module.ops if isinstance(op, func.FuncOp) and op.body.blocks)
    rng = random.Random(seed)
    size = rng.randint(0, SIZE) if program.size is None else program.size
    buffers = _inputs(program, size, rng)
    evaluator = Evaluator(undef, sign)
    evaluator.run(function, [*buffers, size])
    return [buffer.cells for buffer in buffers], evaluator.calls


def _inputs(program: Program, size: int, rng: random.Random) -> list[Buffer]:
    buffers = {
        name: {(k,): rng.choice(_VALUES[program.element]) for k in range(SIZE)} for name in "ABC"
    }
    for fact in reversed(program.assumed):
        for k in range(size if fact.low is None else fact.low, fact.high):
            value = _number(fact.value) if fact.exact else rng.choice((0.0, -0.0))
            buffers[fact.buffer][(k,)] = value
    for name, kind in program.kinds.items():
        if kind == "forbidden":
            buffers[name].update(dict.fromkeys([(k,) for k in range(VALID, SIZE)], Mark.FORBIDDEN))
    return [Buffer(cells) for cells in buffers.values()]


def _number(text: str) -> Any:
    if text in _NUMBERS:
        return _NUMBERS[text]
    return float(text) if "." in text else int(text)
