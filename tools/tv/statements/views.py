"""Views whose elements lie as those of their buffer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import cast

from xdsl.dialects import memref
from xdsl.dialects.builtin import MemRefType, NoneAttr

from ....dialect.attributes import LaidOutType
from .arguments import Argument
from .expressions import floor_div, modulo
from .nodes import Array
from .reasons import NoProof


@dataclass(frozen=True, eq=False)
class Collapsed:
    """A buffer with fewer axes; all but the first axis of a group have a constant extent."""

    buffer: Array | Argument | Collapsed
    groups: Sequence[Sequence[int]]
    """For each axis of the view the extents that it joins, without the first one."""

    def place(self, indices: Sequence[str]) -> list[str]:
        """
        The index in the buffer; it is in bounds if the one of the view is.

        The first axis of a group takes what is beyond the others, which are always in bounds.
        """
        found: list[str] = []
        for index, extents in zip(indices, self.groups, strict=True):
            found.append(floor_div(index, prod(extents)) if extents else index)
            for axis, extent in enumerate(extents):
                inner = prod(extents[axis + 1 :])
                quotient = floor_div(index, inner) if inner > 1 else index
                found.append(modulo(quotient, extent))
        return found


def collapsed(op: memref.CollapseShapeOp, buffer: object) -> Collapsed:
    """Raises NoProof if the extents are not known, or the cells do not lie in a row."""
    source, result = op.src.type, op.result.type
    assert isinstance(source, MemRefType)
    assert isinstance(result, MemRefType)
    if not isinstance(buffer, Array | Argument | Collapsed):
        raise NoProof("the buffer is not understood")
    if not (isinstance(source.layout, NoneAttr) and isinstance(result.layout, NoneAttr)):
        raise NoProof("the layout of a view is not understood")
    shape, groups = cast("LaidOutType", source).get_shape(), list[list[int]]()
    for group in op.reassociation:
        axes = [axis.value.data for axis in group]
        extents = [shape[axis] for axis in axes[1:]]
        if any(extent <= 0 for extent in extents):
            raise NoProof("the extents of a view are not understood")
        groups.append(extents)
    joined = [axis.value.data for group in op.reassociation for axis in group]
    if joined != [*range(len(shape))]:
        raise NoProof("the axes of a view are not understood")
    return Collapsed(buffer, groups)
