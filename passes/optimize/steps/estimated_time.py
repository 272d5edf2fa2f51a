"""Estimates how many cycles a module takes, by its instructions, their latency, and its memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import log2, prod, sqrt
from typing import NamedTuple, cast

from xdsl.dialects import affine, arith, func, math, memref, scf, vector
from xdsl.dialects.builtin import IndexType, MemRefType, ModuleOp, i1
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ....analysis.accesses.accesses import feeds_only_assumes
from ....analysis.accesses.views import flat_cell, stored_shape, strides
from ....analysis.instances.reader import InstanceReader
from ....dialect.ir.loop_like import carried_by, loop_of
from ....dialect.ir.memory_access import MemoryAccess, find_access
from ....dialect.ir.operations import is_a
from ....dialect.ops import AssumeOp, PackOp, UndefOp, UnpackOp
from ....dialect.xdsl_compat.vector_intrinsics import only_feeds_dots
from ....index.expr import Expr, var
from ....index.normal import ONE, terms
from ...lanes.legality.carried_reductions import is_vector, vector_shape
from ...lanes.legality.lockstep import becomes_no_code
from ...lanes.legality.neighbours import CACHE_LINE
from ...register_tile.cost_model import TILE, UNROLLED
from ...register_tile.expected_trips import (
    FEW,
    USUAL,
    ExpectedTrips,
    buffer_bytes,
    element_bytes,
    expected_shape,
)
from ...vectorize.formulas import LONG, instructions_of, is_formula
from ...vectorize.vector_unit import VectorUnit
from .extrema import EXTREMA, latency_of_extremum, steps_of_extremum
from .index_moves import (
    LoopsAround,
    alignment,
    constant_of,
    index_of,
    loops_around,
    move_of,
    step_of,
)
from .memory_traffic import Axis, Reference, bytes_of, memory_cycles, page_cycles

_WIDTH = 5.0
"""Instructions that begin in a cycle."""
_WINDOW = 256
"""Instructions that a processor looks ahead over."""
_LLVM_BYTES = 8
"""Bytes of a vector's register for each time that LLVM's vectors are faster than scalars."""
_FORWARDED = 5
"""Cycles until what was stored can be loaded."""
_CALL = 50
"""Cycles of a call besides what the callee does."""
_MISSED = 2.0
"""Cycles that a branch takes, those that are foreseen wrongly included."""
_BESIDE = 0.25
"""The share of computing that what is fetched early does not hide, or the other way round."""
_MASKED_STORE = 10  # other stores that one of AVX takes
_INDICES = ("affine.apply", "affine.min", "affine.max")
_NO_CODE = (
    *(arith.ConstantOp, UndefOp, AssumeOp, affine.YieldOp, scf.YieldOp, func.ReturnOp),
    *(memref.CollapseShapeOp, memref.ExpandShapeOp, memref.CastOp, memref.DimOp),
)
_CALLS, _COPIES = (func.CallOp,), (PackOp, UnpackOp, memref.CopyOp)
_FOR, _PARALLEL = (affine.ForOp, scf.ForOp), (affine.ParallelOp, scf.ParallelOp)
_IF = (affine.IfOp, scf.IfOp)
_DIVISIONS = (
    arith.DivSIOp,
    arith.DivUIOp,
    arith.RemSIOp,
    arith.RemUIOp,
    arith.FloorDivSIOp,
    arith.CeilDivSIOp,
)
_SUMS = (arith.AddfOp, arith.SubfOp)
_FLOATS = (arith.AddfOp, arith.SubfOp, arith.MulfOp, math.FmaOp, *EXTREMA)


class Work(NamedTuple):
    """What straight code takes of a processor: cycles of each kind of unit, and instructions."""

    arithmetic: float = 0.0
    loads: float = 0.0
    stores: float = 0.0
    instructions: float = 0.0
    sums: float = 0.0
    """Of a processor that adds beside its products."""

    @property
    def cycles(self) -> float:
        """All of them side by side."""
        instructions = self.instructions / _WIDTH
        return max(self.arithmetic, self.sums, self.loads, self.stores, instructions)

    def plus(self, other: Work) -> Work:
        return Work(*(a + b for a, b in zip(self, other, strict=True)))

    def times(self, count: float) -> Work:
        return Work(*(count * each for each in self))


class _Spent(NamedTuple):
    """The work of a block outside its loops, and the cycles of its loops and of waiting."""

    work: Work = Work()
    cycles: float = 0.0

    @property
    def total(self) -> float:
        return self.work.cycles + self.cycles


@dataclass
class _Nest:
    """What is read of one stage: the trips of its loops, and its accesses."""

    expected: ExpectedTrips
    trips: dict[Operation, int] = field(default_factory=dict[Operation, int])
    references: dict[object, Reference] = field(default_factory=dict[object, Reference])
    around: LoopsAround = field(default_factory=LoopsAround)
    """The loops around what is read now."""
    with_sums: dict[Block, bool] = field(default_factory=dict[Block, bool])
    """Whether loops in a block carry results, as far as that was asked."""
    has_assumes: bool = True
    """Whether there may be operations in it that only assumes need."""

    @property
    def reader(self) -> InstanceReader:
        """What reads indices and bounds."""
        return self.expected.reader

    @property
    def loops(self) -> list[Operation]:
        """The loops around what is read now, the outermost first."""
        return self.around.loops


@dataclass(frozen=True)
class Estimate:
    """Cycles of one call of each function that no other one calls."""

    cycles: float
    computing: float
    memory: float

    def __str__(self) -> str:
        return f"{self.cycles:.4g} cycles"


def estimate(module: ModuleOp, unit: VectorUnit) -> Estimate:
    """
    The cycles that a module takes on a processor with these vectors, its caches warm.

    Of sizes that are known at run time only, it is the geometric mean of what it takes for usual
    sizes and for small ones: what is good for one of these may be bad for the other.
    """
    usual = _Estimator(module, unit).total()
    if not any(map(_has_open_sizes, module.walk())):
        return usual
    few = _Estimator(module, unit, FEW).total()
    pairs = (usual.cycles, few.cycles), (usual.computing, few.computing), (usual.memory, few.memory)
    return Estimate(*(sqrt(a * b) for a, b in pairs))


def _has_open_sizes(op: Operation) -> bool:
    """Whether an operation accesses a buffer of which a size is known at run time only."""
    access = find_access(op)
    shape = None if access is None else stored_shape(access.buffer(op).type)
    return shape is not None and None in shape


def cycles_of(loop: affine.ForOp, unit: VectorUnit) -> float:
    """The cycles that a loop takes each time that it runs, of what the caches keep for it alone."""
    return _Estimator(ModuleOp([]), unit).loop(loop)


def references_of(
    loop: affine.ForOp, unit: VectorUnit
) -> tuple[list[Reference], dict[Operation, int]]:
    """The accesses in a loop, and how many iterations it and each loop in it have."""
    module = ModuleOp([])
    assert loop.parent is not None
    nest = _Nest(ExpectedTrips(InstanceReader(loop.parent)))
    _Estimator(module, unit).visit(loop, nest)
    return list(nest.references.values()), nest.trips


class _Estimator:
    def __init__(self, module: ModuleOp, unit: VectorUnit, sizes: int = USUAL):
        """`sizes`: about what sizes are taken to be that are known at run time only."""
        self._unit, self._sizes = unit, sizes
        found = [op for op in module.walk() if isinstance(op, func.FuncOp)]
        self._functions = {f.sym_name.data: f for f in found if not f.is_declaration}
        self._known = dict[str, tuple[float, float, float]]()

    def total(self) -> Estimate:
        called = {
            op.callee.string_value()
            for f in self._functions.values()
            for op in f.walk()
            if isinstance(op, func.CallOp)
        }
        tops = [name for name in self._functions if name not in called] or [*self._functions]
        parts = [self._function(name) for name in tops]
        return Estimate(
            *(sum(column) for column in zip(*parts, strict=True)) if parts else (0, 0, 0)
        )

    def visit(self, op: Operation, nest: _Nest) -> None:
        """Read the trips and the accesses of an operation."""
        self._root(op, nest)

    def _function(self, name: str) -> tuple[float, float, float]:
        if name not in self._functions:
            return 0.0, 0.0, 0.0
        if name not in self._known:
            self._known[name] = 0.0, 0.0, 0.0  # of what calls itself
            function = self._functions[name]
            nests = list[tuple[float, _Nest]]()
            for block in function.body.blocks:
                expected = ExpectedTrips(InstanceReader(block), self._sizes)
                for op in block.ops:
                    nest = _Nest(expected)
                    spent = self._root(op, nest)
                    nests.append((spent.total, nest))
            resident = bytes_of([r for _, nest in nests for r in nest.references.values()])
            parts = [self._of_nest(own, nest, resident) for own, nest in nests]
            cycles, computing, memory = map(sum, zip(*parts, strict=True))
            self._known[name] = cycles, computing, memory
        return self._known[name]

    def loop(self, op: affine.ForOp) -> float:
        """The cycles of a loop by itself, each time that it runs."""
        assert op.parent is not None
        nest = _Nest(ExpectedTrips(InstanceReader(op.parent)))
        spent = self._root(op, nest)
        return self._of_nest(spent.total, nest, bytes_of(list(nest.references.values())))[0]

    def _of_nest(self, own: float, nest: _Nest, resident: float) -> tuple[float, float, float]:
        references = list(nest.references.values())
        moved = memory_cycles(references, nest.trips, self._unit, resident=resident)
        early = moved.cycles - moved.late
        cycles = moved.late + max(own, early) + _BESIDE * min(own, early)
        return cycles + page_cycles(references, nest.trips), own, moved.cycles

    def _block(self, block: Block, nest: _Nest) -> _Spent:
        work, cycles = Work(), 0.0
        for op in block.ops:
            spent = self._operation(op, nest)
            work, cycles = work.plus(spent.work), cycles + spent.cycles
        return _Spent(work, cycles)

    def _root(self, op: Operation, nest: _Nest) -> _Spent:
        """Of an operation that is in no other: what is in a loop is of no use outside of it."""
        if feeds_only_assumes(op):
            return _Spent()
        if is_a(op, _FOR + _PARALLEL):
            nest.has_assumes = any(isinstance(each, AssumeOp) for each in op.walk())
        return self._operation(op, nest)

    def _operation(self, op: Operation, nest: _Nest) -> _Spent:
        if is_a(op, _NO_CODE) or (nest.has_assumes and feeds_only_assumes(op)):
            return _Spent()
        if is_a(op, _FOR):
            return self._loop(op, nest)
        if is_a(op, _PARALLEL):
            return self._parallel(op, nest)
        if is_a(op, _IF):
            return self._if(op, nest)
        if is_a(op, _CALLS):
            return _Spent(cycles=_CALL + self._function(op.callee.string_value())[0])
        if is_a(op, _COPIES):
            return _Spent(cycles=buffer_bytes(op.operands[0].type) / 4)
        access = find_access(op)
        if access is not None:
            return _Spent(self._access(op, access, nest))
        if op.regions:
            parts = [self._block(b, nest) for region in op.regions for b in region.blocks]
            return _Spent(Work(), sum(part.total for part in parts))
        return _Spent(self._computation(op))

    def _loop(self, op: affine.ForOp | scf.ForOp, nest: _Nest) -> _Spent:
        if isinstance(op, affine.ForOp) and becomes_no_code(op):
            return _Spent()
        trips = nest.expected.of(op)
        nest.trips[op] = trips
        with nest.around.inside(op, nest.reader):
            body = self._block(op.body.block, nest)
        if not trips:
            return _Spent()
        chain = self._chain(op, nest)
        count = body.work.instructions * trips
        if body.cycles:
            own = max(body.work.cycles, chain) + body.cycles
            return _Spent(cycles=trips * own + TILE)
        if chain == 0 and self._is_for_llvm(op, nest):
            lanes = self._unit.bytes / _LLVM_BYTES
            return _Spent(cycles=trips * body.work.cycles / lanes + TILE)
        in_view = min(1.0, count * _times_carried(op, nest) / _WINDOW)
        if count <= UNROLLED and nest.expected.is_constant(op):
            waiting = max(0.0, chain * trips * in_view - body.work.cycles * trips)
            return _Spent(body.work.times(trips), waiting)
        looping = body.work.plus(Work(instructions=2))
        return _Spent(cycles=trips * max(looping.cycles, chain * in_view) + TILE)

    def _is_for_llvm(self, op: affine.ForOp | scf.ForOp, nest: _Nest) -> bool:
        """
        Whether a loop without vectors is one that LLVM makes some of: all it accesses are
        neighbours, or the same, at an index that may be known at run time only.
        """
        own, many = op.body.block.args[0], False
        for each in op.body.block.ops:
            access = find_access(each)
            if any(is_vector(value.type) for value in (*each.results, *each.operands)):
                return False
            if each.regions or is_a(each, _CALLS):
                return False
            if access is None:
                continue
            index = nest.reader.cell(each)
            if index is not None:
                name = str(nest.reader.index(own))
                factors = [terms(part).get(var(name), 0) for part in index]
                mixed = [p for p, f in zip(index, factors, strict=True) if not f]
                if any(factors[:-1]) or factors[-1:] not in ([0], [1]):
                    return False
                if any(name in part.variables() for part in mixed):
                    return False
                many = many or factors[-1] == 1
            else:
                operands = access.index_operands(each)
                if own in operands[:-1] or operands[-1] is not own:
                    return False
        return many

    def _parallel(self, op: Operation, nest: _Nest) -> _Spent:
        nest.trips[op] = trips = nest.expected.of(op)
        with nest.around.inside(op, nest.reader):
            body = self._block(loop_of(op).block(op), nest)
        return _Spent(cycles=trips * (body.total + 1) + TILE)

    def _if(self, op: Operation, nest: _Nest) -> _Spent:
        arms = [self._block(region.block, nest) for region in op.regions if region.blocks]
        longest = max(arms, key=lambda arm: arm.total, default=_Spent())
        is_scalar = isinstance(op, scf.IfOp)
        asked = 1 if is_scalar else len(cast("affine.IfOp", op).condition.data.constraints)
        # A branch keeps what is after it from beginning early, more than its instructions do.
        return _Spent(longest.work.plus(Work(instructions=2 * asked)), longest.cycles + _MISSED)

    def _chain(self, op: affine.ForOp | scf.ForOp, nest: _Nest) -> float:
        """The cycles from one iteration to the next that depends on it."""
        longest = 0.0
        for each in carried_by(op):
            longest = max(longest, self._path(each.yielded, each.argument, {}) or 0.0)
        return max(longest, self._through_memory(op, nest))

    def _path(
        self, value: SSAValue, start: SSAValue, known: dict[SSAValue, float | None]
    ) -> float | None:
        """The cycles from one value to another in the same block; None if there is no way."""
        if value is start:
            return 0.0
        if value not in known:
            known[value] = None
            op = value.owner
            if isinstance(op, Operation) and op.parent is start.owner and not op.regions:
                ways = [self._path(operand, start, known) for operand in op.operands]
                found = [way for way in ways if way is not None]
                if found:
                    known[value] = max(found) + self._latency(op)
        return known[value]

    def _latency(self, op: Operation) -> float:
        if is_a(op, EXTREMA):
            return latency_of_extremum(op, self._unit)
        if is_a(op, _FLOATS):
            return self._unit.latency
        if is_a(op, LONG) or is_formula(op):
            return 4 * self._unit.latency
        return 1.0

    def _through_memory(self, op: affine.ForOp | scf.ForOp, nest: _Nest) -> float:
        """The same, of what an iteration stores and the next one loads."""
        stored = dict[object, bool]()
        found = 0.0
        accesses = [(each, find_access(each)) for each in op.body.block.ops]
        for each, access in accesses:
            if access is not None and access.writes:
                place = self._place(each, access, op, nest)
                if place is not None:
                    stored[place[0], place[1]] = True
        for each, access in accesses:
            if access is not None and access.reads and not access.writes and stored:
                place = self._place(each, access, op, nest)
                if place is None:
                    continue
                last = tuple(p + m for p, m in zip(place[1], place[2], strict=True))
                is_same = (place[0], place[1]) in stored and not any(place[2])
                is_last = (place[0], last) in stored and not is_vector(each.results[0].type)
                if is_same or is_last:
                    found = self._unit.latency + _FORWARDED
        return found

    def _place(
        self, op: Operation, access: MemoryAccess, loop: affine.ForOp | scf.ForOp, nest: _Nest
    ) -> tuple[object, tuple[int, ...], tuple[int, ...]] | None:
        """The buffer and names of an index, its constants, and how far the loop moves it."""
        index = nest.reader.cell(op)
        if index is None:
            return None
        name, step = str(nest.reader.index(loop.body.block.args[0])), step_of(loop)
        root, cell = flat_cell(access.buffer(op), index)
        sums = [terms(each) for each in cell]
        rest = tuple(frozenset((t, f) for t, f in each.items() if t is not ONE) for each in sums)
        moves = tuple(
            step * sum(f for t, f in each.items() if t is not ONE and str(t) == name)
            for each in sums
        )
        return (root, rest), tuple(each.get(ONE, 0) for each in sums), moves

    def _access(self, op: Operation, access: MemoryAccess, nest: _Nest) -> Work:
        type = access.value(op).type
        lanes, element = vector_shape(type)
        bytes = element_bytes(element)
        width = lanes * bytes
        index, by_data = index_of(op, access, nest.reader)
        line = min(width, CACHE_LINE)
        moves = {loop: nest.trips[loop] for loop in nest.loops}
        steps, starts = nest.around.steps(nest.trips), nest.around.starts
        place = strides(access.buffer(op).type), index, lanes, width, steps, starts
        torn, across = 1 - alignment(*place) / line, 0.0
        if access.reads and self._unit.across:
            across = (1 - alignment(*place, in_panels=True) / line) * prod(moves.values())
        self._refer(op, access, lanes, nest, index, by_data, torn, across)
        pieces = self._pieces(width)
        if access.mask(op) is not None and not self._unit.masks:
            of_words = self._unit.word_masks and bytes >= 4
            pieces *= 2 * lanes if not of_words else _MASKED_STORE if access.writes else 1
        if torn:
            # A processor that works in halves of vectors has one half more where a line ends.
            whole = self._unit.bytes // 2 if self._unit.halves else self._unit.bytes
            pieces *= 1 + min(width, whole) / CACHE_LINE
        begun, masked = pieces / self._unit.loads, 0.0
        if access.mask(op) is not None:
            masked = self._pieces(width) / self._unit.fmas
        if access.writes:
            return Work(0.0, 0.0, pieces, max(1.0, width / self._unit.bytes))
        return Work(masked, begun, 0.0, max(1.0, width / self._unit.bytes))

    def _pieces(self, width: int) -> float:
        """How many accesses or operations of full width so many bytes are."""
        full = self._unit.bytes
        if width > full:
            return width / full
        return 0.5 if self._unit.halves and 2 * width <= full else 1.0

    def _refer(
        self,
        op: Operation,
        access: MemoryAccess,
        lanes: int,
        nest: _Nest,
        index: Sequence[Expr],
        by_data: Mapping[str, SSAValue],
        torn: float,
        across: float,
    ) -> None:
        buffer = access.buffer(op)
        shape = expected_shape(buffer, nest.expected)
        if shape is None:
            return
        loops = tuple(nest.loops)
        iterators, starts = nest.around.iterators, nest.around.starts
        axes = list[Axis]()
        chosen = 0
        for place, each in enumerate(index):
            moves, around = dict[Operation, float](), 0
            first = each.substitute(starts) if starts else each
            offset = sum(constant_of(term, factor) for term, factor in terms(first).items())
            for term, factor in terms(each).items():
                for name in term.variables():
                    if (loop := iterators.get(name)) is not None:
                        moved = move_of(term, factor, name, step_of(loop))
                        moves[loop] = moves.get(loop, 0) + moved
                    if name in by_data:
                        around = max(around, loops_around(by_data[name], loops))
            reach = float(shape[place])
            for loop in reversed(loops[:around]):
                # Each iteration comes to another place, all of them together anywhere.
                reach /= max(1, nest.trips[loop])
                moves[loop] = reach
            chosen = max(chosen, around)
            moves = {loop: move for loop, move in moves.items() if move}
            last = lanes - 1 if place == len(index) - 1 else 0
            axes.append(Axis(offset, offset + last, moves, around > 0))
        by = tuple(by_data.values())
        key = (buffer, loops, tuple(tuple(axis.moves.items()) for axis in axes), by)
        element = cast("MemRefType[Attribute]", buffer.type).element_type
        made = Reference(
            buffer,
            element_bytes(element),
            shape,
            tuple(axes),
            loops,
            access.reads,
            access.writes,
            chosen,
            by,
            torn,
            access.writes and _is_beside_sums(op, nest),
            across=across,
        )
        known = nest.references.get(key)
        nest.references[key] = made if known is None else known.joined(made)

    def _computation(self, op: Operation) -> Work:
        types = [value.type for value in (*op.results, *op.operands)]
        if op.name in _INDICES:
            return Work(instructions=1)
        if not any(is_vector(type) for type in types):
            if is_a(op, _DIVISIONS):
                return Work(0.0, 0.0, 0.0, 8)
            if all(type == IndexType() or not is_a(op, _FLOATS + LONG) for type in types):
                return Work(0.0, 0.0, 0.0, 30 if is_formula(op) else 1)
        width = max((_width(type) for type in types), default=0)
        if isinstance(op, arith.XOrIOp) and only_feeds_dots(op):
            return Work(instructions=1)  # beside the products, as in register tiles
        if isinstance(op, vector.ShuffleOp) and _repeats_what_is_loaded(op):
            return Work()
        if isinstance(op, vector.BroadcastOp):
            is_free = _is_loaded(op.source) and not _is_narrower_copy(op)
            return Work() if is_free else Work(self._pieces(width) / self._unit.fmas, 0, 0, 1)
        pieces, steps = self._pieces(width) / self._unit.fmas, self._steps(op, types)
        instructions = max(1.0, width / self._unit.bytes) * max(1, steps)
        if self._unit.adds_apart and is_a(op, _SUMS):
            return Work(0.0, 0.0, 0.0, instructions, sums=pieces)
        return Work(pieces * steps, 0.0, 0.0, instructions)

    def _steps(self, op: Operation, types: Sequence[Attribute]) -> float:
        """How many operations of a vector's width an operation is."""
        if is_a(op, EXTREMA):
            return steps_of_extremum(op, self._unit)
        if is_a(op, _DIVISIONS):
            return 8.0 * max(vector_shape(type)[0] for type in types)
        if isinstance(op, vector.ReductionOp):
            return 2 * log2(max(2, vector_shape(op.vector.type)[0]))
        if op.name == "vector.gather":
            return 2.0 * vector_shape(op.results[0].type)[0]
        return float(instructions_of(op))


