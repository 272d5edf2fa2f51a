"""Results that a caller makes room for: returned buffers become arguments that are written."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects import func, memref
from xdsl.dialects.builtin import MemRefType, NoneAttr, StringAttr
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.hints import isa

from ...dialect.annotations import NAME, argument_attributes, buffer_name
from ...passes.common.index_codegen import Emitter
from ...passes.layout.interface.interface_change import set_argument_attributes

_VIEWS = (memref.ExpandShapeOp, memref.CollapseShapeOp)


@dataclass(frozen=True)
class ResultArgument:
    """The argument that a result is written to, and the shape that the result has."""

    name: str
    shape: tuple[int, ...]


def results_as_arguments(function: func.FuncOp) -> tuple[ResultArgument, ...] | None:
    """
    Make an argument, after all others, of each result, and say which: a call allocates nothing.

    None, and nothing changes, unless every result is a row-major buffer of a static shape, in a
    function of one block.
    """
    block = function.body.block if len(function.body.blocks) == 1 else None
    last = None if block is None else block.last_op
    if block is None or not isinstance(last, func.ReturnOp) or not last.arguments:
        return None
    types = [value.type for value in last.arguments]
    if not all(map(_is_static, types)):
        return None
    taken = {buffer_name(argument) for argument in function.args}
    entries = [dict(argument_attributes(argument)) for argument in function.args]
    made = list[ResultArgument]()
    for number, value in enumerate(last.arguments):
        name = _free_name(buffer_name(_root(value)) or f"result{number}", taken)
        argument = _argument_for(value, block, last)
        argument.name_hint = name
        entries.append({NAME: StringAttr(name)} if argument.name_hint != name else {})
        assert isa(value.type, MemRefType)
        made.append(ResultArgument(name, value.type.get_shape()))
    Rewriter.replace_op(last, func.ReturnOp())
    function.update_function_type()
    function.res_attrs = None
    if any(entries) or function.arg_attrs is not None:
        set_argument_attributes(function, entries)
    return tuple(made)


def _is_static(type: Attribute) -> bool:
    return (
        isa(type, MemRefType)
        and isinstance(type.layout, NoneAttr)
        and isinstance(type.memory_space, NoneAttr)
        and all(size >= 0 for size in type.get_shape())
    )


def _root(value: SSAValue) -> SSAValue:
    """The buffer that a value has all of, in its order."""
    while isinstance(value.owner, _VIEWS):
        value = value.owner.operands[0]
    return value


def _argument_for(value: SSAValue, block: Block, last: func.ReturnOp) -> BlockArgument:
    """A new argument, which has the content of a value where the function ends."""
    root = _root(value)
    alloc = root.owner
    is_local = isinstance(alloc, memref.AllocOp) and alloc.parent is block
    count = sum(_root(other) is root for other in last.arguments)
    if isinstance(alloc, memref.AllocOp) and is_local and count == 1 and _is_static(root.type):
        argument = block.insert_arg(root.type, len(block.args))
        root.replace_all_uses_with(argument)
        Rewriter.erase_op(alloc)
        return argument
    argument = block.insert_arg(value.type, len(block.args))
    _copy(value, argument, last)
    return argument


def _copy(source: SSAValue, target: SSAValue, before: Operation) -> None:
    assert isa(source.type, MemRefType)
    shape = source.type.get_shape()
    emit = Emitter(InsertPoint.before(before), before)
    names = [f"i{axis}" for axis in range(len(shape))]
    inside, index = emit.nest(shape, names, "copy_result")
    value = inside.insert(memref.LoadOp.get(source, index)).results[0]
    inside.insert(memref.StoreOp.get(value, target, index))


def _free_name(name: str, taken: set[str | None]) -> str:
    number, free = 0, name
    while free in taken:
        number += 1
        free = f"{name}_{number}"
    taken.add(free)
    return free
