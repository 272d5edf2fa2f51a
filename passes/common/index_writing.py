"""The index of a memory access, written back from expressions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint

from ...dialect.ir.affine_conversion import to_affine_map
from ...dialect.ir.memory_access import MappedAccess, access_of
from ...index.expr import Expr
from .index_codegen import Emitter, is_affine_operand


def write_index(
    op: Operation, buffer: SSAValue, index: Sequence[Expr], values: Mapping[str, SSAValue]
) -> bool:
    """
    Let an access go to a cell of a buffer, at an index over the names of these values.

    False, and nothing is changed, where it has a map, and no map gives that index.
    """
    access = access_of(op)
    if not isinstance(access, MappedAccess):
        emitter = Emitter(InsertPoint.before(op), op)
        access.move(op, buffer, [emitter.index(axis, values) for axis in index])
        return True
    names = list(dict.fromkeys(name for axis in index for name in axis.variables()))
    operands = [values[name] for name in names]
    if not all(map(is_affine_operand, operands)) or (found := to_affine_map(index, names)) is None:
        return False
    access.move(op, buffer, operands, found)
    return True
