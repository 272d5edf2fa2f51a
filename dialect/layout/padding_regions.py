"""The padding of one layout step in final physical indices: which cells are of which kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ...index.expr import FALSE, Expr, all_of
from ...index.maps.box_map import box
from ...index.maps.composition import Chain
from ...index.normal import negate, tidy
from ...index.simplify.forms import simplify_condition, simplify_index
from .checks import LayoutError
from .index_map import IndexMap
from .pad_kinds import ByRegion, Computed, PadKind, SelfLoad, SimpleKind


@dataclass(frozen=True)
class PaddedBox:
    """
    The box after a step, seen from the end: `names` are the final physical indices, in a box of
    `shape`.

    `indices` are those of the step's box over the names, None if they are not one expression
    each; `later` is what the steps after it make of them.
    """

    names: tuple[str, ...]
    shape: tuple[Expr, ...]
    indices: tuple[Expr, ...] | None
    later: Chain

    @cached_property
    def context(self) -> Expr:
        """The condition that the indices are in the box."""
        return box(self.names, self.shape)

    def pieces(self, condition: Expr, pad: PadKind) -> Iterator[tuple[Expr, SimpleKind]]:
        """The parts of the condition and their kinds; raises LayoutError for maps that misfit."""
        if not isinstance(pad, ByRegion):
            yield condition, self._placed(pad, condition)
            return
        left = condition
        for region in pad.regions:
            here = left
            if region.where is not None:
                inside = all_of(result >= 0 for result in self._apply(region.where))
                here = simplify_condition(left & inside, self.context)
                left = simplify_condition(left & negate(inside), self.context)
            if here != FALSE:
                yield here, self._placed(region.kind, here)
            if left == FALSE:
                return

    def _placed(self, kind: SimpleKind, condition: Expr) -> SimpleKind:
        """The kind with its maps over the final physical indices."""
        if isinstance(kind, SelfLoad):
            return SelfLoad(self._source(kind.source, kind, condition))
        if isinstance(kind, Computed):
            loads = tuple(self._source(source, kind, condition) for source in kind.loads)
            return Computed(kind.function, self._map(self._indices(kind), condition), loads)
        return kind

    def _source(self, map: IndexMap, kind: SimpleKind, condition: Expr) -> IndexMap:
        source = self._apply(map)
        if len(source) != len(self.later.shapes[0]):
            raise LayoutError(
                f"the pad kind {kind} gives {len(source)} indices, but the buffer has "
                f"{len(self.later.shapes[0])} physical axes"
            )
        return self._map(self.later.apply(source), condition)

    def _apply(self, map: IndexMap) -> tuple[Expr, ...]:
        indices = self._indices(map)
        if len(map.inputs) != len(indices):
            raise LayoutError(
                f"{map} in a pad kind takes {len(map.inputs)} indices, but the buffer has "
                f"{len(indices)} physical axes"
            )
        return map.at(indices)

    def _indices(self, what: object) -> tuple[Expr, ...]:
        if self.indices is None:
            raise LayoutError(
                f"the pad kind {what} needs the indices before the later steps, which are not "
                "single expressions: give the kind to the last step, or split the maps into steps "
                "that mix fewer indices"
            )
        return self.indices

    def _map(self, outputs: Sequence[Expr], condition: Expr) -> IndexMap:
        if not self.later.maps:
            return IndexMap(self.names, tuple(map(tidy, outputs)))
        within = self.context & condition
        return IndexMap(self.names, tuple(simplify_index(output, within) for output in outputs))
