"""Groups of iterations of a loop: how many run together, as lanes of a vector or one by one."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Piece:
    """
    Consecutive iterations that run as one: `lanes` of a vector, or a single one as it is.

    Of the lanes only the first `active` stand for iterations; the others are masked off. An `open`
    piece is the last one of a loop of which the end is known at run time only: lanes after it are
    masked off too, and the first is before it.
    """

    offset: int
    lanes: int
    active: int
    open: bool = False

    @property
    def is_masked(self) -> bool:
        """Whether some lane stands for no iteration, or may."""
        return self.open or self.active < self.lanes


@dataclass(frozen=True)
class Group:
    """
    The pieces side by side, `rounds` times from iteration `first` on; None: while they fit, and
    after another such group, whose size is a multiple of theirs, from where that ends.
    """

    first: int
    rounds: int | None
    pieces: tuple[Piece, ...]

    @property
    def size(self) -> int:
        """How many iterations run side by side."""
        return sum(piece.active for piece in self.pieces)


def copies(count: int) -> tuple[Piece, ...]:
    """So many single iterations side by side."""
    return tuple(Piece(k, 1, 1) for k in range(count))


def groups_of_copies(extent: int | None, count: int, *, halves: bool = True) -> tuple[Group, ...]:
    """
    All iterations, `count` side by side, and what is left of them side by side too.

    Of an extent that is known at run time only, what fewer copies (with `halves`) leave is in no
    group.
    """
    if extent is None:
        sizes = sizes_of_copies(count, halves=halves)
        return tuple(Group(0, None, copies(size)) for size in sizes if size > 1)
    rounds, rest = divmod(extent, count)
    main = [Group(0, rounds, copies(count))] if rounds else []
    return (*main, *([Group(extent - rest, 1, copies(rest))] if rest else []))


def sizes_of_copies(count: int, *, halves: bool) -> tuple[int, ...]:
    """
    How many iterations run side by side of an extent that is known at run time only, each as long
    as so many are left: a few one by one take as long as half of the tile, or with `halves`, half
    as many side by side.
    """
    half = next((size for size in (count // 2, count // 3) if size > 1 and count % size == 0), 1)
    if halves and count > 3 and half > 1:
        return (count, half, 1)
    return (count, 1) if count > 1 else (1,)


def groups_of_vectors(
    extent: int, width: int, least: int, masks: bool, most_in_one_body: int, together: int = 1
) -> tuple[Group, ...]:
    """
    All iterations, in vectors of `width` lanes.

    What is left over becomes a narrower vector where a power of two of at least `least` lanes
    fits, else a masked one, where `masks` are cheap; else iterations are left for a loop of their
    own. A rest goes into one body with the whole vectors before it, if they are not too many. So
    many vectors as are to run `together` are one body in any case, and what is left of them too.
    """
    while width > extent:
        width //= 2
    rounds, rest = divmod(extent, width)
    last = _rest(extent - rest, rest, least, masks)
    if last and rounds <= most_in_one_body:
        return (Group(0, 1, (*whole_vectors(width, rounds), *last)),)
    if together > 1:
        rounds, left = divmod(rounds, together)
        first = rounds * together * width
        main = [Group(0, rounds, whole_vectors(width, together))] if rounds else []
        ends = [Piece(p.offset - first, p.lanes, p.active) for p in last]
        return (
            *main,
            *([Group(first, 1, (*whole_vectors(width, left), *ends))] if left or ends else []),
        )
    main = Group(0, rounds, (Piece(0, width, width),))
    return (main, *(Group(p.offset, 1, (Piece(0, p.lanes, p.active),)) for p in last))


def after_lead(
    lead: int, extent: int, width: int, least: int, masks: bool, most_in_one_body: int
) -> tuple[Group, ...]:
    """All iterations, the first `lead` in a masked vector, so that whole ones begin after these."""
    lanes = max(least, 1 << max(lead - 1, 0).bit_length())
    others = groups_of_vectors(extent - lead, width, least, masks, most_in_one_body)
    first = Group(0, 1, (Piece(0, lanes, lead),))
    return (first, *(replace(group, first=group.first + lead) for group in others))


def whole_vectors(width: int, count: int) -> tuple[Piece, ...]:
    """So many vectors of `width` lanes side by side."""
    return tuple(Piece(k * width, width, width) for k in range(count))


def open_vector(width: int) -> Group:
    """What whole vectors of `width` lanes leave of an extent that is known at run time only."""
    return Group(0, None, (Piece(0, width, width, open=True),))


def _rest(offset: int, rest: int, least: int, masks: bool) -> list[Piece]:
    lanes = 1 << max(rest - 1, 0).bit_length()
    if not rest or (lanes != rest and not masks):
        return []
    if lanes < least and not masks:
        return []
    lanes = max(lanes, least)
    return [Piece(offset, lanes, rest)]
