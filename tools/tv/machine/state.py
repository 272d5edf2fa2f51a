"""The state of one execution, and what it demands of the inputs not to be undefined."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from xdsl.dialects import func, gpu, memref
from xdsl.ir import Operation

from ..contracts.layouts import Contract
from ..memory.addresses import Claim, bytes_of
from ..memory.buffers import Buffer, Memory, View, unravel
from ..values.errors import NotValidated, Undefined
from ..values.meter import Meter
from ..values.operators import Operator
from ..values.scalars import Number, Scalar


class Domain(Protocol):
    """
    The domain of values with which an execution computes; known integers are Python ints in each.
    """

    path: dict[Any, int]
    marks_pads: bool
    samples_data: bool
    """Whether what decides the execution is one sample of the data."""

    def lift(self, scalar: Scalar, value: int | Number) -> Any: ...
    def undef(self, scalar: Scalar, side: str, *, assumed: bool) -> Any: ...
    def is_undef(self, value: Any) -> bool: ...
    def leaf(self, maker: Operator, number: int) -> Any: ...
    def uninitialised(self, scalar: Scalar) -> Any: ...
    def poison(self, scalar: Scalar) -> Any: ...
    def negation(self, condition: Any) -> Any: ...
    def decide(self, condition: Any) -> int | None: ...
    def chosen(self, condition: Any, *, as_fact: bool) -> Any: ...
    def loaded(self, value: Any) -> Any: ...
    def merge(self, condition: Any, scalar: Scalar, then: Any, other: Any) -> Any: ...
    def function(self, op: Operator) -> Callable[..., Any]: ...
    def pad(self, value: Any) -> Any: ...
    def either_zero(self, old: Any, stored: Any) -> Any: ...
    def stored_over(self, old: Any, stored: Any) -> Any: ...
    def causes(self, value: Any) -> tuple[Any, tuple[Any, ...]]: ...


@dataclass(frozen=True)
class Demand:
    """A condition without which the execution is undefined, where `path` holds."""

    condition: Any
    path: frozenset[tuple[Any, int]]
    reason: str
    op: Operation
    loops: list[tuple[str, int]]
    calls: int
    """How many functions without a body were called before: they may not return."""
    stated: Any
    """Of an assume, the condition as it is written: each undef in it is one that there is."""
    is_assume: bool = False
    by_user: bool = False


@dataclass(frozen=True)
class Call:
    """A call of a function without a body: its operands, and all cells that it can reach."""

    callee: str
    op: Operation
    scalars: list[tuple[Scalar, Any]]
    given: list[View]
    """The operands that are buffers."""
    contracts: dict[View, Contract]
    """The callee's contracts on their padding."""
    views: list[View]
    """These and all others that it can reach."""
    cells: list[tuple[Buffer, int, Any]]
    padding: list[tuple[Buffer, int, Any, Any]]
    """The padding that has to hold a value: where, what, and what it holds."""


@dataclass(eq=False)
class Machine:
    """
    One execution of one side, `before` or `after`.

    `on_demand` hears of each demand that is not known to hold, as it arises.
    """

    side: str
    domain: Domain
    meter: Meter
    functions: dict[str, func.FuncOp]
    global_ops: dict[str, memref.GlobalOp]
    make_global: Callable[[Machine, memref.GlobalOp], Buffer]
    on_demand: Callable[[Machine, Demand], None]
    kernels: dict[str, gpu.FuncOp] = field(default_factory=dict[str, gpu.FuncOp])
    """By the names of their module and their own: `module::kernel`."""
    memory: Memory = field(default_factory=Memory)
    demands: list[Demand] = field(default_factory=list[Demand])
    calls: list[Call] = field(default_factory=list[Call])
    globals: dict[str, Buffer] = field(default_factory=dict[str, Buffer])
    depth: int = 0
    """How many calls deep the execution is."""
    roles_are_doubtful: bool = False
    """Whether what runs was decided by more than linear index arithmetic."""

    def demand(
        self,
        condition: Any,
        reason: str,
        op: Operation,
        loops: list[tuple[str, int]],
        *,
        stated: Any = None,
        is_assume: bool = False,
        by_user: bool = False,
    ) -> None:
        """The condition has to hold here; raises Undefined if it does not."""
        condition, causes = self.domain.causes(condition)
        stated = condition if stated is None else self.domain.causes(stated)[0]
        for bare in self._not_poison(causes):
            self._demand(bare, "it depends on poison", op, loops, bare)
        self._demand(condition, reason, op, loops, stated, is_assume=is_assume, by_user=by_user)

    def _not_poison(self, causes: Sequence[Any]) -> Iterator[Any]:
        """Yield the conditions that no cause holds, or is poison itself, each once."""
        seen, pending = set[Any](), [*reversed(causes)]
        while pending:
            if (cause := pending.pop()) not in seen:
                seen.add(cause)
                bare, more = self.domain.causes(self.domain.negation(cause))
                pending += reversed(more)
                yield bare

    def _demand(
        self,
        condition: Any,
        reason: str,
        op: Operation,
        loops: list[tuple[str, int]],
        stated: Any,
        *,
        is_assume: bool = False,
        by_user: bool = False,
    ) -> None:
        """A condition that is not poison."""
        decided = self.domain.decide(condition)
        if decided == 0:
            raise Undefined(reason, op, loops)
        if decided == 1:
            return
        path = frozenset(self.domain.path.items())
        calls = len(self.calls)
        demand = Demand(condition, path, reason, op, loops, calls, stated, is_assume, by_user)
        self.demands.append(demand)
        self.on_demand(self, demand)

    def claim_alignment(
        self, view: View, offset: int, alignment: int, *, is_accessed: bool = True
    ) -> None:
        """
        The address of a cell, by its number in the buffer, has to be a multiple of that many bytes.

        Raises Undefined if it need not be. What `before` claims of a buffer that the caller made
        is a fact, as `before` means nothing else.
        """
        buffer, base = view.buffer, view.buffer.base
        if view.other is not None:
            raise NotValidated(f"the alignment of elements of another type in {buffer.name}")
        if base is None:
            raise NotValidated(f"the alignment of an access to {buffer.name} through a layout")
        distance = offset * bytes_of(buffer.scalar)
        claim = base.judge(distance, alignment)
        if claim is Claim.TRUE:
            return
        if claim is Claim.OPEN and base.by_caller and self.side == "before":
            if self.domain.path or self.calls or not is_accessed:
                raise NotValidated("an alignment is claimed that may not hold for each input")
            base.learn(distance, alignment)
            return
        where = f"{buffer.name}{list(unravel(offset, buffer.shape))}"
        raise Undefined(
            f"the address of {where} is claimed to be a multiple of {alignment} bytes, but all "
            f"that is known is that {buffer.name} starts at {base}"
        )

    def global_buffer(self, name: str) -> Buffer:
        """The buffer of a `memref.global`."""
        if name not in self.global_ops:
            raise NotValidated(f"the global @{name} is unknown")
        if name not in self.globals:
            self.globals[name] = self.make_global(self, self.global_ops[name])
        return self.globals[name]

    def reachable(self, operands: Sequence[Any]) -> list[View]:
        """
        The buffers that a function without a body may access: its operands and the globals.

        Buffers that earlier calls were given are not kept: otherwise no buffer could be packed for
        one call.
        """
        views = [operand for operand in operands if isinstance(operand, View)]
        if any(view.other is not None for view in views):
            raise NotValidated("a call of a function without a body gets elements of another type")
        variables = [name for name, op in self.global_ops.items() if op.constant is None]
        return [*views, *(View.whole(self.global_buffer(name)) for name in sorted(variables))]
