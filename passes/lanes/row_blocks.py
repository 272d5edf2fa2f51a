"""Loads and stores blocks of several rows, of which each vector is a column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects import affine, vector
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, MemRefType, VectorType, i1
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineExpr, AffineMap, AffineSymExpr

from .lane_values import LaneValues, vector_of
from .legality.iteration_groups import Piece
from .transpositions import transposed


@dataclass(frozen=True)
class RowBlock:
    """
    The block that an access touches: a row for each active lane of a piece, `count` cells of each.

    In the map of the access, `iterator` is that of the loop whose iterations are lanes; all else is
    the same for all of them. Of the cells only as many are there as `left` says, if it is given.
    The new operations go to the end of the block `where`.
    """

    piece: Piece
    count: int
    values: LaneValues
    step: int
    iterator: SSAValue
    op: affine.LoadOp | affine.StoreOp
    where: Block
    left: SSAValue | None = None

    def load(self) -> list[SSAValue]:
        """The vectors of the lanes, for each column."""
        buffer, type = self._buffer_and_type()
        nothing = self.values.zero(type.element_type, self.piece.lanes)
        rows = [nothing] * self.piece.lanes
        for row in range(self.piece.active):
            index = self._index(row)
            if self._is_whole():
                load = vector.LoadOp.create(operands=[buffer, *index], result_types=[type])
            else:
                load = vector.MaskedLoadOp(buffer, index, self._mask(), nothing, type)
            rows[row] = self._put(load)
        return transposed(rows, self._put)[: self.count]

    def store(self, columns: Sequence[SSAValue]) -> None:
        """Stores the vectors of the lanes of each column."""
        buffer, type = self._buffer_and_type()
        nothing = self.values.zero(type.element_type, self.piece.lanes)
        rows = transposed([*columns, *[nothing] * (self.piece.lanes - self.count)], self._put)
        for row in range(self.piece.active):
            index = self._index(row)
            if self._is_whole():
                store = vector.StoreOp.create(operands=[rows[row], buffer, *index])
            else:
                store = vector.MaskedStoreOp(buffer, index, self._mask(), rows[row])
            self._add(store)

    def _buffer_and_type(self) -> tuple[SSAValue, VectorType[Attribute]]:
        element = cast("MemRefType[Attribute]", self.op.memref.type).element_type
        return self.values.same(self.op.memref), vector_of(element, self.piece.lanes)

    def _index(self, row: int) -> list[SSAValue]:
        """The index of the first cell in a row."""
        map, operands = self.op.map.data, list(self.op.indices)
        shift = (self.piece.offset + row) * self.step
        exprs: list[AffineExpr] = [AffineDimExpr(k) for k in range(map.num_dims)]
        exprs += [AffineSymExpr(k) for k in range(map.num_symbols)]
        for position, operand in enumerate(operands):
            if operand is self.iterator and shift:
                exprs[position] = exprs[position] + shift
        dims, symbols = exprs[: map.num_dims], exprs[map.num_dims :]
        results = tuple(e.replace_dims_and_symbols(dims, symbols) for e in map.results)
        shifted = AffineMap(map.num_dims, map.num_symbols, results)
        return self.values.apply(shifted, [self.values.same(o) for o in operands], self.where)

    def _is_whole(self) -> bool:
        return self.count == self.piece.lanes and self.left is None

    def _mask(self) -> SSAValue:
        type = VectorType(i1, [self.piece.lanes])
        if self.left is not None:
            return self._put(vector.CreateMaskOp([self.left], type))
        bits = [int(cell < self.count) for cell in range(self.piece.lanes)]
        return self.values.literal(DenseIntOrFPElementsAttr.from_list(type, bits), type)

    def _put(self, op: Operation) -> SSAValue:
        return self._add(op).results[0]

    def _add(self, op: Operation) -> Operation:
        op.location = self.op.location
        self.where.add_op(op)
        return op


@dataclass(frozen=True)
class RowBlocks:
    """The blocks of an access in all pieces of a group."""

    blocks: Sequence[RowBlock]

    @staticmethod
    def of(
        op: affine.LoadOp | affine.StoreOp,
        count: int,
        values: LaneValues,
        loop: affine.ForOp,
        where: Block,
        left: SSAValue | None = None,
    ) -> RowBlocks:
        """
        The blocks of `count` columns, of which so many are left if that is known at run time only;
        the iterations of the loop are the lanes.
        """
        step, iterator = loop.step.value.data, loop.body.block.args[0]
        made = [RowBlock(p, count, values, step, iterator, op, where, left) for p in values.pieces]
        return RowBlocks(made)

    def load(self) -> list[Sequence[SSAValue]]:
        """The vectors of each column, one for each piece."""
        return [*zip(*(block.load() for block in self.blocks), strict=True)]

    def store(self, columns: Sequence[Sequence[SSAValue]]) -> None:
        """Stores the vectors of each column."""
        for block, part in zip(self.blocks, zip(*columns, strict=True), strict=True):
            block.store(part)
