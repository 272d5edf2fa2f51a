"""The accesses of the buffers of a block, by operation and by stage; each is looked for once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Block, Operation, SSAValue, Use

from ...dialect.ir.effects import leaves_memory, names_its_memory
from ...dialect.ir.memory_access import buffer_of, is_load_or_store
from ...dialect.ir.operations import is_a, operations_in
from ...dialect.ops import AssumeOp
from ...index.queries.instances import Instances
from ..instances.reader import InstanceReader
from .accesses import Access, accesses, accesses_by_all_names
from .aliasing import (
    constant_global,
    followed_names,
    function_of,
    is_known_outside,
    is_tracked,
)
from .escape import surroundings
from .windows import Names

_BUFFER, _ASSUME = (MemRefType,), (AssumeOp,)


@dataclass(frozen=True)
class StageAccess:
    """An access and the stage that it is part of."""

    access: Access
    stage: Operation | None


class BlockAccesses:
    """The accesses in one block, with `without` read as ifs that always hold."""

    def __init__(self, scope: Block, without: Sequence[Operation] = ()):
        self.scope = scope
        self.reader = InstanceReader(scope, without)
        self._accesses: dict[SSAValue, list[StageAccess]] = {}
        self._by_op: dict[SSAValue, dict[Operation, list[StageAccess]]] = {}
        self._by_stage: dict[SSAValue, dict[Operation, list[StageAccess]] | None] = {}
        self._writes_inside: dict[SSAValue, dict[Operation, list[Access]]] = {}
        self._with_assumes: dict[SSAValue, list[Access]] = {}
        self._tracked: dict[SSAValue, bool] = {}
        self._names: dict[SSAValue, Names | None] = {}
        self._written: dict[SSAValue, bool] = {}
        self._anywhere: dict[SSAValue, None] = {}
        self._old: dict[SSAValue, dict[Operation, None]] = {}

    def is_tracked(self, buffer: SSAValue) -> bool:
        """As `aliasing.is_tracked`, which looks at all uses."""
        if buffer not in self._tracked:
            self._tracked[buffer] = is_tracked(buffer)
        return self._tracked[buffer]

    def names(self, buffer: SSAValue) -> Names | None:
        """As `aliasing.followed_names`, which looks at all uses."""
        if buffer not in self._names:
            self._names[buffer] = None if self.is_tracked(buffer) else followed_names(buffer)
        return self._names[buffer]

    def is_followed(self, buffer: SSAValue) -> bool:
        """Whether no access of a buffer is unknown: it has one name, or all its names are seen."""
        return self.is_tracked(buffer) or self.names(buffer) is not None

    def smallest_cells(self, buffer: SSAValue) -> SSAValue:
        """The name with the smallest cells, if each element of this one is some of them."""
        names = self.names(buffer)
        return buffer if names is None else names.smallest(buffer)

    def has_one_name_in(self, stage: Operation, buffer: SSAValue) -> bool:
        """Whether a buffer that is followed is accessed by one name only in a stage."""
        names = self.names(buffer)
        others = () if names is None else (name for name in names if name is not buffer)
        return names is None or not any(
            stage.is_ancestor(use.operation) for name in others for use in names.uses_of(name)
        )

    def is_written(self, buffer: SSAValue) -> bool:
        """Whether anything in the block may write a buffer."""
        if buffer not in self._written:
            self._written[buffer] = any(a.access.writes for a in self.accesses(buffer))
        return self._written[buffer]

    def accesses(self, buffer: SSAValue) -> list[StageAccess]:
        """
        All accesses of a buffer in the block.

        Operations that are not understood access any cell; where the buffer may also be known by
        another name, they do so in every stage.
        """
        if buffer in self._old:
            self._read_old_again(buffer)
        if buffer not in self._accesses:
            if self.is_followed(buffer):
                found = [*self._by_names(buffer), *self._hidden(buffer)]
                stages = [StageAccess(a, self.reader.stage(a.op)) for a in found]
            elif constant_global(buffer) is not None:  # which is only read, whatever its name
                found = accesses(buffer, self.reader)
                stages = [StageAccess(a, self.reader.stage(a.op)) for a in found if not a.writes]
            else:
                stages = [StageAccess(a, None) for a in _any_cell(self.scope.ops)]
                self._anywhere[buffer] = None
            self._accesses[buffer] = stages
        return self._accesses[buffer]

    def _by_names(self, buffer: SSAValue, with_assumes: bool = False) -> list[Access]:
        """The accesses of a buffer by each of its names."""
        names = self.names(buffer)
        if names is None:
            return accesses(buffer, self.reader, with_assumes)
        return accesses_by_all_names(buffer, self.reader, names, with_assumes)

    def accesses_by(self, op: Operation, buffer: SSAValue) -> list[StageAccess]:
        """The accesses of a buffer by one operation."""
        if buffer not in self._by_op:
            found: dict[Operation, list[StageAccess]] = {}
            for each in self.accesses(buffer):
                found.setdefault(each.access.op, []).append(each)
            self._by_op[buffer] = found
        return self._by_op[buffer].get(op, [])

    def accesses_in(self, buffer: SSAValue, stage: Operation) -> list[StageAccess]:
        """
        The accesses of a buffer in a stage.

        What is in no stage is outside the block's control flow: it may happen in any of them.
        """
        by_stage = self._staged(buffer)
        if by_stage is not None:
            return by_stage.get(stage, [])
        return [each for each in self.accesses(buffer) if each.stage is stage or each.stage is None]

    def is_anywhere(self, buffer: SSAValue) -> bool:
        """Whether a buffer may be accessed in any stage, as what is in none may happen there."""
        return self._staged(buffer) is None

    def _staged(self, buffer: SSAValue) -> dict[Operation, list[StageAccess]] | None:
        """The accesses of a buffer by stage; None if some are in none."""
        found = self.accesses(buffer)
        if buffer not in self._by_stage:
            by_stage: dict[Operation, list[StageAccess]] | None = {}
            for each in found:
                if each.stage is None:
                    by_stage = None
                    break
                by_stage.setdefault(each.stage, []).append(each)
            self._by_stage[buffer] = by_stage
        return self._by_stage[buffer]

    def writes_inside(self, op: Operation, buffer: SSAValue) -> list[Access]:
        """The writes of a buffer by an operation, or by what is inside of it."""
        if buffer not in self._writes_inside:
            last = {
                each.access.op: each.access for each in self.accesses(buffer) if each.access.writes
            }
            inside: dict[Operation, list[Access]] = {}
            for write in last.values():
                around: Operation | None = write.op
                while around is not None:
                    inside.setdefault(around, []).append(write)
                    around = around.parent_op()
            self._writes_inside[buffer] = inside
        found = self._writes_inside[buffer].get(op, [])
        return [write for write in found if write.op.parent is not None]  # not erased since

    def with_assumes(self, buffer: SSAValue) -> list[Access]:
        """The accesses of a buffer by itself and its views, loads that feed only assumes too."""
        if buffer not in self._with_assumes:
            self._with_assumes[buffer] = self._by_names(buffer, with_assumes=True)
        return self._with_assumes[buffer]

    def forget(self, erased: Sequence[Operation]) -> bool:
        """
        Takes out the accesses of operations that were erased; False if that may change more, as
        which buffers are tracked: then nothing here holds any more.
        """
        read_or_written = dict[SSAValue, None]()
        for op in erased:
            buffer = buffer_of(op) if is_load_or_store(op) else None
            others = (value for value in op.operands if value is not buffer)
            if any(is_a(value.type, _BUFFER) for value in (*others, *op.results)):
                return False
            if buffer is not None:
                read_or_written[buffer] = None
        # None of them was erased itself, or something erased would give a buffer.
        for buffer in read_or_written:
            if not self.is_tracked(buffer) and constant_global(buffer) is None:
                return False
        gone = set(map(id, erased))
        for buffer in dict.fromkeys((*read_or_written, *self._anywhere)):
            self._take_out(buffer, gone)
        return True

    def read_again(self, stage: Operation, without: Collection[Operation] = ()) -> bool:
        """
        Reads a stage again in which reads and writes moved, with `without` as ifs that always hold;
        False where that may change more: then nothing here holds any more.
        """
        if stage.results or any(is_a(op, _ASSUME) for op in operations_in(stage)):
            return False
        self.reader.read_again(stage, without)
        for buffer in self._read_in(stage):
            self._old.setdefault(buffer, {})[stage] = None
            for cache in (self._by_op, self._writes_inside, self._with_assumes, self._written):
                cache.pop(buffer, None)
        return True

    def _read_old_again(self, buffer: SSAValue) -> None:
        """Read the accesses of a buffer again in stages that changed; all if views make any."""
        # Taken out first: where reading does not end, there are none that are old.
        stages, found = self._old.pop(buffer), self._accesses.pop(buffer)
        by_stage = self._by_stage.pop(buffer, None)
        for stage in stages:
            own = [k for k, each in enumerate(found) if each.stage is stage]
            uses = _uses(buffer, [found[k].access.op for k in own], stage)
            if uses is None or self.names(buffer) is not None:
                return
            now = [StageAccess(a, stage) for a in accesses(buffer, self.reader, uses=uses)]
            found[own[0] : own[-1] + 1] = now
            if by_stage is not None:
                by_stage[stage] = now
        self._accesses[buffer] = found
        if by_stage is not None:
            self._by_stage[buffer] = by_stage

    def _read_in(self, stage: Operation) -> list[SSAValue]:
        """The buffers of which accesses in a stage were read."""
        known = [buffer for buffer in self._accesses if buffer not in self._anywhere]
        return [b for b in known if any(each.stage is stage for each in self._accesses[b])]

    def _take_out(self, buffer: SSAValue, gone: set[int]) -> None:
        """Drops the accesses of a buffer by operations of these identities."""
        self._written.pop(buffer, None)
        if buffer in self._with_assumes:
            every = self._with_assumes[buffer]
            self._with_assumes[buffer] = [each for each in every if id(each.op) not in gone]
        if buffer not in self._accesses:
            return
        found, by_op = self._accesses[buffer], self._by_op.get(buffer)
        by_stage = self._by_stage.get(buffer)
        self._accesses[buffer] = [each for each in found if id(each.access.op) not in gone]
        for each in found:
            if id(each.access.op) not in gone:
                continue
            if by_op is not None:
                by_op.pop(each.access.op, None)
            if by_stage is not None and each.stage is not None:
                rest = [a for a in by_stage[each.stage] if id(a.access.op) not in gone]
                by_stage[each.stage] = rest

    def _hidden(self, buffer: SSAValue) -> list[Access]:
        """Return what calls may do to a buffer that they can reach without being given it."""
        if not any(map(is_known_outside, self.names(buffer) or (buffer,))):
            return []
        return [
            access
            for op in self._unknown
            if buffer not in op.operands
            for access in _any_cell([op], self.reader.instances(op))
            if not (access.writes and leaves_memory(op))
        ]

    @cached_property
    def _unknown(self) -> list[Operation]:
        function = function_of(self.scope)
        if function is None:
            return [op for op in self.scope.walk() if not names_its_memory(op)]
        return [op for op in surroundings(function).not_understood if self.scope.is_ancestor(op)]


def _uses(buffer: SSAValue, ops: Iterable[Operation], stage: Operation) -> list[Use] | None:
    """The uses of a buffer by operations, those that are gone left out; None for one of a view."""
    there = [op for op in dict.fromkeys(ops) if stage.is_ancestor(op)]
    if any(buffer not in op.operands for op in there):
        return None
    return [Use(op, k) for op in there for k, value in enumerate(op.operands) if value is buffer]


def _any_cell(ops: Iterable[Operation], when: Instances | None = None) -> list[Access]:
    """Reads and writes of any cell, at any time if it is not said when."""
    instances = Instances(exact=False) if when is None else when
    return [Access(op, writes, instances, None) for op in ops for writes in (False, True)]
