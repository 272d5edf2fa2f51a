"""A layout on one logical shape, and all that follows: extents, inverse, validity, padding."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ...index.expr import FALSE, TRUE, Expr, all_of, lift, var
from ...index.maps.box_map import box, input_names
from ...index.maps.composition import Chain, Reach, cell_count, lost, reach
from ...index.normal import negate, tidy
from ...index.simplify.forms import simplify_index
from .checks import LayoutError, box_after, check_separators, check_shape, explained
from .pad_kinds import Forbidden, SelfLoad, SimpleKind, Undef
from .padding_regions import PaddedBox
from .physical_names import physical_names

if TYPE_CHECKING:
    from .layout import Layout


class PlacedLayout:
    """
    A layout on one logical shape: all that follows from the two, computed when first asked for.

    Everything but the names of the logical indices raises LayoutError if `check` does.
    """

    def __init__(self, layout: Layout, shape: tuple[int | str, ...]):
        self.layout = layout
        self.shape = shape

    def check(self) -> None:
        """Raises LayoutError unless each element of the shape is stored in a cell of its own."""
        _ = self._shapes

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
        outputs = self._chain.apply([var(name) for name in self.logical_names])
        if all(_divisions(output) <= 1 for output in outputs):
            return outputs
        shape = box(self.logical_names, self._shapes[0])
        return tuple(simplify_index(o, shape) if _divisions(o) > 1 else o for o in outputs)

    @cached_property
    def inverse(self) -> tuple[Expr, ...]:
        """The logical indices over the physical names, right on the valid cells."""
        found = self._logical.inverse
        if found is None:
            raise LayoutError(
                f"the inverse of the layout on {_show(self.shape)} is not one expression for each "
                "index, but several, by cases: split its maps into steps that mix fewer indices"
            )
        return found

    @cached_property
    def valid(self) -> Expr:
        """The cells that store a logical element, as a condition within the physical box."""
        if cell_count(self._shapes[-1]) == 0:
            return TRUE
        return all_of(self._logical.conditions.values())

    @cached_property
    def padding(self) -> Expr:
        """The cells of the physical box that store none: the complement of `valid`."""
        return tidy(negate(self.valid))

    @cached_property
    def padding_pieces(self) -> tuple[tuple[Expr, SimpleKind], ...]:
        """
        The cells of each step's padding and their kind; steps without padding are left out.

        A list by region is one piece a region. The maps in a kind are of final physical indices.
        """
        regions = [self._logical, *map(self._reach, range(1, len(self._shapes)))]
        pieces: list[tuple[Expr, SimpleKind]] = []
        for number, step in enumerate(self.layout.steps):
            cells = cell_count(self._shapes[number + 1])
            if cells is not None and cells == cell_count(self._shapes[number]):
                continue
            inner, outer = regions[number], regions[number + 1]
            condition = lost(inner, outer, self.physical_names, self._shapes[-1])
            if condition != FALSE:
                later = self._chain.after(number + 1)
                padded = PaddedBox(self.physical_names, self._shapes[-1], outer.inverse, later)
                pieces += padded.pieces(condition, step.pad)
        return tuple(pieces)

    def is_padded(self) -> bool:
        """Whether there is padding, for some sizes at least."""
        return self.padding != FALSE

    def physical_index(self, indices: Sequence[Any]) -> tuple[Any, ...]:
        """Where logical indices, integers or numpy arrays of them, are stored."""
        values = dict(zip(self.logical_names, indices, strict=True))
        return tuple(index.evaluate(values) for index in self.forward)

    def __str__(self) -> str:
        shapes = f"{_show(self.shape)} = {_show(self.physical_shape)}"
        maps = ", then ".join(str(step.map) for step in self.layout.steps) or "row-major"
        pieces = [f"padding {where} {_says(pad)}" for where, pad in self.padding_pieces]
        return ", ".join([f"{maps} on {shapes}", *(pieces or ["no padding"])])

    @cached_property
    def _shapes(self) -> tuple[tuple[Expr, ...], ...]:
        """The logical shape, and the box after each step."""
        check_shape(self.shape, self.logical_names)
        shapes = [tuple(var(size) if isinstance(size, str) else lift(size) for size in self.shape)]
        for step in self.layout.steps:
            shapes.append(box_after(step, shapes[-1]))
        check_separators(self.layout.separators, len(shapes[-1]))
        return tuple(shapes)

    @cached_property
    def _chain(self) -> Chain:
        maps: list[tuple[Expr, ...]] = []
        for step in self.layout.steps:
            names = map(var, input_names(len(step.map.inputs)))
            renaming = dict(zip(step.map.inputs, names, strict=True))
            maps.append(tuple(tidy(output.substitute(renaming)) for output in step.map.outputs))
        return Chain(tuple(maps), self._shapes)

    @cached_property
    def _logical(self) -> Reach:
        """The physical cells that the logical shape reaches."""
        return self._reach(0)

    def _reach(self, start: int) -> Reach:
        """The physical cells that the box before step `start` reaches."""
        with explained("which cells are valid"):
            return reach(self._chain.after(start), self.physical_names)


def _plain(extent: Expr) -> int | Expr:
    return extent if extent.constant is None else extent.constant


def _show(shape: Sequence[int | str | Expr]) -> str:
    return f"[{', '.join(map(str, shape))}]"


def _says(pad: SimpleKind) -> str:
    if isinstance(pad, SelfLoad):
        return f"copies [{', '.join(map(str, pad.source.outputs))}]"
    return f"is {pad}" if isinstance(pad, Forbidden | Undef) else f"holds {pad}"


def _divisions(expr: Expr) -> int:
    return (expr.op in ("//", "%")) + sum(map(_divisions, expr.operands))
