"""How far the lanes of an access are from one another in memory, and where in it they begin."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from xdsl.dialects import affine, memref, scf
from xdsl.dialects.builtin import FixedBitwidthType, IntegerAttr, MemRefType
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ....analysis.accesses.accesses import feeds_only_assumes
from ....analysis.accesses.in_bounds import bounds_of
from ....analysis.accesses.views import (
    distances,
    has_rows_of_neighbours,
    root_access,
    root_of,
    strides,
)
from ....analysis.instances.reader import InstanceReader
from ....analysis.instances.sizes import known_sizes
from ....dialect.annotations import argument_attributes, buffer_name
from ....dialect.ir.affine_conversion import from_affine_set
from ....dialect.ir.operations import is_a, operations_of
from ....dialect.ir.reasons import Declined
from ....index.expr import Expr, all_of, eq, lift, var, within
from ....index.normal import ONE, terms
from ....index.queries.conditions import Piece as IndexPiece
from ....index.queries.conditions import is_covered, is_implied
from ...common.for_loops import constant_lower
from ...common.remedies import apply_first
from ...simplify.decided_conditions import outermost_block
from .iteration_groups import Group, Piece
from .lockstep import SCALAR, STORES, Load, Store, buffer_of
from .variance import Variance

_BASE, _LANE = "base", "lane"
_LOADS = (affine.LoadOp, memref.LoadOp)
_NUMBERS = (FixedBitwidthType,)
_WIDTHS = (1, 8, 16, 32, 64)
CACHE_LINE = 64
"""Bytes: what `pad-to-host` aligns an allocation to that asks for nothing."""


@dataclass(frozen=True)
class Quotient:
    """
    How an index along a row goes on by one each time that `divisor` iterations have run, the first
    time after `divisor - start`.
    """

    divisor: int
    start: int

    def places(self, group: Group, piece: Piece) -> list[int] | None:
        """
        How far the element of each active lane is from that of the first; None if that is not the
        same each time that the group runs.
        """
        if group.rounds != 1 and group.size % self.divisor:
            return None
        first = (self.start + group.first + piece.offset) % self.divisor
        return [(first + lane) // self.divisor for lane in range(piece.active)]


class Neighbours:
    """How the accesses in a loop move with its iterations."""

    def __init__(self, loop: affine.ForOp, groups: Sequence[Group], most_apart: int = 1):
        """`most_apart`: how many elements of a row may be between one lane and the next."""
        self._loop, self._groups, self._most_apart = loop, groups, most_apart
        self._reader = InstanceReader(outermost_block(loop))
        self._name = str(self._reader.index(loop.body.block.args[0]))
        self._step = loop.step.value.data
        self._alignments: dict[SSAValue, int | None] = {}

    def stride(self, op: Load | Store) -> int:
        """
        0 where all iterations access one cell, 1 where consecutive ones access neighbours; by how
        many elements of a row they are apart where that may be more, negative in falling order.

        Raises Declined for every other access.
        """
        index = self._reader.cell(op)
        if index is None:
            index = self._of_same_row(op)
        if all(self._name not in e.variables() for e in index):
            return 0
        check_row_major(op)
        factors = self._factors(index)
        if factors is not None and self._are_near(factors):
            return factors[-1]
        if not self._is_shown(op, index):
            raise self._not_of_neighbours(op, index)
        return 1

    def quotient(self, op: Load | Store) -> Quotient | None:
        """
        How iterations in a row load one element, where lanes may be apart; None where they do not.

        Raises Declined where the elements of a row are not next to one another.
        """
        index, first = self._reader.cell(op), constant_lower(self._loop)
        if not index or first is None or self._most_apart == 1 or not is_a(op, _LOADS):
            return None
        if any(self._name in e.variables() for e in index[:-1]):
            return None
        found = _quotient(index[-1], self._name, self._step, first)
        if found is not None:
            check_row_major(op)
        return found

    def check_fast_path(self) -> None:
        """
        Raises Declined at a load of cells that are certainly too far apart, whatever the loop
        carries.

        Nothing in the loop may change its cells, no condition keeps lanes from loading, and it is
        loaded for more than assumes.
        """
        stores = operations_of(self._loop.body, *STORES)
        stored = {root_of(buffer_of(op)) for op in stores}
        for op in operations_of(self._loop.body, affine.LoadOp, memref.LoadOp):
            if root_of(op.memref) in stored:
                continue
            index = self._reader.cell(op)
            if index is None or not self._is_under_loops_alone(op) or feeds_only_assumes(op):
                continue
            factors = self._factors(index)
            if factors is not None and any(factors) and not self._are_near(factors):
                raise self._not_of_neighbours(op, index)

    def are_near(self, op: Load | Store) -> bool:
        """Whether it may be that lanes access one cell or neighbours: `stride` says whether."""
        index = self._reader.cell(op)
        factors = None if index is None else self._factors(index)
        return factors is None or not any(factors) or self._are_near(factors)

    def moves_along(self, op: Load | Store, loop: affine.ForOp) -> bool:
        """Whether each iteration of a loop inside accesses the next element of the row."""
        index, name = self._reader.cell(op), str(self._reader.index(loop.body.block.args[0]))
        if not index:
            return False
        last = terms(index[-1])
        is_next = last.pop(var(name), 0) == 1
        return is_next and not any(name in e.variables() for e in (*index[:-1], *last))

    def not_of_neighbours(self, op: Load | Store) -> Declined:
        """Why the lanes of an access do not lie side by side."""
        return self._not_of_neighbours(op, self._reader.cell(op) or ())

    def alignment(self, op: Load | Store, group: Group, offset: int, lanes: int) -> int | None:
        """
        The bytes of so many lanes where the address of a piece is certainly a multiple of them.
        """
        buffer = buffer_of(op)
        if buffer not in self._alignments:
            self._alignments[buffer] = alignment_of(root_of(buffer))
        known = self._alignments[buffer]
        if known is None:
            return None
        root = root_of(buffer)
        distances, size = strides(root.type), _element_size(root)
        if distances is None or size is None or known % (lanes * size):
            return None
        index, instances = self._reader.cell(op), self._reader.instances(op)
        if index is None:
            return None
        assert instances is not None
        cell = root_access(buffer, index, instances.condition)[1]
        position = lift(0)
        for axis, distance in zip(cell, distances, strict=True):
            position = position + axis * distance
        base, context = self._first(group, offset, instances.condition)
        first = position.substitute(base)
        if all(factor % lanes == 0 for factor in terms(first).values()):
            return lanes * size
        return lanes * size if is_implied(context, eq(first % lanes, 0)) else None

    def cross_lines(self, width: int) -> bool:
        """
        Whether half of the vectors loaded in loops inside would cross lines of the cache.

        Those do that begin at another place in the line each time a loop inside goes on. What a
        loop around, or the innermost one, does not change is loaded once for several of its
        iterations, and not counted.
        """
        crossing = total = 0
        for op in operations_of(self._loop.body, affine.LoadOp, memref.LoadOp):
            index, instances = self._reader.cell(op), self._reader.instances(op)
            distances = strides(op.memref.type)
            if index is None or instances is None or distances is None:
                continue
            names = {name for e in index for name in e.variables()}
            place = instances.iterators.index(self._name)
            if not names.issuperset((*instances.iterators[: place + 1], instances.iterators[-1])):
                continue
            moves = [
                distance * terms(e).get(var(name), 0)
                for e, distance in zip(index, distances, strict=True)
                for name in instances.iterators[place + 1 :]
            ]
            total += 1
            crossing += any(move % width for move in moves)
        return crossing > 0 and 2 * crossing >= total

    def lead(self, width: int) -> int:
        """
        After how many iterations all stores begin at a multiple of `width` elements; 0 where they
        do at once, or where that differs from one store, or one run of the loop, to another. A
        buffer is taken to begin at a line of the cache.
        """
        first, places = constant_lower(self._loop), set[int]()
        for op in operations_of(self._loop.body, *STORES):
            index, distances = self._reader.cell(op), strides(buffer_of(op).type)
            if index is None or distances is None or first is None:
                return 0
            position = lift(0)
            for axis, distance in zip(index, distances, strict=True):
                position = position + axis * distance
            summands = dict(terms(position))
            start, own = summands.pop(ONE, 0) + first, summands.pop(var(self._name), 0)
            moved = any(f % width or self._name in t.variables() for t, f in summands.items())
            if own != 1 or moved:
                return 0
            places.add(start % width)
        return -places.pop() % width if len(places) == 1 and self._step == 1 else 0

    def leaves_none(self, group: Group) -> bool:
        """Whether a group that goes on while it fits certainly covers what is left of the loop."""
        ranges, instances = self._reader.ranges(self._loop), self._reader.surroundings(self._loop)
        if group.rounds is not None or ranges is None or instances is None:
            return False
        ((lower,), (upper,), _) = ranges[0]
        left = upper - (lower + group.first * self._step)
        none = eq(left % (group.size * self._step), 0)
        if left.constant is not None:
            return is_implied(instances.condition, none)
        return is_implied(instances.condition & self._known_sizes, none)

    def is_inside(self, op: Operation) -> bool:
        """Whether an access stays inside of the buffer in each call, by what is known of sizes."""
        return all(
            is_implied(bound.instances.condition & self._known_sizes, bound.condition)
            for bound in bounds_of(op, self._reader)
        )

    @cached_property
    def _known_sizes(self) -> Expr:
        """What holds of sizes wherever the loop runs."""
        stage = self._reader.stage(self._loop)
        assert stage is not None
        return known_sizes(stage, self._reader)

    @property
    def iterator(self) -> str:
        """The name of the loop's iterator in expressions."""
        return self._name

    @property
    def step(self) -> int:
        """The step of the iterator from one iteration to the next."""
        return self._step

    def factor(self, value: SSAValue) -> int | None:
        """The factor of the iterator in an index; None if that is not linear in it."""
        expr = self._reader.index(value)
        if expr is None:
            return None
        summands = terms(expr)
        factor = summands.pop(var(self._name), 0)
        return None if any(self._name in term.variables() for term in summands) else factor

    def condition(self, op: affine.IfOp) -> tuple[Expr, dict[str, SSAValue]]:
        """The condition of a conditional, and the values of the names in it."""
        operands = self._reader.indices(list(op.args))
        assert operands is not None
        holds = from_affine_set(op.condition.data, operands)
        return holds, {name: self._reader.value(name) for name in holds.variables()}

    def shown(self, expr: Expr) -> str:
        """An expression under the names that the source has."""
        return self._reader.shown(expr)

    def some_lane_runs(self, op: Operation) -> bool:
        """
        Whether an operation runs for at least one iteration of each piece, whenever the loops
        inside come to it.
        """
        instances, inner = self._reader.instances(op), self._inner_loops(op)
        if instances is None or inner is None or not instances.exact:
            return False
        lane = var(_LANE)
        there = {self._name: var(_BASE) + lane * self._step}
        for group in self._groups:
            for piece in group.pieces:
                _, context = self._first(group, piece.offset, self._around() & inner)
                runs = instances.condition.substitute(there) & within(lane, piece.active)
                over = tuple(sorted({*context.variables(), *runs.variables()} - {_LANE}))
                points = IndexPiece((_LANE,), runs, tuple(map(var, over)))
                if not is_covered(context, [points], over):
                    return False
        return True

    def _of_same_row(self, op: Load | Store) -> list[Expr]:
        """
        The index of a cell in a row that data chooses, the same one for all iterations; 0 stands
        for what chooses it.

        Raises Declined where iterations may access different rows.
        """
        if is_a(op, (memref.LoadOp, memref.StoreOp)) and op.indices:
            *outer, last = op.indices
            along = self._reader.index(last)
            if along is not None and not any(map(self._variance.varies, outer)):
                return [*[lift(0)] * len(outer), along]
        raise Declined("its cell is not a quasi-affine function of the loops", op, reason="index")

    @cached_property
    def _variance(self) -> Variance:
        return Variance(self._loop)

    def _around(self) -> Expr:
        """The condition that holds in all of the loop's body."""
        first = self._loop.body.block.first_op
        assert first is not None
        instances = self._reader.instances(first)
        assert instances is not None
        return instances.condition

    def _inner_loops(self, op: Operation) -> Expr | None:
        """
        Return the condition on the iterators of the loops around an operation and inside this one;
        None if it cannot be read. Steps are left out: the condition may hold more often than the
        loops run.
        """
        found = list[Expr]()
        current = op.parent_op()
        while current is not None and current is not self._loop:
            if isinstance(current, affine.ForOp | scf.ForOp):
                iterator = self._reader.index(current.body.block.args[0])
                ranges = self._reader.ranges(current)
                if iterator is None or ranges is None:
                    return None
                lowers, uppers, _ = ranges[0]
                found += [iterator >= low for low in lowers] + [iterator < high for high in uppers]
            current = current.parent_op()
        return all_of(found)

    def _factors(self, index: Sequence[Expr]) -> list[int] | None:
        """By what each index grows with an iteration; None if one is not linear in it."""
        factors = list[int]()
        for e in index:
            summands = terms(e)
            factors.append(summands.pop(var(self._name), 0) * self._step)
            if any(self._name in term.variables() for term in summands):
                return None
        return factors

    def _are_near(self, factors: Sequence[int]) -> bool:
        near = factors[-1] == 1 or 0 < abs(factors[-1]) <= self._most_apart != 1
        return near and not any(factors[:-1])

    def _not_of_neighbours(self, op: Load | Store, index: Sequence[Expr]) -> Declined:
        name = buffer_name(buffer_of(op)) or "a buffer"
        shown = ", ".join(map(self.shown, index))
        text = f"consecutive iterations do not access neighbours of {name}, but [{shown}]"
        return Declined(text, op, reason="not-contiguous")

    def _is_under_loops_alone(self, op: Operation) -> bool:
        """Whether only loops are around an operation, up to this one."""
        current = op.parent_op()
        while isinstance(current, affine.ForOp) and current is not self._loop:
            current = current.parent_op()
        return current is self._loop

    def _is_shown(self, op: Load | Store, index: Sequence[Expr]) -> bool:
        """Whether it holds inside each piece, by proof: tiles that the pieces do not cross."""
        instances, around = self._reader.instances(op), self._around()
        assert instances is not None
        lane = var(_LANE)
        for group in self._groups:
            for piece in group.pieces:
                base, context = self._first(group, piece.offset, around)
                there = {self._name: var(_BASE) + lane * self._step}
                first = [e.substitute(base) for e in index]
                moved = [e.substitute(there) for e in index]
                last = len(index) - 1
                goal = all_of(
                    [
                        eq(b, a + lane if k == last else a)
                        for k, (a, b) in enumerate(zip(first, moved, strict=True))
                    ]
                )
                # The first lane may be masked off; each that is not lies so far after it.
                runs = instances.condition.substitute(there)
                inside = context & runs & within(lane, piece.active)
                if not is_implied(inside, goal):
                    return False
        return True

    def _first(self, group: Group, offset: int, condition: Expr) -> tuple[dict[str, Expr], Expr]:
        """The first iteration of a piece instead of any, and what is known of it."""
        ranges = self._reader.ranges(self._loop)
        assert ranges is not None
        lower = ranges[0][0][0]
        base = {self._name: var(_BASE)}
        begin = lower + (group.first + offset) * self._step
        on_step = eq((var(_BASE) - begin) % (group.size * self._step), 0)
        return base, condition.substitute(base) & on_step & (var(_BASE) >= begin)


