"""Rewrites the indices of accesses in the simplest form that the loops and ifs around allow."""

from __future__ import annotations

from xdsl.dialects import affine, memref
from xdsl.dialects.builtin import AffineMapAttr
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint

from ...analysis.instances.reader import InstanceReader
from ...analysis.instances.sizes import assumed
from ...dialect.ir.affine_conversion import from_affine_map, to_affine_map
from ...dialect.ir.operations import operations_of
from ...index.expr import Expr, all_of
from ...index.simplify.forms import simplify_index
from ..common.dead_code import erase_if_dead
from ..common.index_codegen import Emitter, has_extreme, is_affine_operand

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
        operands = reader.indices(list(op.indices))
        instances = reader.surroundings(op)
        if operands is None or instances is None:
            continue
        affine_access = isinstance(op, affine.LoadOp | affine.StoreOp)
        own = from_affine_map(op.map.data, operands) if affine_access else operands
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
    old = list(op.indices)
    if isinstance(op, affine.LoadOp | affine.StoreOp):
        if not all(map(is_affine_operand, values.values())):
            return
        if (found := to_affine_map(index, names)) is None:
            return
        op.properties["map"] = AffineMapAttr(found)
        _replace_indices(op, [values[name] for name in names])
    else:
        emitter = Emitter(InsertPoint.before(op), op)
        _replace_indices(op, [emitter.index(expr, values) for expr in index])
    for value in dict.fromkeys(old):
        if isinstance(value.owner, Operation):
            erase_if_dead(value.owner)


def _replace_indices(op: Access, indices: list[SSAValue]) -> None:
    stores = isinstance(op, affine.StoreOp | memref.StoreOp)
    op.operands = [*op.operands[: 2 if stores else 1], *indices]
