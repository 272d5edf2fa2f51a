"""
Changes the layout of a buffer on both sides of the calls that it crosses (`interface=change`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from xdsl.dialects import affine, func, memref
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ....analysis.accesses.accesses import scope_of
from ....analysis.contracts.callee_roles import CalleeRoles
from ....analysis.contracts.entry_cells import matter_on_entry
from ....analysis.contracts.roles import roles
from ....analysis.memory.lifetimes import may_free
from ....dialect.annotations import LOGICAL, MAY_ALIAS, NAME, argument_attributes, buffer_name
from ....dialect.attributes import LaidOutType, layout_of, logical_type, place
from ....dialect.ir.located_errors import PadError
from ....dialect.ir.memory_access import is_load
from ....dialect.ir.operations import operation_name, operations_of
from ....dialect.ir.symbols import lookup_symbol
from ....dialect.layout.layout import Forbidden
from ....dialect.ops import PackOp, UndefOp, UnpackOp
from ....index.expr import TRUE
from ...common.index_codegen import Emitter
from ...common.remedies import lower_first
from ..accesses.vector_transfers import VECTOR_ACCESSES
from ..accesses.view_cells import VIEWS
from ..contracts.distinct_arguments import check_call
from ..contracts.reached_globals import check_not_reached_by_name
from ..padding.padding_values import store
from .forwarded_buffers import (
    PASSES_ON,
    check_not_returned,
    tied_results,
    tied_values,
    values_of_result,
)

_ALIGNMENT = 64  # bytes: a cache line, and the widest vector there is

_KEEPS_TYPE = (
    affine.LoadOp,
    affine.StoreOp,
    memref.LoadOp,
    memref.StoreOp,
    memref.DimOp,
    memref.DeallocOp,
    memref.CopyOp,
    *VIEWS,
    *VECTOR_ACCESSES,
)


def change_layouts(module: ModuleOp, new_types: Mapping[SSAValue, LaidOutType]) -> None:
    """
    Gives buffers new laid-out types, and makes every call that they cross fit.

    A callee's parameter gets the same type; in its other callers, and around calls of external
    functions, the argument is copied: packed before the call where the callee may read it, unpacked
    after it where the callee may write. What is passed on together has one layout, results of
    functions included. Raises PadError at a use that ties a buffer to its old type.
    """
    pending, changed = list(new_types.items()), dict[SSAValue, LaidOutType]()
    replaced: dict[SSAValue, SSAValue] = {}
    while pending:
        old, new_type = pending.pop()
        while old in replaced:
            old = replaced[old]
        if old.type == new_type:
            continue
        _check_uses(old)
        buffer = replaced[old] = Rewriter.replace_value_with_new_type(old, new_type)
        changed[buffer] = new_type
        _keep_name(buffer)
        function = buffer.owner.parent_op() if isinstance(buffer.owner, Block) else None
        if isinstance(function, func.FuncOp) and buffer in function.args:
            _retype_argument(function, function.args.index(buffer), new_type)
        for tied in _tied(buffer, new_type):
            _check_agrees(tied, new_type, changed, new_types)
            pending.append((tied, new_type))
        for use in tuple(buffer.uses):
            if isinstance(copy := use.operation, PackOp | UnpackOp):
                _copy_between_layouts(copy)
            if not isinstance(call := use.operation, func.CallOp):
                continue
            callee = lookup_symbol(call, call.callee)
            assert isinstance(callee, func.FuncOp)
            if callee.is_declaration:
                _copy_around(call, use.index, cast("LaidOutType", old.type), True, True)
            else:
                parameter = callee.args[use.index]
                pending = [entry for entry in pending if entry[0] is not parameter]
                pending.append((parameter, new_type))
    _fix_callers(module, changed)


def _tied(buffer: SSAValue, type: LaidOutType) -> list[SSAValue]:
    """The values that need the type of a buffer, too; results of functions get it at once."""
    found = tied_values(buffer)
    for function, number in tied_results(buffer):
        if function.function_type.outputs.data[number] != type:
            _retype_result(function, number, type)
            found += values_of_result((function, number))
    return [value for value in found if value.type != type]


def _check_agrees(
    value: SSAValue,
    type: LaidOutType,
    changed: Mapping[SSAValue, LaidOutType],
    new_types: Mapping[SSAValue, LaidOutType],
) -> None:
    asked = new_types.get(value, changed.get(value, type))
    if asked != type:
        owner = value.owner
        raise PadError(
            f"{buffer_name(value) or 'a buffer'} has the layout {place(asked)}, but is passed on "
            f"together with one that gets {place(type)}; give both the same layout",
            owner if isinstance(owner, Operation) else owner.parent_op(),
        )


def _fix_callers(module: ModuleOp, changed: Mapping[SSAValue, LaidOutType]) -> None:
    at_calls = CalleeRoles()
    for call in operations_of(module, func.CallOp):
        callee = lookup_symbol(call, call.callee)
        if not isinstance(callee, func.FuncOp) or callee.is_declaration:
            continue
        for position, parameter in enumerate(callee.args):
            type = changed.get(parameter)
            if type is not None and call.arguments[position].type != type:
                found = roles(parameter, type.get_shape(), at_calls=at_calls)
                check_call(call)
                _check_readable(call, call.arguments[position])
                # What is assumed of the cells on entry has to hold of the copy too.
                is_in = found.is_in or matter_on_entry(parameter, TRUE, at_calls.matter_on_entry)
                is_out = found.is_out and _may_be_written(parameter)
                _copy_around(call, position, type, is_in, is_out)


def _may_be_written(parameter: SSAValue) -> bool:
    """
    Whether a function does more than load from a parameter, and from views of it: under a new
    layout `roles` does not know the cells of a view, and takes them to be written.
    """
    pending = [parameter]
    while pending:
        for use in pending.pop().uses:
            op = use.operation
            if isinstance(op, VIEWS):
                pending += op.results
            elif not is_load(op) and not isinstance(op, memref.DimOp):
                return True
    return False


def _check_uses(buffer: SSAValue) -> None:
    function = buffer.owner.parent_op() if isinstance(buffer.owner, Block) else None
    if function is not None and MAY_ALIAS in function.attributes:
        raise PadError(
            f"{buffer_name(buffer) or 'the buffer'} cannot get another layout: the function has "
            f"{MAY_ALIAS}, so another argument may be the same memory; remove the attribute if no "
            "other argument is",
            function,
        )
    for use in buffer.uses:
        op = use.operation
        if not isinstance(op, (*_KEEPS_TYPE, *PASSES_ON, func.CallOp, PackOp, UnpackOp)):
            remedy = lower_first(op) or "copy into a buffer of its own first"
            raise PadError(
                f"{buffer_name(buffer) or 'the buffer'} cannot get another layout: "
                f"'{operation_name(op)}' uses it, and would need the old type; {remedy}",
                op,
            )
        if isinstance(op, func.CallOp):
            check_call(op)


def _check_readable(call: func.CallOp, argument: SSAValue) -> None:
    """
    Raise PadError if an argument has forbidden padding, which a copy into another layout would
    read.
    """
    owner = argument.owner
    attributes = owner.attributes if isinstance(owner, Operation) else argument_attributes(argument)
    earlier = attributes.get(LOGICAL)
    if earlier is None:
        return
    if any(
        isinstance(kind, Forbidden)
        for _, kind in place(cast("LaidOutType", earlier)).padding_pieces
    ):
        raise PadError(
            f"the argument of @{call.callee.root_reference.data} has forbidden padding from a "
            f"layout that was applied "
            "before, and cannot be copied into another one; give all steps before "
            "pad-apply-layouts",
            call,
        )


def _retype_argument(function: func.FuncOp, position: int, type: Attribute) -> None:
    inputs = list(function.function_type.inputs)
    inputs[position] = type
    function.properties["function_type"] = FunctionType.from_lists(
        inputs, function.function_type.outputs.data
    )


def _retype_result(function: func.FuncOp, number: int, type: Attribute) -> None:
    outputs = list(function.function_type.outputs)
    outputs[number] = type
    function.properties["function_type"] = FunctionType.from_lists(
        function.function_type.inputs.data, outputs
    )


def _keep_name(buffer: SSAValue) -> None:
    """Write the name from the source down, where later passes and the runtime find it."""
    name = buffer_name(buffer)
    if name is None:
        return
    if isinstance(owner := buffer.owner, Operation):
        if isinstance(owner, memref.AllocOp | memref.AllocaOp | memref.GetGlobalOp):
            owner.attributes[NAME] = StringAttr(name)
        return
    function = owner.parent_op()
    if not isinstance(function, func.FuncOp) or buffer not in function.args:
        return
    given = (
        function.arg_attrs.data if function.arg_attrs else [DictionaryAttr({})] * len(function.args)
    )
    entries = [dict(entry.data) for entry in given]
    entries[function.args.index(buffer)][NAME] = StringAttr(name)
    set_argument_attributes(function, entries)


def set_argument_attributes(function: func.FuncOp, entries: list[dict[str, Attribute]]) -> None:
    """Replace the attribute dictionaries of a function's arguments."""
    function.properties["arg_attrs"] = ArrayAttr([DictionaryAttr(entry) for entry in entries])


