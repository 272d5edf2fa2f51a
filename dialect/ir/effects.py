"""
Side effects of operations: memory effects, traps, and whether they terminate.

The answer comes from xDSL's traits, then from the interfaces of accesses and loops; `_EXCEPTIONS`
lists the operations for which these give no answer, or a wrong one. Each answer is about the
operation alone, not about the operations nested in it. An operation about which nothing is known
may do anything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import cast

from xdsl.dialects import arith, func, llvm, math, memref
from xdsl.dialects.builtin import IntegerAttr, MemRefType
from xdsl.ir import Attribute, Operation
from xdsl.traits import (
    IsTerminator,
    MemoryAllocEffect,
    MemoryEffect,
    MemoryEffectKind,
    MemoryFreeEffect,
    MemoryReadEffect,
    MemoryWriteEffect,
    NoMemoryEffect,
    RecursiveMemoryEffect,
    get_effects,
)
from xdsl.traits import is_speculatable as is_speculatable_by_traits

from ..xdsl_compat.vector_intrinsics import is_pure_intrinsic
from .loop_like import LOOPS
from .memory_access import ACCESSES


@dataclass(frozen=True)
class Effects:
    """
    Return the effects that an operation has or may have; the effects of nested operations are not
    included.
    """

    reads: bool = False
    writes: bool = False
    allocates: bool = False
    frees: bool = False
    may_not_end: bool = False
    """Operations after it may not run: it stops the program, or loops for ever."""

    chooses: bool = False
    """Its result is any value, another one each time it runs."""

    states: bool = False
    """It states a fact, and does nothing when it runs."""

    may_trap: bool = False
    """It is undefined for some operands: whether it may run elsewhere depends on them."""


_NONE = Effects()
_TRAPS = Effects(may_trap=True)
_MAY_NOT_END = Effects(may_not_end=True)

DIVISIONS = (
    *(arith.DivSIOp, arith.DivUIOp, arith.RemSIOp, arith.RemUIOp),
    *(arith.FloorDivSIOp, arith.CeilDivSIOp, arith.CeilDivUIOp),
)

_EXCEPTIONS: dict[str, Effects] = {
    # xDSL gives these no traits, or fewer than upstream does.
    **dict.fromkeys(("affine.min", "arith.extsi", "vector.bitcast", "vector.create_mask"), _NONE),
    **dict.fromkeys(("vector.reduction", "vector.shuffle"), _NONE),
    **dict.fromkeys(("affine.for", "affine.parallel"), _NONE),
    **dict.fromkeys(("memref.alloca_scope", "memref.alloca_scope.return"), _NONE),
    **dict.fromkeys(("scf.execute_region", "func.return"), _NONE),
    **dict.fromkeys(("gpu.block_dim", "gpu.block_id", "gpu.global_id", "gpu.grid_dim"), _NONE),
    **dict.fromkeys(("gpu.lane_id", "gpu.num_subgroups", "gpu.subgroup_id"), _NONE),
    **dict.fromkeys(("gpu.subgroup_size", "gpu.thread_id"), _NONE),
    **dict.fromkeys(("gpu.return", "gpu.terminator", "gpu.yield"), _NONE),
    # Pure in xDSL or without traits, though a divisor may be zero.
    **dict.fromkeys((kind.name for kind in DIVISIONS), _TRAPS),
    # No trait of xDSL says that what follows may not run; cf.switch is Pure there. Blocks may
    # branch in a circle.
    **dict.fromkeys(("cf.assert", "cf.br", "cf.cond_br", "cf.switch"), _MAY_NOT_END),
    **dict.fromkeys(("scf.while", "ub.unreachable"), _MAY_NOT_END),
    # No trait says this of ours: an assume, which by its trait writes so that others keep it, and
    # a value that is another one at each run.
    "pad.assume": Effects(states=True, may_trap=True),
    "pad.undef": Effects(chooses=True),
}

UNKNOWN = frozenset(
    {
        # What a callee or a kernel does, or the host's runtime.
        *("func.call", "gpu.launch", "gpu.launch_func", "gpu.alloc", "gpu.dealloc", "gpu.memcpy"),
        *("gpu.host_register", "gpu.host_unregister", "gpu.set_default_device", "gpu.wait"),
        # Threads wait for each other, and see what others wrote.
        *("gpu.all_reduce", "gpu.barrier", "gpu.shuffle"),
        # Of definitions nobody asks; the output is not memory; unregistered is any operation.
        *("builtin.module", "builtin.unregistered", "func.func", "gpu.func", "gpu.module"),
        "vector.print",
    }
)
"""Operations of known dialects that may do anything, as operations without traits may."""

_NAMED_MEMORY = ("affine", "arith", "cf", "func", "math", "memref", "pad", "scf", "ub", "vector")
"""Dialects of which an operation, calls aside, touches only buffers that it takes or makes."""

_BY_TRAIT: dict[type[MemoryEffect], Effects] = {
    NoMemoryEffect: _NONE,
    RecursiveMemoryEffect: _NONE,
    MemoryReadEffect: Effects(reads=True),
    MemoryWriteEffect: Effects(writes=True),
    MemoryAllocEffect: Effects(allocates=True),
    MemoryFreeEffect: Effects(frees=True),
}


def effects_of(op: Operation) -> Effects | None:
    """Return what an operation itself does; None if it may do anything."""
    effects, known = _of_class(type(op))
    return effects if known else _by_instance(op)


def is_pure(op: Operation) -> bool:
    """
    Return whether an operation only computes its results from its operands: it gives the same
    wherever it runs, and however often.
    """
    return _pure_class(type(op), effects_of(op)) and not op.regions


def ignores_memory(op: Operation) -> bool:
    """
    Return whether an operation without regions neither touches memory nor stops what follows: it is
    pure, a terminator that is not a branch, `pad.assume` or `pad.undef`.
    """
    effects = effects_of(op)
    return effects is not None and not op.regions and _ignores_memory(effects)


def may_move(op: Operation) -> bool:
    """
    Return whether an operation may run at another time, once: as for a pure one, but what it
    chooses may be another value at each run.
    """
    effects = effects_of(op)
    return (
        effects is not None
        and not (effects.states or op.regions or _is_terminator(type(op)))
        and _ignores_memory(effects)
    )


def has_no_effect(op: Operation) -> bool:
    """Return whether only users of its results can tell that an operation runs; it may read."""
    effects = effects_of(op)
    return effects is not None and _has_no_effect(effects)


def leaves_memory(op: Operation) -> bool:
    """Return whether an operation certainly writes and frees no memory that was there before."""
    effects = effects_of(op)
    return effects is not None and not (effects.writes or effects.frees)


def may_read(op: Operation) -> bool:
    """Return whether an operation may read memory."""
    effects = effects_of(op)
    return effects is None or effects.reads


def may_allocate(op: Operation) -> bool:
    """Return whether an operation may allocate memory."""
    effects = effects_of(op)
    return effects is None or effects.allocates


def only_reads(op: Operation) -> bool:
    """Return whether an operation at most reads memory."""
    effects = effects_of(op)
    return effects is not None and not (effects.writes or effects.frees or effects.allocates)


def renames_buffers(op: Operation) -> bool:
    """
    Return whether a buffer that an operation takes may go on under another name of its function: as
    a result, an argument of a block, or an operand of a terminator.
    """
    if op.regions or (is_terminator(op) and not isinstance(op, func.ReturnOp)):
        return True
    return any(isinstance(result.type, MemRefType) for result in op.results)


def may_not_end(op: Operation) -> bool:
    """Return whether what comes after an operation may not run."""
    effects = effects_of(op)
    return effects is None or effects.may_not_end


def is_speculatable(op: Operation) -> bool:
    """Return whether an operation may run where it did not: it is defined for its operands."""
    effects = _EXCEPTIONS.get(op.name)
    if (defined := _DEFINED_WHERE.get(op.name)) is not None:
        return defined(op)
    if effects is None:
        return is_pure_intrinsic(op) or is_speculatable_by_traits(op)
    return not (effects.may_trap or effects.may_not_end)


def is_terminator(op: Operation) -> bool:
    """Return whether an operation ends its block."""
    return _is_terminator(type(op))


def names_its_memory(op: Operation) -> bool:
    """Return whether an operation touches no buffer but those it takes, or what it makes."""
    return _names_its_memory(type(op)) or ignores_memory(op)


def is_arithmetic(op: Operation) -> bool:
    """
    Return whether an operation is of `arith` or `math`: pure, and lane by lane.

    More than pure, on purpose: analyses of values know each of these operations, and may give
    another type to its operands and results.
    """
    return _is_arithmetic(type(op)) and not op.regions


def divides_by_constant(op: Operation) -> bool:
    """Return whether a division has a constant divisor, for which no dividend traps."""
    divisor = op.operands[1].owner
    constant = divisor.value if isinstance(divisor, arith.ConstantOp) else None
    return isinstance(constant, IntegerAttr) and constant.value.data not in (0, -1)


def _is_an_axis(op: Operation) -> bool:
    """Return whether the axis of a memref.dim is a constant, and one of the buffer."""
    assert isinstance(op, memref.DimOp)
    axis = op.index.owner
    if not isinstance(axis, arith.ConstantOp) or not isinstance(axis.value, IntegerAttr):
        return False
    rank = cast("MemRefType[Attribute]", op.source.type).get_num_dims()
    return 0 <= axis.value.value.data < rank


_DEFINED_WHERE: dict[str, Callable[[Operation], bool]] = {
    **dict.fromkeys((kind.name for kind in DIVISIONS), divides_by_constant),
    memref.DimOp.name: _is_an_axis,
}


@cache
def _of_class(kind: type[Operation]) -> tuple[Effects | None, bool]:
    """The effects of all operations of a class, and whether they have the same at all."""
    if kind.name in _EXCEPTIONS:
        return _EXCEPTIONS[kind.name], True
    if kind is llvm.CallIntrinsicOp:
        return None, False
    traits = [trait for trait in kind.traits.traits if isinstance(trait, MemoryEffect)]
    if kind.name in UNKNOWN or not traits:
        return _by_interface(kind), True
    found = [_BY_TRAIT[type(t)] for t in traits if type(t) in _BY_TRAIT]
    found += [_NONE for t in traits if type(t) not in _BY_TRAIT and isinstance(t, NoMemoryEffect)]
    return _joined(found), len(found) == len(traits)


def _by_interface(kind: type[Operation]) -> Effects | None:
    """The effects of what only `MemoryAccess` or `LoopLike` tells of."""
    if (access := ACCESSES[kind]) is not None:
        return Effects(reads=access.reads, writes=access.writes, may_trap=True)
    return None if LOOPS[kind] is None else _NONE


def _by_instance(op: Operation) -> Effects | None:
    if is_pure_intrinsic(op):
        return _NONE
    found = get_effects(op)
    if found is None:
        return None
    kinds = {effect.kind for effect in found}
    return Effects(
        reads=MemoryEffectKind.READ in kinds,
        writes=MemoryEffectKind.WRITE in kinds,
        allocates=MemoryEffectKind.ALLOC in kinds,
        frees=MemoryEffectKind.FREE in kinds,
    )


def _joined(found: list[Effects]) -> Effects:
    return Effects(
        reads=any(e.reads for e in found),
        writes=any(e.writes for e in found),
        allocates=any(e.allocates for e in found),
        frees=any(e.frees for e in found),
    )


def _ignores_memory(effects: Effects) -> bool:
    memory = effects.reads or effects.writes or effects.allocates or effects.frees
    return not (memory or effects.may_not_end)


def _has_no_effect(effects: Effects) -> bool:
    changes = effects.writes or effects.allocates or effects.frees
    return not (changes or effects.may_not_end or effects.states)


@cache
def _pure_class(kind: type[Operation], effects: Effects | None) -> bool:
    if effects is None or _is_terminator(kind):
        return False
    return _ignores_memory(effects) and not (effects.chooses or effects.states)


@cache
def _is_terminator(kind: type[Operation]) -> bool:
    return kind.has_trait(IsTerminator, value_if_unregistered=False)


@cache
def _names_its_memory(kind: type[Operation]) -> bool:
    if ACCESSES[kind] is not None or LOOPS[kind] is not None:
        return True
    return kind.dialect_name() in _NAMED_MEMORY and kind.name != "func.call"


@cache
def _is_arithmetic(kind: type[Operation]) -> bool:
    return kind.dialect_name() in (arith.Arith.name, math.Math.name)
