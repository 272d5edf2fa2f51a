"""Changes the types of buffers throughout a module."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects import func, gpu, memref
from xdsl.dialects.builtin import FunctionType, MemRefType, ModuleOp
from xdsl.ir import Attribute, Operation
from xdsl.rewriter import Rewriter
from xdsl.utils.hints import isa

from ...dialect.operations import operations_in


def convert_types(module: ModuleOp, convert: Callable[[Attribute, Operation], Attribute]) -> None:
    """
    Gives each value, function and global the type that its own is converted to.

    `convert` gets an operation to point at too. The initial values of globals stay as they are.
    """
    for op in operations_in(module):
        for value in (*op.results, *(a for r in op.regions for b in r.blocks for a in b.args)):
            type = convert(value.type, op)
            if type is not value.type and type != value.type:
                Rewriter.replace_value_with_new_type(value, type)
        if isinstance(op, func.FuncOp | gpu.FuncOp):
            inputs, outputs = op.function_type.inputs, op.function_type.outputs
            op.function_type = FunctionType.from_lists(
                [convert(type, op) for type in inputs], [convert(type, op) for type in outputs]
            )
        elif isinstance(op, memref.GlobalOp):
            type = convert(op.type, op)
            assert isa(type, MemRefType)
            op.type = type
