"""Loads and stores of lanes a few elements of a row apart, or of some of them of one element."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import cast

from xdsl.dialects import arith, vector
from xdsl.dialects.builtin import (
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    MemRefType,
    VectorType,
    i1,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineMap

from .lane_values import LaneValues, vector_of
from .legality.carried_reductions import splat
from .legality.iteration_groups import Piece


@dataclass(frozen=True)
class LanesApart:
    """
    The access `op` of a piece of which the lanes are not neighbours: masked vectors and shuffles.

    `places` are the distances of the elements of active lanes from the lowest one. Only the
    elements of lanes that are active are accessed: those between them may be padding that nothing
    may read, or cells that the access would otherwise be the first to read. `mask` is that of a
    condition in the loop, None where all `active` lanes of the piece are on. The new operations go
    to the end of the block `where`.
    """

    piece: Piece
    places: Sequence[int]
    mask: SSAValue | None
    values: LaneValues
    op: Operation
    where: Block

    def load(self, buffer: SSAValue, index: Sequence[SSAValue]) -> SSAValue:
        """A vector of the elements, from the index of that of the first lane on."""
        lanes, places = self.piece.lanes, self.places
        element = _element_type(buffer)
        type, nothing = vector_of(element, lanes), self.values.zero(element, lanes)
        found: SSAValue | None = None
        for number, (at, mask) in enumerate(self._vectors(index)):
            loaded = self._put(vector.MaskedLoadOp(buffer, at, mask, nothing, type))
            if found is None:
                found = loaded
                continue
            order = [0] * lanes
            for lane, place in enumerate(places):
                if place // lanes == number:
                    order[lane] = lanes + place % lanes
                elif place // lanes < number:
                    # The first shuffle takes them from where they are, others from their lanes.
                    order[lane] = place if number == 1 else lane
            found = self._shuffle(found, loaded, order)
        assert found is not None
        if places[-1] < lanes and places[0] < lanes:
            order = [*places, *[0] * (lanes - len(places))]
            found = self._shuffle(found, found, order)
        return found

    def store(self, value: SSAValue, buffer: SSAValue, index: Sequence[SSAValue]) -> None:
        """Stores the lanes of a vector, from the index of the element of the first lane on."""
        lanes, places = self.piece.lanes, self.places
        for number, (at, mask) in enumerate(self._vectors(index)):
            order = [0] * lanes
            for lane, place in enumerate(places):
                if place // lanes == number:
                    order[place % lanes] = lane
            spread = self._shuffle(value, value, order)
            self._add(vector.MaskedStoreOp(buffer, at, mask, spread))

    def _vectors(self, index: Sequence[SSAValue]) -> Iterator[tuple[list[SSAValue], SSAValue]]:
        """The index and the mask of each vector in which there are elements of lanes."""
        lanes, places = self.piece.lanes, self.places
        first = -places[0]  # the index is that of the first lane
        for number in range(max(places) // lanes + 1):
            shift = first + number * lanes
            at = list(index)
            if shift:
                moved = AffineMap(1, 0, (AffineDimExpr(0) + shift,))
                at[-1] = self.values.apply(moved, [at[-1]], self.where)[0]
            inside = {place - number * lanes: lane for lane, place in enumerate(places)}
            of_lanes = [inside.get(element) for element in range(lanes)]
            yield at, self._mask(of_lanes, number)

    def _mask(self, of_lanes: Sequence[int | None], number: int) -> SSAValue:
        """The mask of the elements of a vector that are of a lane, and of one that is on."""
        type = VectorType(i1, [self.piece.lanes])
        if self.mask is None or self._first_ones is not None:
            bits = [int(lane is not None) for lane in of_lanes]
            all_lanes = self.values.literal(DenseIntOrFPElementsAttr.from_list(type, bits), type)
            if self._first_ones is None:
                return all_lanes
            # Up to the element of the last lane: what calls are asked about masks is easy to read.
            stride = self.places[1]
            end = AffineDimExpr(0) * stride - (stride - 1 + number * self.piece.lanes)
            (count,) = self.values.apply(AffineMap(1, 0, (end,)), [self._first_ones], self.where)
            return self._put(arith.AndIOp(self._put(vector.CreateMaskOp([count], type)), all_lanes))
        none = self.values.literal(splat(IntegerAttr(0, i1), type), type)
        off = self.piece.lanes
        return self._shuffle(self.mask, none, [off if lane is None else lane for lane in of_lanes])

    @property
    def _first_ones(self) -> SSAValue | None:
        """How many lanes are on, if these are the first ones, and their elements as far apart."""
        if self.mask is None or not isinstance(op := self.mask.owner, vector.CreateMaskOp):
            return None
        steps = {after - before for before, after in pairwise(self.places)}
        return op.mask_dim_sizes[0] if self.places[0] == 0 and len(steps) == 1 else None

    def _shuffle(self, one: SSAValue, other: SSAValue, order: Sequence[int]) -> SSAValue:
        mask = DenseArrayBase.from_list(i64, order)
        type = cast("VectorType[Attribute]", one.type)
        return self._put(vector.ShuffleOp(one, other, mask, result_type=type))

    def _put(self, op: Operation) -> SSAValue:
        self._add(op)
        return op.results[0]

    def _add(self, op: Operation) -> None:
        op.location = self.op.location
        self.where.add_op(op)


def places_of_stride(stride: int, piece: Piece) -> list[int]:
    """How far the element of each active lane is from the lowest one; stride negative: it falls."""
    places = [lane * abs(stride) for lane in range(piece.active)]
    return places if stride > 0 else places[::-1]


def _element_type(buffer: SSAValue) -> Attribute:
    return cast("MemRefType[Attribute]", buffer.type).element_type
