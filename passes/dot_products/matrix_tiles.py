"""Products of two matrices as products of tiles, for which a processor has registers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import prod
from typing import cast

from xdsl.dialects import affine, arith
from xdsl.dialects.builtin import FloatAttr, IntegerAttr, MemRefType, NoneAttr, UnitAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.instances.reader import InstanceReader
from ...dialect.amx.operations import TileLoadOp, TileMulFOp, TileMulIOp, TileStoreOp, TileZeroOp
from ...dialect.amx.tile_type import TileType
from ...dialect.ir.loop_like import carried_by
from ...dialect.ir.operations import is_a, operations_of
from ...dialect.ir.reasons import Declined
from ...dialect.xdsl_compat.vector_intrinsics import FLOAT_FLAGS
from ...index.expr import Expr, lift, var
from ...index.normal import terms
from ..common.for_loops import constant_lower, extent_of
from ..common.generated_stages import remove_stage_marker
from ..common.index_codegen import Emitter
from ..common.stages import loop_name
from ..lanes.legality.lockstep import Load, buffer_of
from ..simplify.decided_conditions import outermost_block
from .group_loops import split_groups
from .narrow_products import Narrow, common_flags, narrow_sums
from .operand_sums import may_change

_SIDE, _ROW_BYTES, _MOST_STEPS = 16, 64, 16
"""Rows of a tile, bytes of a row, and tiles of the sum that are written one after the other."""
_ROW, _COLUMN, _PART = "row-of-blocks", "column-of-blocks", "part-of-sum"
_INDICES = (affine.ApplyOp, affine.YieldOp)


@dataclass(frozen=True)
class _Axis:
    """A loop whose iterations are rows or columns of tiles, or groups of the sum."""

    loop: affine.ForOp
    name: str
    extent: int

    @property
    def label(self) -> str:
        """What the loop is called in text."""
        return loop_name(self.loop) or self.loop.body.block.args[0].name_hint or "i"

    def value(self, number: Expr) -> Expr:
        """The iterator in the iteration of this number."""
        first = constant_lower(self.loop)
        assert first is not None
        return number * self.loop.step.value.data + first


@dataclass(frozen=True)
class _Matmul:
    """A nest that adds products of rows of one matrix and columns of another to a third."""

    rows: _Axis
    columns: _Axis
    groups: _Axis
    inside: _Axis
    left: Narrow
    right: Narrow
    index: Mapping[Operation, tuple[Expr, ...]]
    load: Operation | None
    """Of what the sum begins with; None where that is 0."""
    store: affine.StoreOp
    around: Mapping[str, SSAValue]
    """The iterators of the loops around the nest."""
    beyond: tuple[_Axis, ...]
    """The loops over the sum outside of that over groups, outermost first."""


def make_tiles(top: affine.ForOp) -> list[affine.ForOp]:
    """
    The loops over tiles that replace a nest, which carries its sums.

    Raises Declined where it is not one over two matrices, as tiles have them.
    """
    loops = operations_of(top, affine.ForOp)
    summing = [loop for loop in loops if loop.results and narrow_sums(loop) is not None]
    if len(summing) != 1:
        raise _no_matmul(top)
    sums = narrow_sums(summing[0]) or []
    if len(sums) != 1 or len(sums[0]) != 1 or any(f.load is None for f in sums[0][0]):
        raise _no_matmul(summing[0])
    (left, right) = sums[0][0]
    if left.bits != right.bits or (left.bits != 8 and not left.is_float):
        raise _no_matmul(summing[0])
    if left.is_float and not common_flags(summing[0]) >= FLOAT_FLAGS:
        raise _no_matmul(summing[0])
    size, extent = 32 // left.bits, extent_of(summing[0])
    if constant_lower(summing[0]) is None or extent is None or extent % size:
        raise _no_matmul(summing[0])
    group = split_groups(summing[0], size)
    found = _matmul(group, left, right)
    rows, columns = found.rows.loop, found.columns.loop
    outer = rows if rows.is_ancestor(columns) else columns
    made = _emitted(found, outer)
    Rewriter.erase_op(outer)
    # Where the nest was all there is, the first loop gets its attributes.
    return made if outer is top else [top]


def _matmul(group: affine.ForOp, left: Narrow, right: Narrow) -> _Matmul:
    groups = _parent(group)
    summing = [group, groups]
    while isinstance(parent := summing[-1].parent_op(), affine.ForOp) and parent.results:
        summing.append(parent)
    inner = _parent(summing[-1])
    outer = _parent(inner)
    _check_only(outer, inner)
    if outer.results:
        raise _no_matmul(group)
    for inside, around in pairwise(summing):
        _check_only(around, inside)
        if len(inside.results) != 1 or len(around.results) != 1:
            raise _no_matmul(group)
        (own,), (next_,) = carried_by(inside), carried_by(around)
        if own.init is not next_.argument or next_.yielded is not own.result:
            raise _no_matmul(group)
    (sum,) = carried_by(summing[-1])
    stores = [op for op in inner.body.block.ops if isinstance(op, affine.StoreOp)]
    if len(stores) != 1 or stores[0].value is not sum.result or not sum.result.has_one_use():
        raise _no_matmul(group)
    store, start = stores[0], sum.init.owner
    load = start if isinstance(start, affine.LoadOp) and start.parent_op() is inner else None
    if load is None and not _is_zero(sum.init):
        raise _no_matmul(group)
    _check_only(inner, *([] if load is None else [load]), summing[-1], store)
    reader = InstanceReader(outermost_block(group))
    index = dict[Operation, tuple[Expr, ...]]()
    assert left.load is not None
    assert right.load is not None
    for op in (left.load, right.load, store, *([] if load is None else [load])):
        cell = reader.cell(op)
        buffer = buffer_of(cast("Load", op)).type
        if cell is None or len(cell) < 2 or not _is_plain(buffer):
            raise _no_matmul(group)
        index[op] = tuple(cell)
    if load is not None and (load.memref is not store.memref or index[load] != index[store]):
        raise _no_matmul(group)
    for factor in (left.load, right.load):
        if may_change(factor, outer):
            raise _no_matmul(group)
    axes = [_axis(loop, reader) for loop in (outer, inner, groups, group)]
    outside, parent = dict[str, SSAValue](), outer.parent_op()
    while isinstance(parent, affine.ForOp):
        iterator = parent.body.block.args[0]
        outside[str(reader.index(iterator))] = iterator
        parent = parent.parent_op()
    beyond = tuple(_axis(loop, reader) for loop in reversed(summing[2:]))
    known = {*outside, *(axis.name for axis in (*axes, *beyond))}
    if any(name not in known for e in index.values() for axis in e for name in axis.variables()):
        raise _no_matmul(group)
    for rows, columns in (axes[:2], axes[1::-1]):
        for one, other in ((left, right), (right, left)):
            found = _Matmul(
                rows, columns, axes[2], axes[3], one, other, index, load, store, outside, beyond
            )
            if _fits(found):
                _check_extents(found)
                return found
    raise _no_matmul(group)


def _fits(of: _Matmul) -> bool:
    """Whether rows, columns and groups are where tiles have them in all three buffers."""
    size = of.inside.extent
    rows, columns, groups, inside = of.rows, of.columns, of.groups, of.inside
    assert of.left.load is not None
    assert of.right.load is not None
    expected = (
        (of.left.load, {rows: (1, 0), groups: (0, size), inside: (0, 1), columns: (0, 0)}),
        (of.right.load, {groups: (1, 0), columns: (0, size), inside: (0, 1), rows: (0, 0)}),
        (of.store, {rows: (1, 0), columns: (0, 1), groups: (0, 0), inside: (0, 0)}),
        (of.store, dict.fromkeys(of.beyond, (0, 0))),
    )
    return all(
        _factors(of.index[op], axis) == wanted
        for op, axes in expected
        for axis, wanted in axes.items()
    )


def _factors(index: Sequence[Expr], axis: _Axis) -> tuple[int, int] | None:
    """By what the last two indices grow in each iteration; None if others do, or not linearly."""
    found, step = list[int](), axis.loop.step.value.data
    for each in index:
        summands = terms(each)
        found.append(summands.pop(var(axis.name), 0) * step)
        if any(axis.name in term.variables() for term in summands):
            return None
    return None if any(found[:-2]) else (found[-2], found[-1])


def _check_extents(of: _Matmul) -> None:
    """
    Raises Declined if tiles do not cover the loops.

    The last tiles may overlap those before, where the sums begin with 0: both store the same.
    """
    for axis, unit in ((of.rows, 1), (of.columns, 1), (of.groups, of.inside.extent)):
        may_overlap = axis is not of.groups and of.load is None and axis.extent > _SIDE
        if axis.extent % _SIDE and not may_overlap:
            raise Declined(
                f"its {axis.extent * unit} iterations are no tiles of {_SIDE * unit}",
                axis.loop,
                "give the buffers layouts whose extents are multiples of it",
                reason="remainder",
            )


def _emitted(of: _Matmul, outer: affine.ForOp) -> list[affine.ForOp]:
    """The loops over blocks of two by two tiles, and over those that are left."""
    made, before = list[affine.ForOp](), Emitter(InsertPoint.before(outer), of.store)
    for rows_from, rows, tall in _blocks(of.rows.extent):
        for columns_from, columns, wide in _blocks(of.columns.extent):
            # Columns move slowest: their tiles take the larger part of the cache.
            inside, (c, r) = before.nest([columns, rows], [of.columns.label, of.rows.label], None)
            loop = outer.prev_op
            assert isinstance(loop, affine.ForOp)
            made.append(loop)
            block = _Block(of, inside, {**of.around, _ROW: r, _COLUMN: c}, (tall, wide))
            block.starts = (
                var(_ROW) * (tall * _SIDE) + rows_from,
                var(_COLUMN) * (wide * _SIDE) + columns_from,
            )
            block.write()
    for number, loop in enumerate(made):
        loop.attributes = {**outer.attributes, **loop.attributes}
        if number:
            remove_stage_marker(loop)
    return made


def _blocks(extent: int) -> list[tuple[int, int, int]]:
    """From which row or column on so many blocks of so many tiles follow: of two, and the rest."""
    pairs, rest = divmod(extent, 2 * _SIDE)
    found = [(0, pairs, 2)] if pairs else []
    if not rest:
        return found
    tiles = 2 if rest > _SIDE and pairs else 1
    last = [(extent - tiles * _SIDE, 1, tiles)]
    # Without a block to overlap with, two tiles overlap each other.
    return [*found, *([(0, 1, 1)] if rest > _SIDE and not pairs else []), *last]


class _Block:
    """The tiles of the sum that are in registers together, of one iteration."""

    starts: tuple[Expr, Expr]

    def __init__(
        self, of: _Matmul, inside: Emitter, values: Mapping[str, SSAValue], tiles: tuple[int, int]
    ):
        self._of, self._to, self._values = of, inside, values
        self._places = [(r, c) for r in range(tiles[0]) for c in range(tiles[1])]

    def write(self) -> None:
        """All products of the block, in parts that are written one after the other."""
        steps = prod([self._of.groups.extent // _SIDE, *(a.extent for a in self._of.beyond)])
        part = next(n for n in range(min(steps, _MOST_STEPS), 0, -1) if steps % n == 0)
        zero = self._of.load is None
        sums = [self._zero() if zero else self._load_sum(r, c) for r, c in self._places]
        self._add(sums, [lift(step) for step in range(part)])
        if steps == part:
            return
        inside, (k,) = self._to.nest([steps // part - 1], [self._of.groups.label], None)
        self._to, self._values = inside, {**self._values, _PART: k}
        sums = [self._load_sum(r, c) for r, c in self._places]
        self._add(sums, [(var(_PART) + 1) * part + step for step in range(part)])

    def _add(self, sums: list[SSAValue], steps: Sequence[Expr]) -> None:
        """Add the products of some steps to the sums, and store these."""
        of, kind = self._of, TileMulFOp if self._of.left.is_float else TileMulIOp
        for depth in steps:
            lefts, rights = dict[int, SSAValue](), dict[int, SSAValue]()
            for r, c in self._places:
                if r not in lefts:
                    lefts[r] = self._load(of.left.load, (r, None), depth, _SIDE)
                if c not in rights:
                    rights[c] = self._load(of.right.load, (None, c), depth, _SIDE)
            for number, (r, c) in enumerate(self._places):
                flags = {} if of.left.is_float else self._signs()
                product = kind.create(
                    operands=[lefts[r], rights[c], sums[number]],
                    result_types=[sums[number].type],
                    properties=flags,
                )
                sums[number] = self._to.insert(product).results[0]
        for value, place in zip(sums, self._places, strict=True):
            indices = self._indices(of.store, place, lift(0))
            self._to.insert(TileStoreOp(value, of.store.memref, indices))

    def _signs(self) -> dict[str, Attribute]:
        sides = {"isZextLhs": self._of.left, "isZextRhs": self._of.right}
        return {name: UnitAttr() for name, factor in sides.items() if not factor.signed}

    def _zero(self) -> SSAValue:
        return self._to.insert(TileZeroOp(self._sum_type())).results[0]

    def _load_sum(self, row: int, column: int) -> SSAValue:
        store = self._of.store
        indices = self._indices(store, (row, column), lift(0))
        return self._to.insert(TileLoadOp(store.memref, indices, self._sum_type())).results[0]

    def _sum_type(self) -> TileType:
        return TileType.of(_SIDE, _SIDE, self._of.store.value.type)

    def _load(
        self, op: Load | None, place: tuple[int | None, int | None], depth: Expr, rows: int
    ) -> SSAValue:
        assert op is not None
        buffer = buffer_of(op)
        element = cast("MemRefType[Attribute]", buffer.type).element_type
        type = TileType.of(rows, _ROW_BYTES * 8 // self._of.left.bits, element)
        indices = self._indices(op, place, depth)
        return self._to.insert(TileLoadOp(buffer, indices, type)).results[0]

    def _indices(
        self, op: Operation, place: tuple[int | None, int | None], depth: Expr
    ) -> list[SSAValue]:
        of, (row, column) = self._of, place
        rows, columns = self.starts
        own = of.groups.extent // _SIDE
        rest, changed = depth // own, dict[str, Expr]()
        for axis in reversed(of.beyond):
            changed[axis.name] = axis.value(rest % axis.extent)
            rest = rest // axis.extent
        changed |= {
            of.rows.name: of.rows.value(rows + (row or 0) * _SIDE),
            of.columns.name: of.columns.value(columns + (column or 0) * _SIDE),
            of.groups.name: of.groups.value(depth % own * _SIDE),
            of.inside.name: of.inside.value(lift(0)),
        }
        return [self._to.index(e.substitute(changed), self._values) for e in of.index[op]]


def _axis(loop: affine.ForOp, reader: InstanceReader) -> _Axis:
    extent = extent_of(loop)
    if constant_lower(loop) is None or not extent:
        raise _no_matmul(loop)
    return _Axis(loop, str(reader.index(loop.body.block.args[0])), extent)


def _parent(loop: affine.ForOp) -> affine.ForOp:
    parent = loop.parent_op()
    if not isinstance(parent, affine.ForOp):
        raise _no_matmul(loop)
    return parent


def _check_only(loop: affine.ForOp, *inside: Operation) -> None:
    """Raises Declined if anything but these operations and indices is in a loop."""
    for op in loop.body.block.ops:
        if op not in inside and not is_a(op, _INDICES) and not isinstance(op, arith.ConstantOp):
            raise _no_matmul(loop)


def _is_zero(value: SSAValue) -> bool:
    op = value.owner
    if not isinstance(op, arith.ConstantOp) or not isinstance(op.value, IntegerAttr | FloatAttr):
        return False
    number = op.value.value.data
    return number == 0 and str(number) != "-0.0"


def _is_plain(type: Attribute) -> bool:
    return isinstance(type, MemRefType) and isinstance(type.layout, NoneAttr)


def _no_matmul(op: Operation) -> Declined:
    return Declined("it is no product of two matrices", op, reason="no-matmul")
