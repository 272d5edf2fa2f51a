"""Assumes on sizes at the head of a function: sizes are sampled where they hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast

from xdsl.dialects import affine, arith, func, memref
from xdsl.dialects.builtin import IndexType, IntegerAttr, IntegerType
from xdsl.ir import Block, Operation, SSAValue

from ....dialect.ops import AssumeOp
from ..values.affine_code import compile_map
from ..values.errors import Stopped
from ..values.integer_folding import EXACT, cmpi_folder
from ..values.operators import Operator
from ..values.scalars import Integer, scalar_of
from .signature import Parameter, Place, parameters_of

Registers: TypeAlias = list[int]
_Step: TypeAlias = Callable[[Registers], int]

_SHIFTS = ("arith.shli", "arith.shrui", "arith.shrsi")
_NEAR = 40
_FEW = (0, 1, 2, 3, 4, 6, 8, 12, 16)


@dataclass(frozen=True)
class SizeAssumes:
    """Assumes of a function's first block that read nothing but sizes."""

    inputs: Sequence[Place]
    """Of the first registers; the others are computed."""
    steps: Sequence[_Step]
    conditions: Sequence[int]
    """Their registers."""

    def false(self, sizes: Mapping[Place, int]) -> int:
        """Return how many of them are false, or have no value, at a choice of sizes."""
        registers = [sizes.get(place, 0) for place in self.inputs]
        for step in self.steps:
            try:
                registers.append(step(registers))
            except (Stopped, ZeroDivisionError):
                return len(self.conditions)
        return sum(registers[condition] == 0 for condition in self.conditions)


def assumes_on_sizes(function: func.FuncOp) -> SizeAssumes:
    """The assumes of a function that pass only where its sizes are in a relation."""
    reader = _Reader(parameters_of(function))
    if function.body.blocks:
        for op in function.body.blocks[0].ops:
            if isinstance(op, AssumeOp):
                reader.read(op.condition)
    return SizeAssumes(reader.inputs, reader.steps, reader.conditions)


def tries_near(wanted: int) -> Iterator[int]:
    """Sizes to try in place of a wanted one, the nearest first, and a few small ones."""
    for distance in range(1, _NEAR + 1):
        yield from (wanted + distance, wanted - distance)
    yield from _FEW


class _NotOfSizes(Exception):
    """A value is computed from more than sizes."""


class _Reader:
    def __init__(self, parameters: Sequence[Parameter]) -> None:
        self.parameters = parameters
        self.inputs = [
            (position, axis)
            for position, parameter in enumerate(parameters)
            for axis in _axes(parameter)
        ]
        self.steps: list[_Step] = []
        self.conditions: list[int] = []
        self._registers: dict[SSAValue, int] = {}

    def read(self, condition: SSAValue) -> None:
        """Add the assume of a condition, each part of a conjunction, if it is one on sizes."""
        if isinstance(condition.owner, arith.AndIOp):
            self.read(condition.owner.lhs)
            self.read(condition.owner.rhs)
            return
        count, known = len(self.steps), dict(self._registers)
        try:
            self.conditions.append(self._register(condition))
        except (_NotOfSizes, Stopped):
            del self.steps[count:]
            self._registers = known

    def _register(self, value: SSAValue) -> int:
        if value not in self._registers:
            self._registers[value] = self._input(value) if _is_input(value) else self._step(value)
        return self._registers[value]

    def _input(self, value: SSAValue) -> int:
        place = self._place(value)
        if place not in self.inputs:
            raise _NotOfSizes
        return self.inputs.index(place)

    def _place(self, value: SSAValue) -> Place:
        owner = value.owner
        if isinstance(owner, Block):
            return owner.args.index(value), None  # of the first block: a parameter
        dim = cast("memref.DimOp", owner)
        axis = _constant(dim.index)
        if not isinstance(dim.source.owner, Block) or axis is None:
            raise _NotOfSizes
        position = dim.source.owner.args.index(dim.source)
        if self.parameters[position].is_physical:
            raise _NotOfSizes
        return position, axis

    def _step(self, value: SSAValue) -> int:
        op = value.owner
        assert isinstance(op, Operation)
        self.steps.append(_step_of(op, [self._register(operand) for operand in op.operands]))
        return len(self.inputs) + len(self.steps) - 1


def _axes(parameter: Parameter) -> Iterator[int | None]:
    """The axes of unknown size; None if the argument is an integer."""
    if isinstance(parameter.type, IndexType | IntegerType):
        yield None
    if parameter.is_buffer:
        yield from (axis for axis, size in enumerate(parameter.logical_shape) if size < 0)


def _is_input(value: SSAValue) -> bool:
    return isinstance(value.owner, Block | memref.DimOp)


def _constant(value: SSAValue) -> int | None:
    given = value.owner.value if isinstance(value.owner, arith.ConstantOp) else None
    return given.value.data if isinstance(given, IntegerAttr) else None


def _step_of(op: Operation, operands: Sequence[int]) -> _Step:
    """Raises _NotOfSizes for what is no arithmetic on integers."""
    match op:
        case arith.ConstantOp():
            constant = _constant(op.result)
            if constant is None:
                raise _NotOfSizes
            return lambda r: constant
        case affine.ApplyOp():
            compiled = compile_map(op.map.data, operands)
            return lambda r: compiled(r)[0]
        case arith.IndexCastOp():
            wrap = _integer(op.result).wrap
            (source,) = operands
            signed = _integer(op.input).signed
            return lambda r: wrap(signed(r[source]))
        case arith.CmpiOp():
            x, y = operands
            scalar = _integer(op.lhs)
            predicate = op.predicate.value.data
            compare = cmpi_folder(Operator(op.name, scalar, (scalar, scalar), detail=predicate))
            return lambda r: int(compare(r[x], r[y]) == 1)
        case _ if op.name in EXACT and op.name not in _SHIFTS:
            x, y = operands
            result, exact = _integer(op.results[0]), EXACT[op.name]
            return lambda r: result.wrap(exact(result, r[x], r[y]))
        case _:
            raise _NotOfSizes


def _integer(value: SSAValue) -> Integer:
    scalar = scalar_of(value.type)
    if not isinstance(scalar, Integer):
        raise _NotOfSizes
    return scalar
