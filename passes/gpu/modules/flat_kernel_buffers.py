"""Buffers of dynamic shape, and buffers that have views, as flat ones with explicit sizes."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import cast

from xdsl.dialects import arith, gpu, memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    FunctionType,
    IndexType,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    NoneAttr,
    i64,
)
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.hints import isa

from ....dialect.ir.located_errors import PadError
from ....dialect.ir.operations import operation_name
from ...common.index_codegen import Emitter
from .kernel_arguments import insert_argument
from .kernel_form import kernels_of, launches_of, relaunch
from .strided_views import Size, SizeEmitter, StridedView, is_view, view_of

_ACCESSES = {
    "memref.load": 0,
    "memref.store": 1,
    "memref.atomic_rmw": 1,
    "vector.load": 0,
    "vector.store": 1,
    "vector.maskedload": 0,
    "vector.maskedstore": 0,
}
"""Operations that access a buffer, with the position of that operand; indices follow it."""

_ENDLESS = 1 << 40


def flatten_buffers(module: ModuleOp) -> None:
    """
    Give one dimension to dynamic buffers, to buffers of rank 0, and to buffers with views.

    A kernel then takes a buffer's dynamic sizes as index arguments after it. Raises PadError for an
    operation on such a buffer that is not an access.
    """
    for kernel in kernels_of(module):
        launches = launches_of(module, kernel)
        for position in reversed(range(len(kernel.body.block.args))):
            argument = kernel.body.block.args[position]
            if _is_to_flatten(argument):
                launches = [_flat_launch(op, position) for op in launches]
                _flatten_argument(kernel, argument)
        for op in tuple(kernel.walk()):
            if isinstance(op, memref.AllocOp) and _is_to_flatten(op.memref):
                _flatten_alloc(op)


def take_bare_pointers(module: ModuleOp) -> None:
    """
    Gives flat buffers of unknown size a size that is none, once they are flat and nothing asks.

    Upstream takes a pointer alone only for what is of static shape; nothing comes of the size.
    """
    for kernel in kernels_of(module):
        for argument in kernel.body.block.args:
            type = argument.type
            if isa(type, MemRefType) and not type.has_static_shape():
                endless = MemRefType(type.element_type, [_ENDLESS], type.layout, type.memory_space)
                Rewriter.replace_value_with_new_type(argument, endless)
        kernel.function_type = FunctionType.from_lists(kernel.body.block.arg_types, [])


def _is_to_flatten(buffer: SSAValue) -> bool:
    type = buffer.type
    if not isa(type, MemRefType):
        return False
    if not isinstance(type.layout, NoneAttr):
        op = buffer.owner if isinstance(buffer.owner, Operation) else buffer.owner.parent_op()
        raise PadError(f"a buffer of a kernel is row-major and contiguous, not {type}", op)
    is_plain = type.has_static_shape() and type.get_num_dims() > 0
    return not is_plain or any(
        is_view(use.operation) or isinstance(use.operation, memref.DimOp) for use in buffer.uses
    )


def _flat_type(type: MemRefType[Attribute]) -> MemRefType[Attribute]:
    size = prod(type.get_shape()) if type.has_static_shape() else DYNAMIC_INDEX
    return MemRefType(type.element_type, [size], type.layout, type.memory_space)


def _flatten_argument(kernel: gpu.FuncOp, argument: BlockArgument) -> None:
    type = cast("MemRefType[Attribute]", argument.type)
    block = kernel.body.block
    shape: list[Size] = list(type.get_shape())
    at = argument.index + 1
    for axis, size in enumerate(type.get_shape()):
        if size == DYNAMIC_INDEX:
            shape[axis] = insert_argument(kernel, IndexType(), at)
            at += 1
    flat = Rewriter.replace_value_with_new_type(argument, _flat_type(type))
    _rewrite_uses(flat, shape, Emitter(InsertPoint.at_start(block), kernel))
    kernel.function_type = FunctionType.from_lists(block.arg_types, [])


def _flatten_alloc(op: memref.AllocOp) -> None:
    type = op.memref.type
    flat = Rewriter.replace_value_with_new_type(op.memref, _flat_type(type))
    _rewrite_uses(flat, type.get_shape(), Emitter(InsertPoint.after(op), op))


def _flat_launch(op: gpu.LaunchFuncOp, position: int) -> gpu.LaunchFuncOp:
    emit = Emitter(InsertPoint.before(op), op)
    buffer = op.kernelOperands[position]
    type = cast("MemRefType[Attribute]", buffer.type)
    sizes: list[SSAValue] = []
    for axis, size in enumerate(type.get_shape()):
        if size == DYNAMIC_INDEX:
            number = emit.insert(arith.ConstantOp(IntegerAttr.from_index_int_value(axis)))
            sizes.append(emit.insert(memref.DimOp(buffer, number.results[0])).results[0])
    flat = _flat_on_host(emit, buffer, type)
    operands = list(op.kernelOperands)
    operands[position : position + 1] = [flat, *sizes]
    new = relaunch(op, operands)
    Rewriter.replace_op(op, new, [])
    return new


def _flat_on_host(emit: Emitter, buffer: SSAValue, type: MemRefType[Attribute]) -> SSAValue:
    rank = type.get_num_dims()
    if rank == 1:
        return buffer
    flat = _flat_type(type)
    if rank == 0:
        op = memref.ReinterpretCastOp.from_dynamic(buffer, [0], [1], [1], flat)
        return emit.insert(op).results[0]
    axes = ArrayAttr(IntegerAttr(axis, i64) for axis in range(rank))
    op = memref.CollapseShapeOp.build(
        operands=[buffer],
        result_types=[flat],
        properties={"reassociation": ArrayAttr([axes])},
    )
    return emit.insert(op).results[0]


def _rewrite_uses(flat: SSAValue, shape: Sequence[Size], start: Emitter) -> None:
    """
    Rewrite accesses through views into accesses of the flat buffer; `start` emits code before all
    of these accesses.
    """
    strides = SizeEmitter(start).row_major(shape)
    views = {flat: StridedView(0, tuple(shape), strides)}
    pending, done = [flat], list[Operation]()
    while pending:
        buffer = pending.pop()
        for use in tuple(buffer.uses):
            op = use.operation
            sizes = SizeEmitter(Emitter(InsertPoint.before(op), op))
            if is_view(op):
                views[op.results[0]] = view_of(op, views[buffer], sizes)
                pending.append(op.results[0])
                done.insert(0, op)
            elif isinstance(op, memref.DimOp):
                size = sizes.value(views[buffer].shape[_axis(op)])
                Rewriter.replace_op(op, [], [size])
            else:
                _access_flat(op, use.index, flat, views[buffer], sizes)
    for op in done:
        Rewriter.erase_op(op)


def _axis(op: memref.DimOp) -> int:
    constant = op.index.owner
    if isinstance(constant, arith.ConstantOp) and isinstance(constant.value, IntegerAttr):
        return constant.value.value.data
    raise PadError("the axis of a memref.dim has to be a constant", op)


def _access_flat(
    op: Operation, position: int, flat: SSAValue, view: StridedView, sizes: SizeEmitter
) -> None:
    if _ACCESSES.get(op.name) != position:
        raise PadError(f"'{operation_name(op)}' of a buffer has no lowering to a GPU here", op)
    before, rest = op.operands[:position], op.operands[position + 1 :]
    rank = len(view.shape)
    cell = sizes.value(view.position(sizes, rest[:rank]))
    op.operands = [*before, flat, cell, *rest[rank:]]
