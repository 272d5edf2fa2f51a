"""Which cells of a buffer each operation of a block may or certainly does read and write."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import cast

from xdsl.dialects import affine, memref, scf
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute, Block, Operation, SSAValue, Use

from ...dialect.ir.effects import is_pure
from ...dialect.ir.memory_access import MemoryAccess, find_access, is_dynamic
from ...dialect.ir.operations import is_a
from ...dialect.ops import AssumeOp, PackOp, UnpackOp
from ...index.expr import FALSE, Expr, all_of, eq, lift, var, within
from ...index.queries.conditions import is_implied
from ...index.queries.instances import Instances
from ...index.sets.cells import cells_at, everything
from ...index.sets.engine import IntSet
from ...index.simplify.recombination import recombined
from ..instances.reader import InstanceReader
from ..instances.sizes import extents
from .vector_accesses import Lanes, lanes
from .views import root_of, source_index, viewed
from .windows import Names, Window, overlap, root_through_views

_YIELDS, _ASSUME = (affine.YieldOp, scf.YieldOp), (AssumeOp,)
_COPIES = (memref.CopyOp, PackOp, UnpackOp)
_NO_ACCESSES = (memref.DeallocOp, memref.DimOp)
_PART = "part"


@dataclass(frozen=True)
class OtherName:
    """
    An access by another name of a buffer, as one of cells of the name that is asked about.

    Its element lies in `parts` cells, of which the access's is number `part`.
    """

    part: Expr
    parts: int
    whole: bool
    """Whether it takes all bytes of the cell."""
    same_type: bool
    """Whether both names have one element type."""


@dataclass(frozen=True)
class Access:
    """
    One operation's reads or writes of a buffer.

    `index` is the cell of each instance, or None if it may be any. The access is a *must* access
    where its instances are exact and its cell is known; everything else only may happen.
    """

    op: Operation
    writes: bool
    instances: Instances
    index: tuple[Expr, ...] | None
    by: OtherName | None = None
    """None where it is by the name that is asked about."""

    @property
    def as_is(self) -> bool:
        """Whether the value that the operation loads or stores is what the cell holds."""
        by = self.by
        return by is None or (by.whole and by.parts == 1 and by.same_type)

    @property
    def must(self) -> bool:
        """Whether each instance certainly happens, at a known cell."""
        return self.instances.exact and self.index is not None


def accesses(
    buffer: SSAValue,
    reader: InstanceReader,
    with_assumes: bool = False,
    uses: Iterable[Use] | None = None,
) -> list[Access]:
    """
    The accesses of a buffer defined in the reader's scope, those through its views included; by
    these uses only, where some are given.

    Loads that feed only assumes are none, unless asked for. An operation that is not understood may
    read and write any cell, and so may all that uses a buffer that it gives.
    """
    found: list[Access] = []
    for use in reader.latest_first(buffer.uses if uses is None else uses):
        op = use.operation
        given = [result for result in op.results if isinstance(result.type, MemRefType)]
        if not all(viewed(result) is buffer for result in given) or not given:
            instances = reader.instances(op)
            if instances is None:
                found += _clobber(op, Instances(exact=False))
            else:
                found += _accesses_of(op, use.index, instances, reader, with_assumes)
        for result in given:
            found += (_of_viewed(a, buffer, result) for a in accesses(result, reader, with_assumes))
    return found


def accesses_by_all_names(
    buffer: SSAValue, reader: InstanceReader, names: Names, with_assumes: bool = False
) -> list[Access]:
    """The accesses by each name of a buffer, as accesses of the cells of one of them."""
    found: list[Access] = []
    for name in names:
        own = accesses(name, reader, with_assumes, names.uses_of(name))
        asked, window = names.windows[buffer], names.windows[name]
        found += own if name is buffer else (_by_another(a, window, asked) for a in own)
    return found


def _by_another(access: Access, own: Window | None, asked: Window | None) -> Access:
    """An access by one name as one of cells of another, which is dense."""
    anything = replace(access, index=None, by=OtherName(lift(0), 1, whole=False, same_type=False))
    if access.index is None or own is None or asked is None or not asked.is_dense:
        return anything
    same_type = own.element == asked.element
    if own.is_at(asked):
        return replace(access, by=OtherName(lift(0), 1, whole=True, same_type=same_type))
    found = overlap(own, access.index, asked)
    if found is None:
        return anything
    by = OtherName(lift(0), found.parts, found.whole, same_type)
    instances = access.instances
    number = found.first
    if found.parts > 1:
        name = _PART if _PART not in instances.iterators else _PART + "_of_lane"
        by, number = replace(by, part=var(name)), number + var(name)
        instances = replace(
            instances,
            iterators=(*instances.iterators, name),
            condition=instances.condition & within(var(name), found.parts),
        )
    exact = instances.exact and found.whole
    index = tuple(map(recombined, asked.index_of(number)))
    return replace(access, instances=replace(instances, exact=exact), index=index, by=by)


def touched(access: Access) -> IntSet:
    """The cells that an access may touch."""
    if access.index is None:
        return everything()
    instances = access.instances
    condition = instances.without_granted(instances.condition)
    return cells_at(access.index, condition, instances.iterators)


def at_one_cell(first: Access, second: Access) -> Expr:
    """The condition that an instance of each runs, at the same cell."""
    assert first.index is not None
    assert second.index is not None
    same = [eq(a, b) for a, b in zip(first.index, second.index, strict=True)]
    return all_of([first.instances.condition, second.instances.condition, *same])


def renamed(access: Access, suffix: str) -> Access:
    """The access with another name, by a suffix, for each of its iterators."""
    names = access.instances.renaming(suffix)
    index = None if access.index is None else tuple(i.substitute(names) for i in access.index)
    return replace(access, instances=access.instances.renamed(suffix), index=index)


def _of_viewed(access: Access, buffer: SSAValue, given: SSAValue) -> Access:
    """An access of a buffer that an operation gives, as one of the buffer that it takes."""
    if access.index is None:
        return access
    known = viewed(given) is buffer
    return replace(access, index=source_index(given, access.index) if known else None)


def _accesses_of(
    op: Operation,
    position: int,
    instances: Instances,
    reader: InstanceReader,
    with_assumes: bool,
) -> Iterator[Access]:
    access = find_access(op)
    if access is None:
        if is_a(op, _COPIES):
            yield _whole(op, position, instances, reader)
        elif not is_a(op, _NO_ACCESSES):
            yield from _clobber(op, instances)
    # A buffer that is stored itself may be used from there.
    elif position != access.buffer_at or (access.reads and access.writes):
        yield from _clobber(op, instances)
    elif access.covers == "permuted":
        yield Access(op, access.writes, instances, None)
    elif access.writes or with_assumes or not feeds_only_assumes(op):
        if access.covers == "cell":
            yield Access(op, access.writes, instances, reader.cell(op))
            return
        found = lanes(op, access, instances, reader)
        if found is None:
            yield Access(op, access.writes, instances, None)
        else:
            yield _of_lanes(op, access, found, instances)


def _of_lanes(op: Operation, access: MemoryAccess, found: Lanes, instances: Instances) -> Access:
    each = replace(
        instances,
        iterators=(*instances.iterators, found.lane),
        condition=instances.condition & found.condition,
        exact=instances.exact and found.all_run,
    )
    return Access(op, access.writes, each, found.index)


def _clobber(op: Operation, instances: Instances) -> Iterator[Access]:
    for writes in (False, True):
        yield Access(op, writes, instances, None)


def _whole(op: Operation, position: int, instances: Instances, reader: InstanceReader) -> Access:
    """An access of every cell of an operand of a copy, as if by a loop nest."""
    buffer = op.operands[position]
    shape = cast("MemRefType[Attribute]", buffer.type).get_shape()
    cells = tuple(var(f"cell{k}") for k in range(len(shape)))
    sizes = extents(buffer, reader)
    bounds = zip(cells, sizes or shape, strict=True)
    inside = all_of(
        within(c, size) if isinstance(size, Expr) or not is_dynamic(size) else c >= 0
        for c, size in bounds
    )
    names = (*instances.iterators, *(str(cell.args[0]) for cell in cells))
    exact = instances.exact and sizes is not None
    every = replace(instances, iterators=names, condition=instances.condition & inside, exact=exact)
    return Access(op, position == 1, every, cells)


def feeds_only_assumes(op: Operation) -> bool:
    """
    Whether the results reach `pad.assume`, and nothing else, through pure arithmetic and ifs.

    A load that nobody uses is an access like any other: it has to be in bounds.
    """
    pending, seen, is_assumed = list(op.results), set[SSAValue](), False
    while pending:
        value = pending.pop()
        if value in seen:  # a polynomial has many ways through it
            continue
        seen.add(value)
        for use in value.uses:
            user = use.operation
            if is_a(user, _YIELDS):
                around = user.parent_op()
                if not isinstance(around, affine.IfOp | scf.IfOp):
                    return False
                pending.append(around.results[use.index])
            elif is_pure(user):
                pending += user.results
            elif is_a(user, _ASSUME):
                is_assumed = True
            else:
                return False
    return is_assumed


def scope_of(buffer: SSAValue) -> Block:
    """The block in which a buffer is an argument or made."""
    owner = buffer.owner
    block = owner if isinstance(owner, Block) else owner.parent
    assert block is not None, "a buffer that is in no block"
    return block


def may_be_read(store: Operation, buffer: SSAValue) -> bool:
    """
    Whether anything may read a cell that this store of the buffer, or of a view of it, writes,
    whenever that is.

    So does a load that feeds only assumes: they say that the cell is readable.
    """
    if root_of(buffer) is not root_through_views(buffer):
        return True
    buffer = root_of(buffer)
    reader = InstanceReader(scope_of(buffer))
    found = accesses(buffer, reader, with_assumes=True)
    written = next((access for access in found if access.op is store and access.writes), None)
    if written is None or written.index is None:
        return True
    names = written.instances.renaming("_w")
    cell = [index.substitute(names) for index in written.index]
    when = written.instances.renamed("_w").condition
    for access in found:
        if access.writes:
            continue
        if access.index is None:
            return True
        same = [eq(ours, other) for ours, other in zip(cell, access.index, strict=True)]
        both = all_of([when, access.instances.condition, *same])
        if not is_implied(both, FALSE):
            return True
    return False
