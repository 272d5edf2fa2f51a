"""
Which loops LLVM need not unroll: with registers full of results, or with long loops inside, it only
makes code longer.
"""

from __future__ import annotations

from xdsl.dialects import affine, scf
from xdsl.dialects.builtin import ModuleOp, VectorType

from ...dialect.ir.operations import is_a, operations_in, operations_of
from ..common.for_loops import LOOPS, Loop, extent_of

_FILLED = 8
"""Vectors that a loop carries: as many results as keep the pipes full, without more iterations."""
_SHORT = 32
"""Iterations that LLVM may well write out: what they load in common is loaded once then."""
_MUCH = 1200
"""Operations that LLVM does not make of a loop in any case."""
_FOR, _CHOICES = (affine.ForOp,), (affine.IfOp, scf.IfOp)


def rolled_loops(module: ModuleOp) -> list[int]:
    """Their places among the loops of the module, in the order in which these begin."""
    loops = operations_of(module, *LOOPS)
    return [k for k, loop in enumerate(loops) if _is_filled(loop) or _is_frame(loop)]


def _is_filled(loop: Loop) -> bool:
    carried = sum(isinstance(type, VectorType) for type in loop.result_types)
    return carried >= _FILLED and _iterations(loop) > _SHORT


def _is_frame(loop: Loop) -> bool:
    """Whether each iteration runs the same loops, and one of them is a long one."""
    extent = extent_of(loop) if is_a(loop, _FOR) else None
    if extent is None or not 1 < extent <= _SHORT:
        return False
    inside = operations_in(loop.body)
    inner = [op for op in inside if is_a(op, LOOPS)]
    if len(inside) * extent > _MUCH or any(is_a(op, _CHOICES) for op in inside):
        return False
    iterations = [_iterations(op) for op in inner]
    return _SHORT < max(iterations, default=0) < float("inf")


def _iterations(loop: Loop) -> float:
    """Of the loop and the longest loops inside; infinitely many where that is known per run."""
    extent = extent_of(loop) if is_a(loop, _FOR) else None
    if extent is None:
        return float("inf")
    inner = (op for op in loop.body.block.ops if is_a(op, LOOPS))
    return extent * max(map(_iterations, inner), default=1)
