"""Which of LLVM's passes make the code of a module, by what our own have left for them to do."""

from __future__ import annotations

from xdsl.dialects import affine, func, scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from ...dialect.ir.operations import is_a, operations_in, operations_of
from ...dialect.ir.symbols import lookup_symbol
from ...upstream.code_generation import OPTIMISATION, WITHOUT_COPIES, WITHOUT_LOOPS
from ..common.for_loops import LOOPS, is_rest
from .rolled_loops import loops_around_vectors, loops_of_rests, rolled_loops

_OUTSIDE = (ModuleOp, func.FuncOp)
_CHOICES = (affine.IfOp, scf.IfOp)


def llvm_passes(module: ModuleOp) -> str:
    """
    LLVM's pipeline for a module whose loops are as LLVM will see them.

    Where what whole groups leave is a nest of loops of its own, there is much code, and LLVM makes
    more: it copies loops for the conditions whether one inside runs at all. What it saves by that
    is nothing beside the loops. Where besides it is told of each loop to leave it alone, and
    nothing may be inlined, what it looks for in loops is not there, and takes most of its time.
    """
    if not _leaves_nests(module):
        return OPTIMISATION
    return WITHOUT_LOOPS if _is_left_alone(module) else WITHOUT_COPIES


def _leaves_nests(module: ModuleOp) -> bool:
    """Whether what whole groups leave is a nest of loops of its own."""
    return any(is_rest(loop) and _is_around_one(loop) for loop in operations_of(module, *LOOPS))


def _is_around_one(loop: Operation) -> bool:
    return any(is_a(op, LOOPS) for op in operations_in(loop)[1:])


def _is_left_alone(module: ModuleOp) -> bool:
    """Whether LLVM need not try anything of each loop, and no function calls another one here."""
    for op in operations_in(module):
        if op.regions and not is_a(op, (*_OUTSIDE, *LOOPS, *_CHOICES)):
            return False
        callee = lookup_symbol(op, op.callee) if isinstance(op, func.CallOp) else None
        if isinstance(callee, func.FuncOp) and not callee.is_declaration:
            return False
    told = {*loops_around_vectors(module), *rolled_loops(module), *loops_of_rests(module)}
    return len(told) == len(operations_of(module, *LOOPS))
