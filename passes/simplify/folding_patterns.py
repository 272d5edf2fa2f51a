"""Patterns that fold conditions and integers, by the loops, ifs, sizes and assumes around them."""

from __future__ import annotations

from typing import cast

from xdsl.dialects import affine, arith, scf
from xdsl.dialects.builtin import IndexType, IntegerAttr, IntegerType, i1
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.rewriter import InsertPoint

from ...dialect.ir.effects import is_pure
from ...dialect.ir.memory_access import is_load
from ...dialect.ir.operations import is_a
from ...index.normal import cost, divides, is_linear
from ...index.queries.conditions import is_implied
from ...index.simplify.forms import simplify_condition, simplify_index
from ...index.simplify.single_terms import may_be_single_term
from ..common.dead_code import erase_if_dead
from ..common.index_codegen import Emitter
from .assumed_values import feeds_an_assume, only_assumed
from .block_reader import BlockReader
from .branch_merging import index_condition, inline
from .turned_ifs import set_condition, turn_affine_if, turn_scf_if

_MATCHED = (affine.IfOp, scf.IfOp, arith.CmpiOp, arith.CmpfOp)


def may_fold(op: Operation) -> bool:
    """Whether a pattern here looks at an operation."""
    if is_a(op, _MATCHED):
        return True
    return _gives_an_integer(op)


def _gives_an_integer(op: Operation) -> bool:
    return len(op.results) == 1 and isinstance(op.results[0].type, IndexType | IntegerType)


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
        _ = reader.surroundings(op)  # the loops around are the first to have names
        condition = index_condition(op, reader)
        if condition is not None and (around := reader.around(op, condition)) is not None:
            for arm, goal in enumerate((condition, ~condition)):
                if is_implied(around, goal):
                    inline(op, arm, rewriter)
                    return
        if isinstance(op, scf.IfOp):
            turn_scf_if(op, rewriter)
            return
        reader = self._known.affine
        instances, condition = reader.surroundings(op), index_condition(op, reader)
        if condition is None or instances is None:
            return
        around = reader.around(op, condition)
        assert around is not None, "it has surroundings"
        simpler = simplify_condition(condition, around)
        if cost(simpler) < cost(condition):
            set_condition(op, simpler, reader, rewriter)
        turn_affine_if(op, around, instances.iterators, reader, rewriter)


class FoldDecidedComparison(RewritePattern):
    """
    Replace a comparison that is decided at its place by a constant.

    What only an assume says of data stays: it states a fact on a cell.
    """

    def __init__(self, known: BlockReader):
        self._known = known

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: arith.CmpiOp | arith.CmpfOp, rewriter: PatternRewriter) -> None:
        if not isinstance(op.lhs.type, IndexType) and only_assumed(op):
            return
        reader = self._known.reader
        _ = reader.surroundings(op)
        condition = reader.condition(op.result)
        if condition is None or (around := reader.around(op, condition)) is None:
            return
        for value, goal in ((1, condition), (0, ~condition)):
            if is_implied(around, goal):
                if value or not feeds_an_assume(op.result):  # else nothing is defined here
                    _replace(op, IntegerAttr(value, i1), rewriter)
                return


class FoldIndex(RewritePattern):
    """
    Replace a computed integer by the constant, or by the value, that it always equals.

    An index that is divided, and need not be, is a sum.
    """

    def __init__(self, known: BlockReader):
        self._known = known

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if not _gives_an_integer(op) or isinstance(op, arith.ConstantOp) or op.regions:
            return
        type = cast("IndexType | IntegerType", op.results[0].type)
        if not isinstance(type, IndexType) and (type == i1 or only_assumed(op)):
            return
        reader = self._known.reader
        _ = reader.surroundings(op)
        value = reader.index(op.results[0])
        if value is None or (around := reader.around(op, value)) is None:
            return
        may_be_sum = isinstance(type, IndexType) and divides(value)
        if not may_be_sum and not is_linear(value) and not may_be_single_term(value, around):
            return
        simpler = simplify_index(value, around)
        if simpler.constant is not None and is_pure(op):
            _replace(op, _constant(simpler.constant, type), rewriter)
        elif simpler.op == "var":
            same = reader.value_at(str(simpler), type, op)
            if same is not None:
                _replace_by(op, same, rewriter)
        elif may_be_sum and is_linear(simpler):
            values = reader.values_at(simpler.variables(), op)
            if values is None or any(map(_is_assumed_load, values.values())):
                return
            emitter = Emitter(InsertPoint.before(op), op, rewriter)
            _replace_by(op, emitter.index(simpler, values), rewriter)


def _constant(number: int, type: IndexType | IntegerType) -> IntegerAttr:
    """A number, or where the type does not hold it, and the value is poison, one that it holds."""
    if isinstance(type, IndexType):
        return IntegerAttr(number, type)
    return IntegerAttr(number % (1 << type.width.data), type, truncate_bits=True)


def _is_assumed_load(value: SSAValue) -> bool:
    """Whether a load may be there for assumes alone, and be no access."""
    return is_load(value.owner) and feeds_an_assume(value)


def _replace_by(op: Operation, value: SSAValue, rewriter: PatternRewriter) -> None:
    if _is_assumed_load(value):
        return
    operands = [operand.owner for operand in op.operands]
    rewriter.replace(op, [], [value])
    for owner in dict.fromkeys(operands):
        if isinstance(owner, Operation):
            erase_if_dead(owner, rewriter)


def _replace(op: Operation, value: IntegerAttr, rewriter: PatternRewriter) -> None:
    operands = [operand.owner for operand in op.operands]
    constant = arith.ConstantOp(value)
    constant.location = op.location
    rewriter.replace(op, constant)
    for owner in dict.fromkeys(operands):
        if isinstance(owner, Operation):
            erase_if_dead(owner, rewriter)
