"""Runs the iterations of parallel loops one after the other, in one of the orders left open."""

from __future__ import annotations

from xdsl.dialects import affine
from xdsl.dialects.builtin import AffineMapAttr, IndexType
from xdsl.ir import Block, Operation, Region
from xdsl.ir.affine import AffineMap
from xdsl.rewriter import Rewriter

from ...dialect.annotations import LOOP
from ...dialect.ir.operations import operations_of


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
    lowers = _bounds(loop.lowerBoundsMap.data, loop.lowerBoundsGroups.get_values())
    uppers = _bounds(loop.upperBoundsMap.data, loop.upperBoundsGroups.get_values())
    inputs = loop.lowerBoundsMap.data.num_dims + loop.lowerBoundsMap.data.num_symbols
    first, second = loop.map_operands[:inputs], loop.map_operands[inputs:]
    made: list[affine.ForOp] = []
    for iterator, lower, upper, step in zip(source.args, lowers, uppers, loop.steps, strict=True):
        block = Block(arg_types=[IndexType()])
        block.args[0].name_hint = iterator.name_hint
        inner = affine.ForOp.from_region(
            first, second, [], [], lower, upper, Region(block), step.value.data
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


def _bounds(map: AffineMap, counts: tuple[int, ...]) -> list[AffineMapAttr]:
    """The map of each iterator's bounds."""
    found, start = list[AffineMapAttr](), 0
    for count in counts:
        results = map.results[start : start + count]
        found.append(AffineMapAttr(AffineMap(map.num_dims, map.num_symbols, results)))
        start += count
    return found
