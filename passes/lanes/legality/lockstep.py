"""Whether iterations of a loop may run in lockstep, or in any order at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import TypeAlias, cast

from xdsl.dialects import affine, memref, scf, vector
from xdsl.dialects.builtin import MemRefType, VectorType
from xdsl.ir import Attribute, Operation, SSAValue

from ....analysis.accesses.aliasing import has_known_names
from ....analysis.accesses.distinct_cells import has_distinct_cells
from ....analysis.accesses.escape import ALLOCATIONS
from ....analysis.accesses.views import root_cell, root_of
from ....analysis.accesses.windows import root_through_views
from ....analysis.instances.outer_conditions import reader_below
from ....analysis.instances.reader import InstanceReader
from ....dialect.annotations import buffer_name
from ....dialect.ir.effects import ignores_memory, is_arithmetic, is_terminator
from ....dialect.ir.operations import is_a, operation_name, operations_in, operations_of
from ....dialect.ir.reasons import Declined, because
from ....dialect.ops import UndefOp
from ....index.expr import Expr, lift, var, within
from ....index.normal import ONE, terms
from ....index.queries.dependences import Time, Touch, reversed_dependence
from ....index.queries.instances import Instances
from ....index.simplify.recombination import recombined
from ...common.for_loops import SEQUENTIAL, constant_lower, extent_of

Load: TypeAlias = affine.LoadOp | memref.LoadOp | vector.LoadOp | vector.MaskedLoadOp
Store: TypeAlias = affine.StoreOp | memref.StoreOp | vector.StoreOp | vector.MaskedStoreOp
STORES = (affine.StoreOp, memref.StoreOp, vector.StoreOp, vector.MaskedStoreOp)
# What becomes an access of lanes side by side: it is known how one of a vector is made of each.
LOADS = (affine.LoadOp, memref.LoadOp, vector.LoadOp, vector.MaskedLoadOp)
ACCESSES = LOADS + STORES
OF_MAPS = (affine.LoadOp, affine.StoreOp)
SCALAR = (*OF_MAPS, memref.LoadOp, memref.StoreOp)
_LOCAL = (memref.AllocOp, memref.AllocaOp, memref.DeallocOp)
_VECTOR, _BUFFER = (VectorType,), (MemRefType,)
_LANE, _FIRST = "lane", "first"


def buffer_of(op: Load | Store) -> SSAValue:
    """The buffer that a load or store accesses."""
    return op.memref if is_a(op, SCALAR) else op.base


def is_pure(op: Operation) -> bool:
    """
    Whether an operation without regions only makes values of its operands.

    Other than in `effects.is_pure`, `pad.assume` and `pad.undef` are such, which are copied as all
    others are, and an operation that gives a buffer another name is none, unless it selects one.
    """
    if is_arithmetic(op):
        return True
    ignored = ignores_memory(op) and not is_terminator(op)
    return ignored and not any(is_a(result.type, _BUFFER) for result in op.results)


def becomes_no_code(loop: affine.ForOp) -> bool:
    """
    Return whether a nest generates no code.

    That is so if it has only assumes, stores of undef (which lowering drops), and computations
    whose results nothing uses.
    """
    for op in operations_in(loop):
        if is_a(op, STORES) and not isinstance(op.operands[0].owner, UndefOp):
            return False
        if not is_a(op, ACCESSES) and not is_a(op, SEQUENTIAL) and not is_pure(op):
            return False
    return all(result.first_use is None for result in loop.results)


def check_lockstep(loop: affine.ForOp, group: int, whole: Collection[Operation]) -> None:
    """
    Raises Declined unless so many consecutive iterations may run side by side.

    Conditionals in `whole` run for one iteration after the other, not operation by operation. The
    values that the loop carries are not looked at.
    """

    def order(op: Operation, instances: Instances, reader: InstanceReader) -> tuple[Time, Time]:
        new = _side_by_side(op, instances, loop, group, whole, reader)
        return tuple(_plain(instances)), tuple(new)

    _check(loop, _accesses_in(loop), order)


def check_any_order(loop: affine.ForOp) -> None:
    """
    Raise Declined unless the iterations may run in any order, and at the same time.

    Loop-carried values (`iter_args`) are not checked; the caller does that. A buffer that is
    allocated in the body is private to its iteration.
    """

    def order(op: Operation, instances: Instances, reader: InstanceReader) -> tuple[Time, Time]:
        # The new order keeps nothing between two iterations.
        return (var(_iterator(loop, reader)),), ()

    ops = _accesses_in(loop, _LOCAL)
    outside = [op for op in ops if not _is_made_in(root_of(buffer_of(op)), loop)]
    _check(loop, outside, order)


def _iterator(loop: affine.ForOp | scf.ForOp, reader: InstanceReader) -> str:
    return str(reader.index(loop.body.block.args[0]))


def _is_made_in(buffer: SSAValue, loop: affine.ForOp) -> bool:
    return isinstance(buffer.owner, ALLOCATIONS) and loop.is_ancestor(buffer.owner)


def _accesses_in(
    loop: affine.ForOp, others: tuple[type[Operation], ...] = ()
) -> list[Load | Store]:
    """The loads and stores in a loop; raises Declined if it holds anything unknown."""
    ops = list[Load | Store]()
    for op in operations_in(loop.body):
        for value in (*op.results, *op.operands):
            if is_a(type := value.type, _VECTOR) and len(type.shape.data) != 1:
                raise Declined(
                    f"'{operation_name(op)}' in it has a vector of more or less than one axis",
                    op,
                    reason="vectors",
                )
        if is_a(op, ACCESSES):
            ops.append(op)
        elif not is_a(op, SEQUENTIAL + others) and not is_pure(op):
            raise Declined(
                f"'{operation_name(op)}' in it cannot run in lockstep",
                op,
                reason="unsupported-op",
            )
    return ops


def _check(
    loop: affine.ForOp,
    ops: Sequence[Load | Store],
    order: Callable[[Operation, Instances, InstanceReader], tuple[Time, Time]],
) -> None:
    """Raises Declined if the new order of the accesses reverses a dependence."""
    scope, buffers = loop.parent, list(map(buffer_of, ops))
    assert scope is not None
    told = _told(buffers)
    written = {b for op, b in zip(ops, buffers, strict=True) if is_a(op, STORES)}
    shared = set[SSAValue]()
    if not all(has_known_names(root_through_views(b)) for b in written):
        shared = {t for b, t in told.items() if not has_known_names(root_through_views(b))}
    # What is only read may be read in any order.
    checked = {told[b] for b in written} | shared
    accesses = [
        _Access(op, told[b]) for op, b in zip(ops, buffers, strict=True) if told[b] in checked
    ]
    doubtful = _not_apart(loop, accesses, InstanceReader(scope)) | shared
    if not doubtful:
        return
    # When they run is only asked of those that may be in each other's way.
    reader, ordered = reader_below(scope), dict[Touch, Load | Store]()
    for access in accesses:
        if access.buffer in doubtful:
            instances = reader.instances(access.op)
            assert instances is not None
            times = order(access.op, instances, reader)
            touch = _touch(access, instances, times, reader, access.buffer in shared)
            ordered.setdefault(touch, access.op)
    found = reversed_dependence(list(ordered))
    if found is None:
        return
    first, second = ordered[found.first], ordered[found.second]
    pair = ""
    if found.iterations is not None:
        pair = f" {list(found.iterations[0])} and {list(found.iterations[1])}"
    cell, name = "what may be one buffer", None
    if root_of(buffer_of(first)) is root_of(buffer_of(second)):
        name = buffer_name(buffer_of(first)) or "a buffer"
        cell = f"the same cell of {name}"
    bounds = (loop.lowerBoundMap.data, loop.upperBoundMap.data)
    of_any_size = any(map.num_dims + map.num_symbols for map in bounds)
    remedy = (
        "; a cell is kept in a value where the loop certainly runs, or the cell was stored before: "
        "use iter_args"
    )
    instances = [reader.instances(op) for op in (first, second)]
    may = "" if all(i is not None and i.exact for i in instances) else "may "
    text = (
        f"its iterations{pair} {may}access {cell}, first by '{first.name}' and then by "
        f"'{second.name}'"
        f"{remedy if of_any_size else ''}"
    )
    raise Declined(because(text, "order", {"iterations": found.iterations}, buffer=name), first)


def _told(buffers: Sequence[SSAValue]) -> dict[SSAValue, SSAValue]:
    """
    What stands for each buffer: itself, the root of several views of its shape, or what several
    windows are of.
    """
    roots = {buffer: root_of(buffer) for buffer in dict.fromkeys(buffers)}
    views = Counter(roots.values())
    memory = {root: root_through_views(root) for root in views}
    windows = Counter(memory.values())
    found = dict[SSAValue, SSAValue]()
    for buffer, root in roots.items():
        # Cells of a view are as far apart as in its root, which takes divisions to say.
        own = buffer if views[root] == 1 else root
        found[buffer] = own if windows[memory[root]] == 1 else memory[root]
    return found


@dataclass(frozen=True)
class _Access:
    """An access to a buffer: to it, or as one of several views to their root."""

    op: Load | Store
    buffer: SSAValue

    def cell(self, reader: InstanceReader) -> tuple[Expr, ...] | None:
        """
        The cells of the buffer that are accessed, where there are several over the lane too; None
        where they may be any.
        """
        buffer = buffer_of(self.op)
        is_known = self.buffer in (buffer, root_of(buffer)) and has_distinct_cells(buffer)
        index = reader.cell(self.op) if is_known else None
        if index is not None and _lanes(self.op) > 1:
            index = (*index[:-1], index[-1] + var(_LANE))
        if index is None or self.buffer is buffer:
            return index
        # No simpler than without isl: most cells are told apart without it too.
        return tuple(map(recombined, root_cell(buffer, index)[1]))


@dataclass(frozen=True)
class _Axis:
    """
    The iterator of a loop, its value by the number of the iteration, which has its name, the most
    lanes of an access in it, and what changes: loops inside, and between which values.
    """

    iterator: str
    value: Expr
    lanes: int
    changing: Mapping[str, tuple[int, int] | None]


@dataclass(frozen=True)
class _Form:
    """
    An index `factor * number + lane * l + rest + x`, where no loop inside changes the rest, for the
    number of an iteration, and some x from `least` to `most`.
    """

    factor: int
    lane: int
    rest: frozenset[tuple[Expr, int]]
    least: int
    most: int


def _not_apart(
    loop: affine.ForOp, accesses: Sequence[_Access], reader: InstanceReader
) -> set[SSAValue]:
    """The buffers with two accesses that are not shown, without isl, to keep their order."""
    changing = {
        _iterator(inside, reader): _values(inside)
        for inside in operations_of(loop, affine.ForOp, scf.ForOp)
    }
    lanes = max((_lanes(access.op) for access in accesses), default=1)
    name, step = _iterator(loop, reader), loop.step.value.data
    first = constant_lower(loop)
    value = var(name) * step + (var(_FIRST) if first is None else first)
    axis = _Axis(name, value, lanes, {**changing, _LANE: None})
    doubtful = set[SSAValue]()
    known = [(a.buffer, is_a(a.op, STORES), _forms(a.cell(reader), axis)) for a in accesses]
    for ours, theirs in combinations_with_replacement(known, 2):
        written = ours[0] is theirs[0] and (ours[1] or theirs[1])
        if written and not _is_of_one_iteration(ours[2], theirs[2], axis):
            doubtful.add(ours[0])
    return doubtful


def _values(loop: affine.ForOp | scf.ForOp) -> tuple[int, int] | None:
    """The least and the greatest value of an iterator; None if these are no constants."""
    first, extent = None, None
    if isinstance(loop, affine.ForOp):
        first, extent = constant_lower(loop), extent_of(loop)
    if first is None or extent is None:
        return None
    assert isinstance(loop, affine.ForOp)
    return first, first + max(extent - 1, 0) * loop.step.value.data


def _forms(cell: Sequence[Expr] | None, axis: _Axis) -> list[_Form | None]:
    """Of each index; None if that has another form."""
    return [_form(index, axis) for index in cell or ()]


def _form(index: Expr, axis: _Axis) -> _Form | None:
    summands = terms(recombined(index.substitute({axis.iterator: axis.value})))
    factor, lane = summands.pop(var(axis.iterator), 0), summands.pop(var(_LANE), 0)
    least = most = summands.pop(ONE, 0)
    rest = set[tuple[Expr, int]]()
    for term, number in summands.items():
        if axis.iterator in (names := set(term.variables())):
            return None
        if axis.changing.keys().isdisjoint(names):
            rest.add((term, number))
            continue
        values = axis.changing.get(str(term)) if term.op == "var" else None
        if values is None:
            return None
        ends = [number * value for value in values]
        least, most = least + min(ends), most + max(ends)
    return _Form(factor, lane, frozenset(rest), least, most) if factor else None


def _is_of_one_iteration(
    first: Sequence[_Form | None], second: Sequence[_Form | None], axis: _Axis
) -> bool:
    """
    Whether an index shows that only one iteration touches a cell: the same but for a few cells in
    both accesses, and neither these nor a lane reach another iteration.
    """
    for ours, theirs in zip(first, second, strict=False):
        if ours is None or theirs is None:
            continue
        if ours.factor != theirs.factor or ours.rest != theirs.rest:
            continue
        reach = max(abs(ours.lane), abs(theirs.lane)) * (axis.lanes - 1)
        least = ours.least - theirs.most - reach
        most = ours.most - theirs.least + reach
        stride = abs(ours.factor)
        # Two iterations are a multiple of the stride apart, other than 0.
        multiples = most // stride - -(-least // stride) + 1
        if multiples == (least <= 0 <= most):
            return True
    return False


def _touch(
    access: _Access,
    instances: Instances,
    times: tuple[Time, Time],
    reader: InstanceReader,
    shared: bool,
) -> Touch:
    """An access in both orders; a `shared` buffer may be known by other names."""
    cell, lanes = access.cell(reader), _lanes(access.op)
    names, condition = instances.iterators, instances.condition
    if lanes > 1:
        names, condition = (*names, _LANE), condition & within(var(_LANE), lanes)
    stores = is_a(access.op, STORES)
    return Touch(access.buffer, cell, stores, names, condition, *times, shared=shared)


def _lanes(op: Load | Store) -> int:
    """How many elements along the last axis an access takes; one may be a vector itself."""
    if is_a(op, SCALAR):
        return 1
    return _vector_of(op).get_shape()[0]


def _vector_of(op: Load | Store) -> VectorType[Attribute]:
    value = op.results[0] if op.results else op.operands[0]
    if isinstance(op, vector.MaskedStoreOp):
        value = op.value_to_store
    return cast("VectorType[Attribute]", value.type)


def _plain(instances: Instances) -> Iterator[Expr]:
    for position in instances.time:
        if isinstance(position, int):
            yield lift(position)
        else:
            yield from map(var, position.iterators)


def _side_by_side(
    op: Operation,
    instances: Instances,
    loop: affine.ForOp,
    group: int,
    whole: Collection[Operation],
    reader: InstanceReader,
) -> Iterator[Expr]:
    """When an instance runs then: its group, its place in the body, and only then its iteration."""
    name = var(str(reader.index(loop.body.block.args[0])))
    lower = reader.ranges(loop)
    assert lower is not None
    step = loop.step.value.data
    place, _, *inner = _plain(instances)
    yield place
    yield (name - lower[0][0][0]) // (group * step)
    depth = _places_down_to(op, loop, whole)
    yield from inner[:depth]
    yield name
    yield from inner[depth:]


def _places_down_to(op: Operation, loop: affine.ForOp, whole: Collection[Operation]) -> int:
    """How many positions of the time, inside the loop, come before the iterations part."""
    chain = [op]
    while (parent := chain[-1].parent_op()) is not loop:
        assert parent is not None
        chain.append(parent)
    count = 0
    for ancestor in reversed(chain):
        count += 1
        if ancestor in whole or ancestor is op:
            return count
        count += 1  # the iterator of a loop, the arm of a conditional
    return count
