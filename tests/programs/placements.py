"""The claims of a contract on the cells of physical memory, beside those of the layout itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from typing import Any, cast

import numpy as np

from pad_mlir.analysis.contracts.contracts import BufferContract
from pad_mlir.analysis.contracts.padding_contracts import PaddingContract
from pad_mlir.dialect.repairs import RepairedParser, new_context

from .physical import Call, LaidOut, Point, copied_cells, packed, placement, unpacked
from .values import FORBIDDEN, UNDEF, Unsupported

MOST_CELLS = 3000
_TRUTHS = {"true": True, "false": False}


class WrongContract(Exception):
    """A contract that contradicts itself, or the layout."""


@dataclass(frozen=True)
class Contracted:
    """A buffer that is physical, its contract, and its type with the layout."""

    contract: BufferContract
    type: LaidOut

    @staticmethod
    def of(contract: BufferContract, logical: Sequence[int] | None) -> Contracted | None:
        """
        None for a buffer whose cells are accessed by logical indices; `logical` is the shape of the
        logical array, None where nothing tells it.
        """
        if contract.form != "physical" or contract.physical_shape is None:
            return None
        contract = _at_sizes(contract, logical)
        box = [size for size in contract.physical_shape or () if isinstance(size, int)]
        if prod(box) > MOST_CELLS:
            raise Unsupported(f"more than {MOST_CELLS} cells")
        type = RepairedParser(new_context(), contract.type).parse_type()
        return Contracted(contract, cast("LaidOut", type))

    @cached_property
    def pieces(self) -> dict[Point, PaddingContract]:
        """The part of the contract that is about a cell of padding."""
        if placement(self.type).shape != self.contract.physical_shape:
            raise WrongContract(f"{self.contract}: the box is {placement(self.type).shape}")
        names = ", ".join(self.contract.indices)
        rules: list[tuple[PaddingContract, Callable[..., bool]]] = [
            (piece, eval(f"lambda {names}: {piece.cells}", dict(_TRUTHS)))
            for piece in self.contract.padding
        ]
        found: dict[Point, PaddingContract] = {}
        for point, content in placement(self.type).cells[-1].items():
            pieces = [piece for piece, holds in rules if holds(*point)]
            if len(pieces) != (not isinstance(content, tuple)):
                what = "data" if isinstance(content, tuple) else "padding"
                raise WrongContract(
                    f"{self.contract}: {list(point)} is {what}, and of {len(pieces)} pieces of it"
                )
            if pieces:
                found[point] = pieces[0]
        return found

    def filled(
        self, logical: Any, fill: Callable[[PaddingContract], Any], call: Call | None
    ) -> Any:
        """
        The physical array of a logical one; `fill` gives what padding is to hold of which the
        contract does not promise the layout's value.
        """
        array = packed(self.type, np.asarray(logical, object), call)
        sources = copied_cells(self.type)
        for point, piece in self.pieces.items():
            open = any(value is UNDEF or value is FORBIDDEN for value in np.ravel(array[point]))
            if piece.on_entry != "value" or (open and point not in sources):
                array[point] = fill(piece)
        for point, source in sources.items():
            if self.pieces[point].on_entry == "value":
                array[point] = array[source]  # whatever that is
        return array

    def promised(self, physical: Any, call: Call | None) -> list[tuple[Point, Any]]:
        """The values that padding has to hold at exit, beside these data."""
        array = packed(self.type, unpacked(self.type, physical), call)
        return [
            (point, array[point])
            for point, piece in self.pieces.items()
            if piece.at_exit == "value"
        ]

    def unchanged(self) -> Sequence[Point]:
        """The cells that have to be as they were."""
        return [point for point, piece in self.pieces.items() if piece.at_exit == "unchanged"]

    def logical(self, physical: Any) -> Any:
        """The logical array of a physical one."""
        return unpacked(self.type, physical)


def _at_sizes(contract: BufferContract, logical: Sequence[int] | None) -> BufferContract:
    """The contract with numbers for the names of its sizes; Unsupported where they are not told."""
    named = {s: k for k, s in enumerate(contract.logical_shape) if isinstance(s, str)}
    if not named:
        return contract
    if logical is None:
        raise Unsupported("a buffer whose logical shape nothing tells")
    sizes = {name: logical[axis] for name, axis in named.items()}

    def with_numbers(text: object) -> str:
        return re.sub(r"[A-Za-z_][\w.]*", lambda m: str(sizes.get(m[0], m[0])), str(text))

    physical = [
        size if isinstance(size, int) else int(eval(with_numbers(size), {"min": min, "max": max}))
        for size in contract.physical_shape or ()
    ]
    shape = "x".join(map(str, logical))
    return replace(
        contract,
        logical_shape=tuple(logical),
        physical_shape=tuple(physical),
        type=re.sub(r"memref<[?\dx]*x(?=[a-z])", f"memref<{shape}x", contract.type, count=1),
        padding=tuple(replace(p, cells=with_numbers(p.cells)) for p in contract.padding),
    )
