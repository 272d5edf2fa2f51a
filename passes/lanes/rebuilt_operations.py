"""Loops and conditionals like others, around bodies that have been rewritten."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects import affine, scf
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ...dialect.xdsl_compat.affine_loops import affine_for
from ...dialect.xdsl_compat.operations.affine_if import IfOp as AffineIfOp
from .legality.variance import Conditional, Nested


def with_operands(
    op: Operation,
    operands: Sequence[SSAValue],
    properties: Mapping[str, Attribute] | None = None,
) -> Operation:
    """An operation without regions like another one, with other operands, or properties too."""
    new = type(op).create(
        operands=operands,
        result_types=op.result_types,
        properties=op.properties if properties is None else properties,
        attributes=op.attributes,
        location=op.location,
    )
    for old, result in zip(op.results, new.results, strict=True):
        result.name_hint = old.name_hint
    return new


def loop_like(
    op: Nested,
    bounds: list[SSAValue],
    inits: list[SSAValue],
    block: Block,
    outs: list[SSAValue],
) -> Operation:
    """A loop with the bounds of another one, that carries other values."""
    end: Operation
    new: Operation
    if isinstance(op, affine.ForOp):
        end = affine.YieldOp.get(*outs)
        lower, upper = op.lowerBoundMap, op.upperBoundMap
        count = len(op.lowerBoundOperands)
        new = affine_for(
            bounds[:count], bounds[count:], inits, lower, upper, Region(block), op.step
        )
    else:
        end = scf.YieldOp(*outs)
        new = scf.ForOp(bounds[0], bounds[1], bounds[2], inits, Region(block))
    block.add_op(end)
    new.attributes.update(op.attributes)
    new.location = end.location = op.location
    return new


def if_like(
    op: Conditional,
    operands: Sequence[SSAValue],
    types: Sequence[Attribute],
    regions: Sequence[Region],
) -> Operation:
    """A conditional like another one, with other results and arms."""
    new: Operation
    if isinstance(op, affine.IfOp):
        new = AffineIfOp.build(
            operands=[operands],
            result_types=[types],
            properties={"condition": op.condition},
            regions=regions,
        )
    else:
        new = scf.IfOp(operands[0], types, regions[0], regions[1])
    new.attributes.update(op.attributes)
    new.location = op.location
    return new
