"""Loops over a group of products whose iterations together are one operation on vectors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

from xdsl.dialects import arith, vector
from xdsl.dialects.builtin import (
    DenseArrayBase,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    VectorType,
    bf16,
    i8,
    i16,
    i64,
)
from xdsl.dialects.llvm import CallIntrinsicOp, FastMathAttr
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialect.xdsl_compat import repaired_class
from ...dialect.xdsl_compat.vector_intrinsics import DotIntrinsic
from .legality.carried_reductions import splat
from .legality.lockstep import Load


@dataclass(frozen=True)
class Factor:
    """
    One side of each product of a group: what an integer or bf16 that is loaded, or a number without
    a load, becomes before it is multiplied.

    With `flipped`, the sign bit of what is loaded is inverted: as a number of the other signedness
    it is then 128 more, or 128 less. It is `signed` as it was loaded.
    """

    load: Load | None
    signed: bool
    flipped: bool = False
    constant: int = 1
    bits: int = 8
    is_float: bool = False

    @property
    def type(self) -> Attribute:
        """The element type."""
        return bf16 if self.is_float else IntegerType(self.bits)


@dataclass(frozen=True)
class Product:
    """
    The products of a group, and the intrinsic that adds them up, for each number of lanes.

    Without intrinsics, floats are multiplied and added in their order, with these `flags`.
    """

    factors: tuple[Factor, Factor]
    intrinsics: Mapping[int, DotIntrinsic]
    flags: frozenset[FastMathFlag] = frozenset()


@dataclass(frozen=True)
class GroupedLoop:
    """
    A loop of `size` iterations, each of which adds to each value that it carries the product of
    some `sums`; the elements that it loads follow one another.
    """

    size: int
    sums: tuple[tuple[Product, ...], ...]


GroupedLoops: TypeAlias = Mapping[Operation, GroupedLoop]


@dataclass(frozen=True)
class Writer:
    """Where new operations go: to the end of a block, or as constants before a loop."""

    put: Callable[[Operation], SSAValue]
    literal: Callable[[Attribute, Attribute], SSAValue]

    def splat(self, value: int, type: VectorType[Attribute]) -> SSAValue:
        """A vector of equal numbers."""
        element = type.element_type
        number = (
            FloatAttr(float(value), bf16)
            if element == bf16
            else IntegerAttr(value, cast("IntegerType", element))
        )
        return self.literal(splat(number, type), type)


def spread_group(group: SSAValue, lanes: int, to: Writer) -> SSAValue:
    """A vector with a group of elements in each of so many lanes."""
    size = cast("VectorType[Attribute]", group.type).get_shape()[0]
    return _shuffle(group, [k % size for k in range(lanes * size)], to)


def add_products(
    total: SSAValue,
    values: Sequence[SSAValue],
    product: Product,
    size: int,
    to: Writer,
) -> SSAValue:
    """
    The total of each lane and its group of products, of which `values` holds both factors.

    A group larger than the intrinsic's is added in parts.
    """
    lanes = cast("VectorType[Attribute]", total.type).get_shape()[0]
    if not product.intrinsics:
        return _add_in_order(total, values, product, size, to)
    intrinsic = product.intrinsics[lanes]
    ready = [
        _prepared(value, factor, intrinsic, to)
        for value, factor in zip(values, product.factors, strict=True)
    ]
    signed = tuple(factor.signed != factor.flipped for factor in product.factors)
    if intrinsic.bits == 8 and signed != intrinsic.signed:
        ready.reverse()
    for part in range(size // intrinsic.group):
        operands = [_part(value, part, intrinsic.group, size, lanes, to) for value in ready]
        total = _accumulated(total, operands, intrinsic, product.flags, to)
    return total


def _add_in_order(
    total: SSAValue, values: Sequence[SSAValue], product: Product, size: int, to: Writer
) -> SSAValue:
    """The total of each lane, to which the products of floats are added one after the other."""
    flags = {"fastmath": arith.FastMathFlagsAttr(sorted(product.flags))}
    lanes = cast("VectorType[Attribute]", total.type).get_shape()[0]
    for place in range(size):
        wide = [
            to.put(_of_vectors(arith.ExtFOp, [_part(value, place, 1, size, lanes, to)], total.type))
            for value in values
        ]
        one = to.put(_of_vectors(arith.MulfOp, wide, total.type, flags))
        total = to.put(_of_vectors(arith.AddfOp, [total, one], total.type, flags))
    return total


def _prepared(value: SSAValue, factor: Factor, intrinsic: DotIntrinsic, to: Writer) -> SSAValue:
    """The factors as the intrinsic takes them."""
    type = cast("VectorType[Any]", value.type)
    if factor.flipped:
        lowest = to.splat(-128, type)
        value = to.put(_of_vectors(arith.XOrIOp, [value, lowest], type))
    if intrinsic.bits == 16 and type.element_type == i8:
        wide = VectorType(i16, type.get_shape())
        value = to.put(
            _of_vectors(arith.ExtSIOp if factor.signed else arith.ExtUIOp, [value], wide)
        )
    return value


def _part(value: SSAValue, part: int, group: int, size: int, lanes: int, to: Writer) -> SSAValue:
    """The elements of one part of each group."""
    if group == size:
        return value
    places = [lane * size + part * group + k for lane in range(lanes) for k in range(group)]
    return _shuffle(value, places, to)


def _accumulated(
    total: SSAValue,
    operands: Sequence[SSAValue],
    intrinsic: DotIntrinsic,
    flags: frozenset[FastMathFlag],
    to: Writer,
) -> SSAValue:
    if intrinsic.accumulates:
        call = CallIntrinsicOp(intrinsic.name, [total, *operands], [total.type])
        if flags:
            call.fastmathFlags = FastMathAttr(sorted(flags))
        return to.put(call)
    products = to.put(CallIntrinsicOp(intrinsic.name, operands, [total.type]))
    return to.put(_of_vectors(arith.AddiOp, [total, products], total.type))


def _shuffle(value: SSAValue, places: Sequence[int], to: Writer) -> SSAValue:
    element = cast("VectorType[Attribute]", value.type).element_type
    mask, type = DenseArrayBase.from_list(i64, places), VectorType(element, [len(places)])
    return to.put(vector.ShuffleOp(value, value, mask, result_type=type))


def _of_vectors(
    kind: type[Operation],
    operands: Sequence[SSAValue],
    type: Attribute,
    properties: Mapping[str, Attribute] | None = None,
) -> Operation:
    # xDSL 0.74 verifies some of its own for scalars only.
    made_of = repaired_class(kind) or kind
    return made_of.create(operands=operands, result_types=[type], properties=properties or {})
