"""pad-vectorize: consecutive iterations of a loop become the lanes of vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd, lcm, prod
from typing import TypeAlias, cast

from xdsl.context import Context
from xdsl.dialects import affine
from xdsl.dialects.builtin import MemRefType, ModuleOp, i1
from xdsl.ir import Attribute, Operation
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.accesses.escape import preserved
from ...analysis.instances.reader import InstanceReader
from ...dialect.ir.effects import DIVISIONS, is_speculatable
from ...dialect.ir.located_errors import PadError
from ...dialect.ir.operations import is_a, operations_in, operations_of
from ...dialect.ir.reasons import Declined
from ...dialect.xdsl_compat.cloning import cloned
from ...index.sets.engine import own_engine
from ..common.diagnostics import RemarkForm, remark
from ..common.for_loops import UNNAMED, constant_lower, extent_of, most_iterations
from ..common.generated_stages import suppress_padding_remarks
from ..common.patterns import rewrite_once
from ..common.stages import find_loop, find_stages, functions_with, loop_name, one_function
from ..lanes.legality.carried_reductions import is_vector
from ..lanes.legality.iteration_groups import (
    Group,
    Piece,
    after_lead,
    groups_of_vectors,
    open_vector,
    whole_vectors,
)
from ..lanes.legality.lockstep import (
    LOADS,
    OF_MAPS,
    SCALAR,
    STORES,
    becomes_no_code,
    buffer_of,
)
from ..lanes.legality.neighbours import (
    CACHE_LINE,
    Neighbours,
    bits_of,
    divisors_in,
    has_lanes_apart,
    types_at,
)
from ..lanes.rewrite_on_copy import attempt
from ..lanes.side_by_side import side_by_side
from ..simplify.decided_conditions import outermost_block
from .decided_clamps import is_clamped, split_nest
from .fused_products import ContractProduct, sums_without_contract
from .narrow_indices import narrow_carried_indices
from .plain_loads import make_plain, masked_outside
from .short_reductions import check_length
from .streaming_loads import is_stream, loops_along_rows
from .vector_unit import VectorUnit, vector_unit

_NOT_VECTORIZED = RemarkForm("not-vectorized", "loop '{loop}' not vectorized: {reason}")
_TWO_OPERATIONS = RemarkForm(
    "contract-missing",
    "a product and a sum are two operations of the processor, all that the loop computes; with "
    "fastmath<contract> on both they are one",
    "analysis",
)

_Refused: TypeAlias = tuple[affine.ForOp, Declined]
_LEAST_BITS = 128
"""Of a vector: less is not worth the name."""
_LONG = 16
"""Vectors of a loop for which one more before them is worth that they are stored within lines."""
_MOST_IN_ONE_BODY = 6
"""An axis of at most so many whole vectors and a rest becomes one body, as rows of registers do."""
_MOST_OF_STREAM = 7
"""The same of rows that are read once: half of 16 registers, and of more a third."""
_MOST_APART = 4
"""Elements from one lane to the next: so many vectors are loaded then for one."""
_MOST_REPEATED = 8
"""Iterations in a row that load one element, and vectors that are one body for that."""

_WORD = 32
"""Bits of the narrowest elements that AVX has masks for."""
_MOST_ROWS = 16
"""Of a block that is transposed in registers."""
_FOR_ROWS = ("not-contiguous", "carried-value")
"""Ids of reasons for which lanes may rather be rows."""
_OF_ROWS = ("rows", "row-order")
_MASKED = "masked"
"""Id of the reason for which no lane may be off."""


@dataclass(frozen=True)
class _Lanes:
    """Where the lanes of an access may lie."""

    most_apart: int = 1
    """Elements of a row between one lane and the next."""
    rows: bool = False
    """Whether they may lie in different rows."""


@dataclass(frozen=True)
class PadVectorize(ModulePass):
    """
    Makes the lanes of vectors of consecutive iterations of a loop: loads and stores of neighbours
    become `vector.load` and `vector.store`, arithmetic that of vectors.

    In each nest, the outermost loop is taken of which all accesses allow it: each is of one cell,
    or consecutive iterations access neighbours. Its iterations then run in lockstep, which has to
    keep every dependence. A loop that carries a sum, product, minimum or the like gets a vector of
    partial results, combined after it and after what is left over in as many lanes; it is taken
    where no other loop can be. Cells that the iterations update are carried by the loops first. A
    loop that may run no iteration carries only cells that were stored before it, and cells of
    arguments that are shown to be in the buffer.

    Where no loop of a nest allows that, and the processor has masks, one is taken whose iterations
    access elements of a row up to four apart, or in falling order, or load one element up to eight
    times in a row (`x floordiv 3`): they are loaded and stored by masked vectors, and put in order
    by `vector.shuffle`. AVX has masks for elements of 32 and 64 bits, and stores by them slowly:
    there, no element is stored apart from the next, and what is left over is masked only in a loop
    around another one.

    Where none allows that either, or a loop carries a value that is no reduction, one is taken
    whose iterations access different rows, in a loop along the rows: as many iterations of that
    one load and store a block together, which is transposed in registers (transpositions, prefix
    sums, recurrences, the place of a maximum). Masks keep what is left over of a loop along rows
    whose size is known at run time only, if all that it accesses and carries is of rows, which are
    known to be in the buffers. Of a transposition, blocks whose columns share a line of the cache
    go together where it would be gone when the next one comes.

    Indices that a loop carries and only chooses are i32 in neighbouring lanes, where the bounds of
    iterators allow it, or the one that is left becomes an i32: a vector of indices would take two
    registers.

    Where `affine.min` or `affine.max` clamps an index along a row, the loop is split first: in most
    of its iterations nothing is clamped, and those get vectors. So is a loop across rows whose
    clamps a loop inside would compute again and again.

    Lanes are as many as the processor's vectors hold of the widest type in the loop, or half as
    many where that is as fast and most loads would cross lines of the cache, or only of these is
    nothing left over at any size. What is left over of the iterations becomes a narrower vector, or
    a masked one. Where their number is known at run time only, it becomes narrower vectors if these
    leave nothing, or a masked one, if the processor has masks and no lane that is off might divide
    by zero. A masked vector comes before the others where these are then stored within lines of the
    cache. Conditions that differ between lanes become masks; loads of arguments need none where all
    lanes may be read, and nothing sees those that are off. A product and a sum that both carry
    `contract` become one fused operation, where the processor has it; a remark says where that is
    missing and would halve the arithmetic. An assume of the user (`pad.user`) becomes one on all
    lanes that get there; other assumes in these loops are dropped, and so are flags of sums that
    hold in one order only (nsw, ninf).

    Before:

    ```mlir
    func.func @double(%A: memref<32xf32>, %B: memref<32xf32>) {
      affine.for %i = 0 to 32 {
        %a = affine.load %A[%i] : memref<32xf32>
        %b = arith.addf %a, %a : f32
        affine.store %b, %B[%i] : memref<32xf32>
      } {pad.stage = "compute"}
      func.return
    }
    ```

    After (`target-cpu=x86-64-v3`):

    ```mlir
    func.func @double(%A: memref<32xf32>, %B: memref<32xf32>) {
      affine.for %i = 0 to 32 step 8 {
        %a = vector.load %A[%i] : memref<32xf32>, vector<8xf32>
        %b = arith.addf %a, %a : vector<8xf32>
        vector.store %b, %B[%i] : memref<32xf32>, vector<8xf32>
      } {pad.stage = "compute"}
      func.return
    }
    ```

    Options: `function`, `stage` (all when unset); `loop`: this loop only (its `pad.loop`, or its
    iterator in the source); `target-cpu`: LLVM's name of a processor, `native` when unset.

    Errors: an unknown loop or processor. Declines, with a remark: a loop whose iterations depend on
    one another; accesses of cells further apart, unless they are of blocks of rows that no other
    access in the loop along them touches, or of a buffer whose innermost stride is not 1, or not
    known to be; a float sum or product without `reassoc`; fewer iterations than 128 bits hold; a
    reduction so short that to combine the lanes of each result takes longer than all the rest;
    bounds other than a constant and one expression; what has no lanes, a call, say, or another
    vector.
    """

    name = "pad-vectorize"

    function: str | None = None
    stage: str | None = None
    loop: str | None = None
    target_cpu: str | None = None

    @preserved()
    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        unit = vector_unit(self.target_cpu)
        if self.loop is not None:
            prefix = "" if self.stage is None else f"{self.stage}."
            name = f"{prefix}{self.loop.removeprefix(prefix)}"
            function = one_function(op, self.function, name)
            loop = find_loop(function, name)
            if not isinstance(loop, affine.ForOp):
                raise PadError(f"the loop {self.loop} is not an affine.for", loop)
            others = masked_outside(function, [loop])
            apart = _MOST_APART if _are_words(loop, unit) else 1
            refused = _try(loop, unit, _Lanes(apart)) or []
            if any(reason.why.id in _FOR_ROWS for _, reason in refused):
                refused = _try(loop, unit, _Lanes(rows=True)) or []
            for place, reason in refused:
                _remark(reason.op or place, place, reason)
            make_plain(function, others)
            return
        for function in functions_with(op, self.function, self.stage):
            roots = list(function.body.blocks[0].ops)
            if self.stage is not None:
                roots = find_stages(function, self.stage)
            others = masked_outside(function, roots)
            with suppress_padding_remarks(self.stage):
                for loop in (loop for root in roots for loop in _outermost_loops(root)):
                    vectorize_nest(loop, unit)
            make_plain(function, others)


def vectorize_nest(loop: affine.ForOp, unit: VectorUnit) -> None:
    """
    Vectorizes the loops of a nest that are best; remarks say why some part of it has none.

    Loops are split first where indices are clamped, if that makes vectors.
    """
    if _has_vectors(loop) or becomes_no_code(loop):
        return
    if not is_clamped(loop):
        _vectorize_nest(loop, unit, set())
        return
    block, above, below, whole = loop.parent, loop.prev_op, loop.next_op, cloned(loop)
    assert block is not None
    tops, edges = split_nest(loop)
    for top in tops:
        _vectorize_nest(top, unit, edges)
    made = list[affine.ForOp]()
    current = block.first_op if above is None else above.next_op
    while current is not below and current is not None:
        made += [current] if isinstance(current, affine.ForOp) else []
        current = current.next_op
    if edges and not any(map(_has_vectors, made)):
        Rewriter.insert_op(whole, InsertPoint.before(made[0]))
        for part in made:
            Rewriter.erase_op(part)


def _vectorize_nest(loop: affine.ForOp, unit: VectorUnit, edges: set[affine.ForOp]) -> None:
    left = _in_nest(loop, unit, _Lanes())
    if _are_words(loop, unit):
        parts = _parts(loop, left).items()
        left = [r for part, refused in parts for r in _with_lanes_apart(part, refused, unit)]
    parts = _parts(loop, left).items()
    left = [r for part, refused in parts for r in _with_rows(part, refused, unit)]
    for inner, reason in left:
        if not any(edge.is_ancestor(inner) for edge in edges):
            _remark(reason.op or inner, inner, reason)


def _parts(loop: affine.ForOp, left: Sequence[_Refused]) -> dict[affine.ForOp, list[_Refused]]:
    """The outermost loops of a nest without vectors, and what was refused in each."""
    parts = dict[affine.ForOp, list[_Refused]]()
    for refused in left:
        around = [op for op in operations_of(loop, affine.ForOp) if op.is_ancestor(refused[0])]
        outermost = next(op for op in around if not _has_vectors(op))
        parts.setdefault(outermost, []).append(refused)
    return parts


def _with_lanes_apart(
    loop: affine.ForOp, refused: list[_Refused], unit: VectorUnit
) -> list[_Refused]:
    """What is refused still where lanes may be apart, if that makes a difference."""
    if not has_lanes_apart(loop, _MOST_APART):
        return refused
    return _in_nest(loop, unit, _Lanes(most_apart=_MOST_APART))


def _with_rows(loop: affine.ForOp, refused: list[_Refused], unit: VectorUnit) -> list[_Refused]:
    """What is refused still where lanes may be rows; why is told if that is about the rows."""
    if not any(reason.why.id in _FOR_ROWS for _, reason in refused):
        return refused
    left = _in_nest(loop, unit, _Lanes(rows=True))
    told = [(at, reason) for at, reason in left if reason.why.id in _OF_ROWS]
    return told or (refused if left else [])


def _in_nest(loop: affine.ForOp, unit: VectorUnit, lanes: _Lanes) -> list[_Refused]:
    """
    Try to vectorize a loop, then the loops in it; a loop that carries values after those in it.

    Returns, for each part of the nest that was not vectorized, its innermost loop and the reason.
    """
    own = _try_in_nest(loop, unit, lanes) if not loop.results else []
    if own is None:
        return []
    inner = [op for top in loop.body.block.ops for op in _outermost_loops(top)]
    inner = [op for op in inner if not becomes_no_code(op)]
    left = [refused for op in inner for refused in _in_nest(op, unit, lanes)]
    if loop.results and len(left) == len(inner):
        own = _try_in_nest(loop, unit, lanes)
        if own is None:
            return []
    of_rows = [refused for refused in own or [] if refused[1].why.id in _OF_ROWS]
    if left and of_rows:
        return of_rows
    return left or (own or [] if not inner else [])


def _try_in_nest(loop: affine.ForOp, unit: VectorUnit, lanes: _Lanes) -> list[_Refused] | None:
    """The same as `_try`, of a loop that nobody has named: it may rather stay as it is."""
    if (widest := _widest(loop)) is not None:
        apart = _MOST_APART if lanes == _Lanes() and _are_words(loop, unit) else 1
        try:
            check_length(loop, unit.bytes * 8 // widest, apart)
        except Declined as reason:
            return [(loop, reason)]
    return _try(loop, unit, lanes)


def _try(loop: affine.ForOp, unit: VectorUnit, lanes: _Lanes) -> list[_Refused] | None:
    """Why a loop cannot be vectorized; None if it was."""
    try:
        _vectorize(loop, unit, lanes)
    except Declined as reason:
        return [(loop, reason)]
    return None


def _vectorize(loop: affine.ForOp, unit: VectorUnit, lanes: _Lanes) -> None:
    """Makes vectors of the iterations of one loop; raises Declined if that cannot be."""
    groups = _groups(loop, unit, lanes)
    try:
        _in_groups(loop, unit, lanes, groups)
    except Declined as reason:
        if reason.why.id != _MASKED or not groups[-1].pieces[0].open:
            raise
        _in_groups(loop, unit, lanes, groups[:-1])


def _in_groups(
    loop: affine.ForOp, unit: VectorUnit, lanes: _Lanes, groups: tuple[Group, ...]
) -> None:
    """The same, in these groups."""
    if not lanes.rows:
        # An attempt takes as long as all else together.
        neighbours = Neighbours(loop, groups, lanes.most_apart)
        if extent_of(loop) is not None:
            neighbours.check_fast_path()
        if not unit.masks:
            _check_stores(loop, neighbours)

    def rewrite(copy: affine.ForOp) -> list[affine.ForOp]:
        rows, masks = lanes.rows, _has_masks(loop, unit, lanes)
        if not rows:  # of blocks of rows in registers, fewer together are faster
            narrow_carried_indices(copy)
        return side_by_side(copy, groups, lanes.most_apart, rows=rows, masks=masks)

    for new in attempt(loop, rewrite):
        if unit.has_fma:
            rewrite_once(new, ContractProduct())
            for place in {op.location: op for op in sums_without_contract(new)}.values():
                remark(PadVectorize.name, place, _TWO_OPERATIONS)


def _groups(loop: affine.ForOp, unit: VectorUnit, lanes: _Lanes) -> tuple[Group, ...]:
    widest = _widest(loop)
    if widest is None:
        raise Declined("no operation has a vectorizable element type", loop, reason="element-type")
    width, least = unit.bytes * 8 // widest, max(2, _LEAST_BITS // widest)
    extent = extent_of(loop)
    if lanes.rows:
        masks = _has_masks(loop, unit, lanes)
        return _groups_of_rows(loop, unit, extent, min(width, _MOST_ROWS), least, masks)
    if extent is None and (most := most_iterations(loop)) is not None:
        # A longer vector would never be whole; with a mask one may be of all iterations.
        masks = _has_masks(loop, unit, lanes)
        if most < least and not masks:
            raise Declined(
                f"its iterations, {most} at most, are too few for a vector",
                loop,
                reason="too-few-iterations",
            )
        while width > max(least, 2 * most - 1 if masks else most):
            width //= 2
    if extent is None:  # what groups leave takes proofs
        Neighbours(loop, (), lanes.most_apart).check_fast_path()
    streams, neighbours = _streams(loop), Neighbours(loop, ())
    if unit.halves and width > least and not streams and neighbours.cross_lines(width):
        width //= 2
    may_halve = extent is None and unit.halves and width > least
    if may_halve and _only_half_fits(loop, neighbours, width):
        width //= 2
    together = _together(loop, width) if lanes.most_apart > 1 else 1
    if extent is None:
        main = Group(0, None, whole_vectors(width, together))
        if together > 1:
            return (main,)
        masks = _has_masks(loop, unit, lanes)
        return (main, *_rest_at_run_time(loop, neighbours, main, least, masks))
    if extent < least:
        raise Declined(
            f"its {extent} iterations are too few for a vector", loop, reason="too-few-iterations"
        )
    most = 0
    if _has_loops(loop):
        most = max(_MOST_OF_STREAM, unit.registers // 3) if streams else _MOST_IN_ONE_BODY
    masks = _has_masks(loop, unit, lanes)
    lead = _lead(loop, extent, width) if unit.masks and together == 1 else 0
    if lead:
        return after_lead(lead, extent, width, least, masks, most)
    return groups_of_vectors(extent, width, least, masks, most, together)


def _lead(loop: affine.ForOp, extent: int, width: int) -> int:
    """How many iterations go before whole vectors, so that those are stored within lines."""
    if extent < _LONG * width or loop.results or _has_loops(loop):
        return 0
    return Neighbours(loop, ()).lead(width)


def _has_masks(loop: affine.ForOp, unit: VectorUnit, lanes: _Lanes) -> bool:
    """
    Whether masks are cheap for all that a loop accesses.

    A masked store of words may take as long as a scalar loop over the rest of a row: there has to
    be a loop inside, or vectors of which no other kind can be made.
    """
    if unit.masks:
        return True
    return (_has_loops(loop) or lanes != _Lanes()) and _are_words(loop, unit)


def _has_loops(loop: affine.ForOp) -> bool:
    return any(isinstance(op, affine.ForOp) for op in loop.body.block.ops)


def _may_trap(loop: affine.ForOp) -> bool:
    """Whether lanes that are masked off might divide by zero."""
    divisions = (op for op in operations_in(loop.body) if is_a(op, DIVISIONS))
    return not all(map(is_speculatable, divisions))


def _are_words(loop: affine.ForOp, unit: VectorUnit) -> bool:
    """Whether there are masks for the elements of all accesses in a loop."""
    if not unit.word_masks:
        return unit.masks
    buffers = (buffer_of(op) for op in operations_of(loop, *SCALAR))
    elements = (cast("MemRefType[Attribute]", buffer.type).element_type for buffer in buffers)
    return all((bits_of(element) or 0) >= _WORD for element in elements)


def _check_stores(loop: affine.ForOp, neighbours: Neighbours) -> None:
    """Raises Declined where lanes are stored apart, for which masks are not cheap enough."""
    for op in operations_of(loop.body, *SCALAR):
        if is_a(op, STORES) and abs(neighbours.stride(op)) > 1:
            raise neighbours.not_of_neighbours(op)


def _together(loop: affine.ForOp, width: int) -> int:
    """How many vectors begin anew at the first iteration that loads an element, each time."""
    divisors = [divisor for divisor in divisors_in(loop) if divisor <= _MOST_REPEATED]
    return lcm(*(divisor // gcd(divisor, width) for divisor in divisors))


def _rest_at_run_time(
    loop: affine.ForOp, neighbours: Neighbours, main: Group, least: int, masks: bool
) -> tuple[Group, ...]:
    """
    What becomes of the iterations that whole vectors may leave of an extent known at run time only.

    With `masks`, one vector more around loops: each other kind of rest would be a nest of its own.
    Else vectors of fewer lanes where these leave nothing, as in a loop over tiles that are narrower
    than a vector; if none do, a masked one again.
    """
    if constant_lower(loop) is None or len(loop.upperBoundMap.data.results) != 1:
        return ()
    lanes, width = least, main.size
    if neighbours.leaves_none(main):
        return ()
    masked = (open_vector(width),) if masks and not _may_trap(loop) else ()
    if masked and _has_loops(loop):
        return masked
    if width <= least or not neighbours.leaves_none(Group(0, None, whole_vectors(least, 1))):
        return masked
    while lanes < width and neighbours.leaves_none(Group(0, None, whole_vectors(2 * lanes, 1))):
        lanes *= 2
    return () if lanes == width else (Group(0, None, whole_vectors(lanes, 1)),)


def _only_half_fits(loop: affine.ForOp, neighbours: Neighbours, width: int) -> bool:
    """Whether vectors of this width may leave a rest of a loop, and those of half of it none."""
    if constant_lower(loop) is None or len(loop.upperBoundMap.data.results) != 1:
        return False
    whole, half = (Group(0, None, whole_vectors(size, 1)) for size in (width, width // 2))
    return not neighbours.leaves_none(whole) and neighbours.leaves_none(half)


def _groups_of_rows(
    loop: affine.ForOp,
    unit: VectorUnit,
    extent: int | None,
    width: int,
    least: int,
    masks: bool,
) -> tuple[Group, ...]:
    """All iterations, in vectors whose blocks are transposed; blocks of one line go together."""
    if unit.halves and width > least:
        width //= 2
    if extent is None:
        return (Group(0, None, (Piece(0, width, width),)),)
    if extent < least:
        raise Declined(f"its {extent} rows are too few for a vector", loop, reason="rows")
    main, *others = groups_of_vectors(extent, width, least, masks, 0)
    together = _blocks_of_line(loop, unit, width) if main.size == width else 1
    rounds, left = divmod(extent // width, together)
    if together == 1 or not rounds:
        return (main, *others)
    first = rounds * together * width
    alone = [Group(first, left, main.pieces)] if left else []
    return (Group(0, rounds, whole_vectors(width, together)), *alone, *others)


def _blocks_of_line(loop: affine.ForOp, unit: VectorUnit, width: int) -> int:
    """
    How many blocks of rows go together: as many as have their columns in one line of the cache,
    where the line would be gone before the next rows come.

    So it is in a transposition, where loops inside go on to another line each time, and carry
    nothing; each block has to fit into the registers beside the others.
    """
    inside = operations_of(loop.body, affine.ForOp)
    if any(inner.results for inner in inside) or loop.results:
        return 1
    neighbours, reader = Neighbours(loop, ()), InstanceReader(outermost_block(loop))
    lines, blocks, bytes = 0, 0, CACHE_LINE
    for op in operations_of(loop.body, *OF_MAPS):
        around = [inner for inner in inside if inner.is_ancestor(op)]
        moved_by = {name for index in reader.cell(op) or () for name in index.variables()}
        if any(str(reader.index(inner.body.block.args[0])) not in moved_by for inner in around):
            return 1
        if not neighbours.are_near(op):
            blocks += 1
            continue
        lines += prod(extent_of(inner) or 1 for inner in around)
        bits = bits_of(cast("MemRefType[Attribute]", op.memref.type).element_type)
        bytes = min(bytes, max(1, width * (bits or 8 * CACHE_LINE) // 8))
    together = max(1, CACHE_LINE // bytes)
    fits = 2 * blocks * together * width <= unit.registers
    return together if fits and lines * CACHE_LINE > unit.caches[0] << 10 else 1


def _streams(loop: affine.ForOp) -> bool:
    """Whether a loop inside loads what is not loaded again, row by row."""
    reader = InstanceReader(outermost_block(loop))
    loads = [op for op in operations_of(loop.body, *LOADS) if op.parent_op() is not loop]
    return any(is_stream(op, reader) and loop in loops_along_rows(op, reader) for op in loads)


def _widest(loop: affine.ForOp) -> int | None:
    """The bits of the widest number in a loop, indices and conditions apart."""
    numbers = [bits_of(type) for type in types_at(operations_in(loop.body)) if type != i1]
    return max((bits for bits in numbers if bits is not None), default=None)


def _has_vectors(loop: affine.ForOp) -> bool:
    return any(map(is_vector, types_at(operations_in(loop.body))))


def _outermost_loops(root: Operation) -> list[affine.ForOp]:
    loops = operations_of(root, affine.ForOp)
    return [op for op in loops if not any(o is not op and o.is_ancestor(op) for o in loops)]


def _remark(place: Operation, loop: affine.ForOp, reason: Declined) -> None:
    name = loop_name(loop) or UNNAMED
    remark(PadVectorize.name, place, _NOT_VECTORIZED, reason=reason, loop=name)
