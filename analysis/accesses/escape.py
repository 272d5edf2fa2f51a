"""
Uses of buffers in a function that are not understood; looked for once per function if possible.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from xdsl.dialects import affine, arith, func, memref, scf
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Operation

from ...dialect.ir.effects import names_its_memory
from ...dialect.ir.operations import is_a, operations_in
from ...dialect.ir.symbols import lookup_symbol
from ...dialect.ops import CastOp
from ...dialect.xdsl_compat.operations.vector import TypeCastOp

_BUFFER = (MemRefType,)
ALLOCATIONS = (memref.AllocOp, memref.AllocaOp)
# What these give is made of their operands, which are thereby not tracked.
_VIEWS = (
    *(arith.SelectOp, memref.SubviewOp, memref.CastOp, memref.ReinterpretCastOp, CastOp),
    *(memref.CollapseShapeOp, memref.ExpandShapeOp, memref.ViewOp, TypeCastOp),
    *(affine.ForOp, affine.IfOp, scf.ForOp, scf.IfOp, scf.WhileOp),
)


@dataclass(frozen=True)
class Surroundings:
    """
    The operations of a function that are not understood, calls among them, and those that give
    buffers from elsewhere, constant globals apart, which may be any that are known there.
    """

    not_understood: tuple[Operation, ...]
    giving_buffers: tuple[Operation, ...]


def surroundings(function: func.FuncOp) -> Surroundings:
    """
    Return the uses in a function that are not understood; under `preserved` some may have been
    erased since.
    """
    known = _known.get()
    if known is None:
        return _look_for(function)
    if function not in known:
        known[function] = _look_for(function)
    return known[function]


@contextmanager
def preserved() -> Generator[None]:
    """Keep the answers: for passes that ask no more once they have added such operations."""
    token = _known.set({})
    try:
        yield
    finally:
        _known.reset(token)


_known: ContextVar[dict[func.FuncOp, Surroundings] | None] = ContextVar("known", default=None)


def _look_for(function: func.FuncOp) -> Surroundings:
    ops = operations_in(function.body)
    return Surroundings(
        tuple(op for op in ops if not names_its_memory(op)), tuple(filter(_gives_buffers, ops))
    )


def _gives_buffers(op: Operation) -> bool:
    if not op.results or not any(is_a(result.type, _BUFFER) for result in op.results):
        return False
    if isinstance(op, memref.GetGlobalOp) and is_constant_global(op):
        return False
    return not isinstance(op, ALLOCATIONS + _VIEWS)


def is_constant_global(op: memref.GetGlobalOp) -> bool:
    """Whether nothing writes the global, which has to be in the module still."""
    found = lookup_symbol(op, op.name_)
    return isinstance(found, memref.GlobalOp) and found.constant is not None
