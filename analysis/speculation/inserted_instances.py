"""The instances that dropping a guard inserts: those at which it does not hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from xdsl.dialects import affine, arith, func, scf
from xdsl.ir import Block, Operation

from ...dialect.ir.affine_conversion import from_affine_set
from ...dialect.ir.memory_access import LoadOrStore
from ...dialect.ir.operations import operations_in
from ...dialect.ir.reasons import Declined, Reason, because
from ...index.expr import TRUE, Expr
from ...index.queries.conditions import is_implied, never_holds
from ...index.queries.instances import Instances
from ...index.sets.engine import IntSet, engine
from ..accesses.accesses import Access
from ..accesses.equal_loads import CellReader
from ..instances.reader import InstanceReader
from ..memory.facts import BlockFacts
from ..memory.kept_facts import KeptFacts
from .inserted_reader import InsertedReader, KnownData

Guard = affine.IfOp | scf.IfOp | arith.SelectOp
GUARDS = (affine.IfOp, scf.IfOp, arith.SelectOp)
_ONE_AFTER_THE_OTHER = (affine.ForOp, affine.IfOp, scf.ForOp, scf.IfOp, scf.WhileOp, func.FuncOp)
"""Operations that run their block once at a time; any other one may run several at once."""


@dataclass(frozen=True)
class OutOfBoundsAxis:
    """An axis on which an index leaves its buffer: below 0, beyond the end, or both."""

    axis: int
    is_low: bool
    is_high: bool
    index: Expr
    points: IntSet

    def last(self) -> int | None:
        """The greatest index; None if it is below 0, or no number bounds it."""
        return None if self.is_low else engine().maximum(self.index, self.points)


@dataclass(frozen=True)
class Room:
    """Which layouts have room for all accesses, as text, and the buffers that they are of."""

    text: str = ""
    buffers: tuple[str, ...] = ()


class OutOfBounds(Declined):
    """
    An access would leave its buffer; `remedy` tells which layout has room for it.

    A class of its own, as options like `index=clamp` compute a remedy from what it carries.
    """

    def __init__(
        self,
        why: Reason,
        access: LoadOrStore,
        axes: Sequence[OutOfBoundsAxis],
        remedy: Callable[[], Room],
    ):
        super().__init__(why)
        self.access, self.axes, self.remedy = access, axes, remedy


class GuardTrials:
    """
    Facts on a block as it is and without one of its guards, kept from one guard to the next.

    Changes are told as to `KeptFacts`. Where `is_told` is false, nobody reads why a guard stays.
    """

    def __init__(self, *, is_told: bool = True):
        self.guarded, self.unguarded = KeptFacts(), KeptFacts()
        self.is_told = is_told

    def changed(self, stage: Operation) -> None:
        """A stage is other than it was."""
        self.guarded.changed(stage)
        self.unguarded.changed(stage)

    def forget(self) -> None:
        """Anything may be other than it was."""
        self.guarded.forget()
        self.unguarded.forget()


class SpeculatedInstances:
    """
    A guard in a stage, and what dropping it would insert.

    `facts` and `reader` read the program without the guard. Raises Declined if the guard's
    condition, or when it is reached, cannot be expressed.
    """

    def __init__(self, guard: Guard, stage: Operation, trials: GuardTrials):
        self.guard, self._trials = guard, trials
        self.is_told = trials.is_told
        self._running: dict[InstanceReader, dict[Block, bool]] = {}
        without = () if isinstance(guard, arith.SelectOp) else (guard,)
        self.facts = trials.unguarded.at(stage, without)
        self.reader = self.facts.reader
        around = self.reader.instances(guard)
        assert around is not None
        parallel = _parallel_loop_around(self.facts.scope)
        if parallel is not None:
            raise Declined(
                because(
                    f"it is inside '{parallel.name}', whose iterations may run at once", "parallel"
                )
            )
        if not around.exact:
            raise Declined(
                because("when it is reached cannot be expressed by the loops around it", "reached")
            )
        self.stage, self.around = stage, around
        self.condition = self._read_condition()
        self.domain = around.condition & ~self.condition
        """The condition, over the loops around the guard, of the inserted instances."""
        self.inserted_reader = self.reader

    def read_data(self, known: KnownData) -> None:
        """From now on, inserted instances are read with what is known of data."""
        self.inserted_reader = InsertedReader(self.reader, known)

    def _read_condition(self) -> Expr:
        guard = self.guard
        if isinstance(guard, affine.IfOp):
            operands = self.reader.indices(list(guard.args))
            condition = (
                None if operands is None else from_affine_set(guard.condition.data, operands)
            )
        else:
            condition = self.reader.condition(guard.cond)
        if condition is None and self._always_holds():
            return TRUE
        if condition is None:
            raise Declined(because("its condition is not one on indices alone", "condition"))
        return condition

    def _always_holds(self) -> bool:
        """Whether a condition on data is known to hold wherever the guard is reached."""
        if isinstance(self.guard, affine.IfOp):
            return False
        reader = CellReader(self.facts.scope)
        condition = reader.condition(self.guard.cond)
        around = None if condition is None else reader.around(self.guard, condition)
        return condition is not None and around is not None and is_implied(around, condition)

    @cached_property
    def body(self) -> list[Operation]:
        """The operations that dropping the guard inserts instances of."""
        if isinstance(self.guard, arith.SelectOp):
            return []
        block = self.guard.regions[0].blocks[0]
        return [op for top in block.ops if top is not block.last_op for op in operations_in(top)]

    @cached_property
    def guarded(self) -> BlockFacts:
        """The facts of the program that still has the guard."""
        return self._trials.guarded.at(self.stage)

    @cached_property
    def removed(self) -> list[Operation]:
        """The operations that are removed with the guard: the operations of its else arm."""
        if isinstance(self.guard, arith.SelectOp) or len(self.guard.regions) < 2:
            return []
        blocks = self.guard.regions[1].blocks
        return [op for block in blocks for op in block.walk() if op is not block.last_op]

    @cached_property
    def inside(self) -> frozenset[Operation]:
        """The same as a set."""
        return frozenset(self.body)

    def runs(self, op: Operation) -> bool:
        """Whether there are inserted instances of an operation of the body."""
        block = op.parent
        if block is None or block is self.guard.regions[0].blocks[0]:
            return True
        if (reader := self.inserted_reader) not in self._running:
            self._running = {reader: {}}
        running = self._running[reader]
        if block not in running:
            running[block] = not never_holds(self.inserted(op)[0])
        return running[block]

    def index(self, op: LoadOrStore) -> tuple[Expr, ...]:
        """The index of an inserted access; raises Declined if it is not quasi-affine."""
        index = self.inserted_index(op)
        if index is None:
            raise Declined(
                because(
                    f"the index of '{op.name}' is not a quasi-affine function of the loops", "index"
                )
            )
        return index

    def inserted_index(self, op: LoadOrStore) -> tuple[Expr, ...] | None:
        """The index of an access where the guard does not hold; None if it is not quasi-affine."""
        return self.inserted_reader.cell(op)

    def index_or_none(self, op: LoadOrStore) -> tuple[Expr, ...] | None:
        """The index of an access in any instance; None if it is not quasi-affine."""
        return self.reader.cell(op)

    def instances(self, op: Operation) -> Instances:
        """All instances of an operation in the scope, without the guard."""
        instances = self.reader.instances(op)
        assert instances is not None
        return instances

    def inserted(self, op: Operation) -> tuple[Expr, tuple[str, ...]]:
        """The condition of the inserted instances of an operation, and its iterators."""
        instances = self.inserted_reader.instances(op)
        assert instances is not None
        return instances.condition & ~self.condition, instances.iterators

    def original(self, access: Access) -> Expr:
        """The condition of the instances that an access had under the guard."""
        if access.op in self.removed:
            return self.domain
        condition = access.instances.condition
        return condition & self.condition if access.op in self.inside else condition

    def example(self, points: IntSet, names: Sequence[str]) -> dict[str, int]:
        """A point, small where possible, with values for these names."""
        return engine().example(points, list(dict.fromkeys(names))) or {}


def _parallel_loop_around(scope: Block) -> Operation | None:
    current = scope.parent_op()
    while current is not None and not isinstance(current, func.FuncOp):
        if not isinstance(current, _ONE_AFTER_THE_OTHER):
            return current
        current = current.parent_op()
    return None
