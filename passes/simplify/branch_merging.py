"""Merges the arms of an if that do the same, and neighbouring ifs on one condition."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import affine, arith, scf
from xdsl.ir import Attribute, Block, IRNode, Operation, Region, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.rewriter import InsertPoint

from ...analysis.instances.point_reader import PointReader
from ...analysis.instances.reader import InstanceReader
from ...dialect.annotations import STAGE
from ...dialect.ir.affine_conversion import from_affine_set
from ...dialect.ir.effects import is_speculatable, may_move, may_not_end
from ...dialect.ir.operations import are_equal
from ...index.expr import Expr
from ...index.queries.conditions import is_implied
from ..common.dead_code import erase_if_dead
from ..common.generated_stages import merged_attributes
from ..common.patterns import rewrite_once
from .block_reader import BlockReader

If = affine.IfOp | scf.IfOp


def index_condition(op: If, reader: InstanceReader) -> Expr | None:
    """The condition of an if, or None if the reader cannot read it."""
    if isinstance(op, scf.IfOp):
        return reader.condition(op.cond)
    operands = reader.indices(list(op.args))
    return None if operands is None else from_affine_set(op.condition.data, operands)


def inline_arm(op: If, arm: int, rewriter: PatternRewriter | None = None) -> None:
    """Put the operations of the arm where the if is, and what it yields for its results."""
    rewriter = rewriter or PatternRewriter(op)
    region = op.regions[arm]
    if not region.blocks:
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


class MergeEqualArms(RewritePattern):
    """Replace an if whose arms do the same by one of them."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: affine.IfOp | scf.IfOp, rewriter: PatternRewriter) -> None:
        first, second = op.regions
        if first.blocks and second.blocks and _do_the_same(first.block, second.block):
            inline(op, 0, rewriter)


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
        are_equal(op, other, context) for op, other in zip(*arms, strict=True)
    )


def _constants(block: Block) -> dict[Attribute, list[SSAValue]]:
    """The constants that an arm uses, by value."""
    found: dict[Attribute, list[SSAValue]] = {}
    for operand in (operand for op in block.walk() for operand in op.operands):
        if isinstance(operand.owner, arith.ConstantOp):
            found.setdefault(operand.owner.value, []).append(operand)
    return found


class MergeNeighbouringIfs(RewritePattern):
    """
    Replace two ifs of one block, on equal or complementary conditions, by one.

    Only operations without an effect may stand between. The first one is looked for from the second
    on: what two have become is in its place for a third.
    """

    def __init__(self, known: BlockReader, among: Sequence[Operation] | None = None):
        """`among` are the ifs that may be merged, any where there are none."""
        self._known = known
        self._among = None if among is None else set(among)
        self.merged: list[Operation] = []

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: affine.IfOp | scf.IfOp, rewriter: PatternRewriter) -> None:
        first = _if_before(op)
        if first is None or not _may_take_stage(first, op):
            return
        if self._among is not None and first not in self._among:
            return
        between = _between(first, op)
        if any(use.operation in (*between, op) for r in first.results for use in r.uses):
            return
        if not all(map(is_speculatable, between)) and any(map(may_not_end, first.walk())):
            return  # a division by zero would come before what stops the program
        arms = _arms_of_second(first, op, self._known.reader)
        if arms is None:
            return
        for each in between:
            each.detach()
            rewriter.insert(each, InsertPoint.before(first))
        merged = _merge(first, op, arms, rewriter)
        self.merged = [each for each in self.merged if each is not first] + [merged]
        if self._among is not None:
            self._among.add(merged)


def merge_neighbours(roots: Sequence[Operation]) -> list[Operation]:
    """Merges neighbouring ifs among these operations of a block; the ones that they have become."""
    ifs = [root for root in roots if isinstance(root, If)]
    if len(ifs) < 2 or (scope := ifs[0].parent) is None or (around := scope.parent_op()) is None:
        return []
    known, others = BlockReader(scope), set(ifs[1:])
    pattern = MergeNeighbouringIfs(known, ifs)
    rewrite_once(around, pattern, visits=lambda op: op in others, listener=known.listener)
    return pattern.merged


def _if_before(op: Operation) -> If | None:
    """The nearest if before an operation, with nothing between that has an effect."""
    current = op.prev_op
    while current is not None and not isinstance(current, If):
        if not may_move(current):
            return None
        current = current.prev_op
    return current


def _may_take_stage(first: If, second: If) -> bool:
    """Whether the second is not a stage of its own."""
    stage = second.attributes.get(STAGE)
    return stage is None or stage == first.attributes.get(STAGE)


def _arms_of_second(first: If, second: If, reader: PointReader) -> tuple[int, int] | None:
    """Which arms of the second run with the arms of the first."""
    ours, other = index_condition(first, reader), index_condition(second, reader)
    if ours is None or other is None:
        return None
    context = reader.around(first, ours, other)
    if context is None:
        return None

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


def _merge(first: If, second: If, arms: tuple[int, int], rewriter: PatternRewriter) -> If:
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
    rewriter.insert(merged, InsertPoint.before(first))
    results = list(merged.results)
    _erase(second, results[len(first.results) :], rewriter)
    _erase(first, results[: len(first.results)], rewriter)
    return merged


def _arm(first: If, second: If, mine: int, other: int) -> Block:
    """
    Build an arm: the arm of the first if, then the arm of the second, with all values that both
    yield.
    """
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


def _erase(op: If, results: Sequence[SSAValue], rewriter: PatternRewriter) -> None:
    """Puts the new results in place of an if, which is gone, and what only fed it too."""
    for old, new in zip(op.results, results, strict=True):
        new.name_hint = old.name_hint
    operands = [operand.owner for operand in op.operands]
    rewriter.replace(op, [], results)
    for owner in dict.fromkeys(operands):
        if isinstance(owner, Operation):
            erase_if_dead(owner, rewriter)
