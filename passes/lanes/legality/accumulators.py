"""Cells that each iteration of a loop updates, kept in a value that the loop carries."""

from __future__ import annotations

from typing import TypeAlias

from xdsl.dialects import affine, func, memref, vector
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ....analysis.accesses.aliasing import are_apart, has_known_names
from ....analysis.accesses.distinct_cells import has_distinct_cells
from ....analysis.accesses.views import root_access, root_of
from ....analysis.accesses.windows import root_through_views
from ....analysis.contracts.applied_layouts import has_forbidden_cells
from ....analysis.instances.outer_conditions import reader_below
from ....analysis.instances.reader import InstanceReader
from ....analysis.instances.sizes import known_sizes
from ....dialect.ir.loop_like import inits_of
from ....dialect.ir.operations import is_a, operations_in, operations_of
from ....dialect.ops import UndefOp
from ....dialect.xdsl_compat.affine_loops import affine_for
from ....index.expr import FALSE, Expr, all_of, any_of, ne, within
from ....index.queries.conditions import is_implied
from ...common.for_loops import SEQUENTIAL, extent_of
from ...simplify.decided_conditions import outermost_block
from .lockstep import ACCESSES, Load, Store, buffer_of, is_pure
from .variance import yielded

# Without masks, which an accumulator in a register has not.
Updated: TypeAlias = affine.StoreOp | memref.StoreOp | vector.StoreOp
_Read: TypeAlias = affine.LoadOp | memref.LoadOp | vector.LoadOp
_UPDATED = (affine.StoreOp, memref.StoreOp, vector.StoreOp)
_READ = (affine.LoadOp, memref.LoadOp, vector.LoadOp)


def carry_accumulators(loop: affine.ForOp) -> tuple[affine.ForOp, list[Operation]]:
    """
    Carry the cells that the iterations of a loop, or of loops in it, update; returns the new loop.

    Also the stores before it that are now in vain: it is the caller's to erase them.
    """
    for inner in reversed(operations_of(loop.body, affine.ForOp)):
        for store in _carry_in(inner)[1]:
            Rewriter.erase_op(store)
    return _carry_in(loop)


def _carry_in(loop: affine.ForOp) -> tuple[affine.ForOp, list[Operation]]:
    """Carry the cells that one loop updates; loops in it carry theirs already."""
    in_vain, extent = list[Operation](), extent_of(loop)
    if extent is not None and extent < 2:  # no iteration would have it from another one
        return loop, in_vain
    for store in [op for op in loop.body.block.ops if is_a(op, _UPDATED)]:
        loads = loads_of(store, loop)
        if not loads or not stays_in_place(store, loop):
            continue
        # The last tile of a loop ends early: it stays as it is, and so do the loops around it.
        if extent is None and len(loop.upperBoundMap.data.results) > 1:
            continue
        if extent is None and not _may_be_stored_once(store, loads, loop):
            continue
        if _is_only_access(store, loads, loop):
            loop = carry(loop, store, loads, in_vain)
    return loop, in_vain


def _may_be_stored_once(store: Updated, loads: list[_Read], loop: affine.ForOp) -> bool:
    """
    Whether a cell may be loaded before a loop of unknown extent, and stored after it: something
    stores it before the loop anyway, or the loop certainly runs an iteration, or the cell is there
    for sure, and has what it had where the loop runs none.
    """
    first = next(op for op in loop.body.block.ops if op is store or op in loads)
    if first is not store and _is_stored_before(loop, store):
        return True
    reader = InstanceReader(outermost_block(loop))
    instances, ranges, stage = reader.surroundings(loop), reader.ranges(loop), reader.stage(loop)
    if instances is None or ranges is None or stage is None:
        return False
    ((lowers, uppers, _),) = ranges
    some = all_of([lower < upper for lower in lowers for upper in uppers])
    known = instances.condition & known_sizes(stage, reader)
    if is_implied(known, some):
        return True
    return first is not store and is_implied(known, _is_there(store, loop, reader))


def _is_there(store: Updated, loop: affine.ForOp, reader: InstanceReader) -> Expr:
    """
    The condition that a cell may be read and written even if the loop runs no iteration: it is one
    of an argument of which no padding is forbidden, and no other iteration runs meanwhile.
    """
    buffer = buffer_of(store)
    if not _is_argument(buffer) or has_forbidden_cells(buffer):
        return FALSE
    around = loop.parent_op()
    while around is not None and not isinstance(around, func.FuncOp):
        if not is_a(around, SEQUENTIAL):
            return FALSE
        around = around.parent_op()
    cell, extents = reader.cell(store), reader.extents(buffer)
    if cell is None or extents is None or isinstance(store, vector.StoreOp):
        return FALSE
    return all_of([within(index, extent) for index, extent in zip(cell, extents, strict=True)])


def _is_argument(buffer: SSAValue) -> bool:
    """Whether a buffer is given to the function."""
    block = buffer.owner
    return isinstance(block, Block) and isinstance(block.parent_op(), func.FuncOp)


def _is_stored_before(loop: affine.ForOp, store: Updated) -> bool:
    """Whether a cell has certainly been stored when a loop begins, in a buffer not freed since."""
    around: Operation | None = loop
    while is_a(around, SEQUENTIAL):
        op = around.prev_op
        while op is not None:
            if isinstance(op, Updated) and _is_same_cell(op, store):
                return True
            if not all(is_a(o, (*SEQUENTIAL, *ACCESSES)) or is_pure(o) for o in op.walk()):
                return False
            op = op.prev_op
        around = around.parent_op()
    return False


