"""Index maps one after the other: the inverse of all, and the cells that each box reaches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod

from ..expr import FALSE, TRUE, Expr, all_of, any_of, lift, var
from ..normal import negate, terms, tidy
from ..simplify.forms import simplify_condition, simplify_index
from ..simplify.recombination import recombined
from .box_map import BoxMap, box, input_names, joined, output_names
from .inverse import inverse, reached
from .shifts_and_splits import reach_fast_path


@dataclass(frozen=True)
class Chain:
    """
    Injective maps, each on the box of the outputs of the one before.

    `maps` has the outputs of each over `input_names`; `shapes` has the box before each, and that at
    the end.
    """

    maps: tuple[tuple[Expr, ...], ...]
    shapes: tuple[tuple[Expr, ...], ...]

    def after(self, count: int) -> Chain:
        """The chain without its first maps."""
        return Chain(self.maps[count:], self.shapes[count:])

    def apply(self, indices: Sequence[Expr]) -> tuple[Expr, ...]:
        """Apply the maps to the indices."""
        for outputs in self.maps:
            values = dict(zip(input_names(len(indices)), indices, strict=True))
            indices = [tidy(output.substitute(values)) for output in outputs]
        return tuple(indices)

    def composed(self) -> BoxMap:
        """All maps as one."""
        names = input_names(len(self.shapes[0]))
        return BoxMap(names, self.apply([var(name) for name in names]), self.shapes[0])

    def strands(self) -> list[tuple[Chain, tuple[int, ...], tuple[int, ...]]]:
        """
        The chains that share no index, each with its first and its last axes.

        All boxes are products of theirs, so that each can be looked at alone.
        """
        nodes = [
            [(level, axis)] for level, shape in enumerate(self.shapes) for axis in range(len(shape))
        ]
        edges = [
            [(level + 1, axis), *((level, int(name[1:])) for name in output.variables())]
            for level, outputs in enumerate(self.maps)
            for axis, output in enumerate(outputs)
        ]
        result: list[tuple[Chain, tuple[int, ...], tuple[int, ...]]] = []
        for group in joined([*nodes, *edges]):
            axes = [
                tuple(axis for axis in range(len(shape)) if (level, axis) in group)
                for level, shape in enumerate(self.shapes)
            ]
            result.append((self._strand(axes), axes[0], axes[-1]))
        return result

    def _strand(self, axes: Sequence[tuple[int, ...]]) -> Chain:
        maps: list[tuple[Expr, ...]] = []
        for level, outputs in enumerate(self.maps):
            names = input_names(len(axes[level]))
            renaming = {
                f"%{axis}": var(name) for axis, name in zip(axes[level], names, strict=True)
            }
            maps.append(tuple(outputs[axis].substitute(renaming) for axis in axes[level + 1]))
        shapes = tuple(
            tuple(shape[axis] for axis in chosen)
            for shape, chosen in zip(self.shapes, axes, strict=True)
        )
        return Chain(tuple(maps), shapes)


@dataclass(frozen=True)
class Reach:
    """
    The cells of the last box that the first one reaches, and from where.

    `conditions`, on disjoint sets of axes, hold together. The inverse is None where one expression
    for each index is not enough.
    """

    conditions: dict[frozenset[int], Expr]
    inverse: tuple[Expr, ...] | None


def reach(chain: Chain, names: Sequence[str]) -> Reach:
    """
    Return the cells of the last box that the chain reaches, over the names of its axes; raises
    GaveUp.
    """
    if cell_count(chain.shapes[0]) == 0:
        return Reach({frozenset(range(len(names))): FALSE}, (lift(0),) * len(chain.shapes[0]))
    if not chain.maps:
        axes = range(len(names))
        return Reach({frozenset([axis]): TRUE for axis in axes}, tuple(map(var, names)))
    if (found_rows := _row_major(chain)) is not None:
        return _reach_in_rows(chain, names, found_rows)
    conditions: dict[frozenset[int], Expr] = {}
    found: dict[int, Expr] = {}
    for strand, first, last in chain.strands():
        condition, solution = _reach(strand, tuple(names[axis] for axis in last))
        key = frozenset(last)
        conditions[key] = conditions.get(key, TRUE) & condition
        found |= zip(first, solution or (), strict=False)
    axes = range(len(chain.shapes[0]))
    known = all(axis in found for axis in axes)
    return Reach(conditions, tuple(found[axis] for axis in axes) if known else None)


def _row_major(chain: Chain) -> list[list[int]] | None:
    """
    The axes of which each output of the last map, of one or more, is the row-major index.

    The extent of the first of these may depend on a named size: no index is divided by it.
    """
    sizes = chain.shapes[-2]
    groups: list[list[int]] = []
    first = 0
    for output, extent in zip(chain.maps[-1], chain.shapes[-1], strict=True):
        group = list(range(first, first + len({*output.variables()})))
        index, count = lift(0), lift(1)
        for axis in group:
            if axis >= len(sizes) or (axis > first and sizes[axis].constant is None):
                return None
            index, count = index * sizes[axis] + var(f"%{axis}"), count * sizes[axis]
        if terms(index) != terms(output) or terms(count) != terms(extent):
            return None
        groups.append(group)
        first += len(group)
    return groups if first == len(sizes) > len(groups) else None


def _reach_in_rows(chain: Chain, names: Sequence[str], groups: list[list[int]]) -> Reach:
    """
    Return the cells that a chain reaches whose last map computes row-major indices: no two cells of
    the box before it become one.
    """
    before = [f"%row{axis}" for axis in range(len(chain.shapes[-2]))]
    inner = reach(Chain(chain.maps[:-1], chain.shapes[:-1]), before)
    values: dict[str, Expr] = {}
    below: dict[int, int] = {}
    for number, (name, group) in enumerate(zip(names, groups, strict=True)):
        rest = var(name)
        for axis in reversed(group):
            size, below[axis] = chain.shapes[-2][axis].constant, number
            if axis == group[0]:
                values[before[axis]] = rest
                break
            assert size is not None, "sizes that are known"
            values[before[axis]], rest = rest % size, rest // size
    context = box(names, chain.shapes[-1])
    conditions: dict[frozenset[int], Expr] = {}
    moved = {
        axes: frozenset(below[axis] for axis in axes if axis in below) for axes in inner.conditions
    }
    for axes in joined(moved.values()):
        parts = [inner.conditions[old] for old, new in moved.items() if new <= axes]
        condition = all_of(parts).substitute(values)
        conditions[frozenset(axes)] = simplify_condition(condition, context)
    found = inner.inverse
    if found is not None:
        inverses = [recombined(index.substitute(values)) for index in found]
        found = tuple(simplify_index(index, context) for index in inverses)
    return Reach(conditions, found)


def lost(inner: Reach, outer: Reach, names: Sequence[str], shape: Sequence[Expr]) -> Expr:
    """The cells of the box that `outer` reaches and `inner`, which is part of it, does not."""
    common: list[Expr] = []
    changed: list[tuple[Expr, Expr]] = []
    for axes in joined([*inner.conditions, *outer.conditions]) or [frozenset[int]()]:
        before, after = (
            all_of(condition for part, condition in region.conditions.items() if part <= axes)
            for region in (inner, outer)
        )
        chosen = sorted(axes)
        missing = _without(after, before, [names[k] for k in chosen], [shape[k] for k in chosen])
        if missing == FALSE:
            common.append(after)
        else:
            changed.append((after, missing))
    if len(changed) > 1:
        common += [after for after, _ in changed]
    return all_of([any_of(missing for _, missing in changed), *common])


def cell_count(shape: tuple[Expr, ...]) -> int | None:
    """The number of cells, None if it depends on a named size."""
    extents = [extent.constant for extent in shape]
    known = [extent for extent in extents if extent is not None]
    return prod(known) if len(known) == len(extents) or 0 in known else None


def _without(outer: Expr, inner: Expr, names: Sequence[str], shape: Sequence[Expr]) -> Expr:
    if inner == outer:
        return FALSE
    if outer == TRUE:
        return tidy(negate(inner))
    return simplify_condition(outer & negate(inner), box(names, shape))


@lru_cache(maxsize=4096)
def _reach(chain: Chain, names: tuple[str, ...]) -> tuple[Expr, tuple[Expr, ...] | None]:
    """The condition and the inverse of one strand."""
    whole, shape = chain.composed(), chain.shapes[-1]
    if len(whole.inputs) == 1:
        seen = reach_fast_path(whole.outputs, whole.shape[0], names, shape)
        if seen is not None:
            return seen[0], (seen[1],)
    solution = inverse(whole, names, shape)
    if solution is None:
        solution = _inverse_by_steps(chain, names)
    # No two indices share a cell, so that as many indices as cells are all cells.
    cells = cell_count(chain.shapes[0])
    if cells is not None and cells == cell_count(shape):
        return TRUE, solution
    return reached(whole, names, shape, solution), solution


def _inverse_by_steps(chain: Chain, names: tuple[str, ...]) -> tuple[Expr, ...] | None:
    """Longer formulas than from all maps at once, but each step has fewer cases."""
    if len(chain.maps) < 2:
        return None
    indices = tuple(map(var, names))
    for level in reversed(range(len(chain.maps))):
        step = Chain(chain.maps[level : level + 1], chain.shapes[level : level + 2])
        outputs = output_names(len(indices))
        solution = reach(step, outputs).inverse
        if solution is None:
            return None
        values = dict(zip(outputs, indices, strict=True))
        indices = tuple(tidy(index.substitute(values)) for index in solution)
    context = box(names, chain.shapes[-1])
    return tuple(simplify_index(index, context) for index in indices)
