"""What a load surely gives: the value that was stored in its cell, or that is known to be there."""

from __future__ import annotations

from dataclasses import replace

from xdsl.dialects import affine, memref, scf
from xdsl.ir import Operation, SSAValue

from ..dialect.ops import UndefOp
from .accesses import Access
from .aliasing import is_tracked
from .assumptions import Exactly
from .cells import touched
from .expr import FALSE, Expr, all_of, eq
from .facts import BlockFacts
from .instances import Instances, before
from .islctx import GaveUp, NotAffine, engine
from .queries import Proven, implies
from .sequence import runs_in_order

Load = affine.LoadOp | memref.LoadOp
_STORES = (affine.StoreOp, memref.StoreOp)


def known_value(load: Load, facts: BlockFacts) -> Exactly | SSAValue | None:
    """
    The constant that the load gives, or the value that a store in front of it left in its cell.

    None where neither is shown: each write of the buffer that may come in between and may be to the
    same cell, calls included, ends what is known.
    """
    if not is_tracked(load.memref) or not runs_in_order(load, facts.scope):
        return None
    try:
        with engine().budget():
            found = facts.accesses(load.memref)
            own = next((a.access for a in found if a.access.op is load), None)
            if own is None or own.index is None:
                return None
            writes = [a.access for a in found if a.access.writes]
            return _stored_in_front(load, own, writes, facts) or _held(load, own, facts)
    except (GaveUp, NotAffine):
        return None


def _stored_in_front(
    load: Load, own: Access, writes: list[Access], facts: BlockFacts
) -> SSAValue | None:
    """Goes back from the load, and out of what is around it, to the last write of its cell."""
    writers = {write.op: write for write in writes}
    current: Operation | None = load
    while current is not None and facts.reader.stage(current) is not None:
        earlier = current.prev_op
        while earlier is not None:
            inside = [writers[op] for op in earlier.walk() if op in writers]
            if isinstance(earlier, _STORES) and inside and _surely_same_cell(inside[0], own):
                # Undef may not go where only the cell may: into conditions and indices.
                return None if isinstance(earlier.value.owner, UndefOp) else earlier.value
            if any(_may_be_seen(write, own) for write in inside):
                return None
            earlier = earlier.prev_op
        current = current.parent_op()
        if isinstance(current, affine.ForOp | scf.ForOp):
            body = [w for op in current.walk() if (w := writers.get(op)) is not None]
            if any(_may_be_seen_later(write, own, current, facts) for write in body):
                return None
    return None


def _same_cell(first: Access, second: Access) -> Expr | None:
    """The condition that both are at one cell; None where any may be."""
    if first.index is None or second.index is None:
        return None
    return all_of([eq(a, b) for a, b in zip(first.index, second.index, strict=True)])


def _surely_same_cell(store: Access, load: Access) -> bool:
    same = _same_cell(store, load)
    return same is not None and isinstance(implies(load.instances.condition, same), Proven)


def _may_be_seen(write: Access, load: Access) -> bool:
    """Whether a write in front of the load, in the same iterations around both, is to its cell."""
    same = _same_cell(write, load)
    if same is None:
        return True
    both = all_of([write.instances.condition, load.instances.condition, same])
    return not isinstance(implies(both, FALSE), Proven)


def _may_be_seen_later(
    write: Access, load: Access, loop: affine.ForOp | scf.ForOp, facts: BlockFacts
) -> bool:
    """Whether a load may see what an earlier iteration of a loop around both wrote."""
    around = facts.reader.instances(loop)
    if around is None or write.index is None:
        return True
    inner = replace(write.instances, iterators=write.instances.iterators[len(around.iterators) :])
    names = inner.renaming("_w")
    index = tuple(i.substitute(names) for i in write.index)
    earlier = replace(write, instances=inner.renamed("_w"), index=index)
    same = _same_cell(earlier, load)
    if same is None:
        return True
    when = before(_inside(earlier.instances, around), _inside(load.instances, around))
    both = all_of([earlier.instances.condition, load.instances.condition, same, when])
    return not isinstance(implies(both, FALSE), Proven)


def _inside(instances: Instances, around: Instances) -> Instances:
    """The same executions, ordered among those in one execution of what is around."""
    return replace(instances, time=instances.time[len(around.time) - 1 :])


def _held(load: Load, own: Access, facts: BlockFacts) -> Exactly | None:
    """The constant that the cells hold since before the stage, not written before the load."""
    stage = facts.reader.stage(load)
    if stage is None:
        return None
    for found in facts.accesses(load.memref):
        if not found.access.writes or found.stage not in (stage, None):
            continue
        if found.stage is None or _comes_before(found.access, own):
            return None
    cells = touched(own)
    for fact in facts.before(load.memref, stage):
        if isinstance(fact.value, Exactly) and cells.is_subset(fact.cells):
            return fact.value
    return None


def _comes_before(write: Access, load: Access) -> bool:
    """Whether a write may change a cell that the load reads afterwards."""
    if write.index is None:
        return True
    names = write.instances.renaming("_w")
    index = tuple(i.substitute(names) for i in write.index)
    earlier = replace(write, instances=write.instances.renamed("_w"), index=index)
    same = _same_cell(earlier, load)
    if same is None:
        return True
    when = before(earlier.instances, load.instances)
    both = all_of([earlier.instances.condition, load.instances.condition, same, when])
    return not isinstance(implies(both, FALSE), Proven)
