"""The cells of a buffer that are padding: by its contract, or as far as the program shows."""

from __future__ import annotations

from typing import cast

from xdsl.ir import Block, SSAValue

from ...dialect.annotations import LOGICAL, argument_attributes
from ...dialect.attributes import LaidOutType, place
from ...index.expr import var
from ...index.sets.cells import cells_at, everything, union
from ...index.sets.engine import IntSet, engine
from ..accesses.aliasing import constant_global
from ..values.known import Exactly, SomeZero
from .inserted_instances import SpeculatedInstances


def padding_cells(buffer: SSAValue, insertion: SpeculatedInstances) -> IntSet:
    """
    Return the cells that no logical index reaches.

    Without a contract, the cells whose contents an assume before the stage states: this is how RFC
    77 writes contracts.
    """
    contract = contract_padding(buffer)
    if contract is not None:
        return contract
    facts, scope = insertion.facts, insertion.facts.scope
    earlier = [op for op in scope.ops if op.is_before_in_block(insertion.stage)]
    assumed = [fact for stage in earlier for fact in facts.assumed(buffer, stage)]
    return union(f.cells for f in assumed if isinstance(f.value, Exactly | SomeZero))


def contract_padding(buffer: SSAValue) -> IntSet | None:
    """The cells that no logical index reaches, by the contract; None without one."""
    owner = buffer.owner
    attributes = argument_attributes(buffer) if isinstance(owner, Block) else owner.attributes
    contract = cast("LaidOutType | None", attributes.get(LOGICAL))
    if contract is None:
        return None
    placed = place(contract)
    cells = {name: var(f"c{k}") for k, name in enumerate(placed.physical_names)}
    return engine().set((~placed.valid).substitute(cells))


def has_contract(buffer: SSAValue) -> bool:
    """Whether a layout says which cells of a buffer are padding."""
    owner = buffer.owner
    attributes = argument_attributes(buffer) if isinstance(owner, Block) else owner.attributes
    return LOGICAL in attributes


def may_be_padding(buffer: SSAValue, insertion: SpeculatedInstances) -> IntSet:
    """The cells that padding may be: by the contract, or without one those that nothing reads."""
    if has_contract(buffer):
        return padding_cells(buffer, insertion)
    return unread_cells(buffer, insertion)


def unread_cells(buffer: SSAValue, insertion: SpeculatedInstances) -> IntSet:
    """
    The cells that no original instance in the block reads; of a constant global, which has its data
    and other names, none.
    """
    if constant_global(buffer) is not None:
        return engine().empty
    read = engine().empty
    for found in insertion.facts.accesses(buffer):
        access = found.access
        if access.writes:
            continue
        if access.index is None:
            return engine().empty
        condition = insertion.original(access)
        read = read.union(cells_at(access.index, condition, access.instances.iterators))
    return everything().subtract(read)
