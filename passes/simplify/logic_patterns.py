"""Patterns that fold what conditions are joined by, and leave out the parts that others decide."""

from __future__ import annotations

import operator
from functools import reduce
from typing import TypeAlias, cast

from xdsl.dialects import arith, cf, scf
from xdsl.dialects.builtin import IntegerAttr, i1
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ...analysis.instances.point_reader import PointReader
from ...index.connected import names_in
from ...index.expr import Expr, all_of, any_of, ne
from ...index.queries.conditions import is_implied
from ..common.dead_code import erase_if_dead
from .assumed_values import feeds_an_assume, only_assumed
from .block_reader import BlockReader

Logic: TypeAlias = arith.AndIOp | arith.OrIOp | arith.XOrIOp | arith.SelectOp

_NEGATED = (1, 0, 5, 4, 3, 2, 9, 8, 7, 6)
"""The opposite of each predicate: eq, ne, slt, sle, sgt, sge, and the unsigned four."""

_EQ, _NE, _SLT, _SLE, _SGT, _SGE = range(6)
_MOST_PARTS = 12


class FoldLogic(RewritePattern):
    """Replace what `and`, `or`, `xor` and `select` give where an operand is a constant."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: Logic, rewriter: PatternRewriter) -> None:
        if feeds_an_assume(op.results[0]):
            return  # a false one would be an error, of a program that never gets here
        value = _folded(op, rewriter)
        if value is not None:
            rewriter.replace(op, [], [value])


class ShortenCondition(RewritePattern):
    """
    Give an if, a select, or what uses a conjunction or disjunction, one without the parts that the
    others and what is around decide: `n < 5` for `n < 5 and n < 10`, and `a == b` for `a >= b`
    where `a <= b` holds.

    A condition that only assumes use stays.
    """

    def __init__(self, known: BlockReader):
        self._known = known

    @op_type_rewrite_pattern
    def match_and_rewrite(
        self,
        op: scf.IfOp | arith.SelectOp | arith.AndIOp | arith.OrIOp | arith.CmpiOp,
        rewriter: PatternRewriter,
    ) -> None:
        value = op.cond if isinstance(op, scf.IfOp | arith.SelectOp) else op.results[0]
        if value.type != i1 or only_assumed(op) or _is_done_where_made(op, value):
            return
        reader = self._known.reader
        if (condition := reader.condition(value)) is None or condition.op in ("true", "false"):
            return
        if (around := reader.around(op, condition)) is None:
            return
        shorter = _Shorter(reader, op, rewriter).of(value, around)
        if shorter is value:
            return
        if value in op.results:
            operands = [operand.owner for operand in op.operands]
            rewriter.replace(op, [], [shorter])
        else:
            operands = [value.owner]
            op.operands[0] = shorter
            rewriter.notify_op_modified(op)
        for owner in dict.fromkeys(operands):
            if isinstance(owner, Operation):
                erase_if_dead(owner, rewriter)


def _is_done_where_made(op: Operation, value: SSAValue) -> bool:
    """Whether a condition is looked at where it is made, and no more is known where it is used."""
    if value in op.results:
        # A part of another is looked at with that.
        users = {use.operation for use in value.uses}
        return (
            len(users) == 1
            and type(next(iter(users))) is type(op)
            and op.parent is (next(iter(users)).parent)
        )
    return not isinstance(value.owner, Operation) or value.owner.parent is op.parent


class ReplaceDecidedTruth(RewritePattern):
    """Replace an i1 value that is used inside an arm where it surely holds, or surely does not."""

    def __init__(self, known: BlockReader):
        self._known = known

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        for number, value in enumerate(op.operands):
            if value.type != i1 or truth(value) is not None or not _is_from_outside(value, op):
                continue
            if isinstance(op, scf.IfOp | cf.AssertOp) or only_assumed(op):
                continue  # the one is inlined, the others are statements
            reader = self._known.reader
            _ = reader.surroundings(op)
            condition = reader.condition(value)
            if condition is None or (around := reader.around(op, condition)) is None:
                continue
            for known, goal in ((1, condition), (0, ~condition)):
                if is_implied(around, goal):
                    constant = arith.ConstantOp(IntegerAttr(known, i1))
                    constant.location = op.location
                    rewriter.insert(constant)
                    op.operands[number] = constant.result
                    rewriter.notify_op_modified(op)
                    break


def _is_from_outside(value: SSAValue, op: Operation) -> bool:
    owner = value.owner
    return (owner.parent if isinstance(owner, Operation) else owner) is not op.parent


class _Shorter:
    """Makes shorter conditions before an operation."""

    def __init__(self, reader: PointReader, op: Operation, rewriter: PatternRewriter):
        self._reader, self._op, self._rewriter = reader, op, rewriter

    def of(self, value: SSAValue, around: Expr) -> SSAValue:
        """The condition, or a shorter one that agrees with it wherever the context holds."""
        op = value.owner
        if isinstance(op, arith.AndIOp | arith.OrIOp):
            return self._joined(op, value, around)
        return self._respelled(op, value, around) if isinstance(op, arith.CmpiOp) else value

    def _joined(self, op: arith.AndIOp | arith.OrIOp, value: SSAValue, around: Expr) -> SSAValue:
        kind = type(op)
        parts = _parts(value, kind)
        if len(parts) > _MOST_PARTS:
            return value
        meant = [self._reader.condition(part) for part in parts]
        if any(each is None for each in meant):
            return value
        shorter, said = list(parts), cast("list[Expr]", meant)
        changed = True
        while changed:
            changed = False
            # The last one first: of two that say the same the first one stays.
            for k in reversed(range(len(shorter))):
                if len(shorter) == 1:
                    break
                others = [each for n, each in enumerate(said) if n != k]
                conjunction = kind is arith.AndIOp
                where = around & (all_of(others) if conjunction else ~any_of(others))
                if is_implied(where, said[k] if conjunction else ~said[k]):
                    del shorter[k], said[k]
                    continue
                part = self.of(shorter[k], where)
                if part is not shorter[k]:
                    now = self._reader.condition(part)
                    assert now is not None, "it is of what its longer form is of"
                    shorter[k], said[k], changed = part, now, True
        if shorter == parts:
            return value
        return reduce(lambda a, b: self._insert(kind(a, b)), shorter)

    def _respelled(self, op: arith.CmpiOp, value: SSAValue, around: Expr) -> SSAValue:
        """`a == b` for `a >= b` where `a <= b` holds, `a < b` where `a != b` does, and so on."""
        predicate = op.predicate.value.data
        if predicate not in _SHARPER:
            return value
        operands = self._reader.indices([op.lhs, op.rhs])
        if operands is None:
            return value
        left, right = operands
        for under, sharper in _SHARPER[predicate]:
            if sharper == _EQ and self._is_of_an_end(left - right):
                continue
            if is_implied(around, _HOLDS[under](left, right)):
                return self._insert(arith.CmpiOp(op.lhs, op.rhs, sharper))
        return value

    def _is_of_an_end(self, difference: Expr) -> bool:
        """Whether an iterator is compared with a number: `i >= 3` tells more than `i == 3`."""
        instances = self._reader.surroundings(self._op)
        names = names_in(difference)
        return len(names) == 1 and instances is not None and names <= {*instances.iterators}

    def _insert(self, op: Operation) -> SSAValue:
        op.location = self._op.location
        self._rewriter.insert(op)
        return op.results[0]


_SHARPER = {
    _SGE: ((_SLE, _EQ), (_NE, _SGT)),
    _SLE: ((_SGE, _EQ), (_NE, _SLT)),
    _NE: ((_SLE, _SLT), (_SGE, _SGT)),
}
"""
Of each comparison others under which it is a sharper one: an equality, or one that is strict.

