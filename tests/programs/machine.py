"""The state of one evaluation, and functions compiled to Python closures over a frame of slots."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from xdsl.dialects import func, memref
from xdsl.dialects.builtin import ModuleOp, VectorType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from .races import Accesses
from .scalar_kinds import FloatKind, kind_of, vector_type
from .values import (
    FREE,
    UNDEF,
    UNINITIALISED,
    Buffer,
    MemRef,
    OverBudget,
    Undefined,
    Unsupported,
    Value,
)

Frame: TypeAlias = list[Any]
Step: TypeAlias = Callable[[Frame], None]
Handler: TypeAlias = "Callable[[FunctionCode, Operation], Step | None]"
Terminator: TypeAlias = Callable[[Frame], "tuple[int, Value]"]
_DEEPEST_CALL = 100
_RETURN = -1


class Machine:
    """The state that all functions of a module share while one of them is evaluated."""

    def __init__(
        self,
        module: ModuleOp,
        handlers: dict[str, Handler],
        budget: int,
        undefs: random.Random | None,
    ):
        self.handlers = handlers
        self.budget = budget
        self.undefs = undefs
        self.functions: dict[str, func.FuncOp] = {}
        self.global_ops: dict[str, memref.GlobalOp] = {}
        self.globals: dict[str, MemRef] = {}
        self.accesses: Accesses | None = None
        self.local_buffers: list[Buffer] = []
        self.depth = 0
        self.user_assumes = 0
        self._code: dict[str, FunctionCode] = {}
        for op in module.body.block.ops:
            if isinstance(op, func.FuncOp):
                self.functions[op.sym_name.data] = op
            elif isinstance(op, memref.GlobalOp):
                self.global_ops[op.sym_name.data] = op

    def code(self, name: str) -> FunctionCode:
        """The compiled function; raises Unsupported for one without a body."""
        if name not in self._code:
            function = self.functions.get(name)
            if function is None or not function.body.blocks:
                raise Unsupported(f"@{name} has no body")
            self._code[name] = FunctionCode(self, function)
        return self._code[name]

    def call(self, name: str, arguments: Sequence[Value]) -> tuple[Value, ...]:
        """The results of a call; what it allocates on the stack is gone afterwards."""
        if self.depth >= _DEEPEST_CALL:
            raise OverBudget(f"calls nest deeper than {_DEEPEST_CALL}")
        code = self.code(name)
        for argument in arguments:
            if isinstance(argument, MemRef):
                self._undefine(argument.buffer)
        self.depth += 1
        outer, self.local_buffers = self.local_buffers, []
        try:
            return code.run(arguments)
        finally:
            for buffer in self.local_buffers:
                buffer.cells = None
            self.local_buffers = outer
            self.depth -= 1

    def _undefine(self, buffer: Buffer) -> None:
        """All that a callee is given may be read; it is undef where the caller wrote nothing."""
        if buffer.cells is not None:
            buffer.cells = [UNDEF if cell is UNINITIALISED else cell for cell in buffer.cells]

    def spend(self, steps: int) -> None:
        """Count operations; OverBudget where there were too many."""
        self.budget -= steps
        if self.budget < 0:
            raise OverBudget("the program runs more operations than it may")

    def undef(self, type: Attribute) -> Value:
        """A new result of `pad.undef`: symbolic, or some value where values are to be chosen."""
        if (vector := vector_type(type)) is not None:
            return tuple(self.undef(vector.element_type) for _ in range(lanes_of(vector)))
        if self.undefs is None:
            return FREE
        return some_value(type, self.undefs)


def lanes_of(type: VectorType[Attribute]) -> int:
    """How many numbers a vector has."""
    count = 1
    for size in type.get_shape():
        count *= size
    return count


def some_value(type: Attribute, choices: random.Random) -> int | float:
    """A value of a scalar type, an extreme one now and then."""
    kind = kind_of(type)
    if isinstance(kind, FloatKind):
        value = choices.choice((0.0, -0.0, 1.0, float("nan"), float("inf"), float("-inf"), None))
        return kind.round(choices.uniform(-8.0, 8.0) if value is None else value)
    return choices.choice((0, 1, kind.low, kind.high, kind.wrap(choices.getrandbits(16))))


class FunctionCode:
    """A function as closures: each value has a slot in the frame of a call."""

    def __init__(self, machine: Machine, function: func.FuncOp):
        self.machine = machine
        self.function = function
        self.slots: dict[SSAValue, int] = {}
        self._only_assumed: dict[SSAValue, bool] = {}
        entry = function.body.blocks[0]
        self._parameters = [self.slot(argument) for argument in entry.args]
        self._body = self.region(function.body)

    def run(self, arguments: Sequence[Value]) -> tuple[Value, ...]:
        """The results for these arguments."""
        frame: Frame = [None] * len(self.slots)
        for slot, value in zip(self._parameters, arguments, strict=True):
            frame[slot] = value
        return self._body(frame)

    def slot(self, value: SSAValue) -> int:
        """Where a value is kept."""
        return self.slots.setdefault(value, len(self.slots))

    def slots_of(self, values: Sequence[SSAValue]) -> tuple[int, ...]:
        """Where several values are kept."""
        return tuple(self.slot(value) for value in values)

    def block(self, block: Block) -> Step:
        """All operations of a block but its terminator, which the caller looks at."""
        steps = self._steps(block)
        machine, cost = self.machine, len(steps) + 1

        def run(frame: Frame) -> None:
            machine.spend(cost)
            for step in steps:
                step(frame)

        return run

    def yielding(self, region: Region) -> tuple[Step, tuple[int, ...], tuple[int, ...]]:
        """
        A region of one block that ends in a yield: its step, the slots of its arguments, and those
        of what it yields.
        """
        if not region.blocks:
            return (lambda frame: None), (), ()
        block = region.block
        last = block.last_op
        yielded = self.slots_of(last.operands) if _is_terminator(last) and last else ()
        return self.block(block), self.slots_of(block.args), yielded

    def region(self, region: Region) -> Callable[[Frame], tuple[Value, ...]]:
        """A region of any blocks: what its return, or yield, gives."""
        blocks = list(region.blocks)
        numbers = {block: number for number, block in enumerate(blocks)}
        codes = [(self.block(block), self._terminator(block, numbers)) for block in blocks]
        if len(codes) == 1:
            step, last = codes[0]

            def run_one(frame: Frame) -> tuple[Value, ...]:
                step(frame)
                return last(frame)[1]

            return run_one

        def run(frame: Frame) -> tuple[Value, ...]:
            number = 0
            while True:
                step, last = codes[number]
                step(frame)
                number, value = last(frame)
                if number == _RETURN:
                    return value

        return run

    def feeds_only_assumes(self, value: SSAValue) -> bool:
        """Whether all that a value decides, without effects between, is what is assumed."""
        if value not in self._only_assumed:
            self._only_assumed[value] = False  # a cycle, through a loop
            self._only_assumed[value] = all(
                self._is_assumed(use.operation) for use in value.uses
            ) and bool(value.uses)
        return self._only_assumed[value]

    def feeds_assume(self, value: SSAValue) -> bool:
        """Whether an assume depends on the value by arithmetic."""
        return any(
            use.operation.name == "pad.assume"
            or (_is_pure(use.operation) and any(map(self.feeds_assume, use.operation.results)))
            for use in value.uses
        )

    def _is_assumed(self, op: Operation) -> bool:
        if op.name == "pad.assume":
            return True
        if op.name in ("scf.yield", "affine.yield"):
            parent = op.parent_op()
            assert parent is not None
            choice = parent.name in ("scf.if", "affine.if")
            return choice and all(map(self.feeds_only_assumes, parent.results))
        return _is_pure(op) and all(map(self.feeds_only_assumes, op.results))

    def _steps(self, block: Block) -> list[Step]:
        steps: list[Step] = []
        for op in block.ops:
            if op is block.last_op and _is_terminator(op):
                continue
            handler = self.machine.handlers.get(op.name)
            if handler is None:
                name = getattr(getattr(op, "op_name", None), "data", op.name)
                raise Unsupported(f"operation '{name}'")
            step = handler(self, op)
            if step is not None:
                steps.append(step)
        return steps

    def _terminator(self, block: Block, numbers: dict[Block, int]) -> Terminator:
        last = block.last_op
        if last is None or not _is_terminator(last):
            return lambda frame: (_RETURN, ())
        if last.name in ("func.return", "scf.yield", "memref.alloca_scope.return"):
            operands = self.slots_of(last.operands)
            return lambda frame: (_RETURN, tuple(frame[k] for k in operands))
        if last.name == "cf.br":
            jump = self._jump(last.successors[0], last.operands, numbers)
            return lambda frame: (jump(frame), ())
        if last.name == "cf.cond_br":
            return self._branch(last, numbers)
        raise Unsupported(f"operation '{last.name}'")

    def _branch(self, op: Operation, numbers: dict[Block, int]) -> Terminator:
        condition = self.slot(op.operands[0])
        count = len(op.successors[0].args)
        then = self._jump(op.successors[0], op.operands[1 : 1 + count], numbers)
        other = self._jump(op.successors[1], op.operands[1 + count :], numbers)

        def run(frame: Frame) -> tuple[int, Value]:
            return (then if decided(frame[condition], op) else other)(frame), ()

        return run

    def _jump(
        self, target: Block, operands: Sequence[SSAValue], numbers: dict[Block, int]
    ) -> Callable[[Frame], int]:
        sources, targets = self.slots_of(operands), self.slots_of(target.args)
        number = numbers[target]

        def jump(frame: Frame) -> int:
            assign(frame, targets, [frame[k] for k in sources])
            return number

        return jump


def decided(condition: Value, op: Operation) -> bool:
    """The condition of a branch; undefined behaviour where it is not a number."""
    try:
        return bool(condition)
    except TypeError:
        raise Undefined(f"a branch on {condition}", op) from None


def assign(frame: Frame, slots: Sequence[int], values: Sequence[Value]) -> None:
    """Set several slots at once."""
    for slot, value in zip(slots, values, strict=True):
        frame[slot] = value


def _is_pure(op: Operation) -> bool:
    return (not op.regions and op.name.split(".")[0] in ("arith", "math")) or op.name in _PURE


def _is_terminator(op: Operation | None) -> bool:
    return op is not None and op.name in _TERMINATORS


_PURE = {
    *("affine.apply", "affine.min", "affine.max", "vector.extract", "vector.broadcast"),
    *("vector.shuffle", "vector.insert", "vector.reduction", "vector.fma"),
}
_TERMINATORS = {
    *("func.return", "scf.yield", "affine.yield", "cf.br", "cf.cond_br", "scf.condition"),
    *("scf.reduce", "scf.reduce.return", "memref.alloca_scope.return"),
}
