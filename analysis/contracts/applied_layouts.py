"""The contracts that layouts leave on buffers when they are applied (`pad.logical`)."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Operation, SSAValue

from ...dialect.annotations import LOGICAL, argument_attributes
from ...dialect.attributes import LaidOutType, LayoutAttr, layout_of, logical_type, place
from ...dialect.layout.layout import Forbidden, Layout
from ...index.expr import TRUE, Expr, var


def applied_contract(buffer: SSAValue) -> LaidOutType | None:
    """The contract of a buffer whose layout was applied."""
    owner = buffer.owner
    attributes = owner.attributes if isinstance(owner, Operation) else argument_attributes(buffer)
    return cast("LaidOutType | None", attributes.get(LOGICAL))


def combined_contract(type: LaidOutType, earlier: LaidOutType | None) -> LaidOutType:
    """
    The contract of a laid-out buffer that may already have one: the steps of both, on the first
    logical shape.
    """
    if earlier is None:
        return type
    first, second = layout_of(earlier), layout_of(type)
    assert first is not None
    assert second is not None
    both = Layout(first.layout.steps + second.layout.steps, second.layout.separators)
    plain = logical_type(earlier)
    layout = LayoutAttr.of(both, type.element_type)
    return MemRefType(plain.element_type, plain.shape, layout, plain.memory_space)


def required_cells(earlier: LaidOutType | None) -> Expr:
    """
    Which cells of a buffer of this contract count, over `c0`, `c1`, ..: the padding of applied
    steps does not.
    """
    if earlier is None:
        return TRUE
    placed = place(earlier)
    cells = {name: var(f"c{k}") for k, name in enumerate(placed.physical_names)}
    return placed.valid.substitute(cells)


def forbidden_cells(contract: LaidOutType) -> list[Expr]:
    """Return the cells that must not be accessed under this contract, over `c0`, `c1`, .."""
    placed = place(contract)
    cells = {name: var(f"c{k}") for k, name in enumerate(placed.physical_names)}
    pieces = placed.padding_pieces
    return [where.substitute(cells) for where, kind in pieces if isinstance(kind, Forbidden)]
