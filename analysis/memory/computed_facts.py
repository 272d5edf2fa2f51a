"""
Values that a stage leaves in the cells that it copies, or computes from cells of known values; and
what these are by another name of the buffer, of another element type.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialect.ir.memory_access import Load, buffer_of, is_load, is_store, stored_in
from ...dialect.ir.poison_flags import fastmath_of
from ...index.expr import eq, var
from ...index.sets.cells import at_cell, cell_names, cells_at, everything, points_at, visited
from ...index.sets.engine import IntSet, engine
from ..accesses.accesses import Access, touched
from ..accesses.windows import Names, Window, overlap
from ..instances.reader import InstanceReader
from ..values.constants import joined_bits, part_of_bits
from ..values.folding import Folder
from ..values.known import Arbitrary, Exactly, Known, SomeZero
from ..values.poison import computing, has_flags
from .assumptions import Fact

_MOST_LOADS = 2
_MOST_PARTS = 8
_MOST_PIECES = 8


@dataclass(frozen=True)
class _Part:
    """Some instances of a store, and what the loads that feed its value give there."""

    points: IntSet
    known: Mapping[SSAValue, Known]


def computed_facts(
    access: Access, reader: InstanceReader, known: Callable[[SSAValue], list[Fact]]
) -> list[Fact]:
    """
    Return the values that a write leaves in its cells, provided that no other write changes them.

    `known` says what cells of a buffer hold all through the stage.
    """
    op = access.op
    if isinstance(op, memref.CopyOp):
        copied = touched(access)
        facts = [replace(f, buffer=op.destination) for f in known(op.source) if _is_exact(f)]
        return [replace(fact, cells=fact.cells.intersect(copied)) for fact in facts]
    if not is_store(op) or access.index is None:
        return []
    found: dict[Known, IntSet] = {}
    for part in _parts(access, stored_in(op), reader, known):
        value = _folded(stored_in(op), part)
        if value is not None:
            found[value] = found.get(value, engine().empty).union(part.points)
    if not found:
        return []
    points = engine().set(access.instances.condition)
    facts: list[Fact] = []
    for value, where in found.items():
        other = _cells(access, points.subtract(where))
        facts.append(Fact(buffer_of(op), _cells(access, where).subtract(other), value))
    return facts


def _parts(
    access: Access,
    value: SSAValue,
    reader: InstanceReader,
    known: Callable[[SSAValue], list[Fact]],
) -> list[_Part]:
    """The instances in which all loads that feed a value are known."""
    loads = _loads_feeding(value)
    if not loads or len(loads) > _MOST_LOADS or not all(map(_is_plain, computing([value]))):
        return []
    parts = [_Part(engine().set(access.instances.condition), {})]
    for load in loads:
        index = reader.cell(load)
        if index is None or reader.stage(load) is not reader.stage(access.op):
            return []
        facts = [fact for fact in known(buffer_of(load)) if _is_exact(fact)]
        here = engine().set(at_cell(index)) if facts else engine().empty
        cut: list[_Part] = []
        for part in parts:
            rest = part.points
            for fact in facts:
                inside = fact.cells.intersect(here).intersect(rest)
                where = engine().project(inside, cell_names(len(index)))
                cut.append(_Part(where, {**part.known, load.results[0]: fact.value}))
                rest = rest.subtract(where)
        parts = [part for part in cut if not part.points.is_empty()]
    return parts


def _folded(value: SSAValue, part: _Part) -> Known | None:
    # All that it is computed from is known, so is not poison.
    folded = Folder(part.known, lambda _: False, lambda _: False).fold(value)
    return folded if isinstance(folded, Exactly | SomeZero) else None


def _loads_feeding(value: SSAValue) -> list[Load]:
    """The loads that a value is computed from; none where that is not from loads and constants."""
    ops = computing([value])
    operands = (operand for op in ops for operand in op.operands)
    owners = dict.fromkeys(operand.owner for operand in (value, *operands))
    loads = [op for op in owners if is_load(op)]
    known = {*ops, *loads}
    others = (op for op in owners if op not in known)
    return loads if all(isinstance(op, arith.ConstantOp) for op in others) else []


def _is_exact(fact: Fact) -> bool:
    return isinstance(fact.value, Exactly | SomeZero)


def _is_plain(op: Operation) -> bool:
    """Whether an operation promises nothing: else what it gives may be another value, or poison."""
    return not fastmath_of(op) and not has_flags(op)


def _cells(access: Access, points: IntSet) -> IntSet:
    """The cells of an access at some of its instances."""
    assert access.index is not None
    both = points.intersect(engine().set(at_cell(access.index)))
    return engine().project(both, access.instances.iterators)


# --- by other names


def parted_facts(buffer: SSAValue, access: Access, value: Known) -> list[Fact]:
    """
    The facts on the cells of a name that a store of a known value by another one certainly writes.
    """
    by, element = access.by, _element(buffer)
    if by is None or not by.whole or access.index is None or by.parts > _MOST_PARTS:
        return []
    facts: list[Fact] = []
    for k in range(by.parts):
        condition = access.instances.condition
        if by.parts > 1:
            condition = condition & eq(by.part, k)
        part = _part(value, k, by.parts, element)
        if part is not None:
            cells = cells_at(access.index, condition, access.instances.iterators)
            facts.append(Fact(buffer, cells, part))
    return facts


def joined_facts(
    buffer: SSAValue,
    names: Names,
    is_written_by: Callable[[SSAValue], bool],
    facts_of: Callable[[SSAValue], list[Fact]],
) -> list[Fact]:
    """The facts on cells of a name that follow from facts on the smaller cells of others."""
    own, found = names.windows[buffer], list[Fact]()
    if own is None:
        return found
    for name, window in names.windows.items():
        if window is None or not window.is_dense or not is_written_by(name):
            continue
        parts = own.size // window.size
        if 2 <= parts <= _MOST_PARTS and parts * window.size == own.size:
            facts = [f for f in facts_of(name) if isinstance(f.value, Exactly | Arbitrary)]
            found += _joined(buffer, own, window, facts) if facts else ()
    return found


def _joined(buffer: SSAValue, own: Window, smaller: Window, facts: Sequence[Fact]) -> list[Fact]:
    names = [f"whole{k}" for k in range(len(own.shape))]
    place = overlap(own, [var(name) for name in names], smaller)
    if place is None or not place.whole:
        return []
    pieces: list[tuple[IntSet, tuple[Known, ...]]] = [(everything(), ())]
    for k in range(place.parts):
        index = smaller.index_of(place.first + k)
        at = [(points_at(fact.cells, index), fact.value) for fact in facts]
        cut = [
            (both, (*values, value))
            for cells, values in pieces
            for where, value in at
            if not (both := cells.intersect(where)).is_empty()
        ]
        pieces = cut[:_MOST_PIECES]
    found: list[Fact] = []
    for cells, values in pieces:
        if (value := _whole(values, own.element)) is not None:
            found.append(Fact(buffer, visited(cells, [var(name) for name in names], names), value))
    return found


def _part(value: Known, number: int, parts: int, element: Attribute) -> Known | None:
    """What is known of a part of a value, the lowest bits first, as one of this type."""
    if isinstance(value, Arbitrary):
        return value
    if not isinstance(value, Exactly):
        return None
    part = part_of_bits(value.value, number, parts, element)
    return None if part is None else Exactly(part)


def _whole(values: Sequence[Known], element: Attribute) -> Known | None:
    """What is known of a value by its parts, the lowest bits first."""
    if all(isinstance(value, Arbitrary) for value in values):
        return Arbitrary()
    parts = [value.value for value in values if isinstance(value, Exactly)]
    whole = joined_bits(parts, element) if len(parts) == len(values) else None
    return None if whole is None else Exactly(whole)


def _element(buffer: SSAValue) -> Attribute:
    return cast("MemRefType[Attribute]", buffer.type).element_type
