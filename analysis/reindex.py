"""New iterators for the iterations of loops: the old from the new, and where the new may go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .expr import Expr, all_of, eq, var
from .islctx import GaveUp, NotAffine, engine
from .normal import tidy
from .simplify import readable


@dataclass(frozen=True)
class Reindexing:
    """
    Iterations that are visited by new iterators instead.

    `old` gives the old iterators over the new ones (and the names of loops around), `box` the
    first and last value of each new one, and `guard` tells, within the box, the values that stand
    for an iteration.
    """

    old: tuple[Expr, ...]
    box: tuple[tuple[int, int], ...]
    guard: Expr


def reindex(
    old: Sequence[str], domain: Expr, new: Sequence[str], values: Sequence[Expr], around: Expr
) -> Reindexing | str:
    """
    The iterations of `domain` over `old`, by new iterators with these values.

    `around` says what holds of the other names. The values must tell the iterations apart. Returns
    why not where a new iterator has no constant bounds.
    """
    where = [eq(var(name), value) for name, value in zip(new, values, strict=True)]
    try:
        with engine().budget():
            points = engine().set(all_of([around, domain, *where]))
            image = engine().project(points, old)
            box: list[tuple[int, int]] = []
            for name in new:
                first, last = engine().minimum(var(name), image), engine().maximum(var(name), image)
                if first is None or last is None:
                    return "an index has no constant bounds"
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


def determined(names: Sequence[str], domain: Expr, values: Sequence[Expr]) -> bool:
    """Whether these values, and the names beside, fix `names` on the domain."""
    fixed = [eq(var(f"%{k}"), value) for k, value in enumerate(values)]
    try:
        with engine().budget():
            return engine().determines(engine().set(all_of([domain, *fixed])), names)
    except (GaveUp, NotAffine):
        return False
