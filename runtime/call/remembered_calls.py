"""The calls of a kernel that were checked, as tables that compiled code compares others with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import RLock
from typing import Any, NamedTuple

import numpy as np

from ..packing.arrays import address_of
from .fast_entry import FastCall, FastEntry

_INTEGERS = frozenset(
    {int, bool, np.bool_, *(np.dtype(kind).type for kind in np.typecodes["AllInteger"])}
)
"""
The types of sizes by name that are compared: of these, what is equal is one number, and is `int` of
it. Others, such as None or classes that derive from int, are checked in full.
"""
_MOST = 8
"""As many calls of other sizes are remembered."""


class CheckedSizes(NamedTuple):
    """All that the check of a call depends on and compiled code does not test by itself."""

    shapes: Sequence[tuple[int, ...] | int]
    """Those of the arrays, and the values of the numbers that are sizes."""
    by_name: Mapping[str, int]


class Table:
    """Remembered calls that give the same sizes by name."""

    def __init__(self, entry: FastEntry, rows: Sequence[CheckedSizes]):
        self.rows = rows
        self.by_name = rows[0].by_name
        self._words = entry.words([row.shapes for row in rows])
        self.address = address_of(self._words)
        """Where the words are that compiled code reads, as long as the table lives."""


class RememberedCalls:
    """What the calls of a kernel are compared with: at first, those of static shapes only."""

    def __init__(self, entry: FastEntry, call: FastCall):
        self._entry = entry
        self.call, self.arity, self.is_static = call, entry.arity, entry.is_static
        # Other threads may be reading what is there: it is replaced, by one at a time.
        self._replacing = RLock()
        self._seen: tuple[CheckedSizes, ...] = ()
        self._tables: tuple[Table, ...] = ()
        self.unnamed: Table | None = None
        """What calls are compared with that give no size by name."""
        if self.is_static:
            self._remember([CheckedSizes(entry.static_shapes, {})])

    def named(self, sizes: Mapping[str, Any]) -> Table | None:
        """What calls are compared with that give these sizes by name, if there is anything."""
        if _are_compared(sizes):
            for table in self._tables:
                if sizes == table.by_name:
                    return table
        return None

    def note(self, given: Sequence[tuple[int, ...] | float], by_name: Mapping[str, Any]) -> None:
        """
        Take note of a call that was checked, of these shapes and numbers, and with these sizes by
        name: the second of two alike is remembered.
        """
        if not _are_compared(by_name):
            return
        shapes = self._entry.shapes(given)
        call = CheckedSizes(shapes, {name: int(size) for name, size in by_name.items()})
        with self._replacing:
            known = [row for table in self._tables for row in table.rows]
            if call in known:
                return
            if call in self._seen:
                self._remember([call, *known[: _MOST - 1]])
            else:
                self._seen = (call, *self._seen[: _MOST - 1])

    def _remember(self, known: Sequence[CheckedSizes]) -> None:
        tables = list[Table]()
        for call in known:
            if all(call.by_name != table.by_name for table in tables):
                rows = [other for other in known if other.by_name == call.by_name]
                tables.append(Table(self._entry, rows))
        self._tables = tuple(tables)
        self.unnamed = next((table for table in tables if not table.by_name), None)


def _are_compared(sizes: Mapping[str, Any]) -> bool:
    return _INTEGERS.issuperset(map(type, sizes.values()))
