"""Another order of loops: the plan of it, and whether each dependence is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from xdsl.dialects import affine, func, scf
from xdsl.ir import Block, Operation, SSAValue

from ....analysis.accesses.aliasing import constant_global, has_known_names
from ....analysis.accesses.distinct_cells import has_distinct_cells
from ....analysis.accesses.views import root_access, root_of
from ....analysis.accesses.windows import root_through_views
from ....analysis.instances.reader import InstanceReader
from ....dialect.annotations import buffer_name
from ....dialect.ir.effects import ignores_memory, is_pure
from ....dialect.ir.located_errors import PadError
from ....dialect.ir.memory_access import LoadOrStore, buffer_of, is_load, is_load_or_store, is_store
from ....dialect.ir.operations import is_a, operation_name, operations_in
from ....dialect.ir.reasons import because
from ....index.expr import Expr, lift, var
from ....index.maps.reindex import Reindexing
from ....index.queries.dependences import Reversed, Touch, reversed_dependence
from ....index.queries.instances import Instances
from ...common.for_loops import LOOPS, SEQUENTIAL, Loop
from ...common.remedies import Remedy, accumulate_in_memory
from .perfect_bands import check_band, effects_beside
from .reorderable_updates import reduction_of

_AFFINE = (affine.LoadOp, affine.StoreOp)


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

    def band(self, group: Group) -> tuple[Loop, ...]:
        """The loops of a group."""
        return self.loops[group.start : group.stop]

    def may_move(self, op: Operation) -> bool:
        """Whether an operation between two loops may run at any time, any number of times."""
        if is_load(op):
            memory = root_through_views(buffer_of(op))
            return not self.has_opaque and memory not in self.written
        return is_pure(op)

    @cached_property
    def has_opaque(self) -> bool:
        """Whether something in the stage is not understood, so that all has to keep its order."""
        return any(map(_is_opaque, self.effects))

    @cached_property
    def effects(self) -> list[Operation]:
        """The stage and the operations in it, but not those in what is not understood."""
        return _effects(self.stage)

    @cached_property
    def shared(self) -> frozenset[SSAValue]:
        """
        The buffers, views apart, that may be another value's too; none where the stage writes no
        such buffer.
        """
        if not any(map(_is_shared, self._stored)):
            return frozenset()
        return frozenset(filter(_is_shared, self._windows))

    @cached_property
    def _windows(self) -> dict[SSAValue, set[SSAValue]]:
        """The buffers, views apart, with the windows by which the stage accesses each."""
        found = dict[SSAValue, set[SSAValue]]()
        for op in filter(is_load_or_store, operations_in(self.stage)):
            root = root_of(buffer_of(op))
            found.setdefault(root_through_views(root), set()).add(root)
        return found

    def cell(self, op: LoadOrStore) -> tuple[Expr, ...] | None:
        """
        The cell of an access, of the one window by which its buffer is accessed; None if it may be
        any.
        """
        root = root_of(buffer_of(op))
        is_only = len(self._windows[root_through_views(root)]) == 1
        if not is_only or not has_distinct_cells(buffer_of(op), self.stage):
            return None
        index = self.reader.cell(op)
        if index is not None and root is not buffer_of(op):
            _, index = root_access(buffer_of(op), index)
        return index

    @cached_property
    def written(self) -> frozenset[SSAValue]:
        """The buffers, views apart, of which the stage may write a cell."""
        return self._stored | self.shared

    @cached_property
    def _stored(self) -> frozenset[SSAValue]:
        return frozenset(
            root_through_views(buffer_of(op)) for op in filter(is_store, operations_in(self.stage))
        )

    def is_same(self) -> bool:
        """Whether the loops are those that there are already."""
        return all(
            list(group.values) == [var(i) for i in self.iterators[group.start : group.stop]]
            for group in self.groups
        )

    def is_old_order(self) -> bool:
        """Whether all runs in the order that it had: at most, loops are split."""
        return all(
            _joined(group.values) == [var(i) for i in self.iterators[group.start : group.stop]]
            and not any(effects_beside(inner, self.may_move) for inner in self.band(group)[1:])
            for group in self.groups
        )


def _joined(values: Sequence[Expr]) -> list[Expr]:
    """Fewer values with the same lexicographic order: what was split is one again."""
    found = list[Expr]()
    for value in values:
        if value.op == "%" and found and (value.operands[1].constant or 0) > 0:
            quotient = found[-1]
            if quotient.op == "//" and quotient.operands == value.operands:
                found[-1] = value.operands[0]
                continue
        if value.constant is None:
            found.append(value)
    return found


def _effects(op: Operation) -> list[Operation]:
    found = [op]
    if not _is_opaque(op):
        for region in op.regions:
            for block in region.blocks:
                for inner in block.ops:
                    found += _effects(inner)
    return found


def _is_opaque(op: Operation) -> bool:
    return not (is_load_or_store(op) or is_a(op, SEQUENTIAL) or ignores_memory(op))


def check_order(order: AccessOrder, name: str, remedy: Remedy = accumulate_in_memory) -> None:
    """Raises PadError unless the plan can be carried out and keeps all dependences."""
    for group in order.groups:
        check_band(order.band(group), order.may_move, remedy)
    if order.is_old_order():
        return
    if order.has_opaque:
        _check_kept(order)
    touches, ops = _touches(order)
    found = reversed_dependence(touches)
    if found is not None:
        text = _explain(found, dict(zip(touches, ops, strict=True)), order, name)
        is_of_floats = reversed_dependence(_touches(order, reassociated=True)[0]) is None
        if is_of_floats:
            text += "; these float sums may be reordered only with fastmath<reassoc>"
        witness = {"iterations": found.iterations}
        why = because(text, "float-order" if is_of_floats else "dependence", witness)
        raise PadError(why, order.stage)


def _check_kept(order: AccessOrder) -> None:
    """Raises PadError unless the iterations, and all accesses, stay in their order."""
    last = order.loops[-1].body.block.last_op
    assert last is not None
    ops = [op for op in order.effects if is_load_or_store(op) or _is_opaque(op)]
    in_order = [_touch_of_all(op, order) for op in (*ops, last)]
    if reversed_dependence(in_order) is None:
        return
    op = next(filter(_is_opaque, ops))
    text = (
        f"'{operation_name(op)}' in the stage cannot be put in another order, as it may access "
        f"anything; {_remedy(op)}"
    )
    raise PadError(because(text, "unknown-use", remedy=_remedy(op)), op)


def _remedy(op: Operation) -> str:
    if isinstance(op, func.CallOp):
        return f"put what @{op.callee.string_value()} does in its place, or keep the order"
    if isinstance(op, affine.ParallelOp | scf.ParallelOp):
        return f"make it {'affine' if isinstance(op, affine.ParallelOp) else 'scf'}.for loops"
    return "put it into a loop of its own, or keep the order"


def _touch_of_all(op: Operation, order: AccessOrder) -> Touch:
    """An operation as one that writes the one cell that all of them write."""
    instances = _instances(op, order)
    return Touch(
        "all",
        (),
        True,
        instances.iterators,
        instances.condition,
        _plain_time(instances),
        _new_time(op, instances, order),
    )


def _explain(found: Reversed, ops: dict[Touch, Operation], order: AccessOrder, name: str) -> str:
    first, second = ops[found.first], ops[found.second]
    cell, pair = "the same cell", f"'{first.name}' and '{second.name}'"
    if found.iterations is not None:
        one, other = map(list, found.iterations)
        pair = f"'{first.name}' in iteration {one} and '{second.name}' in iteration {other}"
    if found.first.cell != found.second.cell:
        cell = "buffers that may be the same"
    elif is_load_or_store(first) and (buffer := buffer_name(buffer_of(first))) is not None:
        cell = f"the same cell of {buffer}"
    exact = all(_instances(op, order).exact for op in (first, second))
    access = "access" if exact and found.iterations is not None else "may access"
    return (
        f"the stage cannot run in the order of {name}: {pair} {access} {cell}, and would change "
        "order"
    )


def _touches(order: AccessOrder, reassociated: bool = False) -> tuple[list[Touch], list[Operation]]:
    touches, ops = list[Touch](), list[Operation]()
    for op in order.effects:
        touch = None
        if is_load_or_store(op):
            # What is only read depends on nothing.
            if root_through_views(buffer_of(op)) in order.written:
                touch = _memory_touch(op, order, reassociated)
        elif is_a(op, LOOPS) and op.results and op in order.loops:
            touch = _carried_touch(op, order, reassociated)
        if touch is not None:
            touches.append(touch)
            ops.append(op)
    return touches, ops


def _memory_touch(op: LoadOrStore, order: AccessOrder, reassociated: bool) -> Touch:
    memory = root_through_views(buffer_of(op))
    instances = _instances(op, order)
    return Touch(
        memory,
        order.cell(op),
        is_store(op),
        instances.iterators,
        instances.condition,
        _plain_time(instances),
        _new_time(op, instances, order),
        reduction_of(op, reassociated),
        memory in order.shared,
    )


def _is_shared(memory: SSAValue) -> bool:
    """Whether a buffer that is not a view may be another value's too."""
    return not has_known_names(memory) and constant_global(memory) is None


