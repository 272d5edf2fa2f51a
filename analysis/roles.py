"""What a function does with a buffer: *in*, *out*, and its write stages (design, section 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from xdsl.ir import Block, Operation, SSAValue

from .accesses import Access, accesses, scope_of
from .expr import TRUE, Expr, all_of, eq, var, within
from .instances import InstanceReader, before
from .queries import Piece, Proven, Refuted, covers, implies

_MOST_PAIRS = (
    400  # of reads and writes in one stage; past it a buffer counts as read before it is written
)


@dataclass(frozen=True)
class OutOfBounds:
    """An access that surely happens and surely leaves the buffer: the operation and the index."""

    op: Operation
    index: tuple[int, ...]


class BufferUse:
    """
    How the block that a buffer lives in uses it.

    `shape` is the logical shape, all static; `required` tells its cells apart that count (over
    `c0`, `c1`, ...): after an earlier layout step the padding of that step does not.
    """

    def __init__(self, buffer: SSAValue, shape: Sequence[int], required: Expr = TRUE):
        self._scope: Block = scope_of(buffer)
        self._shape = tuple(shape)
        self._cells = tuple(f"c{k}" for k in range(len(shape)))
        bounds = [within(var(c), size) for c, size in zip(self._cells, shape, strict=True)]
        self._box = all_of([*bounds, required])
        self._reader = InstanceReader(self._scope)
        self.accesses = accesses(buffer, self._reader)

    @cached_property
    def is_out(self) -> bool:
        """Whether some logical cell may be written."""
        return any(access.writes for access in self.accesses)

    @cached_property
    def write_stages(self) -> tuple[Operation, ...]:
        """The operations of the block that surely write every logical cell, in program order."""
        by_stage: dict[Operation, list[Access]] = {}
        for access in self.accesses:
            stage = self._reader.stage(access.op)
            if stage is not None and access.writes and access.must:
                by_stage.setdefault(stage, []).append(access)
        stages = {stage for stage, writes in by_stage.items() if self._covered(writes)}
        return tuple(op for op in self._scope.ops if op in stages)

    @cached_property
    def is_in(self) -> bool:
        """
        Whether a logical cell may be read before it is surely written, or is not surely written.
        """
        if not self.write_stages:
            return True
        first = self.write_stages[0]
        reads, writes = list[Access](), list[Access]()
        for access in self.accesses:
            stage = self._reader.stage(access.op)
            if stage is None:
                return True
            if not access.writes and stage is not first and self._precedes(stage, first):
                return True
            if stage is first:
                (writes if access.writes else reads).append(access)
        if len(reads) * len(writes) > _MOST_PAIRS:
            return True
        return not all(self._written_before(read, writes) for read in reads)

    def out_of_bounds(self) -> OutOfBounds | None:
        """The first access that is shown to leave the logical shape."""
        for access in self.accesses:
            if access.index is None or not access.must:
                continue
            inside = all_of(
                [within(i, size) for i, size in zip(access.index, self._shape, strict=True)]
            )
            verdict = implies(access.instances.condition, inside)
            if isinstance(verdict, Refuted):
                values = {
                    name: verdict.witness.get(name, 0)
                    for i in access.index
                    for name in i.variables()
                }
                return OutOfBounds(access.op, tuple(int(i.evaluate(values)) for i in access.index))
        return None

    def _precedes(self, stage: Operation, other: Operation) -> bool:
        return next(op for op in self._scope.ops if op is stage or op is other) is stage

    def _covered(self, writes: Sequence[Access]) -> bool:
        pieces = [
            Piece(w.instances.iterators, w.instances.condition, w.index)
            for w in writes
            if w.index is not None
        ]
        return isinstance(covers(self._box, pieces, self._cells), Proven)

    def _written_before(self, read: Access, writes: Sequence[Access]) -> bool:
        """
        Whether each cell that the read may see was surely written before, instance by instance.
        """
        known = read.index is not None
        index = read.index if read.index is not None else tuple(map(var, self._cells))
        over = read.instances.iterators + (() if known else self._cells)
        box = read.instances.condition & (TRUE if known else self._box)
        pieces: list[Piece] = []
        for write in writes:
            if not write.must or write.index is None:
                continue
            earlier = write.instances.renamed("_w")
            names = write.instances.renaming("_w")
            same = [eq(w.substitute(names), r) for w, r in zip(write.index, index, strict=True)]
            when = all_of([earlier.condition, before(earlier, read.instances), *same])
            pieces.append(Piece(earlier.iterators, when, tuple(map(var, over))))
        return isinstance(covers(box, pieces, over), Proven)
