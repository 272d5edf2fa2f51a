"""Whether another order of execution keeps all dependences, or which pair of them it reverses."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace

from ..expr import FALSE, TRUE, Expr, all_of, any_of, conjuncts, eq, var
from .conditions import Proven, Refuted, Verdict, implies

Time = tuple[Expr, ...]

_MANY = 24  # touches from which on their kinds are asked first


@dataclass(frozen=True)
class Touch:
    """
    One access in an old and a new order.

    `cell` names what is touched, `index` which cell of it (None: any); instances of two touches
    with the same `reduction` may be swapped. Two cells that are both `shared` may be one. Touches
    of the same `group` keep their order.
    """

    cell: Hashable
    index: tuple[Expr, ...] | None
    writes: bool
    iterators: tuple[str, ...]
    condition: Expr
    old: Time
    new: Time
    reduction: Hashable = None
    shared: bool = False
    group: Hashable = None


@dataclass(frozen=True)
class Reversed:
    """Two touches, and the iterations of both, that the new order would swap (or may swap)."""

    first: Touch
    second: Touch
    iterations: tuple[tuple[int, ...], tuple[int, ...]] | None


def reversed_dependence(touches: Sequence[Touch]) -> Reversed | None:
    """The first dependence that the new order does not keep, or None: the new order is legal."""
    kinds = _Kinds(touches) if len(touches) >= _MANY else None
    for first in touches:
        for second in touches:
            apart = first.cell != second.cell and not (first.shared and second.shared)
            if apart or not (first.writes or second.writes):
                continue
            if first.reduction is not None and first.reduction == second.reduction:
                continue
            if first.group is not None and first.group == second.group:
                continue
            if kinds is not None and kinds.are_kept(first, second):
                continue
            verdict, names = _kept(first, second)
            if isinstance(verdict, Proven):
                continue
            where = None
            if isinstance(verdict, Refuted):
                values = [verdict.witness.get(name, 0) for name in names]
                count = len(first.iterators)
                where = (tuple(values[:count]), tuple(values[count:]))
            return Reversed(first, second, where)
    return None


class _Kinds:
    """
    Touches that differ in their places in a block and in their guards alone, asked about as one.

    The touch of a kind stands at any place, wherever the condition that its touches share holds:
    an order that keeps two kinds keeps each two of their touches. So a long block costs one
    question for two kinds, not one for two operations.
    """

    def __init__(self, touches: Sequence[Touch]):
        self._kind_of: dict[Touch, Hashable] = {}
        shared: dict[Hashable, set[Expr]] = {}
        self._of_kind: dict[Hashable, Touch] = {}
        self._kept: dict[tuple[Hashable, Hashable], bool] = {}
        for touch in touches:
            anywhere = _anywhere(touch)
            kind = self._kind_of[touch] = replace(anywhere, condition=TRUE, cell=touch.cell)
            common = shared.setdefault(kind, set(conjuncts(touch.condition)))
            common &= set(conjuncts(touch.condition))
            self._of_kind[kind] = anywhere
        for kind, touch in self._of_kind.items():
            order = [c for c in conjuncts(touch.condition) if c in shared[kind]]
            self._of_kind[kind] = replace(touch, condition=all_of(order))

    def are_kept(self, first: Touch, second: Touch) -> bool:
        """Whether the new order is shown to keep all touches of these kinds in order."""
        pair = self._kind_of[first], self._kind_of[second]
        if pair not in self._kept:
            verdict, _ = _kept(*(self._of_kind[kind] for kind in pair))
            self._kept[pair] = isinstance(verdict, Proven)
        return self._kept[pair]


def _anywhere(touch: Touch) -> Touch:
    """
    A touch with an iterator for each constant part of its times.

    Parts of the old time and of the new one are the same place where they come in the same order;
    where they do not, the touch stays as it is.
    """
    places = [part for part in touch.old if part.constant is not None]
    if places != [part for part in touch.new if part.constant is not None]:
        return touch
    names = tuple(f"place{k}" for k in range(len(places)))
    times = list[Time]()
    for time in (touch.old, touch.new):
        left = iter(names)
        times.append(tuple(p if p.constant is None else var(next(left)) for p in time))
    old, new = times
    return replace(touch, iterators=(*touch.iterators, *names), old=old, new=new)


def precedes(first: Time, second: Time) -> Expr:
    """The condition that the first time is lexicographically less."""
    earlier, same = list[Expr](), TRUE
    for ours, other in zip(first, second, strict=False):
        earlier.append(same & (ours < other))
        same = same & eq(ours, other)
        if same == FALSE:
            break
    return any_of(earlier)


def _kept(first: Touch, second: Touch) -> tuple[Verdict, list[str]]:
    """Whether each pair of instances on one cell, the first before the second, stays in order."""
    names = [*first.iterators, *(f"{name}_2" for name in second.iterators)]
    same = list[tuple[Expr, Expr]]()
    if first.cell == second.cell and first.index is not None and second.index is not None:
        same += zip(first.index, second.index, strict=True)
    deciding = _deciding(first.old, second.old, same)
    if deciding == _deciding(first.new, second.new, same):
        return Proven(), names
    rename = _renamer(second.iterators)
    parts = [first.condition, rename(second.condition)]
    parts += [eq(a, rename(b)) for a, b in same]
    parts.append(precedes(first.old, tuple(map(rename, second.old))))
    both = all_of(parts)
    if both == FALSE:
        return Proven(), names
    new = precedes(first.new, tuple(map(rename, second.new)))
    return implies(both, new), names


def _deciding(
    first: Time, second: Time, same: Sequence[tuple[Expr, Expr]]
) -> list[tuple[Expr, Expr]]:
    """
    The parts of two times that tell which is less, where each of the pairs has one value.

    An expression of each touch is over its own iterators.
    """
    found = list[tuple[Expr, Expr]]()
    for pair in zip(first, second, strict=False):
        ours, other = pair
        if ours.constant is None or other.constant is None:
            if pair not in same:
                found.append(pair)
        elif ours.constant != other.constant:
            return [*found, pair]
    return found


def _renamer(iterators: Sequence[str]) -> Callable[[Expr], Expr]:
    names = {name: var(f"{name}_2") for name in iterators}
    return lambda expr: expr.substitute(names)
