"""Which loops of a kernel are made ones of accesses of 16 bytes: by types, lengths and places."""

from __future__ import annotations

from itertools import product

import pytest
from xdsl.dialects import affine, func, vector
from xdsl.dialects.builtin import VectorType

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.gpu.mapping.wide_accesses import wide_buffers, widen

BYTES = {"i8": 1, "f16": 2, "bf16": 2, "i32": 4, "f32": 4, "f64": 8, "i64": 8}


def loop_of(body: str, type: str, extent: int, align: int) -> affine.ForOp:
    (function,) = parse_module(
        f"""func.func @f(%A: memref<64x{type}> {{llvm.align = {align} : i64}}) {{
          %B = memref.alloc() : memref<64x{type}>
          affine.for %i = 0 to {extent} {{
            {body.replace("TYPE", type)}
          }}
          func.return
        }}"""
    ).ops
    assert isinstance(function, func.FuncOp)
    (loop,) = (op for op in function.walk() if isinstance(op, affine.ForOp))
    return loop


def lanes_of(loop: affine.ForOp) -> set[int]:
    """The lanes of each vector that is loaded or stored."""
    accesses = [op for op in loop.walk() if isinstance(op, vector.LoadOp | vector.StoreOp)]
    types = [v.type for op in accesses for v in (*op.results, *op.operands)]
    return {type.get_shape()[0] for type in types if isinstance(type, VectorType)}


COPY = """%x = affine.load %A[%i] : memref<64xTYPE>
affine.store %x, %B[%i] : memref<64xTYPE>"""
SHIFTED = COPY.replace("%A[%i]", "%A[%i + 1]")


@pytest.mark.parametrize("type", BYTES)
@pytest.mark.parametrize("body", [COPY, SHIFTED])
def test_a_copy_takes_16_bytes_at_once(type: str, body: str) -> None:
    """Where as many are left for the last, and both begin at a multiple of 16 bytes."""
    lanes = 16 // BYTES[type]
    for extent, align in product((1, 8, 15, 16, 36), (8, 16, 32)):
        loop = loop_of(body, type, extent, align)
        new = widen(loop)
        if extent % lanes or align % 16 or body is SHIFTED:
            assert new is loop
            assert not lanes_of(new)
            assert not wide_buffers(new)
        else:
            assert lanes_of(new) == {lanes}
            assert {value.name_hint for value in wide_buffers(new)} == {"A", "B"}


NARROW = """%x = affine.load %A[%i] : memref<64xTYPE>
%y = arith.extf %x : TYPE to f32
%z = arith.truncf %y : f32 to TYPE
affine.store %z, %B[%i] : memref<64xTYPE>"""
COMPARED = """%x = affine.load %A[%i] : memref<64xTYPE>
%p = arith.cmpf olt, %x, %x : TYPE
%y = arith.select %p, %x, %x : TYPE
affine.store %y, %B[%i] : memref<64xTYPE>"""
VECTORS = """%x = vector.load %A[%i] : memref<64xTYPE>, vector<1xTYPE>
vector.store %x, %B[%i] : memref<64xTYPE>, vector<1xTYPE>"""
NO_NUMBERS = "affine.yield"


@pytest.mark.parametrize(
    ("body", "type", "lanes"),
    [
        (NARROW, "f16", {4}),
        (COMPARED, "f16", {8}),
        (COMPARED, "f64", {2}),
        (VECTORS, "f32", {1}),
        (NO_NUMBERS, "f32", set[int]()),
    ],
)
def test_the_widest_number_says_how_many(body: str, type: str, lanes: set[int]) -> None:
    assert lanes_of(widen(loop_of(body, type, 16, 16))) == lanes
