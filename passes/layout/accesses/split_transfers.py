"""Splits a load or store of a vector into shorter ones, or into accesses of single cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, cast

from xdsl.dialects import affine, arith, scf, vector
from xdsl.dialects.builtin import (
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    VectorType,
    i1,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.hints import isa

from ....analysis.accesses.lane_masks import is_small
from ....dialect.ops import UndefOp
from ....index.expr import TRUE, Expr, lift, within
from ...common.index_codegen import Emitter
from .logical_accesses import Names, load_at, store_at
from .vector_transfers import Transfer
from .view_cells import size_of

_ALIGNMENT = "alignment"
_BY_LANE = (
    *(arith.CmpiOp, arith.AndIOp, arith.OrIOp, arith.XOrIOp, arith.SelectOp),
    *(arith.AddiOp, arith.SubiOp, arith.MuliOp, arith.FloorDivSIOp),
)
"""Of these, masks are made whose lanes analyses read."""
_Do: TypeAlias = Callable[[Emitter], list[SSAValue]]


def keep(transfer: Transfer) -> None:
    """The same lanes in one piece; what was said of the address holds no more."""
    op = transfer.op
    op.properties.pop(_ALIGNMENT, None)
    op.attributes.pop(_ALIGNMENT, None)
    emitter = Emitter(InsertPoint.before(op), op)
    match op:
        case vector.TransferReadOp():
            plain = _read(emitter, op, transfer)
        case vector.TransferWriteOp():
            plain = vector.StoreOp(op.vector, op.source, op.indices)
            if op.mask is not None:
                plain = vector.MaskedStoreOp(op.source, op.indices, op.mask, op.vector)
        case _:
            return
    Rewriter.replace_op(op, [], emitter.insert(plain).results)


def mask_row(transfer: Transfer) -> None:
    """The same lanes in one piece, those after the end of the row turned off."""
    pieces = _Pieces(transfer)
    emitter, op, buffer = pieces.emitter, transfer.op, transfer.buffer
    bits = VectorType(i1, [transfer.lanes])
    mask = emitter.insert(vector.CreateMaskOp([pieces.left_in_row()], bits)).results[0]
    indices = pieces.indices()
    if transfer.value is not None:
        emitter.insert(vector.MaskedStoreOp(buffer, indices, mask, transfer.value))
        Rewriter.erase_op(op)
        return
    instead = pieces.instead()
    spread = emitter.insert(vector.BroadcastOp(instead, transfer.type)).results[0]
    plain = vector.MaskedLoadOp(buffer, indices, mask, spread, transfer.type)
    Rewriter.replace_op(op, [], emitter.insert(plain).results)


def cut(transfer: Transfer, width: int) -> None:
    """Pieces of so many lanes, of a transfer without a mask."""
    pieces = _Pieces(transfer)
    emitter = pieces.emitter
    starts = range(0, transfer.lanes, width)
    type = VectorType(transfer.type.element_type, [width])
    if transfer.value is not None:
        for start in starts:
            piece = _shuffled(emitter, transfer.value, transfer.value, range(start, start + width))
            pieces.store(emitter, piece, start)
        Rewriter.erase_op(transfer.op)
        return
    first, *others = (pieces.load(emitter, start, type) for start in starts)
    for number, piece in enumerate(others, 1):
        first = _shuffled(emitter, first, piece, range((number + 1) * width))
    Rewriter.replace_op(transfer.op, [], [first])


def scatter(transfer: Transfer, *, guarded: bool) -> None:
    """Each lane by itself; `guarded`: only if it is in the row, which else is not known."""
    pieces = _Pieces(transfer)
    lanes = [pieces.lane(number, guarded=guarded) for number in range(transfer.lanes)]
    if transfer.value is not None:
        Rewriter.erase_op(transfer.op)
        return
    emitter = pieces.emitter
    whole = emitter.insert(vector.BroadcastOp(lanes[0][0], transfer.type)).results[0]
    for number, (value,) in enumerate(lanes[1:], 1):
        whole = emitter.insert(vector.InsertOp(value, whole, [number])).results[0]
    Rewriter.replace_op(transfer.op, [], [whole])


class _Pieces:
    """Puts loads and stores of parts of a transfer before it."""

    def __init__(self, transfer: Transfer):
        self._transfer, self._names = transfer, Names()
        self.emitter = Emitter(InsertPoint.before(transfer.op), transfer.op)
        self._index = transfer.index([self._names.read(v) for v in transfer.operands])
        self._is_affine = isinstance(transfer.op, affine.VectorLoadOp | affine.VectorStoreOp)

    def load(self, emitter: Emitter, lane: int, type: Attribute) -> SSAValue:
        """Of a cell, or of a vector that starts there."""
        index, buffer = self._at(lane), self._transfer.buffer
        return load_at(emitter, buffer, index, self._names, type, is_affine=self._is_affine)

    def store(self, emitter: Emitter, value: SSAValue, lane: int) -> None:
        """To a cell, or to those from there."""
        index, buffer = self._at(lane), self._transfer.buffer
        store_at(emitter, value, buffer, index, self._names, is_affine=self._is_affine)

    def lane(self, number: int, *, guarded: bool) -> list[SSAValue]:
        """The access of one lane, under its conditions, and what it loads."""
        emitter, transfer = self.emitter, self._transfer
        condition = TRUE
        if guarded:
            condition = within(self._index[-1] + number, self._size())
        otherwise: list[SSAValue] = []
        if transfer.value is None and (guarded or transfer.mask is not None):
            otherwise = [self.instead(number)]
        bit = None if transfer.mask is None else _lane_of_mask(emitter, transfer.mask, number)
        if bit is False:
            return otherwise
        value = None if transfer.value is None else _lane_of(emitter, transfer.value, number)

        def access(inside: Emitter) -> list[SSAValue]:
            if value is None:
                return [self.load(inside, number, transfer.type.element_type)]
            self.store(inside, value, number)
            return []

        inside, finish = emitter.guard_or_else(condition, self._names.values, otherwise)
        if bit is None or bit is True:
            return finish(access(inside))
        return finish(_if(inside, bit, access, otherwise))

    def _at(self, lane: int) -> Sequence[Expr]:
        return (*self._index[:-1], self._index[-1] + lane)

    def _size(self) -> Expr:
        """Return the size of the last axis."""
        axis = len(self._index) - 1
        size = size_of(self._transfer.buffer, axis, self._names.read)
        assert size is not None, "the size of a view that is seen through"
        return size

    def instead(self, lane: int = 0) -> SSAValue:
        """The value of a lane that is not loaded."""
        given = self._transfer.instead
        if given is None:
            return self.emitter.insert(UndefOp(self._transfer.type.element_type)).results[0]
        if given.type == self._transfer.type.element_type:
            return given
        return _lane_of(self.emitter, given, lane)

    def indices(self) -> list[SSAValue]:
        """The first cell."""
        return [self.emitter.index(axis, self._names.values) for axis in self._index]

    def left_in_row(self) -> SSAValue:
        """How many lanes are before the end of the last axis."""
        return self.emitter.index(self._size() - self._index[-1], self._names.values)


def _read(emitter: Emitter, op: vector.TransferReadOp, transfer: Transfer) -> Operation:
    if op.mask is None:
        return vector.LoadOp(op.source, op.indices, transfer.type)
    spread = emitter.insert(vector.BroadcastOp(op.padding, transfer.type)).results[0]
    return vector.MaskedLoadOp(op.source, op.indices, op.mask, spread)


def _if(
    emitter: Emitter, condition: SSAValue, do: _Do, otherwise: Sequence[SSAValue]
) -> list[SSAValue]:
    """
    Build an if that does `do` where an i1 holds; its results are the results of `do`, or
    `otherwise`.
    """
    first, second = Block(), Block()
    inside = emitter.at(InsertPoint.at_end(first))
    inside.insert(scf.YieldOp(*do(inside)))
    if otherwise:
        emitter.at(InsertPoint.at_end(second)).insert(scf.YieldOp(*otherwise))
    types = [value.type for value in otherwise]
    other = Region(second) if otherwise else Region()
    return list(emitter.insert(scf.IfOp(condition, types, Region(first), other)).results)


def _lane_of(emitter: Emitter, value: SSAValue, lane: int) -> SSAValue:
    type = cast("VectorType[Attribute]", value.type).element_type
    return emitter.insert(vector.ExtractOp(value, [lane], type)).results[0]


def _lane_of_mask(emitter: Emitter, mask: SSAValue, lane: int) -> SSAValue | bool:
    """Whether a mask takes a lane, as comparisons of indices where it is made of some."""
    op = mask.owner
    if isinstance(op, arith.ConstantOp) and isinstance(op.value, DenseIntOrFPElementsAttr):
        return bool(op.value.get_values()[lane])
    if is_small(mask) and _is_made_of_scalars(mask):
        return _made_of_scalars(emitter, mask, lane)
    return _lane_of(emitter, mask, lane)


def _is_made_of_scalars(value: SSAValue) -> bool:
    """Whether each lane of a vector is arithmetic of integers, which analyses read."""
    match op := value.owner:
        case vector.CreateMaskOp():
            return len(op.mask_dim_sizes) == 1
        case vector.BroadcastOp():
            return isinstance(op.source.type, IndexType | IntegerType)
        case arith.ConstantOp():
            return isinstance(op.value, DenseIntOrFPElementsAttr)
        case vector.ShuffleOp():
            return _rows(op.v1) > 0 and all(map(_is_made_of_scalars, (op.v1, op.v2)))
        case _:
            parts = op.operands if isinstance(op, _BY_LANE) else ()
            vectors = (part for part in parts if isinstance(part.type, VectorType))
            return isinstance(op, _BY_LANE) and all(map(_is_made_of_scalars, vectors))


def _made_of_scalars(emitter: Emitter, value: SSAValue, lane: int) -> SSAValue:
    """A lane of such a vector."""
    type = value.type
    if not isa(type, VectorType):
        return value
    element = type.element_type
    match op := value.owner:
        case vector.CreateMaskOp():
            place = emitter.index(lift(lane), {})
            return emitter.insert(arith.CmpiOp(place, op.mask_dim_sizes[0], "slt")).results[0]
        case vector.BroadcastOp():
            return op.source
        case arith.ConstantOp():
            number = cast("DenseIntOrFPElementsAttr[Any]", op.value).get_values()[lane]
            constant = arith.ConstantOp(IntegerAttr(number, cast("IndexType", element)))
            return emitter.insert(constant).results[0]
        case vector.ShuffleOp():
            first, source = _rows(op.v1), op.mask.get_values()[lane]
            if source < first:
                return _made_of_scalars(emitter, op.v1, source)
            return _made_of_scalars(emitter, op.v2, source - first)
        case _:
            assert isinstance(op, _BY_LANE)
            operands = [_made_of_scalars(emitter, part, lane) for part in op.operands]
            return emitter.create(op.__class__, operands, [element], op.properties).results[0]


def _rows(value: SSAValue) -> int:
    """The extent of the first axis of a vector, 0 if it has none."""
    return next(iter(cast("VectorType[Attribute]", value.type).get_shape()), 0)


def _shuffled(emitter: Emitter, one: SSAValue, other: SSAValue, lanes: Sequence[int]) -> SSAValue:
    element = cast("VectorType[Attribute]", one.type).element_type
    mask = DenseArrayBase.from_list(i64, list(lanes))
    type = VectorType(element, [len(lanes)])
    return emitter.insert(vector.ShuffleOp(one, other, mask, result_type=type)).results[0]
