"""Recognises sums of products of numbers that are narrower than the sum."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, TypeGuard

from xdsl.dialects import affine, arith, memref
from xdsl.dialects.builtin import IntegerType, bf16, f32, i32
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Block, Operation, SSAValue

from ...dialect.ir.loop_like import carried_by
from ...dialect.ir.operations import is_a, operations_in, operations_of
from ...dialect.ir.poison_flags import fastmath_of
from ...dialect.xdsl_compat.vector_intrinsics import FLOAT_FLAGS
from ..lanes.legality.lockstep import Load
from ..lanes.legality.neighbours import bits_of

_EXTENSIONS: tuple[type[Operation], ...] = (arith.ExtSIOp, arith.ExtUIOp)
_BITS, _INTEGERS, _LOADS = (8, 16), (IntegerType,), (affine.LoadOp, memref.LoadOp)
_SUMS = (i32, f32)
"""The types of sums."""


@dataclass(frozen=True)
class Narrow:
    """
    What is loaded of a narrow type, as it is extended; without a load, the number 1.

    It is an integer, or a bf16.
    """

    load: Load | None
    bits: int
    signed: bool
    is_float: bool = False


NarrowProduct: TypeAlias = tuple[Narrow, Narrow]


def narrow_sums(loop: affine.ForOp) -> list[list[NarrowProduct]] | None:
    """
    The products that are added to each value that a loop carries, an i32 or f32; None where it does
    anything else.
    """
    carried, used = carried_by(loop), set[Operation]()
    sums = [_products(c.yielded, c.argument, used) for c in carried if c.argument.type in _SUMS]
    found = [products for products in sums if products]
    last = loop.body.block.last_op
    if not found or len(found) < len(carried):
        return None
    for op in operations_in(loop.body):
        if op is not last and op not in used and not isinstance(op, affine.ApplyOp):
            return None
    return found


def has_narrow_products(loop: affine.ForOp) -> bool:
    """Whether something in a loop may be a product of narrow integers, by its types alone."""
    return any(
        (is_a(op, _EXTENSIONS) and _bits(op.operands[0]) in _BITS) or _extends_bfloat(op)
        for op in operations_in(loop.body)
    )


def has_bfloats(loop: affine.ForOp) -> bool:
    """Whether something in a loop widens a bf16."""
    return any(map(_extends_bfloat, operations_in(loop.body)))


def common_flags(loop: affine.ForOp) -> frozenset[FastMathFlag]:
    """The flags of all sums and products of floats in a loop that say how these may be rounded."""
    kept = FLOAT_FLAGS
    for op in operations_of(loop.body, arith.AddfOp, arith.MulfOp):
        kept &= fastmath_of(op)
    return kept


def _products(
    value: SSAValue, argument: SSAValue, used: set[Operation]
) -> list[NarrowProduct] | None:
    """The products that a chain of sums adds to a carried value; none if that is all there is."""
    if value is argument:
        return []
    op = value.owner
    if not _is_sum(op) or not value.has_one_use():
        return None
    used.add(op)
    first, second = op.operands
    for rest, added in ((first, second), (second, first)):
        # Of two sums, the carried value is in one.
        if _reaches(rest, argument):
            before, own = _products(rest, argument, used), _terms(added, used)
            return None if before is None or own is None else [*before, *own]
    return None


def _reaches(value: SSAValue, argument: SSAValue) -> bool:
    owner = value.owner
    if value is argument:
        return True
    return _is_sum(owner) and any(_reaches(v, argument) for v in owner.operands)


def _terms(value: SSAValue, used: set[Operation]) -> list[NarrowProduct] | None:
    """The products of a sum, or the only one."""
    op = value.owner
    if _is_sum(op):
        used.add(op)
        first, second = (_terms(operand, used) for operand in op.operands)
        return None if first is None or second is None else [*first, *second]
    product = _product(value, used)
    return None if product is None else [product]


def _product(value: SSAValue, used: set[Operation]) -> NarrowProduct | None:
    """A product as a number of 32 bits: of narrow numbers, or such a number itself."""
    op = value.owner
    if isinstance(op, arith.ExtSIOp) and isinstance(op.input.owner, arith.MuliOp):
        # Of 16 bits, which hold each product but that of two unsigned bytes.
        used.add(op)
        found = _factors(op.input.owner, used)
        if found is None or (_bits(op.input) or 0) < 16:
            return None
        holds = all(factor.bits == 8 for factor in found) and any(f.signed for f in found)
        return found if holds else None
    if isinstance(op, arith.MuliOp | arith.MulfOp):
        return _factors(op, used)
    alone = _narrow(value, used)
    one = None if alone is None else Narrow(None, alone.bits, True, alone.is_float)
    return None if alone is None or one is None else (alone, one)


def _factors(op: arith.MuliOp | arith.MulfOp, used: set[Operation]) -> NarrowProduct | None:
    used.add(op)
    first, second = (_narrow(operand, used) for operand in op.operands)
    return None if first is None or second is None else (first, second)


def _narrow(value: SSAValue, used: set[Operation]) -> Narrow | None:
    """A number that is loaded and extended, in one step or two."""
    op, kinds = value.owner, list[bool]()
    if isinstance(op, Operation) and _extends_bfloat(op):
        load = op.operands[0].owner
        if not isinstance(load, Operation) or not is_a(load, _LOADS):
            return None
        used.update((op, load))
        return Narrow(load, 16, signed=True, is_float=True)
    while isinstance(op, Operation) and is_a(op, _EXTENSIONS):
        used.add(op)
        kinds.append(isinstance(op, arith.ExtSIOp))
        op = op.operands[0].owner
    if not kinds or not isinstance(op, Operation) or not is_a(op, _LOADS):
        return None
    # What was extended without a sign has none left to extend; one with a sign is to keep it.
    signed, bits = kinds[-1], _bits(op.results[0])
    if bits not in _BITS or (signed and not all(kinds)):
        return None
    used.add(op)
    return Narrow(op, bits, signed)


def _is_sum(op: Operation | Block) -> TypeGuard[arith.AddiOp | arith.AddfOp]:
    return isinstance(op, arith.AddiOp | arith.AddfOp)


def _extends_bfloat(op: Operation) -> bool:
    return isinstance(op, arith.ExtFOp) and (op.input.type, op.result.type) == (bf16, f32)


def _bits(value: SSAValue) -> int | None:
    return bits_of(value.type) if is_a(value.type, _INTEGERS) else None
