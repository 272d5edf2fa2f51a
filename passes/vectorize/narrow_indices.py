"""
Loops carry indices that they choose (the place of a maximum) as i32, where these are that small, or
nothing but their last 32 bits is read.

A vector of indices takes two registers beside one of f32, and its selects conditions of 64 bits.
"""

from __future__ import annotations

from xdsl.dialects import affine, arith
from xdsl.dialects.builtin import IndexType, IntegerAttr, i32
from xdsl.ir import BlockArgument, Operation, SSAValue, Use
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialect.ir.loop_like import Carried, carried_by
from ...dialect.ir.operations import operations_of
from ..common.for_loops import constant_lower, extent_of

_LIMIT = 1 << 31


def narrow_carried_indices(root: affine.ForOp) -> None:
    """
    Make the carried indices of the loops in a nest i32, which nothing but selects reads there, and
    of which each is a constant or an iterator in each iteration: within known bounds, unless the
    result becomes an i32 anyway, as it is the same whether it is chosen before or after that.
    """
    for loop in operations_of(root.body, affine.ForOp):
        for carried in carried_by(loop):
            if isinstance(carried.argument.type, IndexType):
                found = _Chosen(loop, carried)
                if found.is_narrow():
                    found.narrow()


class _Chosen:
    """A carried index, the selects that choose the next one, and what they choose from."""

    def __init__(self, loop: affine.ForOp, carried: Carried):
        self._loop, self._carried = loop, carried
        self._selects = list[arith.SelectOp]()
        self._leaves = [carried.init]
        self._read()

    def is_narrow(self) -> bool:
        """
        Whether all are values of i32, or those that it is made of, and no operation in the loop
        needs an index.
        """
        inside = [self._carried.argument, *(op.result for op in self._selects)]
        return (
            bool(self._selects)
            and (self._is_truncated() or all(map(_is_small, self._leaves)))
            and all(self._allows(use) for value in inside for use in value.uses)
        )

    def _is_truncated(self) -> bool:
        """Whether the result of the loop is cast to i32 wherever it is read."""
        return all(_is_cast(use.operation) for use in self._carried.result.uses)

    def narrow(self) -> None:
        """Change the types, with casts of what is chosen from, and of the result."""
        operands = self._loop.operands
        before = InsertPoint.before(self._loop)
        operands[len(operands) - self._from_end] = _narrowed(self._carried.init, before)
        Rewriter.replace_value_with_new_type(self._carried.argument, i32)
        for op in self._selects:
            Rewriter.replace_value_with_new_type(op.result, i32)
        for op in self._selects:
            for index in (1, 2):
                if isinstance(op.operands[index].type, IndexType):
                    op.operands[index] = _narrowed(op.operands[index], InsertPoint.before(op))
        result = Rewriter.replace_value_with_new_type(self._carried.result, i32)
        others = list[Use]()
        for use in list(result.uses):
            if _is_cast(op := use.operation):
                op.results[0].replace_all_uses_with(result)
                Rewriter.erase_op(op)
            else:
                others.append(use)
        if others:
            cast = arith.IndexCastOp(result, IndexType())
            Rewriter.insert_op(cast, InsertPoint.after(self._loop))
            for use in others:
                use.operation.operands[use.index] = cast.result

    @property
    def _from_end(self) -> int:
        """How far from the last of the carried values it is."""
        results = list(self._loop.results)
        return len(results) - next(k for k, r in enumerate(results) if r is self._carried.result)

    def _allows(self, use: Use) -> bool:
        """Whether a use is an arm of one of the selects, or passes the index on."""
        op = use.operation
        if op is self._loop.body.block.last_op:
            return use.index == len(op.operands) - self._from_end
        return use.index > 0 and any(op is each for each in self._selects)

    def _read(self) -> None:
        """Note the selects of the loop that choose the next index, and what they choose from."""
        pending = [self._carried.yielded]
        seen: set[SSAValue] = {self._carried.argument}
        while pending:
            value = pending.pop()
            if value in seen:
                continue
            seen.add(value)
            op = value.owner
            if isinstance(op, arith.SelectOp) and op.parent is self._loop.body.block:
                self._selects.append(op)
                pending += (op.lhs, op.rhs)
            else:
                self._leaves.append(value)


def _is_cast(op: Operation) -> bool:
    return isinstance(op, arith.IndexCastOp) and op.result.type == i32


def _is_small(value: SSAValue) -> bool:
    """Whether a value is one of i32 for sure."""
    if isinstance(value, BlockArgument):
        loop = value.block.parent_op()
        if not isinstance(loop, affine.ForOp) or value is not loop.body.block.args[0]:
            return False
        first, extent = constant_lower(loop), extent_of(loop)
        if first is None or extent is None:
            return False
        last = first + loop.step.value.data * max(0, extent - 1)
        return first >= -_LIMIT and last < _LIMIT
    op = value.owner
    if isinstance(op, arith.ConstantOp) and isinstance(op.value, IntegerAttr):
        return -_LIMIT <= op.value.value.data < _LIMIT
    return False


def _narrowed(value: SSAValue, place: InsertPoint) -> SSAValue:
    op = value.owner
    if isinstance(op, arith.ConstantOp) and isinstance(op.value, IntegerAttr):
        wrapped = (op.value.value.data + _LIMIT) % (2 * _LIMIT) - _LIMIT
        new: Operation = arith.ConstantOp(IntegerAttr(wrapped, i32))
    else:
        new = arith.IndexCastOp(value, i32)
    Rewriter.insert_op(new, place)
    return new.results[0]
