"""Orders the loops of a nest so that caches keep more of what they read again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from math import prod

from xdsl.dialects import affine
from xdsl.ir import Operation

from ....analysis.accesses.views import stored_shape
from ....dialect.ir.located_errors import PadError
from ....dialect.ir.memory_access import find_access
from ...common.diagnostics import remark
from ...common.stages import loop_name
from ...loops.pad_reorder import reorder
from ...loops.reduction_order import ORDER_KEPT, bands_in
from ...register_tile.cost_model import computes
from ...register_tile.expected_trips import buffer_bytes
from ...vectorize.vector_unit import VectorUnit
from .estimated_time import references_of
from .memory_traffic import Axis, Reference, bytes_of, levels_of, memory_cycles

_WINDOW = 3
"""Loops that may change places: more orders take long to compare."""
VECTORS, _ROWS = 2, 6
"""About what a register tile has of a loop along rows, and of another one."""
_GAIN = 0.85
"""Memory takes this part of the time before at most, or the loops stay in the user's order."""
_MATTERS = 0.25
"""The part of the time of the operations that it takes at least."""
_FEW = 8
"""Iterations of a reduction for which its results are worth an order of their own."""


def order_for_caches(root: Operation, unit: VectorUnit, pass_name: str) -> None:
    """
    Reorder loops that move what is stored, where memory then takes much less time.

    Of `C[i, j] += A[i, k] * B[k, j]`, all of B is read again for each tile of rows, or all of A for
    each tile of columns: columns outside are better, since a tile has more of these. What moves
    rows into columns goes along the rows that it loads: their lines are fetched early, and stores
    need not wait.
    """
    for band in list(bands_in(root)):
        order = _best_order(band, unit)
        if order == band[: len(order)]:
            continue
        try:
            reorder(order)
        except PadError as reason:
            names = ", ".join(loop_name(loop) or "a loop" for loop in order)
            remark(pass_name, band[0], ORDER_KEPT, reason=reason, loops=names)


@dataclass(frozen=True)
class Products:
    """A band of which the first loops, `outer`, move what is stored, of more than one cache."""

    outer: list[affine.ForOp]
    along: set[Operation]
    """The loops along rows."""
    groups: Mapping[Operation, int]
    """How many iterations of a loop a register tile has, about."""
    references: list[Reference]
    trips: Mapping[Operation, int]
    reduces: bool
    """Whether a loop inside combines values."""
    cycles: float
    """Of the operations."""
    resident: float
    """The bytes of all that is accessed."""

    def in_groups(
        self, groups: Mapping[Operation, int]
    ) -> tuple[list[Reference], dict[Operation, int]]:
        """The accesses of groups of iterations, and how many of these each loop has."""
        times = {loop: -(-count // groups.get(loop, 1)) for loop, count in self.trips.items()}
        return [_grouped(each, groups) for each in self.references], times


def products_of(band: Sequence[affine.ForOp], unit: VectorUnit) -> Products | None:
    """What decides the order of a band; None where that does not matter."""
    first, second = (level.bytes for level in levels_of(unit)[:2])
    if len(band) < 2 or (bytes := _known_bytes(band[0])) <= first:
        return None
    references, trips = references_of(band[0], unit)
    written = [each for each in references if each.writes]
    moving = {loop for each in written for axis in each.axes for loop in axis.moves}
    outer = list[affine.ForOp]()
    for loop in band:
        if loop not in moving or loop.results:
            break
        outer.append(loop)
    reduced = [count for loop, count in trips.items() if loop not in moving]
    if len(outer) < 2 or (reduced and max(reduced) < _FEW):
        return None
    # What each processor keeps by itself is worth an order of two loops only.
    if bytes <= second and (len(outer) > 2 or not reduced):
        return None
    lanes = max(unit.bytes // max(each.bytes for each in written), 1)
    along = _along_rows(written)
    groups: dict[Operation, int] = {
        loop: VECTORS * lanes if loop in along else _ROWS for loop in outer
    }
    if not reduced:
        along |= _along_rows(references)
        groups = {loop: lanes if loop in along else 1 for loop in outer}
    return Products(
        outer,
        along,
        groups,
        references,
        trips,
        bool(reduced),
        _operations(band[0], trips) / (unit.fmas * lanes),
        bytes_of(references),
    )


def _best_order(band: Sequence[affine.ForOp], unit: VectorUnit) -> list[affine.ForOp]:
    """The first loops of a band, which move what is stored, in the order of least traffic."""
    products = products_of(band, unit)
    if products is None:
        return []
    outer, (grouped, times) = products.outer, products.in_groups(products.groups)

    def cost(order: Sequence[affine.ForOp]) -> float:
        nests = [_reordered(each, outer, order) for each in grouped]
        return memory_cycles(nests, times, unit, resident=products.resident).cycles

    before = cost(outer)
    if before < _MATTERS * products.cycles:
        return outer
    fixed, window = outer[:-_WINDOW], outer[-_WINDOW:]
    orders = [
        [*fixed, *each]
        for each in permutations(window)
        if products.reduces or each[-1] in products.along
    ]
    best = min(orders, key=cost, default=outer)
    return best if cost(best) <= _GAIN * before else outer


def _along_rows(references: Sequence[Reference]) -> set[Operation]:
    """The loops that go from a cell to the next one of a row."""
    moves = [move for each in references for move in each.axes[-1].moves.items()]
    return {loop for loop, move in moves if move == 1}


def _known_bytes(root: Operation) -> float:
    """The bytes of all buffers that are accessed inside; 0 if one has no rows of neighbours."""
    accesses = [(op, access) for op in root.walk() if (access := find_access(op)) is not None]
    buffers = {access.buffer(op) for op, access in accesses}
    if any(stored_shape(buffer.type) is None for buffer in buffers):
        return 0
    return sum(buffer_bytes(buffer.type) for buffer in buffers)


def _grouped(of: Reference, groups: Mapping[Operation, int]) -> Reference:
    """What so many iterations of loops touch together, as iterations of their own."""

    def grouped(axis: Axis) -> Axis:
        moves = {loop: move * groups.get(loop, 1) for loop, move in axis.moves.items()}
        reach = [move * (groups.get(loop, 1) - 1) for loop, move in axis.moves.items()]
        least = axis.least + int(sum(min(each, 0) for each in reach))
        most = axis.most + int(sum(max(each, 0) for each in reach))
        return replace(axis, least=least, most=most, moves=moves)

    return of.with_axes(grouped)


def _reordered(of: Reference, before: Sequence[Operation], after: Sequence[Operation]) -> Reference:
    """The accesses with the loops, of which the first are in an order, in another one."""
    count = len([loop for loop in of.loops if loop in before])
    kept = [loop for loop in after if loop in of.loops]
    return replace(of, loops=(*kept, *of.loops[count:]))


def _operations(root: affine.ForOp, trips: Mapping[Operation, int]) -> float:
    """How many operations on data all iterations run."""
    total = 0.0
    for op in root.walk():
        if computes(op):
            around = list[int]()
            current = op.parent_op()
            while current is not None and current is not root.parent_op():
                around.append(trips.get(current, 1))
                current = current.parent_op()
            total += prod(around)
    return total
