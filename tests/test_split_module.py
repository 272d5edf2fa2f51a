"""RFC 77, "Points of Communication": which rewrites of two split functions are valid."""

from __future__ import annotations

import pytest

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.tools.tv import Status, validate

GUARD = "affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {"
FILL = "} else {\n        affine.store %zero, %B[%io, %ii] : memref<4x4xi32>"
STORE_UNDEF = """
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>(%io, %ii) {
        %u = pad.undef : i32
        affine.store %u, %B[%io, %ii] : memref<4x4xi32>
      }
    }
  }
"""
ASSUME = """
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      %c14 = arith.constant 14 : index
      %p = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%io, %ii)
      %valid = arith.cmpi slt, %p, %c14 : index
      %b = affine.load %B[%io, %ii] : memref<4x4xi32>
      %v = VALUE : i32
      %held = arith.cmpi eq, %b, %v : i32
      %either = arith.ori %valid, %held : i1
      pad.assume %either : i1
    }
  }
"""
UNDEF, ZERO = (ASSUME.replace("VALUE", v) for v in ("pad.undef", "arith.constant 0"))


def transform(fill: bool, end: str = "") -> str:
    return f"""
func.func @transform_A(%A: memref<14xi32>, %B: memref<4x4xi32>) {{
  %zero = arith.constant 0 : i32
  affine.for %io = 0 to 4 {{
    affine.for %ii = 0 to 4 {{
      {GUARD}
        %a = affine.load %A[%io * 4 + %ii] : memref<14xi32>
        affine.store %a, %B[%io, %ii] : memref<4x4xi32>
      {FILL if fill else ""}
      }}
    }}
  }}
  {end}
  func.return
}}
"""


def compute(guarded: bool, start: str = "") -> str:
    first, last = (GUARD, "}") if guarded else ("", "")
    return f"""
func.func @compute_C(%B: memref<4x4xi32>, %C: memref<1xi32>) {{
  {start}
  %zero = arith.constant 0 : i32
  affine.store %zero, %C[0] : memref<1xi32>
  affine.for %io = 0 to 4 {{
    affine.for %ii = 0 to 4 {{
      {first}
        %s = affine.load %C[0] : memref<1xi32>
        %b = affine.load %B[%io, %ii] : memref<4x4xi32>
        %t = arith.addi %s, %b : i32
        affine.store %t, %C[0] : memref<1xi32>
      {last}
    }}
  }}
  func.return
}}
"""


@pytest.mark.parametrize(
    ("before", "after", "status"),
    [
        # Without assumes and undef stores neither function may change.
        (transform(fill=False), transform(fill=True), Status.REFUTED),
        (compute(guarded=True), compute(guarded=False), Status.REFUTED),
        # Undef gives the producer permission to write, and the consumer none to rely on a value.
        (transform(False, STORE_UNDEF), transform(True, STORE_UNDEF), Status.VALID),
        (compute(True, UNDEF), compute(False, UNDEF), Status.REFUTED),
        # A known value is enough for the consumer, and is not for the producer to take back.
        (compute(True, ZERO), compute(False, ZERO), Status.VALID),
        (transform(fill=True), transform(fill=False), Status.REFUTED),
        # An assume may not be invented.
        (compute(True), compute(True, ZERO), Status.REFUTED),
        (compute(True), compute(True, UNDEF), Status.VALID),
    ],
)
def test_split_module(before: str, after: str, status: Status):
    modules = [parse_module(text, context=new_context()) for text in (before, after)]
    assert validate(*modules).status is status
