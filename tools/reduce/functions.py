"""Edits that remove a function, inline it, or give it fewer arguments and results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypeVar

from xdsl.dialects import func
from xdsl.dialects.builtin import ArrayAttr, FunctionType, ModuleOp, StringAttr, SymbolRefAttr
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialect.ir.operations import operations_in, operations_of
from ...dialect.xdsl_compat.cloning import cloned
from .edits import Edit, Listing, NotPossible, drop, last_in, only_block, replace, stand_in

_Item = TypeVar("_Item")


def symbols(module: ModuleOp) -> list[Edit]:
    """Each function, global and kernel module left out with what names it."""
    named = [op for op in module.ops if isinstance(op.properties.get("sym_name"), StringAttr)]
    return [Edit(op, partial(_drop_symbol, module, op)) for op in named]


def calls(module: ModuleOp) -> list[Edit]:
    """Each call replaced by the function's body; the function goes with its last use."""
    found = operations_of(module, func.CallOp)
    return [Edit(call, partial(_inline, module, call)) for call in found]


def arguments(number: int = 0) -> Listing:
    """Each argument of a function left out: in the function it is this number, or a buffer."""

    def listing(module: ModuleOp) -> list[Edit]:
        return _signature_edits(module, "inputs", partial(_without_argument, instead=number))

    return listing


def results(module: ModuleOp) -> list[Edit]:
    """Each result of a function left out."""
    return _signature_edits(module, "outputs", _without_result)


def _signature_edits(
    module: ModuleOp, part: str, act: Callable[[ModuleOp, func.FuncOp, int], None]
) -> list[Edit]:
    return [
        Edit(function, partial(act, module, function, number))
        for function in module.ops
        if isinstance(function, func.FuncOp)
        for number in reversed(range(len(getattr(function.function_type, part).data)))
    ]


def _drop_symbol(module: ModuleOp, op: Operation) -> None:
    for user in reversed(list(_users(module, op))):
        drop(user)
    Rewriter.erase_op(op)


def _users(module: ModuleOp, symbol: Operation) -> Iterator[Operation]:
    """The operations outside of it that name it."""
    name = symbol.properties["sym_name"]
    for top in module.ops:
        for op in operations_in(top) if top is not symbol else ():
            referred = (*op.properties.values(), *op.attributes.values())
            if any(isinstance(a, SymbolRefAttr) and a.root_reference == name for a in referred):
                yield op


def _calls(module: ModuleOp, function: func.FuncOp) -> list[func.CallOp]:
    """All that names the function; raises NotPossible where that is not only calls."""
    users = [*_users(module, function), *_recursive(function)]
    found = [op for op in users if isinstance(op, func.CallOp)]
    if len(found) != len(users):
        raise NotPossible
    return found


def _recursive(function: func.FuncOp) -> Iterator[Operation]:
    for call in operations_of(function, func.CallOp):
        if call.callee.string_value() == function.sym_name.data:
            yield call


def _inline(module: ModuleOp, call: func.CallOp) -> None:
    functions = {f.sym_name.data: f for f in module.ops if isinstance(f, func.FuncOp)}
    callee = functions.get(call.callee.string_value())
    if callee is None or callee.is_declaration or callee.is_ancestor(call):
        raise NotPossible
    copy = cloned(callee)
    block = only_block(copy.body)
    for argument, value in zip(block.args, call.operands, strict=True):
        argument.replace_all_uses_with(value)
    end = last_in(block)
    for nested in tuple(block.ops):
        if nested is not end:
            nested.detach()
            Rewriter.insert_op(nested, InsertPoint.before(call))
    replace(call, end.operands)
    end.detach()
    end.erase()
    if not list(_users(module, callee)):
        Rewriter.erase_op(callee)


def _without_argument(
    module: ModuleOp, function: func.FuncOp, number: int, *, instead: int = 0
) -> None:
    callers = _calls(module, function)
    if not function.is_declaration:
        block = function.body.blocks[0]
        argument = block.args[number]
        if argument.first_use is not None:
            end = last_in(block)
            argument.replace_all_uses_with(_other(argument, end, instead))
        block.erase_arg(argument)
    for call in callers:
        call.operands = _left_out(call.operands, number)
    inputs = _left_out(function.function_type.inputs.data, number)
    function.function_type = FunctionType.from_lists(inputs, function.function_type.outputs.data)
    if function.arg_attrs is not None:
        function.arg_attrs = ArrayAttr(_left_out(function.arg_attrs.data, number))


def _other(argument: SSAValue, at: Operation, number: int) -> SSAValue:
    """A stand-in for an argument, which it is not itself."""
    found = stand_in(argument.type, at, number)
    if found is argument:
        found = stand_in(argument.type, at, 1)
    return found


def _without_result(module: ModuleOp, function: func.FuncOp, number: int) -> None:
    callers = _calls(module, function)
    for end in operations_of(function, func.ReturnOp):
        end.operands = _left_out(end.operands, number)
    outputs = _left_out(function.function_type.outputs.data, number)
    function.function_type = FunctionType.from_lists(function.function_type.inputs.data, outputs)
    if function.res_attrs is not None:
        function.res_attrs = ArrayAttr(_left_out(function.res_attrs.data, number))
    for call in callers:
        new = func.CallOp(call.callee, call.operands, outputs)
        Rewriter.insert_op(new, InsertPoint.before(call))
        kept: list[SSAValue | None] = [*new.results]
        replace(call, [*kept[:number], None, *kept[number:]])


def _left_out(items: Iterable[_Item], number: int) -> list[_Item]:
    return [item for k, item in enumerate(items) if k != number]
