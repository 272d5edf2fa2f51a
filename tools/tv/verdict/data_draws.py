"""Which samples of the data are tried: numbers for input cells, by a fixed seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import prod
from random import Random

from ..values.data import Data, Numbers, cells_of, scalar_of_cells
from ..values.operators import Operator

SAMPLES = 7
_MOST_BASES, _MOST_REPAIRS, _MOST_TRIES = 24, 4, 80
_WIDEST = 40
"""Sums and products of numbers of more bits than that need not fit into an index."""
_SMALL = 3
_MOST_NEAR = 16

Try = Callable[[Data], bool]
"""Whether the original is defined for a sample."""


class Draws:
    """
    Samples at which the original is defined: cells that are all 0, that count up, that are all the
    largest one, small ones, any in range, sorted ones, unusual ones, and ones near the numbers that
    the programs mention.

    What padding holds of which nothing is promised is no number that the buffer holds elsewhere, in
    most samples: equal by chance is not equal. It is in the range of the indices, or unusual.
    """

    def __init__(
        self, makers: Sequence[Operator], is_defined: Try, extents: Sequence[int], known: list[int]
    ):
        """`extents` are those of the buffers, `known` the numbers that the programs mention."""
        self._makers = [m for m in makers if not cells_of(m).padding_of]
        self._padding = [m for m in makers if cells_of(m).padding_of]
        self._is_defined = is_defined
        self._extent = max([1, *extents])
        self._known = [*known, *extents]
        self._random = Random(0)
        self._seen: set[tuple[int, ...]] = set()
        self._found: list[Data] = []
        self.tries = 0

    def all(self) -> Iterator[Data]:
        """Yield the samples; the original was executed on each."""
        if self._base() is None:
            return
        yield self._found[0]
        count = 1
        for family in self._families():
            if self._take(family):
                yield self._found[-1]
                count += 1
            if count == SAMPLES:
                break
        for family in self._near_numbers():
            if self._take(family):
                yield self._found[-1]

    def _families(self) -> Iterator[Numbers]:
        base = self._found[0].numbers
        yield self._filled(lambda maker, k: k % self._extent)
        tops = {maker: self._top(maker, base) for maker in self._makers}
        yield self._filled(lambda maker, k: tops[maker])
        reach = {maker: max(0, min(top, self._extent - 1)) for maker, top in tops.items()}
        draw = self._random.randint
        yield self._filled(lambda maker, k: draw(0, min(reach[maker], _SMALL)))
        yield self._filled(lambda maker, k: draw(0, reach[maker]))
        ordered = {
            maker: sorted(draw(0, reach[maker]) for _ in range(_count(maker)))
            for maker in self._makers
        }
        yield self._filled(lambda maker, k: ordered[maker][k])
        for _ in range(2):
            yield self._filled(lambda maker, k: self._random.choice(self._unusual(maker)))
        while self._makers or self._padding:
            before = self.tries
            yield self._filled(lambda maker, k: draw(0, reach[maker]))
            if self.tries == before or self.tries > _MOST_TRIES:
                return

    def _near_numbers(self) -> Iterator[Numbers]:
        """Each cell is near another number that the programs mention, or an extent of a buffer."""
        near = list(dict.fromkeys(n + d for d in (0, 1, -1) for n in (*self._known, 0)))
        cells = max((_count(maker) for maker in self._makers), default=0)
        rounds = -(-len(near) // cells) if cells else 0
        for first in range(min(rounds, _MOST_NEAR)):
            start = {maker: first * cells + k for k, maker in enumerate(self._makers)}
            yield self._filled(lambda maker, k, start=start: near[(start[maker] + k) % len(near)])

    def _base(self) -> Data | None:
        """The first sample."""
        powers = [1 << k for k in range(0, _WIDEST, 4)]
        constants = dict.fromkeys([0, *(c + d for c in self._known for d in (0, 1, -1)), *powers])
        draw = self._random.randint
        bases: Iterator[Numbers] = iter(
            [
                self._filled(lambda maker, k: 0),
                self._filled(lambda maker, k: k),
                self._filled(lambda maker, k: _count(maker) - 1 - k),
                *(self._filled(lambda maker, k: draw(0, self._extent - 1)) for _ in range(4)),
                *(self._filled(lambda maker, k, c=c: c) for c in constants),
            ]
        )
        for number, base in enumerate(bases):
            if number == _MOST_BASES:
                return None
            if self._try(base):
                return self._found[0]
        return None

    def _take(self, wanted: Numbers) -> bool:
        """Whether these numbers, or some of them among those of an earlier sample, are one."""
        if self._try(wanted):
            return True
        share = 0.5
        for _ in range(_MOST_REPAIRS):
            start = self._random.choice(self._found).numbers
            mixed = {
                maker: [
                    new if self._random.random() < share else old
                    for old, new in zip(start[maker], wanted[maker], strict=True)
                ]
                for maker in self._makers
            }
            if self._try(mixed):
                return True
            share /= 2
        return False

    def _try(self, numbers: Numbers) -> bool:
        key = tuple(number for maker in self._makers for number in numbers[maker])
        is_new = key not in self._seen
        self._seen.add(key)
        if not is_new and not (self._padding and any(map(_count, self._padding))):
            return False
        for is_arbitrary in (True, False):
            padding = self._padding_for(numbers, is_arbitrary=is_arbitrary)
            data = Data({**numbers, **padding})
            self.tries += 1
            if self._is_defined(data):
                self._found.append(data)
                return True
            if all(cells_of(maker).padding_of == "after" for maker in self._padding):
                return False  # the original has none of it
        return False

    def _top(self, maker: Operator, base: Numbers) -> int:
        """The largest number that all cells of a buffer may hold, and the rest what it does."""
        scalar = scalar_of_cells(maker)
        largest = (1 << min(scalar.width - 1, _WIDEST)) - 1 if scalar.width > 1 else 1

        def may_be(number: int) -> bool:
            self.tries += 1
            return self._is_defined(Data({**base, maker: [number] * _count(maker)}))

        if may_be(largest):
            return largest
        low = max(map(scalar.signed, base[maker]), default=0)
        high = 1
        while high <= low or (high < largest and may_be(high)):
            low, high = max(low, high), 2 * high + 1
        high = min(high, largest)
        while low + 1 < high:
            middle = (low + high) // 2
            low, high = (middle, high) if may_be(middle) else (low, middle)
        return low

    def _filled(self, number: Callable[[Operator, int], int]) -> Numbers:
        return {
            maker: [scalar_of_cells(maker).wrap(number(maker, k)) for k in range(_count(maker))]
            for maker in self._makers
        }

    def _unusual(self, maker: Operator) -> list[int]:
        half = 1 << min(scalar_of_cells(maker).width - 1, _WIDEST)
        around = [number + d for number in self._known for d in (-1, 0, 1)]
        return [-1, -2, half - 1, -half, self._extent, -self._extent, *around]

    def _padding_for(self, numbers: Numbers, *, is_arbitrary: bool) -> Numbers:
        """What padding holds, the original's what indices may be unless all of it is arbitrary."""
        found: dict[Operator, list[int]] = {}
        is_free = len(self._found) % 3 == 2
        for maker in sorted(self._padding, key=lambda maker: cells_of(maker).padding_of):
            cells, scalar = cells_of(maker), scalar_of_cells(maker)
            if not is_arbitrary and cells.padding_of != "after":
                found[maker] = [0] * _count(maker)
                continue
            taken = {
                number
                for other, held in (*numbers.items(), *found.items())
                if cells_of(other).position == cells.position
                for number in held
            }
            numbers_of = [
                scalar.wrap(number)
                for number in (*range(min(self._extent, 64)), *self._unusual(maker))
            ]
            apart = [number for number in numbers_of if number not in taken]
            choices = numbers_of if is_free or not apart else apart
            found[maker] = [self._random.choice(choices) for _ in range(_count(maker))]
        return found


def _count(maker: Operator) -> int:
    return prod(cells_of(maker).shape)
