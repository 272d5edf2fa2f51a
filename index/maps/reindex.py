"""New iterators for the iterations of loops: the old from the new, and where the new may go."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from ..boxes import as_box, bounds_a_name
from ..connected import connected
from ..expr import TRUE, Expr, IntLike, all_of, conjuncts, eq, lift, rebuild, var
from ..normal import tidy
from ..sets.engine import GaveUp, IntSet, NotAffine, SeveralCases, engine, question
from ..simplify.forms import readable

_MIRRORED = "-"


@dataclass(frozen=True)
class Reindexing:
    """
    Iterations that are visited by new iterators instead.

    `old` gives the old iterators over the new ones (and the names around), `box` the first and last
    value of each new one, over the names around where they are not constants, and `guard` tells,
    within the box, the values that stand for an iteration.
    """

    old: tuple[Expr, ...]
    box: tuple[tuple[Expr, Expr], ...]
    guard: Expr

    def names(self) -> list[str]:
        """All that it speaks of."""
        exprs = [*self.old, *(e for parts in self.bounds() for e in (*parts[0], *parts[1]))]
        return list(dict.fromkeys(n for expr in (*exprs, self.guard) for n in expr.variables()))

    def bounds(self) -> list[tuple[list[Expr], list[Expr]]]:
        """Of each new iterator: it is at least all of the first, and less than all of the last."""
        return [
            (_parts(first, "max"), [tidy(part + 1) for part in _parts(last, "min")])
            for first, last in self.box
        ]


def _parts(expr: Expr, op: str) -> list[Expr]:
    return [p for e in expr.operands for p in _parts(e, op)] if expr.op == op else [expr]


def reindex(
    old: Sequence[str], domain: Expr, new: Sequence[str], values: Sequence[Expr], around: Expr
) -> Reindexing | str:
    """
    The iterations of `domain` over `old`, by new iterators with these values.

    `around` says what holds of the other names. The values must tell the iterations apart. Returns
    why not, where a new iterator has no bounds, say.
    """
    found = _in_box(old, around & domain, dict(zip(new, values, strict=True)))
    if found is not None:
        return found
    where = [eq(var(name), value) for name, value in zip(new, values, strict=True)]
    try:
        with question():
            points = engine().set(all_of([around, domain, *where]))
            if points.is_empty():
                return Reindexing((lift(0),) * len(old), ((lift(0), lift(-1)),) * len(new), TRUE)
            image = engine().project(points, old)
            box: list[tuple[Expr, Expr]] = []
            for name in new:
                first, last = _least(image, name, new), _greatest(image, name, new)
                if first is None or last is None:
                    return f"{name} has no bounds that can be found"
                box.append((first, last))
            inside = [
                (var(name) >= first) & (var(name) <= last)
                for name, (first, last) in zip(new, box, strict=True)
            ]
            context = engine().set(all_of([around, *inside]))
            solution = [tidy(engine().index(f, image)) for f in engine().solve(points, old)]
            renaming = dict(zip(old, solution, strict=True))
            own = tidy(
                all_of([domain.substitute(renaming), *(w.substitute(renaming) for w in where)])
            )
            exact = context.intersect(engine().set(own)).is_equal(image)
            guard = readable(image, context, (own,) if exact else ())
    except (GaveUp, NotAffine) as error:
        return str(error)
    return Reindexing(tuple(solution), tuple(box), guard)


def _in_box(old: Sequence[str], points: Expr, values: Mapping[str, Expr]) -> Reindexing | None:
    """
    Return the result of `reindex` for a box of points whose iterators are each one of the values,
    or a part of a split value that starts at 0, with at most one guard; None for all other cases.
    """
    box = _box_of_sizes(old, points)
    if box is None:
        return None
    new = {value: var(name) for name, value in values.items()}
    ends: dict[Expr, tuple[IntLike, IntLike]] = {v: (v, v) for v in new if v.constant is not None}
    solution, guard = list[Expr](), list[Expr]()
    for name in old:
        iterator, (first, last) = var(name), box[name]
        if iterator in new:
            ends[iterator] = first, (last - 1 if isinstance(last, Expr) else last)
            solution.append(lift(first) if first == last else new[iterator])
            continue
        sizes = [v.operands[1].constant for v in new if v.op == "//" and v.operands[0] == iterator]
        if len(sizes) != 1 or not (size := sizes[0]) or first != 0 or size <= 1:
            return None
        quotient, rest = iterator // size, iterator % size
        if rest not in new:
            return None
        solution.append(new[quotient] * size + new[rest])
        if isinstance(last, Expr):
            ends[quotient] = 0, tidy((last + (size - 1)) // size - 1)
            guard.append(last > solution[-1])
        else:
            if size > last:
                return None
            ends[quotient] = 0, last // size
            if (last + 1) % size:
                guard.append(tidy(solution[-1] <= last))
        ends[rest] = 0, size - 1
    if len(guard) > 1 or not len(ends) == len(new) == len(values):
        return None
    bounds = tuple((lift(low), lift(high)) for low, high in (ends[v] for v in values.values()))
    return Reindexing(tuple(solution), bounds, all_of(guard))


def _box_of_sizes(old: Sequence[str], points: Expr) -> dict[str, tuple[int, Expr | int]] | None:
    """
    The least and the greatest value of each iterator; of one from 0 to below a named size that has
    no greatest value itself, that size. None where the points are not just these, whatever is said
    of names that have nothing to do with the iterators.
    """
    sized, rest = dict[str, tuple[int, Expr | int]](), list[Expr]()
    for part in connected(conjuncts(points), old):
        if part.op == "<" and all(operand.op == "var" for operand in part.operands):
            name, size = str(part.operands[0]), part.operands[1]
            if name not in old or str(size) in old or name in sized:
                return None
            sized[name] = 0, size
        else:
            rest.append(part)
    if sized:
        sizes = {str(size) for _, size in sized.values()}
        starts = {var(name) >= 0 for name in sized}
        if not starts <= {*rest}:
            return None
        about = [part for part in rest if {*part.variables()} & {*sized, *sizes}]
        if not all(part in starts or _is_least_size(part, sizes) for part in about):
            return None
        rest = [part for part in rest if part not in about]
    box = as_box(all_of(rest))
    if box is None or not {*box, *sized} >= set(old) or not box.keys().isdisjoint(sized):
        return None
    return {**box, **sized}


def _is_least_size(part: Expr, sizes: Collection[str]) -> bool:
    """Whether it says of a size that it is at least a number."""
    return part.op in (">", ">=") and bounds_a_name(part) and str(part.operands[0]) in sizes


def _greatest(image: IntSet, name: str, new: Sequence[str]) -> Expr | None:
    """The last value of a new iterator, a constant where it can be; None if there is none."""
    last = engine().maximum(var(name), image)
    if last is not None:
        return lift(last)
    alone = engine().project(image, [other for other in new if other != name])
    function = engine().greatest(alone, name)
    try:
        cases = [engine().index(function)]
    except SeveralCases:
        cases = [engine().index(piece.to_pw_aff()) for _, piece in function.get_pieces()]
    # What is the last value in one case only may still be a bound in all.
    above = [tidy(e) for e in cases if alone.is_subset(engine().set(var(name) <= e))]
    return reduce(lambda a, b: rebuild("min", (a, b)), above) if above else None


def _least(image: IntSet, name: str, new: Sequence[str]) -> Expr | None:
    """The first value, as `_greatest`."""
    first = engine().minimum(var(name), image)
    if first is not None:
        return lift(first)
    mirrored = engine().part(image, eq(var(_MIRRORED), -var(name)))
    greatest = _greatest(mirrored, _MIRRORED, [*new, _MIRRORED])
    if greatest is None:
        return None
    return reduce(lambda a, b: rebuild("max", (a, b)), [tidy(-e) for e in _parts(greatest, "min")])


def _is_given(iterator: Expr, values: Sequence[Expr]) -> bool:
    """Whether it is one of the values, or its quotient and rest are two."""
    if iterator in values:
        return True
    quotients = [v for v in values if v.op == "//" and v.operands[0] == iterator]
    sizes = [size for v in quotients if (size := v.operands[1].constant) is not None]
    return any(iterator % size in values for size in sizes)


def determined(names: Sequence[str], domain: Expr, values: Sequence[Expr]) -> bool:
    """Whether these values, and the names beside, fix `names` on the domain."""
    if all(_is_given(var(name), values) for name in names):
        return True
    fixed = [eq(var(f"%{k}"), value) for k, value in enumerate(values)]
    try:
        with question():
            return engine().determines(engine().set(all_of([domain, *fixed])), names)
    except (GaveUp, NotAffine):
        return False
