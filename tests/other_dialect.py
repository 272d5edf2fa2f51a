"""A dialect that nothing in the product names: its traits say what is a loop, and an access."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import IndexType, IntegerAttr, MemRefType, ModuleOp
from xdsl.ir import Dialect, Operation
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.traits import IsTerminator, NoTerminator

from pad_mlir.dialect.ir.loop_like import LoopLike, Read
from pad_mlir.dialect.ir.memory_access import MemoryAccess
from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.index.expr import Expr, lift


@irdl_op_definition
class RepeatOp(IRDLOperation):
    """As `scf.for`."""

    name = "other.repeat"
    bounds = var_operand_def()
    given = var_result_def()
    body = region_def("single_block")
    traits = traits_def(NoTerminator(), LoopLike())


@irdl_op_definition
class GiveOp(IRDLOperation):
    """As `scf.yield`."""

    name = "other.give"
    values = var_operand_def()
    traits = traits_def(IsTerminator())


@dataclass(frozen=True)
class _Times(LoopLike):
    """The numbers below a property, in no order."""

    def lowers(self, op: Operation, read: Read) -> list[tuple[Expr, ...]]:
        """Zero."""
        return [(lift(0),)]

    def uppers(self, op: Operation, read: Read) -> list[tuple[Expr, ...]]:
        """The count."""
        assert isinstance(op, TimesOp)
        return [(lift(op.count.value.data),)]

    def steps(self, op: Operation, read: Read) -> Sequence[Expr]:
        """One."""
        return [lift(1)]


@irdl_op_definition
class TimesOp(IRDLOperation):
    """A parallel loop of a constant number of iterations."""

    name = "other.times"
    count = prop_def(IntegerAttr)
    body = region_def("single_block")
    traits = traits_def(NoTerminator(), _Times(is_parallel=True))


@dataclass(frozen=True)
class _Beside(MemoryAccess):
    """So many cells beside the index along the last axis."""

    def index(self, op: Operation, operands: Sequence[Expr]) -> tuple[Expr, ...]:
        """The index moved by the property."""
        assert isinstance(op, PutOp | ShiftOp)
        return (*operands[:-1], operands[-1] + op.by.value.data)


@dataclass(frozen=True)
class _MovedBack(_Beside):
    """The same, where operands can be found for an index."""

    def operands_at(self, op: Operation, index: Sequence[Expr]) -> Sequence[Expr]:
        """The index moved back."""
        assert isinstance(op, PutOp)
        return (*index[:-1], index[-1] - op.by.value.data)


class _Loads(IRDLOperation):
    buffer = operand_def(MemRefType)
    where = var_operand_def(IndexType)
    result = result_def()


@irdl_op_definition
class GetOp(_Loads):
    """As `memref.load`."""

    name = "other.get"
    traits = traits_def(MemoryAccess(0, reads=True))


@irdl_op_definition
class RoundOp(_Loads):
    """A load that gives something else than what the cell holds."""

    name = "other.round"
    traits = traits_def(MemoryAccess(0, reads=True, converts=True))


class _StoresBeside(IRDLOperation):
    value = operand_def()
    buffer = operand_def(MemRefType)
    where = var_operand_def(IndexType)
    by = prop_def(IntegerAttr)


@irdl_op_definition
class PutOp(_StoresBeside):
    """As `memref.store`, but beside its index."""

    name = "other.put"
    traits = traits_def(_MovedBack(1, writes=True, stored_at=0))


@irdl_op_definition
class ShiftOp(_StoresBeside):
    """As `memref.store`, but beside its index, which nobody else can set."""

    name = "other.shift"
    traits = traits_def(_Beside(1, writes=True, stored_at=0))


OTHER = Dialect("other", [RepeatOp, GiveOp, TimesOp, GetOp, RoundOp, PutOp, ShiftOp])


def parse_other(text: str) -> tuple[Context, ModuleOp]:
    """A module that has operations of the dialect."""
    context = new_context()
    context.load_dialect(OTHER)
    return context, parse_module(text, context=context)
