"""Functions as steps over registers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from inspect import isgeneratorfunction
from typing import Any, TypeAlias

from xdsl.dialects import func
from xdsl.ir import Block, Operation, Region, SSAValue

from ..memory.buffers import Memory
from ..memory.roles import is_plainly_decided
from ..values.affine_code import Registers
from ..values.errors import NotValidated, Stopped
from ..values.scalars import check_type
from .state import Machine

Step: TypeAlias = "Callable[[Registers], Iterator[Meeting] | None]"
"""
The effect of an operation; one in which threads meet yields the meetings, and goes on after each.
"""
Handler: TypeAlias = "Callable[[Frame, Operation], Step | None]"

_TERMINATORS = (
    *("func.return", "affine.yield", "scf.yield", "scf.condition", "scf.reduce"),
    *("scf.reduce.return", "memref.alloca_scope.return", "gpu.return"),
)


_ALLOCA_SCOPES = (
    *("affine.for", "affine.parallel", "scf.for", "scf.parallel", "scf.execute_region"),
    *("memref.alloca_scope", "func.func", "gpu.func"),
)


def _scope_of(op: Operation) -> Operation | None:
    """The operation at whose end, or whose iteration's, an alloca ends."""
    parent = op.parent_op()
    while parent is not None and parent.name not in _ALLOCA_SCOPES:
        parent = parent.parent_op()
    return parent


def _check_types(op: Operation) -> None:
    for value in (*op.operands, *op.results):
        check_type(value.type)


@dataclass(frozen=True, eq=False)
class Meeting:
    """Where a thread waits for others."""

    op: Operation


@dataclass(eq=False)
class Body:
    """The operations of one block."""

    frame: Frame
    steps: list[Step]
    ops: list[Operation]
    arguments: list[int]
    results: list[int]
    """The registers of the terminator's operands."""
    has_allocas: bool = False
    """Whether it is the scope of some."""

    @cached_property
    def _spend(self) -> Callable[[int], None]:
        return self.frame.machine.meter.spend

    @cached_property
    def _memory(self) -> Memory:
        return self.frame.machine.memory

    @cached_property
    def has_meetings(self) -> bool:
        """Whether it has to be walked, not run."""
        return any(map(isgeneratorfunction, self.steps))

    def run(self, r: Registers) -> None:
        """All operations in order; what stops them learns where it did."""
        steps, step = self.steps, None
        self._spend(1 + len(steps))
        allocas = len(self._memory.allocas) if self.has_allocas else 0
        try:
            for step in steps:
                step(r)
        except Stopped as stop:
            self._locate(stop, step, r)
            raise
        if self.has_allocas:
            self._memory.leave_scope(allocas)

    def walk(self, r: Registers) -> Iterator[Meeting]:
        """As `run`, with a stop at each meeting."""
        self._spend(1 + len(self.steps))
        step = None
        try:
            for step in self.steps:
                meetings = step(r)
                if meetings is not None:
                    yield from meetings
        except Stopped as stop:
            self._locate(stop, step, r)
            raise

    def _locate(self, stop: Stopped, step: Step | None, r: Registers) -> None:
        if stop.op is None and step is not None:
            stop.op = self.ops[self.steps.index(step)]
            stop.loops = self.frame.loops(stop.op, r)


class Frame:
    """One function of one execution: which register holds which value, and how operations run."""

    def __init__(self, machine: Machine, handlers: dict[str, Handler]):
        self.machine = machine
        self.handlers = handlers
        """How each operation becomes a step, by its name."""
        self._slots: dict[SSAValue, int] = {}
        self._indices: dict[Operation, Sequence[int]] = {}
        self._scopes = set[Operation]()
        """The operations, among those compiled, at whose end an alloca ends."""

    def slot(self, value: SSAValue) -> int:
        """The register of a value."""
        return self._slots.setdefault(value, len(self._slots))

    def slots(self, values: Sequence[SSAValue]) -> list[int]:
        """The registers of values."""
        return [self.slot(value) for value in values]

    def name_indices(self, loop: Operation, slots: Sequence[int]) -> None:
        """Tells which registers hold the indices of a loop."""
        self._indices[loop] = slots

    def note_deciding(self, values: Iterable[SSAValue]) -> None:
        """Tells what decides how often something runs."""
        if not is_plainly_decided(values):
            self.machine.roles_are_doubtful = True

    def loops(self, op: Operation, r: Registers) -> list[tuple[str, int]]:
        """Names and indices of the loops around an operation, outermost first."""
        found: list[tuple[str, int]] = []
        parent = op.parent_op()
        while parent is not None:
            for slot in reversed(self._indices.get(parent, ())):
                found.append((self._name(slot), r[slot]))
            parent = parent.parent_op()
        return found[::-1]

    def _name(self, slot: int) -> str:
        value = next(value for value, s in self._slots.items() if s == slot)
        return value.name_hint or f"#{slot}"

    def region(self, region: Region, *, may_meet: bool = False) -> Body:
        """The one block of a region; raises NotValidated if threads meet in it and may not."""
        if len(region.blocks) != 1:
            raise NotValidated("control flow between blocks is not understood", region.parent_op())
        body = self.block(region.block)
        parent = region.parent_op()
        if parent is not None and parent.name in _ALLOCA_SCOPES:
            body.has_allocas = parent in self._scopes
        if body.has_meetings and not may_meet:
            raise NotValidated("that threads meet in it is not understood", region.parent_op())
        return body

    def block(self, block: Block) -> Body:
        """Compile the operations of a block to steps that the interpreter runs."""
        for argument in block.args:
            check_type(argument.type)
        arguments = self.slots(block.args)
        steps: list[Step] = []
        ops: list[Operation] = []
        results: list[int] = []
        for op in block.ops:
            if op.name in _TERMINATORS:
                results = self.slots(op.operands)
                continue
            handler = self.handlers.get(op.name)
            if handler is None:
                raise NotValidated(f"the operation {op.name} is not understood", op)
            try:
                _check_types(op)
                step = handler(self, op)
            except NotValidated as stop:
                stop.op = stop.op or op
                raise
            if op.name == "memref.alloca" and (scope := _scope_of(op)) is not None:
                self._scopes.add(scope)
            if step is not None:
                steps.append(step)
                ops.append(op)
        return Body(self, steps, ops, arguments, results)

    def registers(self) -> Registers:
        """Registers for one run, after all blocks are made."""
        return [None] * len(self._slots)


@dataclass(frozen=True)
class Program:
    """One function, ready to run."""

    frame: Frame
    body: Body

    @staticmethod
    def of(function: func.FuncOp, machine: Machine, handlers: dict[str, Handler]) -> Program:
        """The function's program on this machine; raises NotValidated if it can't be understood."""
        frame = Frame(machine, handlers)
        return Program(frame, frame.region(function.body))

    def run(self, arguments: Sequence[Any], *, count_stages: bool = False) -> list[Any]:
        """The results; `count_stages` takes each operation of the body for a stage."""
        r = self.frame.registers()
        for slot, argument in zip(self.body.arguments, arguments, strict=True):
            r[slot] = argument
        if count_stages:
            allocas = len(self.frame.machine.memory.allocas)
            self._run_stages(r)
            self.frame.machine.memory.leave_scope(allocas)
        else:
            self.body.run(r)
        return [r[slot] for slot in self.body.results]

    def _run_stages(self, r: Registers) -> None:
        for step, op in zip(self.body.steps, self.body.ops, strict=True):
            self.frame.machine.memory.stage += 1
            Body(self.frame, [step], [op], [], []).run(r)
