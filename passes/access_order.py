"""Plans loops that visit a buffer's cells in order, and checks that no dependence is reversed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects import affine, memref, scf
from xdsl.ir import Block, Operation, SSAValue

from ..analysis.dependences import Reversed, Touch, reversed_dependence
from ..analysis.expr import Expr, lift, var
from ..analysis.instances import InstanceReader, Instances
from ..analysis.queries import bounds
from ..analysis.reindex import Reindexing, determined, reindex
from ..analysis.simplify import simplify_index
from ..dialect.affine_conversion import from_affine_map
from ..dialect.annotations import LOGICAL, LOOP, argument_attributes, buffer_name
from ..dialect.attributes import LaidOutType, place
from ..dialect.ops import AssumeOp, UndefOp
from .diagnostics import PadError
from .loop_bands import Loop, is_effect_free
from .reductions import reduction_of

Access = affine.LoadOp | affine.StoreOp | memref.LoadOp | memref.StoreOp
_STORES = affine.StoreOp | memref.StoreOp


@dataclass(frozen=True)
class Group:
    """Consecutive loops of the chain that become loops over some axes, and some of themselves."""

    start: int
    stop: int
    names: tuple[str, ...]
    values: tuple[Expr, ...]
    reindexing: Reindexing


@dataclass(frozen=True)
class AccessOrder:
    """A legal plan: the loops of a stage around an access, outside in, and their groups."""

    stage: Operation
    loops: tuple[Loop, ...]
    iterators: tuple[str, ...]
    groups: tuple[Group, ...]
    reader: InstanceReader


def plan_access_order(stage: Operation, buffer: SSAValue) -> AccessOrder:
    """The plan for a stage and a buffer that it accesses; PadError where there is no legal one."""
    name = buffer_name(buffer) or "the buffer"
    scope = stage.parent
    assert scope is not None
    reader = InstanceReader(scope)
    access = _driving_access(stage, buffer, name)
    loops = _loops_around(access, stage)
    if not loops:
        raise PadError(f"the access of {name} is in no loop of the stage itself", access)
    iterators = tuple(str(reader.index(loop.body.block.args[0])) for loop in loops)
    axes = _axes(access, reader, name)
    groups = tuple(_groups(loops, iterators, axes, _axis_names(buffer, len(axes)), reader, access))
    order = AccessOrder(stage, loops, iterators, groups, reader)
    _check(order, name)
    return order


def plan_loops(
    loops: Sequence[Loop], names: Sequence[str], values: Callable[..., Sequence[Expr]]
) -> AccessOrder:
    """
    The plan for a band of loops to become loops of these names over values of the old iterators.

    `values` is given the old iterators. PadError where the new loops would not visit each
    iteration once, or would reverse a dependence.
    """
    outermost, innermost = loops[0], loops[-1]
    scope = outermost.parent
    assert scope is not None
    reader = InstanceReader(scope)
    iterators = tuple(str(reader.index(loop.body.block.args[0])) for loop in loops)
    domain = _condition_inside(innermost, reader)
    new = tuple(simplify_index(value, domain) for value in values(*map(var, iterators)))
    around = _condition_of(outermost, reader)
    reindexing = reindex(iterators, domain, [f"{name}'" for name in names], new, around)
    if isinstance(reindexing, str):
        raise PadError(f"the loops cannot become {', '.join(names)}: {reindexing}", outermost)
    group = Group(0, len(loops), tuple(names), new, reindexing)
    order = AccessOrder(outermost, tuple(loops), iterators, (group,), reader)
    _check(order, f"{', '.join(names)}")
    return order


def _driving_access(stage: Operation, buffer: SSAValue, name: str) -> Access:
    """A store if the stage writes the buffer, else its first load."""
    accesses = [op for op in stage.walk() if isinstance(op, Access) and op.memref is buffer]
    stores = [op for op in accesses if isinstance(op, _STORES)]
    if not accesses:
        raise PadError(f"the stage does not access {name}", stage)
    # Of an initialisation and an update, the update is in the deeper loops.
    return max(stores or accesses[:1], key=lambda op: len(_loops_around(op, stage)))


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
        loops.append(ancestor)
    return tuple(loops)


def _axes(access: Access, reader: InstanceReader, name: str) -> tuple[Expr, ...]:
    operands, instances = reader.indices(list(access.indices)), reader.instances(access)
    if operands is None or instances is None:
        raise PadError(f"the index of {name} is no quasi-affine function of the loops", access)
    affine_access = isinstance(access, affine.LoadOp | affine.StoreOp)
    index = from_affine_map(access.map.data, operands) if affine_access else operands
    return tuple(simplify_index(axis, instances.condition) for axis in index)


def _axis_names(buffer: SSAValue, rank: int) -> tuple[str, ...]:
    """The physical names of the buffer's contract, else its own name and a number."""
    owner = buffer.owner
    attributes = owner.attributes if isinstance(owner, Operation) else argument_attributes(buffer)
    contract = attributes.get(LOGICAL)
    if contract is not None:
        return place(cast("LaidOutType", contract)).physical_names
    prefix = (buffer_name(buffer) or "x").lower()
    return tuple(f"{prefix}{k}" for k in range(rank))


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
    start, axis = 0, 0
    while axis < len(axes):
        chosen = _next_group(loops, iterators, axes, start, axis, reader)
        if chosen is None:
            raise PadError(
                f"axis {axis} of the buffer ({axes[axis]}) depends on a loop that has more than "
                "loops between it and the stage",
                access,
            )
        stop, last = chosen
        old, values = tuple(iterators[start:stop]), list(axes[axis:last])
        own = list(names[axis:last])
        domain = _condition_inside(loops[stop - 1], reader)
        kept = _kept_iterators(old, domain, values)
        taken = {*names}
        for iterator in kept:
            loop = loops[iterators.index(iterator)]
            own.append(_fresh(_loop_name(loop), taken))
            values.append(var(iterator))
        around = _condition_of(loops[start], reader)
        # New names must differ from the reader's, which the expressions also speak of.
        reindexing = reindex(old, domain, [f"{n}'" for n in own], values, around)
        if isinstance(reindexing, str):
            raise PadError(
                f"the loops cannot follow the buffer's axes {', '.join(own)}: {reindexing}", access
            )
        groups.append(Group(start, stop, tuple(own), tuple(values), reindexing))
        start, axis = stop, last
    return groups


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
    instances = reader.instances(op)
    if instances is None or not instances.exact:
        raise PadError("the bounds of a loop around are no quasi-affine functions", op)
    return instances.condition


