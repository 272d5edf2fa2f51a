"""Ranges of the numbers of blocks and threads in a GPU launch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from xdsl.dialects import arith, gpu
from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr
from xdsl.ir import Operation, SSAValue

from ...dialect.ir.operations import is_a, operations_of
from ...dialect.ir.symbols import lookup_symbol
from ...index.expr import Expr, eq
from .reader import InstanceReader

_LAUNCH = (gpu.LaunchOp,)
_OF_THREADS = (gpu.ThreadIdOp, gpu.BlockDimOp)
_OF_BLOCKS = (gpu.BlockIdOp, gpu.GridDimOp)
_MOST = (1 << 63) - 1


def launched(op: Operation, reader: InstanceReader) -> Iterator[Expr]:
    """The conditions on the arguments of the launches that an operation is inside of."""
    current = op.parent_op()
    while current is not None:
        if is_a(current, _LAUNCH):
            yield from _of_launch(current, reader)
        current = current.parent_op()


def _of_launch(op: gpu.LaunchOp, reader: InstanceReader) -> Iterator[Expr]:
    sizes = (
        *(op.gridSizeX, op.gridSizeY, op.gridSizeZ),
        *(op.blockSizeX, op.blockSizeY, op.blockSizeZ),
    )
    # The numbers of the block and of the thread, then the sizes of the grid and of the block.
    arguments = op.body.block.args[: 2 * len(sizes)]
    for k, size in enumerate(sizes):
        read = reader.indices([arguments[k], arguments[len(sizes) + k], size])
        if read is not None:
            number, inner, outer = read
            yield number >= 0
            yield number < outer
            yield eq(inner, outer)


def range_of_id(op: Operation) -> tuple[int, int] | None:
    """
    Two numbers that enclose which thread or block an operation runs in, or how many there are; None
    for another operation.

    A kernel states the size of its blocks; how many blocks there are its launches say, if it has
    any, and their sizes are constants.
    """
    if not isinstance(op, _OF_THREADS + _OF_BLOCKS):
        return None
    kernel, axis = op.parent_op(), "xyz".index(op.dimension.data)
    while kernel is not None and not isinstance(kernel, gpu.FuncOp):
        kernel = kernel.parent_op()
    sizes: list[int | None] = [None]
    if kernel is not None:
        if isinstance(op, _OF_THREADS):
            sizes = [_threads(kernel, axis)]
        else:
            sizes = [_blocks(launch, axis) for launch in _launches(kernel)]
    known = [size for size in sizes if size is not None]
    most = max(known) if known and len(known) == len(sizes) else _MOST
    if isinstance(op, gpu.ThreadIdOp | gpu.BlockIdOp):
        return 0, max(most - 1, 0)
    return (most if len({*sizes}) == 1 and known else 1), max(most, 1)


def _threads(kernel: gpu.FuncOp, axis: int) -> int | None:
    stated = kernel.known_block_size or kernel.attributes.get("gpu.known_block_size")
    if not isinstance(stated, DenseArrayBase):
        return None
    size = cast("Sequence[int]", stated.get_values())[axis]
    return size if size > 0 else None


def _launches(kernel: gpu.FuncOp) -> list[gpu.LaunchFuncOp]:
    """The launches of a kernel in its module."""
    top: Operation = kernel
    while (around := top.parent_op()) is not None:
        top = around
    launches = operations_of(top, gpu.LaunchFuncOp)
    return [launch for launch in launches if lookup_symbol(launch, launch.kernel) is kernel]


def _blocks(launch: gpu.LaunchFuncOp, axis: int) -> int | None:
    sizes: Sequence[SSAValue] = (launch.gridSizeX, launch.gridSizeY, launch.gridSizeZ)
    owner = sizes[axis].owner
    value = owner.value if isinstance(owner, arith.ConstantOp) else None
    return value.value.data if isinstance(value, IntegerAttr) else None
