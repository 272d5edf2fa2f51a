"""Values that may be poison because of the operations and flags that compute them."""

from __future__ import annotations

from xdsl.dialects import affine, arith, func, scf
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Block, Operation, SSAValue

from .effects import is_arithmetic

_NEVER_POISON = ("arith.constant", "pad.undef")
_AFFINE = (affine.LoadOp, affine.ApplyOp, affine.MinOp)
_MAY_MAKE_POISON = (
    *(arith.ShLIOp, arith.ShRSIOp, arith.ShRUIOp, arith.DivSIOp, arith.DivUIOp),
    *(arith.FPToSIOp, arith.FPToUIOp),
)
INTEGER_FLAGS = ("isExact", "nonNeg", "nneg", "isDisjoint")
"""Flags of integers that are there or not, as properties or, where xDSL knows none, attributes."""


def fastmath_of(op: Operation) -> frozenset[FastMathFlag]:
    """The flags of an operation on floats: attributes of `arith.truncf`, where xDSL has none."""
    given = op.properties.get("fastmath", op.attributes.get("fastmath"))
    return frozenset(given.data) if isinstance(given, arith.FastMathFlagsAttr) else frozenset()


def may_be_poison(value: SSAValue) -> bool:
    """
    Whether a flag, a shift or a conversion in what computes this value could make it poison.

    Arguments of functions and what is loaded are none: poison is only stored where nobody reads.
    """
    pending, seen = [value], set[SSAValue]()
    while pending:
        owner = (current := pending.pop()).owner
        if current in seen:
            continue
        seen.add(current)
        if isinstance(owner, Block):
            if not _is_given(current, owner):
                return True
        elif owner.name in _NEVER_POISON:
            continue
        elif owner.dialect_name() == "memref":
            if owner.regions:
                return True
        elif not isinstance(owner, _AFFINE) and not is_arithmetic(owner):
            return True
        elif not isinstance(owner, affine.LoadOp):
            if not _flags_are_plain(owner):
                return True
            pending += owner.operands
    return False


def _is_given(value: SSAValue, block: Block) -> bool:
    """Whether a block argument is a function's or an induction variable, not a carried value."""
    parent = block.parent_op()
    if isinstance(parent, func.FuncOp):
        return block is parent.body.first_block
    return isinstance(parent, affine.ForOp | scf.ForOp) and value is block.args[0]


def _flags_are_plain(op: Operation) -> bool:
    if isinstance(op, _MAY_MAKE_POISON):
        return False
    if any(flag in op.properties or flag in op.attributes for flag in INTEGER_FLAGS):
        return False
    overflow = op.properties.get("overflowFlags")
    exact = overflow is None or overflow == arith.IntegerOverflowAttr("none")
    return exact and not fastmath_of(op)
