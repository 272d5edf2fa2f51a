"""Edits of loops and ifs: their body or an arm in their place, one iteration, fewer results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from xdsl.dialects import affine, scf
from xdsl.dialects.builtin import AffineMapAttr, DenseArrayBase, IndexType, ModuleOp, i32
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineExpr, AffineMap
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.traits import IsolatedFromAbove

from ...dialect.ir.operations import operations_in
from .edits import Edit, NotPossible, last_in, only_block, replace, stand_in

_LOOPS = (affine.ForOp, scf.ForOp)
_IFS = (affine.IfOp, scf.IfOp)


def bodies(module: ModuleOp) -> list[Edit]:
    """Each operation with regions replaced by what one of them does: a loop by one iteration."""
    return [
        Edit(op, partial(_inline, op, number))
        for op in operations_in(module)
        if not op.has_trait(IsolatedFromAbove) and op.name not in ("gpu.func", "gpu.module")
        for number in range(len(op.regions))
    ]


def single_iterations(module: ModuleOp) -> list[Edit]:
    """Each affine loop left with its first iteration."""
    kinds: tuple[tuple[type[Operation], Callable[[Operation], None]], ...] = (
        (affine.ForOp, _iterate_once),
        (affine.ParallelOp, _iterate_once_in_parallel),
    )
    return [
        Edit(op, partial(act, op))
        for op in operations_in(module)
        for kind, act in kinds
        if isinstance(op, kind)
    ]


def results(module: ModuleOp) -> list[Edit]:
    """Each value that a loop carries, and each result of an if, left out."""
    return [
        Edit(op, partial(_without_result, op, number))
        for op in operations_in(module)
        if isinstance(op, (*_LOOPS, *_IFS))
        for number in reversed(range(len(op.results)))
    ]


def _inline(op: Operation, number: int) -> None:
    if number >= len(op.regions):
        raise NotPossible
    region = op.regions[number]
    if not region.blocks:  # an if without an else
        replace(op, [None] * len(op.results))
        return
    block = only_block(region)
    end = last_in(block)
    for argument, value in zip(block.args, _values_on_entry(op, block), strict=True):
        argument.replace_all_uses_with(value)
    given: list[SSAValue | None] = [*end.operands]
    kept = given if len(given) == len(op.results) else [None] * len(op.results)
    for nested in tuple(block.ops):
        if nested is not end:
            nested.detach()
            Rewriter.insert_op(nested, InsertPoint.before(op))
    replace(op, kept)


def _values_on_entry(op: Operation, block: Block) -> list[SSAValue]:
    """The values of the body's arguments in the first iteration, or stand-ins."""
    known: list[SSAValue] = []
    match op:
        case affine.ForOp():
            known = [_bound(op, op.lowerBoundMap, op.lowerBoundOperands, 0), *op.inits]
        case scf.ForOp():
            known = [op.lb, *op.iter_args]
        case scf.ParallelOp():
            known = [*op.lowerBound]
        case affine.ParallelOp():
            lower = op.lowerBoundsMap
            operands = op.map_operands[: lower.data.num_dims + lower.data.num_symbols]
            known = [_bound(op, lower, operands, k) for k in range(len(lower.data.results))]
        case _:
            pass
    if len(known) == len(block.args):
        return known
    return [stand_in(argument.type, op) for argument in block.args]


def _bound(
    op: Operation, bound: AffineMapAttr, operands: Sequence[SSAValue], number: int
) -> SSAValue:
    expr = bound.data.results[number]
    if isinstance(expr, AffineConstantExpr):
        return stand_in(IndexType(), op, expr.value)
    map = AffineMap(bound.data.num_dims, bound.data.num_symbols, (expr,))
    apply = affine.ApplyOp([*operands], AffineMapAttr(map))
    Rewriter.insert_op(apply, InsertPoint.before(op))
    return apply.result


def _iterate_once(op: Operation) -> None:
    assert isinstance(op, affine.ForOp)
    lower = op.lowerBoundMap.data
    operands, steps = [*op.lowerBoundOperands], op.step.value.data
    if len(lower.results) != 1:
        raise NotPossible
    count = len(operands)
    op.upperBoundMap = AffineMapAttr(_after(lower, [steps]))
    op.properties["operandSegmentSizes"] = DenseArrayBase.from_list(
        i32, [count, count, len(op.inits)]
    )
    op.operands = [*operands, *operands, *[*op.operands][len(op.operands) - len(op.results) :]]


def _iterate_once_in_parallel(op: Operation) -> None:
    assert isinstance(op, affine.ParallelOp)
    lower = op.lowerBoundsMap.data
    operands = [*op.map_operands][: lower.num_dims + lower.num_symbols]
    op.upperBoundsMap = AffineMapAttr(_after(lower, [s.value.data for s in op.steps]))
    op.upperBoundsGroups = op.lowerBoundsGroups
    op.operands = [*operands, *operands]


def _after(lower: AffineMap, steps: list[int]) -> AffineMap:
    """A bound that leaves one iteration."""
    if len(lower.results) != len(steps):
        raise NotPossible
    ends: list[AffineExpr] = [e + step for e, step in zip(lower.results, steps, strict=True)]
    return AffineMap(lower.num_dims, lower.num_symbols, tuple(ends))


def _without_result(op: Operation, number: int) -> None:
    if number >= len(op.results):
        raise NotPossible
    properties, operands = dict(op.properties), [*op.operands]
    kept: list[SSAValue | None] = []
    if isinstance(op, _LOOPS):
        start = len(operands) - len(op.results)
        initial = operands.pop(start + number)
        argument = op.body.block.args[number + 1]
        argument.replace_all_uses_with(initial)
        op.body.block.erase_arg(argument)
        if isinstance(op, affine.ForOp):
            sizes = [len(op.lowerBoundOperands), len(op.upperBoundOperands), len(op.results) - 1]
            properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, sizes)
        kept.append(initial)
    else:
        used = op.results[number].first_use is not None
        kept.append(stand_in(op.results[number].type, op) if used else None)
    for region in op.regions:
        for block in region.blocks:
            end = last_in(block)
            end.operands = [v for k, v in enumerate(end.operands) if k != number]
    regions = [_taken(region) for region in op.regions]
    new = type(op).create(
        operands=operands,
        result_types=[r.type for r in op.results if r.index != number],
        properties=properties,
        attributes=op.attributes,
        regions=regions,
    )
    remaining: list[SSAValue | None] = [*new.results]
    Rewriter.replace_op(op, [new], [*remaining[:number], *kept, *remaining[number:]])


def _taken(region: Region) -> Region:
    """A region of its own with the blocks."""
    new = Region()
    region.move_blocks(new)
    return new
