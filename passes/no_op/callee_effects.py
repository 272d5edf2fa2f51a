"""What a call may do other than give results: which of its buffers it may write, or more."""

from __future__ import annotations

from typing import cast

from xdsl.dialects import func, memref
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ...analysis.accesses.accesses import touched
from ...analysis.accesses.escape import ALLOCATIONS
from ...analysis.accesses.views import root_of
from ...analysis.memory.facts import BlockFacts
from ...dialect.annotations import USER
from ...dialect.ir.effects import effects_of
from ...dialect.ir.memory_access import find_access
from ...dialect.ir.operations import operations_in
from ...dialect.ir.symbols import lookup_symbol
from ...dialect.ops import AssumeOp
from ...index.expr import all_of, var, within
from ...index.sets.cells import cell_names, union
from ...index.sets.engine import GaveUp, IntSet, NotAffine, engine


class CalleeEffects:
    """Answers for the calls of one module; each callee is looked at once."""

    def __init__(self) -> None:
        self._written: dict[func.FuncOp, frozenset[int] | None] = {}
        self._overwritten: dict[SSAValue, bool] = {}

    def written_by(self, call: func.CallOp) -> list[SSAValue] | None:
        """
        Return the operands that a call may write; None where it may do more than that.

        That is, where the callee is not known, need not end, holds an assert or an assume of the
        user, writes a global, or deallocates what it is given.
        """
        positions = self._of(call)
        return None if positions is None else [call.arguments[k] for k in sorted(positions)]

    def overwrites(self, call: func.CallOp, buffer: SSAValue) -> bool:
        """Whether a call stores to all cells of a buffer for sure, and reads or assumes none."""
        positions = [k for k, operand in enumerate(call.arguments) if operand is buffer]
        callee = lookup_symbol(call, call.callee)
        if len(positions) != 1 or self._of(call) is None or not isinstance(callee, func.FuncOp):
            return False
        argument = callee.args[positions[0]]
        if argument not in self._overwritten:
            self._overwritten[argument] = _is_overwritten(argument, callee.body.block)
        return self._overwritten[argument]

    def _of(self, call: func.CallOp) -> frozenset[int] | None:
        callee = lookup_symbol(call, call.callee)
        if not isinstance(callee, func.FuncOp) or callee.is_declaration:
            return None
        if callee not in self._written:
            self._written[callee] = None  # of a recursion it is not known that it ends
            self._written[callee] = self._of_body(callee)
        return self._written[callee]

    def _of_body(self, callee: func.FuncOp) -> frozenset[int] | None:
        if len(callee.body.blocks) != 1:
            return None
        found = set[int]()
        for op in (inner for top in callee.body.block.ops for inner in operations_in(top)):
            written = self._written_in(op)
            if written is None:
                return None
            for buffer in written:
                root = root_of(buffer)
                if isinstance(root.owner, Block):
                    if root.owner is not callee.body.block:
                        return None
                    found.add(callee.args.index(root))
                elif not isinstance(root.owner, ALLOCATIONS):
                    return None
        return frozenset(found)

    def _written_in(self, op: Operation) -> list[SSAValue] | None:
        """Return the buffers that an operation by itself may write, or deallocates."""
        if isinstance(op, func.CallOp):
            return self.written_by(op)
        effects = effects_of(op)
        if effects is None or effects.may_not_end:
            return None
        if isinstance(op, AssumeOp):
            return None if USER in op.attributes or op.check is not None else []
        if effects.frees:
            is_own = isinstance(op, memref.DeallocOp) and _is_local(op.memref)
            return [] if is_own else None
        if not effects.writes:
            return []
        if isinstance(op, memref.CopyOp):
            return [op.destination]
        access = find_access(op)
        return None if access is None else [access.buffer(op)]


def whole_box(buffer: SSAValue) -> IntSet:
    """Return all cells of a buffer; more than these along axes whose size is not known."""
    shape = cast("MemRefType[Attribute]", buffer.type).get_shape()
    names = zip(cell_names(len(shape)), shape, strict=True)
    return engine().set(all_of([within(var(name), size) for name, size in names if size >= 0]))


def _is_overwritten(argument: SSAValue, body: Block) -> bool:
    facts = BlockFacts(body)
    if not facts.is_tracked(argument):
        return False
    found = [*facts.with_assumes(argument), *(each.access for each in facts.accesses(argument))]
    if not all(access.writes and access.index is not None for access in found):
        return False
    try:
        with engine().budget():
            sure = union(touched(access) for access in found if access.must)
            return whole_box(argument).is_subset(sure)
    except (GaveUp, NotAffine):
        return False


def _is_local(buffer: SSAValue) -> bool:
    return isinstance(root_of(buffer).owner, ALLOCATIONS)
