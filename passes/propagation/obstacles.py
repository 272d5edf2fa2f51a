"""Obstacles to looking at a copy between buffers, and to giving a buffer other padding."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import cast

from xdsl.dialects import func, memref
from xdsl.dialects.builtin import NoneAttr
from xdsl.ir import Block, Operation, SSAValue, Use

from ...analysis.accesses.aliasing import function_of
from ...analysis.accesses.escape import ALLOCATIONS, is_constant_global
from ...analysis.contracts.applied_layouts import applied_contract
from ...analysis.contracts.callee_roles import CalleeRoles
from ...analysis.contracts.roles import roles
from ...analysis.instances.reader import InstanceReader
from ...analysis.instances.sizes import extents, known_sizes
from ...dialect.attributes import LaidOutType, layout_of
from ...dialect.ir.effects import may_not_end
from ...dialect.ir.operations import operations_of
from ...dialect.ops import CastOp, PackOp, UnpackOp
from ...index.expr import eq
from ...index.queries.conditions import is_implied
from .buffer_effects import Effects, Obstacle, body_of, effect_of, has_pending_layouts, named, shown
from .coalescing import Copy
from .compatible_layouts import kinds, promises_values
from .signatures import Signatures, obstacle_to_retyping


def obstacle_to_seeing(buffers: Sequence[SSAValue], signatures: Signatures) -> Obstacle | None:
    """Something about buffers that copies connect which this pass does not look into."""
    types = [cast("LaidOutType", buffer.type) for buffer in buffers]
    for buffer, type in zip(buffers, types, strict=True):
        owner, function = buffer.owner, function_of(buffer.owner)
        if isinstance(owner, Operation) and not _gives_one_buffer(owner):
            return Obstacle(f"the result of {named(owner)} may be another buffer", reason="alias")
        if function is None or (isinstance(owner, Block) and buffer not in function.args):
            return Obstacle(f"{shown(buffer)} may be one of several buffers", reason="alias")
        if has_pending_layouts(function):
            return Obstacle(
                f"pad.layouts of @{function.sym_name.data} are not applied yet",
                reason="layout-not-applied",
            )
        if signatures.has_casts and isinstance(owner, Block) and _is_given_casts(function):
            return Obstacle(
                f"@{function.sym_name.data} is given the result of a pad.cast", reason="cast"
            )
        if applied_contract(buffer) is not None:
            return Obstacle(
                f"a layout of {shown(buffer)} was applied already", reason="layout-applied"
            )
        if layout_of(type) is None and not isinstance(type.layout, NoneAttr):
            return Obstacle(f"{shown(buffer)} has strides", reason="strides")
        if type.memory_space != types[0].memory_space:
            return Obstacle(
                f"{shown(buffer)} and {shown(buffers[0])} are in different memory spaces",
                reason="memory-space",
            )
    return None


def _gives_one_buffer(op: Operation) -> bool:
    return isinstance(op, ALLOCATIONS) or (
        isinstance(op, memref.GetGlobalOp) and is_constant_global(op)
    )


def _is_given_casts(function: func.FuncOp) -> bool:
    """Whether a caller relies on what is known of the function now."""
    module = function.parent_op()
    casts = [] if module is None else operations_of(module, CastOp)
    users = (use.operation for op in casts for use in op.result.uses)
    return any(isinstance(user, func.CallOp) and body_of(user) is function for user in users)


def obstacle_to_doing_without(buffer: SSAValue) -> Obstacle | None:
    """A buffer is not an allocation, which may go."""
    if isinstance(buffer.owner, ALLOCATIONS):
        return None
    return Obstacle(
        f"{shown(buffer)} is not allocated in the function, so the copy is at its boundary",
        reason="argument",
    )


def obstacle_to_other_sizes(copy: Copy, dropped: SSAValue) -> Obstacle | None:
    """
    The sides of a copy are not shown to have the same sizes before it runs, and it may not run.

    A copy between different shapes is undefined behaviour, so that after it the sizes are equal.
    """
    kept, effects = copy.other(dropped), Effects(copy.block)
    touches = effects.touches(dropped)
    places = [t.place for t in touches] if isinstance(touches, list) else []
    first = min((place for place in places if place is not None), default=len(effects.places))
    owner = kept.owner
    if isinstance(owner, Operation) and effects.places.get(owner, first) > first:
        return None  # it is allocated in the place of the dropped one, of the same sizes
    for op in list(effects.places)[first : effects.places[copy.last]]:
        if any(map(may_not_end, op.walk())) and not _have_one_shape(copy):
            return Obstacle(
                f"{named(op)} may not end, and nothing before it says that the sizes of "
                f"{shown(dropped)} are those of {shown(kept)}",
                reason="other-sizes",
            )
    return None


def _have_one_shape(copy: Copy) -> bool:
    """Whether both sides of a copy are shown to have the same sizes, whether it runs or not."""
    reader = InstanceReader(copy.block)
    ours, theirs = (extents(buffer, reader) for buffer in (copy.source, copy.target))
    if ours is None or theirs is None:
        return False
    known = known_sizes(copy.first, reader)
    return all(a == b or is_implied(known, eq(a, b)) for a, b in zip(ours, theirs, strict=True))


def obstacle_to_snapshot(unpack: UnpackOp) -> Obstacle | None:
    """Something else writes what is unpacked into."""
    for use in unpack.target.uses:
        effect = effect_of(use, frozenset())
        if use.operation is not unpack and (effect is None or effect[1]):
            return Obstacle(
                f"{named(use.operation)} may write {shown(unpack.target)}", reason="order"
            )
    return None


def obstacle_to_other_kinds(packed: SSAValue, unpack: UnpackOp) -> Obstacle | None:
    """The obstacle to giving a buffer other padding: readers, and writers that are not here."""
    if not isinstance(packed.owner, ALLOCATIONS):
        return Obstacle(
            f"{shown(packed)} is not allocated here, so its padding cannot change",
            reason="not-filled",
        )
    for use in packed.uses:
        effect = effect_of(use, frozenset())
        if use.operation is not unpack and (effect is None or effect == (True, False)):
            return Obstacle(f"{named(use.operation)} reads {shown(packed)} too", reason="also-read")
    return obstacle_to_retyping(packed)


def obstacle_at_entry(copy: Copy, dropped: SSAValue) -> Obstacle | None:
    """
    Callers of the function would have to fill the padding of an argument, as it might be read
    before it is certainly written.
    """
    kept = copy.other(dropped)
    type = cast("LaidOutType", kept.type)
    if isinstance(kept.owner, Operation) or not promises_values(type) or _is_in(kept):
        return None
    if not _would_be_in(copy, dropped):
        return None
    return Obstacle(
        f"the padding of {shown(kept)} would have to hold {kinds(type)} on entry already: it is "
        f"not known that {shown(dropped)} is written as a whole before it is read",
        reason="padding-on-entry",
    )


def _is_in(buffer: SSAValue) -> bool:
    shape = cast("LaidOutType", buffer.type).get_shape()
    return roles(buffer, shape, at_calls=CalleeRoles()).is_in


def _would_be_in(copy: Copy, dropped: SSAValue) -> bool:
    """
    Return whether the kept buffer would have the role *in*, that is, be read before it is written.

    Gives it the uses of the dropped buffer for the time of the question, without the copy, and
    then restores the IR.
    """
    kept, pack = copy.other(dropped), copy.last
    uses = other_uses(dropped, (pack,))
    own = [use for use in kept.uses if use.operation is pack]
    for use in own:
        pack.operands[use.index] = dropped
    for use in uses:
        use.operation.operands[use.index] = kept
    found = _is_in(kept)
    for use in uses:
        use.operation.operands[use.index] = dropped
    for use in own:
        pack.operands[use.index] = kept
    return found


def users(buffer: SSAValue) -> list[Operation]:
    """The operations that use a buffer, each once."""
    return list(dict.fromkeys(use.operation for use in buffer.uses))


def other_uses(buffer: SSAValue, copies: Collection[PackOp | UnpackOp]) -> list[Use]:
    """The uses of a buffer other than its copies and its end."""
    ops = (*copies,)
    return [
        use
        for use in buffer.uses
        if use.operation not in ops and not isinstance(use.operation, memref.DeallocOp)
    ]
