"""Gives a local buffer as few rows as are in use at a time, which take turns."""

from __future__ import annotations

from dataclasses import dataclass, replace

from xdsl.dialects import affine, func, memref, scf, vector
from xdsl.dialects.builtin import IntegerAttr, MemRefType, VectorType
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.accesses.views import strides
from ...analysis.instances.reader import InstanceReader
from ...dialect.annotations import LOGICAL, buffer_name
from ...dialect.ir.memory_access import access_of
from ...dialect.ir.operations import is_a
from ...index.expr import Expr, all_of, var
from ...index.queries.conditions import bounds, never_holds
from ...index.queries.instances import Instances, before
from ..common.diagnostics import RemarkForm, remark
from ..common.index_codegen import Emitter
from ..lanes.legality.neighbours import bits_of
from ..vectorize.vector_unit import VectorUnit

_FOLDED = RemarkForm(
    "rows-folded",
    "{buffer} has {count} rows, used in turn: no more of its {all} are in use at a time",
    "passed",
)
_IN_A_ROW = (
    *(affine.LoadOp, affine.StoreOp, memref.LoadOp, memref.StoreOp),
    *(affine.VectorLoadOp, affine.VectorStoreOp, vector.LoadOp, vector.StoreOp),
    *(vector.MaskedLoadOp, vector.MaskedStoreOp),
)
_ORDERED = (affine.ForOp, affine.IfOp, scf.ForOp, scf.IfOp)
_MOST_GROUPS = 16
"""Of accesses: each two of them are a question."""
_INDEX = 64  # bits
_ROW = var("row")
_GAIN = 4
"""How many times fewer rows there have to be."""


@dataclass(frozen=True)
class _Group:
    """Accesses of one row in one block, some of which store: from the first one to the last one."""

    row: Expr
    first: Instances
    last: Instances
    stores: bool


def fold_rows(function: func.FuncOp, unit: VectorUnit, name: str) -> None:
    """
    Let row `r` of each local buffer that the first cache does not keep be row `r mod n` of a
    smaller one, where no row is stored between the stores and the loads of another one that would
    lie in the same place. Remarks are of a pass of this name.

    Rows that are stored before a load are at most `n - 1` further than the row loaded, and rows
    that are stored before a store at most `n - 1` further than the row stored: what was stored last
    in the place of a row is of this row.
    """
    for block in function.body.blocks:
        for op in list(block.ops):
            if isinstance(op, memref.AllocOp) and _bytes_of(op.memref.type) > unit.caches[0] << 10:
                count = _rows_in_use(op, block)
                if count is None or count * _GAIN > (rows := op.memref.type.get_shape()[0]):
                    continue
                shown = buffer_name(op.memref) or "a buffer"
                remark(name, op, _FOLDED, buffer=shown, count=count, all=rows)
                _fold(op, count)


def _bytes_of(type: MemRefType[Attribute]) -> int:
    """The bytes of a buffer of known extents; 0 of another one."""
    apart, element = strides(type), type.element_type
    if not apart:
        return 0
    return type.get_shape()[0] * apart[0] * -(-(bits_of(element) or _INDEX) // 8)


def _rows_in_use(buffer: memref.AllocOp, block: Block) -> int | None:
    """
    A power of two, so that a remainder is quickly found; None if any cell may be in use, or the
    buffer is no box of rows that are only loaded and stored, in loops of which the order is known.
    """
    if strides(buffer.memref.type) is None or len(strides(buffer.memref.type) or ()) < 2:
        return None
    reader, groups = InstanceReader(block), dict[tuple[Expr, Block, bool], _Group]()
    for use in buffer.memref.uses:
        op = use.operation
        if isinstance(op, memref.DeallocOp):
            continue
        group = _group(op, buffer.memref, block, reader) if is_a(op, _IN_A_ROW) else None
        if group is None or op.parent is None:
            return None
        known = groups.get(key := (group.row, op.parent, group.stores))
        groups[key] = group if known is None else _both(known, group)
        if len(groups) > _MOST_GROUPS:
            return None
    stores = [group for group in groups.values() if group.stores]
    apart = [_most_apart(store, other) for store in stores for other in groups.values()]
    if None in apart or not apart:
        return None
    most = max(each for each in apart if each is not None)
    return 1 << max(most, 0).bit_length()


def _group(op: Operation, buffer: SSAValue, block: Block, reader: InstanceReader) -> _Group | None:
    access, cell, found = access_of(op), reader.cell(op), reader.instances(op)
    type = access.value(op).type
    lanes = len(type.get_shape()) if isinstance(type, VectorType) else 0
    if access.buffer(op) != buffer or cell is None or found is None or lanes > 1:
        return None
    return _Group(cell[0], found, found, access.writes) if _is_ordered(op, block) else None


def _is_ordered(op: Operation, block: Block) -> bool:
    """Whether all around an operation, up to a block, are loops and conditionals in order."""
    around = op.parent_op()
    while op.parent is not block and isinstance(around, _ORDERED):
        op, around = around, around.parent_op()
    return op.parent is block


def _both(one: _Group, other: _Group) -> _Group:
    first = min(one.first, other.first, key=_place)
    return replace(one, first=first, last=max(one.last, other.last, key=_place))


def _place(instances: Instances) -> int:
    place = instances.time[-1]
    assert isinstance(place, int)
    return place


def _most_apart(store: _Group, other: _Group) -> int | None:
    """
    How many rows further a store is than what is loaded or stored later, at most; None if unknown.
    """
    later = other.last.renamed("_later")
    row = other.row.substitute(other.last.renaming("_later"))
    context = all_of([store.first.condition, later.condition, before(store.first, later)])
    if never_holds(context):
        return 0
    _, most = bounds(store.row - row, context)
    return most


def _fold(buffer: memref.AllocOp, count: int) -> None:
    """Have the accesses of a buffer go to one of so many rows."""
    type = buffer.memref.type
    folded = MemRefType(
        type.element_type, [count, *type.get_shape()[1:]], type.layout, type.memory_space
    )
    smaller = memref.AllocOp([], [], folded, buffer.alignment)
    smaller.attributes.update({k: v for k, v in buffer.attributes.items() if k != LOGICAL})
    smaller.memref.name_hint = buffer.memref.name_hint
    smaller.location = buffer.location
    Rewriter.insert_op(smaller, InsertPoint.before(buffer))
    bytes = _bytes_of(folded)
    for op in [use.operation for use in buffer.memref.uses]:
        if isinstance(op, memref.DeallocOp):
            op.operands = [smaller.memref]
            continue
        access = access_of(op)
        operands, map = access.index_operands(op), access.map(op)
        if map is None:
            emitter = Emitter(InsertPoint.before(op), op)
            place = emitter.index(_ROW % count, {str(_ROW): operands[0]}, _ROW >= 0)
            access.move(op, smaller.memref, [place, *operands[1:]])
        else:
            row = map.results[0] % count if count > 1 else AffineExpr.constant(0)
            in_turn = AffineMap(map.num_dims, map.num_symbols, (row, *map.results[1:]))
            access.move(op, smaller.memref, operands, in_turn)
        stated = op.attributes.get("alignment", op.properties.get("alignment"))
        is_whole = bits_of(type.element_type) is not None
        if isinstance(stated, IntegerAttr) and (not is_whole or bytes % stated.value.data):
            op.attributes.pop("alignment", None)
            op.properties.pop("alignment", None)
    Rewriter.erase_op(buffer)
