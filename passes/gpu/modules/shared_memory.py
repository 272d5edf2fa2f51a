"""Memory that the threads of a block share."""

from __future__ import annotations

from math import prod

from xdsl.dialects import gpu, memref
from xdsl.dialects.builtin import (
    FixedBitwidthType,
    IndexType,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    StringAttr,
    UnitAttr,
    VectorType,
    i64,
)
from xdsl.ir import Attribute
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.hints import isa

from ....dialect.ir.located_errors import PadError
from .device_names import free_name, symbols_of
from .kernel_arguments import is_of_numbers
from .kernel_form import kernels_of

SPACE = 3
MOST_BYTES = 48 * 1024
"""The bytes that every target has for one block; more needs options at the launch."""
_ALIGNMENT = 16  # bytes: the widest access


def check_shared_memory(module: ModuleOp) -> None:
    """Raise PadError for memory that is not of the block, or more of it than each device has."""
    for kernel in kernels_of(module):
        taken = 0
        for op in kernel.walk():
            if isinstance(op, memref.DeallocOp):
                raise PadError("memory of a kernel is not freed: it ends with the block", op)
            if isinstance(op, memref.AllocaOp):
                raise PadError("use memref.alloc in memory space 3, or values: no alloca", op)
            if isinstance(op, memref.AllocOp):
                taken += _shared_bytes(op, kernel)
        if taken > MOST_BYTES:
            raise PadError(
                f"the kernel takes {taken} bytes of shared memory; a block has {MOST_BYTES}: make "
                "its tiles smaller",
                kernel,
            )


def make_globals(module: ModuleOp) -> None:
    """Allocations as globals: of an allocation NVVM makes a call of malloc in each thread."""
    for kernel in kernels_of(module):
        place = kernel.parent_op()
        assert isinstance(place, gpu.ModuleOp)
        allocs = [op for op in kernel.walk() if isinstance(op, memref.AllocOp)]
        for number, op in enumerate(allocs):
            type = op.memref.type
            name = free_name(f"{kernel.sym_name.data}_shared_{number}", symbols_of(place))
            wanted = op.alignment.value.data if isa(op.alignment, IntegerAttr) else 1
            shared = memref.GlobalOp.get(
                StringAttr(name), type, UnitAttr(), alignment=max(wanted, _ALIGNMENT)
            )
            shared.location = op.location
            Rewriter.insert_op(shared, InsertPoint.before(kernel))
            Rewriter.replace_op(op, memref.GetGlobalOp(name, type))


def _shared_bytes(op: memref.AllocOp, kernel: gpu.FuncOp) -> int:
    type = op.memref.type
    if type.memory_space != IntegerAttr(SPACE, i64):
        raise PadError(
            f"a kernel allocates memory that the block shares, memref<.., {SPACE}>, not {type}", op
        )
    if not is_of_numbers(type):
        raise PadError(f"shared memory holds numbers of up to 64 bits and vectors, not {type}", op)
    if op.parent is not kernel.body.block:
        raise PadError("shared memory is allocated at the top of the kernel, once", op)
    if not type.has_static_shape():
        raise PadError("shared memory has a static shape", op)
    return prod(type.get_shape()) * element_bytes(type)


def element_bytes(type: MemRefType[Attribute]) -> int:
    """Bytes of an element of numbers, or vectors of them, in memory."""
    element, lanes = type.element_type, 1
    if isa(element, VectorType[Attribute]):
        element, lanes = element.element_type, prod(element.get_shape())
    if isinstance(element, IndexType):
        return 8 * lanes
    assert isinstance(element, FixedBitwidthType)
    # LLVM rounds odd widths up.
    return lanes << max(0, element.bitwidth - 1).bit_length() - 3 if element.bitwidth > 8 else lanes
