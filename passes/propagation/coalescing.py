"""Whether a copy and its target can be one buffer: what reads and writes them, and when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xdsl.dialects import gpu, memref
from xdsl.ir import Block, Operation, SSAValue

from ...analysis.accesses.escape import ALLOCATIONS
from ...dialect.ir.loop_like import is_parallel
from ...dialect.ops import PackOp, UnpackOp
from .buffer_effects import Effects, Obstacle, Touch, named, shown


@dataclass(frozen=True)
class Copy:
    """
    A copy from `source` to `target`, by one or two operations of one block.

    `first` reads `source` and `last` writes `target`. They are the same operation, or `first`
    unpacks into a buffer that `last` packs.
    """

    source: SSAValue
    target: SSAValue
    first: PackOp | UnpackOp
    last: PackOp | UnpackOp

    @property
    def block(self) -> Block:
        """The block in which the copy is."""
        assert self.last.parent is not None
        return self.last.parent

    def other(self, buffer: SSAValue) -> SSAValue:
        """The source for the target, and the target for the source."""
        return self.target if buffer is self.source else self.source


def obstacle_to_dropping(
    copy: Copy, dropped: SSAValue, left_alone: Sequence[Operation] = ()
) -> Obstacle | None:
    """
    The obstacle to replacing the uses of one side of a copy by uses of the other side.

    `left_alone` are readers of the dropped buffer that stay as they are.
    """
    effects, kept = Effects(copy.block), copy.other(dropped)
    touches: dict[SSAValue, list[Touch]] = {}
    for buffer in (dropped, kept):
        found = effects.touches(buffer)
        if isinstance(found, Obstacle):
            return found
        ours = (copy.first, copy.last, *left_alone)
        touches[buffer] = [t for t in found if t.op not in ours]
    unseen = effects.unseen(kept)
    if isinstance(unseen, Obstacle):
        return unseen
    if any(touch.place is None for touch in touches[dropped]):
        return Obstacle(f"{shown(dropped)} is used in another block too", reason="other-block")
    if dropped is copy.source and dropped.owner not in effects.places:
        return Obstacle(f"{shown(dropped)} is allocated in another block", reason="other-block")
    if dropped is copy.source and _is_shared(kept, copy.block):
        return Obstacle(f"the iterations of a parallel loop share {shown(kept)}", reason="parallel")
    is_local = isinstance(kept.owner, ALLOCATIONS) and kept.owner in effects.places
    lasting = not is_local or any(touch.place is None for touch in touches[kept])
    touches[kept] = [t for t in touches[kept] if t.place is not None] + unseen
    obstacles = (
        _within(copy, effects, touches),
        _before(copy, dropped, effects, touches),
        _after(copy, dropped, effects, touches, lasting),
        _freed(kept, effects),
    )
    return next((obstacle for obstacle in obstacles if obstacle is not None), None)


def obstacle_to_round_trip(copy: Copy) -> Obstacle | None:
    """
    The operation that may change a buffer between an unpack of it and the pack that puts the
    elements back.
    """
    effects = Effects(copy.block)
    found, unseen = effects.touches(copy.source), effects.unseen(copy.source)
    if isinstance(found, Obstacle):
        return found
    if isinstance(unseen, Obstacle):
        return unseen
    inside = [t for t in (*found, *unseen) if t.place is not None]
    return _changed_within(copy, effects, inside)


def _is_shared(kept: SSAValue, block: Block) -> bool:
    """Whether other iterations of a parallel loop around a block have the same buffer."""
    home = kept.owner if isinstance(kept.owner, Block) else kept.owner.parent
    current: Block | None = block
    while current is not None and current is not home:
        around = current.parent_op()
        if around is None or is_parallel(around) or isinstance(around, gpu.LaunchOp):
            return around is not None
        current = around.parent
    return False


def _within(copy: Copy, effects: Effects, touches: dict[SSAValue, list[Touch]]) -> Obstacle | None:
    """The source changes, or the target is used, between the two operations of a copy."""
    if (obstacle := _changed_within(copy, effects, touches[copy.source])) is not None:
        return obstacle
    start, end = effects.places[copy.first], effects.places[copy.last]
    for touch in touches[copy.target]:
        if start < _place(touch) < end:
            return _used_before(touch, copy)
    return None


def _changed_within(copy: Copy, effects: Effects, touches: Sequence[Touch]) -> Obstacle | None:
    start, end = effects.places[copy.first], effects.places[copy.last]
    for touch in touches:
        if touch.writes and start < _place(touch) < end:
            return Obstacle(
                f"{named(touch.op)} may write {shown(copy.source)} between the unpack and the pack",
                reason="order",
            )
    return None


def _before(
    copy: Copy, dropped: SSAValue, effects: Effects, touches: dict[SSAValue, list[Touch]]
) -> Obstacle | None:
    """The target holds something else that is needed while the source is filled."""
    start = effects.places[copy.first]
    begin = min((_place(t) for t in touches[copy.source]), default=start)
    if dropped is copy.target:
        begin = 0
    for touch in touches[copy.target]:
        if begin <= _place(touch) < start:
            return _used_before(touch, copy)
    return None


def _used_before(touch: Touch, copy: Copy) -> Obstacle:
    return Obstacle(
        f"{named(touch.op)} uses {shown(copy.target)} before it gets the copy", reason="order"
    )


def _after(
    copy: Copy,
    dropped: SSAValue,
    effects: Effects,
    touches: dict[SSAValue, list[Touch]],
    lasting: bool,
) -> Obstacle | None:
    """
    One side changes after the copy, and the other one is still needed: so is what is kept, and
    lasts, when the block ends.
    """
    end, kept = effects.places[copy.last], copy.other(dropped)
    for written in (copy.source, copy.target):
        needed = copy.other(written)
        uses = [_place(touch) for touch in touches[needed]]
        at_the_end = lasting and needed is kept
        for write in touches[written]:
            place = _place(write)
            if write.writes and place > end and (at_the_end or any(use >= place for use in uses)):
                return Obstacle(
                    f"{named(write.op)} may write {shown(written)}, and {shown(needed)} is needed "
                    "as it was before",
                    reason="order",
                )
    return None


def _freed(kept: SSAValue, effects: Effects) -> Obstacle | None:
    for dealloc in deallocs_of(kept):
        if dealloc not in effects.places and effects.place(dealloc) is not None:
            return Obstacle(f"{shown(kept)} may be freed in a block of its own", reason="freed")
    return None


def _place(touch: Touch) -> int:
    assert touch.place is not None
    return touch.place


def deallocs_of(buffer: SSAValue) -> list[memref.DeallocOp]:
    """The operations that deallocate a buffer."""
    users = (use.operation for use in buffer.uses)
    return [op for op in users if isinstance(op, memref.DeallocOp)]


def move_ends(copy: Copy, dropped: SSAValue) -> None:
    """Makes the buffer that is kept live as long as both did, in the block of the copy."""
    effects, kept = Effects(copy.block), copy.other(dropped)
    users = [use.operation for buffer in (kept, dropped) for use in buffer.uses]
    stages = [stage for op in users if (stage := _stage(op, effects)) is not None]
    alloc, own = kept.owner, dropped.owner
    if isinstance(alloc, ALLOCATIONS) and alloc.parent is copy.block:
        first = min((*stages, *_in_block(own, effects)), key=effects.places.__getitem__)
        if effects.places[first] < effects.places[alloc]:
            if isinstance(own, ALLOCATIONS):  # whose sizes are known there, and the same
                alloc.operands = [*own.dynamic_sizes, *alloc.symbol_operands]
            alloc.detach()
            copy.block.insert_op_before(alloc, first)
    last = [op for op in stages if not isinstance(op, memref.DeallocOp)]
    for dealloc in deallocs_of(kept):
        if dealloc.parent is copy.block and last:
            end = max(last, key=effects.places.__getitem__)
            if effects.places[dealloc] < effects.places[end]:
                dealloc.detach()
                copy.block.insert_op_after(dealloc, end)


def _in_block(owner: Operation | Block, effects: Effects) -> Iterator[Operation]:
    if isinstance(owner, Operation) and owner in effects.places:
        yield owner


def _stage(op: Operation, effects: Effects) -> Operation | None:
    place = effects.place(op)
    return None if place is None else list(effects.block.ops)[place]
