"""The arguments of kernels: which buffers are not one another."""

from __future__ import annotations

from math import prod
from typing import cast

from xdsl.dialects import func, gpu, memref
from xdsl.dialects.builtin import (
    AnyFloat,
    ArrayAttr,
    BFloat16Type,
    DictionaryAttr,
    Float16Type,
    Float32Type,
    Float64Type,
    IndexType,
    IntegerType,
    MemRefType,
    ModuleOp,
    Signedness,
    UnitAttr,
    VectorType,
)
from xdsl.ir import Attribute, Block, BlockArgument, SSAValue
from xdsl.utils.hints import isa

from ....analysis.accesses.views import root_of
from ....dialect.annotations import MAY_ALIAS
from ....dialect.ir.located_errors import PadError
from ....dialect.ir.operations import is_a, types_in
from ...lowering.elementwise import element_of
from .kernel_form import kernels_of, launches_of

_ARGUMENTS = "arg_attrs"
_MOST_BITS = 64
_MOST_CELLS = (1 << 32) - 1  # what SPIR-V has in an array
_INTEGER = (IntegerType,)
_FLOATS = (Float16Type, BFloat16Type, Float32Type, Float64Type)
_NOALIAS = "llvm.noalias"


def check_arguments(module: ModuleOp) -> None:
    """
    Raise PadError for an argument of a kernel that no device is given, and floats that none has.
    """
    for kernel in kernels_of(module):
        for type, op in types_in(kernel):
            element = element_of(type)
            if isinstance(element, AnyFloat) and not isinstance(element, _FLOATS):
                raise PadError(
                    f"'{op.name}' uses {element}, which GPU kernels do not support; use f16, bf16, "
                    "f32 or f64",
                    op,
                )
        for argument in kernel.body.block.args:
            if not is_of_numbers(argument.type):
                raise PadError(
                    "a kernel takes numbers of up to 64 bits, vectors and buffers of these, not "
                    f"{argument.type}",
                    kernel,
                )
            if _cells(argument.type) > _MOST_CELLS:
                raise PadError(
                    f"a kernel takes buffers of up to {_MOST_CELLS} elements, not {argument.type}",
                    kernel,
                )


def is_of_numbers(type: Attribute) -> bool:
    """Whether it is a number of up to 64 bits, or a vector or buffer of such ones."""
    if isa(type, MemRefType[Attribute]):
        return not isinstance(type.element_type, MemRefType) and is_of_numbers(type.element_type)
    if isa(type, VectorType[Attribute]):
        is_fixed = not any(flag.value.data for flag in type.scalable_dims)
        return is_fixed and bool(type.get_shape()) and is_of_numbers(type.element_type)
    if is_a(type, _INTEGER):
        is_signless = type.signedness.data == Signedness.SIGNLESS
        return is_signless and 0 < type.width.data <= _MOST_BITS
    return isinstance(type, (*_FLOATS, IndexType))


def state_distinct_buffers(module: ModuleOp) -> None:
    """
    Makes arguments `llvm.noalias` where each launch gives buffers that are not one another.

    Such are allocations, and arguments of functions without `pad.may_alias`. Loads of what is only
    read then go around what keeps caches coherent.
    """
    for kernel in kernels_of(module):
        launches = launches_of(module, kernel)
        if not launches or not all(map(_has_distinct_buffers, launches)):
            continue
        attributes = argument_attributes(kernel)
        for argument in kernel.body.block.args:
            if isinstance(argument.type, MemRefType):
                stated = {**attributes[argument.index].data, _NOALIAS: UnitAttr()}
                attributes[argument.index] = DictionaryAttr(stated)
        kernel.attributes[_ARGUMENTS] = ArrayAttr(attributes)


def argument_attributes(kernel: gpu.FuncOp) -> list[DictionaryAttr]:
    """Return the attributes of each argument of a kernel."""
    given = kernel.attributes.get(_ARGUMENTS)
    if given is None:
        return [DictionaryAttr({}) for _ in kernel.body.block.args]
    return list(cast("ArrayAttr[DictionaryAttr]", given))


def _cells(type: Attribute) -> int:
    if not isa(type, MemRefType[Attribute]):
        return 0
    return prod(size for size in type.get_shape() if size > 0)


def insert_argument(kernel: gpu.FuncOp, type: Attribute, position: int) -> BlockArgument:
    """A further argument; the type of the function is left as it is."""
    attributes = argument_attributes(kernel)
    argument = kernel.body.block.insert_arg(type, position)
    attributes.insert(position, DictionaryAttr({}))
    if any(a.data for a in attributes):
        kernel.attributes[_ARGUMENTS] = ArrayAttr(attributes)
    return argument


def _has_distinct_buffers(op: gpu.LaunchFuncOp) -> bool:
    roots = [root_of(v) for v in op.kernelOperands if isinstance(v.type, MemRefType)]
    return len(set(roots)) == len(roots) and all(map(_is_own, roots))


def _is_own(buffer: SSAValue) -> bool:
    if not isinstance(buffer.owner, Block):
        return isinstance(buffer.owner, memref.AllocOp)
    function = buffer.owner.parent_op()
    return isinstance(function, func.FuncOp) and MAY_ALIAS not in function.attributes
