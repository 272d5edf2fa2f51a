"""Conditions on the sizes of a call under which a function stays inside its buffers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import prod

from xdsl.dialects import func, memref
from xdsl.dialects.builtin import IndexType, MemRefType
from xdsl.ir import Attribute

from ..analysis.contracts.call_sizes import (
    CallSizes,
    Goal,
    access_goals,
    needed_sizes,
    other_blocks,
    shown_name,
    size_name,
    takes_sizes,
)
from ..analysis.instances.reader import InstanceReader
from ..analysis.instances.sizes import extents, stated_condition
from ..dialect.annotations import accessed_axis
from ..dialect.ir.operations import operations_of
from ..dialect.ir.symbols import lookup_symbol
from ..dialect.ops import AssumeOp
from ..index.connected import divisors
from ..index.expr import FALSE, TRUE, Expr, all_of, lift, ne, rebuild
from ..index.queries.conditions import bounds
from ..passes.assumes.entry_conditions import is_asserted
from ..passes.common.diagnostics import RemarkForm, remark
from .element_types import lanes_of
from .errors import KernelError

_NOT_TESTED = RemarkForm(
    "size-not-tested",
    "calls are not tested for it: {buffer} is not shown to be accessed inside of axis {axis}, and "
    "that depends on more than sizes",
)

_NAME = "compile"
_MOST_BYTES = 2**63 - 1


@dataclass(frozen=True)
class SizeCheck:
    """
    A condition on the sizes of a call: else an access of a buffer is outside of an axis, or if that
    is None, the buffer cannot be allocated; without a buffer, something that is assumed is false.
    """

    buffer: str | None
    axis: int | None
    condition: Expr
    """Over the names of index arguments, and `dim(A, 0)` for the size of an axis."""

    @property
    def text(self) -> str:
        """What is wrong with a function in a call that does not satisfy it."""
        if self.buffer is None:
            return f"assumes {self.condition}"
        failure = f"access {self.buffer} out of bounds on axis {self.axis}"
        if self.axis is None:
            failure = f"allocate {self.buffer} with a negative size, or with 2^63 bytes or more"
        return f"would {failure}: wanted {self.condition}"

    def refuse_unless_met(self, function: str, sizes: Mapping[str, int]) -> None:
        """Raise KernelError if the sizes of a call do not satisfy it."""
        if self.condition.evaluate(sizes):
            return
        names = dict.fromkeys(self.condition.variables())
        raise KernelError(
            f"@{function} {self.text}, but "
            f"{', '.join(f'{name} is {sizes[name]}' for name in names)}"
        )


def size_checks(function: func.FuncOp) -> tuple[SizeCheck, ...]:
    """
    The conditions on the sizes of a call that are not seen to hold at each one; none where all
    sizes are static. Those of functions that it calls are among them.

    A remark tells of an access that is not shown to stay inside and depends on more than sizes.
    """
    return _Checks({}).of(function)


def _of_allocations(function: func.FuncOp) -> Iterator[SizeCheck]:
    """What the sizes of local buffers need that are allocated in each call of a function."""
    block = function.body.blocks[0]
    if block.first_op is None:
        return
    made = [op for op in block.ops if isinstance(op, memref.AllocOp | memref.AllocaOp)]
    sizes = CallSizes(block) if any(op.dynamic_sizes for op in made) else None
    for op in made:
        if sizes is None or not op.dynamic_sizes:
            continue
        given = [sizes.given(value) for value in op.dynamic_sizes]
        known = [size for size in given if size is not None]
        if len(known) == len(given):
            condition = _fits(op.memref.type, known, sizes.context)
            if condition != TRUE:
                shown = condition.substitute(sizes.shown)
                yield SizeCheck(shown_name(op.memref), None, shown)


def _divisible(checks: Iterable[SizeCheck]) -> Iterator[SizeCheck]:
    """Yield them, each after those that it divides by nothing that is 0."""
    for check in checks:
        for divisor in divisors(check.condition):
            yield SizeCheck(None, None, ne(divisor, 0))
        yield check


def _fits(type: MemRefType[Attribute], sizes: Sequence[Expr], context: Expr) -> Expr:
    """The condition that these sizes are none below 0, and that an index can count the bytes."""
    element = 1  # at least, of elements that no array has
    with suppress(KernelError):
        element = bytes_of(type)
    total = lift(prod(size for size in type.get_shape() if size >= 0) * element)
    parts: list[Expr] = []
    most: int | None = total.constant
    for size in sizes:
        least, greatest = bounds(size, context)
        if least is None or least < 0:
            parts.append(size >= 0)
        most = None if most is None or greatest is None else most * greatest
        if total.constant != 1:
            parts.append(size <= lift(_MOST_BYTES) // rebuild("max", (total, lift(1))))
        total = total * size
    is_small = most is not None and most <= _MOST_BYTES
    return all_of(part for part in parts if not is_small or part.op == ">=")


def bytes_of(type: MemRefType[Attribute]) -> int:
    """Bytes of an element."""
    element, lanes = lanes_of(type.element_type)
    return prod(lanes) * element.dtype.itemsize


class _Checks:
    """The checks of functions that call one another."""

    def __init__(self, known: dict[func.FuncOp, tuple[SizeCheck, ...]]):
        self._known = known

    def of(self, function: func.FuncOp) -> tuple[SizeCheck, ...]:
        if function not in self._known:
            self._known[function] = ()  # what calls itself is not followed
            found = (*self._found(function), *_of_allocations(function))
            self._known[function] = tuple(dict.fromkeys(_divisible(found)))
        return self._known[function]

    def _found(self, function: func.FuncOp) -> tuple[SizeCheck, ...]:
        if not takes_sizes(function):
            return ()
        sizes = CallSizes(function.body.blocks[0])
        reader = sizes.reader
        goals = [*access_goals(function, reader), *_assumed(function, reader)]
        goals += self._of_calls(function, reader)
        needed, untested = needed_sizes(goals, sizes)
        told = {(goal.buffer, goal.axis): goal.op for goal in reversed(untested)}
        for (buffer, axis), op in reversed(told.items()):
            if axis is not None:
                remark(_NAME, op, _NOT_TESTED, buffer=str(buffer), axis=axis)
        shown = sizes.shown if needed else {}
        return tuple(
            SizeCheck(*axis, condition.substitute(shown))
            for axis, conditions in needed.items()
            for condition in conditions
        )

    def _of_calls(self, function: func.FuncOp, reader: InstanceReader) -> Iterator[Goal]:
        yield from self._goals_of(operations_of(function, func.CallOp), reader)
        for place in other_blocks(function):
            for goal in self._goals_of(operations_of(place.block, func.CallOp), place.reader):
                yield from place.unless_shown(goal)

    def _goals_of(self, calls: Iterable[func.CallOp], reader: InstanceReader) -> Iterator[Goal]:
        for call in calls:
            callee, instances = lookup_symbol(call, call.callee), reader.surroundings(call)
            if not isinstance(callee, func.FuncOp) or callee.is_declaration or instances is None:
                continue
            checks = self.of(callee)
            given = _given(callee, call, reader) if checks else {}
            for check in checks:
                name = check.buffer and f"{check.buffer} of @{callee.sym_name.data}"
                if all(variable in given for variable in check.condition.variables()):
                    inside, when = check.condition.substitute(given), instances
                else:
                    inside, when = FALSE, replace(instances, exact=False)
                yield Goal(call, name, check.axis, when, inside)


def _assumed(function: func.FuncOp, reader: InstanceReader) -> Iterator[Goal]:
    """Yield what is assumed of indices, unless that is asserted anyway."""
    for assume in operations_of(function, AssumeOp):
        # The condition first: of most loops that assume something of data no bound is read then.
        condition = stated_condition(assume, reader)
        instances = None if condition is None else reader.surroundings(assume)
        if condition is not None and instances is not None and not is_asserted(assume):
            yield Goal(assume, *accessed_axis(assume), instances, condition)


def _given(callee: func.FuncOp, call: func.CallOp, reader: InstanceReader) -> dict[str, Expr]:
    """The sizes that a call passes, by the names that the callee's conditions have."""
    found: dict[str, Expr] = {}
    for value, operand in zip(callee.args, call.operands, strict=True):
        if isinstance(value.type, IndexType) and (size := reader.index(operand)) is not None:
            found[shown_name(value)] = size
        if isinstance(value.type, MemRefType):
            for axis, size in enumerate(extents(operand, reader) or ()):
                found[size_name(shown_name(value), axis)] = size
    return found
