"""Whether each operation that dropping a guard inserts may run (design, section 5)."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import affine, scf
from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Block, Operation, SSAValue

from ...dialect.annotations import OF_PADDING, STAGE, USER, buffer_name
from ...dialect.ir.effects import DIVISIONS, is_speculatable, may_move
from ...dialect.ir.memory_access import (
    Load,
    LoadOrStore,
    buffer_of,
    is_load,
    is_load_or_store,
    is_store,
)
from ...dialect.ir.operations import is_a, operation_name
from ...dialect.ir.reasons import Declined, Reason, because
from ...dialect.ops import AssumeOp
from ...index.expr import Expr, all_of, any_of, eq, within
from ...index.queries.conditions import is_implied, never_holds
from ...index.sets.cells import cell_names, cells_at
from ...index.sets.engine import IntSet, engine
from ..accesses.accesses import accesses, feeds_only_assumes, touched
from ..accesses.aliasing import VECTOR_USES, constant_global, has_known_names, unknown_use
from ..accesses.windows import root_through_views
from ..contracts.applied_layouts import forbidden_cells
from ..instances.sizes import extents
from ..memory.assumptions import implication
from ..memory.lifetimes import freed_before
from .inserted_instances import OutOfBounds, OutOfBoundsAxis, SpeculatedInstances
from .needed_extents import room_for

# Of others, a loop of another dialect too, nothing says that it may run where it did not.
_LOOPS_AND_IFS = (
    *(affine.IfOp, scf.IfOp, affine.ForOp, scf.ForOp),
    *(affine.ParallelOp, scf.ParallelOp),
)


def check_operations(insertion: SpeculatedInstances) -> None:
    """
    Raises Declined at an operation that may not run where it did not.

    Whether the `DIVISIONS` may depends on what is known of their divisors.
    """
    for op in insertion.removed:
        if isinstance(op, AssumeOp) and USER in op.attributes:
            raise Declined(
                because("the other arm, which would go, holds an assume of the user", "user-assume")
            )
    for op in insertion.body:
        if not insertion.runs(op):
            continue
        if is_load_or_store(op):
            _check_place(op, insertion)
            if is_store(op) or not feeds_only_assumes(op):
                _check_access(op, insertion)
        elif is_a(op, _LOOPS_AND_IFS):
            inside = insertion.inserted_reader.instances(op.regions[0].blocks[0].first_op or op)
            if inside is None or not inside.exact:
                raise Declined(
                    because(
                        f"it contains an '{op.name}' on data, which must not depend on padding",
                        "condition-on-data",
                    )
                )
            if op.results and isinstance(op, affine.ParallelOp | scf.ParallelOp):
                raise Declined(
                    because(
                        f"it contains an '{op.name}' with a reduction, which is not supported; "
                        "reduce in an scf.for",
                        "parallel-reduction",
                    )
                )
        elif not _may_be_inserted(op) and not _states_nothing(op, insertion):
            raise Declined(
                because(
                    f"without the guard, '{operation_name(op)}' would run more often, and it may "
                    "trap or have an effect",
                    "effect",
                )
            )


def _may_be_inserted(op: Operation) -> bool:
    if is_a(op, DIVISIONS) or isinstance(op, affine.YieldOp | scf.YieldOp | scf.ReduceOp):
        return True
    return may_move(op) and is_speculatable(op)


def _states_nothing(op: Operation, insertion: SpeculatedInstances) -> bool:
    """Whether it is an assume of `select(condition, .., true)`, and the condition false there."""
    if not isinstance(op, AssumeOp):
        return False
    stated = implication(op.condition)
    condition = None if stated is None else insertion.reader.condition(stated.cond)
    return condition is not None and is_implied(insertion.inserted(op)[0], ~condition)


def _check_place(op: LoadOrStore, insertion: SpeculatedInstances) -> None:
    """Raise Declined unless an inserted access, even for an assume, is of a cell that is there."""
    _check_bounds(op, insertion.index(op), insertion)
    if not _is_of_constants(op) and _may_be_freed(op, insertion):
        raise Declined(
            because(
                f"without the guard, '{op.name}' would access a buffer that may be deallocated by "
                "then",
                "freed",
            )
        )


def _is_of_constants(op: LoadOrStore) -> bool:
    return is_load(op) and constant_global(buffer_of(op)) is not None


def _check_access(op: LoadOrStore, insertion: SpeculatedInstances) -> None:
    """Raise Declined unless an inserted access, of a cell that is there, may read or write it."""
    if _is_of_constants(op):
        _check_is_not_forbidden(op, insertion)
        return
    index, facts, buffer = insertion.index(op), insertion.facts, buffer_of(op)
    if not facts.is_followed(buffer) or not facts.has_one_name_in(insertion.stage, buffer):
        raise Declined(_why_not_followed(op))
    if is_load(op):
        allowed = facts.readable(buffer, insertion.stage)
    elif isinstance(root_through_views(buffer).owner, Block):
        if not _is_written(buffer_of(op), insertion):
            raise Declined(
                because(
                    f"without the guard, '{op.name}' would write a buffer that the function only "
                    "reads",
                    "read-only",
                )
            )
        allowed = facts.belonging(buffer)
    else:
        return
    if allowed.plain_is_universe():
        return
    condition, names = insertion.inserted(op)
    if is_load(op):
        condition = condition & ~_written_before(op, index, insertion)
    cells = cells_at(index, condition, names)
    # To subtract, isl looks for a formula of what was projected out, even where all is allowed.
    if not cells.is_subset(allowed):
        if not insertion.is_told:
            raise Declined(because("", "not-readable" if is_load(op) else "not-writable"))
        missing = cells.subtract(allowed)
        cell = insertion.example(missing, cell_names(len(index)))
        verb = "read" if is_load(op) else "written"
        name = buffer_name(buffer_of(op)) or "a buffer"
        later = _written_after(buffer_of(op), missing, insertion)
        remedy = "" if later is not None else f"give the padding of {name} a value, or undef"
        id = "not-readable" if is_load(op) else "not-writable"
        tells = f"nothing says what it holds; {remedy}" if later is None else later
        raise Declined(
            because(
                f"without the guard, {name}{list(cell.values())} would be {verb}, but {tells}",
                id if later is None else "written-later",
                {"cell": list(cell.values())},
                remedy,
                buffer=name,
            )
        )


def _why_not_followed(op: LoadOrStore) -> Reason:
    buffer = buffer_of(op)
    other = unknown_use(buffer)
    if other is None or not is_a(other, VECTOR_USES) or not has_known_names(buffer):
        text = f"without the guard, '{op.name}' would access a buffer that may alias another one"
        return because(text, "alias")
    name = buffer_name(buffer) or "a buffer"
    remedy = "remove the guard before vectorizing"
    text = (
        f"without the guard, '{op.name}' would access {name}, of which '{other.name}' accesses "
        f"vectors; {remedy}"
    )
    return because(text, "vectors", remedy=remedy, buffer=name)


def _check_is_not_forbidden(load: LoadOrStore, insertion: SpeculatedInstances) -> None:
    """Raise Declined unless an inserted load of constants is of none that must not be read."""
    buffer = buffer_of(load)
    forbidden = forbidden_cells(buffer, insertion.reader)
    if forbidden == []:
        return
    index = insertion.index(load)
    cells = cells_at(index, *insertion.inserted(load))
    wrong = cells if forbidden is None else cells.intersect(engine().set(any_of(forbidden)))
    if wrong.is_empty():
        return
    cell = list(insertion.example(wrong, cell_names(len(index))).values())
    name = buffer_name(buffer) or "a buffer"
    remedy = f"give the padding of {name} a value, or undef"
    text = f"without the guard, {name}{cell} would be read, but it is forbidden padding; {remedy}"
    fields = {"cell": cell}
    raise Declined(because(text, "not-readable", fields, remedy, buffer=name))


def _may_be_freed(op: LoadOrStore, insertion: SpeculatedInstances) -> bool:
    """
    Whether a buffer may be deallocated when an inserted instance accesses it.

    It is not where the original accesses it right before that, nor where an original instance does
    in the same stage, which deallocates nothing.
    """
    stage, facts = insertion.stage, insertion.facts
    freeing = freed_before(buffer_of(op), op)
    if not freeing or _is_accessed_before(op, insertion, freeing):
        return False
    if any(map(stage.is_ancestor, freeing)) or stage not in facts.surely_run_with(stage):
        return True
    condition, names = insertion.inserted(op)
    left = engine().project(engine().set(condition), names)
    for found in facts.accesses(buffer_of(op)):
        access = found.access
        if found.stage is stage and access.must:
            original = engine().set(insertion.original(access))
            left = left.subtract(engine().project(original, access.instances.iterators))
    return not left.is_empty()


def _is_accessed_before(
    op: LoadOrStore, insertion: SpeculatedInstances, freeing: Sequence[Operation]
) -> bool:
    """Whether an access stands before the guard, with nothing between that deallocates."""
    current: Operation = insertion.guard
    while True:
        earlier = current.prev_op
        while earlier is not None and not any(map(earlier.is_ancestor, freeing)):
            is_access = is_store(earlier) or (
                is_load_or_store(earlier) and not feeds_only_assumes(earlier)
            )
            if is_access and buffer_of(op) in earlier.operands:
                return True
            earlier = earlier.prev_op
        around = current.parent_op()
        if current is insertion.stage or earlier is not None or around is None:
            return False
        if any(map(around.is_ancestor, freeing)):
            return False  # in an earlier iteration, say
        current = around


def _written_after(buffer: SSAValue, cells: IntSet, insertion: SpeculatedInstances) -> str | None:
    """Say which later stage gives padding its value, and which one can run over it first."""
    facts = insertion.facts
    earlier = facts.stages_before(buffer, insertion.stage)
    writers = [
        (stage, touched(found.access))
        for found in facts.accesses(buffer)
        if found.access.writes and (stage := found.stage) is not None
    ]
    later = [
        stage
        for stage, written in writers
        if OF_PADDING in stage.attributes
        and stage not in earlier
        and not written.intersect(cells).is_empty()
    ]
    if not later:
        return None
    message = "its padding is written after this stage"
    if written_by := _stage_name(later[0]):
        message += f", by {written_by}"
    before = [
        first
        for stage, _ in writers
        if stage in earlier
        and OF_PADDING not in stage.attributes
        and (first := _stage_name(stage)) is not None
    ]
    name = buffer_name(buffer)
    if not before or name is None:
        return message
    step = f"pad-sequential-buffer-access{{stage={before[0]} buffer={name}}}"
    return f"{message}; let {before[0]} write it before, by {step}, and drop the guard there first"


def _stage_name(stage: Operation) -> str | None:
    name = stage.attributes.get(STAGE)
    return name.data if isinstance(name, StringAttr) else None


def _is_written(buffer: SSAValue, insertion: SpeculatedInstances) -> bool:
    """Whether anything may write a buffer before the guard is gone: what a caller has to allow."""
    for found in insertion.facts.accesses(buffer):
        condition = found.access.instances.condition
        if found.access.op in insertion.inside:
            condition = condition & insertion.condition
        if found.access.writes and not never_holds(condition):
            return True
    return False


def _check_bounds(op: LoadOrStore, index: tuple[Expr, ...], insertion: SpeculatedInstances) -> None:
    condition, names = insertion.inserted(op)
    shape = extents(buffer_of(op), insertion.reader)
    if shape is None:
        raise Declined(
            because(
                f"without the guard, '{op.name}' would access a buffer whose size is not known",
                "size",
            )
        )
    axes: list[OutOfBoundsAxis] = []
    why: Reason | None = None
    for axis, (i, size) in enumerate(zip(index, shape, strict=True)):
        if is_implied(condition, within(i, size)):
            continue
        outside = engine().set(condition & ~within(i, size))
        if size.constant is None and not outside.is_empty():
            outside = outside.subtract(_disproven_sizes(buffer_of(op), axis, size, insertion))
        if outside.is_empty():
            continue
        low = engine().set(i < 0).intersect(outside)
        is_high = not outside.subtract(low).is_empty()
        axes.append(OutOfBoundsAxis(axis, not low.is_empty(), is_high, i, engine().set(condition)))
        if why is not None:
            continue
        if not insertion.is_told:
            why = because("", "out-of-bounds")
            continue
        free = [name for e in (*index, *shape) for name in e.variables()]
        values = insertion.example(outside, [*names, *free])
        where = [int(e.evaluate(values)) for e in index]
        name = buffer_name(buffer_of(op)) or "a buffer"
        message = f"without the guard, '{op.name}' would access {name}{where}, out of bounds"
        if size.constant is None:
            small = [int(e.evaluate(values)) for e in shape]
            message += f" where {name} is as small as {small}"
        why = because(message, "out-of-bounds", {"index": where}, buffer=name)
    if why is not None:
        raise OutOfBounds(why, op, axes, lambda: room_for(op, insertion))


def _disproven_sizes(
    buffer: SSAValue, axis: int, size: Expr, insertion: SpeculatedInstances
) -> IntSet:
    """The sizes of an axis at which the program without the insertion is out of bounds already."""
    reader, facts = insertion.reader, insertion.facts
    stages = facts.surely_run_with(insertion.stage)
    disproven = engine().empty
    for access in accesses(buffer, reader, with_assumes=True):
        if access.index is None or not access.must or reader.stage(access.op) not in stages:
            continue
        condition = access.instances.condition
        if access.op in insertion.inside:
            condition = condition & insertion.condition
        beyond = engine().set(condition & (access.index[axis] >= size))
        disproven = disproven.union(engine().project(beyond, access.instances.iterators))
    return disproven


def _written_before(load: Load, index: tuple[Expr, ...], insertion: SpeculatedInstances) -> Expr:
    """The instances of a load whose cell the same iteration certainly wrote before it."""
    written: list[Expr] = []
    current: Operation = load
    while current is not insertion.stage:
        block = current.parent
        assert block is not None
        for op in block.ops:
            if op is current:
                break
            if is_store(op) and buffer_of(op) is buffer_of(load):
                stored = insertion.index_or_none(op)
                if stored is not None:
                    written.append(all_of(eq(a, b) for a, b in zip(stored, index, strict=True)))
        parent = block.parent_op()
        assert parent is not None
        current = parent
    return any_of(written)
