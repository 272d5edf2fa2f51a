"""
Roles of a buffer in a function: *in* (its contents on entry are needed), *out* (it is written), and
the stages that write it (design, section 3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, cast

from xdsl.dialects import func
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialect.annotations import MAY_ALIAS
from ...dialect.ir.memory_access import has_dynamic_size
from ...index.connected import names_in
from ...index.expr import FALSE, TRUE, Expr, all_of, any_of, conjuncts, eq, lift, var, within
from ...index.queries.conditions import Piece, Refuted, implies, is_covered, is_implied
from ...index.queries.instances import before, surely_fails
from ...index.sets.engine import GaveUp, NotAffine, engine, question
from ..accesses.accesses import Access, accesses, scope_of
from ..accesses.views import root_of
from ..instances.reader import InstanceReader
from ..instances.sizes import extents, known_sizes
from .either_arm import of_either_arm

MOST_PAIRS = 400  # of reads and writes in one stage; past it a buffer counts as read too early


@dataclass(frozen=True)
class OutOfBounds:
    """
    An access that certainly happens and certainly leaves the buffer: the operation and the index.
    """

    op: Operation
    index: tuple[int, ...]


@dataclass(frozen=True)
class Roles:
    """
    How the block that a buffer lives in uses it.

    - `is_in`: some logical cell may be read before it is written, or may not be written at all;
    - `is_out`: some logical cell may be written;
    - `write_stages`: the operations of the block that certainly write every logical cell, in order;
    - `out_of_bounds`: an access that is shown to leave the logical shape.
    """

    is_in: bool
    is_out: bool
    write_stages: tuple[Operation, ...]
    out_of_bounds: OutOfBounds | None


RolesAtCall: TypeAlias = Callable[[func.CallOp, int, Expr], Roles | None]
"""The roles of what a call is given at a position, None if they are not known."""


def roles(
    buffer: SSAValue,
    shape: Sequence[int],
    required: Expr = TRUE,
    at_calls: RolesAtCall = lambda call, position, required: None,
    reader: InstanceReader | None = None,
) -> Roles:
    """
    Return the roles of a buffer (*in*: its contents on entry are needed; *out*: it is written) with
    a logical shape, in which -1 stands for `?`. A buffer whose contents are not proven to be
    unneeded is *in*.

    `required` is a condition over the indices `c0`, `c1`, .. of the cells that are considered:
    after an earlier layout step, it leaves out the padding of that step. `at_calls` gives the roles
    of an argument at a call; without it, calls may do anything. `reader` must be a reader of the
    block that the buffer lives in; it may be used for several buffers of the block.
    """
    reader = reader or InstanceReader(scope_of(buffer))
    return _Analysis(buffer, shape, required, at_calls, reader).roles()


class _Analysis:
    def __init__(
        self,
        buffer: SSAValue,
        shape: Sequence[int],
        required: Expr,
        at_calls: RolesAtCall,
        reader: InstanceReader,
    ):
        scope = scope_of(buffer)
        function = scope.parent_op()
        # Then accesses of the other arguments may be accesses of this one.
        self._may_alias = function is not None and MAY_ALIAS in function.attributes
        self._cells = tuple(f"c{k}" for k in range(len(shape)))
        self._has_cells = 0 not in shape
        self._reader, self._is_dynamic = reader, has_dynamic_size(shape)
        self._shape = extents(buffer, reader) if self._is_dynamic else tuple(map(lift, shape))
        pairs = zip(self._cells, self._shape or (), strict=False)
        bounds = [within(var(c), size) for c, size in pairs]

        def read(reader: InstanceReader) -> Iterator[Access]:
            known = accesses(buffer, reader)
            return calls_followed(buffer, known, required, at_calls, self._shape)

        found = list(read(reader))
        self._accesses = [(a, reader.stage(a.op)) for a in found]
        either = of_either_arm(found, reader, read)
        self._sure_writes = [
            (a, stage)
            for a in (*found, *either)
            if a.writes and a.must and (stage := reader.stage(a.op)) is not None
        ]
        self._box = all_of([*bounds, required, *self._of_defined_runs()])
        self._order = {op: k for k, op in enumerate(scope.ops)}

    def roles(self) -> Roles:
        # Without a cell nothing is written: what is there passes through untouched.
        is_out = self._has_cells and any(a.writes and self._may_run(a) for a, _ in self._accesses)
        stages = self._write_stages() if is_out else ()
        is_in = self._may_alias or not stages or self._reads_before(stages[0])
        return Roles(is_in, is_out, stages, self._out_of_bounds())

    def _write_stages(self) -> tuple[Operation, ...]:
        if self._shape is None:
            return ()
        by_stage: dict[Operation, list[Access]] = {}
        for access, stage in self._sure_writes:
            by_stage.setdefault(stage, []).append(access)
        box = self._box
        stages = [stage for stage, writes in by_stage.items() if self._covered(stage, writes, box)]
        if by_stage and not stages:
            # Where something is left unwritten, an access may leave the buffer.
            box = all_of([box, *self._of_defined_loops()])
            stages = [stage for stage, ws in by_stage.items() if self._covered(stage, ws, box)]
        return tuple(sorted(stages, key=self._order.__getitem__))

    def _covered(self, stage: Operation, writes: Sequence[Access], box: Expr) -> bool:
        pieces = [
            Piece(w.instances.iterators, w.instances.condition, w.index)
            for w in writes
            if w.index is not None
        ]
        sizes = known_sizes(stage, self._reader) if self._is_dynamic else TRUE
        return is_covered(box & sizes, pieces, self._cells)

    def _reads_before(self, first: Operation) -> bool:
        """
        Whether a cell may be read before the first write stage has certainly written it.

        An operation that is not understood, in that stage or before it, reads the padding as well,
        which is only written after the stage.
        """
        reads = list[Access]()
        last = self._order[first]
        for access, stage in self._accesses:
            if stage is None:
                return True
            if access.writes or self._order[stage] > last:
                continue
            if stage is first or self._may_run(access):
                reads.append(access)
        writes = [access for access, stage in self._sure_writes if self._order[stage] <= last]
        if any(read.index is None for read in reads) or len(reads) * len(writes) > MOST_PAIRS:
            return True
        return not all(
            written_before(read, writes) or written_before(self._defined(read), writes)
            for read in reads
        )

    def _may_run(self, access: Access) -> bool:
        """
        Whether an access is not shown to be in a loop without iterations, under a false guard, or
        outside the buffer wherever it runs: then nothing is defined that it could read or write.
        """
        return not is_implied(self._defined(access).instances.condition, FALSE)

    def _defined(self, access: Access) -> Access:
        instances = access.instances
        condition = all_of([instances.condition, self._inside(access)])
        return replace(access, instances=replace(instances, condition=condition))

    def _of_defined_runs(self) -> Iterator[Expr]:
        """What accesses in no loop say of the indices that a function is given."""
        for access, _ in self._accesses:
            instances = access.instances
            if access.must and not instances.iterators:
                yield any_of([~instances.condition, self._inside(access)])

    def _of_defined_loops(self) -> Iterator[Expr]:
        """What accesses in loops say of the indices that a function is given, sizes apart."""
        sizes = frozenset[str]().union(*map(names_in, self._shape or ()))
        for access, _ in self._accesses:
            iterators, inside = access.instances.iterators, self._inside(access)
            given = names_in(inside) - sizes
            if access.must and iterators and not given <= {*iterators}:
                yield _never(access.instances.condition & ~inside, iterators)

    def _inside(self, access: Access) -> Expr:
        if access.index is None or self._shape is None:
            return TRUE
        pairs = zip(access.index, self._shape, strict=True)
        return all_of([within(index, size) for index, size in pairs])

    def _out_of_bounds(self) -> OutOfBounds | None:
        for access, _ in self._accesses:
            if access.index is None or not access.must or self._shape is None:
                continue
            inside = self._inside(access)
            if not surely_fails(access.instances, inside):
                continue
            verdict = implies(access.instances.condition, inside)
            if isinstance(verdict, Refuted):
                names = [name for index in access.index for name in index.variables()]
                values = {name: verdict.witness.get(name, 0) for name in names}
                return OutOfBounds(access.op, tuple(int(i.evaluate(values)) for i in access.index))
        return None


def _never(condition: Expr, names: Sequence[str]) -> Expr:
    """When no values of the names satisfy a condition; TRUE where that is not known."""
    try:
        with question():
            satisfied = engine().project(engine().set(condition), names)
            return engine().condition(satisfied.complement())
    except (GaveUp, NotAffine):
        return TRUE


def calls_followed(
    buffer: SSAValue,
    found: Sequence[Access],
    required: Expr,
    at_calls: RolesAtCall,
    shape: Sequence[Expr] | None = None,
) -> Iterator[Access]:
    """
    The accesses, in another order; a call that is given the buffer itself has the accesses of its
    callee to the cells that are `required`; `shape` is that of the buffer, if it is known.
    """
    by_call: dict[func.CallOp, list[Access]] = {}
    for access in found:
        if isinstance(access.op, func.CallOp):
            by_call.setdefault(access.op, []).append(access)
        else:
            yield access
    for call, anything in by_call.items():
        positions = [k for k, given in enumerate(call.arguments) if is_given_whole(given, buffer)]
        known = [at_calls(call, k, required) for k in positions]
        if 2 * len(positions) != len(anything) or any(one is None for one in known):
            yield from anything  # it is given a part too, or a buffer that may be this one
            continue
        for one in known:
            assert one is not None
            if one.is_in:
                yield replace(anything[0], writes=False)
            if one.is_out:
                may = replace(anything[0], writes=True)
                yield may if one.is_in else whole(may, required, shape)


def is_given_whole(given: SSAValue, buffer: SSAValue) -> bool:
    """Whether a call that is given this may access each cell of the buffer by the same index."""
    if root_of(given) is not buffer:
        return False
    ours, theirs = (cast("MemRefType[Attribute]", value.type) for value in (buffer, given))
    return ours.get_shape() == theirs.get_shape()


def whole(access: Access, required: Expr, shape: Sequence[Expr] | None) -> Access:
    """
    An access of all cells of a buffer of a shape that count, in place of one whose cell is not
    known: what is not *in* is certainly written.
    """
    if shape is None:
        return access
    names = tuple(f"c{k}" for k in range(len(shape)))
    inside = all_of(within(var(c), size) for c, size in zip(names, shape, strict=True))
    instances = access.instances
    every = replace(
        instances,
        iterators=(*instances.iterators, *names),
        condition=all_of([instances.condition, inside, required]),
    )
    return replace(access, instances=every, index=tuple(map(var, names)))


def _is_before(write: Access, read: Access) -> bool:
    """Whether it is seen that, in each iteration that reads, the cell was written just before."""
    ours, theirs = write.instances, read.instances
    last = len(ours.time) - 1
    if not write.must or write.index != read.index or last >= len(theirs.time):
        return False
    first, second = ours.time[last], theirs.time[last]
    in_order = isinstance(first, int) and isinstance(second, int) and first < second
    if not in_order or ours.time[:last] != theirs.time[:last]:
        return False
    return set(conjuncts(theirs.condition)).issuperset(conjuncts(ours.condition))


def written_before(read: Access, writes: Sequence[Access]) -> bool:
    """Whether what a read sees was certainly written before, instance by instance."""
    assert read.index is not None
    if any(_is_before(write, read) for write in writes):
        return True
    over = read.instances.iterators
    pieces: list[Piece] = []
    for write in writes:
        if not write.must or write.index is None:
            continue
        earlier, names = write.instances.renamed("_w"), write.instances.renaming("_w")
        pairs = zip(write.index, read.index, strict=True)
        same = [eq(w.substitute(names), r) for w, r in pairs]
        when = all_of([earlier.condition, before(earlier, read.instances), *same])
        pieces.append(Piece(earlier.iterators, when, tuple(map(var, over))))
    return is_covered(read.instances.condition, pieces, over)
