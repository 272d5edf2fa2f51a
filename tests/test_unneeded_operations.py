"""Local buffers that nobody reads, with what writes them."""

from __future__ import annotations

import pytest
from xdsl.dialects import func

from pad_mlir.analysis.memory.facts import BlockFacts
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.no_op.callee_effects import CalleeEffects
from pad_mlir.passes.no_op.unneeded_operations import unneeded_operations

MODULE = """
func.func private @unknown(memref<4xf32>)
func.func private @fill(%X: memref<4xf32>, %x: f32) {{
  affine.for %k = 0 to 4 {{
    affine.store %x, %X[%k] : memref<4xf32>
  }}
  func.return
}}
func.func private @first(%X: memref<4xf32>) -> f32 {{
  %l = affine.load %X[0] : memref<4xf32>
  func.return %l : f32
}}
func.func @f(%A: memref<4xf32>, %x: f32, %i: index, %zero: index) {{
  %L = memref.alloc() : memref<4xf32>
  {}
  func.return
}}"""
FILL_L = "func.call @fill(%L, %x) : (memref<4xf32>, f32) -> ()"
FILL_A = "func.call @fill(%A, %x) : (memref<4xf32>, f32) -> ()"
READ_A = "%r = func.call @first(%A) : (memref<4xf32>) -> f32"
STORE_L = "affine.store %x, %L[0] : memref<4xf32>"
VIEW = "%V = memref.cast %L : memref<4xf32> to memref<?xf32>\n"
DIM = "%d = memref.dim %L, %zero : memref<4xf32>\n"


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("", "alloc"),
        (STORE_L, "alloc store"),
        (f"{STORE_L}\nmemref.dealloc %L : memref<4xf32>", "alloc store dealloc"),
        (f"{STORE_L}\n%l = affine.load %L[0] : memref<4xf32>", ""),
        ("affine.store %x, %A[0] : memref<4xf32>", "alloc"),
        # copies
        ("memref.copy %A, %L : memref<4xf32> to memref<4xf32>", "alloc copy"),
        ("memref.copy %L, %A : memref<4xf32> to memref<4xf32>", ""),
        ("memref.copy %L, %L : memref<4xf32> to memref<4xf32>", ""),
        # sizes
        (DIM, "alloc dim"),
        (f"{DIM}affine.store %x, %A[symbol(%d) - 4] : memref<4xf32>", ""),
        # views
        (VIEW, "alloc cast"),
        (f"{VIEW}memref.store %x, %V[%i] : memref<?xf32>", "alloc cast store"),
        (f"{VIEW}%l = memref.load %V[%i] : memref<?xf32>", ""),
        # calls
        (FILL_L, "alloc call"),
        (f"{FILL_L}\n{STORE_L}", "alloc call store"),
        ("func.call @unknown(%L) : (memref<4xf32>) -> ()", ""),
        (f"{FILL_L}\n%l = affine.load %L[0] : memref<4xf32>", ""),
        # of an argument what the last one leaves is seen
        (FILL_A, "alloc"),
        (f"{FILL_A}\n{FILL_A}", "alloc call"),
        (f"{FILL_A}\n{STORE_L}\n{FILL_A}", "alloc call store"),
        (f"{FILL_A}\n%l = affine.load %A[0] : memref<4xf32>\n{FILL_A}", "alloc"),
        (f"{FILL_A}\n{READ_A}\naffine.store %r, %A[0] : memref<4xf32>", "alloc"),
        (
            f"affine.for %k = 0 to 4 {{\n{FILL_A}\n%l = affine.load %A[0] : memref<4xf32>\n}}\n"
            f"{FILL_A}",
            "alloc",
        ),
        # what reads only, and whose result nobody uses
        (READ_A, "alloc call"),
    ],
)
def test_what_may_go(body: str, wanted: str) -> None:
    *_, function = parse_module(MODULE.format(body)).ops
    assert isinstance(function, func.FuncOp)
    gone = unneeded_operations([*function.body.block.ops], CalleeEffects(), BlockFacts)
    names = [op.name.partition(".")[2] for op in reversed(gone)]
    assert names == wanted.split()
