"""Calls that pass one buffer twice: an error that says where the callee may write it."""

from __future__ import annotations

import pytest

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.layout.contracts.distinct_arguments import check_distinct_arguments

MODULE = """
memref.global "private" @table : memref<4xf32> = dense<0.0>
func.func private @unknown(memref<4xf32>)
func.func private @inner(%I: memref<4xf32>, %x: f32, %i: index) {{
  memref.store %x, %I[%i] : memref<4xf32>
  func.return
}}
func.func private @reading(%R: memref<4xf32>, %x: f32, %i: index) {{
  %l = memref.load %R[%i] : memref<4xf32>
  func.return
}}
func.func private @callee(%A: memref<4xf32>, %B: memref<4xf32>, %x: f32, %i: index) {{
  {body}
  func.return
}}
func.func @caller(%C: memref<4xf32>, %D: memref<4xf32>, %x: f32, %i: index) {{
  %F = memref.get_global @table : memref<4xf32>
  %G = memref.get_global @table : memref<4xf32>
  %V = memref.expand_shape %C [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  %W = memref.collapse_shape %V [[0, 1]] : memref<2x2xf32> into memref<4xf32>
  func.call @callee({given}, %x, %i) : (memref<4xf32>, memref<4xf32>, f32, index) -> ()
  func.return
}}
"""
STORE = "affine.store %x, %{}[{}] : memref<4xf32>"
CALL = "func.call @{}(%B, %x, %i) : (memref<4xf32>, f32, index) -> ()"


def said(body: str, given: str = "%C, %C") -> str | None:
    """What the error says of the callee; None if there is none."""
    try:
        check_distinct_arguments(parse_module(MODULE.format(body=body, given=given)))
    except PadError as error:
        return str(error).partition(", and ")[2].partition(";")[0]
    return None


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("", None),
        ("%l = affine.load %A[0] : memref<4xf32>", None),
        ("memref.copy %A, %A : memref<4xf32> to memref<4xf32>", "writes A[0]"),
        (STORE.format("A", 2), "writes A[2]"),
        (STORE.format("B", 3), "writes B[3]"),
        (f"{STORE.format('A', 2)}\n{STORE.format('B', 3)}", "writes B[3]"),
        (f"affine.for %k = 1 to 3 {{\n{STORE.format('A', '%k')}\n}}", "writes A[1]"),
        # no cell is certainly written
        (
            f"affine.for %k = 3 to 3 {{\n{STORE.format('A', 1)}\n}}",
            "'affine.store' may write A",
        ),
        (
            "%l = affine.load %A[0] : memref<4xf32>\n%h = arith.cmpf oeq, %l, %x : f32\n"
            f"scf.if %h {{\n{STORE.format('A', 1)}\n}}",
            "'affine.store' may write A",
        ),
        # by calls
        (CALL.format("inner"), "@inner, which it calls, may write B"),
        (CALL.format("reading"), None),
        (
            "func.call @unknown(%A) : (memref<4xf32>) -> ()",
            "'func.call' may write A",
        ),
    ],
)
def test_what_a_callee_may_write(body: str, wanted: str | None) -> None:
    assert said(body) == wanted


@pytest.mark.parametrize(
    ("given", "is_one"),
    [
        ("%C, %C", True),
        ("%C, %D", False),
        ("%F, %G", True),
        ("%F, %C", False),
        ("%W, %C", True),
        ("%D, %W", False),
    ],
)
def test_one_buffer(given: str, is_one: bool) -> None:
    assert (said(STORE.format("A", 0), given) is not None) == is_one
