"""Sets of cells of a buffer, over the names `c0`, `c1`, ..., as operations read and write them."""

from __future__ import annotations

from collections.abc import Iterable

from .accesses import Access
from .expr import Expr, all_of, eq, var
from .islctx import IntSet, engine


def cell_names(rank: int) -> tuple[str, ...]:
    """The names of the indices of a cell."""
    return tuple(f"c{k}" for k in range(rank))


def everything() -> IntSet:
    """All cells."""
    return engine().universe


def cells_at(index: Iterable[Expr], condition: Expr, iterators: Iterable[str]) -> IntSet:
    """The cells that an index visits under a condition on its iterators."""
    points = engine().set(all_of([condition, at_cell(index)]))
    return engine().project(points, iterators)


def at_cell(index: Iterable[Expr]) -> Expr:
    """The condition that the index is the cell."""
    return all_of([eq(var(f"c{k}"), e) for k, e in enumerate(index)])


def touched(access: Access) -> IntSet:
    """The cells that an access may touch."""
    if access.index is None:
        return everything()
    return cells_at(access.index, access.instances.condition, access.instances.iterators)


def union(sets: Iterable[IntSet]) -> IntSet:
    """All cells that are in one of the sets."""
    result = engine().empty
    for cells in sets:
        result = result.union(cells)
    return result
