"""Plans loops that visit a buffer's cells in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import cast

from xdsl.dialects import affine, scf
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Operation, SSAValue

from ...analysis.instances.outer_conditions import reader_below, reader_with_sizes
from ...analysis.instances.reader import InstanceReader
from ...analysis.instances.sizes import known_sizes
from ...dialect.annotations import LOGICAL, argument_attributes, buffer_name
from ...dialect.attributes import LaidOutType, place
from ...dialect.ir.located_errors import PadError
from ...dialect.ir.memory_access import LoadOrStore, buffer_of, is_load_or_store, is_store
from ...dialect.ir.operations import operation_name, operations_in
from ...dialect.ir.reasons import because
from ...dialect.layout.physical_names import physical_names
from ...index.expr import FALSE, Expr, all_of, conjuncts, var
from ...index.maps.reindex import Reindexing, determined, reindex
from ...index.queries.conditions import Proven, bounds, implies, is_implied
from ...index.simplify.forms import simplify_index
from ..common.for_loops import Loop
from ..common.generated_stages import free_name
from ..common.index_codegen import is_affine_bound
from ..common.remedies import remedy_for_axes
from ..common.stages import loop_name, names_around
from ..sizes.named_facts import error_with_sizes
from .legality.loop_order import AccessOrder, Group, check_order

LOOP_INSIDE = "loop-inside"
"""The id of the reason that a loop along the buffer is inside something that is no loop."""


def plan_access_order(stage: Operation, buffer: SSAValue, *, is_part: bool = False) -> AccessOrder:
    """
    The plan for a stage and a buffer that it accesses; raises PadError if there is no legal one.

    Of a loop inside the stage, a part of it, the axes are those that its own loops move along.
    """
    scope = stage.parent
    assert scope is not None
    plain = reader_below(scope)
    try:
        return _plan(stage, buffer, plain, is_part)
    except PadError as refused:
        # Only now: bounds have simpler forms without what is known of sizes.
        informed = reader_with_sizes(scope, stage)
        if informed.surroundings(stage) == plain.surroundings(stage):
            raise
        try:
            return _plan(stage, buffer, informed, is_part)
        except PadError:
            raise refused from None


def _plan(stage: Operation, buffer: SSAValue, reader: InstanceReader, is_part: bool) -> AccessOrder:
    name = buffer_name(buffer) or "the buffer"
    access = _driving_access(stage, buffer, name)
    loops = _loops_around(access, stage)
    if not loops:
        inside = "" if access is stage else f", but in '{operation_name(stage)}'"
        is_parallel = isinstance(stage, affine.ParallelOp | scf.ParallelOp)
        remedy = f"; make loops of the '{stage.name}'" if is_parallel else ""
        raise PadError(
            f"the access of {name} is in no loop of the stage itself{inside}; only affine.for and "
            f"scf.for are put in another order{remedy}",
            access,
        )
    iterators = tuple(str(reader.index(loop.body.block.args[0])) for loop in loops)
    axes = _axes(access, _condition_inside(loops[-1], reader), reader, name)
    if not axes:
        raise PadError(f"{name} has rank 0: it has no axes to go along", access)
    names = _loop_names(loops, iterators, axes, buffer)
    if is_part:
        own = [k for k, axis in enumerate(axes) if {*axis.variables()} & {*iterators}]
        axes, names = tuple(axes[k] for k in own), tuple(names[k] for k in own)
    groups = tuple(_groups(loops, iterators, axes, names, reader, access))
    order = AccessOrder(stage, loops, iterators, groups, reader)
    check_order(order, name, remedy_for_axes(name, dict(zip(iterators, loops, strict=True)), axes))
    return order


def plan_loops(
    loops: Sequence[Loop], names: Sequence[str], values: Callable[..., Sequence[Expr]]
) -> AccessOrder:
    """
    The plan for a band of loops to become loops of these names over values of the old iterators.

    `values` is given the old iterators. Raises PadError if the new loops would not visit each
    iteration once, or would reverse a dependence; it names the facts about sizes with which they
    would not.
    """
    stage = loops[0]
    scope = stage.parent
    assert scope is not None
    plain = reader_below(scope)
    try:
        return _plan_loops(loops, names, values, plain)
    except PadError as refused:
        informed = reader_with_sizes(scope, stage)
        if informed.surroundings(stage) != plain.surroundings(stage):
            with suppress(PadError):
                return _plan_loops(loops, names, values, informed)
        what = f"the loops could become {', '.join(names)}"

        def plan() -> AccessOrder:
            return _plan_loops(loops, names, values, reader_with_sizes(scope, stage))

        raise error_with_sizes(refused, stage, plan, what) from refused


def _plan_loops(
    loops: Sequence[Loop],
    names: Sequence[str],
    values: Callable[..., Sequence[Expr]],
    reader: InstanceReader,
) -> AccessOrder:
    outermost, innermost = loops[0], loops[-1]
    iterators = tuple(str(reader.index(loop.body.block.args[0])) for loop in loops)
    domain = _condition_inside(innermost, reader)
    new = tuple(simplify_index(value, domain) for value in values(*map(var, iterators)))
    around = _condition_of(outermost, reader)
    reindexing = reindex(iterators, domain, [f"{name}'" for name in names], new, around)
    refusal = _refusal(reindexing, loops, reader)
    if isinstance(reindexing, str) or refusal is not None:
        text = f"the loops cannot become {', '.join(names)}: {refusal}"
        raise PadError(because(text, "bounds"), outermost)
    reindexing = _with_sizes_known(
        reindexing, [f"{name}'" for name in names], around, loops, reader
    )
    group = Group(0, len(loops), tuple(names), new, reindexing)
    order = AccessOrder(outermost, tuple(loops), iterators, (group,), reader)
    check_order(order, f"{', '.join(names)}")
    return order


def _with_sizes_known(
    reindexing: Reindexing,
    names: Sequence[str],
    around: Expr,
    loops: Sequence[Loop],
    reader: InstanceReader,
) -> Reindexing:
    """
    The same without the conditions of its guard that what is known of sizes decides; `names` are
    those of the new iterators.
    """
    parts = conjuncts(reindexing.guard)
    iterators = {str(reader.index(loop.body.block.args[0])) for loop in loops}
    if all({*part.variables()} <= {*names} | iterators for part in parts):
        return reindexing
    ends = zip(map(var, names), reindexing.box, strict=True)
    box = [(name >= first) & (name <= last) for name, (first, last) in ends]
    known = all_of([around, known_sizes(loops[0], reader), *box])
    return replace(reindexing, guard=all_of(p for p in parts if not is_implied(known, p)))


def _refusal(
    reindexing: Reindexing | str, loops: Sequence[Loop], reader: InstanceReader
) -> str | None:
    """Why loops cannot have the new iterators, in the names of the source; None: they can."""
    if isinstance(reindexing, str):
        shown = {str(reader.index(loop.body.block.args[0])): _loop_name(loop) for loop in loops}
        return re.sub(r"\w+'?", lambda m: shown.get(m[0], m[0].rstrip("'")), reindexing)
    for expr in (e for ends in reindexing.bounds() for part in ends for e in part):
        if not is_affine_bound(expr, reader.value):
            return (
                f"{reader.shown(expr)} is not a bound that affine.for can have; give the loop "
                "constant bounds, and put what is in it under an affine.if"
            )
    return None


def _driving_access(stage: Operation, buffer: SSAValue, name: str) -> LoadOrStore:
    """A store if the stage writes the buffer, else its first load."""
    accesses = [
        op for op in filter(is_load_or_store, operations_in(stage)) if buffer_of(op) is buffer
    ]
    stores = [op for op in accesses if is_store(op)]
    if not accesses:
        other = next((op for op in operations_in(stage) if buffer in op.operands), None)
        how = (
            f" but with '{operation_name(other)}', which is not followed"
            if other is not None
            else _accessed(stage)
        )
        raise PadError(f"the stage does not access {name}{how}", other or stage)
    # Of an initialisation and an update, the update is in the deeper loops.
    return max(stores or accesses[:1], key=lambda op: len(_loops_around(op, stage)))


def _accessed(stage: Operation) -> str:
    """The buffers that loops of a stage can follow, as a remedy."""
    found = [buffer_name(buffer_of(op)) for op in filter(is_load_or_store, operations_in(stage))]
    names = ", ".join(dict.fromkeys(name for name in found if name is not None))
    return f"; order its loops by one that it accesses: {names}" if names else ""


def _loops_around(op: Operation, stage: Operation) -> tuple[Loop, ...]:
    """The loops from the stage inward to `op`, as far as nothing but loops is between."""
    ancestors: list[Operation] = []
    current: Operation | None = op.parent_op()
    while current is not None and current is not stage:
        ancestors.append(current)
        current = current.parent_op()
    loops: list[Loop] = []
    for ancestor in [stage, *reversed(ancestors)]:
        if not isinstance(ancestor, affine.ForOp | scf.ForOp):
            break
        if not isinstance(ancestor.body.block.args[0].type, IndexType):
            raise PadError("the iterator of the loop is not an index", ancestor)
        loops.append(ancestor)
    return tuple(loops)


def _axes(access: LoadOrStore, domain: Expr, reader: InstanceReader, name: str) -> tuple[Expr, ...]:
    """The index of an access in all iterations, also in those that a guard leaves out."""
    index = reader.cell(access)
    if index is None:
        raise PadError(f"the index of {name} is not a quasi-affine function of the loops", access)
    return tuple(simplify_index(axis, domain) for axis in index)


def _contract_names(buffer: SSAValue) -> tuple[str, ...]:
    """The physical names of the buffer's contract; none where it has no contract."""
    owner = buffer.owner
    attributes = owner.attributes if isinstance(owner, Operation) else argument_attributes(buffer)
    contract = attributes.get(LOGICAL)
    return () if contract is None else place(cast("LaidOutType", contract)).physical_names


