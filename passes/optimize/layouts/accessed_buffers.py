"""The buffers of a function that may be laid out, and how its stages access them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import cast

from xdsl.dialects import func, memref
from xdsl.dialects.builtin import MemRefType, NoneAttr
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue

from ....analysis.contracts.applied_layouts import applied_contract
from ....analysis.instances.reader import InstanceReader
from ....dialect.annotations import buffer_name, buffers
from ....dialect.ir.memory_access import (
    access_of,
    is_dynamic,
    is_load_or_store,
)
from ....index.boxes import interval_of
from ....index.expr import Expr, var
from ....index.normal import terms
from ...lanes.legality.neighbours import bits_of
from ...register_tile.expected_trips import ExpectedTrips
from ...sizes.size_questions import size_of_axis

_NAME = re.compile(r"[\w$-]+")
"""Of a buffer, as the option `sizes` takes it."""
NAMES = "ijklmnopqrst"
"""Of axes in maps."""


@dataclass(frozen=True)
class Access:
    """How a stage accesses a buffer: its index, and the least and greatest along each axis."""

    op: Operation
    index: tuple[Expr, ...]
    reach: tuple[tuple[int, int] | None, ...]
    writes: bool
    loops: tuple[str, ...]
    """The iterators of the loops around it, outermost first."""

    def axis_of(self, name: str) -> int | None:
        """The axis that is the iterator alone, at a constant distance; None if there is none."""
        for axis, index in enumerate(self.index):
            if moving_names(index) == {name: 1}:
                return axis
        return None

    def moves(self, name: str) -> bool:
        """Whether the iterator is part of the index."""
        return any(name in index.variables() for index in self.index)


@dataclass
class AccessedBuffer:
    """A buffer that is only loaded and stored, and its accesses by stage."""

    name: str
    shape: tuple[int, ...]
    """Sizes that are known at run time only are as they are expected to be."""
    bytes: int
    """Of an element."""
    element: Attribute
    open: frozenset[int] = frozenset()
    """The axes whose sizes are known at run time only."""
    accesses: dict[Operation, list[Access]] = field(default_factory=dict[Operation, list[Access]])

    @property
    def all_accesses(self) -> list[Access]:
        return [access for accesses in self.accesses.values() for access in accesses]

    @property
    def is_written(self) -> bool:
        return any(access.writes for access in self.all_accesses)


def accessed_buffer(value: SSAValue, expected: ExpectedTrips) -> AccessedBuffer | None:
    """A buffer that may be laid out: an argument or a local one, only loaded and stored."""
    name, type = buffer_name(value), cast("MemRefType[Attribute]", value.type)
    is_own = isinstance(value, BlockArgument) or isinstance(value.owner, memref.AllocOp)
    if name is None or not is_own or not isinstance(type.layout, NoneAttr):
        return None
    shape, bits = type.get_shape(), bits_of(type.element_type)
    if not shape or 0 in shape or bits is None or bits % 8:
        return None
    if len(shape) > len(NAMES) - 1 or applied_contract(value) is not None:
        return None
    if not all(
        is_load_or_store(use.operation) or isinstance(use.operation, memref.DeallocOp)
        for use in value.uses
    ):
        return None
    open = frozenset(axis for axis, size in enumerate(shape) if is_dynamic(size))
    sizes = [expected.extent(value, k) if k in open else size for k, size in enumerate(shape)]
    return AccessedBuffer(name, tuple(sizes), bits // 8, type.element_type, open)


def expected_ranges(function: func.FuncOp) -> tuple[str, ...]:
    """
    The sizes of arguments that are known at run time only, as they are expected to be, and as the
    option `sizes` has them.
    """
    block, found = function.body.blocks[0], list[str]()
    expected = ExpectedTrips(InstanceReader(block))
    for value in buffers(function):
        name = buffer_name(value)
        if value.owner is not block or name is None or _NAME.fullmatch(name) is None:
            continue
        for axis, size in enumerate(cast("MemRefType[Attribute]", value.type).get_shape()):
            if is_dynamic(size) and size_of_axis(function, name, axis) is not None:
                size = expected.extent(value, axis)
                found.append(f"{name}.{axis}={size}..{size}")
    return tuple(found)


def index_of(op: Operation, reader: InstanceReader) -> tuple[Expr, ...]:
    """The cell of an access; along an axis that cannot be read, a name of its own."""
    cell = reader.cell(op)
    if cell is not None:
        return cell
    operands = access_of(op).index_operands(op)
    return tuple(
        var(f"unknown{k}") if (found := reader.index(operand)) is None else found
        for k, operand in enumerate(operands)
    )


def reach_of(index: Expr, context: Expr) -> tuple[int, int] | None:
    """The least and the greatest of an index; None if one is not known."""
    low, high = interval_of(index, context)
    return None if low is None or high is None else (low, high)


def moving_names(index: Expr) -> dict[str, int]:
    """The names in an index that are terms of it, and their factors; no others."""
    return {str(t): f for t, f in terms(index).items() if t.op == "var"}
