"""Whether pieces of a body may run one after the other, and which buffers must grow for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import prod

from xdsl.dialects import affine, memref
from xdsl.dialects.builtin import (
    AnyFloat,
    IndexType,
    IntegerType,
    MemRefType,
    NoneAttr,
    VectorType,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.hints import isa

from ....analysis.accesses.aliasing import constant_global, has_known_names
from ....analysis.accesses.distinct_cells import has_distinct_cells
from ....analysis.accesses.escape import ALLOCATIONS
from ....analysis.accesses.windows import root_through_views
from ....analysis.instances.reader import InstanceReader
from ....dialect.annotations import buffer_name
from ....dialect.ir.effects import ignores_memory
from ....dialect.ir.memory_access import LoadOrStore, buffer_of, is_load, is_load_or_store, is_store
from ....dialect.ir.operations import operation_name
from ....dialect.ir.reasons import Declined, because
from ....index.expr import all_of, eq, lift, var
from ....index.queries.dependences import Touch, reversed_dependence
from ....index.queries.instances import before
from ....index.sets.engine import GaveUp, NotAffine, engine, question
from ...common.for_loops import SEQUENTIAL, loop_name
from ..access_order import constant_bounds
from .pieces import Pieces

_PLAIN = (affine.LoadOp, affine.StoreOp, memref.LoadOp, memref.StoreOp)


@dataclass(frozen=True)
class Grown:
    """A buffer that gets an axis for each of some loops, by their places, before its own."""

    buffer: SSAValue
    places: tuple[int, ...]


class KeptOrder:
    """Answers for the pieces of one body."""

    def __init__(self, pieces: Pieces):
        self._pieces = pieces
        block = pieces.loops[0].parent
        assert block is not None
        self._reader = InstanceReader(block)
        self._iterators = tuple(
            index
            for loop in pieces.loops
            if (index := self._reader.index(loop.body.block.args[0])) is not None
        )
        self._ops = [op for run in pieces.runs for top in run for op in top.walk()]

    def grown(self) -> list[Grown]:
        """
        The buffers that must grow, by as few axes as will do.

        Raises Declined for what may not run in the new order, and buffers that may not grow.
        """
        for op in self._ops:
            if not (is_load_or_store(op) or ignores_memory(op) or self._is_silent(op)):
                text = f"what '{operation_name(op)}' reads and writes is not known"
                raise Declined(because(text, "unknown-use"), op)
        found = list[Grown]()
        grows = dict[SSAValue, tuple[int, ...]]()
        for buffer in self._pieces.common_buffers:
            of = [op for op in self._ops if is_load_or_store(op) and buffer_of(op) is buffer]
            is_new = buffer in self._pieces.common_allocations
            if not is_new and (not any(map(is_store, of)) or self._is_kept(of, {})):
                continue
            self._check_growable(buffer, of)
            choices = ((), *self._choices()) if is_new else self._choices()
            # Where data chooses a cell, no axis helps, as `_check` then tells.
            kept = (places for places in choices if self._is_kept(of, {buffer: places}))
            places = next(kept, tuple(range(len(self._pieces.loops))))
            grows[buffer] = places
            found.append(Grown(buffer, places))
        for buffer in self._pieces.common_allocations:
            if buffer not in grows:
                name = f"%{buffer.name_hint}" if buffer.name_hint else "a buffer"
                text = f"{name}, which several nests need, is made in each iteration, and has views"
                raise Declined(because(text, "cannot-grow"), self._pieces.loops[0])
        self._check(grows)
        return found

    def _is_silent(self, op: Operation) -> bool:
        if isinstance(op, memref.DeallocOp):  # of what each iteration makes anew
            made = op.memref.owner
            return isinstance(made, ALLOCATIONS) and self._pieces.number(made) is not None
        return isinstance(op, (*SEQUENTIAL, *ALLOCATIONS))

    def _choices(self) -> Iterator[tuple[int, ...]]:
        """Yield the loops to grow by, those first that take the least memory."""
        counts = [trips(loop) for loop in self._pieces.loops]
        places = range(len(counts))
        every = [c for n in places for c in combinations(places, n + 1)]
        yield from sorted(every, key=lambda choice: prod(counts[k] for k in choice))

    def _is_kept(self, ops: Sequence[LoadOrStore], grows: dict[SSAValue, tuple[int, ...]]) -> bool:
        return reversed_dependence([self._touch(op, grows) for op in ops]) is None

    def _check(self, grows: dict[SSAValue, tuple[int, ...]]) -> None:
        """Raises Declined for a dependence that the new order reverses."""
        ops = [op for op in self._ops if is_load_or_store(op)]
        written = {self._cell(op)[0] for op in ops if is_store(op)}
        shared = any(self._cell(op)[1] for op in ops if is_store(op))
        ops = [op for op in ops if (cell := self._cell(op))[0] in written or (shared and cell[1])]
        touches = [self._touch(op, grows) for op in ops]
        found = reversed_dependence(touches)
        if found is None:
            return
        first, second = (
            next(op for op, touch in zip(ops, touches, strict=True) if touch is of)
            for of in (found.first, found.second)
        )
        pair = f"'{first.name}' and '{second.name}'"
        if found.iterations is not None:
            one, other = map(list, found.iterations)
            pair = f"'{first.name}' in iteration {one} and '{second.name}' in iteration {other}"
        name = buffer_name(buffer_of(first)) or "a buffer"
        text = f"{pair} access the same cell of {name}, and would change order"
        raise Declined(because(text, "dependence", {"iterations": found.iterations}), first)

    def _cell(self, op: LoadOrStore) -> tuple[SSAValue | str, bool]:
        memory = root_through_views(buffer_of(op))
        name = constant_global(memory)
        return name or memory, name is None and not has_known_names(memory)

    @cached_property
    def _windows(self) -> Counter[SSAValue]:
        """By how many names each buffer is accessed."""
        buffers = {buffer_of(op) for op in self._ops if is_load_or_store(op)}
        return Counter(map(root_through_views, buffers))

    def _touch(self, op: LoadOrStore, grows: dict[SSAValue, tuple[int, ...]]) -> Touch:
        is_known = self._windows[root_through_views(buffer_of(op))] == 1
        is_known &= has_distinct_cells(buffer_of(op), self._pieces.loops[0])
        instances, index = self._reader.instances(op), self._reader.cell(op) if is_known else None
        assert instances is not None, "it is in loops and ifs alone"
        number, depth = self._pieces.number(op), 2 * len(self._pieces.loops)
        assert number is not None
        old = tuple(
            e
            for p in instances.time
            for e in ([lift(p)] if isinstance(p, int) else map(var, p.iterators))
        )
        (name, shared), buffer = self._cell(op), buffer_of(op)
        if index is not None:
            index = (*(self._iterators[k] for k in grows.get(buffer, ())), *index)
        when = instances.iterators, instances.condition
        new = (lift(number), *self._iterators, *old[depth:])
        return Touch(name, index, is_store(op), *when, old, new, shared=shared, group=number)

    def _check_growable(self, buffer: SSAValue, ops: Sequence[LoadOrStore]) -> None:
        """Raises Declined unless each iteration reads only what it has written before."""
        name = buffer_name(buffer) or "a buffer"
        type = buffer.type
        assert isa(type, MemRefType[Attribute])
        plain = type.has_static_shape() and isinstance(type.layout, NoneAttr)
        other = next((u.operation for u in buffer.uses if not self._is_plain(u.operation)), None)
        if not plain or other is not None:
            what = f"'{operation_name(other)}' uses it" if other else f"it is a {type}"
            text = f"{name} would need an axis for each loop, but {what}"
            raise Declined(because(text, "cannot-grow"), other)
        for loop in self._pieces.loops:
            if constant_bounds(loop) is None:
                text = (
                    f"{name} would need an axis for the loop over {loop_name(loop) or 'an index'}, "
                    "whose bounds are no constants"
                )
                raise Declined(because(text, "cannot-grow"), loop)
        owner = buffer.owner
        if isinstance(owner, Operation) and owner in self._pieces.of:
            return  # a new one in each iteration
        for op in filter(is_load, ops):
            if not self._is_written_before(op, ops):
                text = f"{name} may hold what another iteration has written, where it is read"
                raise Declined(because(text, "read-before-written"), op)

    def _is_plain(self, op: Operation) -> bool:
        return isinstance(op, (*_PLAIN, memref.DeallocOp))

    def _is_written_before(self, load: LoadOrStore, ops: Sequence[LoadOrStore]) -> bool:
        """Whether each cell that is read is one that the same iteration surely wrote before."""
        instances, index = self._reader.instances(load), self._reader.cell(load)
        if instances is None or index is None:
            return False
        try:
            with question():
                left = engine().set(instances.condition)
                for store in filter(is_store, ops):
                    of, cell = self._reader.instances(store), self._reader.cell(store)
                    if of is None or cell is None or not of.exact:
                        continue
                    renaming, writes = of.renaming("_w"), of.renamed("_w")
                    same = [eq(a, b.substitute(renaming)) for a, b in zip(index, cell, strict=True)]
                    same += [eq(i, i.substitute(renaming)) for i in self._iterators]
                    both = all_of([writes.condition, *same, before(writes, instances)])
                    pairs = engine().set(instances.condition & both)
                    left = left.subtract(engine().project(pairs, writes.iterators))
                return left.is_empty()
        except (GaveUp, NotAffine):
            return False


def check_values(pieces: Pieces) -> None:
    """Raises Declined unless what a piece needs of an earlier one can be kept in memory."""
    for value in pieces.crossing:
        name = f"%{value.name_hint}" if value.name_hint else "a value"
        if not isinstance(value.type, IndexType | IntegerType | AnyFloat | VectorType):
            text = f"{name}, which a later nest needs, is a {value.type}, and cannot be kept"
            raise Declined(because(text, "cannot-keep"), pieces.loops[0])
        for loop in pieces.loops:
            if constant_bounds(loop) is None:
                text = (
                    f"{name}, which a later nest needs, cannot be kept: the loop over "
                    f"{loop_name(loop) or 'an index'} has no constants as bounds"
                )
                raise Declined(because(text, "cannot-keep"), loop)


def trips(loop: affine.ForOp) -> int:
    """How many values lie between the least and the greatest of a loop's iterator; 1 if unknown."""
    ends = constant_bounds(loop)
    return 1 if ends is None else max(ends[1] - ends[0] + 1, 0)
