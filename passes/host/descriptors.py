"""How memrefs are passed in LLVM: bare pointers, or descriptors for dynamic and empty shapes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import func, memref
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    MemRefType,
    ModuleOp,
    NoneAttr,
    StridedLayoutAttr,
    UnrankedMemRefType,
    UnregisteredOp,
)
from xdsl.ir import Attribute, Block, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialect.ir.operations import is_a, operations_of

_SAME_START = (memref.CastOp, memref.CollapseShapeOp, memref.ExpandShapeOp)
_DISTINCT_OBJECTS = UnregisteredOp.with_name("memref.distinct_objects")


def needs_descriptors(module: ModuleOp) -> bool:
    """Whether a function takes or returns a memref that a bare pointer cannot describe."""
    functions = operations_of(module, func.FuncOp)
    inputs = [type for function in functions for type in function.function_type.inputs]
    outputs = [type for function in functions for type in function.function_type.outputs]
    if any(map(_is_more_than_a_pointer, inputs + outputs)):
        return True
    # A bare result is the pointer that was allocated, which these have none of, or another one.
    if not operations_of(module, memref.GetGlobalOp, memref.ViewOp):
        return False
    returns = operations_of(module, func.ReturnOp)
    returned = [value for op in returns for value in op.operands]
    return any(isinstance(v.type, MemRefType) and not _starts_a_buffer(v) for v in returned)


def _starts_a_buffer(value: SSAValue) -> bool:
    """Whether a value is surely the start of what was allocated, or of an argument."""
    while is_a(value.owner, _SAME_START):
        value = value.owner.operands[0]
    if isinstance(value.owner, Block):
        return isinstance(value.owner.parent_op(), func.FuncOp)
    return isinstance(value.owner, memref.AllocOp | func.CallOp)


def keep_arguments_distinct(module: ModuleOp, noalias: str) -> None:
    """Says with `memref.distinct_objects` what the attribute says, which descriptors lose."""
    for op in operations_of(module, func.FuncOp):
        if op.arg_attrs is None or op.is_declaration:
            continue
        attributes = [attrs.data for attrs in op.arg_attrs]
        distinct = [arg for arg, attrs in zip(op.args, attributes, strict=True) if noalias in attrs]
        op.arg_attrs = ArrayAttr(
            DictionaryAttr({k: v for k, v in attrs.items() if k != noalias}) for attrs in attributes
        )
        if len(distinct) > 1:
            _insert_distinct_objects(op, distinct)


def _insert_distinct_objects(function: func.FuncOp, buffers: Sequence[SSAValue]) -> None:
    block = function.body.blocks[0]
    op = _DISTINCT_OBJECTS.create(
        operands=buffers, result_types=[b.type for b in buffers], location=function.location
    )
    for buffer, distinct in zip(buffers, op.results, strict=True):
        buffer.replace_all_uses_with(distinct)
    for position, buffer in enumerate(buffers):
        op.operands[position] = buffer
    Rewriter.insert_op(op, InsertPoint.at_start(block))


def _is_more_than_a_pointer(type: Attribute) -> bool:
    if isinstance(type, UnrankedMemRefType):
        return True
    if not isinstance(type, MemRefType):
        return False
    buffer = cast("MemRefType[Attribute]", type)
    if isinstance(buffer.layout, StridedLayoutAttr):
        offset = buffer.layout.offset
        if isinstance(offset, NoneAttr) or any(
            isinstance(s, NoneAttr) for s in buffer.layout.strides
        ):
            return True
    # Of empty shapes upstream takes some and leaves others: memref<0x5xf32>, not memref<5x0xf32>.
    return not buffer.has_static_shape() or 0 in buffer.get_shape()
