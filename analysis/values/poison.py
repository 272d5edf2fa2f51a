"""Whether computed values may be poison, flags apart: flags can be dropped."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects import affine, arith, func, gpu, memref, scf
from xdsl.dialects.builtin import IntegerAttr, MemRefType
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Block, BlockArgument, Operation, OpResult, SSAValue

from ...dialect.ir.effects import is_arithmetic
from ...dialect.ir.loop_like import carried_as
from ...dialect.ir.memory_access import buffer_of, find_access, is_load
from ...dialect.ir.operations import is_a
from ...dialect.ir.poison_flags import INTEGER_FLAGS, fastmath_of
from ...dialect.ops import UndefOp
from ..accesses.views import root_of, viewed
from ..accesses.windows import root_through_views
from ..instances.enclosing_loops import is_iterator
from .constants import width

_SHIFTS = (arith.ShLIOp, arith.ShRSIOp, arith.ShRUIOp)
_CONVERSIONS = (arith.FPToSIOp, arith.FPToUIOp)
_LOOPS = (affine.ForOp, scf.ForOp)
"""Their terminators give what the next iteration gets; what other loops carry may be poison."""
_BEGIN = (func.FuncOp, gpu.LaunchOp, gpu.FuncOp)
"""What a caller gives, or who a thread is, is not poison."""
_Id = gpu.ThreadIdOp | gpu.BlockIdOp | gpu.BlockDimOp | gpu.GridDimOp | gpu.GlobalIdOp
_INDICES = (affine.ApplyOp, affine.MinOp)
_RESULT = (OpResult,)


def computing(values: Iterable[SSAValue]) -> list[Operation]:
    """The arithmetic that values are computed by, as far back as loads, loops and ifs."""
    pending, found = list(values), dict[Operation, None]()
    while pending:
        value = pending.pop()
        if is_a(value, _RESULT) and value.op not in found and _is_arithmetic(value.op):
            found[value.op] = None
            pending += value.op.operands
    return list(found)


@dataclass(frozen=True)
class Places:
    """
    Where values are kept: `poisoned` are the buffers that may hold poison, `clean` the values which
    loops carry and ifs give that are none.
    """

    poisoned: Collection[SSAValue] = ()
    clean: Collection[SSAValue] = ()


def may_be_poison(value: SSAValue, places: Places = Places()) -> bool:
    """Whether a value may be poison even if no operation that feeds it has flags."""
    ops = computing([value])
    return _may_bring(_values_feeding([value], ops), ops, places)


def _may_bring(values: Iterable[SSAValue], ops: Iterable[Operation], places: Places) -> bool:
    """Whether poison may be in values, or comes in by the operations that compute them."""
    return any(map(_makes_poison, ops)) or any(_may_bring_poison(v, places) for v in values)


class PoisonFlow:
    """
    How poison may get into the buffers, of those that values are read of and of what is stored into
    them, and into carried values.

    What a caller or a call leaves is not poison.
    """

    def __init__(self, start: Iterable[SSAValue]):
        self._sources: dict[SSAValue, list[_Source]] = {}
        pending = list(_places_after(start))
        while pending:
            place = pending.pop()
            if place not in self._sources:
                is_buffer = isinstance(place.type, MemRefType)
                sources = list((_stored if is_buffer else _carried)(place))
                self._sources[place] = sources
                pending += [b for source in sources for b in source.places]

    def places(self, inserted: Collection[Operation]) -> Places:
        """Where poison may be; flags count, but not on what is inserted: those are dropped."""
        found = self._reached(inserted)
        clean = {p for p in self._sources if p not in found and not isinstance(p.type, MemRefType)}
        return Places({p for p in found if isinstance(p.type, MemRefType)}, clean)

    def _reached(self, inserted: Collection[Operation]) -> set[SSAValue]:
        """The places that poison is put into, or that get what is in such."""
        readers: dict[SSAValue, list[SSAValue]] = {}
        for place, stored in self._sources.items():
            for read in dict.fromkeys(b for source in stored for b in source.places):
                readers.setdefault(read, []).append(place)
        found = {
            place
            for place, stored in self._sources.items()
            if any(source.may_be_poison(inserted) for source in stored)
        }
        pending = list(found)
        while pending:
            more = [b for b in readers.get(pending.pop(), []) if b not in found]
            found.update(more)
            pending += more
        return found


@dataclass(frozen=True)
class _Source:
    """
    A value that is put into a place: whether it may be poison by itself, the operations by whose
    flags it may be, and the places from which it comes.
    """

    is_poison: bool
    flagged: Sequence[Operation] = ()
    places: Sequence[SSAValue] = ()

    def may_be_poison(self, inserted: Collection[Operation]) -> bool:
        """Whether it may be by itself, or by flags on what is not inserted."""
        return self.is_poison or any(op not in inserted for op in self.flagged)


def _stored(buffer: SSAValue) -> Iterator[_Source]:
    """The values stored through a buffer, and through the buffers that are made of it."""
    if root_of(buffer) is not root_through_views(buffer):
        yield _Source(True)  # what is stored by its other names is not followed
    for use in buffer.uses:
        op = use.operation
        for given in op.results:
            if viewed(given) is buffer:
                yield from _stored(given)
            elif isinstance(given.type, MemRefType):
                yield _Source(True)
        if isinstance(op, memref.CopyOp) and use.index == 1:
            yield _Source(False, places=(root_of(op.source),))
        access = find_access(op)
        if access is None or not access.writes or use.index != access.buffer_at:
            continue
        if access.covers == "cell" and not access.reads:
            value = access.value(op)
            ops = computing([value])
            # Of what an inserted store needs the flags are dropped too.
            yield _source(value, ops, [op] if any(map(has_flags, ops)) else ())
        else:
            yield _Source(True)  # elements of vectors are not followed


def _carried(value: SSAValue) -> Iterator[_Source]:
    """The values that a loop may carry as this one, or that an if may give."""
    for given in _given(value):
        ops = computing([given])
        yield _source(given, ops, list(filter(has_flags, ops)))


def _given(value: SSAValue) -> Iterator[SSAValue]:
    owner = value.owner
    if isinstance(owner, Block):
        carried = carried_as(cast("BlockArgument", value))
        assert carried is not None
        yield from (carried.init, carried.yielded)
        return
    position = owner.results.index(cast("OpResult", value))
    for region in owner.regions:
        yield _yielded(region.blocks[0])[position]


def _yielded(block: Block) -> Sequence[SSAValue]:
    assert block.last_op is not None
    return block.last_op.operands


def _source(value: SSAValue, ops: Sequence[Operation], flagged: Sequence[Operation]) -> _Source:
    values = _values_feeding([value], ops)
    places = _places(values)
    carried = [place for place in places if not isinstance(place.type, MemRefType)]
    return _Source(_may_bring(values, ops, Places(clean=carried)), flagged, places)


def _places_after(values: Iterable[SSAValue]) -> list[SSAValue]:
    """The roots of the buffers, and the carried values, that values are computed from."""
    values = list(values)
    return _places(_values_feeding(values, computing(values)))


def _places(values: Iterable[SSAValue]) -> list[SSAValue]:
    return list(dict.fromkeys(place for place in map(_place, values) if place is not None))


def _place(value: SSAValue) -> SSAValue | None:
    """The buffer that a value is loaded from, or what a loop carries, or the result of an if."""
    owner = value.owner
    if isinstance(owner, Block):
        is_carried = isinstance(owner.parent_op(), _LOOPS) and not is_iterator(value)
        return value if is_carried else None
    if is_load(owner):
        return root_of(buffer_of(owner))
    if is_a(owner, _LOOPS):
        return owner.body.block.args[1 + owner.results.index(cast("OpResult", value))]
    return value if isinstance(owner, affine.IfOp | scf.IfOp) else None


def _values_feeding(values: Iterable[SSAValue], ops: Iterable[Operation]) -> list[SSAValue]:
    """Values and what the arithmetic that computes them starts from and goes through."""
    return list(dict.fromkeys([*values, *(operand for op in ops for operand in op.operands)]))


def has_flags(op: Operation) -> bool:
    """Whether an operation promises what makes its result poison where it does not hold."""
    overflow = op.properties.get("overflowFlags")
    if isinstance(overflow, arith.IntegerOverflowAttr) and overflow.data:
        return True
    if {FastMathFlag.NO_NANS, FastMathFlag.NO_INFS} & fastmath_of(op):
        return True
    return any(flag in op.properties or flag in op.attributes for flag in INTEGER_FLAGS)


def _is_arithmetic(op: Operation) -> bool:
    return is_arithmetic(op) or is_a(op, _INDICES)


def may_make_poison(op: Operation) -> bool:
    """Whether an operation may give poison where it is given none."""
    return has_flags(op) or _makes_poison(op)


def _makes_poison(op: Operation) -> bool:
    if isinstance(op, _CONVERSIONS):
        return True
    if not isinstance(op, _SHIFTS):
        return False
    amount = op.operands[1].owner
    if not isinstance(amount, arith.ConstantOp) or not isinstance(amount.value, IntegerAttr):
        return True
    return not 0 <= amount.value.value.data < width(op.results[0].type)


def _may_bring_poison(value: SSAValue, places: Places) -> bool:
    owner = value.owner
    if not is_load(owner) and (place := _place(value)) is not None:
        return place not in places.clean
    if isinstance(owner, Block):
        return not is_iterator(value) and not isinstance(owner.parent_op(), _BEGIN)
    if is_load(owner):
        return root_of(buffer_of(owner)) in places.poisoned
    if _is_arithmetic(owner):
        return False  # what it is computed from may
    return not isinstance(owner, UndefOp | memref.DimOp | _Id)
