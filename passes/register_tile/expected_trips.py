"""How often loops are expected to run each time, and how large buffers are: guesses, for costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import prod
from typing import TypeAlias, cast

from xdsl.dialects.builtin import FixedBitwidthType, MemRefType
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ...analysis.accesses.views import stored_shape
from ...analysis.instances.enclosing_loops import is_iterator
from ...analysis.instances.reader import InstanceReader
from ...dialect.ir.loop_like import Range, loop_of
from ...index.boxes import range_of_sum
from ...index.connected import has_products, names_in
from ...index.expr import Expr, conjuncts, lift, var
from ...index.normal import sums_at_least_0, terms, total

USUAL = 1003
"""
What a size is taken to be that is known at run time only. Of vectors, and of tiles of several, it
leaves about as much as sizes do on average.
"""
FEW = 131
"""
The same where small sizes matter too: what tiles leave is a large part of these, and caches keep
what they do not keep of large ones.
"""
_MOST = 1 << 62
_INDEX_BYTES = 8
_REMEMBERED = 1000
_Ends: TypeAlias = tuple[int, int]


class ExpectedTrips:
    """
    How many iterations loops are expected to have, by a reader that knows their bounds.

    Sizes that are known at run time only are each taken to be the usual one, or what comes nearest
    to it by `pad.size` and assumes. Of bounds that vary with loops around it a loop is taken to
    have the mean of the least and the most; of bounds that cannot be read, as many iterations as
    the usual size.
    """

    def __init__(self, reader: InstanceReader, usual: int = USUAL):
        self._reader, self._usual = reader, usual
        self._trips: dict[Operation, int] = {}
        self._ends: dict[str, _Ends] = {}
        self._sizes: Mapping[str, int] | None = None

    @property
    def reader(self) -> InstanceReader:
        """What reads bounds and sizes."""
        return self._reader

    def of(self, loop: Operation) -> int:
        """How many iterations a loop has each time that it runs, in all its dimensions."""
        found = self._trips.get(loop)
        if found is None:
            read = self._reader.ranges(loop)
            found = self._usual if read is None else prod(map(self._length, read))
            self._trips[loop] = found
        return found

    def is_constant(self, loop: Operation) -> bool:
        """Whether a loop of one dimension has the same known number of iterations each time."""
        read = self._reader.ranges(loop)
        if read is None or len(read[0].lowers) != 1 or len(read[0].uppers) != 1:
            return False
        return (read[0].uppers[0] - read[0].lowers[0]).constant is not None

    def extent(self, buffer: SSAValue, axis: int) -> int:
        """The size of an axis of a buffer."""
        extents = self._reader.extents(buffer)
        ends = None if extents is None else self._ends_of(extents[axis])
        return self._usual if ends is None else max(0, ends[1])

    def _length(self, of: Range) -> int:
        """The shortest of the lengths that are known; the usual one if none is."""
        step = of.step.constant
        means = [self._mean(upper - lower) for upper in of.uppers for lower in of.lowers]
        known = [mean for mean in means if mean is not None]
        if not known or step is None:
            return self._usual
        return -(-min(known) // max(1, step))

    def _mean(self, distance: Expr) -> int | None:
        """A distance, or the mean of the least and the most that it may be, none negative."""
        ends = self._ends_of(distance)
        return None if ends is None else (max(0, ends[0]) + max(0, ends[1]) + 1) // 2

    def _ends_of(self, expr: Expr) -> _Ends | None:
        """Two numbers that enclose an expression, of sizes as they are expected to be."""
        if expr.constant is not None:
            return expr.constant, expr.constant
        spelled_out = self._reader.spelled_out(expr)
        whole = expr if spelled_out is None else spelled_out
        box = {name: self._ends_of_name(name) for name in names_in(whole)}
        known = {name: lift(low) for name, (low, high) in box.items() if low == high}
        low, high = range_of_sum(terms(whole.substitute(known)), box)
        return (low, high) if isinstance(low, int) and isinstance(high, int) else None

    def _ends_of_name(self, name: str) -> _Ends:
        found = self._ends.get(name)
        if found is None:
            value = self._reader.find_value(name)
            if value is not None and is_iterator(value):
                found = self._ends_of_iterator(value)
            else:
                size = self._size(name)
                found = size, size
            self._ends[name] = found
        return found

    def _ends_of_iterator(self, iterator: SSAValue) -> _Ends:
        """The least and the greatest value of an iterator."""
        block = iterator.owner
        assert isinstance(block, Block)
        loop = block.parent_op()
        assert loop is not None
        read = self._reader.ranges(loop)
        if read is None:
            return 0, self._usual - 1
        of = next(
            r for r, i in zip(read, loop_of(loop).iterators(loop), strict=True) if i is iterator
        )
        lowers, uppers = ([self._ends_of(e) for e in each] for each in (of.lowers, of.uppers))
        first = max((ends[0] for ends in lowers if ends is not None), default=0)
        end = min((ends[1] for ends in uppers if ends is not None), default=first + self._usual)
        step = max(1, of.step.constant or 1)
        return first, first + max(0, end - 1 - first) // step * step

    def _size(self, name: str) -> int:
        if self._sizes is None:
            facts = self._reader.known_sizes(self._reader.scope.last_op)
            self._sizes = _expected_sizes(facts, self._usual)
        return self._sizes.get(name, self._usual)


def expected_shape(buffer: SSAValue, expected: ExpectedTrips) -> tuple[int, ...] | None:
    """The extents of a buffer as it is stored; None if its type does not tell them."""
    shape = stored_shape(buffer.type)
    if shape is None:
        return None
    return tuple(
        expected.extent(buffer, axis) if size is None else size for axis, size in enumerate(shape)
    )


def buffer_bytes(type: Attribute) -> float:
    """The bytes of a buffer in row-major order, of which an extent may not be known."""
    shape = stored_shape(type)
    if shape is None:
        return 0.0
    element = cast("MemRefType[Attribute]", type).element_type
    count = 1
    for size in shape:
        count *= USUAL if size is None else size
    return count * element_bytes(element)


def element_bytes(element: Attribute) -> int:
    """The bytes of an element in memory."""
    return element.size if isinstance(element, FixedBitwidthType) else _INDEX_BYTES


@lru_cache(_REMEMBERED)
def _expected_sizes(facts: Expr, usual: int) -> Mapping[str, int]:
    """A number for each name, near the usual one, as facts allow it by those before it."""
    about = dict[str, list[Expr]]()
    for fact in conjuncts(facts):
        for name in dict.fromkeys(fact.variables()):
            about.setdefault(name, []).append(fact)
    found = dict[str, int]()
    for name, of_name in about.items():
        least, most = _limits(var(name), of_name, found)
        multiple = max(_multiple(var(name), fact) for fact in of_name)
        value = max(least, min(most, usual))
        down = value - value % multiple
        found[name] = down if down >= least else down + multiple
    return found


def _limits(name: Expr, facts: Sequence[Expr], known: Mapping[str, int]) -> tuple[int, int]:
    """The least and the most that a size is by facts about it and known ones."""
    least, most = 0, _MOST
    for summands in [each for fact in facts for each in sums_at_least_0(fact)]:
        factor = summands.get(name, 0)
        if not factor:
            continue
        rest = total({term: n for term, n in summands.items() if term != name})
        if has_products(rest) or not known.keys() >= names_in(rest):
            continue
        number = rest.evaluate(known)  # factor * name >= -number
        if factor > 0:
            least = max(least, -(number // factor))
        else:
            most = min(most, number // -factor)
    return least, most


def _multiple(name: Expr, fact: Expr) -> int:
    """What a size is a multiple of by a fact."""
    if fact.op != "==" or fact.operands[1].constant != 0 or fact.operands[0].op != "%":
        return 1
    size, divisor = fact.operands[0].operands
    return abs(divisor.constant or 1) if size == name else 1
