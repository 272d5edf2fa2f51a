"""Transposes square blocks in registers: the lanes of rows become those of columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from xdsl.dialects import vector
from xdsl.dialects.builtin import DenseArrayBase, i64
from xdsl.ir import Operation, SSAValue

from .legality.carried_reductions import element_of
from .legality.neighbours import bits_of

_UNIT = 128
"""Bits of a part of a vector: instructions interleave elements in it, or move all of it."""

Put: TypeAlias = Callable[[Operation], SSAValue]


def transposed(rows: Sequence[SSAValue], put: Put) -> list[SSAValue]:
    """
    The columns of as many rows as each has lanes, a power of two.

    Each `vector.shuffle` of it is one instruction on most processors: it interleaves the elements
    of each 128 bits of two vectors, or takes every other 128 bits of both.
    """
    lanes = len(rows)
    bits = bits_of(element_of(rows[0].type))
    assert bits is not None
    unit = min(max(_UNIT // bits, 1), lanes)
    within = list[SSAValue]()
    for first in range(0, lanes, unit):
        within += _interleaved(rows[first : first + unit], lanes, put)
    columns: list[SSAValue] = [*rows]
    for place in range(unit):
        for number, column in enumerate(_dealt(within[place::unit], lanes, unit, put)):
            columns[number * unit + place] = column
    return columns


def _interleaved(rows: Sequence[SSAValue], lanes: int, put: Put) -> list[SSAValue]:
    """As many rows as there are elements in a part, transposed in each part by itself."""
    current, unit = list(rows), len(rows)
    half = unit // 2
    low = [p + k // 2 + lanes * (k % 2) for p in range(0, lanes, unit) for k in range(unit)]
    high = [place + half for place in low]
    for _ in range(unit.bit_length() - 1):
        pairs = zip(current[:half], current[half:], strict=True)
        current = [_shuffle(a, b, order, put) for a, b in pairs for order in (low, high)]
    return current


def _dealt(vectors: Sequence[SSAValue], lanes: int, unit: int, put: Put) -> list[SSAValue]:
    """As many vectors as each has parts, transposed part by part."""
    current, parts = list(vectors), lanes // unit
    even = [v + p + k for v in (0, lanes) for p in range(0, lanes, 2 * unit) for k in range(unit)]
    odd = [place + unit for place in even]
    for _ in range(parts.bit_length() - 1):
        pairs = list(zip(current[::2], current[1::2], strict=True))
        current = [_shuffle(a, b, order, put) for order in (even, odd) for a, b in pairs]
    return current


def _shuffle(a: SSAValue, b: SSAValue, order: Sequence[int], put: Put) -> SSAValue:
    op = vector.ShuffleOp.create(
        operands=[a, b],
        result_types=[a.type],
        properties={"mask": DenseArrayBase.from_list(i64, list(order))},
    )
    return put(op)
