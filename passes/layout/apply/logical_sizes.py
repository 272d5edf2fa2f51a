"""Logical sizes of laid-out buffers as values: arguments that `pad.size` ties, or operands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from xdsl.dialects import arith, func, memref
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    IndexType,
    IntegerAttr,
    StringAttr,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ....analysis.contracts.applied_layouts import applied_contract
from ....dialect.annotations import NAME, SIZE, buffer_name
from ....dialect.attributes import LaidOutType, layout_of, place
from ....dialect.ir.located_errors import PadError
from ....dialect.ir.memory_access import has_dynamic_size, is_dynamic
from ....dialect.ir.operations import operations_of
from ....dialect.ir.symbols import lookup_symbol
from ....index.expr import Expr, lift
from ...common.buffer_sizes import tied_argument
from ...common.index_codegen import Emitter


def append_sizes(module: Operation) -> None:
    """
    Gives each function an index argument for each logical size of its laid-out arguments that
    `pad.size` ties to none, and passes it in calls.

    Raises PadError for a call whose buffer has a size that no value in the caller is.
    """
    functions = [f for f in operations_of(module, func.FuncOp) if not f.is_declaration]
    added = {function: list(_append(function)) for function in functions}
    for call in operations_of(module, func.CallOp):
        callee = lookup_symbol(call, call.callee)
        if not isinstance(callee, func.FuncOp) or not (new := added.get(callee)):
            continue
        emitter = Emitter(InsertPoint.before(call), call)
        sizes: list[SSAValue] = []
        for position, axis in new:
            buffer = call.arguments[position]
            size = logical_size(buffer, axis, emitter)
            if size is None:
                raise PadError(
                    f"@{callee.sym_name.data} takes the logical sizes of its argument {position}, "
                    f"which is {buffer.type}, but axis {axis} of what is passed here is of a size "
                    "that is no value; pass an argument or an allocation",
                    call,
                )
            sizes.append(size)
        call.operands = [*call.operands, *sizes]


def replace_dims(buffer: SSAValue) -> None:
    """
    Replaces each `memref.dim` of a laid-out buffer by the value of its logical size.

    Raises PadError for an axis that is no constant, or of which no value is the size.
    """
    type = cast("LaidOutType", buffer.type)
    shape = type.get_shape()
    for op in [use.operation for use in buffer.uses if isinstance(use.operation, memref.DimOp)]:
        axis = _constant_index(op.index)
        if axis is None or not 0 <= axis < len(shape):
            raise PadError(
                f"the axis of this memref.dim of {type} is not a constant below its rank "
                f"{len(shape)}",
                op,
            )
        size = logical_size(buffer, axis, Emitter(InsertPoint.before(op), op))
        if size is None:
            raise PadError(
                f"the logical size of axis {axis} of {type} is no value here; take memref.dim of "
                "the argument or the allocation that the buffer is",
                op,
            )
        Rewriter.replace_op(op, [], [size])


def logical_size(buffer: SSAValue, axis: int, emitter: Emitter) -> SSAValue | None:
    """
    The value of a logical size of a buffer that has a layout which is not applied yet; emitted at
    the point of the emitter where it is a constant, or computed from sizes before an earlier step.
    """
    type = cast("LaidOutType", buffer.type)
    shape = type.get_shape()
    if not is_dynamic(shape[axis]):
        return emitter.constant(shape[axis])
    owner = buffer.owner
    if isinstance(owner, memref.AllocOp | memref.AllocaOp):
        return owner.dynamic_sizes[sum(map(is_dynamic, shape[:axis]))]
    function = owner.parent_op() if isinstance(owner, Block) else None
    if not isinstance(function, func.FuncOp) or buffer not in function.args:
        return None
    if (earlier := applied_contract(buffer)) is None:
        return tied_argument(function, buffer_name(buffer), axis)
    values = sizes_by_name(buffer, earlier, emitter)
    return emitter.index(_expr(place(earlier).physical_shape[axis]), values)


def sizes_by_name(buffer: SSAValue, contract: LaidOutType, emitter: Emitter) -> dict[str, SSAValue]:
    """
    The values of the sizes `s0`, `s1`, .. of a contract of a buffer: of its type, or of one that
    was applied to it.
    """
    found: dict[str, SSAValue] = {}
    for axis, size in enumerate(contract.get_shape()):
        if not is_dynamic(size):
            continue
        if contract is buffer.type:
            value = logical_size(buffer, axis, emitter)
        else:
            function = cast("Block", buffer.owner).parent_op()
            value = tied_argument(cast("func.FuncOp", function), buffer_name(buffer), axis)
        if value is not None:
            found[f"s{axis}"] = value
    return found


def physical_sizes(
    type: LaidOutType, values: Mapping[str, SSAValue], emitter: Emitter
) -> list[SSAValue]:
    """The operands of an allocation of the physical type, over the values of the sizes."""
    shape = place(type).physical_shape
    return [emitter.index(extent, values) for extent in shape if isinstance(extent, Expr)]


def _append(function: func.FuncOp) -> Iterator[tuple[int, int]]:
    """Append what is missing; gives the argument and the axis of each."""
    block = function.body.blocks[0]
    for position, argument in enumerate(tuple(function.args)):
        if layout_of(argument.type) is None:
            continue
        contract = applied_contract(argument) or cast("LaidOutType", argument.type)
        if not has_dynamic_size(contract.get_shape()):
            continue
        name = buffer_name(argument) or f"arg{position}"
        _set_attribute(function, position, NAME, StringAttr(name))
        for axis, size in enumerate(contract.get_shape()):
            if not is_dynamic(size) or tied_argument(function, name, axis) is not None:
                continue
            new = block.insert_arg(IndexType(), len(block.args))
            new.name_hint = f"{name}_size{axis}"
            tie: dict[str, Attribute] = {"of": StringAttr(name), "dim": IntegerAttr(axis, i64)}
            _set_attribute(function, new.index, SIZE, ArrayAttr([DictionaryAttr(tie)]))
            yield position, axis


def _set_attribute(function: func.FuncOp, position: int, key: str, value: Attribute) -> None:
    given = function.arg_attrs.data if function.arg_attrs is not None else ()
    entries = [dict(entry.data) for entry in given]
    entries += [{} for _ in range(len(function.args) - len(entries))]
    entries[position][key] = value
    function.properties["arg_attrs"] = ArrayAttr(map(DictionaryAttr, entries))


def _constant_index(value: SSAValue) -> int | None:
    owner = value.owner
    given = owner.value if isinstance(owner, arith.ConstantOp) else None
    return given.value.data if isinstance(given, IntegerAttr) else None


def _expr(extent: int | Expr) -> Expr:
    return extent if isinstance(extent, Expr) else lift(extent)
