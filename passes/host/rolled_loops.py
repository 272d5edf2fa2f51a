"""
Which loops LLVM need not unroll: with registers full of results, or with long loops inside, it only
makes code longer.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import affine, scf, vector
from xdsl.dialects.builtin import VectorType
from xdsl.ir import Operation, SSAValue

from ...dialect.ir.loop_like import inits_of
from ...dialect.ir.operations import is_a, operations_in, operations_of
from ..common.for_loops import LOOPS, Loop, extent_of, is_rest
from ..lanes.legality.lockstep import STORES

_FILLED = 8
"""Vectors that a loop carries: as many results as keep the pipes full, without more iterations."""
_FILLED_OF_ANY_EXTENT = 4
"""The same of a loop of any extent, of which the copies leave a rest, with a test before it."""
SHORT = 32
"""Iterations that LLVM may well write out: what they load in common is loaded once then."""
_MUCH = 1200
"""Operations that LLVM does not make of a loop in any case."""
_LONG = 26
"""Operations of a loop that LLVM's buffer of decoded ones, of 50, does not hold twice."""
_FOR, _CHOICES, _VECTOR = (affine.ForOp,), (affine.IfOp, scf.IfOp), (VectorType,)
_NO_WORK = (vector.BroadcastOp, affine.YieldOp, scf.YieldOp)


def rolled_loops(module: Operation) -> list[int]:
    """Their places among the loops of the module, in the order in which these begin."""
    loops = operations_of(module, *LOOPS)
    return [k for k, loop in enumerate(loops) if _is_filled(loop) or _is_frame(loop)]


def loops_of_rests(module: Operation) -> list[int]:
    """
    The places of the loops over what whole groups leave, and of the loops in them.

    Of vectors of what is too little for our own, or of copies of such loops, LLVM makes more code
    than of all else.
    """
    loops = operations_of(module, *LOOPS)
    return in_rests(loops, list(filter(is_rest, loops)))


def in_rests(loops: Sequence[Operation], rests: Sequence[Operation]) -> list[int]:
    """The places of the loops that are one of the rests, or in one."""
    return [k for k, loop in enumerate(loops) if any(rest.is_ancestor(loop) for rest in rests)]


def long_loops(module: Operation) -> list[int]:
    """
    The places of the loops over vectors, of any extent, that are too long for copies of them to
    save time.
    """
    return [k for k, is_long in loops_over_vectors(module).items() if is_long]


def loops_over_vectors(module: Operation) -> dict[int, bool]:
    """
    The places of the innermost loops of any extent that hold nothing of which LLVM could make
    vectors, and of each whether it is one of the long ones.
    """
    loops = operations_of(module, *LOOPS)
    outer = {loop.parent_op() for loop in loops}
    found = dict[int, bool]()
    for k, loop in enumerate(loops):
        if loop not in outer and (of_vectors := _all_of_vectors(loop)):
            found[k] = len(of_vectors) >= _LONG
    return found


def _all_of_vectors(loop: Loop) -> Sequence[Operation]:
    """The operations on vectors in an innermost loop of any extent that leaves nothing else."""
    if not has_any_extent(loop) or not all(is_a(type, _VECTOR) for type in loop.result_types):
        return ()
    inside = operations_in(loop)[1:]
    if any(is_a(op, _CHOICES) for op in inside):
        return ()
    if not all(is_a(op.operands[0].type, _VECTOR) for op in inside if is_a(op, STORES)):
        return ()
    return [
        op
        for op in inside
        if not is_a(op, _NO_WORK)
        and any(is_a(v.type, _VECTOR) for v in (*op.operands, *op.results))
    ]


def loops_around_vectors(module: Operation) -> list[int]:
    """
    The places of the loops around others that compute vectors, where the extents of both are known
    at run time only.

    LLVM has nothing to do there, but copies them for the case that the inner loop never runs, where
    they fill a buffer: of such a copy it makes vectors, and more copies. Without it, the compile of
    a sum of rows takes 6 % more instructions.
    """
    loops = operations_of(module, *LOOPS)
    around = set[Operation]()
    for loop in loops:
        if loop.parent_op() not in around and has_any_extent(loop) and _computes_vectors(loop):
            outer = loop.parent_op()
            while outer is not None:
                around.add(outer)
                outer = outer.parent_op()
    return [k for k, loop in enumerate(loops) if loop in around and has_any_extent(loop)]


def has_any_extent(loop: Operation) -> bool:
    """Whether a loop has as many iterations as is known at run time only."""
    return is_a(loop, _FOR) and extent_of(loop) is None


def _computes_vectors(loop: Loop) -> bool:
    return any(is_a(v.type, _VECTOR) for op in operations_in(loop) for v in op.results)


def _is_filled(loop: Loop) -> bool:
    carried = sum(isinstance(type, VectorType) for type in loop.result_types)
    least = _FILLED_OF_ANY_EXTENT if has_any_extent(loop) else _FILLED
    return carried >= least and _iterations(loop) > SHORT


def _is_frame(loop: Loop) -> bool:
    """Whether each iteration runs the same loops, and one of them is a long one, or may be."""
    extent = extent_of(loop) if is_a(loop, _FOR) else None
    if extent is None or not 1 < extent <= SHORT:
        return False
    inside = operations_in(loop.body)
    inner = [op for op in inside if is_a(op, LOOPS)]
    if len(inside) * extent > _MUCH or any(is_a(op, _CHOICES) for op in inside):
        return False
    if any(loop.is_ancestor(_owner(bound)) for op in inner for bound in _bounds(op)):
        return False
    return max(map(_iterations, inner), default=0) > SHORT


def _bounds(loop: Loop) -> list[SSAValue]:
    """What the bounds and the step of a loop are computed of."""
    return list(loop.operands)[: len(loop.operands) - len(inits_of(loop))]


def _owner(value: SSAValue) -> Operation:
    owner = value.owner if isinstance(value.owner, Operation) else value.owner.parent_op()
    assert owner is not None
    return owner


def _iterations(loop: Loop) -> float:
    """Of the loop and the longest loops inside; infinitely many where that is known per run."""
    extent = extent_of(loop) if is_a(loop, _FOR) else None
    if extent is None:
        return float("inf")
    inner = (op for op in loop.body.block.ops if is_a(op, LOOPS))
    return extent * max(map(_iterations, inner), default=1)
