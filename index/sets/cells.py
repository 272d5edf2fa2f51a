"""Sets of cells of a buffer, over the names `c0`, `c1`, ..."""

from __future__ import annotations

from collections.abc import Iterable

from ..expr import Expr, all_of, eq, var
from .engine import IntSet, engine
from .from_isl import names_of, renamed


def cell_names(rank: int) -> tuple[str, ...]:
    """The names of the indices of a cell."""
    return tuple(f"c{k}" for k in range(rank))


def everything() -> IntSet:
    """All cells."""
    return engine().universe


def cells_at(index: Iterable[Expr], condition: Expr, iterators: Iterable[str]) -> IntSet:
    """The cells that an index visits under a condition on its iterators."""
    return visited(engine().set(condition), index, iterators)


def visited(points: IntSet, index: Iterable[Expr], iterators: Iterable[str]) -> IntSet:
    """The cells that an index visits at some points of its iterators."""
    gone = set(iterators)
    # Where the index is an iterator, the cell takes its place: there is nothing to solve for isl.
    cells: dict[str, Expr] = {}
    equal: list[tuple[Expr, Expr]] = []
    for k, e in enumerate(index):
        name = str(e.args[0]) if e.op == "var" else ""
        if name in gone and name not in cells:
            cells[name] = var(f"c{k}")
        else:
            equal.append((var(f"c{k}"), e))
    points = renamed(points, {name: str(cell) for name, cell in cells.items()})
    if equal:
        same = all_of([eq(cell, e.substitute(cells)) for cell, e in equal])
        points = points.intersect(engine().set(same))
    return engine().project(points, gone.difference(cells))


def points_at(cells: IntSet, index: Iterable[Expr]) -> IntSet:
    """Where an index is one of the cells; the names in it have any values."""
    taken = names_of(cells)
    names: dict[str, str] = {}
    equal: dict[str, Expr] = {}
    for k, e in enumerate(index):
        name = str(e.args[0])
        if e.op == "var" and name not in taken:
            names[f"c{k}"] = name
            taken.add(name)
        else:
            equal[f"c{k}"] = e
    points = renamed(cells, names)
    if not equal:
        return points
    same = all_of([eq(var(cell), e) for cell, e in equal.items()])
    return engine().project(points.intersect(engine().set(same)), equal)


def at_cell(index: Iterable[Expr]) -> Expr:
    """The condition that the index is the cell."""
    return all_of([eq(var(f"c{k}"), e) for k, e in enumerate(index)])


def union(sets: Iterable[IntSet]) -> IntSet:
    """All cells that are in one of the sets."""
    result: IntSet | None = None
    for cells in sets:
        result = cells if result is None else result.union(cells)
    return engine().empty if result is None else result


def pieces(cells: IntSet) -> int:
    """The number of conjunctions that a set is made of."""
    return cells.n_basic_set()
