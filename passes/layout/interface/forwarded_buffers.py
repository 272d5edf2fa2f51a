"""Buffers that have one type because an operation passes them on: selects, ifs, loops, results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias, cast

from xdsl.dialects import affine, arith, cf, func, scf
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Block, Operation, Region, SSAValue

from ....analysis.accesses.escape import ALLOCATIONS
from ....analysis.accesses.views import root_of
from ....dialect.annotations import buffer_name
from ....dialect.ir.located_errors import PadError
from ....dialect.ir.loop_like import carried_by, inits_of
from ....dialect.ir.operations import operations_of
from ....dialect.ir.symbols import lookup_symbol

Result: TypeAlias = tuple[func.FuncOp, int]
"""A result of a function, by number."""

_LOOPS = affine.ForOp | scf.ForOp
_YIELDS = affine.YieldOp | scf.YieldOp
_GIVE_WHAT_IS_YIELDED = affine.IfOp | scf.IfOp | scf.ExecuteRegionOp | scf.IndexSwitchOp

PASSES_ON = (
    *(arith.SelectOp, affine.ForOp, scf.ForOp, scf.WhileOp, scf.ConditionOp),
    *(affine.YieldOp, scf.YieldOp, cf.BranchOp, cf.ConditionalBranchOp, func.ReturnOp),
)
"""The operations that tie a buffer that they use to others."""


def tied_values(buffer: SSAValue) -> list[SSAValue]:
    """The values that have the type of a buffer, function results and arguments of calls apart."""
    found = list(_tied_by_maker(buffer))
    for op in dict.fromkeys(use.operation for use in buffer.uses):
        found += _tied_by_use(op, buffer)
    return [value for value in dict.fromkeys(found) if value is not buffer]


def tied_results(buffer: SSAValue) -> list[Result]:
    """The function results that have the type of a buffer: it is returned, by a call too."""
    found: list[Result] = []
    for use in buffer.uses:
        if isinstance(use.operation, func.ReturnOp):
            found.append((cast("func.FuncOp", use.operation.parent_op()), use.index))
    if isinstance(call := buffer.owner, func.CallOp):
        callee = lookup_symbol(call, call.callee)
        if not isinstance(callee, func.FuncOp) or callee.is_declaration:
            raise PadError(
                f"{buffer_name(buffer) or 'the buffer'} comes out of "
                f"@{call.callee.root_reference.data}, which has no body here, and cannot get "
                "another layout; copy it into a buffer of its own first",
                call,
            )
        found.append((callee, call.results.index(buffer)))
    return found


def values_of_result(result: Result) -> list[SSAValue]:
    """The values that a function returns at that position, and the results of its calls."""
    function, number = result
    module = function.parent_op()
    assert module is not None
    returned = [op.operands[number] for op in operations_of(function, func.ReturnOp)]
    calls = operations_of(module, func.CallOp)
    given = [call.results[number] for call in calls if lookup_symbol(call, call.callee) is function]
    return [*returned, *given]


def _tied_by_use(op: Operation, buffer: SSAValue) -> Iterator[SSAValue]:
    match op:
        case arith.SelectOp():
            yield from (op.lhs, op.rhs, op.result)
        case affine.ForOp() | scf.ForOp():
            for number in _places(inits_of(op), buffer):
                yield from carried_by(op)[number]
        case scf.WhileOp():
            for number in _places(op.arguments, buffer):
                yield from _carried_before(op, number)
        case scf.ConditionOp():
            for number in _places(op.args, buffer):
                yield from _carried_after(cast("scf.WhileOp", op.parent_op()), number)
        case affine.YieldOp() | scf.YieldOp():
            for number in _places(op.operands, buffer):
                yield from _tied_by_yield(op.parent_op(), number)
        case cf.BranchOp() | cf.ConditionalBranchOp():
            for block, operands in _jumps(op):
                for number in _places(operands, buffer):
                    yield from _given_to(block, number)
        case _:
            pass


def _tied_by_yield(parent: Operation | None, number: int) -> Iterator[SSAValue]:
    if isinstance(parent, _LOOPS):
        yield from carried_by(parent)[number]
    elif isinstance(parent, scf.WhileOp):
        yield from _carried_before(parent, number)
    elif isinstance(parent, _GIVE_WHAT_IS_YIELDED):
        yield from _yielded(parent, number)


def _tied_by_maker(buffer: SSAValue) -> Iterator[SSAValue]:
    owner = buffer.owner
    if isinstance(owner, Block):
        parent, number = owner.parent_op(), owner.args.index(buffer)
        if isinstance(parent, _LOOPS):
            yield from carried_by(parent)[number - 1]
        elif isinstance(parent, scf.WhileOp) and owner is parent.before_region.block:
            yield from _carried_before(parent, number)
        elif isinstance(parent, scf.WhileOp):
            yield from _carried_after(parent, number)
        elif not _is_entry(owner):
            yield from _given_to(owner, number)
        return
    if isinstance(owner, arith.SelectOp):
        yield from (owner.lhs, owner.rhs)
        return
    number = owner.results.index(buffer)
    if isinstance(owner, _LOOPS):
        yield from carried_by(owner)[number]
    elif isinstance(owner, scf.WhileOp):
        yield from _carried_after(owner, number)
    elif isinstance(owner, _GIVE_WHAT_IS_YIELDED):
        yield from _yielded(owner, number)


def _is_entry(block: Block) -> bool:
    region = block.parent
    return region is not None and region.first_block is block


def _places(values: Sequence[SSAValue], buffer: SSAValue) -> list[int]:
    return [number for number, value in enumerate(values) if value is buffer]


def _carried_before(loop: scf.WhileOp, number: int) -> Iterator[SSAValue]:
    yield from (loop.arguments[number], loop.before_region.block.args[number])
    yield from (last.operands[number] for last in _yields_of([loop.after_region]))


def _carried_after(loop: scf.WhileOp, number: int) -> Iterator[SSAValue]:
    condition = loop.before_region.block.last_op
    assert isinstance(condition, scf.ConditionOp)
    yield from (condition.args[number], loop.after_region.block.args[number], loop.results[number])


def _yielded(op: Operation, number: int) -> Iterator[SSAValue]:
    yield op.results[number]
    yield from (last.operands[number] for last in _yields_of(op.regions))


def _yields_of(regions: Iterable[Region]) -> Iterator[Operation]:
    for region in regions:
        for block in region.blocks:
            if isinstance(block.last_op, _YIELDS):
                yield block.last_op


def _given_to(block: Block, number: int) -> Iterator[SSAValue]:
    yield block.args[number]
    for other in block.predecessors():
        last = other.last_op
        if isinstance(last, cf.BranchOp | cf.ConditionalBranchOp):
            for target, operands in _jumps(last):
                if target is block:
                    yield operands[number]


def _jumps(
    op: cf.BranchOp | cf.ConditionalBranchOp,
) -> list[tuple[Block, Sequence[SSAValue]]]:
    """Where it goes, and what it takes along."""
    if isinstance(op, cf.BranchOp):
        return [(op.successor, op.arguments)]
    return [(op.then_block, op.then_arguments), (op.else_block, op.else_arguments)]


def check_not_returned(call: func.CallOp, position: int) -> None:
    """Raises PadError if a call may return the buffer of an argument, or a part of it."""
    callee = lookup_symbol(call, call.callee)
    if not any(isinstance(result.type, MemRefType) for result in call.results):
        return
    if isinstance(callee, func.FuncOp) and not callee.is_declaration:
        returns = operations_of(callee, func.ReturnOp)
        values = [root_of(value) for op in returns for value in op.operands]
        given = [value for value in values if isinstance(value.type, MemRefType)]
        others = [arg for number, arg in enumerate(callee.args) if number != position]
        if all(isinstance(v.owner, ALLOCATIONS) or v in others for v in given):
            return
    raise PadError(
        f"@{call.callee.root_reference.data} may return {buffer_name(call.arguments[position])}, "
        "so that a copy in another layout cannot be passed in its place; give the caller's buffer "
        "the layout",
        call,
    )


def check_types_stay_inside(buffer: SSAValue) -> None:
    """Raises PadError if a buffer cannot have another type without another signature."""
    seen, pending = {buffer}, [buffer]
    while pending:
        value = pending.pop()
        results = tied_results(value)
        if results or (value is not buffer and isinstance(value.owner, Block)):
            function = results[0][0] if results else value.owner.parent_op()
            if isinstance(function, func.FuncOp) and (results or value in function.args):
                raise PadError(
                    f"{buffer_name(buffer) or 'the buffer'} is passed on to results or arguments "
                    f"of @{function.sym_name.data}, whose signature would change; give "
                    "interface=change, or copy it into a buffer of its own",
                    function,
                )
        new = [tied for tied in tied_values(value) if tied not in seen]
        seen.update(new)
        pending += new
