"""Effects of the operations of a block on a buffer; the effects of calls come from the callees."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import cast

from xdsl.dialects import affine, func, memref
from xdsl.dialects.builtin import MemRefType, ModuleOp, StringAttr
from xdsl.ir import Block, Operation, SSAValue, Use

from ...analysis.accesses.aliasing import function_of
from ...analysis.accesses.escape import ALLOCATIONS, is_constant_global, surroundings
from ...dialect.annotations import LAYOUTS, MAY_ALIAS, STAGE, buffer_name
from ...dialect.ir.effects import names_its_memory
from ...dialect.ir.operations import operation_name, operations_in
from ...dialect.ir.reasons import Reason
from ...dialect.ops import CastOp, PackOp, UnpackOp
from ..common.for_loops import UNNAMED

_READS, _WRITES, _BOTH, _NEITHER = (True, False), (False, True), (True, True), (False, False)


@dataclass(frozen=True)
class Obstacle:
    """Why something cannot be done, as a clause to show."""

    text: str
    reason: str

    @property
    def why(self) -> Reason:
        """With the id."""
        return Reason(self.text, self.reason)


@dataclass(frozen=True)
class Touch:
    """
    The effect that one use may have on the cells of a buffer, and its place in a block: the place
    of the operation of the block that contains it, or None if it is outside.
    """

    op: Operation
    place: int | None
    reads: bool
    writes: bool


class Effects:
    """Answers for one block, until the program changes."""

    def __init__(self, block: Block):
        self.block = block
        self.places = {op: place for place, op in enumerate(block.ops)}

    def place(self, op: Operation) -> int | None:
        """The place of the operation of the block that `op` is, or is in."""
        current: Operation | None = op
        while current is not None and current.parent is not self.block:
            current = current.parent_op()
        return None if current is None else self.places[current]

    def touches(self, buffer: SSAValue) -> list[Touch] | Obstacle:
        """
        All reads and writes of a buffer under this name; freeing it is none.

        An obstacle where it may get another name: a view, a choice of buffers.
        """
        found: list[Touch] = []
        for use in buffer.uses:
            effect = effect_of(use, frozenset())
            if effect is None:
                return Obstacle(
                    f"{named(use.operation)} uses {shown(buffer)} other than by loads and stores",
                    reason="unknown-use",
                )
            op = use.operation
            if isinstance(op, CastOp):
                instead = self.touches(op.result)
                found += instead if isinstance(instead, list) else ()
            elif not isinstance(op, memref.DeallocOp):
                found.append(Touch(op, self.place(op), *effect))
        return found

    def unseen(self, buffer: SSAValue) -> list[Touch] | Obstacle:
        """
        Accesses, in this block, of an argument under other names.

        A function without a body may access what it is given, and what was there before the
        function was called; it keeps nothing (as pad-tv takes it).
        """
        owner = buffer.owner
        constant = isinstance(owner, memref.GetGlobalOp) and is_constant_global(owner)
        if constant or isinstance(owner, ALLOCATIONS):
            return []
        function = function_of(buffer.owner)
        assert function is not None
        if MAY_ALIAS in function.attributes:
            return Obstacle(f"{MAY_ALIAS} is on @{function.sym_name.data}", reason="alias")
        if giving := surroundings(function).giving_buffers:
            return Obstacle(
                f"the result of {named(giving[0])} may be {shown(buffer)}", reason="alias"
            )
        inside = operations_in(self.block)
        reaching = (op for op in inside if _reaches_others(op))
        places = ((op, self.place(op)) for op in reaching)
        return [Touch(op, place, *_BOTH) for op, place in places if place is not None]


def effect_of(use: Use, calls: frozenset[tuple[str, int]]) -> tuple[bool, bool] | None:
    """Whether a use reads and writes the buffer; None if it may hand it on."""
    match use.operation:
        case affine.LoadOp() | memref.LoadOp():
            return _READS
        case affine.StoreOp() | memref.StoreOp():
            return _WRITES if use.index == 1 else None
        case memref.DimOp() | memref.DeallocOp():
            return _NEITHER
        case memref.CopyOp() | PackOp() | UnpackOp():
            return _READS if use.index == 0 else _WRITES
        case func.CallOp() as call:
            return _effect_of_call(call, use.index, calls)
        case CastOp() as cast_op:
            return _effect_of_all(cast_op.result, calls)
        case _:
            return None


def _effect_of_call(
    call: func.CallOp, position: int, calls: frozenset[tuple[str, int]]
) -> tuple[bool, bool] | None:
    if any(isinstance(type, MemRefType) for type in call.result_types):
        return None  # which may be the buffer
    callee = body_of(call)
    key = (call.callee.root_reference.data, position)
    if callee is None or key in calls or MAY_ALIAS in callee.attributes:
        return _BOTH
    return _effect_of_all(callee.args[position], calls | {key})


def _effect_of_all(buffer: SSAValue, calls: frozenset[tuple[str, int]]) -> tuple[bool, bool] | None:
    """Of all uses of what is a buffer under another name, which may not free it."""
    reads = writes = False
    for use in buffer.uses:
        freed = isinstance(use.operation, memref.DeallocOp)
        effect = None if freed else effect_of(use, calls)
        if effect is None:
            return None
        reads, writes = reads or effect[0], writes or effect[1]
    return reads, writes


_functions: ContextVar[dict[str, func.FuncOp]] = ContextVar("functions")


@contextmanager
def functions_by_name(module: ModuleOp) -> Generator[dict[str, func.FuncOp]]:
    """
    Within the block, calls in functions of the module find their callees by this table; what adds
    functions adds them there too.
    """
    functions = [op for op in module.ops if isinstance(op, func.FuncOp)]
    token = _functions.set({function.sym_name.data: function for function in functions})
    try:
        yield _functions.get()
    finally:
        _functions.reset(token)


def body_of(call: func.CallOp) -> func.FuncOp | None:
    """The callee of a call where it has a body."""
    callee = _functions.get().get(call.callee.root_reference.data)
    return None if callee is None or callee.is_declaration else callee


def is_recursive(function: func.FuncOp) -> bool:
    """Whether a function may call itself, through others too."""
    return any(callee is function for callee in _reached(function))


def _reached(function: func.FuncOp) -> Iterator[func.FuncOp]:
    seen, pending = set[func.FuncOp](), [function]
    while pending:
        for op in operations_in(pending.pop().body):
            callee = body_of(op) if isinstance(op, func.CallOp) else None
            if callee is not None and callee not in seen:
                seen.add(callee)
                pending.append(callee)
                yield callee


def _reaches_others(op: Operation) -> bool:
    """Whether an operation may access buffers that it is not given."""
    if not isinstance(op, func.CallOp):
        return not names_its_memory(op)
    callee = body_of(op)
    return callee is None or any(map(_has_unknown, (callee, *_reached(callee))))


def _has_unknown(function: func.FuncOp) -> bool:
    """Whether a function itself, not its callees, may access buffers that it is not given."""
    around = surroundings(function)
    calls = [op for op in around.not_understood if isinstance(op, func.CallOp)]
    return (
        bool(around.giving_buffers)
        or len(calls) < len(around.not_understood)
        or any(body_of(call) is None for call in calls)
    )


def has_pending_layouts(function: func.FuncOp) -> bool:
    """Whether `pad.layouts` names buffers of the function."""
    return LAYOUTS in function.attributes


def shown(buffer: SSAValue) -> str:
    """The name of a buffer to show."""
    return buffer_name(buffer) or "a buffer"


def name_or_unnamed(buffer: SSAValue) -> str:
    """The name of a buffer, for remarks that quote it."""
    return buffer_name(buffer) or UNNAMED


def named(op: Operation) -> str:
    """An operation to show: a call by its callee, others with their stage."""
    if isinstance(op, func.CallOp):
        return f"the call to @{op.callee.root_reference.data}"
    stage: Operation | None = op
    while stage is not None and STAGE not in stage.attributes:
        stage = stage.parent_op()
    if stage is None:
        return f"'{operation_name(op)}'"
    return f"'{operation_name(op)}' of stage {cast('StringAttr', stage.attributes[STAGE]).data}"
