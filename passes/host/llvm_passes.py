"""Which of LLVM's passes make the code of a module, by what our own have left for them to do."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects import affine, func, math, scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from ...dialect.ir.operations import is_a, operations_in, operations_of
from ...dialect.ir.symbols import lookup_symbol
from ...upstream.llvm_pipelines import (
    FEW,
    OPTIMISATION,
    UNROLLED,
    WITHOUT_COPIES,
    WITHOUT_LOOPS,
    WITHOUT_VECTORS,
    Pipelines,
)
from ..common.for_loops import LOOPS, extent_of, is_rest
from ..lanes.legality.carried_reductions import is_vector
from ..lanes.legality.lockstep import STORES
from .rolled_loops import (
    SHORT,
    has_any_extent,
    in_rests,
    loops_around_vectors,
    loops_over_vectors,
    rolled_loops,
)

_OUTSIDE = (ModuleOp, func.FuncOp)
_CHOICES = (affine.IfOp, scf.IfOp)
_FOR = (affine.ForOp,)
_FUNCTIONS = (math.FPowIOp, math.IPowIOp)
"""Operations that become functions of the module, with a loop, which take longer to call."""
_MUCH = 8
"""Copies of a body that LLVM takes long for; of fewer, it saves little to leave passes out."""


def pipelines(module: ModuleOp) -> Pipelines:
    """
    LLVM's pipelines for a module of several functions: those for which few passes will do have
    these, also where others, such as copies into layouts, need more.
    """
    of_module, own = llvm_passes(module), dict[str, str]()
    if of_module not in FEW:
        for function in operations_of(module, func.FuncOp):
            passes = OPTIMISATION if function.is_declaration else llvm_passes(function)
            if passes in FEW:
                own[function.sym_name.data] = passes
    return Pipelines(of_module, own)


def llvm_passes(module: Operation) -> str:
    """
    LLVM's pipeline for a module, or a function, whose loops are as LLVM will see them.

    Where what whole groups leave is a nest of loops of its own, there is much code, and LLVM makes
    more: it copies loops for the conditions whether one inside runs at all. What it saves by that
    is nothing beside the loops. Where besides it is told of each loop to leave it alone, and
    nothing may be inlined, what it looks for in loops is not there, and takes most of its time.
    That holds without such nests too, where sizes are known at run time only. It may unroll loops
    over vectors that it is not told to leave alone, which takes little more.

    Where vectors are all that is stored, by loops that it writes out into much code, in others of
    which sizes are known at run time only, it is left nothing to make vectors of.
    """
    loops = operations_of(module, *LOOPS)
    rests = list(filter(is_rest, loops))
    leaves_nests = any(map(_is_around_one, rests))
    if _has_loops_alone(module):
        if any(map(has_any_extent, loops)):
            told = {*in_rests(loops, rests), *loops_around_vectors(module), *rolled_loops(module)}
            of_vectors = loops_over_vectors(module)
            if len(told.union(k for k, is_long in of_vectors.items() if is_long)) == len(loops):
                return WITHOUT_LOOPS
            if len(told.union(of_vectors)) == len(loops):
                return UNROLLED
        if _is_written_out(module):
            return WITHOUT_VECTORS
    return WITHOUT_COPIES if leaves_nests else OPTIMISATION


def _is_around_one(loop: Operation) -> bool:
    return any(is_a(op, LOOPS) for op in operations_in(loop)[1:])


def _has_loops_alone(module: Operation) -> bool:
    """Whether functions hold no other regions than loops and conditionals, and call no others."""
    for op in operations_in(module):
        if op.regions and not is_a(op, (*_OUTSIDE, *LOOPS, *_CHOICES)):
            return False
        if is_a(op, _FUNCTIONS):
            return False
        callee = lookup_symbol(op, op.callee) if isinstance(op, func.CallOp) else None
        if isinstance(callee, func.FuncOp) and not callee.is_declaration:
            return False
    return True


def _is_written_out(module: Operation) -> bool:
    """
    Whether innermost loops are short and stores of vectors, in loops of any extent, and some are
    written out into much code.
    """
    loops = operations_of(module, *LOOPS)
    extents = dict[Operation, int | None]()
    for loop in loops:
        extents[loop] = extent_of(loop) if is_a(loop, _FOR) else None
    copies = [_copies(loop, extents) for loop in loops if not _is_around_one(loop)]
    if None not in extents.values() or not all(copies) or max(copies, default=0) < _MUCH:
        return False
    stored = (op.operands[0].type for op in operations_of(module, *STORES))
    return all(map(is_vector, stored))


def _copies(loop: Operation, extents: Mapping[Operation, int | None]) -> int:
    """How often LLVM writes out the body of a loop; 0 where it does not."""
    copies, outer = 0, loop
    while outer in extents:
        extent = extents[outer]
        if not extent or extent * max(copies, 1) > SHORT:
            break
        copies, parent = extent * max(copies, 1), outer.parent_op()
        if parent is None:
            break
        outer = parent
    return copies
