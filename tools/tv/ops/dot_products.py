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


DOT_PRODUCTS: dict[str, Handler] = {"llvm.call_intrinsic": _intrinsic}
