"""Comparisons of a quotient, as comparisons of the dividend."""

from __future__ import annotations

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.rewriter import InsertPoint

from ...dialect.ir.operations import is_a
from ...index.queries.conditions import is_implied
from ..common.dead_code import erase_if_dead
from ..common.index_codegen import Emitter
from .assumed_values import only_assumed
from .block_reader import BlockReader

_DIVISIONS = (arith.FloorDivSIOp, arith.DivSIOp)
_LT, _LE, _GT, _GE = range(2, 6)
_MIRRORED = {_LT: _GT, _LE: _GE, _GT: _LT, _GE: _LE}
_AND_MORE = (_LE, _GT)
"""The predicates that are those of the other two, of a bound that is greater by 1."""


class CompareDividend(RewritePattern):
    """
    Compare `x < s * n` in place of `x floordiv s < n`, where an index is divided by a positive
    value that is no constant, and nothing but comparisons uses the quotient.
    """

    def __init__(self, known: BlockReader):
        self._known = known

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: arith.CmpiOp, rewriter: PatternRewriter) -> None:
        if only_assumed(op) or (found := _quotient_of(op)) is None:
            return
        division, bound, predicate = found
        reader = self._known.reader
        _ = reader.surroundings(op)
        quotient = reader.index(division.results[0])
        dividend, divisor = map(reader.index, division.operands)
        if quotient is None or dividend is None or divisor is None:
            return
        if divisor.constant is not None:
            return  # which affine sets say
        around = reader.around(op, quotient, dividend, divisor)
        if around is None or not is_implied(around, divisor > 0):
            return
        if not isinstance(division, arith.FloorDivSIOp) and not is_implied(around, dividend >= 0):
            return
        emitter = Emitter(InsertPoint.before(op), op, rewriter)
        if predicate in _AND_MORE:
            bound = emitter.insert(arith.AddiOp(bound, emitter.constant(1))).results[0]
        product = emitter.insert(arith.MuliOp(bound, division.operands[1])).results[0]
        below = predicate in (_LT, _LE)
        compared = arith.CmpiOp(division.operands[0], product, "slt" if below else "sge")
        compared.location = op.location
        rewriter.replace(op, compared)
        erase_if_dead(division, rewriter)


def _quotient_of(op: arith.CmpiOp) -> tuple[Operation, SSAValue, int] | None:
    """
    The division of an index that is compared, what it is compared with, and by which predicate.
    """
    predicate = op.predicate.value.data
    if predicate not in _MIRRORED or not isinstance(op.lhs.type, IndexType):
        return None
    sides = (op.lhs, op.rhs, predicate), (op.rhs, op.lhs, _MIRRORED[predicate])
    for quotient, bound, by in sides:
        division = quotient.owner
        if is_a(division, _DIVISIONS) and all(
            isinstance(use.operation, arith.CmpiOp) for use in division.results[0].uses
        ):
            return division, bound, by
    return None
