"""Properties of an index map on a box: extents, collisions, negative indices."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from ..boxes import surely
from ..expr import Expr, all_of, any_of, eq, lift, rebuild, var, within
from ..sets.engine import GaveUp, IntSet, engine, question
from ..simplify.forms import simplify_index
from .shifts_and_splits import (
    greatest_fast_path,
    is_injective_fast_path,
    is_remainder_of_all,
    symbolic_extent_fast_path,
)

_T = TypeVar("_T", bound=Hashable)


@dataclass(frozen=True)
class BoxMap:
    """
    Quasi-affine functions of the indices of a box that starts at 0.

    The extents are integers, or expressions over named sizes, which are at least 0.
    """

    inputs: tuple[str, ...]
    outputs: tuple[Expr, ...]
    shape: tuple[Expr, ...]

    def sizes(self) -> tuple[str, ...]:
        """The named sizes in the shape."""
        return tuple(dict.fromkeys(name for extent in self.shape for name in extent.variables()))

    def part(self, inputs: Iterable[str], outputs: Iterable[Expr]) -> BoxMap:
        """Return the map from these inputs alone to these outputs, which depend on no others."""
        chosen = tuple(inputs)
        shape = dict(zip(self.inputs, self.shape, strict=True))
        return BoxMap(chosen, tuple(outputs), tuple(shape[name] for name in chosen))

    def factors(self) -> list[BoxMap]:
        """The parts that share no index: the map is injective if each of them is."""
        groups = joined([*([name] for name in self.inputs), *(o.variables() for o in self.outputs)])
        return [
            self.part(
                (name for name in self.inputs if name in group),
                (output for output in self.outputs if next(output.variables(), None) in group),
            )
            for group in groups
        ]

    def is_renaming(self) -> bool:
        """Whether each output is a distinct input and all are used."""
        return sorted(map(str, self.outputs)) == sorted(self.inputs)

    def is_seen_injective(self) -> bool:
        """Whether it is shown without isl; False says nothing."""
        return len(self.inputs) == 1 and is_injective_fast_path(self.outputs)

    @cached_property
    def bounds(self) -> Expr:
        """The box, as a condition."""
        return box(self.inputs, self.shape)

    def domain(self) -> IntSet:
        """The box."""
        return engine().set(self.bounds)


def input_names(rank: int) -> tuple[str, ...]:
    """Names for the inputs of a map that no user can have given."""
    return tuple(f"%{axis}" for axis in range(rank))


def output_names(rank: int) -> tuple[str, ...]:
    """Names for the outputs of a map that no user can have given."""
    return tuple(f"@{axis}" for axis in range(rank))


def joined(groups: Iterable[Iterable[_T]]) -> list[frozenset[_T]]:
    """The finest partition of their members that splits none of the groups."""
    part_of: dict[_T, set[_T]] = {}
    for group in groups:
        members = list(group)
        merged = set(members).union(*(part_of[m] for m in members if m in part_of))
        part_of.update(dict.fromkeys(merged, merged))
    return [frozenset(part) for part in {id(part): part for part in part_of.values()}.values()]


def box(names: Sequence[str], shape: Sequence[Expr]) -> Expr:
    """The condition that the indices are inside the shape and that the named sizes are sizes."""
    bounds = [within(var(name), extent) for name, extent in zip(names, shape, strict=True)]
    return all_of([sizes_exist(shape), *bounds])


def sizes_exist(shape: Sequence[Expr]) -> Expr:
    """The condition that the named sizes in the shape are at least 0."""
    sizes = dict.fromkeys(name for extent in shape for name in extent.variables())
    return all_of([var(name) >= 0 for name in sizes])


def extents(index_map: BoxMap) -> tuple[Expr, ...]:
    """One more than each output's maximum: over all integers where finite, else over the box."""
    with question():
        return tuple(_extent(index_map, output) for output in index_map.outputs)


def collision(index_map: BoxMap) -> tuple[dict[str, int], dict[str, int]] | None:
    """Two indices with one image, each with the sizes at hand; None for an injective map."""
    for factor in index_map.factors():
        if factor.is_renaming() or factor.is_seen_injective():
            continue
        with question():
            found = _collision(index_map, factor)
        if found is not None:
            return found
    return None


def negative(index_map: BoxMap) -> dict[str, int] | None:
    """An index of the box, with the sizes at hand, where an output is negative; None if none is."""
    for output in index_map.outputs:
        if output.op == "var" or surely(index_map.bounds, output >= 0):
            continue
        with question():
            points = engine().set(output < 0).intersect(index_map.domain())
            found = engine().example(points, (*index_map.inputs, *index_map.sizes()))
        if found is not None:
            return found
    return None


