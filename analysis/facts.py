"""
What the cells of buffers hold when a stage begins, and what becomes of them after it.

A stage is an operation of the block that is looked at. Facts come from stores of constants and of
undef, and from assumes; each ends at the next operation that may write its cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from xdsl.dialects import affine, arith, func, memref
from xdsl.ir import Block, Operation, SSAValue

from ..dialect.annotations import LOGICAL, MAY_ALIAS, argument_attributes
from ..dialect.attributes import LaidOutType, place
from ..dialect.layout import Forbidden
from ..dialect.ops import AssumeOp, UndefOp
from .accesses import Access, accesses
from .assumptions import Arbitrary, Exactly, Fact, Known, fact_of
from .cells import everything, touched, union
from .expr import any_of, var
from .instances import InstanceReader, Instances
from .islctx import IntSet, engine

_STORES = (affine.StoreOp, memref.StoreOp)
_USES = (
    affine.LoadOp,
    memref.LoadOp,
    memref.DimOp,
    memref.DeallocOp,
    memref.CopyOp,
    func.CallOp,
    func.ReturnOp,
    *_STORES,
)
_UNDERSTOOD = ("affine", "arith", "cf", "func", "math", "memref", "pad", "scf", "ub", "vector")


@dataclass(frozen=True)
class StageAccess:
    """An access and the stage that it is part of."""

    access: Access
    stage: Operation | None


class BlockFacts:
    """The facts of the stages of one block, with `without` read as ifs that always hold."""

    def __init__(self, scope: Block, without: Sequence[Operation] = ()):
        self.scope = scope
        self.reader = InstanceReader(scope, without)
        self._order = {op: k for k, op in enumerate(scope.ops)}
        self._accesses: dict[SSAValue, list[StageAccess]] = {}

    def accesses(self, buffer: SSAValue) -> list[StageAccess]:
        """
        All accesses of a buffer in the block.

        Operations that are not understood access any cell; where the buffer may also be known by
        another name, they do so in every stage.
        """
        if buffer not in self._accesses:
            if is_tracked(buffer):
                found = [*accesses(buffer, self.reader), *self._hidden(buffer)]
                stages = [StageAccess(a, self.reader.stage(a.op)) for a in found]
            else:
                stages = [StageAccess(a, None) for a in _any_cell(self.scope.ops)]
            self._accesses[buffer] = stages
        return self._accesses[buffer]

    def _hidden(self, buffer: SSAValue) -> list[Access]:
        """What calls may do to a buffer of the caller's that they are not given."""
        if not isinstance(buffer.owner, Block):
            return []
        return [
            access
            for op in self._unknown
            if buffer not in op.operands
            for access in _any_cell([op])
        ]

    @cached_property
    def _unknown(self) -> list[Operation]:
        ops = [nested for op in self.scope.ops for nested in op.walk()]
        return [op for op in ops if op.dialect_name() not in _UNDERSTOOD or op.name == "func.call"]

    def known(self, buffer: SSAValue, stage: Operation) -> list[Fact]:
        """What cells of the buffer hold all through the stage, which does not write them."""
        return self._left(self.before(buffer, stage), buffer, stage)

    def before(self, buffer: SSAValue, stage: Operation) -> list[Fact]:
        """What cells of the buffer hold when the stage begins."""
        facts: list[Fact] = []
        for earlier in self._before(buffer, stage):
            facts = [*self._left(facts, buffer, earlier), *self._made(buffer, earlier)]
        return [fact for fact in facts if not fact.cells.is_empty()]

    def _left(self, facts: list[Fact], buffer: SSAValue, stage: Operation) -> list[Fact]:
        """What is left of facts when a stage may have written to the buffer."""
        written = union(touched(a.access) for a in self._in(buffer, stage, writes=True))
        left = [Fact(buffer, f.cells.subtract(written), f.value) for f in facts]
        return [fact for fact in left if not fact.cells.is_empty()]

    def readable(self, buffer: SSAValue, stage: Operation) -> IntSet:
        """The cells that may be read when the stage begins."""
        cells = self.belonging(buffer)
        for earlier in self._before(buffer, stage):
            sure = [a.access for a in self._in(buffer, earlier, writes=True) if a.access.must]
            cells = cells.union(union(map(touched, sure)))
            cells = cells.union(union(f.cells for f in self.assumed(buffer, earlier)))
        return cells

    def belonging(self, buffer: SSAValue) -> IntSet:
        """The cells of an argument that its contract lets one read; none of a local buffer."""
        if not isinstance(buffer.owner, Block):
            return engine().empty
        contract = cast("LaidOutType | None", argument_attributes(buffer).get(LOGICAL))
        if contract is None:
            return everything()
        placed = place(contract)
        cells = {name: var(f"c{k}") for k, name in enumerate(placed.physical_names)}
        kept = [c for c, kind in placed.padding_pieces if not isinstance(kind, Forbidden)]
        return engine().set(any_of([placed.valid, *kept]).substitute(cells))

    def is_dead_after(self, buffer: SSAValue, cells: IntSet, stage: Operation) -> bool:
        """Whether nothing after the stage may see what it left in these cells."""
        left = cells
        for later in self.scope.ops:
            if self._order[later] <= self._order[stage]:
                continue
            reads = union(touched(a.access) for a in self._in(buffer, later, writes=False))
            assumed = union(f.cells for f in self.assumed(buffer, later))
            if not left.intersect(reads.union(assumed)).is_empty():
                return False
            sure = [a.access for a in self._in(buffer, later, writes=True) if a.access.must]
            left = left.subtract(union(map(touched, sure)))
            if left.is_empty():
                return True
        return not isinstance(buffer.owner, Block) and self._is_private(buffer)

    def _is_private(self, buffer: SSAValue) -> bool:
        """Whether a local buffer is only known by its own accesses."""
        return all(a.access.index is not None for a in self.accesses(buffer))

    def _before(self, buffer: SSAValue, stage: Operation) -> list[Operation]:
        limit = self._order[stage]
        concerned = {a.stage for a in self.accesses(buffer) if a.stage is not None}
        concerned |= set(self._assuming_stages)
        return [op for op in self.scope.ops if op in concerned and self._order[op] < limit]

    def _in(self, buffer: SSAValue, stage: Operation, writes: bool) -> list[StageAccess]:
        # What is in no stage is outside the block's control flow: it may happen in any of them.
        return [
            a
            for a in self.accesses(buffer)
            if a.stage in (stage, None) and a.access.writes == writes
        ]

    def _made(self, buffer: SSAValue, stage: Operation) -> list[Fact]:
        """The cells that a stage leaves with a known value, and those that it assumes one of."""
        writes = [a.access for a in self._in(buffer, stage, writes=True)]
        facts: list[Fact] = []
        for access in writes:
            value = stored_value(access.op)
            if value is None or not access.must:
                continue
            others = union(touched(other) for other in writes if other is not access)
            facts.append(Fact(buffer, touched(access).subtract(others), value))
        written = union(map(touched, writes))
        for fact in self.assumed(buffer, stage):
            facts.append(Fact(buffer, fact.cells.subtract(written), fact.value))
        return facts

    def assumed(self, buffer: SSAValue, stage: Operation) -> list[Fact]:
        """What the assumes of a stage state of a buffer."""
        return [fact for fact in self._assuming_stages.get(stage, []) if fact.buffer is buffer]

    @cached_property
    def _assuming_stages(self) -> dict[Operation, list[Fact]]:
        function = self.scope.parent_op()
        found: dict[Operation, list[Fact]] = {}
        if not isinstance(function, func.FuncOp):
            return found
        for op in function.body.walk():
            if not isinstance(op, AssumeOp):
                continue
            stage, fact = self.reader.stage(op), fact_of(op, self.reader)
            if stage is not None and fact is not None:
                found.setdefault(stage, []).append(fact)
        return found


def is_tracked(buffer: SSAValue) -> bool:
    """Whether a buffer is known by this value alone: an argument, or an allocation."""
    owner = buffer.owner
    if isinstance(owner, Block):
        function = owner.parent_op()
        if not isinstance(function, func.FuncOp) or MAY_ALIAS in function.attributes:
            return False
    elif not isinstance(owner, memref.AllocOp | memref.AllocaOp):
        return False
    for use in buffer.uses:
        stored = isinstance(use.operation, _STORES) and use.index == 0
        if stored or not isinstance(use.operation, _USES):
            return False
    return True


def _any_cell(ops: Iterable[Operation]) -> list[Access]:
    anywhere = Instances(exact=False)
    return [Access(op, writes, anywhere, None) for op in ops for writes in (False, True)]


def stored_value(op: Operation) -> Known | None:
    """The known value that a store leaves in its cell."""
    if not isinstance(op, _STORES):
        return None
    source = op.value.owner
    if isinstance(source, UndefOp):
        return Arbitrary()
    return Exactly(source.value) if isinstance(source, arith.ConstantOp) else None
