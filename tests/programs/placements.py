"""Where a contract puts logical cells, and what it says of the other cells of physical memory."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import Any

from pad_mlir.analysis.contracts import BufferContract
from pad_mlir.analysis.padding_contracts import PaddingContract

Index = tuple[int, ...]
_COPIES = re.compile(r"copies \[(.*)\]")


class WrongContract(Exception):
    """A contract that contradicts itself."""


@dataclass(frozen=True)
class Placement:
    """One buffer, by its contract."""

    contract: BufferContract
    logical_shape: Index
    physical_shape: Index

    @staticmethod
    def of(contract: BufferContract) -> Placement | None:
        """None for a buffer whose cells are accessed by logical indices, or of unknown size."""
        logical, physical = contract.logical_shape, contract.physical_shape
        if contract.form != "physical" or physical is None:
            return None
        sizes = [size for size in (*logical, *physical) if isinstance(size, int)]
        if len(sizes) != len(logical) + len(physical):
            return None
        return Placement(contract, tuple(sizes[: len(logical)]), tuple(sizes[len(logical) :]))

    @cached_property
    def data(self) -> list[int]:
        """The place, row-major, of each logical cell, row-major."""
        where = _function(f"lambda {_of(self.contract.index_map)}")
        found = [self._place(where(*index)) for index in _indices(self.logical_shape)]
        if len(set(found)) != len(found):
            raise WrongContract(f"{self.contract}: two logical cells are at one place")
        return found

    @cached_property
    def padding(self) -> list[tuple[PaddingContract, list[int]]]:
        """The pieces of padding, with the places of their cells."""
        names = ", ".join(self.contract.indices)
        rules = [
            (piece, _function(f"lambda {names}: {piece.cells}")) for piece in self.contract.padding
        ]
        found: dict[int, list[int]] = {k: [] for k in range(len(rules))}
        data = set(self.data)
        for place, index in enumerate(_indices(self.physical_shape)):
            pieces = [k for k, (_, holds) in enumerate(rules) if holds(*index)]
            if len(pieces) != (place not in data):
                what = "data" if place in data else "padding"
                raise WrongContract(
                    f"{self.contract}: {list(index)} is {what}, and of {len(pieces)} pieces of it"
                )
            for k in pieces:
                found[k].append(place)
        return [(piece, found[k]) for k, (piece, _) in enumerate(rules)]

    def packed(
        self,
        logical: Sequence[Any],
        fill: Callable[[PaddingContract, int], Any],
        compute: Callable[[str, Index], Any],
    ) -> list[Any]:
        """
        The physical cells. `fill` gives what padding holds that need hold nothing, or a number;
        `compute` calls a function of the module.
        """
        cells: list[Any] = [None] * prod(self.physical_shape)
        for place, value in zip(self.data, logical, strict=True):
            cells[place] = value
        for piece, places in self.padding:
            if piece.on_entry != "value" or piece.holds is None:
                for place in places:
                    cells[place] = fill(piece, place)
        for place, value in self.values_of(cells, compute, at_exit=False):
            cells[place] = value
        return cells

    def values_of(
        self,
        cells: Sequence[Any],
        compute: Callable[[str, Index], Any],
        *,
        at_exit: bool,
    ) -> Iterator[tuple[int, Any]]:
        """What value padding has to hold, for these data, where the contract promises it."""
        rules: dict[int, PaddingContract] = {}
        for piece, places in self.padding:
            for place in places:
                rules[place] = piece
        sources: dict[int, Callable[..., Any]] = {}
        names = ", ".join(self.contract.indices)
        for piece, _ in self.padding:
            if copied := _COPIES.fullmatch(piece.holds or ""):
                sources[id(piece)] = _function(f"lambda {names}: ({copied[1]},)")
        all_indices = list(_indices(self.physical_shape))

        def value(place: int, depth: int) -> Any:
            piece = rules.get(place)
            if piece is None or piece.holds is None:
                return cells[place]
            if depth > len(cells):
                raise WrongContract(f"{self.contract}: copies go in a circle")
            if id(piece) in sources:
                source = self._place(sources[id(piece)](*all_indices[place]))
                return value(source, depth + 1)
            if piece.holds.startswith("@"):
                return compute(piece.holds[1:], all_indices[place])
            return piece.holds

        for place, piece in rules.items():
            promised = piece.at_exit if at_exit else piece.on_entry
            if promised == "value" and piece.holds is not None:
                yield place, value(place, 0)

    def _place(self, index: Sequence[int]) -> int:
        place = 0
        for k, size in zip(index, self.physical_shape, strict=True):
            if not 0 <= k < size:
                raise WrongContract(f"{self.contract}: {list(index)} is outside")
            place = place * size + k
        return place


def _of(index_map: str | None) -> str:
    """`(i, j) -> (i, j // 4)` as what stands behind `lambda`."""
    assert index_map is not None
    names, results = index_map.split(" -> ")
    inside = results.strip()[1:-1]
    return f"{names.strip()[1:-1]}: ({inside}{',' if inside else ''})"


def _function(source: str) -> Callable[..., Any]:
    return eval(source)


def _indices(shape: Sequence[int]) -> Iterator[Index]:
    return product(*map(range, shape))