def graph_of(index_map: BoxMap, names: Sequence[str]) -> IntSet:
    """The pairs of inputs, unbounded, and outputs called `names`."""
    pairs = zip(names, index_map.outputs, strict=True)
    return engine().set(all_of([eq(var(name), output) for name, output in pairs]))


def _collision(index_map: BoxMap, factor: BoxMap) -> tuple[dict[str, int], dict[str, int]] | None:
    graph = graph_of(factor, output_names(len(factor.outputs))).intersect(factor.domain())
    if engine().determines(graph, factor.inputs):
        return None
    renaming = {name: f"%{name}" for name in factor.inputs}
    variables = {name: var(other) for name, other in renaming.items()}
    twin = BoxMap(
        tuple(renaming.values()),
        tuple(output.substitute(variables) for output in factor.outputs),
        factor.shape,
    )
    same = [eq(one, two) for one, two in zip(factor.outputs, twin.outputs, strict=True)]
    pairs = engine().set(all_of(same)).intersect(index_map.domain()).intersect(twin.domain())
    ordered = _before(factor.inputs, twin.inputs)
    names = (*index_map.inputs, *twin.inputs, *index_map.sizes())
    found = engine().example(pairs.intersect(engine().set(ordered)), names)
    if found is None:
        return None
    first = {name: value for name, value in found.items() if name not in twin.inputs}
    return first, first | {name: found[other] for name, other in renaming.items()}


def _before(left: Sequence[str], right: Sequence[str]) -> Expr:
    """The lexicographic order."""
    pairs = [(var(one), var(two)) for one, two in zip(left, right, strict=True)]
    return any_of(
        [
            all_of([*(eq(one, two) for one, two in pairs[:depth]), one < two])
            for depth, (one, two) in enumerate(pairs)
        ]
    )


def _extent(index_map: BoxMap, output: Expr) -> Expr:
    if output.op == "var":
        return index_map.shape[index_map.inputs.index(str(output))]
    if all((extent.constant or 0) > 0 for extent in index_map.shape):
        greatest = greatest_fast_path(output, index_map.bounds)
        if greatest is not None:
            return lift(max(greatest + 1, 0))
    if is_remainder_of_all(output):
        return output.operands[1]
    part = index_map.part(dict.fromkeys(output.variables()), (output,))
    if len(part.shape) == 1:
        extent = symbolic_extent_fast_path(output, part.shape[0])
        if extent is not None:
            return extent
    greatest = engine().maximum(output, engine().universe)
    if greatest is not None:
        return lift(max(greatest + 1, 0))
    if not part.sizes():
        greatest = engine().maximum(output, part.domain())
        return lift(0 if greatest is None else max(greatest + 1, 0))
    return _symbolic_extent(part)


def _symbolic_extent(index_map: BoxMap) -> Expr:
    """
    A formula that is exact for all sizes, 0 included.

    The plain formula of a shifted map is not 0 at size 0: there a minimum or maximum makes it so.
    """
    (output,) = index_map.outputs
    (name,) = output_names(1)
    sizes = engine().set(sizes_exist(index_map.shape))
    inhabited = sizes.intersect(engine().set(all_of(extent >= 1 for extent in index_map.shape)))
    graph = graph_of(index_map, [name]).intersect(index_map.domain())
    greatest = engine().greatest(engine().project(graph, index_map.inputs), name)
    formula = engine().index(greatest.gist_params(inhabited), inhabited) + 1
    formula = simplify_index(formula, sizes_exist(index_map.shape))
    for candidate in (formula, *_vanishing(formula, index_map.sizes())):
        same = engine().set(eq(candidate, formula))
        none = engine().set(eq(candidate, 0))
        if inhabited.is_subset(same) and sizes.subtract(inhabited).is_subset(none):
            return candidate
    raise GaveUp(f"the extent of `{output}` has no closed form for sizes that may be 0")


def _vanishing(formula: Expr, sizes: Sequence[str]) -> Iterator[Expr]:
    """Candidates for what equals the formula, but is 0 where there are no indices."""
    yield rebuild("max", (formula, lift(0)))
    if len(sizes) == 1:
        size = sizes[0]
        yield rebuild("min", (formula, var(size) * int(formula.evaluate({size: 1}))))
