"""How poison of an operation gets on: through loops, ifs and arithmetic, and into stores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast

from xdsl.dialects import affine, arith, scf
from xdsl.ir import Block, BlockArgument, Operation, OpResult, SSAValue

from ...dialect.ir.effects import is_arithmetic
from ...dialect.ir.loop_like import Carried, carried_as, carried_by
from ...dialect.ir.memory_access import Store, is_store, is_stored_value
from ...dialect.ir.operations import is_a

CarryingLoop: TypeAlias = affine.ForOp | scf.ForOp
_LOOPS, _IFS = (affine.ForOp, scf.ForOp), (affine.IfOp, scf.IfOp)
"""Their terminators give what they carry or give; through other operations nothing is followed."""
_YIELDS = (affine.YieldOp, scf.YieldOp)


@dataclass(frozen=True)
class Uses:
    """The uses that a value reaches: stores, and results of the loop at which the search ends."""

    stores: list[Store]
    results: list[SSAValue]


class PoisonFlow:
    """How poison of an operation gets on, if the guard holds there."""

    def __init__(self, op: Operation, guard: Operation):
        self.op, self.start, self._guard = op, op.results[0], guard
        self.loops: list[CarryingLoop] = []
        current = op.parent_op()
        while current is not None:
            if is_a(current, _LOOPS) and current.results:
                self.loops.append(current)
            current = current.parent_op()

    def uses(self, start: Iterable[SSAValue], limit: CarryingLoop | None) -> Uses | None:
        """
        All that values may get to, but for what comes out of the limit; None if something else
        takes them, a condition say.
        """
        found, pending = Uses([], []), list(start)
        seen = set(pending)
        while pending:
            value = pending.pop()
            if limit is not None and value.owner is limit:
                found.results.append(value)
                continue
            for use in value.uses:
                got = self._got(use.operation, use.index, found)
                if got is None:
                    return None
                pending += [v for v in got if v not in seen]
                seen.update(got)
        return found

    def _got(self, op: Operation, position: int, found: Uses) -> Sequence[SSAValue] | None:
        """
        Return the values through which an operation passes an operand on, and note stores; None if
        its use is not understood.
        """
        if is_store(op):
            if not is_stored_value(op, position):
                return None
            if op not in found.stores:
                found.stores.append(op)
            return ()
        if is_a(op, _YIELDS):
            around = op.parent_op()
            if is_a(around, _LOOPS):
                carried = carried_by(around)[position]
                return carried.result, carried.argument
            return (around.results[position],) if is_a(around, _IFS) else None
        if is_a(op, _LOOPS):
            # What is carried comes after the bounds.
            position -= len(op.operands) - len(op.results)
            if position < 0:
                return None
            carried = carried_by(op)[position]
            return carried.result, carried.argument
        return list(op.results) if is_arithmetic(op) else None

    def surely(self, value: SSAValue) -> bool:
        """Whether a value is poison after an instance of the operation that gave poison."""
        if value is self.start:
            return True
        owner = value.owner
        if isinstance(owner, Block):
            return False
        position = owner.results.index(cast("OpResult", value))
        if is_a(owner, _LOOPS):
            carried = carried_by(owner)[position]
            inside = owner.is_ancestor(self.op)
            given = carried.yielded if inside else carried.init
            return self.surely(given) and self._persists(carried)
        if is_a(owner, _IFS):
            arms = [region.blocks[0] for region in owner.regions]
            around = [arm for arm in arms if arm.find_ancestor_op_in_block(self.op) is not None]
            arms = arms[:1] if owner is self._guard else around or arms
            return all(self.surely(_given(arm, position)) for arm in arms)
        if isinstance(owner, arith.SelectOp):
            return self.surely(owner.lhs) and (owner is self._guard or self.surely(owner.rhs))
        return is_arithmetic(owner) and any(map(self.surely, owner.operands))

    def stays(self, value: SSAValue, start: SSAValue) -> bool:
        """Whether a value is poison where another one is, whatever the conditions are."""
        if value is start:
            return True
        owner = value.owner
        if isinstance(owner, Block):
            return False
        position = owner.results.index(cast("OpResult", value))
        if is_a(owner, _LOOPS):
            carried = carried_by(owner)[position]
            return self.stays(carried.init, start) and self._persists(carried)
        if is_a(owner, _IFS):
            arms = [region.blocks[0] for region in owner.regions]
            return all(self.stays(_given(arm, position), start) for arm in arms)
        if isinstance(owner, arith.SelectOp):
            return self.stays(owner.lhs, start) and self.stays(owner.rhs, start)
        return is_arithmetic(owner) and any(self.stays(v, start) for v in owner.operands)

    def _persists(self, carried: Carried) -> bool:
        """Whether what a loop carries stays poison once it is."""
        return self.stays(carried.yielded, carried.argument)

    def is_place(self, value: SSAValue, *start: SSAValue) -> bool:
        """Whether a value is just what a place held, or what the operation made of it."""
        if value in (self.start, *start):
            return True
        owner = value.owner
        if isinstance(owner, Block):
            carried = carried_as(cast("BlockArgument", value))
            return carried is not None and self._is_carried_place(carried, *start)
        position = owner.results.index(cast("OpResult", value))
        if is_a(owner, _LOOPS):
            return self._is_carried_place(carried_by(owner)[position], *start)
        if is_a(owner, _IFS):
            arms = [region.blocks[0] for region in owner.regions]
            return all(self.is_place(_given(arm, position), *start) for arm in arms)
        if isinstance(owner, arith.SelectOp):
            return self.is_place(owner.lhs, *start) and self.is_place(owner.rhs, *start)
        return False

    def _is_carried_place(self, carried: Carried, *start: SSAValue) -> bool:
        return self.is_place(carried.init, *start) and self.is_place(
            carried.yielded, carried.argument, *start
        )


def _given(block: Block, position: int) -> SSAValue:
    assert block.last_op is not None
    return block.last_op.operands[position]