def check_row_major(op: Load | Store) -> None:
    """Raises Declined unless the elements of a row are next to one another in memory."""
    buffer = buffer_of(op)
    if has_rows_of_neighbours(buffer.type):
        return
    if (waiting := apply_first(buffer)) is not None:
        raise Declined(waiting, op, reason="layout-not-applied")
    apart = distances(buffer.type)
    if apart is None:
        raise Declined("the buffer has a layout of its own", op, reason="layout-not-applied")
    name = buffer_name(buffer) or "the buffer"
    if apart[-1] is None:
        text = (
            f"the innermost stride of {name} is not known to be 1: give it a type that says so, "
            "such as strided<[?, 1], offset: ?>"
        )
        raise Declined(text, op, reason="strides")
    text = f"the elements of a row of {name} are {apart[-1]} apart in memory"
    raise Declined(text, op, reason="strides")


def _quotient(index: Expr, name: str, step: int, first: int) -> Quotient | None:
    """How an index moves with a loop from `first` on, where it is a quotient of its iterator."""
    moving = {term: f for term, f in terms(index).items() if name in term.variables()}
    if len(moving) != 1:
        return None
    ((term, factor),) = moving.items()
    divisor = term.operands[1].constant if term.op == "//" else None
    if divisor is None or divisor < 2 or factor != 1:
        return None
    inside = dict(terms(term.operands[0]))
    own, start = inside.pop(var(name), 0), inside.pop(ONE, 0)
    # What else is in it moves the index by whole elements.
    if own * step != 1 or any(f % divisor or name in t.variables() for t, f in inside.items()):
        return None
    return Quotient(divisor, (start + own * first) % divisor)


