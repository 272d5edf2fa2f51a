"""Schedules that a person who knows the passes would try on a kernel, in the order of trying."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from xdsl.dialects import affine, func

from pad_mlir.passes.common.stages import loop_name
from pad_mlir.passes.vectorize.vector_unit import resolved_cpu, vector_unit
from pad_mlir.schedule import Schedule, ScheduleError

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

    Others let `optimize` choose as for a processor whose numbers lead to other vectors or register
    tiles, lay out all arrays by one rule, with the loops as they are or following the arrays, or
    change the loops of the kernel first: tiles of them, another order, several rows side by side.
    """
    lanes = vector_unit().bytes // _WORD
    if kernel.name in BEST:
        yield Try("by hand", BEST[kernel.name])
    yield Try("no layouts", _optimized())
    yield Try("own layouts, guards partitioned", _optimized(own=True, guards="partition"))
    yield Try("own layouts, vectors of AVX2", _optimized("x86-64-v3", own=True))
    yield Try("own layouts, full vectors", _optimized(numbers=":halves=0", own=True))
    yield Try(f"rows of {lanes}", _laid_out(_rows(kernel, lanes), "keep"))
    yield Try(f"first axis by {lanes}", _laid_out(_outer(kernel, lanes), "follow"))
    yield Try(f"panels of {2 * lanes}", _laid_out(_panels(kernel, 2 * lanes), "follow"))
    yield Try("blocks of 64", _with_loops(_blocks(64)))
    yield Try("first two loops exchanged", _with_loops(_exchanged))
    yield Try("4 iterations together", _with_loops(_together(4)))
    yield Try("own layouts, tiles for 2 loads", _optimized(numbers=":loads=2", own=True))
    yield Try("own layouts, long latency", _optimized(numbers=":latency=10", own=True))
    yield Try("no layouts, full vectors", _optimized(numbers=":halves=0"))
    yield Try("no layouts, vectors of AVX2", _optimized("x86-64-v3"))
    yield Try(f"panels of {lanes}", _laid_out(_panels(kernel, lanes), "follow"))
    yield Try(f"rows of {2 * lanes}", _laid_out(_rows(kernel, 2 * lanes), "keep"))
    yield Try(f"rows of {lanes}, followed", _laid_out(_rows(kernel, lanes), "follow"))
    yield Try("blocks of 16", _with_loops(_blocks(16)))
    yield Try("2 iterations together", _with_loops(_together(2)))
    yield Try("8 iterations together", _with_loops(_together(8)))
    yield Try("no layouts, tiles for 2 fmas", _optimized(numbers=":fmas=2"))
    yield Try("no layouts, long latency", _optimized(numbers=":latency=10"))
    yield Try("guards partitioned", _optimized(guards="partition"))
    yield Try("guards kept", _optimized(guards="keep"))
    yield Try(f"first axis by {lanes}, kept", _laid_out(_outer(kernel, lanes), "keep"))
    yield Try(f"panels of {lanes}, kept", _laid_out(_panels(kernel, lanes), "keep"))
    yield Try("own layouts, tiles for 2 fmas", _optimized(numbers=":fmas=2", own=True))
    yield Try("no layouts, short latency", _optimized(numbers=":latency=2"))
    yield Try("blocks of 256", _with_loops(_blocks(256)))
    for count in (4, 2, 8, 1):
        yield Try(f"{count} vectors together", _by_steps(count))
    for count in (4, 1):
        yield Try(f"lanes across rows, {count} together", _by_steps(count, across=True))
    yield Try(f"rows of {4 * lanes}", _laid_out(_rows(kernel, 4 * lanes), "keep"))
    yield Try("blocks of 1024", _with_loops(_blocks(1024)))
    yield Try("vectors of SSE", _optimized("x86-64-v2"))


_Layout = tuple[str, Sequence[int] | None]
_NAMES = "ijkl"


def _optimized(
    cpu: str = "native",
    numbers: str = "",
    *,
    own: bool = False,
    guards: Literal["overcompute", "partition", "keep"] = "overcompute",
) -> Callable[[Schedule], None]:
    def schedule(s: Schedule) -> None:
        target = f"{resolved_cpu(cpu)}{numbers}"
        s.optimize(target_cpu=target, layouts="auto" if own else None, guards=guards)

    return schedule


def _with_loops(change: Callable[[Schedule, str, str], None]) -> Callable[[Schedule], None]:
    """Change the two outermost loops of each nest where that is legal, and optimize."""

    def schedule(s: Schedule) -> None:
        changed = False
        for outer, inner in _outermost_loops(s):
            try:
                change(s, outer, inner)
            except ScheduleError:
                continue
            changed = True
        if not changed:
            raise ValueError("no loops change")
        s.optimize(target_cpu="native")

    return schedule


def _by_steps(count: int, *, across: bool = False) -> Callable[[Schedule], None]:
    """
    Vectors and a tile by steps of a schedule: so many iterations of each innermost loop together;
    the vectors `across` iterations of the outermost loops, where that is legal.
    """

    def schedule(s: Schedule) -> None:
        s.optimize()
        s.flatten_loops()
        for outer, _ in _outermost_loops(s) if across else ():
            s.vectorize(axis=outer)
        s.vectorize()
        for name in _innermost_loops(s):
            s.register_tile(axes={name: count})

    return schedule


def _innermost_loops(s: Schedule) -> list[str]:
    loops = [op for op in s.module.walk() if isinstance(op, affine.ForOp)]
    innermost = [op for op in loops if not any(op.is_ancestor(o) for o in loops if o is not op)]
    return list(dict.fromkeys(name for op in innermost if (name := loop_name(op))))


def _outermost_loops(s: Schedule) -> list[tuple[str, str]]:
    """The names of the outermost loop of each nest and of the one in it."""
    found = list[tuple[str, str]]()
    for op in s.module.walk():
        if isinstance(op, affine.ForOp) and isinstance(op.parent_op(), func.FuncOp):
            inner = [each for each in op.body.block.ops if isinstance(each, affine.ForOp)]
            names = [loop_name(loop) for loop in (op, *inner)]
            if len(inner) == 1 and all(names):
                found.append((str(names[0]), str(names[1])))
    return found


def _blocks(size: int) -> Callable[[Schedule, str, str], None]:
    """The inner loop in blocks, around the outer one."""

    def change(s: Schedule, outer: str, inner: str) -> None:
        blocks, within = s.split(inner, size)
        s.reorder(blocks, outer, within)

    return change


def _together(count: int) -> Callable[[Schedule, str, str], None]:
    """So many iterations of the outer loop in each one of the inner loop."""

    def change(s: Schedule, outer: str, inner: str) -> None:
        groups, within = s.split(outer, count)
        s.reorder(groups, inner, within)

    return change


def _exchanged(s: Schedule, outer: str, inner: str) -> None:
    s.reorder(inner, outer)


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
