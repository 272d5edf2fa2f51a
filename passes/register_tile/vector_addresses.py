"""The start addresses of the vectors that the iterations of a loop load."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from xdsl.dialects import affine, vector
from xdsl.dialects.builtin import IntegerAttr, VectorType
from xdsl.ir import Attribute, Operation

from ...analysis.instances.reader import InstanceReader
from ...index.expr import Expr, var
from ...index.normal import ONE, terms
from ..common.for_loops import constant_lower, extent_of
from ..lanes.legality.neighbours import CACHE_LINE, bits_of

Instance: TypeAlias = tuple[Operation, int]
"""An operation of a loop's body, and which iteration it is in, from 0 on."""


@dataclass(frozen=True, eq=False)
class Row:
    """Consecutive elements of a buffer, of which vectors of one type are loaded."""

    type: VectorType[Attribute]
    lanes: int
    bits: int
    """Bits of an element."""
    start: int | None
    """
    What loops around add to the start of a vector, up to a multiple of its lanes; None if that is
    not the same number for all their iterations.
    """

    @property
    def lines(self) -> float:
        """How many lines of the cache a vector touches on the average that is not aligned."""
        return 1 + min(1.0, self.lanes * self.bits / 8 / CACHE_LINE)


class Place(NamedTuple):
    """A vector in memory; rows are taken to begin where a line of the cache does."""

    row: Row
    first: int

    @property
    def lines(self) -> float:
        """How many lines of the cache it touches on the average."""
        start, lanes = self.row.start, self.row.lanes
        is_aligned = start is not None and (self.first + start) % lanes == 0
        return 1.0 if is_aligned else self.row.lines


@dataclass(frozen=True)
class Shuffle:
    """A vector made of two that touch in memory: the lanes of both, from `distance` on."""

    lower: Place
    upper: Place
    distance: int


def number_of(loop: affine.ForOp, k: int) -> int:
    """The value of the iterator in an iteration of a loop whose first value is known."""
    first = constant_lower(loop)
    assert first is not None
    return first + k * loop.step.value.data


def places_of(loop: affine.ForOp) -> dict[Instance, Place]:
    """The vectors that the loop's body loads, except masked loads and loads at an unknown index."""
    return dict(_places(loop))


def _places(loop: affine.ForOp) -> Iterator[tuple[Instance, Place]]:
    scope, extent = loop.parent, extent_of(loop)
    assert scope is not None
    assert extent is not None
    # What may differ from one iteration to the next, other than the iterator, it does not read.
    reader = InstanceReader(scope)
    iterator, around = var(str(reader.index(loop.body.block.args[0]))), _loops_around(loop, reader)
    numbers = [number_of(loop, k) for k in range(extent)]
    rows: dict[Hashable, dict[tuple[int, ...], Row]] = {}
    for op in loop.body.block.ops:
        if not isinstance(op, vector.LoadOp) or not _is_of_bytes(op):
            continue
        forms = _forms(reader.cell(op) or (), iterator)
        if not forms:
            continue
        type, rests = op.result.type, tuple(form.rest for form in forms)
        lanes = type.get_shape()[0]
        start = _start(forms[-1].rest, around, lanes)
        made = Row(type, lanes, bits_of(type.element_type) or 0, start)
        own = rows.setdefault((op.base, type, rests), {})
        for k, number in enumerate(numbers):
            *outer, first = [form.at(number) for form in forms]
            yield (op, k), Place(own.setdefault(tuple(outer), made), first)


def _loops_around(loop: affine.ForOp, reader: InstanceReader) -> dict[Expr, affine.ForOp]:
    """The loops around a loop by their iterators."""
    found, op = dict[Expr, affine.ForOp](), loop.parent_op()
    while op is not None:
        if isinstance(op, affine.ForOp):
            found[var(str(reader.index(op.body.block.args[0])))] = op
        op = op.parent_op()
    return found


def _start(
    rest: Iterable[tuple[Expr, int]], around: Mapping[Expr, affine.ForOp], lanes: int
) -> int | None:
    """What a sum is up to a multiple of the lanes; None if that is not one number."""
    start = 0
    for term, factor in rest:
        loop = around.get(term)
        first = None if loop is None else constant_lower(loop)
        if loop is None or first is None:
            first, step = 0, 1
        else:
            step = loop.step.value.data
        if factor * step % lanes:
            return None
        start += factor * first
    return start % lanes


class _Form(NamedTuple):
    """An index `factor * iterator + constant + rest`."""

    factor: int
    constant: int
    rest: frozenset[tuple[Expr, int]]

    def at(self, number: int) -> int:
        """All but the rest, where the iterator is a number."""
        return self.factor * number + self.constant


def _forms(index: Sequence[Expr], iterator: Expr) -> list[_Form]:
    """Return the forms of all indices; empty if one is not such a sum."""
    forms = list[_Form]()
    for e in index:
        summands = terms(e)
        factor, constant = summands.pop(iterator, 0), summands.pop(ONE, 0)
        if any(str(iterator) in term.variables() for term in summands):
            return []
        forms.append(_Form(factor, constant, frozenset(summands.items())))
    return forms


def _is_of_bytes(op: vector.LoadOp) -> bool:
    """Whether a load is one of whole bytes, along the last axis of a buffer, that caches keep."""
    type, nontemporal = op.result.type, op.properties.get("nontemporal")
    if isinstance(nontemporal, IntegerAttr) and nontemporal.value.data:
        return False
    if len(type.get_shape()) != 1 or type.get_num_scalable_dims() or not op.indices:
        return False
    return (bits_of(type.element_type) or 1) % 8 == 0