def divisors_in(loop: affine.ForOp) -> set[int]:
    """The divisors in indices that go on by one each time that so many iterations have run."""
    first, reader = constant_lower(loop), InstanceReader(outermost_block(loop))
    if first is None:
        return set()
    name, step = str(reader.index(loop.body.block.args[0])), loop.step.value.data
    cells = (reader.cell(op) for op in operations_of(loop.body, *_LOADS))
    found = (_quotient(cell[-1], name, step, first) for cell in cells if cell)
    return {quotient.divisor for quotient in found if quotient is not None}


def has_lanes_apart(loop: affine.ForOp, most: int) -> bool:
    """
    Whether the iterations of a loop, or of one in it, may access elements so few apart, or one
    element several times.
    """
    reader = InstanceReader(outermost_block(loop))
    cells = (reader.cell(op) for op in operations_of(loop, *SCALAR))
    factors = {f for cell in cells if cell for f in terms(cell[-1]).values()}
    if any(factor != 1 and abs(factor) <= most for factor in factors):
        return True
    return any(map(divisors_in, operations_of(loop, affine.ForOp)))


def alignment_of(root: SSAValue) -> int | None:
    """The bytes that the address of a buffer is a multiple of, where that is known."""
    owner = root.owner
    if isinstance(owner, memref.AllocOp | memref.AllocaOp):
        return owner.alignment.value.data if owner.alignment is not None else CACHE_LINE
    given = argument_attributes(root).get("llvm.align") if isinstance(owner, Block) else None
    return given.value.data if isinstance(given, IntegerAttr) else None


def types_at(ops: Iterable[Operation]) -> list[Attribute]:
    """
    The types of what operations take and give.

    Each object once: to hash a type takes longer than to look at equal ones.
    """
    types = [value.type for op in ops for value in (*op.results, *op.operands)]
    return list({id(type): type for type in types}.values())


def bits_of(type: Attribute) -> int | None:
    """
    Return the bit width of a numeric type; None for `index`, and if it is not a whole number of
    bytes.

    Numbers of such a width have gaps between them in memory, but not in a vector.
    """
    if not is_a(type, _NUMBERS) or type.bitwidth not in _WIDTHS:
        return None
    return type.bitwidth


def _element_size(root: SSAValue) -> int | None:
    """The bytes of an element."""
    bits = bits_of(cast("MemRefType[Attribute]", root.type).element_type)
    return None if bits is None or bits % 8 else bits // 8
