"""Drops the conditions that a rewrite has decided, and shortens those that it left a part of."""

from __future__ import annotations

from typing import cast

from xdsl.dialects import affine, arith
from xdsl.dialects.builtin import IndexType, IntegerAttr, i1
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.instances.reader import InstanceReader
from ...dialect.ops import AssumeOp
from ...index.expr import Expr
from ...index.normal import cost
from ...index.queries.conditions import is_implied
from ...index.simplify.forms import simplify_condition
from ..common.dead_code import erase_dead
from ..common.index_codegen import Emitter
from .branch_merging import If, index_condition, inline_arm

_LOGIC = (arith.AndIOp, arith.OrIOp, arith.XOrIOp)

_NEGATED = (1, 0, 5, 4, 3, 2, 9, 8, 7, 6)
"""The opposite of each predicate: eq, ne, slt, sle, sgt, sge, and the unsigned four."""


def fold_decided_conditions(root: Operation) -> None:
    """
    Replaces each condition inside an operation that is decided at its place, by indices or by
    constants; an `affine.if` keeps the part that is not. What only fed them goes, and so does
    whatever has no effect, `root` itself included.
    """
    scope = outermost_block(root)
    reader = InstanceReader(scope)
    for region in root.regions:
        for block in region.blocks:
            _fold_block(block, reader)
    erase_dead(root)


def outermost_block(op: Operation) -> Block:
    """The block of the function that an operation is inside of."""
    block = op.parent
    assert block is not None
    while (parent := block.parent_op()) is not None and parent.name != "func.func":
        if parent.parent is None:
            break
        block = parent.parent
    return block


def _fold_block(block: Block, reader: InstanceReader) -> None:
    op = block.first_op
    while op is not None:
        before = op.prev_op
        if _fold_op(op, reader):
            op = block.first_op if before is None else before.next_op
            continue
        for region in op.regions:
            for inner in region.blocks:
                _fold_block(inner, reader)
        op = op.next_op


def _fold_op(op: Operation, reader: InstanceReader) -> bool:
    """Whether the operation is gone."""
    if isinstance(op, If):
        return _fold_if(op, reader)
    if isinstance(op, arith.CmpiOp) and isinstance(op.lhs.type, IndexType):
        if only_assumed(op):
            return False  # it is a statement
        condition = reader.condition(op.result)
        decided = None if condition is None else _decided(op, condition, reader)
        if decided is None:
            return False
        constant = arith.ConstantOp(IntegerAttr(int(decided), i1))
        constant.location = op.location
        Rewriter.replace_op(op, constant)
        return True
    value = _folded(op)
    if value is None:
        return False
    Rewriter.replace_op(op, [], [value])
    return True


def _fold_if(op: If, reader: InstanceReader) -> bool:
    condition = index_condition(op, reader)
    if condition is None:
        return False
    decided = _decided(op, condition, reader)
    if decided is not None:
        inline_arm(op, 0 if decided else 1)
        return True
    instances = reader.surroundings(op)
    if isinstance(op, affine.IfOp) and instances is not None:
        simpler = simplify_condition(condition, instances.condition)
        if cost(simpler) < cost(condition):
            set_condition(op, simpler, reader)
    return False


def _decided(op: Operation, condition: Expr, reader: InstanceReader) -> bool | None:
    instances = reader.surroundings(op)
    if instances is None:
        return None
    if is_implied(instances.condition, condition):
        return True
    if is_implied(instances.condition, ~condition):
        return False
    return None


def set_condition(op: affine.IfOp, condition: Expr, reader: InstanceReader) -> None:
    """Gives an `affine.if` another condition, where that is still an affine set."""
    values = {name: reader.value(name) for name in condition.variables()}
    made = Emitter(InsertPoint.before(op), op).affine_set(condition, values)
    if made is not None:
        op.operands = made[1]
        op.properties["condition"] = made[0]


def only_assumed(op: Operation) -> bool:
    """Whether an operation is an assume, or a condition that only assumes use."""
    if isinstance(op, AssumeOp):
        return True
    users = [use.operation for result in op.results for use in result.uses]
    return bool(users) and op.dialect_name() == "arith" and all(map(only_assumed, users))


def _folded(op: Operation) -> SSAValue | None:
    """What `and`, `or`, `xor` and `select` give where an operand is a constant."""
    if isinstance(op, arith.SelectOp):
        known = truth(op.cond)
        return None if known is None else (op.lhs if known else op.rhs)
    if not isinstance(op, _LOGIC) or op.result.type != i1:
        return None
    for one, other in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
        known = truth(one)
        if known is None:
            continue
        if isinstance(op, arith.XOrIOp):
            return _negated(op, other) if known else other
        return one if known == isinstance(op, arith.OrIOp) else other
    return None


def _negated(op: Operation, value: SSAValue) -> SSAValue | None:
    known, owner = truth(value), value.owner
    if known is not None:
        negated: Operation = arith.ConstantOp(IntegerAttr(int(not known), i1))
    elif isinstance(owner, arith.CmpiOp):
        negated = arith.CmpiOp(owner.lhs, owner.rhs, _NEGATED[owner.predicate.value.data])
    else:
        return None
    negated.location = op.location
    Rewriter.insert_op(negated, InsertPoint.before(op))
    return negated.results[0]


def truth(value: SSAValue) -> bool | None:
    """The value of an i1 constant."""
    owner = value.owner
    if not isinstance(owner, arith.ConstantOp) or value.type != i1:
        return None
    return bool(cast("IntegerAttr", owner.value).value.data)