def loads_of(store: Updated, loop: affine.ForOp) -> list[_Read]:
    """The loads of the cell that is stored, of as much, right in the loop."""
    loads = [op for op in loop.body.block.ops if is_a(op, _READ)]
    return [op for op in loads if _is_same_cell(op, store)]


def _is_same_cell(first: Operation, store: Updated) -> bool:
    """Whether an access is of the cell that is stored, and of as many."""
    if not isinstance(first, _Read | Updated) or buffer_of(first) is not buffer_of(store):
        return False
    same = tuple(first.indices) == tuple(store.indices)
    value = first.results[0] if first.results else first.operands[0]
    same = same and value.type == store.operands[0].type
    return same and first.properties.get("map") == store.properties.get("map")


def stays_in_place(store: Updated, loop: affine.ForOp) -> bool:
    """Whether no iteration of the loop moves the cell."""
    return not any(_is_inside(index, loop) for index in store.indices)


def _is_inside(value: SSAValue, loop: Operation) -> bool:
    owner = value.owner
    op = owner.parent_op() if isinstance(owner, Block) else owner
    return op is not None and loop.is_ancestor(op)


def _is_only_access(store: Updated, loads: list[_Read], loop: affine.ForOp) -> bool:
    """Whether nothing else in the loop accesses the cell."""
    root, memory = root_of(buffer_of(store)), root_through_views(buffer_of(store))
    if not has_known_names(memory):
        return False
    scope = loop.parent
    assert scope is not None
    reader: InstanceReader | None = None
    for op in operations_in(loop.body):
        if op is store or op in loads or is_a(op, SEQUENTIAL):
            continue
        if not is_a(op, ACCESSES):
            if not is_pure(op):
                return False
            continue
        if root_through_views(buffer_of(op)) is memory:
            if root_of(buffer_of(op)) is not root or not has_distinct_cells(root):
                return False  # by another view, or by one whose rows may overlap
            reader = reader or reader_below(scope)
            if not _is_elsewhere(op, store, reader):
                return False
    return True


def _is_elsewhere(op: Load | Store, store: Updated, reader: InstanceReader) -> bool:
    """Whether an access is of another cell whenever it happens; only single cells are compared."""
    index, cell, instances = reader.cell(op), reader.cell(store), reader.instances(op)
    scalars = not isinstance(op, vector.LoadOp | vector.StoreOp) and isinstance(
        store, affine.StoreOp | memref.StoreOp
    )
    if index is None or cell is None or instances is None or not scalars:
        return False
    if isinstance(op, vector.MaskedLoadOp | vector.MaskedStoreOp):
        return False
    if buffer_of(op) is not buffer_of(store):
        index = root_access(buffer_of(op), index)[1]
        cell = root_access(buffer_of(store), cell)[1]
    apart = any_of([ne(a, b) for a, b in zip(index, cell, strict=True)])
    return is_implied(instances.condition, apart)


def carry(
    loop: affine.ForOp, store: Updated, loads: list[_Read], in_vain: list[Operation]
) -> affine.ForOp:
    """
    The loop, of at least one iteration, that carries the cell of a store and of the loads of it as
    a value.
    """
    body = loop.body.block
    first = next(op for op in body.ops if op is store or op in loads)
    if first is store:
        # No iteration sees what is there before, which may be nothing that can be read.
        undef = UndefOp(store.operands[0].type)
        Rewriter.insert_op(undef, InsertPoint.before(loop))
        start = undef.result
    else:
        start = _value_before(loop, store, loads[0], in_vain)
    argument = body.insert_arg(start.type, len(body.args))
    argument.name_hint = loads[0].results[0].name_hint
    current: SSAValue = argument
    for op in tuple(body.ops):
        if op is store:
            current = store.operands[0]
        elif op in loads:
            op.results[0].replace_all_uses_with(current)
            Rewriter.erase_op(op)
    values = [*yielded(body), current]
    end = body.last_op
    assert end is not None
    Rewriter.replace_op(end, affine.YieldOp.get(*values))
    inits = [*inits_of(loop), start]
    store.detach()
    new = affine_for(
        loop.lowerBoundOperands,
        loop.upperBoundOperands,
        inits,
        loop.lowerBoundMap,
        loop.upperBoundMap,
        Region(loop.body.detach_block(body)),
        loop.step,
    )
    new.attributes.update(loop.attributes)
    new.location = loop.location
    Rewriter.insert_op(new, InsertPoint.before(loop))
    for old, result in zip(loop.results, new.results, strict=False):
        result.name_hint = old.name_hint
        old.replace_all_uses_with(result)
    Rewriter.erase_op(loop)
    store.operands[0] = new.results[-1]
    Rewriter.insert_op(store, InsertPoint.after(new))
    return new


def _value_before(
    loop: affine.ForOp, store: Updated, load: _Read, in_vain: list[Operation]
) -> SSAValue:
    """The value of the cell before the loop: the value that was just stored, or a load."""
    op, is_read = loop.prev_op, False
    while op is not None:
        if isinstance(op, Updated) and _is_same_cell(op, store):
            value = op.operands[0]
            if not is_read:
                in_vain.append(op)
            return value
        if isinstance(op, Load):
            is_read = is_read or not are_apart(buffer_of(op), buffer_of(store))
        elif not is_pure(op) and not _is_store_elsewhere(op, store):
            break
        op = op.prev_op
    first = load.clone()
    Rewriter.insert_op(first, InsertPoint.before(loop))
    return first.results[0]


def _is_store_elsewhere(op: Operation, store: Updated) -> bool:
    """Whether an operation only stores to a buffer that is certainly another one."""
    if not isinstance(op, Store):
        return False
    return are_apart(buffer_of(op), buffer_of(store))
