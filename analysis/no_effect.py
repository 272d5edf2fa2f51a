"""Whether a store changes nothing: it leaves what its cell holds, or nobody sees what it leaves."""

from __future__ import annotations

from dataclasses import replace

from xdsl.dialects import affine, memref

from ..dialect.ops import AssumeOp
from .accesses import Access
from .aliasing import is_tracked
from .cells import cells_at, touched, union
from .expr import Expr, all_of, eq, var
from .facts import BlockFacts, StageAccess, stored_value
from .folding import surely_equal
from .instances import before
from .islctx import GaveUp, NotAffine, engine
from .queries import Piece, Proven, covers

Store = affine.StoreOp | memref.StoreOp
_LOADS = (affine.LoadOp, memref.LoadOp)


def changes_nothing(store: Store, facts: BlockFacts) -> bool:
    """Whether the program is the same without this store; False where that is not shown."""
    stage = facts.reader.stage(store)
    if stage is None or not is_tracked(store.memref):
        return False
    try:
        with engine().budget():
            own = next((a for a in facts.accesses(store.memref) if a.access.op is store), None)
            if own is None or own.access.index is None:
                return False
            return (
                _writes_back(store, own.access, facts)
                or _writes_known(store, own, facts)
                or _is_unseen(own, facts)
            )
    except (GaveUp, NotAffine):
        return False


def _writes_back(store: Store, own: Access, facts: BlockFacts) -> bool:
    """A value that was just loaded from the same cell, with no write of the buffer in between."""
    load = store.value.owner
    if not isinstance(load, _LOADS) or load.memref is not store.memref:
        return False
    block = store.parent
    if load.parent is not block or block is None:
        return False
    read = next((a.access for a in facts.accesses(store.memref) if a.access.op is load), None)
    if read is None or read.index != own.index:
        return False
    writers = {a.access.op for a in facts.accesses(store.memref) if a.access.writes}
    between = False
    for op in block.ops:
        if op is store:
            return between
        if between and not writers.isdisjoint(op.walk()):
            return False
        between = between or op is load
    return False


def _writes_known(store: Store, own: StageAccess, facts: BlockFacts) -> bool:
    """A constant that the cells hold since before the stage, which writes them nowhere else."""
    value = stored_value(store)
    if value is None or own.stage is None:
        return False
    others = union(
        touched(a.access)
        for a in facts.accesses(store.memref)
        if a.stage in (own.stage, None) and a.access.writes and a.access.op is not store
    )
    cells = touched(own.access)
    for fact in facts.before(store.memref, own.stage):
        if surely_equal(fact.value, value) and cells.is_subset(fact.cells.subtract(others)):
            return True
    return False


def _is_unseen(own: StageAccess, facts: BlockFacts) -> bool:
    """Overwritten before anyone looks, in the same stage or after it."""
    stage, access = own.stage, own.access
    assert stage is not None
    assert access.index is not None
    buffer = access.op.operands[1]
    beside = [a.access for a in facts.accesses(buffer) if a.stage in (stage, None)]
    if any(a.index is None for a in beside):
        return False
    if any(isinstance(op, AssumeOp) for op in stage.walk()):
        return False
    later = [_renamed(a, "_w") for a in beside if a.writes and a.must and a.op is not access.op]
    for read in (_renamed(a, "_r") for a in beside if not a.writes):
        seen = _both(access, read) & before(access.instances, read.instances)
        names = (*access.instances.iterators, *read.instances.iterators)
        hidden = [_piece(w, access, names, before(w.instances, read.instances)) for w in later]
        if not isinstance(covers(seen, hidden, names), Proven):
            return False
    left = engine().set(access.instances.condition)
    for write in later:
        over = _both(access, write) & before(access.instances, write.instances)
        left = left.subtract(engine().project(engine().set(over), write.instances.iterators))
    names = access.instances.iterators
    at = cells_at(access.index, access.instances.condition, ())
    return facts.is_dead_after(buffer, engine().project(left.intersect(at), names), stage)


def _piece(write: Access, access: Access, names: tuple[str, ...], ends: Expr) -> Piece:
    """The pairs of a store and a read between which a write comes."""
    when = _both(access, write) & before(access.instances, write.instances) & ends
    return Piece(write.instances.iterators, when, tuple(map(var, names)))


def _both(first: Access, second: Access) -> Expr:
    """Both instances run, at the same cell."""
    assert first.index is not None
    assert second.index is not None
    same = [eq(a, b) for a, b in zip(first.index, second.index, strict=True)]
    return all_of([first.instances.condition, second.instances.condition, *same])


def _renamed(access: Access, suffix: str) -> Access:
    assert access.index is not None
    names = access.instances.renaming(suffix)
    index = tuple(i.substitute(names) for i in access.index)
    return replace(access, instances=access.instances.renamed(suffix), index=index)
