"""The fact about a buffer that an assume states: `assume(elsewhere or A[c] == v)`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from xdsl.dialects import arith
from xdsl.dialects.builtin import FloatAttr, IntegerAttr
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialect.ir.effects import leaves_memory
from ...dialect.ir.memory_access import Load, access_of, buffer_of, is_load
from ...dialect.ops import AssumeOp, UndefOp
from ...index.expr import FALSE, Expr
from ...index.sets.cells import cells_at
from ...index.sets.engine import IntSet
from ..instances.reader import InstanceReader
from ..values.comparisons import number_stated
from ..values.constants import reinterpreted, type_of
from ..values.known import Arbitrary, Exactly, Known, Number, SomeZero

_ORDERED_EQUAL, _UNORDERED_EQUAL, _INTEGER_EQUAL = 1, 8, 0


@dataclass(frozen=True)
class Fact:
    """Cells of a buffer that hold a known value."""

    buffer: SSAValue
    cells: IntSet
    value: Known


@dataclass(frozen=True)
class Statement:
    """A fact that an assume states about the cells that one load reads."""

    load: Load
    fact: Fact


@dataclass(frozen=True)
class EqualCells:
    """Pairs of cells of a buffer that hold the same, over `iterators` where `condition` holds."""

    buffer: SSAValue
    first: tuple[Expr, ...]
    second: tuple[Expr, ...]
    condition: Expr
    iterators: tuple[str, ...]


def informative_first(facts: Iterable[Fact]) -> list[Fact]:
    """Facts on one cell so that the first one says most."""
    order = (Exactly, SomeZero, Number, Arbitrary)
    return sorted(facts, key=lambda fact: order.index(type(fact.value)))


def statement_of(assume: AssumeOp, reader: InstanceReader) -> Statement | None:
    """The fact that an assume states of the cells of one buffer; None if it states another."""
    claim = _claim(assume, reader)
    load_value = None if claim is None else _equation(claim.op) or _bound(claim.op)
    if claim is None or load_value is None:
        return None
    load, value = load_value
    index = _cell(load, reader)
    if index is None or not _still_holds(load, assume):
        return None
    cells = cells_at(index, claim.condition, claim.iterators)
    return Statement(load, Fact(buffer_of(load), cells, value))


def equal_cells(assume: AssumeOp, reader: InstanceReader) -> EqualCells | None:
    """The cells of one buffer of which an assume states that they hold the same, bit for bit."""
    claim = _claim(assume, reader)
    if claim is None or not isinstance(claim.op, arith.CmpiOp):
        return None
    if claim.op.predicate.value.data != _INTEGER_EQUAL:
        return None
    left, right = _loaded(claim.op.lhs), _loaded(claim.op.rhs)
    if left is None or right is None or buffer_of(left) is not buffer_of(right):
        return None
    first, second = _cell(left, reader), _cell(right, reader)
    if first is None or second is None:
        return None
    if not (_still_holds(left, assume) and _still_holds(right, assume)):
        return None
    return EqualCells(buffer_of(left), first, second, claim.condition, claim.iterators)


def _cell(load: Load, reader: InstanceReader) -> tuple[Expr, ...] | None:
    """The index of a load; None for one of undef, as an assume then speaks of some cell."""
    if any(map(reader.is_from_undef, access_of(load).index_operands(load))):
        return None
    return reader.cell(load)


def _loaded(value: SSAValue) -> Load | None:
    """The load that gives a value, or its bits."""
    source = under_bitcasts(value).owner
    return source if is_load(source) else None


@dataclass(frozen=True)
class _Claim:
    """The comparison that an assume is about, and for which iterations."""

    op: Operation
    condition: Expr
    iterators: tuple[str, ...]


def _claim(assume: AssumeOp, reader: InstanceReader) -> _Claim | None:
    instances = reader.surroundings(assume)
    if instances is None or not instances.exact:
        return None
    elsewhere, compared = FALSE, list[Operation]()
    pending = [assume.condition]
    while pending:
        part = pending.pop()
        condition = reader.condition(part)
        if condition is not None and reader.is_from_undef(part):
            return None
        if condition is not None:
            elsewhere = elsewhere | condition
        elif isinstance(part.owner, arith.OrIOp):
            pending += part.owner.operands
        elif (implied := implication(part)) is not None:
            where = reader.condition(implied.cond)
            if where is None or reader.is_from_undef(implied.cond):
                return None
            elsewhere = elsewhere | ~where
            pending.append(implied.lhs)
        elif isinstance(part.owner, Operation):
            compared.append(part.owner)
        else:
            return None
    if len(compared) != 1:
        return None
    condition = instances.without_granted(instances.condition) & ~elsewhere
    return _Claim(compared[0], condition, instances.iterators)


def _still_holds(load: Operation, assume: AssumeOp) -> bool:
    """Whether the cell is still what was loaded when it is spoken of."""
    current = load
    while load.parent is assume.parent and current is not assume:
        if current.next_op is None:
            return False
        current = current.next_op
        if current.regions or not leaves_memory(current):
            return False
    return current is assume


def implication(condition: SSAValue) -> arith.SelectOp | None:
    """The `select(where, holds, true)` that a condition is: where the one holds, the other does."""
    chosen = condition.owner
    if not isinstance(chosen, arith.SelectOp) or not isinstance(chosen.rhs.owner, arith.ConstantOp):
        return None
    otherwise = chosen.rhs.owner.value
    is_true = isinstance(otherwise, IntegerAttr) and bool(otherwise.value.data)
    return chosen if is_true else None


def _equation(op: Operation) -> tuple[Load, Known] | None:
    """The load and the value of `load == constant`, `bits(load) == bits` or `load == undef`."""
    if isinstance(op, arith.CmpfOp):
        if op.predicate.value.data not in (_ORDERED_EQUAL, _UNORDERED_EQUAL):
            return None
    elif not isinstance(op, arith.CmpiOp) or op.predicate.value.data != _INTEGER_EQUAL:
        return None
    for left, right in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
        load = under_bitcasts(left).owner
        if not is_load(load):
            continue
        value = _value(right, load.results[0].type, op)
        if value is not None:
            return load, value
    return None


def under_bitcasts(value: SSAValue) -> SSAValue:
    """The value of which another one has the bits."""
    while isinstance(cast := value.owner, arith.BitcastOp):
        value = cast.input
    return value


def _bound(op: Operation) -> tuple[Load, Known] | None:
    """The load of which a comparison says that it is not a NaN, or finite."""
    stated = number_stated(op) if isinstance(op, arith.CmpfOp) else None
    if stated is None:
        return None
    source = stated[0].owner
    return (source, stated[1]) if is_load(source) else None


def _value(value: SSAValue, type: Attribute, op: Operation) -> Known | None:
    """Return the result of a load of this type that an assume compares with a value by its bits."""
    owner = value.owner
    if isinstance(owner, UndefOp):
        return Arbitrary()
    if not isinstance(owner, arith.ConstantOp):
        return None
    constant = owner.value
    if isinstance(constant, FloatAttr) and isinstance(op, arith.CmpfOp):
        if op.predicate.value.data == _UNORDERED_EQUAL:
            return None  # a NaN would satisfy it too
        number = constant.value.data
        if number != number:
            return None  # equal to nothing
        if number == 0:  # of either sign: two patterns of bits
            return SomeZero() if type_of(constant) == type else None
    found = reinterpreted(constant, type)
    return None if found is None else Exactly(found)
