"""Integer arguments of functions, and the indices that they are cast to."""

from __future__ import annotations

from functools import reduce

from xdsl.dialects import arith, func
from xdsl.dialects.builtin import IndexType, IntegerType, i1
from xdsl.ir import Block, Operation, SSAValue

from ...dialect.ir.operations import is_a
from .integers import bits_of

_FUNCTION, _CASTS = (func.FuncOp,), (arith.IndexCastOp,)
_BITS_OF_INDEX = 64


def cast_of(symbol: SSAValue) -> SSAValue:
    """The index that an argument is cast to before all other uses of it, or the argument."""
    if not any(is_a(use.operation, _CASTS) for use in symbol.uses):
        return symbol
    block, bits = symbol.owner, bits_of(symbol.type)
    is_whole = bits is None or bits <= _BITS_OF_INDEX  # else the cast drops bits
    casts: list[Operation] = []
    others: list[Operation] = []
    for op in dict.fromkeys(use.operation for use in symbol.uses):
        is_cast = isinstance(op, arith.IndexCastOp) and op.parent is block and is_whole
        (casts if is_cast else others).append(op)
    first = reduce(lambda a, b: a if a.is_before_in_block(b) else b, casts) if casts else None
    if first is None:
        return symbol
    for op in others:
        around: Operation | None = op
        while around is not None and around.parent is not block:
            around = around.parent_op()
        if around is None or not first.is_before_in_block(around):
            return symbol
    return first.results[0]


def is_number(value: SSAValue) -> bool:
    """Whether a value is an index or an integer that is no condition."""
    return value.type != i1 and isinstance(value.type, IndexType | IntegerType)


def is_symbol(value: SSAValue) -> bool:
    """Whether an integer is an argument of a function: one value each time that it runs."""
    block = value.owner
    is_argument = isinstance(block, Block) and is_a(block.parent_op(), _FUNCTION)
    return is_argument and is_number(value)
