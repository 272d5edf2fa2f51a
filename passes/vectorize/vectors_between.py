"""Makes vectors that lie between others in a row from these, where lines' ends make loads slow."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass

from xdsl.dialects import affine, func, vector
from xdsl.dialects.builtin import AffineMapAttr, DenseArrayBase, i64
from xdsl.ir import Block, BlockArgument, Operation, SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineMap
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.accesses.views import root_of
from ...analysis.contracts.applied_layouts import has_forbidden_cells
from ...analysis.instances.reader import InstanceReader
from ...analysis.instances.sizes import known_sizes
from ...dialect.ir.operations import is_a, operations_of
from ...index.expr import Expr
from ...index.normal import ONE, terms
from ...index.queries.conditions import is_implied
from ..common.for_loops import SEQUENTIAL
from ..lanes.legality.carried_reductions import vector_shape
from ..lanes.legality.lockstep import LOADS, is_pure
from ..lanes.legality.neighbours import CACHE_LINE, bits_of
from ..simplify.decided_conditions import outermost_block
from .vector_unit import VectorUnit

_LEAST = 3
"""Vectors of a row of which some are made: of two, as many have to be loaded."""
_BITS = (32, 64)
"""Of elements by which one instruction moves two vectors."""


def make_vectors_between(root: Operation, unit: VectorUnit) -> bool:
    """
    Load whole vectors of each row in the innermost loops of a nest, one next to the other, and make
    those between them by shuffles; whether any are.

    Of `A[x]`, `A[x + 1]` and `A[x + 2]`, two or three lie across the ends of lines; with `A[x]` and
    `A[x + 16]` the others are there. More of the row is read so: it has to be in the buffer for
    sure, which is an argument that may be read. Loops that carry results are left to
    `pad-register-tile`.
    """
    if not unit.across or unit.bytes != CACHE_LINE:
        return False
    shared = False
    for loop in operations_of(root, affine.ForOp):
        block = loop.body.block
        if loop.results or any(op.regions for op in block.ops) or not _is_sequential(loop):
            continue
        if sum(isinstance(op, vector.LoadOp) for op in block.ops) < _LEAST:
            continue
        reader = InstanceReader(outermost_block(loop))
        for row in list(_rows(block, reader)):
            shared = row.share(reader) or shared
    return shared


def _is_sequential(loop: affine.ForOp) -> bool:
    """Whether nothing runs beside an iteration, which might store what it only reads past."""
    around = loop.parent_op()
    while around is not None and is_a(around, SEQUENTIAL):
        around = around.parent_op()
    return isinstance(around, func.FuncOp)


@dataclass
class _Row:
    """Loads of whole vectors of a row, each with where it begins beside the others."""

    loads: list[tuple[int, vector.LoadOp]]
    index: tuple[Expr, ...]
    """The index of the first load."""

    def share(self, reader: InstanceReader) -> bool:
        """Make the vectors between others of these, if that saves loads and may be done."""
        first, offsets = self.loads[0][1], sorted({offset for offset, _ in self.loads})
        lanes = vector_shape(first.result.type)[0]
        last = offsets[0] + -(-(offsets[-1] - offsets[0]) // lanes) * lanes
        wholes = range(offsets[0], last + 1, lanes)
        if len(offsets) < _LEAST or len(wholes) >= len(offsets):
            return False
        start = self.loads[0][0]
        if not all(self._is_there(each - start, lanes, reader) for each in wholes):
            return False
        made = {each: _load(first, each - start) for each in wholes}
        for offset, op in self.loads:
            distance = (offset - offsets[0]) % lanes
            lower = made[offset - distance]
            if not distance:
                op.result.replace_all_uses_with(lower)
                Rewriter.erase_op(op)
                continue
            mask = DenseArrayBase.from_list(i64, list(range(distance, distance + lanes)))
            upper = made[offset - distance + lanes]
            Rewriter.replace_op(
                op, vector.ShuffleOp(lower, upper, mask, result_type=op.result.type)
            )
        return True

    def _is_there(self, moved: int, lanes: int, reader: InstanceReader) -> bool:
        """Whether a vector at so many elements from the first load is in the buffer."""
        first = self.loads[0][1]
        instances, extents = reader.surroundings(first), reader.extents(first.base)
        stage = reader.stage(first)
        if instances is None or extents is None or stage is None:
            return False
        known = instances.condition & known_sizes(stage, reader)
        begin = self.index[-1] + moved
        return is_implied(known, (begin >= 0) & (begin + lanes <= extents[-1]))


def _rows(block: Block, reader: InstanceReader) -> Iterator[_Row]:
    """The rows of which a block loads vectors, with nothing stored in between."""
    rows = dict[Hashable, _Row]()
    for op in block.ops:
        if isinstance(op, vector.LoadOp):
            cell = reader.cell(op)
            if cell is None or not _is_whole(op) or not _may_be_read_anywhere(op.base):
                continue
            *outer, (last, constant) = [_split(index) for index in cell]
            row = rows.setdefault((op.base, op.result.type, tuple(outer), last), _Row([], cell))
            row.loads.append((constant, op))
        elif not is_a(op, LOADS) and not is_pure(op):
            yield from rows.values()
            rows = {}
    yield from rows.values()


def _may_be_read_anywhere(buffer: SSAValue) -> bool:
    """Whether each cell of a buffer holds something: of a local one, some may not be stored yet."""
    root = root_of(buffer)
    if not isinstance(root, BlockArgument) or has_forbidden_cells(root):
        return False
    return isinstance(root.block.parent_op(), func.FuncOp)


def _split(index: Expr) -> tuple[frozenset[tuple[Expr, int]], int]:
    summands = dict(terms(index))
    constant = summands.pop(ONE, 0)
    return frozenset(summands.items()), constant


def _is_whole(op: vector.LoadOp) -> bool:
    """Whether a load is one of a full register, which caches keep."""
    lanes, element = vector_shape(op.result.type)
    bits = bits_of(element)
    is_kept = not op.properties.get("nontemporal")
    return bits in _BITS and lanes * bits == 8 * CACHE_LINE and is_kept


def _load(first: vector.LoadOp, moved: int) -> SSAValue:
    """A load before another one, so many elements further along its row."""
    *outer, last = first.indices
    place = InsertPoint.before(first)
    if moved:
        map = AffineMapAttr(AffineMap(1, 0, (AffineDimExpr(0) + moved,)))
        apply = affine.ApplyOp([last], map)
        Rewriter.insert_op(apply, place)
        last = apply.result
    load = vector.LoadOp(first.base, [*outer, last], first.result.type)
    load.location = first.location
    load.result.name_hint = first.result.name_hint
    Rewriter.insert_op(load, place)
    return load.result
