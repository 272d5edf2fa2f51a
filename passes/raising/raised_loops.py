"""`scf.for` and `scf.parallel` as loops of the affine dialect."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import affine, arith, scf
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseIntElementsAttr,
    IndexType,
    IntegerAttr,
    StringAttr,
    TensorType,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.instances.integers import bits_of
from ...dialect.ir.reasons import Declined, because
from ...dialect.xdsl_compat.affine_loops import affine_for
from ...dialect.xdsl_compat.operations.affine_parallel import ParallelOp
from ...index.expr import Expr
from .affine_values import AffineValues, Bound, bound_not_affine


def raise_for(loop: scf.ForOp, values: AffineValues) -> affine.ForOp:
    """Make an `affine.for` of a loop; raises Declined, and leaves it as it is."""
    step = constant_step(loop.step, values)
    lower, upper = lower_bound(loop.lb, loop, values), upper_bound(loop.ub, loop, values)
    check_width(loop.lb.type, [bound - 1 + step for bound in upper.exprs], values, loop)
    lower_map, first = values.map(lower.exprs, loop)
    upper_map, second = values.map(upper.exprs, loop)
    region = loop.detach_region(loop.body)
    (block,) = region.blocks
    turn_yield(block)
    if not isinstance(block.args[0].type, IndexType):
        make_index(block.args[0], loop)
        values.forget()
    made = affine_for(
        first,
        second,
        loop.iter_args,
        lower_map,
        upper_map,
        region,
        step,
    )
    replace_loop(loop, made, list(made.results))
    return made


def raise_parallel(loop: scf.ParallelOp, values: AffineValues) -> Operation:
    """
    Make an `affine.parallel` of a loop, or `affine.for` loops where it reduces: they carry what it
    reduces from one iteration to the next, in one of the orders that are left open. Raises
    Declined.
    """
    steps = [constant_step(step, values) for step in loop.step]
    lowers = [lower_bound(bound, loop, values) for bound in loop.lowerBound]
    uppers = [upper_bound(bound, loop, values) for bound in loop.upperBound]
    if loop.results:
        return _in_order(loop, lowers, uppers, steps, values)
    region = loop.detach_region(loop.body)
    last = region.block.last_op
    if last is not None:
        end = affine.YieldOp.get()
        end.location = last.location
        Rewriter.replace_op(last, end)
    lower_map, first = values.map([e for bound in lowers for e in bound.exprs], loop)
    upper_map, second = values.map([e for bound in uppers for e in bound.exprs], loop)
    made = ParallelOp.build(
        operands=[[*first, *second]],
        result_types=[[]],
        properties={
            "reductions": ArrayAttr[StringAttr]([]),
            "lowerBoundsMap": lower_map,
            "lowerBoundsGroups": _groups(lowers),
            "upperBoundsMap": upper_map,
            "upperBoundsGroups": _groups(uppers),
            "steps": ArrayAttr([IntegerAttr(step, i64) for step in steps]),
        },
        regions=[region],
    )
    replace_loop(loop, made, [])
    return made


def _in_order(
    loop: scf.ParallelOp,
    lowers: Sequence[Bound],
    uppers: Sequence[Bound],
    steps: Sequence[int],
    values: AffineValues,
) -> Operation:
    maps = [
        (values.map(lower.exprs, loop), values.map(upper.exprs, loop))
        for lower, upper in zip(lowers, uppers, strict=True)
    ]
    body = loop.body.block
    types = [result.type for result in loop.results]
    carried: list[SSAValue] = list(loop.initVals)
    outermost: affine.ForOp | None = None
    around: Block | None = None
    for iterator, (lower, upper), step in zip(list(body.args), maps, steps, strict=True):
        block = Block(arg_types=[IndexType(), *types])
        block.args[0].name_hint = iterator.name_hint
        for argument, result in zip(block.args[1:], loop.results, strict=True):
            argument.name_hint = result.name_hint
        made = affine_for(lower[1], upper[1], carried, lower[0], upper[0], Region(block), step)
        made.location = loop.location
        if around is None:
            outermost = made
        else:
            around.add_op(made)
            around.add_op(_yield_of(list(made.results), loop))
        iterator.replace_all_uses_with(block.args[0])
        around, carried = block, list(block.args[1:])
    assert outermost is not None, "it has an iterator"
    assert around is not None, "it is the body of the innermost"
    reduce = body.last_op
    assert isinstance(reduce, scf.ReduceOp), "how a loop that reduces ends"
    given, regions = list(reduce.args), list(reduce.reductions)
    for op in list(body.ops):
        if op is not reduce:
            op.detach()
            around.add_op(op)
    results = [
        _reduced(region, old, new, around)
        for region, old, new in zip(regions, carried, given, strict=True)
    ]
    around.add_op(_yield_of(results, reduce))
    Rewriter.erase_op(reduce)
    replace_loop(loop, outermost, list(outermost.results))
    values.forget()
    return outermost


def _reduced(region: Region, old: SSAValue, new: SSAValue, block: Block) -> SSAValue:
    """Compute, at the end of a block, what a reduction makes of two values."""
    source = region.block
    for argument, value in zip(source.args, (old, new), strict=True):
        argument.replace_all_uses_with(value)
    last = source.last_op
    assert isinstance(last, scf.ReduceReturnOp), "how a reduction ends"
    for op in list(source.ops):
        if op is not last:
            op.detach()
            block.add_op(op)
    return last.result


def _yield_of(values: Sequence[SSAValue], origin: Operation) -> affine.YieldOp:
    made = affine.YieldOp.get(*values)
    made.location = origin.location
    return made


def _groups(bounds: Sequence[Bound]) -> DenseIntElementsAttr:
    counts = [len(bound.exprs) for bound in bounds]
    return DenseIntElementsAttr.from_list(TensorType(i32, [len(counts)]), counts)


# What is asked of all loops.


def constant_step(step: SSAValue, values: AffineValues) -> int:
    """The step of a loop; raises Declined where it is no constant, or not positive."""
    found = values.reader.index(step)
    number = None if found is None else found.constant
    if number is None:
        why = because("its step is not constant", "step-not-constant", by=_name_of(step))
        raise Declined(why)
    if number <= 0:
        why = because(
            f"its step is {number}, and must be positive", "step-not-positive", step=number
        )
        raise Declined(why)
    return number


def lower_bound(value: SSAValue, loop: Operation, values: AffineValues) -> Bound:
    """A lower bound; raises Declined where it is not affine."""
    try:
        return values.lower(value, loop)
    except Declined as declined:
        raise bound_not_affine("its lower bound", declined) from None


def upper_bound(value: SSAValue, loop: Operation, values: AffineValues) -> Bound:
    """An upper bound; raises Declined where it is not affine."""
    try:
        return values.upper(value, loop)
    except Declined as declined:
        raise bound_not_affine("its upper bound", declined) from None


def check_width(
    type: Attribute,
    ends: Sequence[Expr],
    values: AffineValues,
    loop: Operation,
    downwards: bool = False,
) -> None:
    """Raise Declined where an iterator might wrap around: one of `ends` is its last value."""
    bits = bits_of(type)
    if bits is None:
        return
    most = -(2 ** (bits - 1)) if downwards else 2 ** (bits - 1) - 1
    if not any(values.known(end >= most if downwards else end <= most, loop) for end in ends):
        text = f"its iterator, of i{bits}, is not shown to end before it wraps around past {most}"
        raise Declined(because(text, "counter-may-wrap", most=most))


def _name_of(value: SSAValue) -> str | None:
    owner = value.owner if isinstance(value.owner, Operation) else value.owner.parent_op()
    return None if owner is None else owner.name


def make_index(iterator: BlockArgument, loop: Operation) -> None:
    """Let the first argument of a detached block be an index, cast to its type where it is used."""
    block = iterator.block
    index = block.insert_arg(IndexType(), 0)
    index.name_hint = iterator.name_hint
    cast = arith.IndexCastOp(index, iterator.type)
    cast.location = loop.location
    Rewriter.insert_op(cast, InsertPoint.at_start(block))
    iterator.replace_all_uses_with(cast.result)
    block.erase_arg(iterator)


def turn_yield(block: Block) -> None:
    """Let a block end by `affine.yield`."""
    last = block.last_op
    assert isinstance(last, scf.YieldOp), "how a block of scf ends"
    made = affine.YieldOp.get(*last.operands)
    made.location = last.location
    Rewriter.replace_op(last, made)


def replace_loop(loop: Operation, made: Operation, results: Sequence[SSAValue]) -> None:
    """Put a loop in the place of another, with its names and location."""
    made.attributes |= loop.attributes
    made.location = loop.location
    for old, new in zip(loop.results, results, strict=True):
        new.name_hint = new.name_hint or old.name_hint
    Rewriter.replace_op(loop, made, list(results))
