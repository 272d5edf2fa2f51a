"""Loops along rows whose iterations load and store blocks of several rows together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects import affine
from xdsl.dialects.builtin import AffineMapAttr, IndexType, IntegerAttr
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap

from ...dialect.ir.loop_like import inits_of
from ...dialect.ir.operations import is_a
from ...dialect.ir.reasons import Declined
from ...dialect.xdsl_compat.affine_loops import affine_for
from ...dialect.xdsl_compat.operations.arith import SelectOp
from ..common.for_loops import constant_lower, extent_of
from .lane_values import LaneValues
from .legality.columns import Columns
from .legality.lockstep import OF_MAPS, Load, Store
from .legality.variance import yielded
from .masks import Mask, Masks
from .row_blocks import RowBlocks


class BlockLoops:
    """The accesses of blocks in a loop whose iterations are lanes, and loops along their rows."""

    def __init__(
        self,
        around: affine.ForOp,
        columns: Columns,
        values: LaneValues,
        masks: Masks,
        fill: Callable[[Block, Block, Sequence[Mask]], None],
    ):
        """`fill` puts what a block does into another one, under masks."""
        self._loop, self._columns, self._values = around, columns, values
        self._masks, self._fill = masks, fill
        self._loaded: dict[Operation, list[Sequence[SSAValue]]] = {}
        """The columns of blocks that no iteration has taken yet, each in all pieces."""
        self._to_store: dict[Operation, list[Sequence[SSAValue]]] = {}

    def has(self, op: Operation) -> bool:
        """Whether an access is of a block."""
        return op in self._columns

    def go_along(self, op: affine.ForOp) -> bool:
        """Whether there are blocks of which a loop goes along the rows."""
        return op in self._columns.values()

    def loop(self, op: affine.ForOp, where: Block, masks: Sequence[Mask]) -> None:
        """
        A loop of which as many iterations as there are lanes load and store blocks together.

        Raises Declined under a condition that varies: blocks have all rows of the active lanes.
        """
        if not self._masks.reach_alike(masks):
            raise Declined(
                "a condition keeps some of the rows of a block from a loop in it", op, reason="rows"
            )
        source, lanes = op.body.block, self._values.pieces[0].lanes
        first, extent = constant_lower(op), extent_of(op)
        assert first is not None
        pairs = zip(source.args[1:], inits_of(op), strict=True)
        carried = [
            v for argument, init in pairs for v in self._values.spread(init, argument, where)
        ]
        if extent is None:
            upper = op.upperBoundMap.data
            whole = (upper.results[0] - first) // lanes * lanes + first
            end = AffineMapAttr(AffineMap(upper.num_dims, upper.num_symbols, (whole,)))
            # The first iteration too: without any, the end of the whole blocks lies before it.
            begin = (AffineExpr.constant(first), whole)
            rest_from = AffineMapAttr(AffineMap(upper.num_dims, upper.num_symbols, begin))
            carried = self._loop_of_blocks(op, first, end, carried, where, masks)
            carried = self._loop_of_blocks(op, rest_from, op.upperBoundMap, carried, where, masks)
        else:
            rest_from, rest = first + extent // lanes * lanes, extent % lanes
            if rest_from > first:
                carried = self._loop_of_blocks(op, first, rest_from, carried, where, masks)
            if rest:
                at = self._values.literal(IntegerAttr.from_index_int_value(rest_from), IndexType())
                carried = self._copies(op, at, rest, carried, where, masks)
        self._values.set_all(op.results, source.args[1:], carried)

    def _loop_of_blocks(
        self,
        op: affine.ForOp,
        lower: int | AffineMapAttr,
        upper: int | AffineMapAttr,
        carried: Sequence[SSAValue],
        where: Block,
        masks: Sequence[Mask],
    ) -> list[SSAValue]:
        """
        A loop over blocks, and what it carries on; of bounds that are maps both, the block is what
        whole ones leave.
        """
        source, lanes = op.body.block, self._values.pieces[0].lanes
        types = [value.type for value in carried]
        block = Block(arg_types=[source.args[0].type, *types])
        block.args[0].name_hint = source.args[0].name_hint
        operands = [self._values.same(value) for value in op.upperBoundOperands]
        left = None
        if isinstance(lower, AffineMapAttr):
            map = op.upperBoundMap.data
            end = map.results[0] - AffineExpr.dimension(map.num_dims)
            until = AffineMap(map.num_dims + 1, map.num_symbols, (end,))
            dims, symbols = operands[: map.num_dims], operands[map.num_dims :]
            (left,) = self._values.apply(until, [*dims, block.args[0], *symbols], block)
        outs = self._copies(op, block.args[0], lanes, block.args[1:], block, masks, left)
        block.add_op(affine.YieldOp.get(*outs))
        lowers, uppers = (operands if isinstance(b, AffineMapAttr) else [] for b in (lower, upper))
        loop = affine_for(lowers, uppers, carried, lower, upper, Region(block), lanes)
        loop.location = op.location
        loop.attributes.update(op.attributes)
        where.add_op(loop)
        return list(loop.results)

    def _copies(
        self,
        op: affine.ForOp,
        first: SSAValue,
        count: int,
        carried: Sequence[SSAValue],
        where: Block,
        masks: Sequence[Mask],
        left: SSAValue | None = None,
    ) -> list[SSAValue]:
        """
        So many iterations of a loop one after the other, or as many of them as are left; what they
        carry on.
        """
        source = op.body.block
        self._values.set_same([source.args[0]], [first])
        accesses = [access for access, along in self._columns.items() if along is op]
        for access in accesses:
            if access.results:
                blocks = self._row_blocks(access, count, where, left)
                self._loaded[access] = blocks.load()[::-1]
        current, inside = list(carried), masks
        for number in range(count):
            if number:
                shift = AffineMap(1, 0, (AffineExpr.dimension(0) + number,))
                self._values.set_same([source.args[0]], self._values.apply(shift, [first], where))
            if left is not None and number:  # the first one is there
                others = AffineMap(1, 0, (AffineExpr.dimension(0) - number,))
                (after,) = self._values.apply(others, [left], where)
                inside = self._masks.of_column(after, masks, where)
            self._values.set_all(source.args[1:], source.args[1:], current)
            self._fill(source, where, inside)
            pairs = zip(source.args[1:], yielded(source), strict=True)
            outs = [
                v for argument, value in pairs for v in self._values.spread(value, argument, where)
            ]
            current = self._chosen(outs, current, inside, where) if inside is not masks else outs
        self._values.set_same([source.args[0]], [first])
        for access in accesses:
            if not access.results:
                blocks = self._row_blocks(access, count, where, left)
                blocks.store(self._to_store.pop(access))
        return current

    def _chosen(
        self,
        new: Sequence[SSAValue],
        old: Sequence[SSAValue],
        masks: Sequence[Mask],
        where: Block,
    ) -> list[SSAValue]:
        """Values of all pieces, one after the other: in lanes that are off the old ones."""
        chosen = list[SSAValue]()
        for k, (now, before) in enumerate(zip(new, old, strict=True)):
            mask = masks[k % len(masks)]
            assert mask is not None
            select = SelectOp(mask, now, before)
            select.location = self._loop.location
            where.add_op(select)
            chosen.append(select.result)
        return chosen

    def access(self, op: Load | Store, where: Block) -> None:
        """An access in an iteration of those that share a block, or of a column alone."""
        assert is_a(op, OF_MAPS)
        if op.results:
            if self._columns[op] is None:
                self._loaded[op] = self._row_blocks(op, 1, where).load()
            self._values.set_lanes(op.results[0], self._loaded[op].pop())
            return
        pieces = range(len(self._values.pieces))
        column = [self._values.lanes(op.operands[0], k, where) for k in pieces]
        if self._columns[op] is None:
            self._row_blocks(op, 1, where).store([column])
        else:
            self._to_store.setdefault(op, []).append(column)

    def _row_blocks(
        self, op: Operation, count: int, where: Block, left: SSAValue | None = None
    ) -> RowBlocks:
        assert is_a(op, OF_MAPS)
        return RowBlocks.of(op, count, self._values, self._loop, where, left)
