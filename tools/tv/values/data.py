"""Numbers that input cells hold, where what is executed depends on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from .operators import Cells, Operator
from .scalars import Integer

Numbers: TypeAlias = Mapping[Operator, Sequence[int]]
"""By the operator that makes input cells, what each holds."""


@dataclass(eq=False)
class Data:
    """One sample of the data of some buffers, and integer arguments; the rest stays open."""

    numbers: Numbers
    _seen: dict[Operator, set[int]] = field(default_factory=dict[Operator, set[int]])

    def cell(self, maker: Operator, number: int) -> int | None:
        """What a cell holds, None where that is not sampled."""
        numbers = self.numbers.get(maker)
        if numbers is None:
            return None
        self._seen.setdefault(maker, set()).add(number)
        return numbers[number]

    def told(self) -> Iterator[str]:
        """What each buffer holds, of padding only what an execution had."""
        for maker, numbers in self.numbers.items():
            cells, scalar = cells_of(maker), scalar_of_cells(maker)
            signed = [scalar.signed(number) if scalar.width > 1 else number for number in numbers]
            if not cells.padding_of:
                yield f"{cells.name} = {_held(signed, cells.shape)}"
            elif seen := sorted(self._seen.get(maker, ())):
                side = "" if cells.padding_of == "both" else f" {cells.padding_of}"
                held = ", ".join(f"{_index(k, cells.shape)} = {signed[k]}" for k in seen)
                yield f"the padding of {cells.name}{side}: {held}"


def cells_of(maker: Operator) -> Cells:
    """The cells that an operator of sampled data makes."""
    assert isinstance(maker.detail, Cells)
    return maker.detail


def scalar_of_cells(maker: Operator) -> Integer:
    """Their type."""
    assert isinstance(maker.result, Integer)
    return maker.result


def is_sampled(maker: Operator) -> bool:
    """Whether an operator makes input cells that can be sampled: integers."""
    named = maker.name == "input" and isinstance(maker.detail, Cells)
    return named and isinstance(maker.result, Integer)


def _held(numbers: Sequence[int], shape: Sequence[int]) -> str:
    if len(numbers) > 1 and len(set(numbers)) == 1:
        return f"{numbers[0]} in each cell"
    return str(np.reshape(np.array(numbers, dtype=object), shape).tolist())


def _index(number: int, shape: Sequence[int]) -> list[int]:
    return [int(i) for i in np.unravel_index(number, shape)]
