"""
Steps of intrinsics of LLVM that add up products of the lanes of narrow vectors, or take floats
apart, and of upstream's dialect `amx`, where a tile is the tuple of its elements, row by row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, f32
from xdsl.dialects.llvm import CallIntrinsicOp
from xdsl.ir import Attribute, Operation, SSAValue

from ....dialect.amx.operations import (
    TileLoadOp,
    TileMulFOp,
    TileMulIOp,
    TileStoreOp,
    TileZeroOp,
)
from ....dialect.amx.tile_type import TileType
from ..machine.program import Frame, Handler, Step
from ..values.affine_code import Registers
from ..values.errors import NotValidated
from ..values.float_folding import EXPONENT, MANTISSA
from ..values.operators import operator
from ..values.scalars import Float, Integer, element_of, lanes_of, scalar_of
from .operation_flags import flags_of


@dataclass(frozen=True)
class _Meaning:
    """
    Of the manuals: how many neighbours of the narrow vectors go into one lane of the result, the
    extension of the first one's lanes and of the second one's, and whether there is a vector before
    them to which the products are added. All of it wraps, or, of bf16, is rounded in no order that
    is relied on; that denormal numbers are zeros there is what `afn` stands for, and not modelled.
    """

    neighbours: int
    first: str
    second: str
    adds: bool
    of_floats: bool = False


_SIGNED, _UNSIGNED = "arith.extsi", "arith.extui"
_VNNI = _Meaning(4, _UNSIGNED, _SIGNED, adds=True)
_MADD = _Meaning(2, _SIGNED, _SIGNED, adds=False)
_BFLOATS = _Meaning(2, "arith.extf", "arith.extf", adds=True, of_floats=True)
_FREE = frozenset({"reassoc", "contract", "afn"})
"""What a sum of products of bf16 leaves open: its order, its rounding, and denormal numbers."""
_MEANINGS: dict[str, _Meaning] = {
    "llvm.x86.avx512.vpdpbusd.128": _VNNI,
    "llvm.x86.avx512.vpdpbusd.256": _VNNI,
    "llvm.x86.avx512.vpdpbusd.512": _VNNI,
    "llvm.x86.sse2.pmadd.wd": _MADD,
    "llvm.x86.avx2.pmadd.wd": _MADD,
    "llvm.x86.avx512.pmaddw.d.512": _MADD,
    "llvm.aarch64.neon.sdot.v4i32.v16i8": _Meaning(4, _SIGNED, _SIGNED, adds=True),
    "llvm.aarch64.neon.udot.v4i32.v16i8": _Meaning(4, _UNSIGNED, _UNSIGNED, adds=True),
    "llvm.aarch64.neon.usdot.v4i32.v16i8": _Meaning(4, _UNSIGNED, _SIGNED, adds=True),
    "llvm.x86.avx512bf16.dpbf16ps.128": _BFLOATS,
    "llvm.x86.avx512bf16.dpbf16ps.256": _BFLOATS,
    "llvm.x86.avx512bf16.dpbf16ps.512": _BFLOATS,
    "llvm.aarch64.neon.bfdot.v4f32.v8bf16": _BFLOATS,
}
_LANES = {"128": 4, "256": 8, "512": 16, "sse2": 4, "avx2": 8, "neon": 4}


def _intrinsic(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, CallIntrinsicOp)
    name = op.intrin.data
    if name in _PARTS:
        return _float_parts(frame, op)
    meaning = _MEANINGS.get(name)
    if meaning is None:
        raise NotValidated(f"the intrinsic {name} is not understood", op)
    _check_types(op, meaning)
    kind, flags = ("f", flags_of(op)) if meaning.of_floats else ("i", frozenset[str]())
    if meaning.of_floats and not flags >= _FREE:
        raise NotValidated(f"{name} without {', '.join(sorted(_FREE))} is not understood", op)
    *before, first, second = frame.slots(op.args)
    target, wide = frame.slot(op.results[0]), element_of(op.results[0].type)
    narrow, function = element_of(op.args[-1].type), frame.machine.domain.function
    extend = [function(operator(kind, wide, (narrow,))) for kind in (meaning.first, meaning.second)]
    multiply = function(operator(f"arith.mul{kind}", wide, (wide, wide), flags))
    add = function(operator(f"arith.add{kind}", wide, (wide, wide), flags))

    def run(r: Registers) -> None:
        products = [
            multiply(extend[0](x), extend[1](y)) for x, y in zip(r[first], r[second], strict=True)
        ]
        lanes = list[Any]()
        for at in range(0, len(products), meaning.neighbours):
            total, *others = products[at : at + meaning.neighbours]
            for other in others:
                total = add(total, other)
            lanes.append(total)
        if before:
            lanes = [add(x, y) for x, y in zip(r[before[0]], lanes, strict=True)]
        r[target] = tuple(lanes)

    return run


_PARTS = {
    f"llvm.x86.avx512.mask.{name}.ps.{width}": (part, _LANES[width], immediates)
    for name, part, immediates in (("getexp", EXPONENT, ()), ("getmant", MANTISSA, (0b1000,)))
    for width in ("128", "256", "512")
}
"""
The operators of the manuals, their lanes, and immediates: of mantissas, 00 is from 1 to 2, and 10
before it a NaN for negative numbers. Then come what masked lanes are, a mask, of all lanes, and for
512 bits how to round: 4 is as usual.
"""


def _float_parts(frame: Frame, op: CallIntrinsicOp) -> Step:
    name, lanes, immediates = _PARTS[op.intrin.data]
    after = [-1, *([4] if lanes == 16 else [])]
    args, scalar, count = list(op.args), scalar_of(f32), len(immediates)
    is_understood = (
        len(args) == 2 + count + len(after)
        and len(op.results) == 1
        and [_constant(arg) for arg in args[1 : 1 + count]] == [*immediates]
        and [_constant(arg) for arg in args[2 + count :]] == after
        and all(
            lanes_of(value.type) == lanes and element_of(value.type) is scalar
            for value in (args[0], args[1 + count], *op.results)
        )
        and not op.op_bundle_operands
        and not flags_of(op)
    )
    if not is_understood:
        raise NotValidated(f"{op.intrin.data} of such operands is not understood", op)
    source, target = frame.slot(args[0]), frame.slot(op.results[0])
    function = frame.machine.domain.function(operator(name, scalar, (scalar,)))

    def run(r: Registers) -> None:
        r[target] = tuple(map(function, r[source]))

    return run


def _constant(value: SSAValue) -> int | None:
    """The number that an operand always is."""
    owner = value.owner
    if not isinstance(owner, arith.ConstantOp) or not isinstance(owner.value, IntegerAttr):
        return None
    return owner.value.value.data


def _check_types(op: CallIntrinsicOp, meaning: _Meaning) -> None:
    """Raises NotValidated for operands of which LLVM makes no code, or something else."""
    parts = op.intrin.data.split(".")
    lanes = next(_LANES[part] for part in (parts[-1], *parts) if part in _LANES)
    wide, narrow = [*op.args][:-2], [*op.args][-2:]
    bits = 32 // meaning.neighbours
    right = len(wide) == meaning.adds and not op.op_bundle_operands
    for value, count, width in (
        *((v, lanes, 32) for v in (*wide, *op.results)),
        *((v, lanes * meaning.neighbours, bits) for v in narrow),
    ):
        scalar = element_of(value.type)
        right = right and lanes_of(value.type) == count
        if meaning.of_floats:
            right = right and scalar.name == ("bf16" if width == bits else "f32")
        else:
            right = right and isinstance(scalar, Integer) and scalar.width == width
    if not right or len(op.results) != 1:
        raise NotValidated(f"{op.intrin.data} of such operands is not understood", op)


_MOST_ROWS, _MOST_BYTES, _BITS_OF_A_GROUP = 16, 64, 32
_NARROW = {TileMulIOp: "i8", TileMulFOp: "bf16"}
_WIDE = {TileMulIOp: "i32", TileMulFOp: "f32"}


def _tile_shape(type: Attribute, op: Operation) -> tuple[int, int]:
    """The rows and columns of a tile; raises NotValidated for one that no register holds."""
    if not isinstance(type, TileType) or len(type.get_shape()) != 2:
        raise NotValidated(f"{op.name} of {type} is not understood", op)
    rows, columns = type.get_shape()
    bits = scalar_of(type.element_type).width
    if (
        not 0 < rows <= _MOST_ROWS
        or not 0 < columns * bits <= 8 * _MOST_BYTES
        or columns * bits % 32
    ):
        raise NotValidated(f"{op.name} of {type} is not understood", op)
    return rows, columns


def _tile_zero(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, TileZeroOp)
    rows, columns = _tile_shape(op.res.type, op)
    assert isinstance(op.res.type, TileType)
    scalar = scalar_of(op.res.type.element_type)
    zero = frame.machine.domain.lift(scalar, scalar.of(0.0) if isinstance(scalar, Float) else 0)
    target = frame.slot(op.res)

    def run(r: Registers) -> None:
        r[target] = (zero,) * (rows * columns)

    return run


def _tile_load(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, TileLoadOp)
    machine, shape = frame.machine, _tile_shape(op.res.type, op)
    view, slots = _place(frame, op, op.base, op.indices, op.stride)
    memory, loaded, target = machine.memory, machine.domain.loaded, frame.slot(op.res)

    def run(r: Registers) -> None:
        points = _cells_of_tile([r[slot] for slot in slots], shape)
        machine.meter.spend(len(points))
        r[target] = tuple(loaded(memory.read(r[view], point)) for point in points)

    return run


def _tile_store(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, TileStoreOp)
    machine, shape = frame.machine, _tile_shape(op.val.type, op)
    view, slots = _place(frame, op, op.base, op.indices, op.stride)
    source = frame.slot(op.val)

    def run(r: Registers) -> None:
        points = _cells_of_tile([r[slot] for slot in slots], shape)
        machine.meter.spend(len(points))
        for point, value in zip(points, r[source], strict=True):
            machine.memory.write(r[view], point, value, op, is_undef=False)

    return run


def _place(
    frame: Frame,
    op: Operation,
    base: SSAValue,
    indices: Sequence[SSAValue],
    stride: SSAValue | None,
) -> tuple[int, list[int]]:
    if stride is not None or len(indices) < 2:
        raise NotValidated(f"{op.name} of other rows than a buffer's is not understood", op)
    return frame.slot(base), frame.slots(indices)


def _cells_of_tile(indices: Sequence[int], shape: tuple[int, int]) -> list[list[int]]:
    *outer, first, second = indices
    return [
        [*outer, first + row, second + column]
        for row in range(shape[0])
        for column in range(shape[1])
    ]


def _tile_products(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, TileMulIOp | TileMulFOp)
    kind = type(op)
    (rows, depth), (groups, width), (height, columns) = (
        _tile_shape(value.type, op) for value in (op.lhs, op.rhs, op.acc)
    )
    elements = [scalar_of(_element_type(value.type)) for value in (op.lhs, op.rhs, op.acc)]
    size = _BITS_OF_A_GROUP // elements[0].width
    if [each.name for each in elements] != [_NARROW[kind], _NARROW[kind], _WIDE[kind]]:
        raise NotValidated(f"{op.name} of {op.lhs.type} is not understood", op)
    if (rows, depth, width) != (height, groups * size, columns * size):
        raise NotValidated(f"{op.name} of tiles that do not match is not understood", op)
    narrow, _, wide = elements
    function = frame.machine.domain.function
    letter, flags = ("f", _FREE) if kind is TileMulFOp else ("i", frozenset[str]())
    extend = [function(operator(name, wide, (narrow,))) for name in _extensions(op)]
    multiply = function(operator(f"arith.mul{letter}", wide, (wide, wide), flags))
    add = function(operator(f"arith.add{letter}", wide, (wide, wide), flags))
    left, right, before, target = *frame.slots([op.lhs, op.rhs, op.acc]), frame.slot(op.res)

    def run(r: Registers) -> None:
        frame.machine.meter.spend(rows * columns * depth)
        first, second = (
            [x(v) for v in r[slot]] for x, slot in zip(extend, (left, right), strict=True)
        )
        sums = list[Any](r[before])
        for row in range(rows):
            for column in range(columns):
                total = sums[row * columns + column]
                for k in range(depth):
                    place = (k // size) * width + column * size + k % size
                    total = add(total, multiply(first[row * depth + k], second[place]))
                sums[row * columns + column] = total
        r[target] = tuple(sums)

    return run


def _extensions(op: TileMulIOp | TileMulFOp) -> tuple[str, str]:
    if isinstance(op, TileMulFOp):
        return "arith.extf", "arith.extf"
    left, right = (
        "arith.extsi" if flag is None else "arith.extui" for flag in (op.isZextLhs, op.isZextRhs)
    )
    return left, right


def _element_type(type: Attribute) -> Attribute:
    assert isinstance(type, TileType)
    return type.element_type


INTRINSICS: dict[str, Handler] = {
    "llvm.call_intrinsic": _intrinsic,
    TileZeroOp.name: _tile_zero,
    TileLoadOp.name: _tile_load,
    TileStoreOp.name: _tile_store,
    TileMulIOp.name: _tile_products,
    TileMulFOp.name: _tile_products,
}
