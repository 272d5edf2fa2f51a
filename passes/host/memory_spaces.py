"""Puts all buffers into the one memory of a host."""

from __future__ import annotations

from xdsl.dialects import memref
from xdsl.dialects.builtin import MemRefType, ModuleOp, NoneAttr, UnrankedMemRefType
from xdsl.ir import Attribute, Operation
from xdsl.rewriter import Rewriter
from xdsl.utils.hints import isa

from ...dialect.ir.operations import operations_of
from ..common.buffer_types import convert_types


def drop_memory_spaces(module: ModuleOp) -> None:
    """Takes the memory space, which is for another target, off each buffer, and casts between."""
    convert_types(module, _without_space)
    for op in operations_of(module, memref.MemorySpaceCastOp):
        Rewriter.replace_op(op, [], [op.source])


def _without_space(type: Attribute, op: Operation) -> Attribute:
    if not _is_buffer(type):
        return type
    if isa(type, MemRefType) and not isinstance(type.memory_space, NoneAttr):
        return MemRefType(type.element_type, type.shape, type.layout)
    if isa(type, UnrankedMemRefType) and not isinstance(type.memory_space, NoneAttr):
        return UnrankedMemRefType.from_type(type.element_type)
    return type


def _is_buffer(type: Attribute) -> bool:
    # Few types are; `isa` takes ten times as long to say so.
    return isinstance(type, MemRefType | UnrankedMemRefType)