def _repeats_what_is_loaded(op: vector.ShuffleOp) -> bool:
    """Whether an operation repeats a short vector that is loaded, as a broadcast does a number."""
    size, places = vector_shape(op.v1.type)[0], list(op.mask.iter_values())
    return _is_loaded(op.v1) and places == [k % size for k in range(len(places))]


def _is_loaded(value: SSAValue) -> bool:
    return isinstance(value.owner, Operation) and find_access(value.owner) is not None


def _is_narrower_copy(op: vector.BroadcastOp) -> bool:
    """
    Whether a wider vector of the same number is there: LLVM makes the narrower one of its first
    lane, on a pipe of the products.
    """
    others = [o for u in op.source.uses if isinstance(o := u.operation, vector.BroadcastOp)]
    return max(_width(each.vector.type) for each in others) > _width(op.vector.type)


def _width(type: Attribute) -> int:
    lanes, element = vector_shape(type)
    return lanes if element == i1 else lanes * element_bytes(element)


def _is_beside_sums(op: Operation, nest: _Nest) -> bool:
    """Whether a loop in the block of an operation carries results."""
    block = op.parent
    assert block is not None
    if block not in nest.with_sums:
        nest.with_sums[block] = any(is_a(each, _FOR) and each.results for each in block.ops)
    return nest.with_sums[block]


def _times_carried(op: Operation, nest: _Nest) -> int:
    """In how many iterations of the loops around it a loop goes on with what it carried before."""
    times, inner = 1, op
    for loop in reversed(nest.loops):
        if not is_a(loop, _FOR) or inner.parent is not loop.body.block:
            break
        if not set(loop.body.block.args[1:]) & set(inner.operands):
            break
        times, inner = times * nest.trips[loop], loop
    return times
