"""Changes the types of buffers throughout a module."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects import func, gpu, memref
from xdsl.dialects.builtin import FunctionType, MemRefType, ModuleOp
from xdsl.ir import Attribute, Operation
from xdsl.rewriter import Rewriter
from xdsl.utils.hints import isa

from ...dialect.ir.operations import is_a, operations_in, types_in

_FUNCTIONS = (func.FuncOp, gpu.FuncOp)
_GLOBALS = (memref.GlobalOp,)


def convert_types(module: ModuleOp, convert: Callable[[Attribute, Operation], Attribute]) -> None:
    """
    Gives each value, function and global the type that its own is converted to.

    `convert` gets an operation to point at too. The initial values of globals stay as they are.
    """
    # By identity, as to compare types takes longer; the old ones are kept alive for that.
    known: dict[int, tuple[Attribute, Attribute]] = {}

    def converted(type: Attribute, op: Operation) -> Attribute:
        if id(type) not in known:
            known[id(type)] = type, convert(type, op)
        return known[id(type)][1]

    if all([converted(type, op) is type for type, op in types_in(module)]):
        return
    for op in operations_in(module):
        for value in (*op.results, *(a for r in op.regions for b in r.blocks for a in b.args)):
            type = converted(value.type, op)
            if type is not value.type and type != value.type:
                Rewriter.replace_value_with_new_type(value, type)
        if is_a(op, _FUNCTIONS):
            inputs, outputs = op.function_type.inputs, op.function_type.outputs
            op.function_type = FunctionType.from_lists(
                [converted(type, op) for type in inputs], [converted(type, op) for type in outputs]
            )
        elif is_a(op, _GLOBALS):
            type = converted(op.type, op)
            assert isa(type, MemRefType)
            op.type = type
