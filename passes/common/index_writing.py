"""The index of a memory access, written back from expressions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint

from ...dialect.ir.affine_conversion import to_affine_map
from ...dialect.ir.memory_access import MappedAccess, MemoryAccess, access_of
from ...index.expr import TRUE, Expr, var
from ...index.normal import tidy
from .index_codegen import Emitter, is_affine_operand


def write_index(
    op: Operation,
    buffer: SSAValue,
    index: Sequence[Expr],
    values: Mapping[str, SSAValue],
    context: Expr = TRUE,
) -> bool:
    """
    Let an access go to a cell of a buffer, at an index over the names of these values, of which the
    context holds.

    False, and nothing is changed, where it has a map, and no map gives that index, or has an index
    of its own, and no operands give it.
    """
    access = access_of(op)
    if not isinstance(access, MappedAccess):
        if (given := _operands_at(access, op, index)) is None:
            return False
        emitter = Emitter(InsertPoint.before(op), op)
        access.move(op, buffer, [emitter.index(axis, values, context) for axis in given])
        return True
    names = list(dict.fromkeys(name for axis in index for name in axis.variables()))
    operands = [values[name] for name in names]
    if not all(map(is_affine_operand, operands)) or (found := to_affine_map(index, names)) is None:
        return False
    access.move(op, buffer, operands, found)
    return True


def takes_any_index(op: Operation) -> bool:
    """Whether an access may be at each cell, as far as a map gives its index where it has one."""
    access = access_of(op)
    if isinstance(access, MappedAccess):
        return True
    rank = cast("MemRefType[Attribute]", access.buffer(op).type).get_num_dims()
    return _operands_at(access, op, [var(f"axis{k}") for k in range(rank)]) is not None


def _operands_at(
    access: MemoryAccess, op: Operation, index: Sequence[Expr]
) -> Sequence[Expr] | None:
    """The operands for an index; None if they are not shown to give it."""
    if (given := access.operands_at(op, index)) is None:
        return None
    pairs = zip(access.index(op, given), index, strict=True)
    return (
        given if all(own == axis or tidy(own - axis).constant == 0 for own, axis in pairs) else None
    )
