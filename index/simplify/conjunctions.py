"""Sets as one conjunction, where there is one: what an `affine.if` can say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..expr import Expr, lift, var
from ..normal import cost, tidy
from ..sets.engine import IntSet, engine


def conjunction(points: IntSet, context: IntSet, names: Sequence[str]) -> Expr | None:
    """The cheapest conjunction found for the points of a context, or None; see `conjunctions`."""
    return min(conjunctions(points, context, names), key=cost, default=None)


def conjunctions(points: IntSet, context: IntSet, names: Sequence[str]) -> Iterator[Expr]:
    """
    Conjunctions that are true, of a context, on these points of it.

    `names` are iterators, the outermost first: what comes first or last in their order, as padding
    does, gets the form of RFC 77, `4*io + ii < 14`.
    """
    points = points.intersect(context)
    hull = points.polyhedral_hull().to_set()
    if not hull.intersect(context).is_equal(points):
        return
    form = engine().condition(hull.gist(context))
    used = set(form.variables())
    yield from _by_position(points, context, [name for name in names if name in used])
    yield form


def _by_position(points: IntSet, context: IntSet, names: Sequence[str]) -> Iterator[Expr]:
    """Comparisons of the row-major position in the box around a context."""
    position, stride = lift(0), 1
    for name in reversed(names):
        least, most = engine().minimum(var(name), context), engine().maximum(var(name), context)
        if least is None or most is None:
            return
        position = position + stride * (var(name) - least)
        stride *= most - least + 1
    others = context.subtract(points)
    first, last = engine().minimum(position, points), engine().maximum(position, points)
    below, above = engine().maximum(position, others), engine().minimum(position, others)
    if last is not None and above is not None and last < above:
        yield tidy(position < last + 1)
    if first is not None and below is not None and below < first:
        yield tidy(position >= first)
