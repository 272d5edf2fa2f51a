"""The cells of a buffer that are padding: by its contract, or as far as the program shows."""

from __future__ import annotations

from xdsl.ir import SSAValue

from ...dialect.attributes import place
from ...index.sets.cells import cells_at, everything, union
from ...index.sets.engine import IntSet, engine
from ..accesses.aliasing import constant_global
from ..contracts.applied_layouts import applied_contract, cells_of_contract
from ..instances.reader import InstanceReader
from ..values.known import Exactly, SomeZero
from .inserted_instances import SpeculatedInstances


def padding_cells(buffer: SSAValue, insertion: SpeculatedInstances) -> IntSet:
    """
    Return the cells that no logical index reaches.

    Without a contract, the cells whose contents an assume before the stage states: this is how RFC
    77 writes contracts.
    """
    contract = contract_padding(buffer, insertion.reader)
    if contract is not None:
        return contract
    facts, scope = insertion.facts, insertion.facts.scope
    earlier = [op for op in scope.ops if op.is_before_in_block(insertion.stage)]
    assumed = [fact for stage in earlier for fact in facts.assumed(buffer, stage)]
    return union(f.cells for f in assumed if isinstance(f.value, Exactly | SomeZero))


def contract_padding(buffer: SSAValue, reader: InstanceReader) -> IntSet | None:
    """
    The cells that no logical index reaches, by the contract; None without one, and where it cannot
    be told.
    """
    if (contract := applied_contract(buffer)) is None:
        return None
    if (names := cells_of_contract(buffer, contract, reader)) is None:
        return None
    return engine().set((~place(contract).valid).substitute(names))


def may_be_padding(buffer: SSAValue, insertion: SpeculatedInstances) -> IntSet:
    """The cells that padding may be: by the contract, or without one those that nothing reads."""
    contract = contract_padding(buffer, insertion.reader)
    return unread_cells(buffer, insertion) if contract is None else contract


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
        condition = access.instances.without_granted(insertion.original(access))
        read = read.union(cells_at(access.index, condition, access.instances.iterators))
    return everything().subtract(read)
