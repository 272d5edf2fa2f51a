"""Puts an if around a loop, with a copy of the loop in each arm."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects import affine, scf
from xdsl.dialects.builtin import AffineSetAttr
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.instances.activity import AnyLoop
from ...dialect.xdsl_compat.operations.affine_if import IfOp as AffineIfOp
from ..common.dead_code import erase_dead
from ..common.for_loops import Loop
from ..common.generated_stages import remove_stage_marker, transfer_stage_marker
from ..loops.ranges.idle_loops import erase_if_idle
from ..simplify.branch_merging import If
from ..simplify.decided_conditions import fold_decided_conditions

Condition = SSAValue | tuple[AffineSetAttr, list[SSAValue]]
"""An i1 value, or what an `affine.if` has instead."""


@dataclass(frozen=True)
class Unswitched:
    """The if, the loop where its condition holds, and the copy where it does not."""

    conditional: If
    holds: AnyLoop
    fails: AnyLoop
    copies: dict[Operation, Operation]
    """Each operation of the loop, and its copy in the other."""


def unswitch(loop: AnyLoop, condition: Condition) -> Unswitched:
    """Puts the loop in the first arm of an if, and a copy of it in the second."""
    fails = loop.clone()
    copies = dict(zip(loop.walk(), fails.walk(), strict=True))
    blocks = [Block(), Block()]
    conditional = _build(condition, loop, blocks)
    conditional.location = loop.location
    Rewriter.insert_op(conditional, InsertPoint.before(loop))
    for old, new in zip(loop.results, conditional.results, strict=True):
        new.name_hint = old.name_hint
        old.replace_all_uses_with(new)
    transfer_stage_marker(loop, conditional)
    remove_stage_marker(loop)
    remove_stage_marker(fails)
    loop.detach()
    terminator = affine.YieldOp if isinstance(conditional, affine.IfOp) else scf.YieldOp
    for block, copy in zip(blocks, (loop, fails), strict=True):
        end = terminator.create(operands=list(copy.results))
        end.location = loop.location
        block.add_ops([copy, end])
    return Unswitched(conditional, loop, fails, copies)


def _build(condition: Condition, loop: AnyLoop, blocks: list[Block]) -> If:
    regions = [Region(block) for block in blocks]
    types = list(loop.result_types)
    if isinstance(condition, SSAValue):
        return scf.IfOp(condition, types, regions[0], regions[1])
    return AffineIfOp.create(
        operands=condition[1],
        result_types=types,
        properties={"condition": condition[0]},
        regions=regions,
    )


def finish(unswitched: Unswitched) -> None:
    """Decides what the if decides in its arms, and drops a second arm in which nothing happens."""
    for loop in (unswitched.holds, unswitched.fails):
        if _is_there(loop):
            fold_decided_conditions(loop)
        if _is_there(loop) and isinstance(loop, Loop):
            erase_if_idle(loop)
    conditional = unswitched.conditional
    if not _is_there(conditional):
        return
    second = conditional.regions[1].blocks[0]
    erase_dead(conditional)
    if _is_there(conditional) and not conditional.results and second.first_op is second.last_op:
        conditional.regions[1].detach_block(0).erase()


def _is_there(op: Operation) -> bool:
    return op.parent is not None
