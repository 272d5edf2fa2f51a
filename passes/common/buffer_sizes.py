"""Sizes of buffers as values: operands of allocations, arguments of `pad.size`, or memref.dim."""

from __future__ import annotations

from typing import cast

from xdsl.dialects import arith, func, memref
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, MemRefType, StringAttr
from xdsl.ir import Attribute, Block, SSAValue
from xdsl.rewriter import InsertPoint

from ...analysis.contracts.applied_layouts import applied_contract
from ...dialect.annotations import SIZE, argument_attributes, buffer_name
from ...dialect.ir.memory_access import is_dynamic
from .index_codegen import Emitter


def size_value(buffer: SSAValue, axis: int, emitter: Emitter) -> SSAValue:
    """
    The value of a size of a buffer: of an argument one that is the same all through the function,
    before all that the function does; a constant is emitted at the point of the emitter.
    """
    shape = cast("MemRefType[Attribute]", buffer.type).get_shape()
    if not is_dynamic(shape[axis]):
        return emitter.constant(shape[axis])
    owner = buffer.owner
    if isinstance(owner, memref.AllocOp | memref.AllocaOp):
        return owner.dynamic_sizes[sum(map(is_dynamic, shape[:axis]))]
    if isinstance(owner, Block):
        function = owner.parent_op()
        if isinstance(function, func.FuncOp) and applied_contract(buffer) is None:
            tied = tied_argument(function, buffer_name(buffer), axis)
            if tied is not None:
                return tied
        if (found := _size_at_start(owner, buffer, axis)) is not None:
            return found
        emitter = emitter.at(InsertPoint.at_start(owner))
    return emitter.insert(memref.DimOp(buffer, emitter.constant(axis))).results[0]


def _size_at_start(block: Block, buffer: SSAValue, axis: int) -> SSAValue | None:
    """The result of a memref.dim before all that a function does."""
    for op in block.ops:
        if isinstance(op, memref.DimOp) and op.source is buffer:
            given = op.index.owner
            wanted = IntegerAttr.from_index_int_value(axis)
            if isinstance(given, arith.ConstantOp) and given.value == wanted:
                return op.result
        elif not isinstance(op, memref.DimOp | arith.ConstantOp):
            break
    return None


def tied_argument(function: func.FuncOp, name: str | None, axis: int) -> SSAValue | None:
    """The argument that is the logical size of an axis of a buffer, by `pad.size`."""
    for argument in function.args:
        ties = argument_attributes(argument).get(SIZE, ArrayAttr([]))
        for tie in cast("ArrayAttr[DictionaryAttr]", ties):
            of, dim = cast("StringAttr", tie.data["of"]), cast("IntegerAttr", tie.data["dim"])
            if of.data == name and dim.value.data == axis:
                return argument
    return None
