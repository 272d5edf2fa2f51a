"""Cells that iterations of a parallel loop access: two may not touch what one of them writes."""

from __future__ import annotations

from .values import Undefined

Cell = tuple[int, int]


class Accesses:
    """The cells that one iteration, with all that is nested in it, reads and writes."""

    def __init__(self) -> None:
        self.read: set[Cell] = set()
        self.written: set[Cell] = set()


class ParallelAccesses:
    """The cells of all iterations so far; `add` finds those that two of them may not share."""

    def __init__(self) -> None:
        self._read: set[Cell] = set()
        self._written: set[Cell] = set()

    def add(self, iteration: Accesses, enclosing: Accesses | None) -> None:
        """Take the accesses of one more iteration; undefined behaviour where it meets another."""
        touched = iteration.read | iteration.written
        if self._written & touched or self._read & iteration.written:
            raise Undefined("two iterations of a parallel loop access one cell, and one writes it")
        self._read |= iteration.read
        self._written |= iteration.written
        if enclosing is not None:
            enclosing.read |= iteration.read
            enclosing.written |= iteration.written
