"""Rewrites that look right: what a callee keeps, copies that overlap, casts, the bits of NaNs."""

from __future__ import annotations

import pytest

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.tools.tv import Status, validate

from .rewrites import judge

_RIGHT = "a copy onto itself is dropped"
_PAIRS = {
    "loads and stores become a copy between parts that overlap": (
        """
func.func @f(%A: memref<4xf32>) {
  %a = affine.load %A[0] : memref<4xf32>
  %b = affine.load %A[1] : memref<4xf32>
  affine.store %a, %A[1] : memref<4xf32>
  affine.store %b, %A[2] : memref<4xf32>
  func.return
}
        """,
        """
func.func @f(%A: memref<4xf32>) {
  %s = memref.subview %A[0] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1]>>
  %t = memref.subview %A[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
  memref.copy %s, %t : memref<2xf32, strided<[1]>> to memref<2xf32, strided<[1], offset: 1>>
  func.return
}
        """,
    ),
    "a copy onto itself is dropped": (
        """
func.func @f(%A: memref<4xf32>) {
  memref.copy %A, %A : memref<4xf32> to memref<4xf32>
  %v = affine.load %A[0] : memref<4xf32>
  affine.store %v, %A[0] : memref<4xf32>
  func.return
}
        """,
        """
func.func @f(%A: memref<4xf32>) {
  func.return
}
        """,
    ),
    "a cast says another stride than the one that is there": (
        """
func.func @f(%A: memref<8xf32>) -> f32 {
  %s = memref.subview %A[0] [4] [2] : memref<8xf32> to memref<4xf32, strided<[2]>>
  %v = affine.load %s[1] : memref<4xf32, strided<[2]>>
  func.return %v : f32
}
        """,
        """
func.func @f(%A: memref<8xf32>) -> f32 {
  %s = memref.subview %A[0] [4] [2] : memref<8xf32> to memref<4xf32, strided<[2]>>
  %d = memref.cast %s : memref<4xf32, strided<[2]>> to memref<4xf32, strided<[?], offset: ?>>
  %e = memref.cast %d : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[1]>>
  %v = affine.load %e[1] : memref<4xf32, strided<[1]>>
  func.return %v : f32
}
        """,
    ),
    "a NaN has certain bits in another float type": (
        """
func.func @f() -> bf16 {
  %z = arith.constant 0.0 : f16
  %n = arith.divf %z, %z : f16
  %r = arith.bitcast %n : f16 to bf16
  func.return %r : bf16
}
        """,
        """
func.func @f() -> bf16 {
  %r = arith.constant 0x7E00 : bf16
  func.return %r : bf16
}
        """,
    ),
    "a NaN has a certain sign": (
        """
func.func @f(%x: f32) -> f32 {
  %z = arith.constant 0.0 : f32
  %o = arith.constant 1.0 : f32
  %n = arith.divf %z, %z : f32
  %r = math.copysign %o, %n : f32
  func.return %r : f32
}
        """,
        """
func.func @f(%x: f32) -> f32 {
  %o = arith.constant 1.0 : f32
  func.return %o : f32
}
        """,
    ),
    "the first of two negations leaves the sign of a zero open": (
        """
func.func @f(%x: f32) -> f32 {
  %n = arith.negf %x : f32
  %r = arith.negf %n : f32
  func.return %r : f32
}
        """,
        """
func.func @f(%x: f32) -> f32 {
  %n = arith.negf %x fastmath<nsz> : f32
  %r = arith.negf %n : f32
  func.return %r : f32
}
        """,
    ),
}


@pytest.mark.parametrize("name", _PAIRS)
def test_what_looks_right(name: str) -> None:
    verdict = judge(*_PAIRS[name])
    assert (verdict.status is Status.VALID) == (name == _RIGHT), str(verdict)


_UNDEF_CELL = """
func.func @f(%A: memref<4xi32>) {
  %u = pad.undef : i32
  affine.store %u, %A[0] : memref<4xi32>
"""
_ASSERTED = """
  %v = affine.load %A[0] : memref<4xi32>
  %z = arith.constant 0 : i32
  %b = arith.constant BIT
  %p = arith.cmpi eq, %v, %z : i32
  %q = arith.ori %b, %p : i1
  cf.assert %q, "q"
"""


@pytest.mark.parametrize(("bit", "status"), [("true", Status.TESTED), ("false", Status.REFUTED)])
def test_an_undef_beside_what_decides(bit: str, status: Status) -> None:
    """Too large for a proof: in a numeric run `true or undef` is true."""
    texts = (_UNDEF_CELL, _UNDEF_CELL + _ASSERTED.replace("BIT", bit))
    before, after = (parse_module(text + "func.return }") for text in texts)
    assert validate(before, after, budget=10).status is status


_POISON_CELL = """
func.func @f(%A: memref<4xi32>, %x: i32) {
  %p = arith.muli %x, %x overflow<nsw> : i32
  affine.store %p, %A[0] : memref<4xi32>
"""
_ASSUMED = """
  %v = affine.load %A[0] : memref<4xi32>
  %z = arith.constant 0 : i32
  %b = arith.constant BIT
  %c = arith.cmpi eq, %v, %v : i32
  %q = arith.ori %b, %c : i1
  pad.assume %q : i1
"""


@pytest.mark.parametrize(
    ("bit", "used", "status"),
    [
        ("true", "pad.assume %q : i1", Status.VALID),
        ("false", "pad.assume %q : i1", Status.REFUTED),
        ("true", 'cf.assert %q, "q"', Status.REFUTED),
    ],
)
def test_poison_beside_what_holds(bit: str, used: str, status: Status) -> None:
    """An assume says nothing of one side of an `or` where the other holds; an assert does."""
    text = _ASSUMED.replace("BIT", bit).replace("pad.assume %q : i1", used)
    assert (
        judge(_POISON_CELL + "func.return }", _POISON_CELL + text + "func.return }").status
        is status
    )
