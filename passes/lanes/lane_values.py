"""Values of a loop's body when several of its iterations run side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from xdsl.dialects import affine, arith, vector
from xdsl.dialects.builtin import (
    AffineMapAttr,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerAttr,
    VectorType,
    i1,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr, AffineExpr, AffineMap, AffineSymExpr
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialect.ir.reasons import Declined
from ...dialect.pad_values import constant_attr
from .legality.carried_reductions import is_vector, splat
from .legality.iteration_groups import Piece
from .legality.neighbours import bits_of


class LaneValues:
    """
    The new values: of a uniform one, one; of one that varies, one for each piece.

    An index that varies has a scalar for the first lane of each piece, its *base*; the vector of
    all lanes is made where data is computed from it.
    """

    def __init__(
        self,
        pieces: Sequence[Piece],
        step: int,
        front: Operation,
        factor: Callable[[SSAValue], int | None],
        varies: Callable[[SSAValue], bool],
    ):
        """
        Constants go before `front`; `factor` is the factor of the iterator in an index, `varies`
        whether a value does.
        """
        self.pieces = tuple(pieces)
        self._step, self._front, self._factor, self._varies = step, front, factor, varies
        self._same: dict[SSAValue, SSAValue] = {}
        self._bases: dict[SSAValue, list[SSAValue]] = {}
        self._lanes: dict[SSAValue, list[SSAValue]] = {}
        self._constants: dict[tuple[Attribute, Attribute], SSAValue] = {}
        self._applied: dict[tuple[Block, AffineMap, tuple[SSAValue, ...]], SSAValue] = {}
        self._made: dict[tuple[Block, SSAValue, int], SSAValue] = {}

    def set_same(self, old: Sequence[SSAValue], new: Sequence[SSAValue]) -> None:
        """Uniform values and what they become."""
        self._same.update(zip(old, new, strict=True))
        for before, after in zip(old, new, strict=True):
            after.name_hint = before.name_hint

    def set_bases(self, old: SSAValue, new: Sequence[SSAValue]) -> None:
        """An index that varies, and its first value in each piece."""
        self._bases[old] = list(new)

    def set_lanes(self, old: SSAValue, new: Sequence[SSAValue]) -> None:
        """A value that varies, and what it is in each piece."""
        self._lanes[old] = list(new)
        for value in new:
            value.name_hint = old.name_hint

    def set(self, old: SSAValue, new: Sequence[SSAValue]) -> None:
        """What a value is in each piece, or once if it is uniform."""
        if self._varies(old):
            self.set_lanes(old, new)
        else:
            self.set_same([old], new)

    def set_all(
        self, olds: Sequence[SSAValue], likes: Sequence[SSAValue], news: Sequence[SSAValue]
    ) -> None:
        """What values are in each piece, or once: those that are for what is uniform."""
        for old, like in zip(olds, likes, strict=True):
            count = len(self.pieces) if self._varies(like) else 1
            self.set(old, news[:count])
            news = news[count:]

    def spread(self, value: SSAValue, like: SSAValue, where: Block) -> list[SSAValue]:
        """A value in each piece, or once if what it is for is uniform."""
        if not self._varies(like):
            return [self.same(value)]
        return [self.lanes(value, k, where) for k in range(len(self.pieces))]

    def same(self, value: SSAValue) -> SSAValue:
        """Return the new value for a uniform value."""
        return self._same.get(value, value)

    def has_base(self, value: SSAValue) -> bool:
        """Whether an index is known by its first value in each piece."""
        return value in self._bases

    def base(self, value: SSAValue, piece: int) -> SSAValue:
        """A scalar of the first lane: of an index that varies, or of what is uniform."""
        if value in self._bases:
            return self._bases[value][piece]
        if value in self._lanes:
            assert self.pieces[piece].lanes == 1
            return self._lanes[value][piece]
        return self.same(value)

    def first_lane(self, value: SSAValue, piece: int, where: Block) -> SSAValue:
        """The same, also of an index of which each lane is computed (a choice of indices)."""
        if value not in self._lanes or self.pieces[piece].lanes == 1:
            return self.base(value, piece)
        first = vector.ExtractOp(self._lanes[value][piece], [0], value.type)
        self._insert(first, where, outside=False)
        return first.results[0]

    def all_of_piece(self, piece: int) -> dict[SSAValue, SSAValue]:
        """All values so far, in one piece of a single iteration."""
        varying = {**self._bases, **self._lanes}
        return {**self._same, **{old: new[piece] for old, new in varying.items()}}

    def lanes(self, value: SSAValue, piece: int, where: Block) -> SSAValue:
        """A value in a piece: a vector of its lanes, or the scalar of its only iteration."""
        if value in self._lanes:
            return self._lanes[value][piece]
        lanes = self.pieces[piece].lanes
        scalar = self.base(value, piece)
        if lanes == 1:
            return scalar
        if (where, scalar, lanes) not in self._made:
            self._made[where, scalar, lanes] = self._vector(value, scalar, lanes, where)
        return self._made[where, scalar, lanes]

    def literal(self, value: Attribute, type: Attribute) -> SSAValue:
        """A constant before the loop."""
        if (value, type) not in self._constants:
            op = arith.ConstantOp.create(result_types=[type], properties={"value": value})
            op.location = self._front.location
            Rewriter.insert_op(op, InsertPoint.before(self._front))
            self._constants[value, type] = op.results[0]
        return self._constants[value, type]

    def zero(self, type: Attribute, lanes: int) -> SSAValue:
        """A vector of zeros: what masked lanes load, and nothing looks at."""
        vectors = vector_of(type, lanes)
        return self.literal(splat(constant_attr(0, type), vectors), vectors)

    def tail_mask(self, piece: Piece) -> SSAValue:
        """The constant mask of a piece of which not all lanes are active."""
        type = VectorType(i1, [piece.lanes])
        bits = [int(lane < piece.active) for lane in range(piece.lanes)]
        return self.literal(DenseIntOrFPElementsAttr.from_list(type, bits), type)

    def active(self, piece: Piece, loop: affine.ForOp, where: Block) -> SSAValue | None:
        """The mask of the lanes of a piece that stand for iterations of a loop; None if all do."""
        if not piece.open:
            return self.tail_mask(piece) if piece.is_masked else None
        upper, operands = loop.upperBoundMap.data, loop.upperBoundOperands
        left = upper.results[0] - AffineExpr.dimension(upper.num_dims)
        if self._step > 1:
            left = left.ceil_div(self._step)
        map = AffineMap(upper.num_dims + 1, upper.num_symbols, (left,))
        dims = [*operands[: upper.num_dims], where.args[0]]
        (count,) = self.apply(map, [*dims, *operands[upper.num_dims :]], where)
        mask = vector.CreateMaskOp([count], VectorType(i1, [piece.lanes]))
        self._insert(mask, where, outside=False)
        return mask.results[0]

    def apply(self, map: AffineMap, operands: Sequence[SSAValue], where: Block) -> list[SSAValue]:
        """The values of a map's results, computed at the end of a block."""
        return [self._result(map, result, operands, where) for result in map.results]

    def _result(
        self, map: AffineMap, result: AffineExpr, operands: Sequence[SSAValue], where: Block
    ) -> SSAValue:
        if isinstance(result, AffineConstantExpr):
            number = IntegerAttr.from_index_int_value(result.value)
            return self.literal(number, IndexType())
        if isinstance(result, AffineDimExpr):
            return operands[result.position]
        used = sorted(result.used_dims())
        if len(used) < map.num_dims:
            kept: list[AffineExpr] = [AffineConstantExpr(0)] * map.num_dims
            for new, old in enumerate(used):
                kept[old] = AffineDimExpr(new)
            symbols = [AffineSymExpr(k) for k in range(map.num_symbols)]
            result = result.replace_dims_and_symbols(kept, symbols)
        short = AffineMap(len(used), map.num_symbols, (result,))
        given = (*(operands[k] for k in used), *operands[map.num_dims :])
        if (where, short, given) not in self._applied:
            op = affine.ApplyOp.create(
                operands=given,
                result_types=[IndexType()],
                properties={"map": AffineMapAttr(short)},
            )
            self._insert(op, where, outside=False)
            self._applied[where, short, given] = op.results[0]
        return self._applied[where, short, given]

    def shifted(
        self, map: AffineMap, operands: Sequence[SSAValue], iterator: SSAValue, piece: int
    ) -> tuple[AffineMap, list[SSAValue]]:
        """A map and its operands at the first lane of a piece, a shift of the iterator in it."""
        shift = self.pieces[piece].offset * self._step
        exprs: list[AffineExpr] = [AffineDimExpr(k) for k in range(map.num_dims)]
        exprs += [AffineSymExpr(k) for k in range(map.num_symbols)]
        for position, operand in enumerate(operands):
            if operand is iterator and shift:
                exprs[position] = exprs[position] + shift
        dims, symbols = exprs[: map.num_dims], exprs[map.num_dims :]
        results = tuple(e.replace_dims_and_symbols(dims, symbols) for e in map.results)
        new = [self.same(o) if o is iterator else self.base(o, piece) for o in operands]
        return AffineMap(map.num_dims, map.num_symbols, results), new

    def _vector(self, value: SSAValue, scalar: SSAValue, lanes: int, where: Block) -> SSAValue:
        owner = value.owner
        if isinstance(owner, arith.ConstantOp):
            type = vector_of(value.type, lanes)
            return self.literal(splat(owner.value, type), type)
        type = vector_of(value.type, lanes)
        spread = vector.BroadcastOp(scalar, type)
        outside = not self._is_inside(scalar)
        self._insert(spread, where, outside)
        result = spread.results[0]
        if value not in self._bases:
            if outside:
                self._made[where, scalar, lanes] = result
            return result
        factor = self._factor(value)
        if factor is None:
            raise Declined(
                "an index in it is used as data, and not linear in the loop", reason="index"
            )
        numbers = [k * factor * self._step for k in range(lanes)]
        indices = VectorType(IndexType(), [lanes])
        steps = arith.ConstantOp(DenseIntOrFPElementsAttr.from_list(indices, numbers), indices)
        self._insert(steps, where, outside=True)
        total = arith.AddiOp(result, steps.results[0])
        self._insert(total, where, outside=False)
        return total.results[0]

    def _is_inside(self, scalar: SSAValue) -> bool:
        """Whether a value is made in the new loop, which stands right after the front."""
        block = scalar.owner if isinstance(scalar.owner, Block) else scalar.owner.parent
        front = self._front.parent
        while block is not None and block is not front:
            parent = block.parent_op()
            if parent is None:
                return True
            block = parent.parent
        return block is None

    def _insert(self, op: Operation, where: Block, outside: bool) -> None:
        op.location = self._front.location
        point = InsertPoint.before(self._front) if outside else InsertPoint.at_end(where)
        Rewriter.insert_op(op, point)


def vector_of(type: Attribute, lanes: int) -> VectorType[Attribute]:
    """
    Return a vector type of so many numbers; raises Declined if the type is not an element type of
    vectors.
    """
    if is_vector(type):
        raise Declined("there are vectors in it already", reason="vectors")
    if type != IndexType() and bits_of(type) is None:
        raise Declined(f"{type} is not a vectorizable element type", reason="element-type")
    return vector_type(type, lanes)


@cache
def vector_type(element: Attribute, lanes: int) -> VectorType[Attribute]:
    """The type of so many elements, which is checked but once."""
    return VectorType(element, [lanes])
