"""
Calls that pass one buffer to several parameters, which are distinct to the callee (design, section
3), or one cell at several indices of a parameter.
"""

from __future__ import annotations

from itertools import combinations

from xdsl.dialects import func, memref
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Operation, SSAValue

from ....analysis.accesses.accesses import Access, accesses, scope_of
from ....analysis.accesses.distinct_cells import has_shared_cells
from ....analysis.accesses.views import root_of
from ....analysis.instances.reader import InstanceReader
from ....dialect.annotations import MAY_ALIAS, buffer_name
from ....dialect.ir.located_errors import PadError
from ....dialect.ir.operations import operations_of
from ....dialect.ir.symbols import lookup_symbol
from ....index.expr import FALSE
from ....index.queries.conditions import Refuted, implies


def check_distinct_arguments(root: Operation) -> None:
    """Raises PadError at a call that passes a buffer or a cell twice, where it may be written."""
    for call in operations_of(root, func.CallOp):
        check_call(call)


def check_call(call: func.CallOp) -> None:
    """The same of one call."""
    given = list(call.arguments)
    _check_cells(call)
    pairs = combinations(range(len(given)), 2)
    twice = [(a, b) for a, b in pairs if _is_same(given[a], given[b])]
    callee = lookup_symbol(call, call.callee) if twice else None
    if not isinstance(callee, func.FuncOp) or MAY_ALIAS in callee.attributes:
        return
    for first, second in twice:
        written = _written(callee, second) or _written(callee, first)
        if written is None:
            continue
        name = buffer_name(root_of(given[first])) or "one buffer"
        raise PadError(
            f"@{callee.sym_name.data} gets {name} as {_parameter(callee, first)} and as "
            f"{_parameter(callee, second)}, and {written}; to a callee that writes, two parameters "
            f"are two buffers: pass a copy as one of them, or put {MAY_ALIAS} on the callee",
            call,
        )


def _check_cells(call: func.CallOp) -> None:
    """Raise PadError where two indices of a parameter are one cell, which is written."""
    for position, value in enumerate(call.arguments):
        if not isinstance(value.type, MemRefType) or not has_shared_cells(value):
            continue
        callee = lookup_symbol(call, call.callee)
        if not isinstance(callee, func.FuncOp) or callee.is_declaration:
            continue
        written = _written(callee, position)
        if written is not None:
            raise PadError(
                f"@{callee.sym_name.data} gets rows that overlap as {_parameter(callee, position)}"
                f", and {written}; to a callee that writes, different indices are different cells: "
                "pass a copy",
                call,
            )


def _is_same(first: SSAValue, second: SSAValue) -> bool:
    """Whether two arguments certainly are parts of one buffer."""
    if not all(isinstance(value.type, MemRefType) for value in (first, second)):
        return False
    ours, other = root_of(first), root_of(second)
    if isinstance(ours.owner, memref.GetGlobalOp) and isinstance(other.owner, memref.GetGlobalOp):
        return ours.owner.name_ == other.owner.name_
    return ours is other


def _written(callee: func.FuncOp, position: int) -> str | None:
    """Where a parameter may be written, as a clause to show."""
    if callee.is_declaration:
        return f"may write {_parameter(callee, position)}, having no body"
    write = _write(callee.args[position])
    if write is None:
        return None
    function, name = write.op.parent_op(), _parameter(callee, position)
    while not isinstance(function, func.FuncOp):
        assert function is not None
        function = function.parent_op()
    if function is not callee:
        return f"@{function.sym_name.data}, which it calls, may write {name}"
    if (cell := _cell(write)) is not None:
        return f"writes {name}{list(cell)}"
    return f"'{write.op.name}' may write {name}"


def _write(parameter: SSAValue) -> Access | None:
    """An access that may write a parameter; calls are followed."""
    pending, seen = [parameter], {parameter}
    while pending:
        passed = pending.pop()
        for access in accesses(passed, InstanceReader(scope_of(passed))):
            if not access.writes:
                continue
            if not isinstance(call := access.op, func.CallOp):
                return access
            callee = lookup_symbol(call, call.callee)
            given = [k for k, value in enumerate(call.arguments) if root_of(value) is passed]
            if not isinstance(callee, func.FuncOp) or callee.is_declaration or not given:
                return access
            new = [callee.args[k] for k in given if callee.args[k] not in seen]
            seen.update(new)
            pending += new
    return None


def _cell(write: Access) -> tuple[int, ...] | None:
    """A cell that is certainly written, where one can be shown."""
    if not write.must or write.index is None:
        return None
    verdict = implies(write.instances.condition, FALSE)
    if not isinstance(verdict, Refuted):
        return None
    names = {name for index in write.index for name in index.variables()}
    values = {name: verdict.witness.get(name, 0) for name in names}
    return tuple(int(index.evaluate(values)) for index in write.index)


def _parameter(callee: func.FuncOp, position: int) -> str:
    name = None if callee.is_declaration else buffer_name(callee.args[position])
    return name or f"argument {position}"
