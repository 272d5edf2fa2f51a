"""Two laid-out buffers between which only a copy stands become one."""

from __future__ import annotations

from xdsl.dialects import func
from xdsl.ir import Attribute, SSAValue, Use
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialect.ops import CastOp, PackOp, UnpackOp
from ..common.diagnostics import RemarkForm, remark
from .buffer_effects import Effects, Obstacle, body_of, effect_of, name_or_unnamed, shown
from .coalescing import Copy, obstacle_to_dropping, obstacle_to_round_trip
from .compatible_layouts import holds_enough, kinds, obstacle_to_one_map
from .copy_folding import NAME, erase_buffer, give_kinds, replace
from .obstacles import (
    obstacle_at_entry,
    obstacle_to_doing_without,
    obstacle_to_other_kinds,
    obstacle_to_other_sizes,
    obstacle_to_seeing,
    obstacle_to_snapshot,
    other_uses,
)
from .signatures import Signatures, obstacle_to_retyping

_ROUND_TRIP = RemarkForm(
    "round-trip-removed", "pack into '{buffer}' removed: the buffer already holds the data"
)
_MERGED = RemarkForm("buffers-merged", "merged the buffers '{first}' and '{second}'")


def join(unpack: UnpackOp, pack: PackOp, signatures: Signatures) -> Obstacle | None:
    """
    Makes one buffer of one that is unpacked and one that the copy is packed into.

    Where the padding of the first does not hold what the second needs, its writers have to write
    that.
    """
    plain, source, target = unpack.target, unpack.source, pack.target
    obstacle = (
        obstacle_to_doing_without(plain)
        or obstacle_to_seeing((source, plain, target), signatures)
        or obstacle_to_snapshot(unpack)
    )
    if obstacle is None and not (unpack.parent is pack.parent and unpack.is_before_in_block(pack)):
        obstacle = Obstacle(
            f"{shown(plain)} is not unpacked before that, in its block", reason="not-unpacked"
        )
    if obstacle is None and source is target:
        return _end_round_trip(unpack, pack)
    obstacle = obstacle or obstacle_to_one_map(source, target)
    if obstacle is not None:
        return obstacle
    attempts: list[tuple[SSAValue, Attribute]] = []
    if holds_enough(source.type, target.type):
        attempts.append((target, source.type))
    if source.type == target.type:
        attempts.append((source, target.type))
    elif (obstacle := obstacle_to_other_kinds(source, unpack)) is None:
        attempts += [(target, target.type), (source, target.type)]
    elif not attempts:
        return Obstacle(f"{_both_sides(source, target)}, and {obstacle.text}", reason="both-sides")
    found: list[Obstacle] = []
    for dropped, type in attempts:
        copy = Copy(source, target, unpack, pack)
        obstacle = _obstacle_to_dropping(copy, dropped, type)
        if obstacle is None:
            _drop(copy, dropped, type, signatures)
            return None
        found.append(obstacle)
    return found[0]


def _end_round_trip(unpack: UnpackOp, pack: PackOp) -> Obstacle | None:
    """
    Erases what packs into a buffer that which was unpacked from it.

    It was read as a whole, so that its padding holds what it has to: from its entry on where the
    function may read it before it writes all of it, else since it was written.
    """
    buffer = unpack.source
    if (obstacle := obstacle_to_round_trip(Copy(buffer, buffer, unpack, pack))) is not None:
        return obstacle
    remark(NAME, pack, _ROUND_TRIP, buffer=name_or_unnamed(buffer))
    Rewriter.erase_op(pack)
    _erase_unread(unpack)
    return None


def _obstacle_to_dropping(copy: Copy, dropped: SSAValue, type: Attribute) -> Obstacle | None:
    obstacle = (
        obstacle_to_doing_without(dropped)
        or obstacle_to_dropping(copy, dropped)
        or obstacle_to_other_sizes(copy, dropped)
    )
    for buffer in (copy.source, copy.target):
        if buffer.type != type:
            uses = other_uses(buffer, (copy.first, copy.last))
            fixed = [use for use in uses if not _can_be_cast(copy, dropped, use)]
            obstacle = obstacle or obstacle_to_retyping(buffer, fixed)
    return obstacle or obstacle_at_entry(copy, dropped)


def _can_be_cast(copy: Copy, dropped: SSAValue, use: Use) -> bool:
    """
    Whether a use of the target is the last one of both buffers, by a function that is elsewhere.

    Nobody looks at the padding that it leaves, so it may be given more than it asks for.
    """
    call, kept, effects = use.operation, copy.source, Effects(copy.block)
    if dropped is not copy.target or not isinstance(call, func.CallOp) or body_of(call) is not None:
        return False
    if call not in effects.places or kept.owner not in effects.places:
        return False
    found = [effects.touches(buffer) for buffer in (copy.source, copy.target)]
    last = effects.places[call]
    return all(
        isinstance(touches, list)
        and all(touch.place is not None and touch.place <= last for touch in touches)
        for touches in found
    ) and holds_enough(kept.type, dropped.type)


def _drop(copy: Copy, dropped: SSAValue, type: Attribute, signatures: Signatures) -> None:
    unpack, pack = copy.first, copy.last
    names = name_or_unnamed(copy.source), name_or_unnamed(copy.target)
    is_source = dropped is copy.source
    for buffer in (copy.source, copy.target):
        if buffer.type != type and buffer is not dropped:
            give_kinds(buffer, type, signatures)
    copy = Copy(unpack.source, pack.target, unpack, pack)
    dropped = copy.source if is_source else copy.target
    uses = other_uses(dropped, (unpack, pack))
    for use in uses:
        if dropped.type != type and _can_be_cast(copy, dropped, use):
            cast_op = CastOp(copy.source, dropped.type)
            cast_op.location = use.operation.location
            Rewriter.insert_op(cast_op, InsertPoint.before(use.operation))
            use.operation.operands[use.index] = cast_op.result
    replace(other_uses(dropped, (unpack, pack)), copy, dropped, signatures)
    remark(NAME, pack, _MERGED, first=names[0], second=names[1])
    Rewriter.erase_op(pack)
    if is_source:
        unpack.operands[0] = copy.target
    erase_buffer(dropped)
    _erase_unread(unpack)


def _erase_unread(unpack: PackOp | UnpackOp) -> None:
    """Erases an unpack into a buffer that nothing reads, and that buffer."""
    plain = unpack.target
    if not other_uses(plain, (unpack,)) and obstacle_to_doing_without(plain) is None:
        Rewriter.erase_op(unpack)
        erase_buffer(plain)


def _both_sides(source: SSAValue, target: SSAValue) -> str:
    """Say what the padding of both buffers is, and which functions leave or need that."""
    is_left, is_needed = kinds(source.type), kinds(target.type)
    if (writer := _callee(source, 1)) is not None:
        is_left += f" (from @{writer})"
    if (reader := _callee(target, 0)) is not None:
        is_needed += f" (for @{reader})"
    return (
        f"the padding of {shown(source)} is {is_left}, but the padding of {shown(target)} must be "
        f"{is_needed}"
    )


def _callee(buffer: SSAValue, effect: int) -> str | None:
    """The name of a function that reads (0) or writes (1) a buffer."""
    for use in buffer.uses:
        found = effect_of(use, frozenset())
        if isinstance(use.operation, func.CallOp) and found is not None and found[effect]:
            return use.operation.callee.root_reference.data
    return None
