"""
Whether a guard may go: what dropping it inserts must change nothing that anyone may see.

The inserted instances are those at which the guard did not hold. Each must be safe to run; each
store must leave what its cell holds, or be dead; each value that comes out must stay what it was
(design, section 5).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import cast

from xdsl.dialects import affine, arith, memref, scf
from xdsl.dialects.builtin import IntegerAttr, MemRefType
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ..dialect.affine_conversion import from_affine_map, from_affine_set
from ..dialect.ops import UndefOp
from .accesses import feeds_only_assumes
from .assumptions import Fact, Known
from .cells import at_cell, cell_names, cells_at, union
from .expr import Expr, all_of, within
from .facts import BlockFacts, is_tracked
from .folding import Folder, surely_equal
from .instances import Instances
from .islctx import GaveUp, IntSet, NotAffine, engine
from .negative_zero import NegativeZeros

Access = affine.LoadOp | affine.StoreOp | memref.LoadOp | memref.StoreOp
Guard = affine.IfOp | scf.IfOp | arith.SelectOp
_LOADS = (affine.LoadOp, memref.LoadOp)
_STORES = (affine.StoreOp, memref.StoreOp)
_DIVISIONS = (
    arith.DivSIOp,
    arith.DivUIOp,
    arith.RemSIOp,
    arith.RemUIOp,
    arith.FloorDivSIOp,
    arith.CeilDivSIOp,
    arith.CeilDivUIOp,
)


class Refused(Exception):
    """Why a guard has to stay; the message names an index where there is one."""


@dataclass
class Removal:
    """
    A guard that may go.

    `relied_on` are the operations whose float flags the proof stands on; `only_dead` tells that all
    inserted stores are dead, so that what they store does not matter.
    """

    guard: Guard
    inserted: int | None
    original: int | None
    only_dead: bool
    relied_on: set[Operation] = field(default_factory=set[Operation])


def prove_removable(guard: Guard, scope: Block, relaxed: bool) -> Removal:
    """Shows that a guard inside a stage of the block may go, or raises Refused."""
    try:
        with engine().budget():
            return _Proof(guard, scope, relaxed).removal()
    except GaveUp as error:
        raise Refused(f"the proof took too long ({error})") from error
    except NotAffine as error:
        raise Refused(str(error)) from error


class _Proof:
    def __init__(self, guard: Guard, scope: Block, relaxed: bool):
        self._guard, self._relaxed = guard, relaxed
        ignored = () if isinstance(guard, arith.SelectOp) else (guard,)
        self._facts = BlockFacts(scope, ignored)
        self._reader = self._facts.reader
        stage, instances = self._reader.stage(guard), self._reader.instances(guard)
        if stage is None or instances is None:
            raise Refused("it is in no stage of the function")
        if not instances.exact:
            raise Refused("when it is reached cannot be expressed by the loops around it")
        self._stage, self._around = stage, instances
        self._condition = self._read_condition()
        self._missing = instances.condition & ~self._condition
        self._relied_on: set[Operation] = set()
        self._identity = False

    def removal(self) -> Removal:
        inserted = engine().set(self._missing)
        if not inserted.is_empty():
            for op in self._body():
                self._check_operation(op)
            for op in self._body():
                if isinstance(op, _STORES):
                    self._check_store(op)
            for before, after in self._results():
                self._check_result(before, after)
        held = self._around.condition & self._condition
        return Removal(
            self._guard,
            engine().count(inserted, self._around.iterators),
            engine().count(engine().set(held), self._around.iterators),
            not self._identity,
            self._relied_on,
        )

    def _read_condition(self) -> Expr:
        guard = self._guard
        if isinstance(guard, affine.IfOp):
            operands = self._reader.indices(list(guard.args))
            condition = (
                None if operands is None else from_affine_set(guard.condition.data, operands)
            )
        else:
            condition = self._reader.condition(guard.cond)
        if condition is None:
            raise Refused("its condition is not one on indices alone")
        return condition

    def _body(self) -> list[Operation]:
        """The operations that dropping the guard inserts instances of."""
        if isinstance(self._guard, arith.SelectOp):
            return []
        block = self._guard.regions[0].blocks[0]
        return [op for top in block.ops if top is not block.last_op for op in top.walk()]

    def _results(self) -> Iterator[tuple[SSAValue, SSAValue]]:
        """What came out where the guard did not hold, and what would."""
        if isinstance(self._guard, arith.SelectOp):
            yield self._guard.rhs, self._guard.lhs
            return
        regions = self._guard.regions
        if len(regions) < 2 or not regions[1].blocks:
            return
        first, second = (region.blocks[0] for region in regions)
        if any(op is not second.last_op for op in second.ops if not _is_constant(op)):
            raise Refused("it has an else arm that does more than give values")
        assert first.last_op is not None
        assert second.last_op is not None
        yield from zip(second.last_op.operands, first.last_op.operands, strict=True)

    # --- each inserted operation may run

    def _check_operation(self, op: Operation) -> None:
        if isinstance(op, _LOADS):
            if not feeds_only_assumes(op):
                self._check_access(op)
        elif isinstance(op, _STORES):
            self._check_access(op)
        elif isinstance(op, _DIVISIONS):
            divisor = op.operands[1].owner
            constant = divisor.value if isinstance(divisor, arith.ConstantOp) else None
            if not isinstance(constant, IntegerAttr) or constant.value.data in (0, -1):
                raise Refused(f"'{op.name}' would run where its divisor may be 0 or overflow")
        elif isinstance(op, affine.IfOp | scf.IfOp | affine.ForOp | scf.ForOp):
            inside = self._reader.instances(op.regions[0].blocks[0].first_op or op)
            if inside is None or not inside.exact:
                raise Refused(f"it holds an '{op.name}' on data, which may not depend on padding")
        elif not _is_harmless(op):
            raise Refused(f"'{op.name}' would run where it did not before")

    def _check_access(self, op: Access) -> None:
        """Whether an inserted access is in bounds, and at cells that one may read or write."""
        index, condition, names = self._inserted(op)
        shape = cast("MemRefType[Attribute]", op.memref.type).get_shape()
        inside = all_of([within(i, size) for i, size in zip(index, shape, strict=True)])
        outside = engine().set(condition & ~inside)
        if not outside.is_empty():
            where = self._example(outside, index, names)
            raise Refused(f"'{op.name}' would be out of bounds at index {where}")
        if not is_tracked(op.memref):
            raise Refused(f"'{op.name}' would access a buffer that may be another one too")
        cells = cells_at(index, condition, names)
        if isinstance(op, _LOADS):
            written = [cells_at(i, condition, names) for i in self._written_in_front(op)]
            allowed = self._facts.readable(op.memref, self._stage).union(union(written))
        elif isinstance(op.memref.owner, Block):
            allowed = self._facts.belonging(op.memref)
        else:
            return
        missing = cells.subtract(allowed)
        if not missing.is_empty():
            cell = engine().example(missing, cell_names(len(shape))) or {}
            verb = "read" if isinstance(op, _LOADS) else "written"
            raise Refused(
                f"cell {list(cell.values())} may not be {verb}: nothing says what it holds; give "
                "the padding of the buffer a value, or undef"
            )

    def _written_in_front(self, load: Operation) -> Iterator[tuple[Expr, ...]]:
        """The cells that are surely written in front of a load, in its block or those around."""
        current = load
        while current is not self._stage:
            block = current.parent
            assert block is not None
            for op in block.ops:
                if op is current:
                    break
                same = isinstance(op, _STORES) and op.memref is load.operands[0]
                if same and (index := self._index(op)) is not None:
                    yield index
            parent = block.parent_op()
            assert parent is not None
            current = parent

    # --- each inserted store changes nothing

    def _check_store(self, op: affine.StoreOp | memref.StoreOp) -> None:
        index, condition, names = self._inserted(op)
        left: list[IntSet] = []
        parts = self._parts(op.value, condition, names)
        for part, known in parts:
            if not self._leaves_cell(op, index, part, known):
                left.append(part)
        if not left:
            self._identity = True
            return
        self._identity |= len(left) < len(parts)
        rest = union(left)
        cells = engine().project(rest.intersect(engine().set(at_cell(index))), names)
        if not self._is_dead(op.memref, cells):
            where = self._example(rest, index, names)
            raise Refused(
                f"it would store another value to index {where}, which may be read afterwards; the "
                "padding must hold a value that makes the update leave it as it is"
            )

    def _leaves_cell(
        self,
        op: affine.StoreOp | memref.StoreOp,
        index: Sequence[Expr],
        part: IntSet,
        known: dict[SSAValue, Known],
    ) -> bool:
        """Whether the store writes what its cell holds, on this part of the inserted instances."""
        folder = self._folder(known)
        value = folder.fold(op.value)
        self._relied_on |= folder.relied_on
        if isinstance(value, SSAValue):
            load = value.owner
            return isinstance(load, _LOADS) and self._reads_same_cell(load, op)
        for fact in self._facts.known(op.memref, self._stage):
            if surely_equal(fact.value, value):
                where = self._instances_in(fact, index, part)
                if part.is_subset(where):
                    return True
        return False

    def _reads_same_cell(
        self, load: affine.LoadOp | memref.LoadOp, store: affine.StoreOp | memref.StoreOp
    ) -> bool:
        """Whether the load sees what the cell holds when the store runs."""
        if load.memref is not store.memref or load.parent is not store.parent:
            return False
        if self._index(load) is None or self._index(load) != self._index(store):
            return False
        between = False
        assert load.parent is not None
        for op in load.parent.ops:
            if op is load:
                between = True
            elif op is store:
                return between
            elif between and any(self._may_write(nested, store.memref) for nested in op.walk()):
                return False
        return False

    def _may_write(self, op: Operation, buffer: SSAValue) -> bool:
        if isinstance(op, _STORES):
            return op.memref is buffer
        return not (isinstance(op, _LOADS) or _is_harmless(op) or bool(op.regions))

    def _is_dead(self, buffer: SSAValue, cells: IntSet) -> bool:
        """Whether only inserted instances, or nobody, may see what is stored in these cells."""
        for found in self._facts.accesses(buffer):
            access = found.access
            if access.writes or found.stage not in (self._stage, None):
                continue
            if access.index is None:
                return False
            if access.op in self._inside:
                original = access.instances.condition & self._condition
            else:
                original = access.instances.condition
            seen = cells_at(access.index, original, access.instances.iterators)
            if not seen.intersect(cells).is_empty():
                return False
        assumed = union(fact.cells for fact in self._facts.assumed(buffer, self._stage))
        if not assumed.intersect(cells).is_empty():
            return False
        return self._facts.is_dead_after(buffer, cells, self._stage)

    @property
    def _inside(self) -> set[Operation]:
        return set(self._body())

    # --- each value that comes out stays

    def _check_result(self, before: SSAValue, after: SSAValue) -> None:
        self._identity = True
        names = self._around.iterators
        for part, known in self._parts(after, self._missing, names):
            folder = self._folder(known)
            if not surely_equal(folder.fold(after), folder.fold(before)):
                raise Refused(
                    "another value would come out of it at iteration "
                    f"{list((engine().example(part, names) or {}).values())} of the loops around; "
                    "the padding must hold a value that leaves the result as it is"
                )
            self._relied_on |= folder.relied_on

    # --- shared

    def _folder(self, known: dict[SSAValue, Known]) -> Folder:
        zeros = NegativeZeros(self._facts)
        return Folder(known, zeros.never, self._relaxed)

    def _parts(
        self, value: SSAValue, condition: Expr, names: Sequence[str]
    ) -> list[tuple[IntSet, dict[SSAValue, Known]]]:
        """The inserted instances, cut up by what is known of the loads that a value comes from."""
        parts: list[tuple[IntSet, dict[SSAValue, Known]]] = [(engine().set(condition), {})]
        for load in _loads_behind(value):
            index = self._index(load)
            if index is None:
                continue
            cut: list[tuple[IntSet, dict[SSAValue, Known]]] = []
            for part, known in parts:
                rest = part
                for fact in self._facts.known(load.memref, self._stage):
                    where = self._instances_in(fact, index, rest)
                    if not where.is_empty():
                        cut.append((where, {**known, load.results[0]: fact.value}))
                        rest = rest.subtract(where)
                if not rest.is_empty():
                    cut.append((rest, known))
            parts = cut
        return [(part, known) for part, known in parts if not part.is_empty()]

    def _instances_in(self, fact: Fact, index: Sequence[Expr], part: IntSet) -> IntSet:
        """The instances of the part at which an index is a cell of the fact."""
        cells = [f"c{k}" for k in range(len(index))]
        both = fact.cells.intersect(engine().set(at_cell(index))).intersect(part)
        return engine().project(both, cells)

    def _inserted(self, op: Operation) -> tuple[tuple[Expr, ...], Expr, tuple[str, ...]]:
        index, instances = self._index(op), self._instances(op)
        if index is None:
            raise Refused(f"the index of '{op.name}' is no quasi-affine function of the loops")
        return index, instances.condition & ~self._condition, instances.iterators

    def _instances(self, op: Operation) -> Instances:
        instances = self._reader.instances(op)
        assert instances is not None
        return instances

    def _index(self, op: Operation) -> tuple[Expr, ...] | None:
        assert isinstance(op, _LOADS + _STORES)
        operands = self._reader.indices(list(op.indices))
        if operands is None or isinstance(op, memref.LoadOp | memref.StoreOp):
            return operands
        return from_affine_map(op.map.data, operands)

    def _example(self, points: IntSet, index: Sequence[Expr], names: Sequence[str]) -> list[int]:
        free = [name for i in index for name in i.variables()]
        values = engine().example(points, list(dict.fromkeys([*names, *free]))) or {}
        return [int(i.evaluate(values)) for i in index]


def _loads_behind(value: SSAValue) -> list[affine.LoadOp | memref.LoadOp]:
    """The loads that a value is computed from by arithmetic."""
    pending, found = [value], dict[Operation, None]()
    while pending:
        op = pending.pop().owner
        if isinstance(op, _LOADS):
            found[op] = None
        elif isinstance(op, Operation) and op.dialect_name() in ("arith", "math"):
            pending += op.operands
    return [op for op in found if isinstance(op, _LOADS)]


def _is_constant(op: Operation) -> bool:
    return isinstance(op, arith.ConstantOp | UndefOp)


def _is_harmless(op: Operation) -> bool:
    """Whether an operation may run at any time: arithmetic, and the structure around it."""
    if op.dialect_name() in ("arith", "math"):
        return not op.regions
    structure = affine.ForOp | affine.YieldOp | scf.ForOp | scf.YieldOp
    return isinstance(op, affine.ApplyOp | affine.MinOp | UndefOp | structure)