def _copy_around(
    call: func.CallOp, position: int, type: LaidOutType, copy_in: bool, copy_out: bool
) -> None:
    """
    Pass a temporary of the given type instead of the argument, with the copies that the callee
    needs.
    """
    argument = call.arguments[position]
    check_not_reached_by_name(call, argument)
    check_not_returned(call, position)
    if may_free(call, position):
        raise PadError(
            f"@{call.callee.root_reference.data} may deallocate what it is given, which would be a "
            "copy in another layout here; free it in the caller, or give the callee a copy",
            call,
        )
    before, after = Emitter(InsertPoint.before(call), call), Emitter(InsertPoint.after(call), call)
    name = buffer_name(argument) or f"argument{position}"
    temporary = _allocate(before, type, f"{name}_call", argument)
    if copy_in:
        _make_defined(argument, call)
        copy_buffer(before, argument, temporary)
    operands = list(call.operands)
    operands[position] = temporary
    call.operands = operands
    if copy_out:
        copy_buffer(after, temporary, argument)
    after.insert(memref.DeallocOp.get(temporary))


def copy_buffer(emitter: Emitter, source: SSAValue, target: SSAValue) -> None:
    """
    Copy all logical cells from one layout into another; two layouts go through a logical buffer.
    """
    laid_out = [layout_of(value.type) is not None for value in (source, target)]
    if laid_out == [False, True]:
        emitter.insert(PackOp(source, target))
    elif laid_out == [True, False]:
        emitter.insert(UnpackOp(source, target))
    else:
        type = logical_type(cast("LaidOutType", source.type))
        plain = _allocate(emitter, type, "plain", source)
        emitter.insert(UnpackOp(source, plain))
        emitter.insert(PackOp(plain, target))
        emitter.insert(memref.DeallocOp.get(plain))


