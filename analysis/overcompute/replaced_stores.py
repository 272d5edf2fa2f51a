"""The else arm that goes with its guard: what takes the place of each of its stores."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from xdsl.dialects import affine, scf
from xdsl.ir import Operation

from ...dialect.annotations import buffer_name
from ...dialect.ir.effects import has_no_effect, leaves_memory
from ...dialect.ir.memory_access import Store, buffer_of, is_load, is_store
from ...dialect.ir.operations import operation_name
from ...dialect.ir.reasons import Declined
from ...index.expr import Expr, all_of, eq
from ...index.sets.engine import engine
from ..speculation.inserted_instances import SpeculatedInstances
from .same_values import differ


class RemovedArm:
    """The stores of an else arm, each with the store of the first arm to the same cell."""

    def __init__(self, insertion: SpeculatedInstances):
        self._insertion = insertion

    @cached_property
    def replaced(self) -> dict[Store, Store]:
        """
        Map each store of the first arm to the store of the other arm whose place it takes.

        Raises Declined if the arm does what nothing else would do.
        """
        found: dict[Store, Store] = {}
        stores: list[Store] = []
        for op in self._insertion.removed:
            if is_store(op):
                stores.append(op)
            elif not is_load(op) and (op.regions or not has_no_effect(op)):
                raise Declined(
                    f"without the guard, '{operation_name(op)}' of its else arm would no longer "
                    f"run{_instead(op)}",
                    reason="else-arm",
                )
        for number, store in enumerate(stores):
            if not self._is_overwritten(store, stores[number + 1 :]):
                found[self._successor(store)] = store
        return found

    def _is_overwritten(self, store: Store, later: Sequence[Store]) -> bool:
        """
        Whether a later store of the arm is certainly to the same cell; else it certainly is not.
        """
        index = self._insertion.index(store)
        for other in later:
            if self._is_of_cell(other, store, index):
                return True
            if buffer_of(other) is not buffer_of(store):
                continue
            if not self._never(_equal(index, self._insertion.index(other))):
                raise Declined(
                    f"two stores of its else arm to {_name(store)} may be to the same cell",
                    reason="else-arm",
                )
        return False

    def _successor(self, store: Store) -> Store:
        """The last store of the first arm to the cell of one of the other arm."""
        index = self._insertion.index(store)
        block = self._insertion.guard.regions[0].blocks[0]
        for op in reversed(list(block.ops)):
            if is_store(op) and self._is_of_cell(op, store, index):
                return op
            if any(self._may_write(nested, store, index) for nested in op.walk()):
                break
        raise Declined(
            f"no store of the first arm is to the cell of {_name(store)} that its else arm stores",
            reason="else-arm",
        )

    def _is_of_cell(self, op: Store, store: Store, index: Sequence[Expr]) -> bool:
        """Whether a store is always to the cell of another one, of this index."""
        return buffer_of(op) is buffer_of(store) and self._never(
            differ(self._insertion.index(op), index)
        )

    def _may_write(self, op: Operation, store: Store, index: Sequence[Expr]) -> bool:
        """Whether an inserted operation may write the cell of a store, in the same instance."""
        if not is_store(op):
            return not leaves_memory(op)
        if buffer_of(op) is not buffer_of(store):
            return False
        condition, _ = self._insertion.inserted(op)
        same = all_of([condition, _equal(self._insertion.index(op), index)])
        return not engine().set(same).is_empty()

    def _never(self, condition: Expr) -> bool:
        """Whether a condition holds in none of the instances of the arm that goes."""
        return engine().set(all_of([self._insertion.domain, condition])).is_empty()


def _instead(op: Operation) -> str:
    """How to write what a nested guard does, for an error."""
    if not isinstance(op, affine.IfOp | scf.IfOp):
        return ""
    return "; nest it in the first arm instead, or write a guard for each of the cases"


def _equal(first: Sequence[Expr], second: Sequence[Expr]) -> Expr:
    return all_of(eq(a, b) for a, b in zip(first, second, strict=True))


def _name(store: Store) -> str:
    return buffer_name(buffer_of(store)) or "a buffer"
