"""Calls that pass a variable global to a callee that also gets it by its name."""

from __future__ import annotations

from xdsl.dialects import func, memref
from xdsl.ir import BlockArgument, SSAValue

from ....analysis.accesses.escape import ALLOCATIONS
from ....analysis.accesses.views import root_of
from ....dialect.annotations import buffer_name
from ....dialect.ir.located_errors import PadError
from ....dialect.ir.operations import operations_of
from ....dialect.ir.symbols import lookup_symbol


def check_not_reached_by_name(call: func.CallOp, argument: SSAValue) -> None:
    """
    Raises PadError if a callee may get the buffer of an argument by `memref.get_global` as well.

    A copy that is passed instead would not be the global that it sees. Only variables count, and a
    callee without a body reaches those that are not private.
    """
    given = _origins(argument, set())
    for name in sorted(_reached(call, set())):
        if given is None or name in given:
            what = buffer_name(argument) or "the argument"
            raise PadError(
                f"{what} cannot be copied into another layout for @"
                f"{call.callee.root_reference.data}: it may be @{name}, which the callee also gets "
                f"by its name; give @{name} the layout",
                call,
            )


def _origins(buffer: SSAValue, seen: set[SSAValue]) -> set[str] | None:
    """The variable globals that a buffer may be; None if that is not known."""
    root = root_of(buffer)
    if root in seen or isinstance(root.owner, ALLOCATIONS):
        return set()
    seen.add(root)
    if isinstance(root.owner, memref.GetGlobalOp):
        return {root.owner.name_.root_reference.data}
    function = root.owner.parent_op()
    if not isinstance(root, BlockArgument) or not isinstance(function, func.FuncOp):
        return None
    if root.owner is not function.body.first_block:
        return None
    found: set[str] = set()
    for call in _calls_of(function):
        origins = _origins(call.arguments[root.index], seen)
        if origins is None:
            return None
        found |= origins
    return found


def _calls_of(function: func.FuncOp) -> list[func.CallOp]:
    module = function.parent_op()
    assert module is not None
    calls = operations_of(module, func.CallOp)
    return [call for call in calls if lookup_symbol(call, call.callee) is function]


def _reached(call: func.CallOp, seen: set[func.FuncOp]) -> set[str]:
    """The variable globals that a callee gets by name, by what it calls too."""
    callee = lookup_symbol(call, call.callee)
    if not isinstance(callee, func.FuncOp) or callee in seen:
        return set()
    seen.add(callee)
    if callee.is_declaration:
        module = callee.parent_op()
        assert module is not None
        known = operations_of(module, memref.GlobalOp)
        return {op.sym_name.data for op in known if _is_variable(op) and not _is_private(op)}
    found: set[str] = set()
    for get in operations_of(callee, memref.GetGlobalOp):
        origin = lookup_symbol(get, get.name_)
        if not isinstance(origin, memref.GlobalOp) or _is_variable(origin):
            found.add(get.name_.root_reference.data)
    for inner in operations_of(callee, func.CallOp):
        found |= _reached(inner, seen)
    return found


def _is_variable(op: memref.GlobalOp) -> bool:
    return op.constant is None


def _is_private(op: memref.GlobalOp) -> bool:
    return op.sym_visibility.data == "private"