def _copy_between_layouts(copy: PackOp | UnpackOp) -> None:
    """Where the logical side has got a layout too, copy through a logical buffer."""
    if all(layout_of(value.type) is not None for value in copy.operands):
        copy_buffer(Emitter(InsertPoint.before(copy), copy), *copy.operands)
        Rewriter.erase_op(copy)


def _allocate(emitter: Emitter, type: LaidOutType, name: str, like: SSAValue) -> SSAValue:
    """A new buffer of the shape of another one."""
    _, sizes = emitter.shape(like)
    alloc = memref.AllocOp([*sizes.values()], [], type, IntegerAttr(_ALIGNMENT, i64))
    alloc.attributes[NAME] = StringAttr(name)
    emitter.insert(alloc)
    alloc.memref.name_hint = name
    return alloc.memref


def _make_defined(argument: SSAValue, call: Operation) -> None:
    """
    A local buffer that may not be written before the copy gets undef in every cell: the copy reads
    them all.
    """
    owner = argument.owner
    if not isinstance(owner, memref.AllocOp | memref.AllocaOp):
        return
    type = cast("LaidOutType", argument.type)
    stages = roles(argument, type.get_shape(), at_calls=CalleeRoles()).write_stages
    stage: Operation | None = call
    while stage is not None and stage.parent is not scope_of(argument):
        stage = stage.parent_op()
    for op in scope_of(argument).ops:
        if op is stage:
            break
        if op in stages:
            return
    name = f"{buffer_name(argument) or 'buffer'}_undef"
    emitter = Emitter(InsertPoint.after(owner), owner)
    shape, sizes = emitter.shape(argument)
    names = [f"i{k}" for k in range(len(shape))]
    inside, indices = emitter.nest(shape, names, name, sizes=sizes)
    undef = inside.insert(UndefOp(type.element_type)).results[0]
    inside.insert(store(undef, argument, indices))
