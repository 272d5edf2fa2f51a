"""A host function without calls: what the called functions do, in place of the calls."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects import func, gpu
from xdsl.dialects.builtin import ModuleOp, StringAttr, SymbolRefAttr
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialect.ir.located_errors import PadError
from ...dialect.ir.operations import operations_of
from ...dialect.ir.symbols import lookup_symbol

_MOST_DEEP = 50


def called_functions(function: func.FuncOp) -> list[func.FuncOp]:
    """A function and those with a body that it calls, directly or not."""
    found = [function]
    for caller in found:
        for call in operations_of(caller, func.CallOp):
            callee = lookup_symbol(call, call.callee)
            if isinstance(callee, func.FuncOp) and callee not in found:
                found += [] if callee.is_declaration else [callee]
    return found


def inline_calls(function: func.FuncOp) -> None:
    """
    Replace the calls of functions that have a body by what these do, as a launch plan has no calls.

    Raises PadError where functions call themselves.
    """
    for _ in range(_MOST_DEEP):
        calls = list(_with_a_body(function))
        if not calls:
            return
        for call, callee in calls:
            _inline(call, callee)
    name = function.sym_name.data
    text = f"@{name} calls itself, or calls are nested more than {_MOST_DEEP} deep"
    raise PadError(f"{text}: a launch plan has the steps of all calls", function)


def _with_a_body(function: func.FuncOp) -> Iterator[tuple[func.CallOp, func.FuncOp]]:
    for call in operations_of(function, func.CallOp):
        callee = lookup_symbol(call, call.callee)
        if isinstance(callee, func.FuncOp) and len(callee.body.blocks) == 1:
            if callee is function:
                text = f"@{function.sym_name.data} calls itself: a launch plan has no end then"
                raise PadError(text, call)
            yield call, callee


def _inline(call: func.CallOp, callee: func.FuncOp) -> None:
    block = callee.body.clone().detach_block(0)
    end = block.last_op
    assert isinstance(end, func.ReturnOp)
    results = tuple(end.operands)
    Rewriter.inline_block(block, InsertPoint.before(call), call.arguments)
    Rewriter.erase_op(end)
    Rewriter.replace_op(call, [], results)


def name_kernels_apart(module: ModuleOp) -> None:
    """Give kernels of one name, in several modules of kernels, names of their own."""
    taken = set[str]()
    for kernels in operations_of(module, gpu.ModuleOp):
        for kernel in operations_of(kernels, gpu.FuncOp):
            old = kernel.sym_name.data
            others = (f"{old}_{k}" for k in range(1, len(taken) + 2))
            name = next(name for name in (old, *others) if name not in taken)
            taken.add(name)
            if name != old:
                _rename(module, kernels.sym_name.data, kernel, name)


def _rename(module: ModuleOp, inside: str, kernel: gpu.FuncOp, name: str) -> None:
    old = SymbolRefAttr(inside, [kernel.sym_name.data])
    kernel.sym_name = StringAttr(name)
    for launch in operations_of(module, gpu.LaunchFuncOp):
        if launch.kernel == old:
            launch.kernel = SymbolRefAttr(inside, [name])