def _loop_names(
    loops: Sequence[Loop], iterators: Sequence[str], axes: Sequence[Expr], buffer: SSAValue
) -> tuple[str, ...]:
    """
    Distinct names for the loops over the axes: what the source calls them, else by the contract;
    the buffer's name and a number where it has none.

    An axis that is a loop, or a part of a split one, is named after that loop. The name of an old
    loop never becomes that of another axis, and none is that of a loop that stays in the stage.
    """
    old: dict[str, str] = {}
    for iterator, loop in zip(iterators, loops, strict=True):
        old[iterator] = free_name(_loop_name(loop), old.values())
    unnamed = {i for i, loop in zip(iterators, loops, strict=True) if loop_name(loop) is None}
    written = [axis.substitute({i: var(name) for i, name in old.items()}) for axis in axes]
    in_source = physical_names(written, set())
    contract = _contract_names(buffer)
    plain = [f"{(buffer_name(buffer) or 'x').lower()}{k}" for k in range(len(axes))]
    stay, names = names_around(loops[0], loops), list[str]()
    for position, axis in enumerate(axes):
        used = set(axis.variables())
        is_part = axis.op == "var" or in_source[position] != f"p{position}"
        is_known = contract and is_part and not used & unnamed
        wanted = in_source if is_known else contract or plain
        others = {name for i, name in old.items() if used != {i}}
        names.append(free_name(wanted[position], stay | others | {*names}))
    return tuple(names)


