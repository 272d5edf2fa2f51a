"""Edits of a module: each makes it simpler in one place, and is tried by itself and with others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias, cast

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import (
    AnyFloat,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    ModuleOp,
    VectorType,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import Rewriter
from xdsl.traits import IsolatedFromAbove

from ...dialect.ir.operations import are_equal, operations_in

_Number: TypeAlias = (
    IntegerAttr[IntegerType | IndexType] | FloatAttr[AnyFloat] | DenseIntOrFPElementsAttr[Any]
)


class NotPossible(Exception):
    """There is no such edit here."""


@dataclass(frozen=True)
class Edit:
    """An edit of a module at an operation."""

    at: Operation
    act: Callable[[], None]

    def apply(self) -> None:
        """Does it, where the operation is still there and it can be done."""
        if self.at.parent is None and not isinstance(self.at, ModuleOp):
            return
        try:
            self.act()
        except NotPossible:
            return


Listing = Callable[[ModuleOp], list[Edit]]
"""The edits of one kind that there are in a module, in an order that its text decides."""


def removals(module: ModuleOp, number: int = 0) -> list[Edit]:
    """Each operation dropped; its results are this number, and buffers are new."""
    found = [op for op in operations_in(module) if _may_go(op)]
    return [Edit(op, partial(drop, op, number)) for op in found]


def forwards(module: ModuleOp) -> list[Edit]:
    """Each operation replaced by an operand of its type."""
    return [
        Edit(op, partial(Rewriter.replace_op, op, [], [operand]))
        for op in operations_in(module)
        if len(op.results) == 1 and _may_go(op)
        for operand in dict.fromkeys(op.operands)
        if operand.type == op.results[0].type
    ]


def drop(op: Operation, number: int = 0) -> None:
    """Erases the operation; raises NotPossible where a result is used and has no stand-in."""
    replace(op, [None] * len(op.results), number)


def replace(op: Operation, values: Iterable[SSAValue | None], number: int = 0) -> None:
    """Replaces the operation by values of the types of its results, and by stand-ins for None."""
    chosen: list[SSAValue | None] = []
    for result, value in zip(op.results, values, strict=True):
        fits = value is not None and value.type == result.type
        if fits or result.first_use is None:
            chosen.append(value if fits else None)
        else:
            chosen.append(stand_in(result.type, op, number))
    Rewriter.replace_op(op, [], chosen)


def stand_in(type: Attribute, at: Operation, number: int = 0) -> SSAValue:
    """
    A value of a type, from the start of the function around: a constant, or a buffer.

    Raises NotPossible for other types. No stand-in is poison.
    """
    block = _entry(at)
    attribute = _constant(type, number)
    if attribute is not None:
        return _at_start(block, arith.ConstantOp(attribute), at)
    if not isinstance(type, MemRefType):
        raise NotPossible
    if number == 0:
        for argument in block.args:
            if argument.type == type:
                return argument
    if any(size < 0 for size in type.get_shape()):
        raise NotPossible
    buffer = cast("MemRefType[Attribute]", type)
    return _at_start(block, memref.AllocOp([], [], buffer), at)


def is_constant(op: Operation) -> bool:
    """Whether it is a constant of `arith`."""
    return isinstance(op, arith.ConstantOp)


def only_block(region: Region) -> Block:
    """Raises NotPossible where there are none or several."""
    if len(region.blocks) != 1:
        raise NotPossible
    return region.blocks[0]


def last_in(block: Block) -> Operation:
    """The terminator; raises NotPossible for an empty block."""
    if block.last_op is None:
        raise NotPossible
    return block.last_op


def _may_go(op: Operation) -> bool:
    """Whether the module may be right without it; functions have edits of their own."""
    parent = op.parent
    if parent is None or isinstance(op.parent_op(), ModuleOp):
        return False
    return op is not parent.last_op or not _needs_end(parent)


def _needs_end(block: Block) -> bool:
    around = block.parent_op()
    return not (around is not None and around.name in ("builtin.module", "gpu.module"))


def _entry(at: Operation) -> Block:
    """The first block of the innermost function around."""
    op = at.parent_op()
    while op is not None and not op.has_trait(IsolatedFromAbove) and op.name != "gpu.func":
        op = op.parent_op()
    if op is None or isinstance(op, ModuleOp) or not op.regions or not op.regions[0].blocks:
        raise NotPossible
    return op.regions[0].blocks[0]


def _at_start(block: Block, op: Operation, at: Operation) -> SSAValue:
    """The result of the operation, put first, or of an equal one that is there already."""
    for there in block.ops:
        if not isinstance(there, arith.ConstantOp | memref.AllocOp):
            break
        if there is not at and is_constant(op) and are_equal(there, op):
            return there.results[0]
    if block.first_op is None:
        block.add_op(op)
    else:
        block.insert_op_before(op, block.first_op)
    return op.results[0]


def _constant(type: Attribute, number: int) -> _Number | None:
    if isinstance(type, AnyFloat):
        return FloatAttr(float(number), type)
    if isinstance(type, IndexType):
        return IntegerAttr(number, type)
    if isinstance(type, IntegerType):
        return IntegerAttr(number, cast("IntegerType", type))
    if not isinstance(type, VectorType):
        return None
    vector = cast("VectorType[Attribute]", type)
    element, shape = vector.element_type, vector.get_shape()
    if any(vector.get_scalable_dims()):
        return None
    if isinstance(element, AnyFloat):
        return DenseIntOrFPElementsAttr.from_list(VectorType(element, shape), [float(number)])
    if isinstance(element, IndexType):
        return DenseIntOrFPElementsAttr.from_list(VectorType(element, shape), [number])
    if isinstance(element, IntegerType):
        integer = cast("IntegerType", element)
        return DenseIntOrFPElementsAttr.from_list(VectorType(integer, shape), [number])
    return None
