"""Whether two loops run as one, and what stands between them, keep every dependence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from xdsl.dialects import memref
from xdsl.ir import Operation, SSAValue

from ....analysis.accesses.aliasing import constant_global, has_known_names
from ....analysis.accesses.distinct_cells import has_distinct_cells
from ....analysis.accesses.escape import ALLOCATIONS
from ....analysis.accesses.windows import root_through_views
from ....analysis.instances.reader import InstanceReader
from ....dialect.annotations import buffer_name
from ....dialect.ir.effects import ignores_memory
from ....dialect.ir.memory_access import buffer_of, is_load_or_store, is_store
from ....dialect.ir.operations import operation_name
from ....dialect.ir.reasons import Reason, because
from ....dialect.ops import PackOp, UnpackOp
from ....index.expr import Expr, lift, var
from ....index.queries.dependences import Reversed, Touch, reversed_dependence
from ....index.queries.instances import Instances
from ...common.for_loops import SEQUENTIAL, Loop

_Copy = memref.CopyOp | PackOp | UnpackOp
_SILENT = (*SEQUENTIAL, *ALLOCATIONS)
_FRONT, _MERGED, _BEHIND = 0, 1, 2


@dataclass(frozen=True)
class Sides:
    """Two loops, and what runs before the merged one and after it of what is between."""

    first: Loop
    second: Loop
    front: Sequence[Operation]
    after: Sequence[Operation]


@dataclass(frozen=True)
class _Cell:
    """The value that stands for a buffer, and whether another name may be of the same buffer."""

    name: SSAValue | str
    shared: bool


@dataclass(frozen=True)
class _Use:
    """An operation, inside one of those in a row, that reads or writes a buffer."""

    op: Operation
    top: Operation
    cell: _Cell
    writes: bool


def check_merged_order(sides: Sides, reader: InstanceReader) -> Reason | None:
    """Why the merged order is not shown to be legal, with a pair of iterations, or None."""
    uses = list[_Use]()
    cells = dict[SSAValue, _Cell]()
    for top in (sides.first, *sides.front, *sides.after, sides.second):
        for op in top.walk():
            if is_load_or_store(op) or isinstance(op, _Copy | memref.DeallocOp):
                for buffer, writes in _buffers(op):
                    if buffer not in cells:
                        memory = root_through_views(buffer)
                        name = constant_global(memory)
                        shared = name is None and not has_known_names(memory)
                        cells[buffer] = _Cell(name or memory, shared)
                    uses.append(_Use(op, top, cells[buffer], writes))
            elif not ignores_memory(op) and not isinstance(op, _SILENT):
                text = f"what '{operation_name(op)}' reads and writes is not known"
                return because(text, "unknown-use")
    uses = _contested(uses)
    windows = Counter(cell.name for cell in cells.values())
    touches = [_touch(use, sides, reader, windows[use.cell.name] == 1) for use in uses]
    reversed_ = reversed_dependence(_distinct(touches))
    if reversed_ is None:
        return None
    ops = {id(touch): use.op for touch, use in zip(touches, uses, strict=True)}
    witness = {"iterations": reversed_.iterations}
    return because(_explain(reversed_, ops, sides, reader), "dependence", witness)


def _buffers(op: Operation) -> list[tuple[SSAValue, bool]]:
    """The buffers that an operation reads and writes, each with whether it is written."""
    if isinstance(op, _Copy):
        source, destination = op.operands
        return [(source, False), (destination, True)]
    if isinstance(op, memref.DeallocOp):
        return [(op.memref, True)]
    assert is_load_or_store(op)
    return [(buffer_of(op), is_store(op))]


def _contested(uses: Sequence[_Use]) -> list[_Use]:
    """
    The uses of what several of the operations in a row touch, and one of them writes.

    No order of the others matters; when these run need not be read, which takes longer.
    """
    tops = dict[Hashable, set[Operation]]()
    for use in uses:
        tops.setdefault(_identity(use), set()).add(use.top)
    written = {_identity(use) for use in uses if use.writes}
    return [u for u in uses if _identity(u) in written and len(tops[_identity(u)]) > 1]


def _distinct(touches: Sequence[Touch]) -> list[Touch]:
    """
    Keep the first of any touches that differ only in their position inside one loop.

    That is enough: only touches of different loops are compared, and these are ordered by the
    order of the loops and by the iteration of the merged one.
    """
    found = dict[Hashable, Touch]()
    for touch in touches:
        when = touch.iterators, touch.condition, touch.group
        found.setdefault((touch.cell, touch.index, touch.writes, when), touch)
    return list(found.values())


def _identity(use: _Use) -> Hashable:
    """Equal for two uses that may be of one buffer."""
    return None if use.cell.shared else use.cell.name


def _touch(use: _Use, sides: Sides, reader: InstanceReader, has_one_name: bool) -> Touch:
    op = use.op
    instances = reader.instances(op)
    assert instances is not None
    index = None
    if has_one_name and is_load_or_store(op) and has_distinct_cells(buffer_of(op), use.top):
        index = reader.cell(op)
    old = _plain_time(instances)
    new = _new_time(old, use.top, sides)
    when = instances.iterators, instances.condition
    name, shared = use.cell.name, use.cell.shared
    return Touch(name, index, use.writes, *when, old, new, shared=shared, group=use.top)


def _plain_time(instances: Instances) -> tuple[Expr, ...]:
    return tuple(
        e
        for p in instances.time
        for e in ([lift(p)] if isinstance(p, int) else map(var, p.iterators))
    )


def _new_time(old: tuple[Expr, ...], top: Operation, sides: Sides) -> tuple[Expr, ...]:
    """In the merged loop: the iteration, then which of the two bodies, then what it was inside."""
    if top in (sides.first, sides.second):
        return (lift(_MERGED), old[1], lift(int(top is sides.second)), *old[2:])
    return (lift(_FRONT if top in sides.front else _BEHIND), *old)


def _explain(
    found: Reversed, ops: dict[int, Operation], sides: Sides, reader: InstanceReader
) -> str:
    first, second = ops[id(found.first)], ops[id(found.second)]
    iterations = found.iterations or (None, None)
    reason = (
        f"{_place(first, iterations[0], sides)} {_does(found.first, first, reader)} "
        f"{_cell(found.first, first, iterations[0])}, which "
        f"{_place(second, iterations[1], sides)} {_does(found.second, second, reader)}"
    )
    if _buffer(found.first, first) is not _buffer(found.second, second):
        reason = f"{reason} under another name, perhaps"
    elif found.iterations is None or None in (found.first.index, found.second.index):
        reason = f"{reason}, perhaps"
    return f"{reason}; merged, the second of these would run first"


def _place(op: Operation, iterations: tuple[int, ...] | None, sides: Sides) -> str:
    where = next((n for n, loop in _loops(sides).items() if loop.is_ancestor(op)), None)
    if where is None:
        return f"'{operation_name(op)}' between the loops"
    at = "" if iterations is None else f" {list(iterations)}"
    return f"iteration{at} of the {where} loop"


def _loops(sides: Sides) -> dict[str, Loop]:
    return {"first": sides.first, "second": sides.second}


def _does(touch: Touch, op: Operation, reader: InstanceReader) -> str:
    """What an operation does to a cell, as far as it is known that it comes to it."""
    instances = reader.instances(op)
    if instances is not None and instances.exact:
        return "writes" if touch.writes else "reads"
    return "may write" if touch.writes else "may read"


def _cell(touch: Touch, op: Operation, iterations: tuple[int, ...] | None) -> str:
    name = buffer_name(_buffer(touch, op)) or "a buffer"
    if touch.index is None or iterations is None:
        return name
    values = dict(zip(touch.iterators, iterations, strict=True))
    if not {n for i in touch.index for n in i.variables()} <= set(values):
        return name
    return f"{name}{[int(i.evaluate(values)) for i in touch.index]}"


def _buffer(touch: Touch, op: Operation) -> SSAValue:
    """The buffer by which an operation touches a cell."""
    found = ((o, root_through_views(o)) for o in op.operands)
    return next(o for o, memory in found if touch.cell in (memory, constant_global(memory)))
