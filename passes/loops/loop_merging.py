"""Merges two loops of a block into one: whether the order that this gives is legal, and how."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects import affine, scf
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.accesses.escape import ALLOCATIONS
from ...analysis.instances.reader import InstanceReader
from ...analysis.instances.sizes import known_sizes
from ...dialect.annotations import LOOP
from ...dialect.ir.effects import has_no_effect
from ...dialect.ir.loop_like import inits_of, loop_of
from ...dialect.ir.operations import operation_name
from ...dialect.ir.reasons import Declined
from ...dialect.xdsl_compat.affine_loops import affine_for
from ...index.expr import Expr, var
from ...index.queries.conditions import is_implied
from ..common.dead_code import erase_unused_value
from ..common.for_loops import Loop
from ..common.generated_stages import merged_attributes
from .legality.merged_order import Sides, check_merged_order

OTHER_BOUNDS = "other-bounds"
"""The id of the reason that two loops do not run over the same indices."""


@dataclass(frozen=True)
class Merging:
    """
    Two loops that may be merged.

    `front` and `after` are the operations between them that move before the new loop, and
    after it.
    """

    first: Loop
    second: Loop
    front: tuple[Operation, ...]
    after: tuple[Operation, ...]


def plan_merging(first: Loop, second: Loop) -> Merging:
    """
    The way to merge a loop with a later one of its block; raises Declined if there is none.

    The second moves up to the first, or the first down to the second, over what stands between.
    """
    scope = first.parent
    assert scope is not None
    reader = InstanceReader(scope)
    reader.take_for_granted(known_sizes(first, reader))
    _check_same_iterations(first, second, reader)
    between = _between(first, second)
    refused: Declined | None = None
    for plan in (_upwards, _downwards):
        try:
            merging = plan(first, second, between)
            sides = Sides(first, second, merging.front, merging.after)
            if (reason := check_merged_order(sides, reader)) is not None:
                raise Declined(reason)
        except Declined as error:
            refused = refused or error
        else:
            return merging
    assert refused is not None
    raise refused


def _check_same_iterations(first: Loop, second: Loop, reader: InstanceReader) -> None:
    ours, other = _domain(first, reader), _domain(second, reader)
    if is_implied(ours, other) and is_implied(other, ours):
        return
    raise Declined(
        f"the bounds differ: {_shown_bounds(first, reader)} and {_shown_bounds(second, reader)}",
        reason=OTHER_BOUNDS,
    )


def _domain(loop: Loop, reader: InstanceReader) -> Expr:
    """The condition that `i` is a value of the iterator."""
    iterator = loop.body.block.args[0]
    instances = reader.surroundings(loop.body.block.last_op or loop)
    name = iterator.name_hint or "an index"
    if not isinstance(iterator.type, IndexType):
        raise Declined(
            f"the loop over {name} runs over '{iterator.type}', not over indices", reason="bounds"
        )
    if instances is None or not instances.exact:
        raise Declined(
            f"the bounds of the loop over {name} cannot be expressed: they must be quasi-affine in "
            "indices, with a constant step",
            reason="bounds",
        )
    return instances.condition.substitute({instances.iterators[0]: var("i")})


def _between(first: Loop, second: Loop) -> list[Operation]:
    block = first.parent
    assert block is not None
    ops = list(block.ops)
    return ops[ops.index(first) + 1 : ops.index(second)]


def _upwards(first: Loop, second: Loop, between: Sequence[Operation]) -> Merging:
    """The second moves up, and with it what it needs of what is between."""
    needed = set[Operation]()
    for op in (second, *reversed(between)):
        if op is second or op in needed:
            operands = [operand.owner for nested in op.walk() for operand in nested.operands]
            needed |= {owner for owner in operands if owner in between}
            if first in operands:
                raise Declined("the second needs a result of the first", reason="carried-value")
    front = tuple(op for op in between if op in needed)
    _check_movable(front)
    return Merging(first, second, front, tuple(op for op in between if op not in needed))


def _downwards(first: Loop, second: Loop, between: Sequence[Operation]) -> Merging:
    """The first moves down, and with it what needs its values of what is between."""
    waiting: list[Operation] = [first]
    for op in (*between, second):
        if any(operand.owner in waiting for nested in op.walk() for operand in nested.operands):
            if op is second:
                raise Declined("the second needs a result of the first", reason="carried-value")
            waiting.append(op)
    after = tuple(waiting[1:])
    _check_movable(after)
    return Merging(first, second, tuple(op for op in between if op not in after), after)


def _check_movable(ops: Sequence[Operation]) -> None:
    """Check that operations may be moved; their reads are left to `check_merged_order`."""
    for op in ops:
        if op.regions or not (has_no_effect(op) or isinstance(op, ALLOCATIONS)):
            raise Declined(
                f"'{operation_name(op)}' between the loops, which one of them needs, cannot move",
                reason="between",
            )


def merge_loops(
    merging: Merging, leading: Loop | None
) -> tuple[Loop, list[Operation], list[Operation]]:
    """
    Merge two loops; returns the new loop, and the operations that came into its body from each.

    It has the names of the first, else of the second; those of the `leading` one only, where given.
    """
    first, second = merging.first, merging.second
    for op in merging.front:
        op.detach()
        Rewriter.insert_op(op, InsertPoint.before(first))
    for op in reversed(merging.after):
        op.detach()
        Rewriter.insert_op(op, InsertPoint.after(second))
    # As a loop of affine, if one is: affine accesses need its iterator.
    form = first if isinstance(first, affine.ForOp) or isinstance(second, scf.ForOp) else second
    inits = [*inits_of(first), *inits_of(second)]
    block = Block(arg_types=[IndexType(), *(value.type for value in inits)])
    merged = _loop_like(form, inits, block)
    merged.location = (leading or first).location
    merged.attributes = merged_attributes(first, second)
    if leading is not None:
        merged.attributes.pop(LOOP, None)
        merged.attributes |= leading.attributes
    Rewriter.insert_op(merged, InsertPoint.before(second))
    bodies = [_move_body(first, block, 1), _move_body(second, block, 1 + len(first.results))]
    block.args[0].name_hint = (leading or first).body.block.args[0].name_hint
    _finish(merged, block, (first, second))
    return merged, bodies[0], bodies[1]


def _loop_like(form: Loop, inits: Sequence[SSAValue], block: Block) -> Loop:
    if isinstance(form, scf.ForOp):
        return scf.ForOp(form.lb, form.ub, form.step, inits, block)
    return affine_for(
        list(form.lowerBoundOperands),
        list(form.upperBoundOperands),
        inits,
        form.lowerBoundMap,
        form.upperBoundMap,
        Region(block),
        form.step,
    )


def _move_body(loop: Loop, block: Block, carried: int) -> list[Operation]:
    """Moves what a loop does, less its terminator, to the end of a block."""
    body = loop.body.block
    for argument, new in zip(
        body.args, (block.args[0], *block.args[carried : carried + len(loop.results)]), strict=True
    ):
        new.name_hint = new.name_hint or argument.name_hint
        argument.replace_all_uses_with(new)
    ops = [op for op in body.ops if op is not body.last_op]
    for op in ops:
        op.detach()
        block.add_op(op)
    return ops


def _finish(merged: Loop, block: Block, loops: tuple[Loop, Loop]) -> None:
    """The terminator, the uses of the results, and the end of the old loops."""
    terminators = [loop.body.block.last_op for loop in loops]
    yielded = [operand for op in terminators if op is not None for operand in op.operands]
    make = affine.YieldOp if isinstance(merged, affine.ForOp) else scf.YieldOp
    end = make.create(operands=yielded)
    end.location = merged.location
    block.add_op(end)
    results = iter(merged.results)
    for loop in loops:
        for old in loop.results:
            new = next(results)
            new.name_hint = old.name_hint
            old.replace_all_uses_with(new)
        operands = [operand.owner for operand in loop.operands]
        Rewriter.erase_op(loop)
        for owner in dict.fromkeys(operands):
            if isinstance(owner, Operation):
                erase_unused_value(owner)


def _shown_bounds(loop: Loop, reader: InstanceReader) -> str:
    """`io = 0 to 4`, or `i = 0 to n step 4`, where the bounds can be read."""
    form, read = loop_of(loop), reader.indices
    (lowers,), (uppers,) = form.lowers(loop, read) or [()], form.uppers(loop, read) or [()]
    strides = form.steps(loop, read)
    step = 1 if strides is None or strides[0].constant is None else strides[0].constant
    name = loop.body.block.args[0].name_hint or "i"
    first, last = _joined_bounds("max", lowers, reader), _joined_bounds("min", uppers, reader)
    return f"{name} = {first} to {last}" + (f" step {step}" if step != 1 else "")


def _joined_bounds(join: str, bounds: Sequence[Expr], reader: InstanceReader) -> str:
    shown = [str(_named_bound(bound, reader)) for bound in bounds]
    if not shown:
        return "?"
    return shown[0] if len(shown) == 1 else f"{join}({', '.join(shown)})"


def _named_bound(bound: Expr, reader: InstanceReader) -> Expr:
    """The bound in the names of the source."""
    names = dict.fromkeys(bound.variables())
    return bound.substitute({name: var(reader.value(name).name_hint or name) for name in names})
