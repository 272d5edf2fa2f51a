"""The contracts that layouts leave on buffers when they are applied (`pad.logical`)."""

from __future__ import annotations

from typing import cast

from xdsl.dialects import memref
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Operation, SSAValue

from ...dialect.annotations import LOGICAL, argument_attributes
from ...dialect.attributes import LaidOutType, LayoutAttr, layout_of, logical_type, place
from ...dialect.ir.symbols import lookup_symbol
from ...dialect.layout.layout import Forbidden, Layout
from ...index.expr import TRUE, Expr, var
from ..instances.reader import InstanceReader


def applied_contract(buffer: SSAValue) -> LaidOutType | None:
    """The contract of a buffer whose layout was applied."""
    owner = buffer.owner
    attributes = owner.attributes if isinstance(owner, Operation) else argument_attributes(buffer)
    return cast("LaidOutType | None", attributes.get(LOGICAL))


def has_forbidden_cells(buffer: SSAValue) -> bool:
    """Whether padding of a buffer whose layout was applied may not even be read."""
    contract = applied_contract(buffer)
    pieces = () if contract is None else place(contract).padding_pieces
    return any(isinstance(kind, Forbidden) for _, kind in pieces)


def _contract_of_global(buffer: SSAValue) -> LaidOutType | None:
    """The contract of a variable of the module, which stands where that is declared."""
    owner = buffer.owner
    if not isinstance(owner, memref.GetGlobalOp):
        return None
    declared = lookup_symbol(owner, owner.name_)
    return (
        None if declared is None else cast("LaidOutType | None", declared.attributes.get(LOGICAL))
    )


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


def cells_of_contract(
    buffer: SSAValue, contract: LaidOutType, reader: InstanceReader
) -> dict[str, Expr] | None:
    """
    What the names in the conditions of a contract on a buffer are: cells `c0`, `c1`, .., and its
    logical sizes. None where a size may be another at each iteration.
    """
    sizes = reader.logical_sizes(buffer, contract)
    if sizes is None:
        return None
    cells = {name: var(f"c{k}") for k, name in enumerate(place(contract).physical_names)}
    return {**cells, **sizes}


def required_cells(buffer: SSAValue, reader: InstanceReader) -> Expr:
    """
    Which cells of a buffer count, over `c0`, `c1`, ..: the padding of applied steps does not,
    unless it cannot be told.
    """
    if (earlier := applied_contract(buffer)) is None:
        return TRUE
    names = cells_of_contract(buffer, earlier, reader)
    return TRUE if names is None else place(earlier).valid.substitute(names)


def forbidden_cells(buffer: SSAValue, reader: InstanceReader) -> list[Expr] | None:
    """
    Return the cells that must not be accessed under the contract of a buffer, over `c0`, `c1`, ..;
    None if they cannot be told.
    """
    if (contract := applied_contract(buffer) or _contract_of_global(buffer)) is None:
        return []
    pieces = place(contract).padding_pieces
    forbidden = [where for where, kind in pieces if isinstance(kind, Forbidden)]
    names = cells_of_contract(buffer, contract, reader)
    if names is None:
        return None if forbidden else []
    return [where.substitute(names) for where in forbidden]
