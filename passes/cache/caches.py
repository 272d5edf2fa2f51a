"""
The contents and the place of a cache of a buffer, and the accesses that go to the cache instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from xdsl.dialects import memref
from xdsl.ir import Block, Operation, SSAValue

from ...analysis.accesses.accesses import Access, accesses, scope_of
from ...analysis.accesses.aliasing import constant_global, is_known_outside, is_tracked, unknown_use
from ...analysis.contracts.applied_layouts import forbidden_cells
from ...analysis.instances.reader import InstanceReader
from ...analysis.instances.sizes import extents, known_sizes
from ...analysis.memory.lifetimes import freed_before
from ...dialect.annotations import buffer_name
from ...dialect.attributes import LaidOutType
from ...dialect.ir.effects import names_its_memory
from ...dialect.ir.memory_access import buffer_of, is_load_or_store
from ...dialect.ir.operations import operation_name
from ...dialect.ir.reasons import Declined
from ...index.expr import TRUE, Expr, all_of, any_of, eq, lift, var, within
from ...index.normal import negate, terms, tidy, total
from ...index.queries.conditions import Piece, bounds, is_covered, is_implied
from ...index.queries.instances import Instances, before
from ..common.for_loops import Loop
from ..common.index_codegen import is_affine_operand
from ..common.remedies import lower_first
from ..layout.accesses.vector_transfers import VECTOR_ACCESSES


@dataclass(frozen=True)
class Cache:
    """
    A box of cells of one buffer, `extents` from `base` on, for consecutive operations of a block.

    `base` is over the names of the reader: what is outside of the operations, iterators too.
    """

    buffer: SSAValue
    ops: tuple[Operation, ...]
    uses: tuple[Access, ...]
    """The loads and stores of the buffer among the operations."""
    reader: InstanceReader
    base: tuple[Expr, ...]
    extents: tuple[int | Expr, ...]
    loop: Loop | None
    shape: tuple[Expr, ...]
    """The sizes of the buffer, over the names of the reader."""
    readable: Expr
    """Of which cells `c0`, `c1`, .. of the buffer may be accessed, by its contract."""

    @cached_property
    def context(self) -> Expr:
        """The condition that holds around the operations."""
        return self._around.condition & self.known_sizes

    @cached_property
    def known_sizes(self) -> Expr:
        """What is known of sizes where the operations run."""
        stage = self.reader.stage(self.ops[0])
        if stage is None or all(size.constant is not None for size in self.shape):
            return TRUE
        return known_sizes(stage, self.reader)

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """Names for the indices of the cache."""
        return tuple(f"c{axis}" for axis in range(len(self.extents)))

    @cached_property
    def inside(self) -> Expr:
        """
        The cells of the cache, over `cells`, that are cells of the buffer that may be accessed.

        A name stands for an index within the extents.
        """
        own = [b + var(c) for b, c in zip(self.base, self.cells, strict=True)]
        box = all_of(within(var(c), e) for c, e in zip(self.cells, self.extents, strict=True))
        parts = [
            part
            for index, size in zip(own, self.shape, strict=True)
            for part in (index >= 0, index < size)
            if not is_implied(self.context & box, part)
        ]
        there = dict(zip(self.cells, own, strict=True))
        return all_of(tidy(part) for part in parts) & self.readable.substitute(there)

    def covered(self, writes: Sequence[Access]) -> bool:
        """
        Whether these accesses certainly write all cells that are inside, in each run of the ops.
        """
        outer = self._around.iterators
        over = (*self.cells, *outer)
        pieces = [
            Piece(
                w.instances.iterators,
                w.instances.condition,
                (
                    *(i - b for i, b in zip(w.index, self.base, strict=True)),
                    *map(var, outer),
                ),
            )
            for w in writes
            if w.must and w.index is not None
        ]
        box = all_of(within(var(c), e) for c, e in zip(self.cells, self.extents, strict=True))
        return is_covered(self.context & box & self.inside, pieces, over)

    def reads_only_what_it_wrote(self) -> bool:
        """Whether the operations are certain to write every cell before they read it."""
        writes = [use for use in self.uses if use.writes]
        reads = [use for use in self.uses if not use.writes]
        outer = self._around.iterators
        return all(
            read.index is not None and _written_before(read, writes, outer, self.known_sizes)
            for read in reads
        )

    @cached_property
    def _around(self) -> Instances:
        found = self.reader.instances(self.ops[0])
        assert found is not None
        return found


def plan_cache(buffer: SSAValue, stages: Sequence[Operation], loop: Loop | None) -> Cache:
    """
    A cache for what stages of the buffer's block access, or one for each iteration of a loop.

    The stages and what is between them must only load and store the buffer. Raises Declined.
    """
    name = buffer_name(buffer) or "the buffer"
    if not (is_tracked(buffer) or constant_global(buffer) is not None):
        raise _of_other_names(buffer, name)
    scope = scope_of(buffer)
    reader = InstanceReader(scope)
    shape = extents(buffer, reader)
    assert shape is not None, "a buffer is one in its own scope"
    _check_sizes(buffer, name)
    allowed = readable(buffer, reader)
    if loop is not None:
        if reader.stage(loop) is None:
            raise Declined(f"{name} lives inside of the loop", reason="inside-loop")
        ops = tuple(op for op in loop.body.block.ops if op is not loop.body.block.last_op)
    else:
        places = {op: number for number, op in enumerate(scope.ops)}
        numbers = sorted(places[stage] for stage in stages)
        ops = tuple(op for op in scope.ops if numbers[0] <= places[op] <= numbers[-1])
    if not ops:
        raise _not_accessed(name)
    freeing = freed_before(buffer, ops[-1], by_unknown=False)
    if freeing:  # the operations need not access what the copies do
        what = operation_name(freeing[0])
        raise Declined(f"'{what}' may have deallocated {name} by then", freeing[0], reason="freed")
    # Loads for assumes too: they must go on to see what is stored.
    found = accesses(buffer, reader, with_assumes=True)
    uses = [access for access in found if _holder(access.op, ops) is not None]
    for use in uses:
        if not is_load_or_store(use.op) or buffer_of(use.op) is not buffer:
            raise Declined(
                f"'{operation_name(use.op)}' uses {name} as a whole",
                use.op,
                "name one stage beside it by `stage`",
                reason="whole-buffer",
            )
        if use.index is None:
            raise Declined(
                f"an index of {name} is not a quasi-affine function of loops and sizes",
                reason="index",
            )
    if not uses:
        raise _not_accessed(name)
    inside = (nested for op in ops for nested in op.walk())
    unknown = next((nested for nested in inside if not names_its_memory(nested)), None)
    if unknown is not None and is_known_outside(buffer):
        what = operation_name(unknown)
        raise Declined(
            f"'{what}' may access {name} without being given it",
            unknown,
            lower_first(unknown),
            reason="alias",
        )
    whole = tuple(size.constant if size.constant is not None else size for size in shape)
    window = (
        (tuple(lift(0) for _ in shape), whole)
        if loop is None
        else _window(uses, reader, ops, name, whole)
    )
    return Cache(buffer, ops, tuple(uses), reader, *window, loop, shape, allowed)


def _not_accessed(name: str) -> Declined:
    return Declined(f"{name} is not accessed there", reason="not-accessed")


def _check_sizes(buffer: SSAValue, name: str) -> None:
    """Raises Declined if no loop can have a size of a buffer in its bound."""
    owner = buffer.owner
    if isinstance(owner, memref.AllocOp | memref.AllocaOp):
        for size in owner.dynamic_sizes:
            if not is_affine_operand(size):
                raise Declined(
                    f"a size of {name} is computed inside of a loop or an if, where no loop over "
                    "its cells can have it in its bound",
                    owner,
                    "compute it outside",
                    reason="size",
                )


def _of_other_names(buffer: SSAValue, name: str) -> Declined:
    """Why a buffer is not known by its own value alone."""
    op = unknown_use(buffer)
    if op is None:
        return Declined(f"{name} may be used under another name", reason="alias")
    what = operation_name(op)
    if remedy := lower_first(op):
        return Declined(
            f"'{what}' uses {name}, and nothing is known of it", op, remedy, reason="unknown-use"
        )
    if isinstance(op, VECTOR_ACCESSES):
        return Declined(
            f"'{what}' accesses vectors of {name}",
            op,
            f"cache {name} before vectorizing",
            reason="vectors",
        )
    return Declined(
        f"{name} may be used under another name: '{what}' passes it on", op, reason="alias"
    )


def readable(buffer: SSAValue, reader: InstanceReader) -> Expr:
    """
    The condition that a cell `c0`, `c1`, .. is none of padding that an applied layout forbids.

    Raises Declined where that depends on a size that nothing in the function is.
    """
    forbidden = forbidden_cells(buffer, reader)
    assert forbidden is not None, "a buffer is one in its own scope"
    allowed = negate(any_of(forbidden)) if forbidden else TRUE
    cells = {f"c{axis}" for axis in range(len(cast("LaidOutType", buffer.type).get_shape()))}
    if any(reader.find_value(name) is None for name in {*allowed.variables()} - cells):
        raise Declined(
            f"the padding of {buffer_name(buffer) or 'the buffer'} may not be accessed, and begins "
            "where its logical size says, which is no argument",
            remedy="cache it before its layout is applied, or give its padding a value",
            reason="size",
        )
    return allowed


def is_initialised(cache: Cache) -> bool:
    """
    Whether each cell that is inside is certainly written before the operations, or the caller's.
    """
    if isinstance(cache.buffer.owner, Block) or constant_global(cache.buffer) is not None:
        return True
    first = cache.reader.stage(cache.ops[0])
    earlier = [
        access
        for access in accesses(cache.buffer, cache.reader)
        if access.writes
        and (stage := cache.reader.stage(access.op)) is not None
        and first is not None
        and stage.is_before_in_block(first)
    ]
    pieces = [
        Piece(w.instances.iterators, w.instances.condition, w.index)
        for w in earlier
        if w.must and w.index is not None
    ]
    cells = cache.cells
    own = list(map(var, cells))
    whole = [within(cell, size) for cell, size in zip(own, cache.shape, strict=True)]
    return is_covered(all_of([*whole, cache.readable, cache.known_sizes]), pieces, cells)


def _window(
    uses: Sequence[Access],
    reader: InstanceReader,
    ops: Sequence[Operation],
    name: str,
    whole: tuple[int | Expr, ...],
) -> tuple[tuple[Expr, ...], tuple[int | Expr, ...]]:
    """
    The hull of what is accessed, axis by axis: what depends on the outside, and an extent; where it
    has no constant one, all of an axis whose size is known at run time.
    """
    first = uses[0].index
    assert first is not None
    base: list[Expr] = []
    found: list[int | Expr] = []
    for axis, index in enumerate(first):
        outside = total(
            {
                term: factor
                for term, factor in terms(index).items()
                if all(_is_outside(reader.find_value(n), ops) for n in term.variables())
            }
        )
        hull = _hull(uses, axis, outside)
        if hull is not None:
            lowest, highest = hull
            base.append(tidy(outside + lowest))
            found.append(highest - lowest + 1)
        elif isinstance(whole[axis], Expr):
            base.append(lift(0))
            found.append(whole[axis])
        else:
            raise Declined(
                f"what is accessed along axis {axis} of {name} has no constant extent there",
                reason="extent",
            )
    return tuple(base), tuple(found)


def _hull(uses: Sequence[Access], axis: int, outside: Expr) -> tuple[int, int] | None:
    """The least and the greatest index from what depends on the outside on, where constant."""
    found: list[int] = []
    for use in uses:
        assert use.index is not None
        low, high = bounds(tidy(use.index[axis] - outside), use.instances.condition)
        if low is None or high is None:
            return None
        found += (low, high)
    return min(found), max(found)


def _is_outside(value: SSAValue | None, ops: Sequence[Operation]) -> bool:
    """Whether a value is from before the operations; a size that no value gives is."""
    if value is None:
        return True
    owner = value.owner
    inside = owner.parent_op() if isinstance(owner, Block) else owner
    return inside is None or _holder(inside, ops) is None


def _holder(op: Operation, ops: Sequence[Operation]) -> Operation | None:
    """Which of the operations an operation is, or is inside of."""
    current: Operation | None = op
    while current is not None and current not in ops:
        current = current.parent_op()
    return current


def _written_before(
    read: Access, writes: Sequence[Access], outer: Sequence[str], known: Expr
) -> bool:
    """
    Whether what a read sees was certainly written before, in the same run of the operations, where
    sizes are known to fulfil a condition.
    """
    assert read.index is not None
    over = read.instances.iterators
    pieces: list[Piece] = []
    for write in writes:
        if not write.must or write.index is None:
            continue
        earlier, names = write.instances.renamed("_w"), write.instances.renaming("_w")
        same = [
            *(eq(w.substitute(names), r) for w, r in zip(write.index, read.index, strict=True)),
            *(eq(names[name], var(name)) for name in outer),
        ]
        when = all_of([earlier.condition, before(earlier, read.instances), *same])
        pieces.append(Piece(earlier.iterators, when, tuple(map(var, over))))
    return is_covered(read.instances.condition & known, pieces, over)
