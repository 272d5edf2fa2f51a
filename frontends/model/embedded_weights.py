"""A model's program with its bound weights in it, for programs in C."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

from xdsl.dialects import func, memref
from xdsl.dialects.builtin import (
    BytesAttr,
    DenseIntOrFPElementsAttr,
    MemRefType,
    ModuleOp,
    StringAttr,
    TensorType,
    UnitAttr,
    i1,
)
from xdsl.ir import Attribute
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.hints import isa

from ...dialect.annotations import argument_attributes, buffer_name
from ...dialect.ir.located_errors import PadError
from ...passes.layout.interface.interface_change import set_argument_attributes
from ...runtime.packing.arrays import Array

_ALIGNMENT = 64
"""Bytes, as arrays that are bound have it."""


def embed_weights(function: func.FuncOp, weights: Mapping[str, Array]) -> None:
    """
    Make constants of the module of the arguments with these names, and no arguments.

    Each array is what the argument is given, as it is in memory. Raises PadError for sizes known at
    run time.
    """
    module = function.parent_op()
    assert isinstance(module, ModuleOp)
    symbols = {
        op.sym_name.data for op in module.ops if isinstance(op, func.FuncOp | memref.GlobalOp)
    }
    entries = [dict(argument_attributes(argument)) for argument in function.args]
    block, kept = function.body.blocks[0], list[int]()
    names = [buffer_name(argument) for argument in block.args]  # by numbers, which change
    for number, (name, argument) in enumerate(zip(names, tuple(block.args), strict=True)):
        if name is None or name not in weights:
            kept.append(number)
            continue
        if argument.first_use is None:
            block.erase_arg(argument)
            continue
        type = argument.type
        assert isa(type, MemRefType)
        if not type.has_static_shape():
            raise PadError(f"the weight {name} has a size known at run time: it is no constant")
        free = next(f"{name}_{k}" for k in count() if f"{name}_{k}" not in symbols)
        symbols.add(free)
        content = _constant(type, weights[name])
        constant = memref.GlobalOp.get(
            StringAttr(free), type, content, StringAttr("private"), UnitAttr(), _ALIGNMENT
        )
        Rewriter.insert_op(constant, InsertPoint.at_start(module.body.block))
        read = memref.GetGlobalOp(free, type)
        Rewriter.insert_op(read, InsertPoint.at_start(block))
        argument.replace_all_uses_with(read.memref)
        block.erase_arg(argument)
    function.update_function_type()
    set_argument_attributes(function, [entries[number] for number in kept])


def _constant(type: MemRefType[Attribute], array: Array) -> Attribute:
    if type.element_type == i1:
        bits = [int(bit) for bit in array.reshape(-1)]
        return DenseIntOrFPElementsAttr.from_list(TensorType(i1, type.get_shape()), bits)
    shape = TensorType(type.element_type, type.get_shape())
    return DenseIntOrFPElementsAttr.new((shape, BytesAttr(array.tobytes())))
