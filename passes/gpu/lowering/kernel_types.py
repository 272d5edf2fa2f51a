"""The arguments of a kernel, in types that a kernel can take."""

from __future__ import annotations

from xdsl.dialects import arith, gpu
from xdsl.dialects.builtin import (
    FunctionType,
    ModuleOp,
    i1,
    i8,
)
from xdsl.ir import SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...common.index_codegen import Emitter
from ...common.patterns import rewrite_once
from ...lowering.bfloats import RoundToBfloat
from ...lowering.booleans import store_booleans_as_bytes
from ..modules.kernel_form import kernels_of, launches_of, relaunch


def store_conditions_as_bytes(module: ModuleOp) -> None:
    """Buffers and arguments of i1 as i8: memory has nothing narrower."""
    for kernel in kernels_of(module):
        launches = launches_of(module, kernel)
        for argument in kernel.body.block.args:
            if argument.type == i1:
                launches = [_with_byte(op, argument.index) for op in launches]
                _take_byte(kernel, argument)
    store_booleans_as_bytes(module)


def _with_byte(op: gpu.LaunchFuncOp, position: int) -> gpu.LaunchFuncOp:
    operands = list(op.kernelOperands)
    byte = Emitter(InsertPoint.before(op), op).insert(arith.ExtUIOp(operands[position], i8))
    operands[position] = byte.results[0]
    new = relaunch(op, operands)
    Rewriter.replace_op(op, new, [])
    return new


def _take_byte(kernel: gpu.FuncOp, argument: SSAValue) -> None:
    byte = Rewriter.replace_value_with_new_type(argument, i8)
    emit = Emitter(InsertPoint.at_start(kernel.body.block), kernel)
    bit = emit.insert(arith.TruncIOp(byte, i1))
    byte.replace_uses_with_if(bit.results[0], lambda use: use.operation is not bit)
    kernel.function_type = FunctionType.from_lists(kernel.body.block.arg_types, [])


def round_bfloats_once(module: ModuleOp) -> None:
    """Round values to bf16 once if they do not come from an f32: LLVM would round them twice."""
    for kernel in kernels_of(module):
        rewrite_once(kernel, RoundToBfloat())
