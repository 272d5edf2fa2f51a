"""Accesses of a subview, as accesses of the buffer that it is a part of."""

from __future__ import annotations

from xdsl.dialects import affine, arith, memref
from xdsl.dialects.builtin import IntegerAttr, ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import Rewriter

from ..dialect.ir.affine_conversion import from_affine_map
from ..dialect.ir.memory_access import find_access
from ..index.expr import Expr, lift, var
from ..passes.common.index_writing import write_index
from ..passes.layout.accesses.root_accesses import root_index, root_of_window


def fold_subviews(module: ModuleOp) -> None:
    """
    Lets loads and stores go to the buffer itself, where its index is affine.

    What upstream makes of `tensor.pad`, of a slice and of `tensor.concat` accesses a subview. A
    stage that accesses the buffer is one whose cells all analyses know.
    """
    views = [op for op in module.walk() if isinstance(op, memref.SubviewOp)]
    for view in views:
        for use in tuple(view.result.uses):
            _fold(use.operation)
    for view in reversed(views):
        if view.result.first_use is None:
            Rewriter.erase_op(view)


def _fold(op: Operation) -> None:
    access = find_access(op)
    if access is None or access.covers == "permuted":
        return
    root, values = root_of_window(access.buffer(op)), dict[str, SSAValue]()

    def read(value: SSAValue) -> Expr:
        owner = value.owner
        constant = owner.value if isinstance(owner, arith.ConstantOp) else None
        if isinstance(constant, IntegerAttr):
            return lift(constant.value.data)
        if isinstance(owner, affine.ApplyOp):
            return from_affine_map(owner.map.data, [read(operand) for operand in owner.operands])[0]
        name = next((name for name, known in values.items() if known is value), f"v{len(values)}")
        values[name] = value
        return var(name)

    index = root_index(op, read)
    if index is not None:
        write_index(op, root, index, values)
