"""Rewrites the body of a loop so that several of its iterations run side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import affine, arith, memref, scf, vector
from xdsl.dialects.builtin import (
    AffineMapAttr,
    IndexType,
    IntegerAttr,
    MemRefType,
    i1,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap

from ...analysis.accesses.views import root_of
from ...dialect.ir.effects import is_arithmetic
from ...dialect.ir.loop_like import inits_of
from ...dialect.ir.operations import is_a, operation_name
from ...dialect.ir.reasons import Declined
from ...dialect.ops import AssumeOp
from ...dialect.xdsl_compat import repaired_class
from ...dialect.xdsl_compat.operations.arith import SelectOp
from ..common.for_loops import constant_lower
from .block_loops import BlockLoops
from .grouped_products import Factor, GroupedLoops, Writer, add_products, spread_group
from .lane_values import LaneValues, vector_of
from .lanes_apart import LanesApart, places_of_stride
from .legality.carried_reductions import is_vector, splat
from .legality.columns import Columns
from .legality.iteration_groups import Group, Piece
from .legality.lockstep import ACCESSES, OF_MAPS, SCALAR, Load, Store, buffer_of, is_pure
from .legality.neighbours import CACHE_LINE, Neighbours, Quotient
from .legality.variance import CONDITIONAL, NESTED, Conditional, Nested, Variance, yielded
from .masks import Mask, Masks, check_total
from .rebuilt_operations import if_like, loop_like, with_operands


class Widening:
    """One group of iterations: fills a block with what the old body does in all of them."""

    def __init__(
        self,
        loop: affine.ForOp,
        group: Group,
        variance: Variance,
        neighbours: Neighbours,
        columns: Columns,
        grouped: GroupedLoops,
    ):
        self._loop, self._group = loop, group
        self._grouped = grouped
        self._variance, self._neighbours = variance, neighbours
        self._iterator = loop.body.block.args[0]
        step, varies = loop.step.value.data, variance.varies
        self.values = LaneValues(group.pieces, step, loop, lambda v: neighbours.factor(v), varies)
        self._masks = Masks(loop, self.values, neighbours)
        self._blocks = BlockLoops(loop, columns, self.values, self._masks, self._block)
        self._groups: dict[tuple[Block, Operation], SSAValue] = {}
        """What is loaded of a group of products for all lanes."""

    def fill(self, where: Block) -> list[list[SSAValue]]:
        """The body in the block, its arguments set; what it yields for each value and piece."""
        values, pieces = self.values, self._group.pieces
        step = self._loop.step.value.data
        values.set_same([self._iterator], [where.args[0]])
        bases: list[SSAValue] = [where.args[0]] * len(pieces)
        for k, piece in enumerate(pieces):
            if piece.offset:
                shift = AffineMap(1, 0, (AffineExpr.dimension(0) + piece.offset * step,))
                bases[k] = values.apply(shift, [where.args[0]], where)[0]
        values.set_bases(self._iterator, bases)
        tails = [values.active(piece, self._loop, where) for piece in pieces]
        carried = list(where.args[1:])
        for argument in self._loop.body.block.args[1:]:
            values.set_lanes(argument, carried[: len(pieces)])
            carried = carried[len(pieces) :]
        self._block(self._loop.body.block, where, tails)
        results = list[list[SSAValue]]()
        for argument, value in zip(
            self._loop.body.block.args[1:], yielded(self._loop.body.block), strict=True
        ):
            given = list[SSAValue]()
            for k, mask in enumerate(tails):
                new, old = values.lanes(value, k, where), values.lanes(argument, k, where)
                chosen = new if mask is None else self._put(SelectOp(mask, new, old), where)
                given.append(chosen)
            results.append(given)
        return results

    def _block(self, source: Block, where: Block, masks: Sequence[Mask]) -> None:
        try:
            for op in source.ops:
                if op is source.last_op and isinstance(op, affine.YieldOp | scf.YieldOp):
                    continue
                self._op(op, where, masks)
        except Declined:
            where.drop_all_references()  # what is in it uses values of the function
            raise

    def _op(self, op: Operation, where: Block, masks: Sequence[Mask]) -> None:
        if is_a(op, NESTED):
            self._nested(op, where, masks)
        elif is_a(op, CONDITIONAL):
            self._conditional(op, where, masks)
        elif is_a(op, ACCESSES):
            self._access(op, where, masks)
        elif isinstance(op, AssumeOp):
            self._assume(op, where, masks)
        elif not is_pure(op):
            raise Declined(
                f"'{operation_name(op)}' in it cannot be vectorized",
                op,
                reason="unsupported-op",
            )
        else:
            check_total(op, masks)
            self._pure(op, where)

    def _pure(self, op: Operation, where: Block) -> None:
        if not self._variance.has_varying_operand(op):
            self._copy(op, where)
        elif self._is_index(op):
            bases = [self._shifted(op, k, where) for k in range(len(self._group.pieces))]
            self.values.set_bases(op.results[0], bases)
        else:
            self._elementwise(op, where)

    def _assume(self, op: AssumeOp, where: Block, masks: Sequence[Mask]) -> None:
        """
        The conditions of all lanes in one, for each piece: a lane that is masked off does not get
        to the assume, so that its condition may be false, or poison.
        """
        if self._masks.reach_alike(masks) and not self._variance.varies(op.condition):
            self._copy(op, where)
            return
        for k, mask in enumerate(masks):
            condition = self.values.lanes(op.condition, k, where)
            if mask is not None:
                true = self.values.literal(splat(IntegerAttr(1, i1), mask.type), mask.type)
                condition = self._put(SelectOp(mask, condition, true), where)
            if is_vector(condition.type):
                every = vector.CombiningKindAttr(vector.CombiningKindFlag.AND)
                together = vector.ReductionOp.build(
                    operands=[condition, None], result_types=[i1], properties={"kind": every}
                )
                condition = self._put(together, where)
            where.add_op(with_operands(op, [condition]))

    def _copy(self, op: Operation, where: Block) -> None:
        """A uniform operation without regions, once."""
        new = with_operands(op, [self.values.same(operand) for operand in op.operands])
        where.add_op(new)
        self.values.set_same(op.results, new.results)

    def _is_index(self, op: Operation) -> bool:
        """Whether an operation computes an index of indices that are known by their bases."""
        if len(op.results) != 1 or not isinstance(op.results[0].type, IndexType):
            return False
        varying = [operand for operand in op.operands if self._variance.varies(operand)]
        return all(map(self.values.has_base, varying)) and not isinstance(op, arith.SelectOp)

    def _shifted(self, op: Operation, piece: int, where: Block) -> SSAValue:
        if isinstance(op, affine.ApplyOp):
            map, operands = self._map(op.map, list(op.mapOperands), piece)
            return self.values.apply(map, operands, where)[0]
        new = with_operands(op, [self.values.base(operand, piece) for operand in op.operands])
        where.add_op(new)
        return new.results[0]

    def _map(
        self, map: AffineMapAttr, operands: Sequence[SSAValue], piece: int
    ) -> tuple[AffineMap, list[SSAValue]]:
        return self.values.shifted(map.data, operands, self._iterator, piece)

    def _elementwise(self, op: Operation, where: Block) -> None:
        made = list[Operation]()
        for k, piece in enumerate(self._group.pieces):
            operands = [self.values.lanes(operand, k, where) for operand in op.operands]
            types, made_of = list(op.result_types), type(op)
            if piece.lanes > 1:
                if not is_arithmetic(op):
                    raise Declined(
                        f"'{operation_name(op)}' in it cannot be vectorized",
                        op,
                        reason="unsupported-op",
                    )
                types = [vector_of(type, piece.lanes) for type in types]
                # xDSL 0.74 verifies some of its own for scalars only.
                made_of = repaired_class(made_of) or made_of
            new = made_of.create(
                operands=operands,
                result_types=types,
                properties=dict(op.properties),
                attributes=dict(op.attributes),
            )
            new.location = op.location
            where.add_op(new)
            made.append(new)
        for position, result in enumerate(op.results):
            self.values.set_lanes(result, [new.results[position] for new in made])

    def _access(self, op: Load | Store, where: Block, masks: Sequence[Mask]) -> None:
        if self._blocks.has(op):
            self._blocks.access(op, where)
            return
        single = all(piece.lanes == 1 for piece in self._group.pieces)
        varies, stride = self._variance.has_varying_operand(op), 1
        quotient = self._neighbours.quotient(op) if varies and not single else None
        if varies and not single and quotient is None:
            stride = self._neighbours.stride(op)
        if not varies or stride == 0:
            self._access_of_one_cell(op, where, masks)
            return
        loaded = list[SSAValue]()
        for k in range(len(self._group.pieces)):
            if quotient is not None:
                loaded += self._vector_apart(op, k, where, masks, quotient)
                continue
            if stride != 1:
                loaded += self._vector_apart(op, k, where, masks, stride)
                continue
            new = self._scalar_access(op, k, where) if single else self._vector(op, k, where, masks)
            new.location = op.location
            where.add_op(new)
            loaded += new.results
        if loaded:
            self.values.set_lanes(op.results[0], loaded)

    def _access_of_one_cell(self, op: Load | Store, where: Block, masks: Sequence[Mask]) -> None:
        """The cell is the same in all iterations, and so is what is stored there."""
        if any(self._variance.varies(operand) for operand in op.operands[:1] if not op.results):
            raise Declined("iterations may store different values to one cell", op, reason="order")
        self._masks.check_some_active(op, masks)
        if self._variance.has_varying_operand(op):
            new = self._scalar_access(op, 0, where)
            where.add_op(new)
            self.values.set_same(op.results, new.results)
        else:
            self._copy(op, where)

    def _scalar_access(self, op: Load | Store, piece: int, where: Block) -> Operation:
        """The access of one iteration; a vector access stays one."""
        operands, properties = list(op.operands), dict(op.properties)
        indices = list[SSAValue]()
        if is_a(op, OF_MAPS):
            indices = list(op.indices)
            kept = len(operands) - len(indices)
            map, indices = self._map(op.map, indices, piece)
            operands, properties["map"] = operands[:kept], AffineMapAttr(map)
        operands = [self.values.first_lane(operand, piece, where) for operand in operands]
        return with_operands(op, [*operands, *indices], properties)

    def _vector(
        self, op: Load | Store, piece: int, where: Block, masks: Sequence[Mask]
    ) -> Operation:
        """The access of all lanes of a piece."""
        if not is_a(op, SCALAR):
            raise Declined("there are vectors in it already", op, reason="vectors")
        lanes, mask = self._group.pieces[piece].lanes, masks[piece]
        buffer = self.values.same(op.memref)
        element = cast("MemRefType[Attribute]", op.memref.type).element_type
        type, index = vector_of(element, lanes), self._indices(op, piece, where)
        if mask is not None:
            if op.results:
                nothing = self.values.zero(element, lanes)
                return vector.MaskedLoadOp(buffer, index, mask, nothing, type)
            value = self.values.lanes(op.operands[0], piece, where)
            return vector.MaskedStoreOp(buffer, index, mask, value)
        new: Operation
        if op.results:
            new = vector.LoadOp.create(operands=[buffer, *index], result_types=[type])
        else:
            value = self.values.lanes(op.operands[0], piece, where)
            new = vector.StoreOp.create(operands=[value, buffer, *index])
        offset = self._group.pieces[piece].offset
        aligned = self._neighbours.alignment(op, self._group, offset, lanes)
        if aligned is not None:
            new.attributes["alignment"] = IntegerAttr(aligned, i64)
            _state_alignment(root_of(op.memref))
        return new

    def _vector_apart(
        self, op: Load | Store, piece: int, where: Block, masks: Sequence[Mask], by: int | Quotient
    ) -> list[SSAValue]:
        """The access of all lanes of a piece that are no neighbours, and what it loads."""
        if not is_a(op, SCALAR):
            raise Declined("there are vectors in it already", op, reason="vectors")
        mask, own = masks[piece], self._group.pieces[piece]
        if own.is_masked and mask is self.values.tail_mask(own):
            mask = None  # those that are active are known
        if isinstance(by, Quotient):
            places = by.places(self._group, own)
        else:
            places = places_of_stride(by, own)
        if places is None:
            raise self._neighbours.not_of_neighbours(op)
        if mask is not None and (places[0] or len({*places}) < len(places)):
            # The lowest one may be of a lane that is off, and before the buffer.
            how = "in falling order" if places[0] else "of one element by several of them"
            raise Declined(
                f"a condition in it keeps some iterations from an access {how}",
                op,
                reason="masked",
            )
        apart = LanesApart(own, places, mask, self.values, op, where)
        buffer, index = self.values.same(op.memref), self._indices(op, piece, where)
        if op.results:
            return [apart.load(buffer, index)]
        apart.store(self.values.lanes(op.operands[0], piece, where), buffer, index)
        return []

    def _indices(
        self,
        op: affine.LoadOp | affine.StoreOp | memref.LoadOp | memref.StoreOp,
        piece: int,
        where: Block,
    ) -> list[SSAValue]:
        if not is_a(op, OF_MAPS):
            return [self.values.first_lane(index, piece, where) for index in op.indices]
        map, operands = self._map(op.map, list(op.indices), piece)
        return self.values.apply(map, operands, where)

    def _nested(self, op: Nested, where: Block, masks: Sequence[Mask]) -> None:
        if isinstance(op, affine.ForOp) and self._blocks.go_along(op):
            self._blocks.loop(op, where, masks)
            return
        if isinstance(op, affine.ForOp) and op in self._grouped:
            self._group_of_products(op, where, masks)
            return
        bounds = op.operands[: len(op.operands) - len(inits_of(op))]
        if any(map(self._variance.varies, bounds)):
            raise Declined(
                "the bounds of a loop in it depend on the iteration", op, reason="bounds"
            )
        self._masks.check_defined(op, bounds, masks)
        source = op.body.block
        block = Block(arg_types=[source.args[0].type])
        self.values.set_same([source.args[0]], [block.args[0]])
        inits = list[SSAValue]()
        for argument, init in zip(source.args[1:], inits_of(op), strict=True):
            given = self.values.spread(init, argument, where)
            inits += given
            new = [block.insert_arg(value.type, len(block.args)) for value in given]
            self.values.set(argument, new)
        self._block(source, block, masks)
        outs = [
            v
            for argument, value in zip(source.args[1:], yielded(source), strict=True)
            for v in self.values.spread(value, argument, block)
        ]
        same = [self.values.same(value) for value in bounds]
        new_loop = loop_like(op, same, inits, block, outs)
        where.add_op(new_loop)
        self.values.set_all(op.results, source.args[1:], new_loop.results)

    def _group_of_products(self, op: affine.ForOp, where: Block, masks: Sequence[Mask]) -> None:
        """A loop of which all iterations together are operations on vectors."""
        grouped, source = self._grouped[op], op.body.block
        to = Writer(lambda op: self._put(op, where), self.values.literal)
        for init, argument, result, products in zip(
            inits_of(op), source.args[1:], op.results, grouped.sums, strict=True
        ):
            totals = self.values.spread(init, argument, where)
            assert len(totals) == len(self._group.pieces), "it was looked at before"
            for product in products:
                for k in range(len(self._group.pieces)):
                    values = [self._factors(f, op, k, where, masks) for f in product.factors]
                    totals[k] = add_products(totals[k], values, product, grouped.size, to)
            self.values.set_lanes(result, totals)

    def _factors(
        self,
        factor: Factor,
        around: affine.ForOp,
        piece: int,
        where: Block,
        masks: Sequence[Mask],
    ) -> SSAValue:
        """The factors of all groups of a piece, loaded as one vector, or as one group for all."""
        part, op, size = self._group.pieces[piece], factor.load, self._grouped[around].size
        to = Writer(lambda op: self._put(op, where), self.values.literal)
        if op is None:
            return to.splat(factor.constant, vector_of(factor.type, part.lanes * size))
        buffer = self.values.same(buffer_of(op))
        element = cast("MemRefType[Attribute]", buffer.type).element_type
        if not self._variance.has_varying_operand(op):
            if (where, op) not in self._groups:
                index, type = self._first_of_group(op, around, 0, where), vector_of(element, size)
                load = vector.LoadOp.create(operands=[buffer, *index], result_types=[type])
                self._groups[where, op] = self._put(load, where)
            return spread_group(self._groups[where, op], part.lanes, to)
        type = vector_of(element, part.lanes * size)
        index, mask = self._first_of_group(op, around, piece, where), masks[piece]
        if mask is None:
            load = vector.LoadOp.create(operands=[buffer, *index], result_types=[type])
            return self._put(load, where)
        if not part.is_masked or mask is not self.values.tail_mask(part):
            raise Declined("a condition keeps some lanes from a product", op, reason="masked")
        mask = self.values.tail_mask(Piece(0, part.lanes * size, part.active * size))
        nothing = self.values.zero(element, part.lanes * size)
        return self._put(vector.MaskedLoadOp(buffer, index, mask, nothing, type), where)

    def _first_of_group(
        self, op: Load, around: affine.ForOp, piece: int, where: Block
    ) -> list[SSAValue]:
        """The index of what the first iteration of a group loads in the first lane of a piece."""
        assert is_a(op, SCALAR), "factors are loaded as numbers"
        iterator, first = around.body.block.args[0], constant_lower(around)
        assert first is not None
        if not is_a(op, OF_MAPS):
            start = self.values.literal(IntegerAttr.from_index_int_value(first), IndexType())
            self.values.set_same([iterator], [start])
            return [self.values.first_lane(index, piece, where) for index in op.indices]
        map, operands = self._map(op.map, list(op.indices), piece)
        dims: list[AffineExpr] = [
            AffineExpr.constant(first) if old is iterator else AffineExpr.dimension(k)
            for k, old in zip(range(map.num_dims), op.indices, strict=False)
        ]
        symbols: list[AffineExpr] = [AffineExpr.symbol(k) for k in range(map.num_symbols)]
        results = tuple(e.replace_dims_and_symbols(dims, symbols) for e in map.results)
        fixed = AffineMap(map.num_dims, map.num_symbols, results)
        return self.values.apply(fixed, operands, where)

    def _conditional(self, op: Conditional, where: Block, masks: Sequence[Mask]) -> None:
        if self._variance.has_varying_operand(op):
            self._varying_conditional(op, where, masks)
            return
        self._masks.check_defined(op, op.operands, masks)
        blocks, types = list[Block](), list[Attribute]()
        for region in op.regions:
            if not region.blocks:
                continue
            block = Block()
            self._block(region.block, block, masks)
            results = zip(op.results, yielded(region.block), strict=True)
            outs = [
                v for result, value in results for v in self.values.spread(value, result, block)
            ]
            types = [value.type for value in outs]
            is_affine = isinstance(op, affine.IfOp)
            block.add_op(affine.YieldOp.get(*outs) if is_affine else scf.YieldOp(*outs))
            blocks.append(block)
        regions = [*map(Region, blocks), *([Region()] if len(blocks) == 1 else [])]
        operands = [self.values.same(operand) for operand in op.operands]
        new = if_like(op, operands, types, regions)
        where.add_op(new)
        given = list(new.results)
        for result in op.results:
            count = len(self._group.pieces) if self._variance.varies(result) else 1
            self.values.set(result, given[:count])
            given = given[count:]

    def _varying_conditional(self, op: Conditional, where: Block, masks: Sequence[Mask]) -> None:
        if all(piece.lanes == 1 for piece in self._group.pieces):
            copies = list[Operation]()
            for k in range(len(self._group.pieces)):
                copies.append(op.clone(self.values.all_of_piece(k)))
                where.add_op(copies[-1])
            for position, result in enumerate(op.results):
                self.values.set_lanes(result, [copy.results[position] for copy in copies])
            return
        chosen = list[list[list[SSAValue]]]()
        held = self._masks.of(op, where, masks)
        for region, inside in zip(op.regions, held.arms, strict=True):
            if region.blocks:
                self._block(region.block, where, inside)
                values = yielded(region.block) if op.results else list[SSAValue]()
                pieces = range(len(self._group.pieces))
                chosen.append([[self.values.lanes(v, k, where) for k in pieces] for v in values])
        for position, result in enumerate(op.results):
            pairs = zip(chosen[0][position], chosen[1][position], strict=True)
            selects = [
                self._put(SelectOp(cond, yes, no), where)
                for cond, (yes, no) in zip(held.conditions, pairs, strict=True)
            ]
            self.values.set_lanes(result, selects)

    def _put(self, op: Operation, where: Block) -> SSAValue:
        op.location = self._loop.location
        where.add_op(op)
        return op.results[0]


def _state_alignment(root: SSAValue) -> None:
    """An allocation that an access relies on says itself what its alignment is."""
    owner = root.owner
    if isinstance(owner, memref.AllocOp | memref.AllocaOp) and owner.alignment is None:
        owner.alignment = cast("IntegerAttr", IntegerAttr(CACHE_LINE, i64))
