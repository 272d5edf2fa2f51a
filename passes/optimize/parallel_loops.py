"""Runs the iterations of parallel loops one after the other, in one of the orders left open."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import affine
from xdsl.dialects.builtin import AffineMapAttr, IndexType
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineMap
from xdsl.rewriter import Rewriter

from ...dialect.annotations import LOOP
from ...dialect.ir.affine_conversion import from_affine_map, to_affine_map
from ...dialect.ir.operations import operations_of
from ...dialect.xdsl_compat.affine_loops import affine_for
from ...index.expr import var


def run_in_order(root: Operation) -> None:
    """
    Make `affine.for` loops of the parallel loops inside an operation that reduce nothing: one
    processor runs them, and those are what vectors are made of.
    """
    for loop in operations_of(root, affine.ParallelOp):
        if not loop.results and loop.body.block.args:
            _make_loops(loop)


def _make_loops(loop: affine.ParallelOp) -> None:
    source = loop.body.block
    lower_map, upper_map = loop.lowerBoundsMap.data, loop.upperBoundsMap.data
    inputs = lower_map.num_dims + lower_map.num_symbols
    operands = loop.map_operands
    lowers = _bounds(lower_map, operands[:inputs], loop.lowerBoundsGroups.get_values())
    uppers = _bounds(upper_map, operands[inputs:], loop.upperBoundsGroups.get_values())
    made: list[affine.ForOp] = []
    for iterator, lower, upper, step in zip(source.args, lowers, uppers, loop.steps, strict=True):
        block = Block(arg_types=[IndexType()])
        block.args[0].name_hint = iterator.name_hint
        inner = affine_for(
            lower[1], upper[1], [], lower[0], upper[0], Region(block), step.value.data
        )
        inner.location = loop.location
        if made:
            _fill(made[-1].body.block, [inner], loop)
        made.append(inner)
    for iterator, inner in zip(list(source.args), made, strict=True):
        iterator.replace_all_uses_with(inner.body.block.args[0])
    body = [op for op in source.ops if op is not source.last_op]
    for op in body:
        op.detach()
    _fill(made[-1].body.block, body, loop)
    made[0].attributes |= loop.attributes
    if len(made) > 1:
        made[0].attributes.pop(LOOP, None)  # the name of them all, which none is found by
    Rewriter.replace_op(loop, made[0], [])


def _fill(block: Block, ops: list[Operation], origin: Operation) -> None:
    block.add_ops(ops)
    last = affine.YieldOp.get()
    last.location = origin.location
    block.add_op(last)


def _bounds(
    map: AffineMap, operands: Sequence[SSAValue], counts: Sequence[int]
) -> list[tuple[AffineMapAttr, list[SSAValue]]]:
    """The map of each iterator's bounds, with the operands that it needs."""
    values = {f"v{k}": operand for k, operand in enumerate(operands)}
    exprs = from_affine_map(map, [var(name) for name in values])
    found, start = list[tuple[AffineMapAttr, list[SSAValue]]](), 0
    for count in counts:
        own = exprs[start : start + count]
        names = list(dict.fromkeys(name for expr in own for name in expr.variables()))
        bound = to_affine_map(own, names)
        assert bound is not None, "it was one"
        found.append((AffineMapAttr(bound), [values[name] for name in names]))
        start += count
    return found
