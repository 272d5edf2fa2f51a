"""Accesses at affine indices, and ifs on affine conditions, as operations of the affine dialect."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import affine, memref, scf, vector
from xdsl.dialects.builtin import BoolAttr
from xdsl.ir import Operation
from xdsl.rewriter import Rewriter

from ...dialect.ir.memory_access import access_of
from ...dialect.xdsl_compat.operations.affine_if import IfOp
from ...index.expr import Expr
from .affine_values import AffineValues
from .raised_loops import turn_yield

Access = memref.LoadOp | memref.StoreOp | vector.LoadOp | vector.StoreOp
ACCESSES = (memref.LoadOp, memref.StoreOp, vector.LoadOp, vector.StoreOp)


def takes_no_map(op: Operation) -> bool:
    """Whether an access says something that no operation of the affine dialect can say."""
    said = {**op.properties, **op.attributes}
    return any(
        name == "alignment" or (name == "nontemporal" and value != BoolAttr.from_bool(False))
        for name, value in said.items()
    )


def raise_access(op: Access, index: Sequence[Expr], values: AffineValues) -> Operation:
    """Make an affine access of a load or store at an index that `values` has read."""
    map, operands = values.map(index, op)
    buffer = access_of(op).buffer(op)
    match op:
        case memref.LoadOp():
            made: Operation = affine.LoadOp(buffer, operands, map, op.res.type)
        case memref.StoreOp():
            made = affine.StoreOp(op.value, buffer, operands, map)
        case vector.LoadOp():
            type = op.result.type
            made = affine.VectorLoadOp.build(
                operands=[buffer, operands], result_types=[type], properties={"map": map}
            )
        case vector.StoreOp():
            made = affine.VectorStoreOp.build(
                operands=[op.vector, buffer, operands], properties={"map": map}
            )
    return _take_over(op, made)


def raise_if(op: scf.IfOp, values: AffineValues) -> Operation:
    """
    Make an `affine.if` of an if on a conjunction of affine comparisons of indices; return the
    operation as it is where it is on something else.
    """
    condition = values.condition(op.cond, op)
    if condition is None:
        return op
    set, operands = values.set(condition, op)
    regions = [op.detach_region(region) for region in list(op.regions)]
    for region in regions:
        for block in region.blocks:
            turn_yield(block)
    made = IfOp.build(
        operands=[operands],
        result_types=[[result.type for result in op.results]],
        properties={"condition": set},
        regions=regions,
    )
    return _take_over(op, made)


def _take_over(old: Operation, new: Operation) -> Operation:
    new.attributes |= old.attributes
    new.location = old.location
    for was, result in zip(old.results, new.results, strict=True):
        result.name_hint = was.name_hint
    Rewriter.replace_op(old, new, list(new.results))
    return new
