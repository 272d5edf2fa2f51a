"""The memory of a buffer as one row, and how far its own rows are apart."""

from __future__ import annotations

from typing import cast

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseArrayBase,
    IndexType,
    MemRefType,
    StridedLayoutAttr,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint

from ....dialect.xdsl_compat.cloning import created, put_before
from ...common.index_codegen import Emitter

_NO_FLAGS = {"overflowFlags": arith.IntegerOverflowAttr("none")}


class FlatBuffer:
    """The memory that a buffer lies in as one row, made where the buffer is."""

    def __init__(self, buffer: SSAValue):
        owner, block = buffer.owner, block_of(buffer)
        assert block is not None
        first = block.first_op if isinstance(owner, Block) else owner.next_op
        assert first is not None
        emit = Emitter(InsertPoint.before(first), first)
        known = memref.ExtractStridedMetaDataOp(buffer)
        emit.insert(known)
        size = computed(first, arith.MuliOp, known.sizes[0], known.strides[0])
        type = cast("MemRefType[Attribute]", buffer.type)
        layout = StridedLayoutAttr([1], None)
        row = MemRefType(type.element_type, [DYNAMIC_INDEX], layout, type.memory_space)
        numbers = {
            "static_offsets": DenseArrayBase.from_list(i64, [DYNAMIC_INDEX]),
            "static_sizes": DenseArrayBase.from_list(i64, [DYNAMIC_INDEX]),
            "static_strides": DenseArrayBase.from_list(i64, [1]),
            "operandSegmentSizes": DenseArrayBase.from_list(i32, [1, 1, 1, 0]),
        }
        operands = [buffer, known.offset, size]
        self.row = emit.create(memref.ReinterpretCastOp, operands, [row], numbers).results[0]
        self.strides = known.strides
        self._emit, self._next = emit, first
        self._multiples = dict[tuple[int, int], SSAValue]()

    def multiple(self, axis: int, count: int) -> SSAValue:
        """How far so many rows along an axis are apart."""
        if (axis, count) not in self._multiples:
            factor = self._emit.constant(count)
            found = computed(self._next, arith.MuliOp, self.strides[axis], factor)
            self._multiples[axis, count] = found
        return self._multiples[axis, count]


class FlatBuffers:
    """The buffers in one row each that have been asked for."""

    def __init__(self) -> None:
        self._known = dict[SSAValue, FlatBuffer]()

    def of(self, buffer: SSAValue) -> FlatBuffer:
        """A buffer in rows of neighbours, as one row."""
        if buffer not in self._known:
            self._known[buffer] = FlatBuffer(buffer)
        return self._known[buffer]


def block_of(value: SSAValue) -> Block | None:
    """The block that a value is made in."""
    return value.owner if isinstance(value.owner, Block) else value.owner.parent


def computed(before: Operation, kind: type[Operation], left: SSAValue, right: SSAValue) -> SSAValue:
    """A sum or a product of indices, put before an operation."""
    made = created(kind, [left, right], [IndexType()], _NO_FLAGS, before.location)
    put_before(made, before)
    return made.results[0]
