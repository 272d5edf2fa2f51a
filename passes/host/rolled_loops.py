"""Which loops LLVM need not unroll: with registers full of results it only makes code longer."""

from __future__ import annotations

from xdsl.dialects import affine
from xdsl.dialects.builtin import ModuleOp, VectorType
from xdsl.ir import Operation

from ...dialect.operations import is_a, operations_of
from ..loop_bands import LOOPS, Loop
from ..loop_extents import extent_of

_FILLED = 8
"""Vectors that a loop carries: as many results as keep the pipes full, without more iterations."""
_SHORT = 32
"""Iterations that LLVM may well write out: what they load in common is loaded once then."""


def rolled_loops(module: ModuleOp) -> list[int]:
    """Their places among the loops of the module, in the order in which these begin."""
    loops = operations_of(module, *LOOPS)
    return [k for k, loop in enumerate(loops) if _is_filled(loop) and _iterations(loop) > _SHORT]


def _is_filled(loop: Operation) -> bool:
    return sum(isinstance(type, VectorType) for type in loop.result_types) >= _FILLED


def _iterations(loop: Loop) -> float:
    """Of the loop and the longest loops inside; infinitely many where that is known per run."""
    extent = extent_of(loop) if isinstance(loop, affine.ForOp) else None
    if extent is None:
        return float("inf")
    inner = (op for op in loop.body.block.ops if is_a(op, LOOPS))
    return extent * max(map(_iterations, inner), default=1)
