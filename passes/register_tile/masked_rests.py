"""What whole tiles leave of a loop goes to a masked loop after it that does the same."""

from __future__ import annotations

from collections.abc import Collection

from xdsl.dialects import affine, arith, vector
from xdsl.ir import Attribute, IRNode, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.accesses.lane_masks import chosen_lanes
from ...analysis.instances.reader import InstanceReader
from ...dialect.ir.effects import has_no_effect
from ...dialect.ir.operations import operations_in, operations_of
from ...dialect.xdsl_compat.affine_loops import affine_for
from ...dialect.xdsl_compat.cloning import cloned
from ...index.expr import all_of, any_of, eq, lift, var, within
from ...index.queries.conditions import is_implied
from ..common.dead_code import erase_dead
from ..common.for_loops import is_rest
from ..lanes.legality.carried_reductions import vector_shape
from ..simplify.decided_conditions import outermost_block

_LANE = var("lane")


def leave_to_masked_rest(rest: affine.ForOp) -> None:
    """
    Have the loop after a rest run its iterations too, where it is the same but for masks, of which
    all lanes are on there: each further loop around a reduction is a nest of its own.
    """
    masked = _loop_after(rest)
    if masked is None or rest.results or masked.results or rest.step != masked.step:
        return
    ops = [op for op in masked.body.block.ops if isinstance(op, vector.CreateMaskOp)]
    masks = [op.results[0] for op in ops]
    if not masks or not _takes_over(rest, masked, masks) or not _does_the_same(rest, masked):
        return
    both = affine_for(
        rest.lowerBoundOperands,
        masked.upperBoundOperands,
        (),
        rest.lowerBoundMap,
        masked.upperBoundMap,
        masked.detach_region(masked.body),
        masked.step,
    )
    both.attributes.update(masked.attributes)
    both.location = masked.location
    Rewriter.insert_op(both, InsertPoint.before(masked))
    Rewriter.erase_op(masked)
    Rewriter.erase_op(rest)


def loops_in_masked_rest(loop: affine.ForOp) -> dict[affine.ForOp, affine.ForOp]:
    """
    The loops in the masked rest after a loop, by those in the loop that they correspond to; none
    where it has no such rest, or where one has other loops in it.
    """
    masked = _loop_after(loop)
    if masked is None or not is_rest(masked):
        return {}
    if not any(isinstance(op, vector.CreateMaskOp) for op in masked.body.block.ops):
        return {}
    ours, others = (operations_of(each.body, affine.ForOp) for each in (loop, masked))
    depths = [[_depth(op, top) for op in ops] for ops, top in ((ours, loop), (others, masked))]
    return dict(zip(ours, others, strict=True)) if depths[0] == depths[1] else {}


def _depth(op: Operation, top: affine.ForOp) -> int:
    depth, current = 0, op.parent_op()
    while current is not None and current is not top:
        depth, current = depth + 1, current.parent_op()
    return depth


def _loop_after(rest: affine.ForOp) -> affine.ForOp | None:
    """The next loop of the block, where nothing but what computes values comes between."""
    op = rest.next_op
    while op is not None and not isinstance(op, affine.ForOp) and has_no_effect(op):
        op = op.next_op
    return op if isinstance(op, affine.ForOp) else None


def _takes_over(rest: affine.ForOp, masked: affine.ForOp, masks: Collection[SSAValue]) -> bool:
    """
    Whether the second loop begins where the first one ends, and its masks would have all lanes on
    in the iterations of the first.
    """
    reader = InstanceReader(outermost_block(rest))
    around, ours, theirs = reader.surroundings(rest), reader.ranges(rest), reader.ranges(masked)
    if around is None or ours is None or theirs is None:
        return False
    (lowers, uppers, _), (others, _, _) = ours[0], theirs[0]
    step, first = rest.step.value.data, lowers[0]
    if len(uppers) != 1 or uppers[0] not in others:
        return False
    (end,) = uppers
    # From where either begins, both get to the same iterations, and none is left out between.
    grid = [eq((bound - first) % step, 0) for bound in (*lowers, *others)]
    none_left_out = [any_of([low <= other for other in others]) for low in lowers]
    if not is_implied(around.condition, all_of([*grid, *none_left_out])):
        return False
    iterator = reader.index(masked.body.block.args[0])
    assert iterator is not None
    there = around.condition & (iterator + step <= end)
    for mask in masks:
        lanes, _ = vector_shape(mask.type)
        chosen = chosen_lanes(mask, [_LANE], reader)
        if chosen is None or not is_implied(there & within(_LANE, lift(lanes)), chosen):
            return False
    return True


def _does_the_same(rest: affine.ForOp, masked: affine.ForOp) -> bool:
    """Whether the second loop, where all lanes are on, has the same body as the first."""
    plain = _with_all_lanes(masked)
    constants = dict[tuple[Attribute, Attribute], SSAValue]()
    same = dict[IRNode | SSAValue, IRNode | SSAValue]()
    for value in _constants_in(rest):
        same[value] = constants.setdefault(_key(value), value)
    for op in operations_in(plain):
        for place, value in enumerate(op.operands):
            if isinstance(value.owner, arith.ConstantOp):
                op.operands[place] = constants.get(_key(value), value)
    is_same = rest.body.block.is_structurally_equivalent(plain.body.block, same)
    plain.erase()
    return is_same


def _with_all_lanes(masked: affine.ForOp) -> affine.ForOp:
    """A copy of a loop, in no block, in which the masks that it begins with have all lanes on."""
    copy = cloned(masked)
    masks = {op.results[0] for op in copy.body.block.ops if isinstance(op, vector.CreateMaskOp)}
    for op in operations_in(copy.body):
        match op:
            case vector.MaskedLoadOp() if op.mask in masks:
                plain = vector.LoadOp.create(
                    operands=[op.base, *op.indices],
                    result_types=op.result_types,
                    attributes=op.attributes,
                )
                Rewriter.replace_op(op, plain)
            case vector.MaskedStoreOp() if op.mask in masks:
                store = vector.StoreOp.create(
                    operands=[op.value_to_store, op.base, *op.indices], attributes=op.attributes
                )
                Rewriter.replace_op(op, store)
            case arith.SelectOp() if op.cond in masks:
                op.result.replace_all_uses_with(op.lhs)
            case _:
                pass
    erase_dead(copy)
    return copy


def _constants_in(loop: affine.ForOp) -> list[SSAValue]:
    """The constants that a loop uses."""
    used = (value for op in operations_in(loop.body) for value in op.operands)
    return [value for value in dict.fromkeys(used) if isinstance(value.owner, arith.ConstantOp)]


def _key(constant: SSAValue) -> tuple[Attribute, Attribute]:
    assert isinstance(constant.owner, arith.ConstantOp)
    return constant.owner.value, constant.type