def constant_bounds(loop: Loop) -> tuple[int, int] | None:
    """The first and last value of a loop's iterator, where the loops around do not change them."""
    scope = loop.parent
    assert scope is not None
    reader = InstanceReader(scope)
    condition = _condition_inside(loop, reader)
    index = reader.index(loop.body.block.args[0])
    assert index is not None
    first, last = bounds(index, condition)
    free = set(condition.variables()) - set(index.variables())
    return None if first is None or last is None or free else (first, last)


def _loop_name(loop: Loop) -> str:
    given = loop.attributes.get(LOOP)
    data = getattr(given, "data", None)
    return data if isinstance(data, str) else loop.body.block.args[0].name_hint or "r"


def _fresh(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    taken.add(name)
    return name


# --- legality


def _check(order: AccessOrder, name: str) -> None:
    touches, ops = _touches(order)
    found = reversed_dependence(touches)
    if found is not None:
        raise PadError(_explain(found, dict(zip(touches, ops, strict=True)), name), order.stage)


def _explain(found: Reversed, ops: dict[Touch, Operation], name: str) -> str:
    first, second = ops[found.first], ops[found.second]
    pair = ""
    if found.iterations is not None:
        pair = f" {list(found.iterations[0])} and {list(found.iterations[1])}"
    return (
        f"the stage cannot run in the order of {name}: iterations{pair} of '{first.name}' and "
        f"'{second.name}' touch the same cell and would swap; float sums may be reordered under "
        "fastmath<reassoc> only"
    )


def _touches(order: AccessOrder) -> tuple[list[Touch], list[Operation]]:
    touches, ops = list[Touch](), list[Operation]()
    for op in order.stage.walk():
        if isinstance(op, Access):
            touch = _memory_touch(op, order)
        elif isinstance(op, affine.ForOp | scf.ForOp) and op in order.loops and op.results:
            touch = _carried_touch(op, order)
        elif _may_be_moved(op):
            continue
        else:
            raise PadError(f"'{op.name}' in the stage cannot be put in another order", op)
        if touch is not None:
            touches.append(touch)
            ops.append(op)
    return touches, ops


def _may_be_moved(op: Operation) -> bool:
    structure = affine.ForOp | affine.IfOp | affine.YieldOp | scf.ForOp | scf.IfOp | scf.YieldOp
    return is_effect_free(op) or isinstance(op, structure | AssumeOp | UndefOp)


def _memory_touch(op: Access, order: AccessOrder) -> Touch:
    operands = order.reader.indices(list(op.indices))
    index = operands
    if operands is not None and isinstance(op, affine.LoadOp | affine.StoreOp):
        index = from_affine_map(op.map.data, operands)
    instances = _instances(op, order)
    return Touch(
        op.memref,
        index,
        isinstance(op, _STORES),
        instances.iterators,
        instances.condition,
        _plain_time(instances),
        _new_time(op, instances, order),
        reduction_of(op),
    )


def _carried_touch(loop: Loop, order: AccessOrder) -> Touch | None:
    """The values that a band carries from one iteration to the next are one cell."""
    position = order.loops.index(loop)
    group = next((g for g in order.groups if g.start <= position < g.stop), None)
    if group is None or position != group.start:
        return None
    body = order.loops[group.stop - 1].body.block
    last = body.last_op
    assert last is not None
    instances = _instances(last, order)
    outer = tuple(map(var, order.iterators[: group.start]))
    return Touch(
        ("carried", group.start),
        outer,
        True,
        instances.iterators,
        instances.condition,
        _plain_time(instances),
        _new_time(last, instances, order),
        reduction_of(last),
    )


def _instances(op: Operation, order: AccessOrder) -> Instances:
    instances = order.reader.instances(op)
    assert instances is not None
    return instances


def _plain_time(instances: Instances) -> tuple[Expr, ...]:
    return tuple(
        e
        for p in instances.time
        for e in ([lift(p)] if isinstance(p, int) else map(var, p.iterators))
    )


def _new_time(op: Operation, instances: Instances, order: AccessOrder) -> tuple[Expr, ...]:
    """
    When an instance runs in the new order.

    In a band: 0 in front of the loops for what is split off in front, 2 for what is behind.
    """
    time: list[Expr] = []
    depth = sum(1 for loop in order.loops if loop.is_ancestor(op) and loop is not op)
    old = list(instances.time)
    for group in order.groups:
        if depth <= group.start:
            break
        time.append(lift(cast("int", old[2 * group.start])))
        if depth < group.stop:
            behind = _is_behind(op, order.loops[depth])
            time += [lift(2 if behind else 0), lift(-depth if behind else depth)]
            return (*time, *_plain_time(Instances(time=tuple(old[2 * group.start + 1 :]))))
        time += [lift(1), *group.values]
    rest = old[2 * min(depth, order.groups[-1].stop if order.groups else 0) :]
    return (*time, *_plain_time(Instances(time=tuple(rest))))


def _is_behind(op: Operation, loop: Loop) -> bool:
    """Whether the operation beside `loop` that holds `op` comes after it."""
    block: Block | None = loop.parent
    assert block is not None
    current: Operation | None = op
    while current is not None and current.parent is not block:
        current = current.parent_op()
    return next(o for o in block.ops if o is current or o is loop) is loop
