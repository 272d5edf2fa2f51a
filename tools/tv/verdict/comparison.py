"""All that a caller can observe of both sides, compared (design, sections 3 and 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any, TypeAlias

from xdsl.ir import Operation

from ..contracts.layouts import Computed, Contract, Copy, Derived, Unspecified
from ..contracts.signature import Parameter
from ..execution.arguments import BufferArgument, Interface, buffer_argument
from ..execution.globals import global_argument, same_initial_values
from ..execution.side import Execution
from ..machine.state import Call, Domain
from ..memory.buffers import UNINIT, Buffer, Owner, View, unravel
from ..values.errors import NotValidated
from ..values.scalars import Scalar, element_of, lanes_of

Holds: TypeAlias = Callable[[Scalar, Any, Any], bool]
"""Whether the second value may stand where the first does."""
Stored: TypeAlias = Callable[[Any], Any]
"""A value without the freedom that fp=relaxed gives to zeros that are stored."""


class _Identity:
    """
    Pairs of buffers that are one to a caller or a callee: each has one partner at most.

    Who gets two memrefs, or has passed one and gets one back, can tell whether they are one buffer,
    by writing to it.
    """

    def __init__(self) -> None:
        self._afters: dict[Buffer, Buffer] = {}
        self._befores: dict[Buffer, Buffer] = {}

    def mismatch(self, before: View, after: View) -> str:
        """Takes two memrefs for the same one; what is wrong with that, else empty."""
        old, new = before.buffer, after.buffer
        partner = self._afters.get(old)
        if (partner, self._befores.get(new)) == (None, None):
            self._afters[old], self._befores[new] = new, old
        elif partner is not new:
            return f"it is {_described(old)} before, and {_described(new)} after"
        if old.shape == new.shape and before.place != after.place:
            return f"it is another part of {new.name} after"
        return ""


def _described(buffer: Buffer) -> str:
    if buffer.owner in (Owner.HEAP, Owner.STACK):
        return f"{buffer.name}, which {buffer.owner.value} makes,"
    return buffer.name


@dataclass(frozen=True)
class Difference:
    """A place where `after` is not what `before` is, or what a contract says."""

    place: str
    before: Any
    """None where the place itself is wrong, whatever it holds."""
    after: Any
    rule: str = ""
    """The rule that is broken, if the difference is not only in the value."""
    op: Operation | None = None
    """The operation that made the value of `after`."""
    scalar: Scalar | None = None
    may_be_right: bool = False
    """Whether what would allow it may have been in `after` before it was lowered."""


@dataclass(frozen=True)
class _Observed:
    """A buffer at the end, of one side."""

    buffer: Buffer
    contract: Contract | None

    view: View

    @cached_property
    def _offsets(self) -> Sequence[int]:
        """The number of the cell at each index, within the buffer."""
        if self.contract is not None:
            return self.contract.cells
        if self.view.is_whole:
            return range(len(self.buffer.cells))
        return [self.view.locate(index) for index in self.view.indices()]

    def cell(self, logical: int) -> int:
        return self._offsets[logical]

    def place(self, name: str, logical: int, shape: tuple[int, ...]) -> str:
        text = f"{name}{list(unravel(logical, shape))}"
        if self.contract is None:
            return text
        stored = unravel(self.cell(logical), self.contract.physical_shape)
        return f"{text} (stored at {list(stored)})"


@dataclass(frozen=True)
class Comparison:
    """Two executions of one domain; `holds` judges values, `stored` what padding has to hold."""

    domain: Domain
    before: Execution
    after: Execution
    holds: Holds
    stored: Stored = lambda value: value

    def differences(
        self, interface: Interface, results: Sequence[Sequence[Parameter]]
    ) -> Iterator[Difference]:
        """Yield all differences; `results` has the results of the function before and after."""
        yield from self.of_calls()
        yield from self.of_arguments(interface)
        before, after = results
        yield from self.of_results(before, after, self._known(interface))
        yield from self.of_globals()

    def _known(self, interface: Interface) -> _Identity:
        """The buffers that are there before the call."""
        identity = _Identity()
        for argument in interface.of_side("before"):
            if isinstance(argument, BufferArgument):
                position = argument.position
                identity.mismatch(self.before.arguments[position], self.after.arguments[position])
        machines = self.before.machine, self.after.machine
        for name in sorted(machines[0].globals.keys() & machines[1].globals.keys()):
            ours, theirs = (View.whole(machine.globals[name]) for machine in machines)
            identity.mismatch(ours, theirs)
        return identity

    def of_arguments(self, interface: Interface) -> Iterator[Difference]:
        """The memref arguments: logical cells, then padding."""
        for argument in interface.of_side("before"):
            if isinstance(argument, BufferArgument):
                position = argument.position
                views = self.before.arguments[position], self.after.arguments[position]
                ends = [view.buffer.ended for view in views]
                if ends[0]:
                    continue  # the caller has it no more
                if ends[1]:
                    rule = f"the caller has {argument.name}, which is there no more: {ends[1]}"
                    yield Difference(argument.name, None, None, rule)
                    continue
                elsewhere = interface.elsewhere
                was_out = bool(views[0].buffer.writers) or (
                    elsewhere is not None and position in elsewhere.outs
                )
                if not was_out:
                    yield from self._new_write(argument, views[1])
                yield from self._of_buffer(argument, *views, was_out=was_out)

    def of_results(
        self, before: Sequence[Parameter], after: Sequence[Parameter], identity: _Identity
    ) -> Iterator[Difference]:
        """
        Yield differences of the results; `identity` is the identity of the buffers before the call.
        """
        for position, (ours, theirs) in enumerate(zip(before, after, strict=True)):
            old, new = self.before.results[position], self.after.results[position]
            if isinstance(old, View) and isinstance(new, View):
                shapes = [_static_shape(p, view) for p, view in ((ours, old), (theirs, new))]
                argument = buffer_argument(position, ours, theirs, shapes)
                if mismatch := identity.mismatch(old, new):
                    yield Difference(ours.name, None, None, mismatch)
                    continue
                yield from self._of_buffer(argument, old, new, was_out=True)
            else:
                yield from self._of_value(ours, old, new)

    def _of_value(self, result: Parameter, before: Any, after: Any) -> Iterator[Difference]:
        """A result that is a scalar or a vector."""
        scalar = element_of(result.type)
        if lanes_of(result.type) is None:
            if not self._refines(scalar, before, after):
                yield Difference(result.name, before, after, scalar=scalar)
            return
        for lane, (old, new) in enumerate(zip(before, after, strict=True)):
            if not self._refines(scalar, old, new):
                yield Difference(f"{result.name}[{lane}]", old, new, scalar=scalar)

    def of_globals(self) -> Iterator[Difference]:
        """The variables of the module, constants apart."""
        machines = self.before.machine, self.after.machine
        yield from self._of_visible_globals()
        for name in sorted({*machines[0].globals, *machines[1].globals}):
            if any(name not in machine.global_ops for machine in machines):
                raise NotValidated(f"the global @{name} is there on one side only")
            if machines[0].global_ops[name].constant is not None:
                continue
            ops = [machine.global_ops[name] for machine in machines]
            if not same_initial_values(ops):
                yield Difference(f"@{name}", None, None, "it has another initial value after")
            views = [View.whole(machine.global_buffer(name)) for machine in machines]
            yield from self._of_buffer(global_argument(name, ops), *views, was_out=True)

    def _of_visible_globals(self) -> Iterator[Difference]:
        """The globals that other modules see before anything is called."""
        theirs = self.after.machine.global_ops
        for name, op in self.before.machine.global_ops.items():
            if op.sym_visibility.data == "private":
                continue
            if name not in theirs:
                raise NotValidated(f"the global @{name} is there on one side only")
            if (op.constant is None) != (theirs[name].constant is None):
                rule = "it is constant on one side only"
                yield Difference(f"@{name}", None, None, rule, theirs[name])
            elif not same_initial_values([op, theirs[name]]):
                rule = "it has another initial value after"
                yield Difference(f"@{name}", None, None, rule, theirs[name])

    def of_calls(self) -> Iterator[Difference]:
        """The calls of functions without a body: which, in which order, given what."""
        ours, theirs = self.before.machine.calls, self.after.machine.calls
        for number, (old, new) in enumerate(zip(ours, theirs, strict=False)):
            yield from self._of_call(f"call {number}, of @{old.callee}", old, new)
        if len(ours) != len(theirs):
            longer = max(ours, theirs, key=len)
            extra = longer[min(len(ours), len(theirs))]
            happened = "dropped" if longer is ours else "added"
            yield Difference(f"@{extra.callee}", None, None, f"the call is {happened}", extra.op)

    def _of_call(self, place: str, old: Call, new: Call) -> Iterator[Difference]:
        if old.callee != new.callee:
            rule = f"it is a call to @{new.callee} after"
            yield Difference(place, None, None, rule, new.op)
            return
        for position, (ours, theirs) in enumerate(zip(old.scalars, new.scalars, strict=True)):
            if not self._refines(ours[0], ours[1], theirs[1]):
                place = f"operand {position} of {place}"
                yield Difference(place, ours[1], theirs[1], op=new.op, scalar=ours[0])
        identity = _Identity()
        for ours, theirs in zip(old.views, new.views, strict=False):
            if mismatch := identity.mismatch(ours, theirs):
                yield Difference(f"an operand of {place}", None, None, mismatch, new.op)
        if len(old.cells) != len(new.cells):
            raise NotValidated(f"@{old.callee} is given buffers of another shape", new.op)
        for ours, theirs in zip(old.cells, new.cells, strict=True):
            (buffer, cell, before), (_, _, after) = ours, theirs
            if not self._refines(buffer.scalar, before, after):
                index = list(unravel(cell, buffer.shape))
                where = f"{buffer.name}{index} at {place}"
                yield Difference(where, before, after, op=new.op, scalar=buffer.scalar)
        for buffer, cell, wanted, held in new.padding:
            if not self._refines(buffer.scalar, wanted, held):
                index = list(unravel(cell, buffer.shape))
                where, rule = f"the padding {buffer.name}{index} at {place}", "the callee needs it"
                yield Difference(where, wanted, held, rule, new.op, buffer.scalar)

    def _of_buffer(
        self, argument: BufferArgument, before: View, after: View, *, was_out: bool
    ) -> Iterator[Difference]:
        for view, contract in zip((before, after), argument.contracts.values(), strict=True):
            if contract is not None and not view.is_whole:
                raise NotValidated(f"{argument.name} is a part of {view.buffer.name}, laid out")
        ours = _Observed(before.buffer, argument.contracts["before"], before)
        theirs = _Observed(after.buffer, argument.contracts["after"], after)
        for logical in range(prod(argument.shape)):
            cell = theirs.cell(logical)
            values = ours.buffer.cells[ours.cell(logical)], theirs.buffer.cells[cell]
            if not self._refines(argument.scalar, *values):
                place = theirs.place(argument.name, logical, argument.shape)
                writer = theirs.buffer.writers.get(cell)
                yield Difference(place, *values, op=writer, scalar=argument.scalar)
        yield from self._of_padding(argument, ours.buffer, theirs, was_out=was_out)

    def _of_padding(
        self, argument: BufferArgument, before: Buffer, after: _Observed, *, was_out: bool
    ) -> Iterator[Difference]:
        if after.contract is None:
            return
        shape = after.contract.physical_shape
        for cell, kind in after.contract.kinds.items():
            if kind is Unspecified.FORBIDDEN:
                continue  # an access would have been undefined
            new = after.buffer.cells[cell]
            old = None
            if argument.same_padding:
                old = before.cells[cell]
                if not isinstance(kind, Unspecified):
                    old = self.stored(old)
                if self._refines(argument.scalar, old, new):
                    continue
            rule, may_be_right = "", False
            if not isinstance(kind, Unspecified):
                if isinstance(kind, Copy):
                    old = after.buffer.cells[kind.cell]
                elif isinstance(kind, Derived):
                    values = [after.buffer.cells[source] for source in kind.cells]
                    old = kind.compute(self.domain, values)
                elif not isinstance(kind, Computed):
                    old = self.domain.lift(argument.scalar, kind)
                if not self._refines(argument.scalar, old, new):
                    rule = f"the padding has to hold {kind} at the end"
            elif cell in after.buffer.writers:
                old = None
                free = (before if argument.same_padding else after.buffer).free
                if not was_out or cell not in free:
                    rule = "undef padding may change only where pad.undef is stored to it"
                    may_be_right = was_out and not argument.same_padding and not free
                if may_be_right:
                    rule += (
                        f", and none is stored to {argument.name}; pad-remove-undef-store drops "
                        "the stores: compare what is before it"
                    )
            if rule:
                place = f"the padding {argument.name}{list(unravel(cell, shape))}"
                writer = after.buffer.writers.get(cell)
                yield Difference(place, old, new, rule, writer, argument.scalar, may_be_right)

    def _new_write(self, argument: BufferArgument, after: View) -> Iterator[Difference]:
        buffer, contract = after.buffer, argument.contracts["after"]
        written = list(buffer.writers)
        may_count = not self.before.roles[argument.position].only_loaded
        if may_count and self.before.machine.roles_are_doubtful and contract is not None:
            # An analysis that shows less than the original's run may take the buffer for written.
            written = [cell for cell in written if cell not in contract.kinds]
        for cell in written[:1]:
            place = f"{argument.name}{list(unravel(cell, buffer.shape))}"
            rule = f"{argument.name} is only read before"
            yield Difference(place, None, buffer.cells[cell], rule, buffer.writers[cell])

    def _refines(self, scalar: Scalar, old: Any, new: Any) -> bool:
        if old is UNINIT or old is new:
            return True
        return new is not UNINIT and self.holds(scalar, old, new)


def _static_shape(parameter: Parameter, view: View) -> tuple[int, ...]:
    """The logical shape; the lanes of elements that are vectors are not an axis of it."""
    if not parameter.is_physical:
        return view.shape[: parameter.logical_type.get_num_dims()]
    if not parameter.logical_type.has_static_shape():
        raise NotValidated(f"{parameter.name} has a layout on a dynamic shape")
    return parameter.logical_shape
