"""
Conditions on its arguments that a function may check before it does anything: where, and of which
cells.
"""

from __future__ import annotations

from xdsl.dialects import cf, func, memref
from xdsl.ir import Block, Operation, SSAValue

from ...analysis.accesses.views import root_of
from ...analysis.contracts.applied_layouts import forbidden_cells
from ...analysis.instances.reader import InstanceReader
from ...analysis.instances.sizes import extents, known_sizes
from ...dialect.annotations import buffer_name
from ...dialect.ir.effects import has_no_effect, is_terminator, leaves_memory, may_not_end
from ...dialect.ir.memory_access import Load, buffer_of, is_load
from ...dialect.ir.operations import is_a, operations_in
from ...dialect.ir.reasons import Reason, because
from ...dialect.ir.symbols import lookup_symbol
from ...dialect.ops import AssumeOp, UndefOp
from ...index.expr import all_of, within
from ...index.queries.conditions import is_implied

_CALL, _ASSERT = (func.CallOp,), (cf.AssertOp,)


def entry_of(function: func.FuncOp) -> list[Operation]:
    """The operations at the head of a function's body, up to the first that may write."""
    entry: list[Operation] = []
    for op in function.body.blocks[0].ops:
        if is_terminator(op) or not all(map(_writes_nothing, operations_in(op))):
            break
        entry.append(op)
    return entry


def _writes_nothing(op: Operation) -> bool:
    if not is_a(op, _CALL):
        return is_a(op, _ASSERT) or (leaves_memory(op) and not may_not_end(op))
    callee = lookup_symbol(op, op.callee)
    if not isinstance(callee, func.FuncOp) or callee.is_declaration:
        return False
    return all(has_no_effect(o) or isinstance(o, func.ReturnOp) for o in callee.body.walk())


def slice_of(condition: SSAValue) -> list[SSAValue]:
    """The values that a condition is computed from, itself first; nothing that feeds a load."""
    found = dict[SSAValue, None]()
    pending = [condition]
    while pending:
        value = pending.pop()
        if value in found:
            continue
        found[value] = None
        if not isinstance(value.owner, Block) and not is_load(value.owner):
            inside = [o for op in value.owner.walk() for o in op.operands]
            pending += reversed(inside)
    return list(found)


def is_arbitrary(condition: SSAValue) -> bool:
    """Whether a condition speaks of a `pad.undef`, which can be chosen so that it holds."""
    return any(isinstance(value.owner, UndefOp) for value in slice_of(condition))


def is_asserted(assume: AssumeOp) -> bool:
    """Whether what is assumed is tested just before."""
    before = assume.prev_op
    return isinstance(before, cf.AssertOp) and before.arg is assume.condition


def obstacle(condition: SSAValue, function: func.FuncOp) -> Reason | None:
    """
    Return the reason why a condition of the entry block cannot be evaluated there, or None if it
    can.
    """
    reader = InstanceReader(function.body.blocks[0])
    for value in slice_of(condition):
        load = value.owner
        if not is_load(load):
            continue
        if not _is_from_outside(buffer_of(load), function):
            name = buffer_name(buffer_of(load)) or "a buffer"
            return because(f"{name} is not an argument", "no-argument", buffer=name)
        name = buffer_name(buffer_of(load)) or "its buffer"
        if not _is_in_bounds(load, reader):
            text = f"what it loads is not shown to be inside {name}"
            return because(text, "out-of-bounds", buffer=name)
        if not _may_be_read(load, reader):
            text = f"what it loads may be forbidden padding of {name}"
            return because(text, "not-readable", buffer=name)
    return None


def _is_from_outside(buffer: SSAValue, function: func.FuncOp) -> bool:
    owner = root_of(buffer).owner
    return isinstance(owner, memref.GetGlobalOp) or owner is function.body.first_block


def _may_be_read(load: Load, reader: InstanceReader) -> bool:
    forbidden = forbidden_cells(buffer_of(load), reader)
    if not forbidden:
        return forbidden is not None
    instances, index = reader.instances(load), reader.cell(load)
    if instances is None or index is None:
        return False
    cells = {f"c{k}": expr for k, expr in enumerate(index)}
    return is_implied(instances.condition, all_of([~c.substitute(cells) for c in forbidden]))


def _is_in_bounds(load: Load, reader: InstanceReader) -> bool:
    """A load that feeds only assumes is not an access, so nobody has said that it is inside."""
    instances, index = reader.instances(load), reader.cell(load)
    if instances is None or index is None:
        return False
    stage, sizes = reader.stage(load), extents(buffer_of(load), reader)
    if stage is None or sizes is None:
        return False
    inside = all_of(within(i, size) for i, size in zip(index, sizes, strict=True))
    if is_implied(instances.condition, inside):
        return True
    return is_implied(instances.condition & known_sizes(stage, reader), inside)
