"""The sizes at which two functions are compared: given ones, and samples of the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import product, repeat
from math import lcm, prod

from xdsl.dialects import func
from xdsl.dialects.builtin import IndexType, IntegerType

from ..values.errors import BadInput
from .signature import Parameter, Place, parameters_of
from .size_assumes import SizeAssumes, assumes_on_sizes, tries_near

_FEW = (13, 16, 1, 0)
_MANY = (6, 5, 1, 0)
_MANY_GROUPS = 3
_LARGER = (4, 33, 40)
_SMALL = (2, 3, 4, 5, 8)
_BLOCKS = (257, 5, 3)
_DISTINCT = (13, 7, 16, 5, 9, 3)
_BESIDE_A_TILE = 2
_BELOW_ZERO = (-1, -2, -17)
_APART = ((0, 5), (3, 6), (9, 3))
_LEAST = 3
_MOST_ROOM = 512


class Scale(Enum):
    """Which sizes are sampled."""

    USUAL = "usual"
    LARGER = "for functions that are undefined at the usual ones"
    SMALL = "for what a buffer is used for, which may be so at few sizes only"
    BLOCKS = "for launches, so that there are several blocks"


@dataclass
class _Group:
    """Sizes that are equal."""

    places: list[Place]
    names: list[str]
    low: int = 0
    high: int | None = None
    multiple: int = 1
    given: int | None = None
    is_tied: bool = False
    """By `pad.size`; an index argument that is not may be negative."""

    @property
    def is_number(self) -> bool:
        """Whether it is an index argument that is known to be no size."""
        return not self.is_tied and all(axis is None for _, axis in self.places)

    def allows(self, size: int) -> bool:
        """Whether `pad.size` allows a size."""
        is_between = self.low <= size and (self.high is None or size <= self.high)
        return is_between and size % self.multiple == 0

    def nearest(self, size: int) -> int:
        """
        Return the next allowed size at or above `size`, else the largest one below it; raises
        BadInput if no size is allowed.
        """
        if size < 0 and self.is_number:
            return size
        wanted = size if size >= self.low else self.low + size
        allowed = -(-wanted // self.multiple) * self.multiple
        if self.high is not None and allowed > self.high:
            allowed = self.high // self.multiple * self.multiple
        if allowed < self.low:
            raise BadInput(f"pad.size of {' = '.join(self.names)} allows no size")
        return allowed


@dataclass(frozen=True)
class Sizes:
    """One choice of all sizes."""

    values: Mapping[Place, int]
    named: Mapping[str, int] = field(default_factory=dict[str, int])

    def __str__(self) -> str:
        return ", ".join(f"{name} = {size}" for name, size in self.named.items())

    @property
    def total(self) -> int:
        """The sum of all: how large they are."""
        return sum(self.named.values())

    @property
    def are_different(self) -> bool:
        """Whether there are several and no two of them are equal."""
        return len({*self.named.values()}) == len(self.named) > 1

    def shape(self, position: int, shape: Sequence[int]) -> tuple[int, ...]:
        """A logical shape of an argument without `?`."""
        return tuple(
            self.values[(position, axis)] if size < 0 else size for axis, size in enumerate(shape)
        )


def samples(
    before: Sequence[Parameter],
    after: Sequence[Parameter],
    given: Mapping[str, int],
    scale: Scale = Scale.USUAL,
) -> Iterator[Sizes]:
    """
    Choices of sizes: the one that is given, or several where something is left open.

    Raises BadInput for a name that is not a size, or a value that `pad.size` rules out.
    """
    groups, assumes = _open_groups(before, after, given), _assumes(before)
    count = sum(group.given is None for group in groups)
    yield from _choices(groups, assumes, _WANTED[scale](count))


def has_open_sizes(
    before: Sequence[Parameter], after: Sequence[Parameter], given: Mapping[str, int]
) -> bool:
    """Whether there are sizes that are not given; raises BadInput as `samples`."""
    return any(group.given is None for group in _open_groups(before, after, given))


def samples_in_order(
    before: Sequence[Parameter], after: Sequence[Parameter], given: Mapping[str, int]
) -> list[Sizes]:
    """
    Choices of different sizes, the sizes of buffers above all others, so that more functions are
    defined there, and with equal ones of buffers, as of squares; none where one size is open.
    Raises BadInput as `samples`.
    """
    groups, assumes = _open_groups(before, after, given), _assumes(before)
    is_number = [
        all(axis is None for _, axis in group.places) for group in groups if group.given is None
    ]
    if len(is_number) < 2:
        return []
    count = sum(is_number)
    numbers = range(_LEAST, _LEAST + count)
    extents = range(_LEAST + count + 1, _LEAST + len(is_number) + 1)
    equal = [*extents[-1:]] * len(extents)
    orders = product((extents, extents[::-1], equal), (numbers, numbers[::-1]))
    wanted = (_picked(is_number, *map(iter, order)) for order in orders)
    return list(_choices(groups, assumes, wanted))


def samples_of_products(
    before: Sequence[Parameter], after: Sequence[Parameter], given: Mapping[str, int]
) -> list[list[Sizes]]:
    """
    Choices of different numbers, where buffers have room for products of them, as flat ones need:
    more in each list. Raises BadInput as `samples`.
    """
    groups, assumes = _open_groups(before, after, given), _assumes(before)
    is_number = [
        all(axis is None for _, axis in group.places) for group in groups if group.given is None
    ]
    numbers = range(_LEAST, _LEAST + sum(is_number))
    if len(numbers) in (0, len(is_number)):
        return []
    powers = (numbers[-1] ** power for power in (2, 3, 4))
    rooms = [room for room in sorted({prod(numbers), *powers}) if room <= _MOST_ROOM]
    plain = [(room, [[*numbers], [*numbers[::-1]]]) for room in rooms]
    # A number may be what a buffer is allocated with.
    ample = [
        (room, [[room if k == large else k for k in numbers] for large in numbers])
        for room in rooms
    ]
    return [
        list(_choices(groups, assumes, (_picked(is_number, repeat(room), iter(o)) for o in orders)))
        for room, orders in (*plain, *ample)
    ]


def _picked(
    is_number: Sequence[bool], extents: Iterator[int], numbers: Iterator[int]
) -> Iterator[int]:
    for each in is_number:
        yield next(numbers if each else extents)


def samples_of_tile(
    before: Sequence[Parameter], after: Sequence[Parameter], given: Mapping[str, int], tile: int
) -> list[list[Sizes]]:
    """
    Choices of sizes around multiples of a tile; raises BadInput as `samples`.

    First those with all sizes large, then those with one large size at a time, which are much
    cheaper to run.
    """
    groups, assumes = _open_groups(before, after, given), _assumes(before)
    count = sum(group.given is None for group in groups)
    sizes = (tile - 1, tile, tile + 1, 2 * tile + 1)
    equal = [[size] * count for size in sizes]
    if count == 0:
        return []
    if count == 1:
        return [list(_choices(groups, assumes, map(iter, equal)))]
    mixed = [sizes[(k + 2) % len(sizes)] for k in range(count)]
    single = [
        [size if k == large else _BESIDE_A_TILE for k in range(count)]
        for large in range(count)
        for size in (tile, tile + 1)
    ]
    return [
        list(_choices(groups, assumes, map(iter, wanted))) for wanted in ([*equal, mixed], single)
    ]


def samples_unlike(
    before: Sequence[Parameter], after: Sequence[Parameter], given: Mapping[str, int]
) -> list[Sizes]:
    """
    Choices where each size is once below all others, once 0, and once above them; raises BadInput
    as `samples`.
    """
    groups, assumes = _open_groups(before, after, given), _assumes(before)
    count = sum(group.given is None for group in groups)
    if count < 2:
        return []
    descending = [_DISTINCT[k % len(_DISTINCT)] for k in range(count)]
    other = [
        [size if k == one else rest for k in range(count)]
        for size, rest in _APART
        for one in range(count)
    ]
    return list(_choices(groups, assumes, map(iter, [descending[::-1], *other])))


def samples_below_zero(
    before: Sequence[Parameter], after: Sequence[Parameter], given: Mapping[str, int]
) -> list[Sizes]:
    """Choices with negative index arguments that are no sizes; raises BadInput as `samples`."""
    groups, assumes = _open_groups(before, after, given), _assumes(before)
    is_number = [group.is_number for group in groups if group.given is None]
    if not any(is_number):
        return []
    others = _DISTINCT[1]
    wanted = [[below if number else others for number in is_number] for below in _BELOW_ZERO] + [
        [_BELOW_ZERO[0] if k == one else others for k in range(len(is_number))]
        for one, number in enumerate(is_number)
        if number and len(is_number) > 1
    ]
    return list(_choices(groups, assumes, map(iter, wanted)))


def samples_near(
    before: Sequence[Parameter],
    after: Sequence[Parameter],
    given: Mapping[str, int],
    sizes: Sequence[int],
) -> Iterator[Sizes]:
    """Choices with all sizes equal to one of `sizes`, or one of them and the others small."""
    groups, assumes = _open_groups(before, after, given), _assumes(before)
    count = sum(group.given is None for group in groups)
    wanted = (
        [size if k == large or large == count else _BESIDE_A_TILE for k in range(count)]
        for size in sizes
        for large in range(count + 1 if count > 1 else count)
    )
    return _choices(groups, assumes, map(iter, wanted))


def samples_equal_to(
    before: Sequence[Parameter],
    after: Sequence[Parameter],
    given: Mapping[str, int],
    sizes: Sequence[int],
) -> list[Sizes]:
    """Choices with all sizes equal to one of `sizes`; raises BadInput as `samples`."""
    groups, assumes = _open_groups(before, after, given), _assumes(before)
    count = sum(group.given is None for group in groups)
    wanted = (iter([size] * count) for size in sizes)
    return list(_choices(groups, assumes, wanted)) if count else []


@dataclass(frozen=True)
class SizeLimits:
    """Sizes that are equal, and what contracts say of them."""

    name: str
    places: tuple[Place, ...]
    low: int | None
    """None where nothing is known: an index argument that no `pad.size` ties."""
    high: int | None
    multiple: int

    def knows_less(self, other: SizeLimits) -> bool:
        """Whether another one says something else."""
        return (self.low, self.high, self.multiple) != (other.low, other.high, other.multiple)


def equal_sizes(before: Sequence[Parameter], after: Sequence[Parameter]) -> list[SizeLimits]:
    """Which sizes are equal, for all choices of them; raises BadInput as `samples`."""
    tied = {
        (position, None)
        for side in (before, after)
        for position, parameter in enumerate(side)
        if parameter.ties
    }
    return [
        SizeLimits(
            " = ".join(group.names),
            tuple(group.places),
            group.low
            if any(axis is not None or (p, axis) in tied for p, axis in group.places)
            else None,
            group.high,
            group.multiple,
        )
        for group in _groups(before, after)
    ]


def _assumes(before: Sequence[Parameter]) -> SizeAssumes | None:
    """What the program says of its sizes at its head, where it says anything."""
    assumes = assumes_on_sizes(before[0].function) if before else None
    return assumes if assumes is not None and assumes.conditions else None


def _open_groups(
    before: Sequence[Parameter], after: Sequence[Parameter], given: Mapping[str, int]
) -> list[_Group]:
    """The groups of sizes, with those that are given."""
    groups = _groups(before, after)
    known = {name: group for group in groups for name in group.names}
    for name, value in given.items():
        if name not in known:
            names = ", ".join(known) or "none"
            raise BadInput(f"--size {name}: the sizes here are: {names}")
        known[name].given = value
    groups = [g for g in groups if g.given is not None or not _only_integer(g, before, after)]
    for group in groups:
        if group.given is not None and group.nearest(group.given) != group.given:
            raise BadInput(f"--size {group.names[0]}={group.given}: pad.size rules it out")
    return groups


def _choices(
    groups: Sequence[_Group], assumes: SizeAssumes | None, all_wanted: Iterable[Iterator[int]]
) -> Iterator[Sizes]:
    """Each choice once, with sizes that are allowed and assumed, near the wanted ones."""
    seen: set[tuple[int, ...]] = set()
    for wanted in all_wanted:
        chosen = [g.nearest(next(wanted)) if g.given is None else g.given for g in groups]
        if assumes is not None:
            chosen = _assumed(groups, assumes, chosen)
        if tuple(chosen) in seen:
            continue
        seen.add(tuple(chosen))
        pairs = zip(groups, chosen, strict=True)
        yield Sizes(_values(groups, chosen), {group.names[0]: size for group, size in pairs})


def _values(groups: Sequence[_Group], chosen: Sequence[int]) -> dict[Place, int]:
    pairs = zip(groups, chosen, strict=True)
    return {place: size for group, size in pairs for place in group.places}


def _assumed(groups: Sequence[_Group], assumes: SizeAssumes, chosen: Sequence[int]) -> list[int]:
    """
    Return sizes at which fewer assumes are false, none if such are near; the last sizes change
    first.

    One size is changed at a time, or all of them to one, so this ends where that does not help.
    """
    best, false = [*chosen], assumes.false(_values(groups, chosen))
    while false:
        found = min(
            (
                (count, number, tried)
                for number, tried in enumerate(_changed(groups, best))
                if (count := assumes.false(_values(groups, tried))) < false
            ),
            default=None,
        )
        if found is None:
            break
        false, _, best = found
    return best


def _changed(groups: Sequence[_Group], sizes: Sequence[int]) -> Iterator[list[int]]:
    """Choices with one other size, those that differ least first, and with all sizes equal."""
    open_ones = [k for k, group in enumerate(groups) if group.given is None]
    for offset in zip(*(tries_near(sizes[k]) for k in open_ones[::-1]), strict=True):
        for k, size in zip(open_ones[::-1], offset, strict=True):
            if groups[k].allows(size):
                yield [*sizes[:k], size, *sizes[k + 1 :]]
    for size in tries_near(max((sizes[k] for k in open_ones), default=0)):
        if all(groups[k].allows(size) for k in open_ones):
            yield [size if k in open_ones else given for k, given in enumerate(sizes)]


def parse_sizes(texts: Sequence[str]) -> dict[str, int]:
    """Sizes by name, from texts like `n=13`; raises BadInput if one is not that."""
    sizes: dict[str, int] = {}
    for text in texts:
        name, _, size = text.partition("=")
        if not name or not size.isdecimal():
            raise BadInput(f"--size {text}: write it as n=13")
        sizes[name] = int(size)
    return sizes


def size_names(function: func.FuncOp) -> set[str]:
    """The names that `samples` takes for the sizes of a function; BadInput as there."""
    groups = _groups(parameters_of(function), [])
    return {name for group in groups for name in group.names}


def _wanted(count: int) -> Iterator[Iterator[int]]:
    for size in _FEW if count <= _MANY_GROUPS else _MANY:
        yield iter([size] * count)
    if count > 1:
        yield iter([_DISTINCT[k % len(_DISTINCT)] for k in range(count)])


def _larger(count: int) -> Iterator[Iterator[int]]:
    """Equal sizes, ascending and descending ones."""
    ascending = [_LARGER[min(k, len(_LARGER) - 1)] for k in range(count)]
    yield iter([_LARGER[-1]] * count)
    yield iter(ascending)
    yield iter(ascending[::-1])


def _small(count: int) -> Iterator[Iterator[int]]:
    for size in _SMALL:
        yield iter([size] * count)


def _blocks(count: int) -> Iterator[Iterator[int]]:
    """
    Return `count` sizes at a time, one of them larger than the 256 threads of a usual block.

    A different one each time, so that each dimension once spans several blocks.
    """
    for first in range(min(count, len(_BLOCKS))):
        yield iter([_BLOCKS[min((k - first) % count, len(_BLOCKS) - 1)] for k in range(count)])


_WANTED = {Scale.USUAL: _wanted, Scale.LARGER: _larger, Scale.SMALL: _small, Scale.BLOCKS: _blocks}


def _only_integer(group: _Group, before: Sequence[Parameter], after: Sequence[Parameter]) -> bool:
    """An iN argument is data unless its value is given."""
    longest = max(before, after, key=len)
    return all(
        axis is None and isinstance(longest[position].type, IntegerType)
        for position, axis in group.places
    )


def _groups(before: Sequence[Parameter], after: Sequence[Parameter]) -> list[_Group]:
    groups: dict[Place, _Group] = {}
    for side in (before, after):
        for position, parameter in enumerate(side):
            if isinstance(parameter.type, IndexType | IntegerType):
                _add(groups, (position, None), parameter.name)
            if parameter.is_buffer:
                for axis, size in enumerate(parameter.logical_shape):
                    if size < 0:
                        _add(groups, (position, axis), f"{parameter.name}.{axis}")
    for side in (before, after):
        names = {parameter.name: position for position, parameter in enumerate(side)}
        for position, parameter in enumerate(side):
            for tie in parameter.ties:
                group, of = groups[(position, None)], names.get(tie.of)
                if of is not None:  # and not a buffer of the function's own
                    if (of, tie.dim) not in groups:
                        text = f"names no `?`: {tie.of}.{tie.dim}"
                        raise BadInput(f"pad.size of {parameter.name} {text}")
                    group = _unite(groups, group, groups[of, tie.dim])
                group.is_tied = True
                group.low = max(group.low, tie.min or 0)
                group.multiple = lcm(group.multiple, tie.multiple or 1)
                if tie.max is not None:
                    group.high = min(tie.max, tie.max if group.high is None else group.high)
    return list({id(group): group for group in groups.values()}.values())


def _add(groups: dict[Place, _Group], place: Place, name: str) -> None:
    group = groups.setdefault(place, _Group([place], []))
    if name not in group.names:
        group.names.append(name)


def _unite(groups: dict[Place, _Group], one: _Group, two: _Group) -> _Group:
    if one is not two:
        one.places += two.places
        one.names += [name for name in two.names if name not in one.names]
        one.is_tied |= two.is_tied
        one.low, one.multiple = max(one.low, two.low), lcm(one.multiple, two.multiple)
        highs = [high for high in (one.high, two.high) if high is not None]
        one.high = min(highs, default=None)
        for place in two.places:
            groups[place] = one
    return one
