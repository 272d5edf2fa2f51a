"""Puts all buffers into the one memory of a host."""

from __future__ import annotations

from xdsl.dialects import memref
from xdsl.dialects.builtin import MemRefType, ModuleOp, NoneAttr, UnrankedMemRefType
from xdsl.ir import Attribute, Operation
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.utils.hints import isa

from ..common.buffer_types import convert_types
from ..common.patterns import rewrite_once


def drop_memory_spaces(module: ModuleOp) -> None:
    """Takes the memory space, which is for another target, off each buffer, and casts between."""
    convert_types(module, _without_space)
    rewrite_once(module, EraseMemorySpaceCast())


class EraseMemorySpaceCast(RewritePattern):
    """Replace a cast between memory spaces, which are one, by what is cast."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: memref.MemorySpaceCastOp, rewriter: PatternRewriter) -> None:
        rewriter.replace(op, [], [op.source])


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
