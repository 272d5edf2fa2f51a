"""A layout on one logical shape, and all that follows: extents, inverse, validity, padding."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..analysis.expr import FALSE, TRUE, Expr, all_of, any_of, lift, var
from ..analysis.index_map import BoxMap, box, image
from ..analysis.normal import negate, tidy
from ..analysis.simplify import simplify_condition
from .layout_checks import box_after, check_separators, check_step, explained
from .layout_step import PadKind, Step
from .physical_names import physical_names

if TYPE_CHECKING:
    from .layout import Layout


@dataclass(frozen=True)
class _Part:
    """A condition on some of the physical axes, independent of the others."""

    axes: frozenset[int]
    condition: Expr


class PlacedLayout:
    """A layout on one logical shape: all that follows from the two, computed when first asked for."""

    def __init__(self, layout: Layout, shape: tuple[int | str, ...]):
        self.layout = layout
        self.shape = shape

    def check(self) -> None:
        """Raises LayoutError unless the layout stores each element of the shape in a cell of its own."""
        _ = self._checked

    @cached_property
    def logical_names(self) -> tuple[str, ...]:
        """The names of the logical indices: the inputs of the first map."""
        if self.layout.steps:
            return self.layout.steps[0].map.inputs
        return tuple(f"i{axis}" for axis in range(len(self.shape)))

    @cached_property
    def physical_names(self) -> tuple[str, ...]:
        """Readable names of the physical indices: `i // 4` and `i % 4` are `io` and `ii`."""
        return physical_names(self.forward, {*self.logical_names, *map(str, self.shape)})

    @cached_property
    def physical_shape(self) -> tuple[int | Expr, ...]:
        """The extents of the stored box; an expression where they depend on a named size."""
        return tuple(map(_plain, self._shapes[-1]))

    @cached_property
    def boxes(self) -> tuple[tuple[int | Expr, ...], ...]:
        """The box after each step."""
        return tuple(tuple(map(_plain, shape)) for shape in self._shapes[1:])

    @cached_property
    def forward(self) -> tuple[Expr, ...]:
        """The physical indices over the logical names, all steps composed."""
        return _after(self.layout.steps, tuple(map(var, self.logical_names)))

    @cached_property
    def inverse(self) -> tuple[Expr, ...]:
        """The logical indices over the physical names, right on the valid cells."""
        self.check()
        with explained("the inverse"):
            found: dict[str, Expr] = {}
            for factor, axes in self._factors(0):
                names, shape = self._physical(axes)
                canonical = _canonical(factor)
                inverse = image(canonical, names, shape).inverse
                found |= zip(factor.inputs, inverse, strict=True)
        return tuple(found[f"%{axis}"] for axis in range(len(self.shape)))

    @cached_property
    def valid(self) -> Expr:
        """The cells that store a logical element, as a condition within the physical box."""
        return TRUE if self._is_empty else all_of([part.condition for part in self._parts(0)])

    @cached_property
    def padding(self) -> Expr:
        """The cells of the physical box that store none: the complement of `valid`."""
        return tidy(negate(self.valid))

    @cached_property
    def padding_pieces(self) -> tuple[tuple[Expr, PadKind], ...]:
        """The cells of each step's padding and their kind; steps without padding are left out."""
        if self._is_empty:
            return ()
        parts = [self._parts(start) for start in range(len(self.layout.steps) + 1)]
        pieces = [
            (self._difference(inner, outer), step.pad)
            for step, inner, outer in zip(self.layout.steps, parts, parts[1:], strict=False)
        ]
        return tuple((condition, pad) for condition, pad in pieces if condition != FALSE)

    def is_padded(self) -> bool:
        """Whether there is padding, for some sizes at least."""
        return self.padding != FALSE

    def physical_index(self, indices: Sequence[Any]) -> tuple[Any, ...]:
        """Where logical indices, integers or numpy arrays of them, are stored."""
        values = dict(zip(self.logical_names, indices, strict=True))
        return tuple(index.evaluate(values) for index in self.forward)

    @cached_property
    def _checked(self) -> bool:
        for step, shape in zip(self.layout.steps, self._shapes, strict=False):
            check_step(step, shape)
        check_separators(self.layout.separators, len(self._shapes[-1]))
        return True

    @cached_property
    def _shapes(self) -> tuple[tuple[Expr, ...], ...]:
        """The logical shape, and the box after each step."""
        shapes = [tuple(var(size) if isinstance(size, str) else lift(size) for size in self.shape)]
        for step in self.layout.steps:
            shapes.append(box_after(step, shapes[-1]))
        return tuple(shapes)

    @property
    def _is_empty(self) -> bool:
        """Whether the physical box has no cells."""
        return 0 in self.physical_shape

    def _physical(self, axes: Iterable[int]) -> tuple[tuple[str, ...], tuple[Expr, ...]]:
        """The names and the extents of some physical axes."""
        chosen, shape = tuple(axes), self._shapes[-1]
        return tuple(self.physical_names[a] for a in chosen), tuple(shape[a] for a in chosen)

    def _factors(self, start: int) -> list[tuple[BoxMap, tuple[int, ...]]]:
        """The steps from `start` on, composed, in independent parts with their physical axes."""
        inputs = tuple(f"%{axis}" for axis in range(len(self._shapes[start])))
        outputs = _after(self.layout.steps[start:], tuple(map(var, inputs)))
        return BoxMap(inputs, outputs, self._shapes[start]).factors()

    def _parts(self, start: int) -> list[_Part]:
        """The physical cells that the box before step `start` reaches."""
        self.check()
        with explained("which cells are valid"):
            return [
                _Part(frozenset(axes), image(_canonical(factor), *self._physical(axes)).condition)
                for factor, axes in self._factors(start)
            ]

    def _difference(self, inner: list[_Part], outer: list[_Part]) -> Expr:
        """The cells of `outer` that are not in `inner`, a subset of it."""
        common: list[Expr] = []
        lost: list[Expr] = []
        kept: list[Expr] = []
        for axes in _joined([part.axes for part in (*inner, *outer)]):
            before, after = (
                all_of([part.condition for part in parts if part.axes <= axes])
                for parts in (inner, outer)
            )
            missing = self._without(after, before, axes)
            if missing == FALSE:
                common.append(after)
            else:
                lost.append(missing)
                kept.append(after)
        if len(lost) > 1:
            common += kept
        return all_of([*common, any_of(lost)])

    def _without(self, outer: Expr, inner: Expr, axes: frozenset[int]) -> Expr:
        if inner == outer:
            return FALSE
        if outer == TRUE:
            return tidy(negate(inner))
        return simplify_condition(outer & negate(inner), box(*self._physical(sorted(axes))))


def _joined(groups: Sequence[frozenset[int]]) -> list[frozenset[int]]:
    """The finest partition that splits none of the groups; one empty part where there are no axes."""
    result: list[frozenset[int]] = []
    for group in groups:
        apart = [other for other in result if other.isdisjoint(group)]
        joined = group.union(*(other for other in result if other not in apart))
        result = [*apart, joined]
    return [group for group in result if group] or [frozenset()]


def _canonical(factor: BoxMap) -> BoxMap:
    """With inputs named by position: what is known of one factor serves all that are like it."""
    names = tuple(f"%{axis}" for axis in range(len(factor.inputs)))
    renaming = dict(zip(factor.inputs, map(var, names), strict=True))
    outputs = tuple(output.substitute(renaming) for output in factor.outputs)
    return BoxMap(names, outputs, factor.shape)


def _after(steps: Sequence[Step], indices: tuple[Expr, ...]) -> tuple[Expr, ...]:
    """What the steps make of the indices."""
    for step in steps:
        values = dict(zip(step.map.inputs, indices, strict=True))
        indices = tuple(tidy(output.substitute(values)) for output in step.map.outputs)
    return indices


def _plain(extent: Expr) -> int | Expr:
    return extent if extent.constant is None else extent.constant
