"""Steps of intrinsics of LLVM that add up products of the lanes of narrow vectors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from xdsl.dialects.llvm import CallIntrinsicOp
from xdsl.ir import Operation

from ..machine.program import Frame, Handler, Step
from ..values.affine_code import Registers
from ..values.errors import NotValidated
from ..values.operators import operator
from ..values.scalars import Integer, element_of, lanes_of


@dataclass(frozen=True)
class _Meaning:
    """
    Of the manuals: how many neighbours of the narrow vectors go into one lane of the result, the
    extension of the first one's lanes and of the second one's, and whether there is a vector before
    them to which the products are added. All of it wraps.
    """

    neighbours: int
    first: str
    second: str
    adds: bool


_SIGNED, _UNSIGNED = "arith.extsi", "arith.extui"
_VNNI = _Meaning(4, _UNSIGNED, _SIGNED, adds=True)
_MADD = _Meaning(2, _SIGNED, _SIGNED, adds=False)
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
}
_LANES = {"128": 4, "256": 8, "512": 16, "sse2": 4, "avx2": 8, "neon": 4}


def _intrinsic(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, CallIntrinsicOp)
    name = op.intrin.data
    meaning = _MEANINGS.get(name)
    if meaning is None:
        raise NotValidated(f"the intrinsic {name} is not understood", op)
    _check_types(op, meaning)
    *before, first, second = frame.slots(op.args)
    target, wide = frame.slot(op.results[0]), element_of(op.results[0].type)
    narrow, function = element_of(op.args[-1].type), frame.machine.domain.function
    extend = [function(operator(kind, wide, (narrow,))) for kind in (meaning.first, meaning.second)]
    multiply = function(operator("arith.muli", wide, (wide, wide)))
    add = function(operator("arith.addi", wide, (wide, wide)))

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
        right = right and isinstance(scalar, Integer) and scalar.width == width
    if not right or len(op.results) != 1:
        raise NotValidated(f"{op.intrin.data} of such operands is not understood", op)


DOT_PRODUCTS: dict[str, Handler] = {"llvm.call_intrinsic": _intrinsic}
