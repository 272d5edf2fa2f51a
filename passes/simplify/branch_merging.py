"""Merges the arms of an if that do the same, and neighbouring ifs on one condition of indices."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import affine, arith, scf
from xdsl.ir import Attribute, Block, IRNode, Operation, Region, SSAValue
from xdsl.pattern_rewriter import PatternRewriter
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.instances.reader import InstanceReader
from ...analysis.instances.sizes import assumed
from ...dialect.annotations import STAGE
from ...dialect.ir.affine_conversion import from_affine_set
from ...dialect.ir.effects import may_move
from ...index.expr import Expr, all_of
from ...index.queries.conditions import is_implied
from ..common.dead_code import erase_if_dead
from ..common.generated_stages import merged_attributes

If = affine.IfOp | scf.IfOp


def index_condition(op: If, reader: InstanceReader) -> Expr | None:
    """The condition of an if over indices, or None where it is on data."""
    if isinstance(op, scf.IfOp):
        return reader.condition(op.cond)
    operands = reader.indices(list(op.args))
    return None if operands is None else from_affine_set(op.condition.data, operands)


def inline_arm(op: If, arm: int, rewriter: PatternRewriter | None = None) -> None:
    """Put the operations of the arm where the if is, and what it yields for its results."""
    rewriter = rewriter or PatternRewriter(op)
    region = op.regions[arm] if arm < len(op.regions) else None
    if region is None or not region.blocks:
        rewriter.erase(op)
        return
    block = region.blocks[0]
    end = block.last_op
    assert end is not None
    rewriter.inline_block(block, InsertPoint.before(op))
    rewriter.replace(op, [], list(end.operands))
    rewriter.erase(end)


def inline(op: If, arm: int, rewriter: PatternRewriter | None = None) -> None:
    """Replace an if by one of its arms, and drop what only computed its condition."""
    operands = [operand.owner for operand in op.operands]
    inline_arm(op, arm, rewriter)
    for owner in dict.fromkeys(operands):
        if isinstance(owner, Operation):
            erase_if_dead(owner, rewriter)


def merge_equal_arms(root: Operation) -> bool:
    """Replaces each if inside `root` whose arms do the same by one of them; whether any was."""
    changed = False
    for op in [op for op in root.walk(region_first=True) if isinstance(op, If)]:
        if op.parent is None:
            continue  # gone with a loop in which nothing is left
        first, second = op.regions
        if first.blocks and second.blocks and _do_the_same(first.block, second.block):
            inline(op, 0)
            changed = True
    return changed


def _do_the_same(first: Block, second: Block) -> bool:
    """Whether two arms are equal, where a constant is its value, wherever it is made."""
    theirs = _constants(second)
    context: dict[IRNode | SSAValue, IRNode | SSAValue] = {first: second}
    for value, constants in _constants(first).items():
        for constant in constants:
            same = theirs.get(value, [constant])
            context[constant] = constant if constant in same else same[0]
    arms = [[op for op in b.ops if not isinstance(op, arith.ConstantOp)] for b in (first, second)]
    return len(arms[0]) == len(arms[1]) and all(
        op.is_structurally_equivalent(other, context) for op, other in zip(*arms, strict=True)
    )


def _constants(block: Block) -> dict[Attribute, list[SSAValue]]:
    """The constants that an arm uses, by value."""
    found: dict[Attribute, list[SSAValue]] = {}
    for operand in (operand for op in block.walk() for operand in op.operands):
        if isinstance(operand.owner, arith.ConstantOp):
            found.setdefault(operand.owner.value, []).append(operand)
    return found


def is_only_otherwise(op: If) -> bool:
    """Whether an if does something only where its condition does not hold."""
    first, second = op.regions
    if op.results or not second.blocks:
        return False
    return len(first.blocks[0].ops) == 1 < len(second.blocks[0].ops)


def move_second_arm(op: If, rewriter: PatternRewriter) -> None:
    """Move the second arm of an if to the first, which is empty."""
    end = op.regions[0].blocks[0].last_op
    source = op.regions[1].blocks[0]
    assert end is not None
    assert source.last_op is not None
    rewriter.erase(source.last_op)
    rewriter.inline_block(source, InsertPoint.before(end))
    rewriter.notify_op_modified(op)


def merge_neighbours(block: Block, scope: Block) -> bool:
    """
    Merges ifs of one block that are next to each other, on equal or complementary conditions.

    Only operations without an effect may stand between. Whether any were merged.

    No pattern: it goes through a block in order, and what is between two ifs decides.
    """
    changed = False
    previous: If | None = None
    for op in list(block.ops):
        if isinstance(op, If):
            merged = None if previous is None else _merge(previous, op, scope)
            changed = changed or merged is not None
            previous = merged or op
        elif not may_move(op):
            previous = None
    return changed


def _merge(first: If, second: If, scope: Block) -> If | None:
    """One if in place of both, or None where their conditions are not shown to go together."""
    own_stage = second.attributes.get(STAGE)
    if own_stage is not None and own_stage != first.attributes.get(STAGE):
        return None
    between = _between(first, second)
    if any(use.operation in (*between, second) for r in first.results for use in r.uses):
        return None
    reader = InstanceReader(scope)
    arms = _arms_of_second(first, second, reader)
    if arms is None:
        return None
    for op in between:
        op.detach()
        Rewriter.insert_op(op, InsertPoint.before(first))
    return _merged(first, second, arms)


def _arms_of_second(first: If, second: If, reader: InstanceReader) -> tuple[int, int] | None:
    """Which arms of the second run with the arms of the first."""
    ours, other = index_condition(first, reader), index_condition(second, reader)
    instances = reader.surroundings(second)
    if ours is None or other is None or instances is None:
        return None
    context = instances.condition & all_of(assumed(first, reader))

    def shown(condition: Expr, goal: Expr) -> bool:
        return is_implied(context & condition, goal)

    if shown(ours, other) and shown(other, ours):
        return 0, 1
    if shown(ours, ~other) and shown(~ours, other):
        return 1, 0
    return None


def _between(first: Operation, second: Operation) -> list[Operation]:
    ops = list[Operation]()
    current = first.next_op
    while current is not None and current is not second:
        ops.append(current)
        current = current.next_op
    return ops


def _merged(first: If, second: If, arms: tuple[int, int]) -> If:
    types = [*first.result_types, *second.result_types]
    blocks = [_arm(first, second, mine, arms[mine]) for mine in (0, 1)]
    filled = any(op is not blocks[1].last_op for op in blocks[1].ops) or bool(types)
    regions = [Region(blocks[0]), Region(blocks[1] if filled else [])]
    merged = type(first).create(
        operands=list(first.operands),
        result_types=types,
        properties=first.properties,
        attributes=merged_attributes(first, second),
        regions=regions,
    )
    merged.location = first.location
    Rewriter.insert_op(merged, InsertPoint.before(first))
    results = list(merged.results)
    _erase(second, results[len(first.results) :])
    _erase(first, results[: len(first.results)])
    return merged


def _arm(first: If, second: If, mine: int, other: int) -> Block:
    """The arm of the first, then that of the second, with all that both yield."""
    block = Block()
    yielded = _move(first, mine, block)
    for result, value in zip(first.results, yielded, strict=False):
        for use in list(result.uses):
            if second.is_ancestor(use.operation) and _arm_of(second, use.operation) == other:
                use.operation.operands[use.index] = value
    yielded += _move(second, other, block)
    make = affine.YieldOp if isinstance(first, affine.IfOp) else scf.YieldOp
    end = make.create(operands=yielded)
    end.location = first.location
    block.add_op(end)
    return block


def _arm_of(conditional: If, op: Operation) -> int:
    return next(
        k
        for k, region in enumerate(conditional.regions)
        if region.blocks and region.blocks[0].parent_op() is conditional and region.is_ancestor(op)
    )


def _move(conditional: If, arm: int, block: Block) -> list[SSAValue]:
    """Moves an arm to the end of a block; returns what it yields."""
    region = conditional.regions[arm]
    if not region.blocks:
        return []
    source = region.blocks[0]
    terminator = source.last_op
    assert terminator is not None
    yielded = list(terminator.operands)
    for op in list(source.ops):
        if op is not terminator:
            op.detach()
            block.add_op(op)
    return yielded


def _erase(op: If, results: Sequence[SSAValue]) -> None:
    """Puts the new results in place of an if, which is gone, and what only fed it too."""
    for old, new in zip(op.results, results, strict=True):
        new.name_hint = old.name_hint
    operands = [operand.owner for operand in op.operands]
    Rewriter.replace_op(op, [], results)
    for owner in dict.fromkeys(operands):
        if isinstance(owner, Operation):
            erase_if_dead(owner)