def _groups(
    loops: Sequence[Loop],
    iterators: Sequence[str],
    axes: Sequence[Expr],
    names: Sequence[str],
    reader: InstanceReader,
    access: Operation,
) -> list[Group]:
    """Cut the chain into the smallest groups of loops that consecutive axes replace."""
    groups: list[Group] = []
    taken = {*names} | names_around(loops[0], loops)
    start, axis = 0, 0
    while axis < len(axes):
        chosen = _next_group(loops, iterators, axes, start, axis, reader)
        if chosen is None:
            _check_no_loop_around(axes[axis], axis, loops[0], reader, access)
            between = _between(access, loops[-1])
            text = (
                f"axis {axis} of the buffer is indexed by a loop inside "
                f"'{operation_name(between)}', and only loops may be around that loop; remove "
                "the guard first, or order the loops by another buffer"
            )
            raise PadError(because(text, LOOP_INSIDE), between)
        stop, last = chosen
        old, values = tuple(iterators[start:stop]), list(axes[axis:last])
        own = list(names[axis:last])
        domain = _condition_inside(loops[stop - 1], reader)
        kept = _kept_iterators(old, domain, values)
        for iterator in kept:
            loop = loops[iterators.index(iterator)]
            own.append(free_name(_loop_name(loop), taken))
            taken.add(own[-1])
            values.append(var(iterator))
        around = _condition_of(loops[start], reader)
        # New names must differ from the reader's, which the expressions also speak of.
        reindexing = reindex(old, domain, [f"{n}'" for n in own], values, around)
        refusal = _refusal(reindexing, loops, reader)
        if isinstance(reindexing, str) or refusal is not None:
            raise PadError(
                f"the loops cannot follow the buffer's axes {', '.join(own)}: {refusal}", access
            )
        reindexing = _with_sizes_known(reindexing, [f"{n}'" for n in own], around, loops, reader)
        groups.append(Group(start, stop, tuple(own), tuple(values), reindexing))
        start, axis = stop, last
    return groups


