"""Schedules that a person who knows the passes would try on a kernel, in the order of trying."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pad_mlir.passes.vectorize.vector_unit import resolved_cpu, vector_unit
from pad_mlir.schedule import Schedule

from .kernel import Argument, Kernel, rounded
from .schedules import BEST

MOST = 12
"""Schedules that are timed for a kernel: a schedule that is refused is none."""
_WORD = 4
"""Bytes of an element that vectors are counted in."""


@dataclass(frozen=True)
class Try:
    """A schedule, and what it does in a few words."""

    name: str
    schedule: Callable[[Schedule], None]


def tries(kernel: Kernel) -> Iterator[Try]:
    """
    Yield more than twelve schedules of a kernel, the one written by hand first, where there is one.

    Others lay out all arrays by one rule, with the loops as they are or following the arrays, or
    let `optimize` choose as for a processor whose numbers lead to other register tiles, or to
    vectors of half the width.
    """
    lanes = vector_unit().bytes // _WORD
    if kernel.name in BEST:
        yield Try("by hand", BEST[kernel.name])
    yield Try("no layouts", _optimized("", own=False))
    for unit in (lanes, 2 * lanes):
        yield Try(f"rows of {unit}", _laid_out(_rows(kernel, unit), "keep"))
        yield Try(f"first axis by {unit}", _laid_out(_outer(kernel, unit), "follow"))
        yield Try(f"panels of {unit}", _laid_out(_panels(kernel, unit), "follow"))
    for numbers in ("loads=1", "latency=10", "halves=1"):
        yield Try(f"own layouts, {numbers}", _optimized(f":{numbers}", own=True))
    for numbers in ("loads=1", "latency=10", "halves=1", "fmas=1"):
        yield Try(f"no layouts, {numbers}", _optimized(f":{numbers}", own=False))
    yield Try(f"rows of {lanes}, followed", _laid_out(_rows(kernel, lanes), "follow"))
    yield Try(f"first axis by {lanes}, kept", _laid_out(_outer(kernel, lanes), "keep"))
    yield Try(f"panels of {lanes}, kept", _laid_out(_panels(kernel, lanes), "keep"))
    yield Try("own layouts, fmas=1", _optimized(":fmas=1", own=True))
    yield Try("no layouts, latency=2", _optimized(":latency=2", own=False))


_Layout = tuple[str, Sequence[int] | None]
_NAMES = "ijkl"


def _optimized(numbers: str, *, own: bool) -> Callable[[Schedule], None]:
    def schedule(s: Schedule) -> None:
        target = f"{resolved_cpu('native')}{numbers}"
        s.optimize(target_cpu=target, layouts="auto" if own else None)

    return schedule


def _laid_out(
    layouts: Sequence[tuple[Argument, _Layout]], loops: Literal["keep", "follow"]
) -> Callable[[Schedule], None]:
    def schedule(s: Schedule) -> None:
        if not layouts:
            raise ValueError("no array is laid out")
        for argument, (map, extents) in layouts:
            value = "undef" if argument.out else 0.0 if argument.type.startswith("f") else 0
            s.transform_layout(argument.name, map, value, extents=extents, loops=loops)
        s.optimize(target_cpu="native")

    return schedule


def _rows(kernel: Kernel, unit: int) -> list[tuple[Argument, _Layout]]:
    """Rows of each array that is no whole number of vectors wide, up to one."""
    found = list[tuple[Argument, _Layout]]()
    for each in kernel.arguments:
        *outer, last = each.shape
        if last >= unit // 2 and last % unit:
            names = ", ".join(_NAMES[: len(each.shape)])
            found.append((each, (f"({names}) -> ({names})", (*outer, rounded(last, unit)))))
    return found


def _outer(kernel: Kernel, unit: int) -> list[tuple[Argument, _Layout]]:
    """The first axis of the result, and of arrays that have it too, in tiles: the lanes last."""
    return _tiled(kernel, unit, 0)


def _panels(kernel: Kernel, unit: int) -> list[tuple[Argument, _Layout]]:
    """The last axis of the result, and of arrays that have it too, in panels."""
    return _tiled(kernel, unit, -1)


def _tiled(kernel: Kernel, unit: int, axis: int) -> list[tuple[Argument, _Layout]]:
    size = next(each.shape[axis] for each in kernel.arguments if each.out)
    found = list[tuple[Argument, _Layout]]()
    for each in kernel.arguments:
        if each.shape[axis] == size and size > unit:
            names = [*_NAMES[: len(each.shape)]]
            tiled = names.pop(axis)
            all_names = ", ".join(_NAMES[: len(each.shape)])
            parts = ", ".join([f"{tiled} floordiv {unit}", *names, f"{tiled} mod {unit}"])
            found.append((each, (f"({all_names}) -> ({parts})", None)))
    return found
