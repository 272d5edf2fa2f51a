"""Vectors of bf16 as their bits, where LLVM makes an instruction of each lane otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import arith, llvm, vector
from xdsl.dialects.builtin import (
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    IntegerType,
    VectorType,
    bf16,
    f32,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ...dialect.ir.operations import is_a
from ...dialect.xdsl_compat import repaired_class
from .elementwise import element_of

_HIGH_BITS, _SHIFT, _VECTOR = -(1 << 16), 16, (VectorType,)


class ShuffleAsBits(RewritePattern):
    """Shuffle bf16 as i16, or pairs of them as i32."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: vector.ShuffleOp, rewriter: PatternRewriter) -> None:
        if not is_of_bfloats(op.result.type):
            return
        code, mask, bits = _Code(op, rewriter), list(op.mask.get_values()), i16
        if _moves_pairs(op):
            mask, bits = [place // 2 for place in mask[::2]], i32
        lanes = [_lanes(value.type) * i16.bitwidth // bits.bitwidth for value in (op.v1, op.v2)]
        given = [code.bits(v, bits, n) for v, n in zip((op.v1, op.v2), lanes, strict=True)]
        places, type = DenseArrayBase.from_list(i64, mask), VectorType(bits, [len(mask)])
        shuffled = code.put(vector.ShuffleOp(given[0], given[1], places, result_type=type))
        rewriter.replace(op, [], [code.put(llvm.BitcastOp(shuffled, op.result.type))])


def _moves_pairs(op: vector.ShuffleOp) -> bool:
    mask = list(op.mask.get_values())
    if any(_lanes(value.type) % 2 for value in (op.v1, op.v2, op.result)):
        return False
    return all(a % 2 == 0 and b == a + 1 for a, b in zip(mask[::2], mask[1::2], strict=True))


class WidenNeighbours(RewritePattern):
    """
    Make f32 of each second bf16 by a shift or a mask of the bits of two: one of two is the high
    half of the f32 that it is already.

    Processors whose lowest byte comes first, as all do for which code is made here.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: arith.ExtFOp, rewriter: PatternRewriter) -> None:
        pairs = op.input.owner
        if not is_of_bfloats(op.input.type) or not isinstance(pairs, vector.ShuffleOp):
            return
        lanes, places = _lanes(op.input.type), list(pairs.mask.get_values())
        first = places[0]
        if first not in (0, 1) or places != list(range(first, 2 * lanes, 2)):
            return
        if element_of(op.result.type) != f32 or _lanes(pairs.v1.type) != 2 * lanes:
            return
        code = _Code(op, rewriter)
        bits = code.bits(pairs.v1, i32, lanes)
        moved = (
            code.integer(arith.AndIOp, bits, _HIGH_BITS)
            if first
            else code.integer(arith.ShLIOp, bits, _SHIFT)
        )
        rewriter.replace(op, [], [code.put(llvm.BitcastOp(moved, op.result.type))])


class _Code:
    """Inserts operations before another one."""

    def __init__(self, before: Operation, rewriter: PatternRewriter):
        self._before, self._rewriter = before, rewriter

    def put(self, op: Operation) -> SSAValue:
        op.location = self._before.location
        self._rewriter.insert(op)
        return op.results[0]

    def bits(self, value: SSAValue, type: IntegerType, lanes: int) -> SSAValue:
        """A vector as so many integers."""
        return self.put(llvm.BitcastOp(value, VectorType(type, [lanes])))

    def integer(self, kind: type[Operation], value: SSAValue, number: int) -> SSAValue:
        """An operation on a vector of i32 and a number."""
        type = cast("VectorType[IntegerType]", value.type)
        constant = DenseIntOrFPElementsAttr.from_list(type, [number])
        numbers = self.put(arith.ConstantOp(constant, type))
        return self.put(
            (repaired_class(kind) or kind).create(operands=[value, numbers], result_types=[type])
        )


def is_of_bfloats(type: Attribute) -> bool:
    """Whether a type is that of vectors of bf16 of one axis."""
    return is_a(type, _VECTOR) and type.element_type == bf16 and len(type.get_shape()) == 1


def _shape(type: Attribute) -> Sequence[int]:
    return cast("VectorType[Attribute]", type).get_shape()


def _lanes(type: Attribute) -> int:
    return _shape(type)[0]
