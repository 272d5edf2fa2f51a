"""Patterns that fold conditions and indices, by the loops, ifs and assumes around them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from xdsl.dialects import affine, arith, scf
from xdsl.dialects.builtin import IndexType, IntegerAttr, IntegerType, i1
from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.rewriter import InsertPoint

from ...analysis.instances.reader import InstanceReader
from ...analysis.instances.sizes import assumed
from ...analysis.values.known_quotients import Division, known_quotient
from ...dialect.ir.operations import is_a
from ...index.expr import Expr, all_of
from ...index.normal import cost
from ...index.queries.conditions import is_implied
from ...index.sets.engine import GaveUp, NotAffine, engine
from ...index.simplify.conjunctions import conjunction
from ...index.simplify.forms import simplify_condition, simplify_index
from ..common.dead_code import erase_if_dead
from ..common.index_codegen import Emitter
from .block_reader import BlockReader
from .branch_merging import index_condition, inline, is_only_otherwise, move_second_arm

_MATCHED = (affine.IfOp, scf.IfOp, arith.CmpiOp, *get_args(Division))


def may_fold(op: Operation) -> bool:
    """Whether a pattern here looks at an operation."""
    if is_a(op, _MATCHED):
        return True
    return len(op.results) == 1 and isinstance(op.results[0].type, IndexType)


class FoldDecidedIf(RewritePattern):
    """
    Replace an if on indices that is decided at its place by the arm that runs; give another the
    simplest condition, or the opposite one where only its second arm does something.
    """

    def __init__(self, known: BlockReader):
        self._known = known

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: affine.IfOp | scf.IfOp, rewriter: PatternRewriter) -> None:
        reader = self._known.reader
        instances = reader.surroundings(op)
        condition = index_condition(op, reader)
        if instances is None or condition is None:
            return
        around = instances.condition & all_of(assumed(op, reader))
        for arm, goal in enumerate((condition, ~condition)):
            if is_implied(around, goal):
                inline(op, arm, rewriter)
                return
        if not isinstance(op, affine.IfOp):
            return
        simpler = simplify_condition(condition, around)
        if cost(simpler) < cost(condition):
            _set_condition(op, simpler, reader, rewriter)
        _turn(op, around, instances.iterators, reader, rewriter)


class FoldDecidedComparison(RewritePattern):
    """Replace a comparison of indices that is decided at its place by a constant."""

    def __init__(self, known: BlockReader):
        self._known = known

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: arith.CmpiOp, rewriter: PatternRewriter) -> None:
        if not isinstance(op.lhs.type, IndexType):
            return
        reader = self._known.reader
        instances, condition = reader.surroundings(op), reader.condition(op.result)
        if instances is None or condition is None:
            return
        around = instances.condition & all_of(assumed(op, reader))
        for value, goal in ((1, condition), (0, ~condition)):
            if is_implied(around, goal):
                _replace(op, IntegerAttr(value, i1), rewriter)
                return


class FoldIndex(RewritePattern):
    """Replace a computed index by the constant, or by the index, that it always equals."""

    def __init__(self, known: BlockReader):
        self._known = known

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if len(op.results) != 1 or not isinstance(op.results[0].type, IndexType):
            return
        if isinstance(op, affine.IfOp | scf.IfOp):
            return
        reader = self._known.reader
        instances, index = reader.surroundings(op), reader.index(op.results[0])
        if instances is None or index is None or not index.operands:
            return
        simpler = simplify_index(index, instances.condition & all_of(assumed(op, reader)))
        if simpler.constant is not None:
            _replace(op, IntegerAttr(simpler.constant, IndexType()), rewriter)
        elif simpler.op == "var":
            rewriter.replace(op, [], [reader.value(str(simpler))])


class FoldKnownQuotient(RewritePattern):
    """Replace a quotient of integers by what assumes say that it is."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: Division, rewriter: PatternRewriter) -> None:
        type = op.result.type
        if not isinstance(type, IntegerType):
            return
        known = known_quotient(op)
        if isinstance(known, int):
            _replace(op, IntegerAttr(known, type), rewriter)
        elif known is not None:
            rewriter.replace(op, [], [known])


def _turn(
    op: affine.IfOp,
    around: Expr,
    names: Sequence[str],
    reader: InstanceReader,
    rewriter: PatternRewriter,
) -> None:
    """The opposite condition in place of an empty first arm, where one affine set says it."""
    condition = index_condition(op, reader) if is_only_otherwise(op) else None
    if condition is None:
        return
    try:
        with engine().budget():
            context = engine().set(around)
            opposite = conjunction(engine().part(context, ~condition), context, names)
    except (GaveUp, NotAffine):
        return
    if opposite is not None and _set_condition(op, opposite, reader, rewriter):
        move_second_arm(op, rewriter)


def _set_condition(
    op: affine.IfOp, condition: Expr, reader: InstanceReader, rewriter: PatternRewriter
) -> bool:
    """Gives the if another condition; False where that is not an affine set."""
    values = {name: reader.value(name) for name in condition.variables()}
    emitter = Emitter(InsertPoint.before(op), op, rewriter)
    operands = list(op.args)
    made = emitter.affine_set(condition, values)
    if made is None:
        return False
    op.operands = made[1]
    op.properties["condition"] = made[0]
    rewriter.notify_op_modified(op)
    for operand in operands:
        if isinstance(operand.owner, Operation):
            erase_if_dead(operand.owner, rewriter)
    return True


def _replace(op: Operation, value: IntegerAttr, rewriter: PatternRewriter) -> None:
    operands = [operand.owner for operand in op.operands]
    constant = arith.ConstantOp(value)
    constant.location = op.location
    rewriter.replace(op, constant)
    for owner in dict.fromkeys(operands):
        if isinstance(owner, Operation):
            erase_if_dead(owner, rewriter)
