"""Ifs of which only the second arm does something, under the opposite condition."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import affine, arith, scf
from xdsl.dialects.builtin import IntegerAttr, i1
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter
from xdsl.rewriter import InsertPoint

from ...analysis.instances.point_reader import PointReader
from ...index.expr import Expr
from ...index.sets.engine import GaveUp, NotAffine, engine
from ...index.simplify.conjunctions import conjunction
from ..common.dead_code import erase_if_dead
from ..common.index_codegen import Emitter
from .branch_merging import index_condition
from .logic_patterns import opposite


def turn_affine_if(
    op: affine.IfOp,
    around: Expr,
    names: Sequence[str],
    reader: PointReader,
    rewriter: PatternRewriter,
) -> None:
    """Put the opposite condition in place of an empty first arm, where one affine set says it."""
    condition = index_condition(op, reader) if _is_only_otherwise(op) else None
    if condition is None:
        return
    try:
        with engine().budget():
            context = engine().set(around)
            complement = conjunction(engine().part(context, ~condition), context, names)
    except (GaveUp, NotAffine):
        return
    if complement is not None and set_condition(op, complement, reader, rewriter):
        _move_second_arm(op, rewriter)


def set_condition(
    op: affine.IfOp, condition: Expr, reader: PointReader, rewriter: PatternRewriter
) -> bool:
    """Give an if another condition; return False if that is not an affine set."""
    if (values := reader.values_at(condition.variables(), op)) is None:
        return False
    emitter = Emitter(InsertPoint.before(op), op, rewriter)
    operands = list(op.args)
    made = emitter.affine_set(condition, values)
    if made is None:
        return False
    op.operands = made[1]
    op.properties["condition"] = made[0]
    rewriter.notify_op_modified(op)
    _erase_unused(operands, rewriter)
    return True


def turn_scf_if(op: scf.IfOp, rewriter: PatternRewriter) -> None:
    """Put the opposite condition in place of an empty first arm."""
    if not _is_only_otherwise(op):
        return
    condition = op.cond
    rewriter.insertion_point = InsertPoint.before(op)
    turned = opposite(condition, op, rewriter)
    if turned is None:
        true = arith.ConstantOp(IntegerAttr(1, i1))
        negation = arith.XOrIOp(condition, true)
        for made in (true, negation):
            made.location = op.location
            rewriter.insert(made)
        turned = negation.result
    op.operands = [turned]
    _move_second_arm(op, rewriter)
    _erase_unused([condition], rewriter)


def _erase_unused(values: Sequence[SSAValue], rewriter: PatternRewriter) -> None:
    for value in values:
        if isinstance(value.owner, Operation):
            erase_if_dead(value.owner, rewriter)


def _is_only_otherwise(op: affine.IfOp | scf.IfOp) -> bool:
    """Whether an if does something only where its condition does not hold."""
    first, second = op.regions
    if op.results or not second.blocks:
        return False
    return len(first.blocks[0].ops) == 1 < len(second.blocks[0].ops)


def _move_second_arm(op: affine.IfOp | scf.IfOp, rewriter: PatternRewriter) -> None:
    """Move the second arm of an if to the first, which is empty."""
    end = op.regions[0].blocks[0].last_op
    source = op.regions[1].blocks[0]
    assert end is not None
    assert source.last_op is not None
    rewriter.erase(source.last_op)
    rewriter.inline_block(source, InsertPoint.before(end))
    rewriter.notify_op_modified(op)
