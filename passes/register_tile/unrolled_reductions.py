"""The iterations of a reduction as straight-line code, one result after the other."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import accumulate

from xdsl.dialects import affine, arith, vector
from xdsl.dialects.builtin import (
    AffineMapAttr,
    DenseArrayBase,
    IndexType,
    IntegerAttr,
    MemRefType,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialect.ir.loop_like import inits_of
from ...dialect.ir.operations import is_a
from ..common.for_loops import constant_lower, extent_of
from ..lanes.legality.lockstep import LOADS, is_pure
from ..lanes.legality.variance import yielded
from ..lanes.rebuilt_operations import with_operands
from .vector_addresses import Instance, Place, Shuffle, number_of

_NO_NUMBERS = (IndexType, MemRefType)


def may_be_unrolled(loop: affine.ForOp) -> bool:
    """Whether the loop only loads and computes, known times, each result for itself."""
    *ops, _ = loop.body.block.ops
    if constant_lower(loop) is None or not extent_of(loop):
        return False
    if not all(is_a(op, LOADS) or (is_pure(op) and not op.regions) for op in ops):
        return False
    carried = loop.body.block.args[1:]
    pairs = zip(carried, yielded(loop.body.block), strict=True)
    return all(
        _producers(value, loop.body.block).isdisjoint({*carried} - {own}) for own, value in pairs
    )


def _producers(value: SSAValue, block: Block) -> set[SSAValue]:
    """The values from which a value is computed in one iteration."""
    pending, seen = [value], set[SSAValue]()
    while pending:
        current = pending.pop()
        if current in seen:
            continue
        seen.add(current)
        if isinstance(current.owner, Operation) and current.owner.parent is block:
            pending += current.owner.operands
    return seen


class Unrolled:
    """
    The code in place of a loop, in which each vector in memory is loaded, or made, once.

    What a result takes stands before what the next one takes: few vectors live at once.
    """

    def __init__(
        self,
        loop: affine.ForOp,
        places: Mapping[Instance, Place],
        shuffles: Mapping[Place, Shuffle],
    ):
        self._loop, self._places, self._shuffles = loop, places, shuffles
        self._loads = {place: instance for instance, place in reversed([*places.items()])}
        self._made: dict[tuple[SSAValue, int], SSAValue] = {}
        self._vectors: dict[Place, SSAValue] = {}
        self._ops = list[Operation]()
        self._results = list(map(self._result, range(len(loop.results))))

    def most_live(self) -> int:
        """How many numbers and vectors live at once."""
        end = {v: at for at, op in enumerate(self._ops) for v in op.operands if _is_number(v)}
        end |= dict.fromkeys(self._results, len(self._ops))
        made = dict[SSAValue, int]()
        for at, op in enumerate(self._ops):
            made |= dict.fromkeys(op.results, at)
        changes = [0] * (len(self._ops) + 1)
        for value, at in end.items():
            changes[made.get(value, 0)] += 1
            changes[at] -= 1
        return max(accumulate(changes))

    def insert(self) -> None:
        """Replaces the loop."""
        Rewriter.insert_op(self._ops, InsertPoint.before(self._loop))
        for old, new in zip(self._loop.results, self._results, strict=True):
            new.name_hint = old.name_hint
            old.replace_all_uses_with(new)
        Rewriter.erase_op(self._loop)

    def discard(self) -> None:
        """Leaves the loop as it is."""
        for op in reversed(self._ops):
            op.erase()

    def _result(self, position: int) -> SSAValue:
        block, extent = self._loop.body.block, extent_of(self._loop)
        assert extent is not None
        carried = inits_of(self._loop)[position]
        for k in range(extent):
            self._made[block.args[1 + position], k] = carried
            carried = self._value(yielded(block)[position], k)
        return carried

    def _value(self, value: SSAValue, k: int) -> SSAValue:
        """The copy of a value in an iteration."""
        owner, block = value.owner, self._loop.body.block
        if (owner if isinstance(owner, Block) else owner.parent) is not block:
            return value
        if (value, k) not in self._made:
            self._made[value, k] = self._make(value, k)
        return self._made[value, k]

    def _make(self, value: SSAValue, k: int) -> SSAValue:
        op = value.owner
        if isinstance(op, Block):
            number = IntegerAttr.from_index_int_value(number_of(self._loop, k))
            return self._put(arith.ConstantOp(number, IndexType()), self._loop)
        place = self._places.get((op, k))
        if place is not None:
            return self._vector(place)
        copy = self._copy(op, k)
        self._made |= {(old, k): new for old, new in zip(op.results, copy.results, strict=True)}
        return self._made[value, k]

    def _vector(self, place: Place) -> SSAValue:
        if place not in self._vectors:
            shuffle = self._shuffles.get(place)
            if shuffle is None:
                self._vectors[place] = self._copy(*self._loads[place]).results[0]
            else:
                self._vectors[place] = self._shuffle(place, shuffle)
        return self._vectors[place]

    def _shuffle(self, place: Place, shuffle: Shuffle) -> SSAValue:
        lower, upper = self._vector(shuffle.lower), self._vector(shuffle.upper)
        op = vector.ShuffleOp.create(
            operands=[lower, upper],
            result_types=[place.row.type],
            properties={"mask": _mask(shuffle.distance, place.row.lanes)},
        )
        return self._put(op, self._loads[place][0])

    def _copy(self, op: Operation, k: int) -> Operation:
        """An operation of an iteration; in maps, the iterator is a number."""
        map = op.properties.get("map")
        if isinstance(map, AffineMapAttr):
            copy = self._with_number(op, map.data, k)
        else:
            copy = with_operands(op, [self._value(value, k) for value in op.operands])
        self._put(copy, op)
        return copy

    def _with_number(self, op: Operation, map: AffineMap, k: int) -> Operation:
        """A copy of what has a map, in which the iterator is a number."""
        before = len(op.operands) - map.num_dims - map.num_symbols
        operands, exprs = list(op.operands[:before]), list[AffineExpr]()
        num_dims = num_symbols = 0
        for position, operand in enumerate(op.operands[before:]):
            if operand is self._loop.body.block.args[0]:
                exprs.append(AffineExpr.constant(number_of(self._loop, k)))
                continue
            if position < map.num_dims:
                exprs.append(AffineExpr.dimension(num_dims))
                num_dims += 1
            else:
                exprs.append(AffineExpr.symbol(num_symbols))
                num_symbols += 1
            operands.append(operand)
        dims, symbols = exprs[: map.num_dims], exprs[map.num_dims :]
        results = tuple(e.replace_dims_and_symbols(dims, symbols) for e in map.results)
        new = AffineMap(num_dims, num_symbols, results)
        values = [self._value(value, k) for value in operands]
        return with_operands(op, values, {**op.properties, "map": AffineMapAttr(new)})

    def _put(self, op: Operation, source: Operation) -> SSAValue:
        op.location = source.location
        self._ops.append(op)
        return op.results[0]


def _is_number(value: SSAValue) -> bool:
    """Whether a value takes a register of those that vectors and floats are in."""
    return not is_a(value.type, _NO_NUMBERS)


@cache
def _mask(first: int, count: int) -> Attribute:
    """The lanes of two vectors in a row that a shuffle takes."""
    return DenseArrayBase.from_list(i64, list(range(first, first + count)))