def _carried_touch(loop: Loop, order: AccessOrder, reassociated: bool) -> Touch | None:
    """The values that a band carries from one iteration to the next are one cell."""
    position = order.loops.index(loop)
    group = next((g for g in order.groups if g.start <= position < g.stop), None)
    if group is None or position != group.start:
        return None
    last = order.band(group)[-1].body.block.last_op
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
        reduction_of(last, reassociated),
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

    In a band: 0 before the loops for what is split off before it, 2 for what is after it.
    """
    time: list[Expr] = []
    depth = sum(1 for loop in order.loops if loop.is_ancestor(op) and loop is not op)
    old = list(instances.time)
    for group in order.groups:
        if depth <= group.start:
            break
        time.append(lift(cast("int", old[2 * group.start])))
        if depth < group.stop:
            after = _is_after(op, order.loops[depth])
            time += [lift(2 if after else 0), lift(-depth if after else depth)]
            return (*time, *_plain_time(Instances(time=tuple(old[2 * group.start + 1 :]))))
        time += [lift(1), *group.values]
    rest = old[2 * min(depth, order.groups[-1].stop if order.groups else 0) :]
    return (*time, *_plain_time(Instances(time=tuple(rest))))


def _is_after(op: Operation, loop: Loop) -> bool:
    """Whether the operation beside `loop` that holds `op` comes after it."""
    block: Block | None = loop.parent
    assert block is not None
    current: Operation | None = op
    while current is not None and current.parent is not block:
        current = current.parent_op()
    return next(o for o in block.ops if o is current or o is loop) is loop
