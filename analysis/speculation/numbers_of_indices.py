"""Values that are computed from indices alone, where they take few numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, IntegerAttr, IntegerType
from xdsl.ir import Operation, SSAValue

from ...dialect.ir.effects import is_arithmetic
from ...index.expr import Expr, eq
from ...index.sets.engine import IntSet, NotAffine, engine
from ..instances.reader import InstanceReader
from ..values.constants import width
from ..values.known import Exactly, Known

_MOST_NUMBERS = 4
"""The numbers that a value may be, in different instances, beyond which none is told."""
_MOST_PARTS = 16


class NumbersOfIndices:
    """
    The integers that some values are computed from by arithmetic, as functions of indices.

    `%n * %n` is known where `%n` is a number, so both are looked at.
    """

    def __init__(self, values: Iterable[SSAValue], reader: InstanceReader):
        self._read: dict[Expr, list[SSAValue]] = {}
        for value in _computing(values):
            number = reader.number(value)
            if number is not None and number.constant is None:
                self._read.setdefault(number, []).append(value)

    def at(self, points: IntSet) -> Iterator[tuple[IntSet, Mapping[SSAValue, Known]]]:
        """Instances, cut up by what these integers are there, as far as they take few numbers."""
        parts: list[tuple[IntSet, Mapping[SSAValue, Known]]] = [(points, {})]
        for number, values in self._read.items():
            cut = [
                (where, {**known, **{value: _constant(found, value) for value in values}})
                if found is not None
                else (where, known)
                for part, known in parts
                for where, found in _by_number(part, number)
            ]
            if len(cut) <= _MOST_PARTS:
                parts = cut
        yield from parts


def _computing(values: Iterable[SSAValue]) -> Iterator[SSAValue]:
    """The integers and indices that values are computed from; of an index, no more than itself."""
    pending, seen = list(values), set[SSAValue]()
    while pending:
        value = pending.pop()
        op = value.owner
        if value in seen or isinstance(op, arith.ConstantOp):
            continue
        seen.add(value)
        is_index = isinstance(value.type, IndexType)
        if is_index or isinstance(value.type, IntegerType):
            yield value
        if not is_index and isinstance(op, Operation) and is_arithmetic(op):
            pending += op.operands


def _by_number(points: IntSet, number: Expr) -> list[tuple[IntSet, int | None]]:
    """The points cut up by what an expression is there; as they are, and None, where it varies."""
    whole: list[tuple[IntSet, int | None]] = [(points, None)]
    found: list[tuple[IntSet, int | None]] = []
    try:
        if engine().maximum(number, points) is None:
            return whole
        rest = points
        while not rest.is_empty():
            least = engine().minimum(number, rest)
            if least is None or len(found) == _MOST_NUMBERS:
                return whole
            here = engine().part(rest, eq(number, least))
            found.append((here, least))
            rest = rest.subtract(here)
    except NotAffine:
        return whole
    return found


def _constant(number: int, value: SSAValue) -> Known:
    type = cast("IndexType | IntegerType", value.type)
    if isinstance(type, IndexType):
        return Exactly(IntegerAttr(number, type))
    return Exactly(IntegerAttr(number % (1 << width(type)), type, truncate_bits=True))
