"""Globals: what they hold when a function begins, and as buffers that both sides have."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, cast

from xdsl.dialects import memref
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr

from ....dialect.annotations import LOGICAL
from ....dialect.attributes import LaidOutType
from ..contracts.layouts import (
    Computed,
    Contract,
    Copy,
    Derived,
    Unspecified,
    contract_of,
)
from ..machine.state import Machine
from ..memory.addresses import base_of, stated_alignment
from ..memory.buffers import UNINIT, Buffer, Owner
from ..values.errors import NotValidated
from ..values.operators import Cells, operator
from ..values.scalars import elements_of, scalar_of
from .arguments import BufferArgument


def global_buffer(machine: Machine, op: memref.GlobalOp) -> Buffer:
    """
    A constant has its value; what a variable holds at entry is not known, but for the padding that
    its contract gives a value.
    """
    type, name = op.type, f"@{op.sym_name.data}"
    scalar, shape = scalar_of(type.element_type), type.get_shape()
    machine.meter.spend(prod(shape))
    base = base_of(type, stated_alignment(op) or 1)
    contract = _contract(op)
    forbidden = frozenset[int]() if contract is None else contract.forbidden
    if op.constant is not None and isinstance(op.initial_value, DenseIntOrFPElementsAttr):
        cells = [machine.domain.lift(scalar, v) for v in elements_of(op.initial_value, scalar)]
    elif contract is None:
        maker = operator("input", scalar, detail=_entry_cells(name, shape))
        cells = [machine.domain.leaf(maker, k) for k in range(prod(shape))]
    else:
        cells = _variable(machine, op, contract)
    owner = Owner.MODULE if op.constant is None else Owner.CONSTANT
    return Buffer(name, scalar, shape, cells, forbidden=forbidden, owner=owner, base=base)


def _variable(machine: Machine, op: memref.GlobalOp, contract: Contract) -> list[Any]:
    """Each logical cell is what it is without a layout; one layout has the same undef padding."""
    domain, name = machine.domain, f"@{op.sym_name.data}"
    scalar, cells = scalar_of(op.type.element_type), [UNINIT] * prod(contract.physical_shape)
    logical = operator("input", scalar, detail=_entry_cells(name, contract.logical_shape))
    for k, cell in enumerate(contract.cells):
        cells[cell] = domain.leaf(logical, k)
    layout = str(op.attributes[LOGICAL])
    padding = operator("input", scalar, detail=Cells(name, -1, contract.physical_shape, layout))
    for cell, kind in contract.kinds.items():
        if isinstance(kind, Copy | Computed | Derived):
            raise NotValidated(f"the padding of {name} changes with its cells")
        if kind is Unspecified.UNDEF:
            cells[cell] = domain.leaf(padding, cell)
        elif not isinstance(kind, Unspecified):
            cells[cell] = domain.lift(scalar, kind)
    return cells


def _entry_cells(name: str, shape: Sequence[int]) -> Cells:
    """
    The cells of a variable at entry, by number: a flat variable with as many cells holds the same.
    """
    return Cells(name, -1, (prod(shape),))


def global_argument(name: str, ops: Sequence[memref.GlobalOp]) -> BufferArgument:
    """
    A global of both sides, as a buffer that the caller sees.

    Raises NotValidated if its logical cells are not the same number on both.
    """
    sides = ("before", "after")
    contracts: dict[str, Contract | None] = dict(zip(sides, map(_contract, ops), strict=True))
    shapes = [
        op.type.get_shape() if contract is None else contract.logical_shape
        for op, contract in zip(ops, contracts.values(), strict=True)
    ]
    if prod(shapes[0]) != prod(shapes[1]):
        raise NotValidated(f"@{name} has {list(shapes[0])} before, {list(shapes[1])} after")
    scalar = scalar_of(ops[0].type.element_type)
    return BufferArgument(
        f"@{name}", -1, scalar, shapes[0], contracts, dict.fromkeys(contracts, None)
    )


def same_initial_values(ops: Sequence[memref.GlobalOp]) -> bool:
    """Whether a variable begins with the same logical cells on both sides."""
    before, after = map(_initial_values, ops)
    return before is None or before == after


def _initial_values(op: memref.GlobalOp) -> list[Any] | None:
    """Return the initial values of the logical cells; None if the global is not initialized."""
    data = op.initial_value
    if not isinstance(data, DenseIntOrFPElementsAttr):
        return None
    values, contract = list(elements_of(data, scalar_of(op.type.element_type))), _contract(op)
    return values if contract is None else [values[cell] for cell in contract.cells]


def _contract(op: memref.GlobalOp) -> Contract | None:
    logical = op.attributes.get(LOGICAL)
    if logical is None:
        return None
    laid_out = cast("LaidOutType", logical)
    return contract_of(laid_out, laid_out.get_shape(), op.type.get_shape())
