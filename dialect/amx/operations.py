"""The operations on tiles, with the names, properties and syntax that they have upstream."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import IndexType, MemRefType, UnitAttr
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    BaseAttr,
    IRDLOperation,
    VarConstraint,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect, Pure

from ..ir.memory_access import MemoryAccess
from .tile_type import TileType

_SUM = VarConstraint("Sum", BaseAttr(TileType))


@irdl_op_definition
class TileZeroOp(IRDLOperation):
    """A tile of zeros."""

    name = "amx.tile_zero"

    res = result_def(TileType)

    traits = traits_def(Pure())
    assembly_format = "attr-dict `:` type($res)"

    def __init__(self, type: TileType):
        super().__init__(result_types=[type])


@irdl_op_definition
class TileLoadOp(IRDLOperation):
    """The tile whose first element is at an index; its rows are rows of the last two axes."""

    name = "amx.tile_load"

    base = operand_def(MemRefType)
    indices = var_operand_def(IndexType())
    stride = opt_operand_def(IndexType())
    res = result_def(TileType)

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(MemoryReadEffect(), MemoryAccess(0, reads=True, covers="block"))
    assembly_format = (
        "$base `[` $indices `]` (`,` $stride^)? attr-dict `:` type($base) `into` type($res)"
    )

    def __init__(self, base: SSAValue, indices: Sequence[SSAValue], type: TileType):
        super().__init__(operands=[base, indices, None], result_types=[type])


class _TileStore(MemoryAccess):
    """An access whose stored tile comes after the index."""

    def value(self, op: Operation) -> SSAValue:
        """The tile."""
        return cast("TileStoreOp", op).val


@irdl_op_definition
class TileStoreOp(IRDLOperation):
    """Stores a tile where `amx.tile_load` would load one."""

    name = "amx.tile_store"

    base = operand_def(MemRefType)
    indices = var_operand_def(IndexType())
    val = operand_def(TileType)
    stride = opt_operand_def(IndexType())

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    assembly_format = (
        "$base `[` $indices `]` `,` $val (`,` $stride^)? attr-dict `:` type($base) `,` type($val)"
    )
    traits = traits_def(MemoryWriteEffect(), _TileStore(0, writes=True, covers="block"))

    def __init__(self, value: SSAValue, base: SSAValue, indices: Sequence[SSAValue]):
        super().__init__(operands=[base, indices, value, None])


@irdl_op_definition
class TileMulFOp(IRDLOperation):
    """A tile of f32 plus the products of bf16, of which a row of the right one has pairs."""

    name = "amx.tile_mulf"

    lhs = operand_def(TileType)
    rhs = operand_def(TileType)
    acc = operand_def(_SUM)
    res = result_def(_SUM)

    traits = traits_def(Pure())
    assembly_format = (
        "$lhs `,` $rhs `,` $acc attr-dict `:` type($lhs) `,` type($rhs) `,` type($acc)"
    )


@irdl_op_definition
class TileMulIOp(IRDLOperation):
    """A tile of i32 plus the products of bytes, of which a row of the right one has groups of 4."""

    name = "amx.tile_muli"

    lhs = operand_def(TileType)
    rhs = operand_def(TileType)
    acc = operand_def(_SUM)
    isZextLhs = opt_prop_def(UnitAttr)
    isZextRhs = opt_prop_def(UnitAttr)
    res = result_def(_SUM)

    traits = traits_def(Pure())
    assembly_format = (
        "$lhs (`zext` $isZextLhs^)? `,` $rhs (`zext` $isZextRhs^)? `,` $acc attr-dict"
        " `:` type($lhs) `,` type($rhs) `,` type($acc)"
    )
