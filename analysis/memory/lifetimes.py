"""Until when a buffer lives: what may deallocate it, by another name and in a callee too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from xdsl.dialects import func, gpu, memref
from xdsl.dialects.builtin import MemRefType, UnrankedMemRefType
from xdsl.ir import Block, Operation, SSAValue, Use
from xdsl.traits import IsTerminator

from ...dialect.ir.effects import names_its_memory
from ...dialect.ir.memory_access import find_access
from ...dialect.ir.operations import is_a
from ...dialect.ir.symbols import lookup_symbol
from ..accesses.windows import root_through_views

_Parameter: TypeAlias = tuple[func.FuncOp, int]
_BUFFERS = (MemRefType, UnrankedMemRefType)


def freed_before(buffer: SSAValue, at: Operation, *, by_unknown: bool = True) -> list[Operation]:
    """
    Return the operations that may have deallocated a buffer before an operation runs.

    With `by_unknown` functions without a body may; without, they leave that to their caller.
    """
    buffer = root_through_views(buffer)
    home = buffer.owner if isinstance(buffer.owner, Block) else buffer.owner.parent
    here = None if home is None else home.find_ancestor_op_in_block(at)
    found: list[Operation] = []
    for op in _Search(by_unknown).uses(buffer).freeing:
        there = None if home is None else home.find_ancestor_op_in_block(op)
        if here is None or there is None or not here.is_before_in_block(there):
            found.append(op)
    return found


def may_free(call: func.CallOp, position: int) -> bool:
    """
    Whether the body of a callee, or of one that it calls, may deallocate a buffer that a call
    passes to it.

    A function without a body leaves that to its caller, as MLIR has it.
    """
    search = _Search(by_unknown=False)
    return search.of_call(call, position).frees


def is_freed_inside(buffer: SSAValue, stage: Operation) -> bool:
    """Whether a buffer may be deallocated in an operation; not by functions without a body."""
    return any(map(stage.is_ancestor, _Search(by_unknown=False).uses(buffer).freeing))


@dataclass(frozen=True)
class _Effect:
    """
    The effects of a function on an argument: whether it may deallocate it, and which results may be
    the argument.
    """

    frees: bool = False
    given: frozenset[int] = frozenset()


@dataclass(frozen=True)
class _Uses:
    """
    The operations that may deallocate a value of a function, and the results of the function that
    may be the value.
    """

    freeing: list[Operation]
    given: set[int]


class _Search:
    """Follows a buffer under all its names; what callees do is found as a least fixed point."""

    def __init__(self, by_unknown: bool = True):
        self._by_unknown = by_unknown
        self._effects: dict[_Parameter, _Effect] = {}

    def uses(self, buffer: SSAValue) -> _Uses:
        """Return what the function that a buffer is in does with it."""
        while True:
            found, known = self._follow(buffer), dict(self._effects)
            # The last ones found first: those that others call.
            for function, position in reversed(known):
                uses = self._follow(function.args[position])
                effect = _Effect(bool(uses.freeing), frozenset(uses.given))
                self._effects[function, position] = effect
            if self._effects == known:
                return found

    def of_call(self, call: func.CallOp, position: int) -> _Effect:
        """Return what a call does with an operand."""
        effect = self._effect(call, position)
        callee = self._body_of(call)
        if callee is not None:
            self.uses(callee.args[position])
            effect = self._effect(call, position)
        return effect

    def _follow(self, buffer: SSAValue) -> _Uses:
        found, pending, seen = _Uses([], set()), [buffer], {buffer}
        while pending:
            for use in pending.pop().uses:
                names = self._names(use, found)
                pending += [name for name in names if name not in seen]
                seen.update(names)
        return found

    def _names(self, use: Use, found: _Uses) -> list[SSAValue]:
        """Return the values that may be the same buffer after an operation that uses it."""
        op = use.operation
        if isinstance(op, func.CallOp):
            effect = self._effect(op, use.index)
            if effect.frees:
                found.freeing.append(op)
            return [op.results[k] for k in effect.given if is_a(op.results[k].type, _BUFFERS)]
        if isinstance(op, func.ReturnOp):
            found.given.add(use.index)
            return []
        access = find_access(op)
        if isinstance(op, memref.CopyOp) or (access and use.index == access.buffer_at):
            return []
        if access or isinstance(op, memref.DeallocOp) or not _is_known(op):
            found.freeing.append(op)
            return []
        made = list(op.results)
        inside = [op]
        if op.has_trait(IsTerminator, value_if_unregistered=False):
            inside = [around] if (around := op.parent_op()) is not None else []
            made = [result for around in inside for result in around.results]
            made += [arg for block in op.successors for arg in block.args]
        blocks = [
            block for around in inside for region in around.regions for block in region.blocks
        ]
        made += [arg for block in blocks for arg in block.args]
        return [value for value in made if is_a(value.type, _BUFFERS)]

    def _effect(self, call: func.CallOp, position: int) -> _Effect:
        callee = self._body_of(call)
        if callee is None:
            return _Effect(self._by_unknown, frozenset(range(len(call.results))))
        return self._effects.setdefault((callee, position), _Effect())

    def _body_of(self, call: func.CallOp) -> func.FuncOp | None:
        callee = lookup_symbol(call, call.callee)
        if not isinstance(callee, func.FuncOp) or callee.is_declaration:
            return None
        return callee if len(callee.args) == len(call.arguments) else None


def _is_known(op: Operation) -> bool:
    """
    Whether all that an operation does with a buffer is to access it or to create a view of it.
    """
    return names_its_memory(op) or isinstance(op, gpu.LaunchFuncOp)
