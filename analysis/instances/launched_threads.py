"""Ranges of the numbers of blocks and threads in a GPU launch."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects import gpu
from xdsl.ir import Operation

from ...dialect.ir.operations import is_a
from ...index.expr import Expr, eq
from .reader import InstanceReader

_LAUNCH = (gpu.LaunchOp,)


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
