"""Makes a nest of loops for each piece of a body."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from xdsl.dialects import affine, memref
from xdsl.dialects.builtin import AffineMapAttr, MemRefType, StringAttr
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.hints import isa

from ....analysis.accesses.escape import ALLOCATIONS
from ....dialect.annotations import LOGICAL, STAGE
from ....dialect.ir.effects import is_pure
from ....dialect.ir.memory_access import is_store
from ...common.dead_code import erase_if_dead
from ...common.generated_stages import free_stage_name
from ..access_order import constant_bounds
from .kept_order import Grown, trips
from .pieces import Pieces


def distribute(pieces: Pieces, grown: Sequence[Grown]) -> list[affine.ForOp]:
    """
    The new nests, in order, in place of the old one.

    What a piece needs of an earlier one is kept in memory, and `grown` buffers have a part for each
    iteration: both are allocated before the nests and freed after them.
    """
    outermost = pieces.loops[0]
    made = [_grow(each, pieces) for each in grown]
    kept = {value: _memory_for(value, pieces) for value in pieces.crossing}
    nests = [_nest(pieces, number, kept) for number in range(len(pieces.runs))]
    assert outermost.parent is not None
    for nest in nests:
        Rewriter.insert_op(nest, InsertPoint.before(outermost))
    if isinstance(stage := outermost.attributes.get(STAGE), StringAttr):
        for nest in nests[1:]:
            nest.attributes[STAGE] = StringAttr(free_stage_name(outermost.parent, stage.data))
    for buffer in (*made, *kept.values()):
        Rewriter.insert_op(memref.DeallocOp.get(buffer), InsertPoint.after(outermost))
    Rewriter.erase_op(outermost)
    return nests


def _nest(pieces: Pieces, number: int, kept: dict[SSAValue, SSAValue]) -> affine.ForOp:
    """A copy of the loops with one piece in them."""
    values: dict[SSAValue, SSAValue] = {}
    blocks: dict[Block, Block] = {}
    outermost = pieces.loops[0].clone(values, blocks)
    old = pieces.loops[-1].body.block
    body = blocks[old]
    copies = dict(zip(old.ops, body.ops, strict=True))
    iterators = [blocks[loop.body.block].args[0] for loop in pieces.loops]
    places = _Places(pieces, iterators)
    loads = list[Operation]()
    for value, of in pieces.crossing.items():
        if of == number:
            assert isinstance(value.owner, Operation)
            stored = places.store(values[value], kept[value])
            Rewriter.insert_op(stored, InsertPoint.after(copies[value.owner]))
        elif of < number:
            load = places.load(kept[value])
            load.results[0].name_hint = value.name_hint
            loads.append(load)
            values[value].replace_all_uses_with(load.results[0])
    Rewriter.insert_op(loads, InsertPoint.at_start(body))
    for op, copy in reversed(copies.items()):
        if pieces.of.get(op, number) != number and not is_pure(op) and not _is_of_memory(op):
            Rewriter.erase_op(copy, safe_erase=False)
    for op in reversed(list(body.ops)):
        if isinstance(op, ALLOCATIONS) and op.parent is body:
            _erase_if_only_freed(op)
        elif op is not body.last_op:
            erase_if_dead(op)
    return outermost


def _is_of_memory(op: Operation) -> bool:
    return isinstance(op, (*ALLOCATIONS, memref.DeallocOp))


def _erase_if_only_freed(op: Operation) -> None:
    users = [use.operation for use in op.results[0].uses]
    if all(isinstance(user, memref.DeallocOp) for user in users):
        for user in (*users, op):
            Rewriter.erase_op(user)


class _Places:
    """The cells of an iteration in buffers that have an axis for each loop."""

    def __init__(self, pieces: Pieces, iterators: Sequence[SSAValue]):
        self._loops, self._iterators = pieces.loops, iterators

    @cached_property
    def _map(self) -> AffineMapAttr:
        results = [_from_0(loop, AffineExpr.dimension(k)) for k, loop in enumerate(self._loops)]
        return AffineMapAttr(AffineMap(len(results), 0, tuple(results)))

    def store(self, value: SSAValue, buffer: SSAValue) -> Operation:
        return affine.StoreOp(value, buffer, self._iterators, self._map)

    def load(self, buffer: SSAValue) -> Operation:
        return affine.LoadOp(buffer, self._iterators, self._map)


def _from_0(loop: affine.ForOp, iterator: AffineExpr) -> AffineExpr:
    ends = constant_bounds(loop)
    assert ends is not None
    return iterator - ends[0] if ends[0] else iterator


def _memory_for(value: SSAValue, pieces: Pieces) -> SSAValue:
    """A buffer with a cell for each iteration."""
    shape = [trips(loop) for loop in pieces.loops]
    made = memref.AllocOp.get(value.type, shape=shape)
    made.memref.name_hint = value.name_hint
    Rewriter.insert_op(made, InsertPoint.before(pieces.loops[0]))
    return made.memref


def _grow(grown: Grown, pieces: Pieces) -> SSAValue:
    """The buffer that takes the place of one that is too small, all accesses changed."""
    old, loops = grown.buffer, [pieces.loops[k] for k in grown.places]
    type, owner = old.type, old.owner
    assert isinstance(owner, Operation)
    assert isa(type, MemRefType[Attribute])
    shape = [*map(trips, loops), *type.get_shape()]
    grown_type = MemRefType(type.element_type, shape, type.layout, type.memory_space)
    made = memref.AllocOp([], [], grown_type, owner.properties.get("alignment"))
    made.attributes |= owner.attributes
    if loops:  # the contract is of the smaller one
        made.attributes.pop(LOGICAL, None)
    made.memref.name_hint = old.name_hint
    Rewriter.insert_op(made, InsertPoint.before(pieces.loops[0]))
    for op in [use.operation for use in old.uses]:
        if isinstance(op, memref.DeallocOp):
            Rewriter.erase_op(op)
        else:
            _access_in(op, made.memref, loops)
    Rewriter.erase_op(owner)
    return made.memref


def _access_in(op: Operation, buffer: SSAValue, loops: Sequence[affine.ForOp]) -> None:
    """Lets an access, which stays the piece's own, access the same cell of the iteration's part."""
    first = [*op.operands[:1]] if is_store(op) else []
    index = op.operands[len(first) + 1 :]
    iterators: list[SSAValue] = [loop.body.block.args[0] for loop in loops]
    if isinstance(op, affine.LoadOp | affine.StoreOp):
        assert op.map is not None
        op.map = AffineMapAttr(_with_axes(op.map.data, loops))
    else:
        own = [_from_0(loop, AffineExpr.dimension(0)) for loop in loops]
        applied = [
            affine.ApplyOp([iterator], AffineMapAttr(AffineMap(1, 0, (expr,))))
            for iterator, expr in zip(iterators, own, strict=True)
            if expr != AffineExpr.dimension(0)
        ]
        Rewriter.insert_op(applied, InsertPoint.before(op))
        results = iter(applied)
        iterators = [
            iterator if expr == AffineExpr.dimension(0) else next(results).result
            for iterator, expr in zip(iterators, own, strict=True)
        ]
    op.operands = [*first, buffer, *iterators, *index]


def _with_axes(map: AffineMap, loops: Sequence[affine.ForOp]) -> AffineMap:
    count = len(loops)
    shifted = [AffineExpr.dimension(k + count) for k in range(map.num_dims)]
    symbols = [AffineExpr.symbol(k) for k in range(map.num_symbols)]
    rest = [r.replace_dims_and_symbols(shifted, symbols) for r in map.results]
    own = [_from_0(loop, AffineExpr.dimension(k)) for k, loop in enumerate(loops)]
    return AffineMap(map.num_dims + count, map.num_symbols, (*own, *rest))
