"""Rewrites the indices of accesses in the simplest form that the loops and ifs around allow."""

from __future__ import annotations

from xdsl.dialects import affine, memref
from xdsl.ir import Block, Operation

from ...analysis.instances.reader import InstanceReader
from ...analysis.instances.sizes import assumed
from ...dialect.ir.memory_access import access_of
from ...dialect.ir.operations import operations_of
from ...index.expr import Expr, all_of
from ...index.simplify.forms import simplify_index
from ..common.dead_code import erase_if_dead
from ..common.index_codegen import has_extreme
from ..common.index_writing import write_index

Access = affine.LoadOp | affine.StoreOp | memref.LoadOp | memref.StoreOp
_ACCESSES = (affine.LoadOp, affine.StoreOp, memref.LoadOp, memref.StoreOp)


def simplify_accesses(root: Operation, scope: Block) -> bool:
    """
    Simplifies the index of each access inside `root`; what only computed the old one goes. Whether
    any was.
    """
    reader = InstanceReader(scope)
    changed = False
    for op in operations_of(root, *_ACCESSES):
        access = access_of(op)
        operands = reader.indices(access.index_operands(op))
        instances = reader.surroundings(op)
        if operands is None or instances is None:
            continue
        own = access.index(op, operands)
        around = instances.condition & all_of(assumed(op, reader))
        new = tuple(simplify_index(index, around) for index in own)
        if any(map(has_extreme, new)):
            continue  # no affine expression, and computed once already
        if new != own or any(operand.op != "var" for operand in operands):
            _set_index(op, new, reader)
            changed = True
    return changed


def _set_index(op: Access, index: tuple[Expr, ...], reader: InstanceReader) -> None:
    names = list(dict.fromkeys(name for expr in index for name in expr.variables()))
    values = {name: reader.value(name) for name in names}
    access = access_of(op)
    old = access.index_operands(op)
    if not write_index(op, access.buffer(op), index, values):
        return
    for value in dict.fromkeys(old):
        if isinstance(value.owner, Operation):
            erase_if_dead(value.owner)
