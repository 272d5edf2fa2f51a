"""What a stage has to do: the operations on floats, and the bytes of all that it accesses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import TypeAlias

from xdsl.dialects import affine, arith, func, memref, scf
from xdsl.dialects import math as math_ops
from xdsl.dialects.builtin import AnyFloat, IntegerAttr, MemRefType, StringAttr
from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AffineSymExpr,
)
from xdsl.utils.hints import isa

from ...dialect.annotations import STAGE
from ...dialect.ir.memory_access import buffer_of, is_load, is_store
from ...runtime.size_checks import bytes_of

_ARITHMETIC = (
    *(arith.AddfOp, arith.SubfOp, arith.MulfOp, arith.DivfOp),
    *(arith.MaximumfOp, arith.MinimumfOp, arith.MaxnumfOp, arith.MinnumfOp),
)
_Range: TypeAlias = tuple[int, int]
"""The least and the largest value."""
_Ranges: TypeAlias = Mapping[SSAValue, _Range]
_VIEWS = (memref.ExpandShapeOp, memref.CollapseShapeOp, memref.CastOp)


@dataclass(frozen=True)
class StageWork:
    """The work of one run of a stage."""

    flops: float
    element: str
    """The type of the floats."""
    read: int
    """Bytes."""
    written: int


@dataclass
class _Counted:
    flops: float = 0.0
    element: str = "f32"
    read: dict[SSAValue, list[_Range]] = field(default_factory=dict[SSAValue, list[_Range]])
    written: dict[SSAValue, list[_Range]] = field(default_factory=dict[SSAValue, list[_Range]])


def work_of(function: func.FuncOp, shapes: Sequence[Sequence[int]]) -> Mapping[str, StageWork]:
    """
    Count the work of each stage of a function as it is before layouts and padding, for buffers of
    these shapes as its first arguments.

    A multiplication and an addition are two operations; functions of `math`, and what is done to
    integers, are none. A cell counts once, however often it is accessed: of each axis all between
    the first and the last index that is accessed, of a loop whose bounds vary their mean.
    """
    counter = _Counter(dict(zip(function.args, shapes, strict=False)))
    found = dict[str, StageWork]()
    for op in function.walk():
        if isinstance(name := op.attributes.get(STAGE), StringAttr):
            found[name.data] = counter.work(op)
    return found


class _Counter:
    def __init__(self, shapes: Mapping[SSAValue, Sequence[int]]):
        self._shapes = shapes

    def work(self, stage: Operation) -> StageWork:
        found = _Counted()
        self._count(stage, 1.0, {}, found)
        read, written = (
            sum(_item_size(buffer) * _volume(box) for buffer, box in boxes.items())
            for boxes in (found.read, found.written)
        )
        return StageWork(found.flops, found.element, read, written)

    def _count(self, op: Operation, times: float, ranges: _Ranges, found: _Counted) -> None:
        if isinstance(op, affine.ForOp | scf.ForOp):
            trips, ranges = self._loop(op, ranges)
            times *= trips
        if times == 0:
            return
        for region in op.regions:
            for block in region.blocks:
                for inner in block.ops:
                    self._count(inner, times, ranges, found)
        if is_load(op):
            self._touch(op, ranges, found.read)
        elif is_store(op):
            self._touch(op, ranges, found.written)
        elif isinstance(op, (*_ARITHMETIC, math_ops.FmaOp)):
            type = op.results[0].type
            if isinstance(type, AnyFloat):
                found.flops += times * (2 if isinstance(op, math_ops.FmaOp) else 1)
                found.element = str(type)

    def _loop(self, op: affine.ForOp | scf.ForOp, ranges: _Ranges) -> tuple[float, _Ranges]:
        """How often a loop runs, on average, and the ranges inside."""
        if isinstance(op, affine.ForOp):
            lower, upper = op.lowerBoundMap.data, op.upperBoundMap.data
            lows = [self._of(e, lower, op.lowerBoundOperands, ranges) for e in lower.results]
            highs = [self._of(e, upper, op.upperBoundOperands, ranges) for e in upper.results]
            first = max(low for low, _ in lows), max(low for _, low in lows)
            end = min(high for high, _ in highs), min(high for _, high in highs)
            step = op.step.value.data
        else:
            first, end = self._value(op.lb, ranges), self._value(op.ub, ranges)
            step = max(1, self._value(op.step, ranges)[0])
        if first[0] == first[1] and end[0] == end[1]:
            trips = float(len(range(first[0], end[0], step)))
        else:
            trips = max(0.0, (sum(end) - sum(first)) / 2 / step)
        return trips, {**ranges, op.body.block.args[0]: (first[0], max(first[0], end[1] - 1))}

    def _touch(self, op: Operation, ranges: _Ranges, boxes: dict[SSAValue, list[_Range]]) -> None:
        buffer = buffer_of(op)
        shape = self._shape(buffer)
        index = [(0, size - 1) for size in shape]
        if isinstance(op, affine.LoadOp | affine.StoreOp):
            map = op.map.data
            index = [self._of(each, map, op.indices, ranges) for each in map.results]
        elif isinstance(op, memref.LoadOp | memref.StoreOp):
            index = [
                self._value(v, ranges, end) for v, (_, end) in zip(op.indices, index, strict=True)
            ]
        sizes = zip(index, shape, strict=True)
        inside = [(max(low, 0), min(high, size - 1)) for (low, high), size in sizes]
        old = boxes.get(buffer, inside)
        both = zip(old, inside, strict=True)
        boxes[buffer] = [(min(a, c), max(b, d)) for (a, b), (c, d) in both]

    def _shape(self, buffer: SSAValue) -> Sequence[int]:
        """The shape of a buffer; 1 where nothing says how large it is."""
        assert isa(buffer.type, MemRefType)
        shape = list(buffer.type.get_shape())
        given = self._shapes.get(buffer, ())
        if len(given) == len(shape):
            return [size if size >= 0 else own for size, own in zip(shape, given, strict=True)]
        owner = buffer.owner
        if isinstance(owner, memref.AllocOp | memref.AllocaOp):
            sizes = iter(owner.dynamic_sizes)
            return [size if size >= 0 else self._value(next(sizes), {})[1] for size in shape]
        if isinstance(owner, _VIEWS) and shape.count(-1) == 1:
            known = prod(size for size in shape if size >= 0)
            whole = prod(self._shape(owner.operands[0]))
            return [size if size >= 0 else whole // max(known, 1) for size in shape]
        return [size if size >= 0 else 1 for size in shape]

    def _value(self, value: SSAValue, ranges: _Ranges, most: int = 0) -> _Range:
        """The range of an index; from 0 to `most` where it depends on data."""
        if value in ranges:
            return ranges[value]
        op = value.owner
        match op:
            case arith.ConstantOp(value=IntegerAttr() as constant):
                return constant.value.data, constant.value.data
            case affine.ApplyOp():
                map = op.map.data
                return self._of(map.results[0], map, list(op.mapOperands), ranges)
            case memref.DimOp():
                axis = self._value(op.index, ranges)[0]
                shape = self._shape(op.source)
                size = shape[axis] if axis < len(shape) else 0
                return size, size
            case arith.IndexCastOp():
                return self._value(op.input, ranges, most)
            case arith.AddiOp() | arith.SubiOp() | arith.MuliOp():
                kind = {arith.AddiOp: "+", arith.SubiOp: "-", arith.MuliOp: "*"}[type(op)]
                return _combined(kind, *(self._value(each, ranges, most) for each in op.operands))
            case _:
                return 0, most

    def _of(
        self, expr: AffineExpr, map: AffineMap, operands: Sequence[SSAValue], ranges: _Ranges
    ) -> _Range:
        match expr:
            case AffineConstantExpr():
                return expr.value, expr.value
            case AffineDimExpr():
                return self._value(operands[expr.position], ranges)
            case AffineSymExpr():
                return self._value(operands[map.num_dims + expr.position], ranges)
            case AffineBinaryOpExpr():
                left = self._of(expr.lhs, map, operands, ranges)
                right = self._of(expr.rhs, map, operands, ranges)
                return _combined(_SIGNS[expr.kind], left, right)
            case _:
                return 0, 0


_SIGNS = {
    AffineBinaryOpKind.Add: "+",
    AffineBinaryOpKind.Mul: "*",
    AffineBinaryOpKind.Mod: "mod",
    AffineBinaryOpKind.FloorDiv: "floordiv",
    AffineBinaryOpKind.CeilDiv: "ceildiv",
}


def _combined(sign: str, left: _Range, right: _Range) -> _Range:
    (a, b), (c, d) = left, right
    match sign:
        case "+":
            return a + c, b + d
        case "-":
            return a - d, b - c
        case "*":
            corners = (a * c, a * d, b * c, b * d)
            return min(corners), max(corners)
        case "mod":
            return (a, b) if a >= 0 and b < c else (0, max(d - 1, 0))
        case "floordiv":
            return a // max(d, 1) if a >= 0 else a // max(c, 1), b // max(c, 1)
        case _:
            return -(-a // max(d, 1)), -(-b // max(c, 1))


def _volume(box: Sequence[_Range]) -> int:
    return prod(max(0, last - first + 1) for first, last in box)


def _item_size(buffer: SSAValue) -> int:
    assert isa(buffer.type, MemRefType)
    return bytes_of(buffer.type)
