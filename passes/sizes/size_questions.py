"""Which sizes a question about a part of a program may depend on, and the numbers in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects import affine, arith, func, memref
from xdsl.dialects.builtin import (
    AffineMapAttr,
    AffineSetAttr,
    ArrayAttr,
    DictionaryAttr,
    IndexType,
    IntegerAttr,
    MemRefType,
    StringAttr,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.ir.affine import AffineBinaryOpExpr, AffineConstantExpr, AffineExpr

from ...dialect.annotations import LOGICAL, SIZE, argument_attributes, buffer_name
from ...dialect.ir.effects import is_pure
from ...dialect.ir.memory_access import is_dynamic
from ...dialect.ir.operations import is_a
from .size_facts import Size

_SIZES = (memref.DimOp, arith.IndexCastOp)
_MOST_SIZES = 4
_MOST_CONSTANTS = 24


@dataclass(frozen=True)
class SizeQuestion:
    """The sizes that the answer may depend on, and numbers that may matter, the smallest first."""

    function: func.FuncOp
    sizes: tuple[Size, ...]
    constants: tuple[int, ...]
    has_products: bool
    """Whether values are multiplied by one another."""


def size_question(about: Operation) -> SizeQuestion | None:
    """
    The question that is about an operation of a function; None where no size has a part in it.

    The sizes of the operation and of the loops and ifs around it come first, then those that what
    is known of the memory before may depend on.
    """
    own = dict.fromkeys(about.walk())
    function: Operation | None = about
    while function is not None and not isinstance(function, func.FuncOp):
        own[function] = None
        function = function.parent_op()
    if function is None or not function.body.blocks or not _may_have_sizes(function):
        return None
    found = _Collected(function)
    for op in own:
        found.read(op)
    if not found.sizes:
        return None
    for op in function.walk():
        found.read(op)
    constants = sorted(n for n in found.constants if n > 0)[:_MOST_CONSTANTS]
    sizes = tuple(found.sizes)[:_MOST_SIZES]
    return SizeQuestion(function, sizes, tuple(constants), found.has_products)


def sizes_in(function: func.FuncOp) -> tuple[Size, ...]:
    """All sizes of a function."""
    found = _Collected(function)
    for op in function.walk():
        found.read(op)
    for argument in function.body.blocks[0].args:
        found.read_value(argument)
    return tuple(found.sizes)


def size_of_index(function: func.FuncOp, name: str) -> Size | None:
    """The argument of this name, if it is an index."""
    arguments = function.body.blocks[0].args
    named = (a for a in arguments if a.name_hint == name and isinstance(a.type, IndexType))
    return next(map(Size, named), None)


def size_of_axis(function: func.FuncOp, name: str, axis: int) -> Size | None:
    """The logical size of an axis of an argument; None for one that is known or not there."""
    collected = _Collected(function)
    for buffer in function.body.blocks[0].args:
        if buffer_name(buffer) != name or not isinstance(buffer.type, MemRefType):
            continue
        tied = collected.tied(buffer, axis)
        if tied is not None:
            return Size(tied)
        shape = _shape(buffer)
        is_logical = LOGICAL not in argument_attributes(buffer)
        if is_logical and axis < len(shape) and is_dynamic(shape[axis]):
            return Size(buffer, axis)
    return None


def _may_have_sizes(function: func.FuncOp) -> bool:
    """Whether a function is given a size, or reads one in its first block: all others are these."""
    block = function.body.blocks[0]
    given = any(
        any(map(is_dynamic, _shape(value)))
        if isinstance(value.type, MemRefType)
        else isinstance(value.type, IndexType)
        for value in block.args
    )
    return given or any(is_a(op, _SIZES) for op in block.ops)


class _Collected:
    """The sizes and numbers in operations, and in what computes their operands."""

    def __init__(self, function: func.FuncOp):
        self._function, self._block = function, function.body.blocks[0]
        self.sizes: dict[Size, None] = {}
        self.constants: set[int] = set()
        self.has_products = False
        self._seen: set[SSAValue | Operation] = set()

    def read(self, op: Operation) -> None:
        """Collect what is in an operation, and in what its operands are computed by."""
        if op in self._seen:
            return
        self._seen.add(op)
        self.constants.update(_constants_of(op))
        self.has_products |= isinstance(op, arith.MuliOp) and not any(
            isinstance(operand.owner, arith.ConstantOp) for operand in op.operands
        )
        for operand in op.operands:
            self.read_value(operand)

    def read_value(self, value: SSAValue) -> None:
        """Collect what a value is, or is computed by."""
        if value in self._seen:
            return
        self._seen.add(value)
        if isinstance(value.type, MemRefType):
            self._read_buffer(value)
        elif isinstance(value.owner, Block):
            if value.owner is self._block and isinstance(value.type, IndexType):
                self.sizes[Size(value)] = None
        elif isinstance(value.owner, memref.DimOp):
            self._read_dim(value.owner)
        elif isinstance(value.owner, arith.IndexCastOp) and value.owner.parent is self._block:
            if isinstance(value.type, IndexType):
                self.sizes[Size(value)] = None
        elif is_pure(value.owner):
            self.read(value.owner)

    def _read_dim(self, dim: memref.DimOp) -> None:
        axis = dim.index.owner
        if isinstance(axis, arith.ConstantOp) and isinstance(axis.value, IntegerAttr):
            number = axis.value.value.data
            shape = _shape(dim.source)
            if 0 <= number < len(shape) and not is_dynamic(shape[number]):
                return
            if (tied := self.tied(dim.source, number)) is not None:
                self.sizes[Size(tied)] = None
                return
        if dim.parent is self._block:
            self.sizes[Size(dim.result)] = None

    def _read_buffer(self, buffer: SSAValue) -> None:
        shape = _shape(buffer)
        self.constants.update(n for n in shape if not is_dynamic(n))
        owner = buffer.owner
        if isinstance(owner, Operation):
            self.read(owner)  # the sizes that it is allocated with, or the buffer that it is of
            return
        if owner is not self._block or LOGICAL in argument_attributes(buffer):
            self.sizes |= {Size(argument): None for _, argument in self._ties(buffer)}
            return
        for axis in (k for k, n in enumerate(shape) if is_dynamic(n)):
            tied = self.tied(buffer, axis)
            if tied is None:
                tied = self._result_of_dim(buffer, axis)
            self.sizes[Size(buffer, axis) if tied is None else Size(tied)] = None

    def tied(self, buffer: SSAValue, axis: int) -> SSAValue | None:
        """The argument that is the size of an axis of an argument."""
        return next((argument for k, argument in self._ties(buffer) if k == axis), None)

    def _ties(self, buffer: SSAValue) -> Iterator[tuple[int, SSAValue]]:
        """The axes of a buffer whose sizes are arguments, with these."""
        name = buffer_name(buffer)
        for argument in self._block.args:
            ties = argument_attributes(argument).get(SIZE)
            for tie in cast("ArrayAttr[DictionaryAttr]", ties or ArrayAttr([])):
                of, axis = tie.data["of"], tie.data["dim"]
                if isinstance(of, StringAttr) and of.data == name and buffer.owner is self._block:
                    yield cast("IntegerAttr", axis).value.data, argument

    def _result_of_dim(self, buffer: SSAValue, axis: int) -> SSAValue | None:
        """The result of a `memref.dim` of the function's first block."""
        for op in (use.operation for use in buffer.uses):
            if isinstance(op, memref.DimOp) and op.parent is self._block:
                at = op.index.owner
                value = at.value if isinstance(at, arith.ConstantOp) else None
                if isinstance(value, IntegerAttr) and value.value.data == axis:
                    return op.result
        return None


def _shape(buffer: SSAValue) -> Sequence[int]:
    return cast("MemRefType[Attribute]", buffer.type).get_shape()


def _constants_of(op: Operation) -> Iterator[int]:
    """The numbers in an operation: a constant, and those of its maps and sets."""
    if isinstance(op, arith.ConstantOp) and isinstance(op.value, IntegerAttr):
        yield abs(op.value.value.data)
    if isinstance(op, affine.ForOp):
        yield abs(op.step.value.data)
    for attribute in op.properties.values():
        exprs: tuple[AffineExpr, ...] = ()
        if isinstance(attribute, AffineMapAttr):
            exprs = attribute.data.results
        elif isinstance(attribute, AffineSetAttr):
            exprs = tuple(e for c in attribute.data.constraints for e in (c.lhs, c.rhs))
        for expr in exprs:
            yield from _constants_in(expr)


def _constants_in(expr: AffineExpr) -> Iterator[int]:
    if isinstance(expr, AffineConstantExpr):
        yield abs(expr.value)
    elif isinstance(expr, AffineBinaryOpExpr):
        yield from _constants_in(expr.lhs)
        yield from _constants_in(expr.rhs)