Of `<` and `!=` an affine condition can say the first one only.
"""
_HOLDS = {_NE: ne, _SLE: operator.le, _SGE: operator.ge}


def _parts(value: SSAValue, kind: type[arith.AndIOp | arith.OrIOp]) -> list[SSAValue]:
    """The conditions that one operation joins; of many, a few more than are looked at."""
    found, pending = list[SSAValue](), [value]
    while pending and len(found) <= _MOST_PARTS:
        each = pending.pop()
        if isinstance(each.owner, kind):
            pending += reversed(each.owner.operands)
        else:
            found.append(each)
    return found


def _folded(op: Logic, rewriter: PatternRewriter) -> SSAValue | None:
    """Fold `and`, `or`, `xor` and `select` with a constant operand."""
    if isinstance(op, arith.SelectOp):
        known = truth(op.cond)
        return None if known is None else (op.lhs if known else op.rhs)
    for one, other in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
        known = truth(one)
        if known is None:
            continue
        if isinstance(op, arith.XOrIOp):
            return opposite(other, op, rewriter) if known else other
        return one if known == isinstance(op, arith.OrIOp) else other
    return None


def opposite(value: SSAValue, origin: Operation, rewriter: PatternRewriter) -> SSAValue | None:
    """
    Insert the opposite of a constant or of a comparison of integers, at the location of what asks.
    """
    known, owner = truth(value), value.owner
    if known is not None:
        negated: Operation = arith.ConstantOp(IntegerAttr(int(not known), i1))
    elif isinstance(owner, arith.CmpiOp):
        negated = arith.CmpiOp(owner.lhs, owner.rhs, _NEGATED[owner.predicate.value.data])
    else:
        return None
    negated.location = origin.location
    rewriter.insert(negated)
    return negated.results[0]


def truth(value: SSAValue) -> bool | None:
    """The value of an i1 constant."""
    owner = value.owner
    if not isinstance(owner, arith.ConstantOp) or value.type != i1:
        return None
    return bool(cast("IntegerAttr", owner.value).value.data)
