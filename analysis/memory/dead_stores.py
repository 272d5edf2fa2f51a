"""Stores that nobody sees: overwritten before anyone looks, or seen only by stores like them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from xdsl.ir import Operation, SSAValue

from ...dialect.ir.effects import is_arithmetic
from ...dialect.ir.memory_access import Store, buffer_of, is_load, is_store
from ...index.expr import FALSE, Expr, var
from ...index.queries.conditions import Piece, is_covered, is_implied
from ...index.queries.instances import before
from ...index.sets.cells import cells_at
from ...index.sets.engine import GaveUp, NotAffine, engine
from ..accesses.accesses import Access, at_one_cell, feeds_only_assumes, renamed
from ..instances.enclosing_loops import runs_in_order
from .facts import BlockFacts


def dead_stores(stage: Operation, facts: BlockFacts) -> list[Store]:
    """
    The stores of a stage that may go together.

    What one stores is overwritten before anyone else looks, in the stage or after it, or to the
    end of a local buffer's life; else only loads see it that feed nothing but such stores. So a
    whole accumulation goes.
    """
    unseen = {
        store: found
        for store in _stores_of(stage, facts)
        if (found := _unseen_after(store, facts)) is not None
    }
    while True:
        live = [s for s, found in unseen.items() if found.is_seen_beyond(unseen)]
        if not live:
            return list(unseen)
        for store in live:
            del unseen[store]


def _stores_of(stage: Operation, facts: BlockFacts) -> Iterator[Store]:
    for op in stage.walk():
        if is_store(op) and facts.is_followed(buffer_of(op)) and runs_in_order(op, facts.scope):
            yield op


def _unseen_after(store: Store, facts: BlockFacts) -> _Beside | None:
    """
    Return the access of a store, and the other accesses of its buffer in the same stage; None if
    something later may read the stored value.
    """
    stage = facts.reader.stage(store)
    found = _Beside.of(store, facts)
    if stage is None or found is None:
        return None
    try:
        with engine().budget():
            own = found.own
            assert own.index is not None
            names = own.instances.iterators
            over = [found.overwritten_by(write) for write in found.writes]
            if facts.seen_after(found.name, stage).plain_is_universe():
                return found if is_covered(own.instances.condition, over, names) else None
            left = engine().set(own.instances.condition)
            for piece in over:
                left = left.subtract(engine().project(engine().set(piece.condition), piece.bound))
            at = cells_at(own.index, own.instances.condition, ())
            cells = engine().project(left.intersect(at), names)
            return found if facts.is_dead_after(found.name, cells, stage) else None
    except (GaveUp, NotAffine):
        return None


@dataclass(frozen=True)
class _Beside:
    """
    The access of a store, and the reads and sure writes of its buffer in the same stage, as those
    of the cells of one name of the buffer: of the smallest cells, of which each is written whole.
    """

    name: SSAValue
    own: Access
    reads: list[Access]
    writes: list[Access]

    @classmethod
    def of(cls, store: Store, facts: BlockFacts) -> _Beside | None:
        """None where the store's cell is not known."""
        stage = facts.reader.stage(store)
        name = facts.smallest_cells(buffer_of(store))
        beside = [a.access for a in facts.accesses(name) if a.stage in (stage, None)]
        own = next((a for a in beside if a.op is store and a.writes), None)
        if own is None or own.index is None:
            return None
        beside += [
            a
            for a in facts.with_assumes(name)
            if is_load(a.op)
            and feeds_only_assumes(a.op)
            and facts.reader.stage(a.op) in (stage, None)
        ]
        reads = [renamed(a, "_r") for a in beside if not a.writes]
        later = [renamed(a, "_w") for a in beside if a.writes and a.must and a.op is not store]
        return cls(name, own, reads, later)

    def overwritten_by(self, write: Access) -> Piece:
        """The instances of the store after which a sure write is to its cell."""
        over = at_one_cell(self.own, write) & before(self.own.instances, write.instances)
        return Piece(write.instances.iterators, over, tuple(map(var, self.own.instances.iterators)))

    def is_seen_beyond(self, stores: Collection[Store]) -> bool:
        """Whether anything may see what the store leaves that feeds more than these stores."""
        for read in list(self.reads):
            if _feeds_only(read.op, stores):
                continue
            if self._may_see(read):
                return True
            self.reads.remove(read)  # that took isl: asked once
        return False

    def _may_see(self, read: Access) -> bool:
        """Whether a read may see what the store leaves: no sure write comes in between."""
        if not read.instances.time:
            return True  # at any time
        seen = self._at_its_cell(read) & before(self.own.instances, read.instances)
        if is_implied(seen, FALSE):
            return False
        names = (*self.own.instances.iterators, *read.instances.iterators)
        hidden = [self._between(write, read, names) for write in self.writes]
        return not is_covered(seen, hidden, names)

    def _at_its_cell(self, read: Access) -> Expr:
        """The condition that the store and a read run, and that the read may be of its cell."""
        if read.index is None:  # a call, say, which may read each cell
            return self.own.instances.condition & read.instances.condition
        return at_one_cell(self.own, read)

    def _between(self, write: Access, read: Access, names: tuple[str, ...]) -> Piece:
        """The pairs of the store and a read between which a write comes."""
        after = before(self.own.instances, write.instances)
        ends = before(write.instances, read.instances)
        when = at_one_cell(self.own, write) & after & ends
        return Piece(write.instances.iterators, when, tuple(map(var, names)))


def _feeds_only(reader: Operation, stores: Collection[Store]) -> bool:
    """Whether the result of a load ends, through pure arithmetic, in these stores."""
    if not is_load(reader):
        return False
    pending, seen = list(reader.results), set[SSAValue]()
    while pending:
        value = pending.pop()
        if value in seen:  # a polynomial has many ways through it
            continue
        seen.add(value)
        for use in value.uses:
            user = use.operation
            if user in stores:
                continue
            if not is_arithmetic(user):
                return False
            pending += user.results
    return True
