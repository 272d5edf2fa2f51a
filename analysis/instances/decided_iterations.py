"""The iterations of a loop in which its conditions are decided: the middle of a partition."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from xdsl.ir import Operation

from ...index.expr import Expr, conjuncts
from ...index.sets.engine import IntSet, engine
from .activity import Guard, If, Loop, outside
from .reader import InstanceReader


@dataclass(frozen=True)
class _Part:
    """A part of a condition, and the iterations in which it always holds, and never."""

    holds: IntSet
    fails: IntSet
    two_armed: bool


def free_iterations(
    loop: Loop,
    within: IntSet,
    reader: InstanceReader,
    condition_of: Callable[[Guard, InstanceReader], Expr | None],
) -> IntSet | None:
    """
    The iterations in which each condition that the loop decides for some of them is decided, one
    way for all; None if the loop decides none.

    `within` are all iterations. Raises GaveUp or NotAffine.
    """
    free: IntSet | None = None
    around = reader.surroundings(loop)
    names = [*(around.iterators if around is not None else ()), iterator_of(loop, reader)]
    for part in _parts(loop, within, reader, condition_of):
        decided = _larger(part, names)
        joined = decided if free is None else free.intersect(decided)
        if not joined.is_empty():
            free = joined
    return free


def _larger(part: _Part, names: list[str]) -> IntSet:
    """Where it holds, or, if something runs where it does not, the larger of the two sets."""
    if part.fails.is_empty() or not part.two_armed:
        return part.holds if not part.holds.is_empty() else part.fails
    if part.holds.is_empty():
        return part.fails
    sizes = [engine().count(points, names) for points in (part.holds, part.fails)]
    if None not in sizes and (sizes[1] or 0) > (sizes[0] or 0):
        return part.fails
    return part.holds


def _parts(
    loop: Loop,
    within: IntSet,
    reader: InstanceReader,
    condition_of: Callable[[Guard, InstanceReader], Expr | None],
) -> Iterator[_Part]:
    iterator = iterator_of(loop, reader)
    for op in [op for op in loop.walk() if isinstance(op, Guard)]:
        condition, instances = condition_of(op, reader), reader.instances(op)
        if condition is None or instances is None:
            continue
        for part in conjuncts(condition):
            if iterator not in part.variables():
                continue
            may_fail = engine().set(instances.condition & ~part)
            may_hold = engine().set(instances.condition & part)
            holds = within.subtract(outside(instances, loop, reader, may_fail))
            fails = within.subtract(outside(instances, loop, reader, may_hold))
            if holds.is_empty() and fails.is_empty():
                continue
            if within.is_subset(holds) or within.is_subset(fails):
                continue
            yield _Part(holds, fails, _is_two_armed(op))


def iterator_of(loop: Loop, reader: InstanceReader) -> str:
    """The name of a loop's iterator in the expressions of a reader."""
    return str(reader.index(loop.body.block.args[0]))


def _is_two_armed(op: Guard) -> bool:
    """Whether something runs where the condition does not hold, in the other arm or beside it."""
    if not isinstance(op, If):
        return True
    block = op.parent
    assert block is not None
    beside = [o for o in block.ops if o is not op and o is not block.last_op and _may_matter(o)]
    return bool(op.regions[1].blocks) or bool(beside)


def _may_matter(op: Operation) -> bool:
    return bool(op.regions) or not op.results