def _check_no_loop_around(
    value: Expr, axis: int, stage: Loop, reader: InstanceReader, access: Operation
) -> None:
    """Raises PadError for an axis that follows a loop around the stage."""
    current = stage.parent_op()
    while current is not None:
        if isinstance(current, Loop):
            iterator = reader.index(current.body.block.args[0])
            if iterator is not None and set(iterator.variables()) & set(value.variables()):
                name = _loop_name(current)
                raise PadError(
                    f"axis {axis} of the buffer is indexed by the loop {name}, which is outside of "
                    f"the stage; put pad.stage on {name}, or order the loops by another buffer",
                    access,
                )
        current = current.parent_op()


def _between(access: Operation, last: Loop) -> Operation:
    """The operation right inside the last of the loops that can be replaced, around an access."""
    current = access
    while (parent := current.parent_op()) is not None and parent is not last:
        current = parent
    return current


def _next_group(
    loops: Sequence[Loop],
    iterators: Sequence[str],
    axes: Sequence[Expr],
    start: int,
    axis: int,
    reader: InstanceReader,
) -> tuple[int, int] | None:
    """The ends of the next group in the loops and in the axes."""
    best: tuple[int, int] | None = None
    for stop in range(start + 1, len(loops) + 1):
        known, last = set(iterators[:stop]), axis
        while last < len(axes) and set(axes[last].variables()) <= known:
            last += 1
        if last == axis:
            continue
        best = (stop, last)
        domain = _condition_inside(loops[stop - 1], reader)
        fixed = [*axes[axis:last], *map(var, iterators[:start])]
        if determined(iterators[start:stop], domain, fixed):
            return best
        if last == len(axes):
            return best
    return best if best is not None and best[1] == len(axes) else None


def _kept_iterators(old: Sequence[str], domain: Expr, values: Sequence[Expr]) -> tuple[str, ...]:
    """The old iterators that stay because the axes do not fix them; the outer ones go first."""
    kept = list(old)
    for iterator in old:
        others = [name for name in kept if name != iterator]
        free = [name for name in dict.fromkeys(domain.variables()) if name not in old]
        if determined(old, domain, [*values, *map(var, others), *map(var, free)]):
            kept = others
    return tuple(kept)


def _condition_inside(loop: Loop, reader: InstanceReader) -> Expr:
    first = loop.body.block.first_op
    assert first is not None
    return _condition_of(first, reader)


def _condition_of(op: Operation, reader: InstanceReader) -> Expr:
    instances = reader.surroundings(op)
    if instances is None or not instances.exact:
        text = "the bounds of a loop around are not quasi-affine functions"
        raise PadError(because(text, "bounds"), op)
    return instances.condition


def constant_bounds(loop: Loop) -> tuple[int, int] | None:
    """
    The least and greatest value of a loop's iterator, 0 and -1 where it has none; None if these
    are not constants.
    """
    scope = loop.parent
    assert scope is not None
    reader = reader_below(scope)
    index = reader.index(loop.body.block.args[0])
    assert index is not None
    condition = _condition_inside(loop, reader)
    first, last = bounds(index, condition)
    if first is None or last is None:
        return (0, -1) if isinstance(implies(condition, FALSE), Proven) else None
    return first, last


def _loop_name(loop: Loop) -> str:
    return loop_name(loop) or "r"
