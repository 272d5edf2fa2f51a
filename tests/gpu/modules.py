"""Whole kernel modules by hand, with what each computes in numpy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .kernel_modules import (
    kernel,
    launch,
    matmul,
    module,
    row_sum,
    scale,
    scale_dynamic,
    softmax,
)

Array = np.ndarray[Any, Any]

BLOCK = ("%c128", "%c1", "%c1")
CONSTANTS = """
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c128 = arith.constant 128 : index
"""


@dataclass(frozen=True)
class Case:
    """A module, the shapes of its inputs, and its one output by numpy."""

    text: str
    inputs: tuple[tuple[int, ...], ...]
    wanted: Callable[[Sequence[Array]], Array]


def _scale(cells: int) -> Case:
    type = f"memref<{cells}xf32>"
    blocks = f"%g = arith.constant {-(-cells // 128)} : index"
    call = launch("scale", ("%g", "%c1", "%c1"), BLOCK, [("%A", type), ("%B", type)])
    host = f"func.func @f(%A: {type}, %B: {type}) {{{CONSTANTS}{blocks}\n{call}\nreturn\n}}"
    return Case(module(host, scale(cells)), ((cells,),), lambda given: 2 * given[0])


def scale_in_two() -> Case:
    """6 * A by two kernels with a temporary between them."""
    type = "memref<300xf32>"
    grid = ("%c3", "%c1", "%c1")
    host = f"""func.func @f(%A: {type}, %B: {type}) {{{CONSTANTS}
  %c3 = arith.constant 3 : index
  %T = memref.alloc() {{alignment = 64 : i64}} : {type}
  {launch("scale", grid, BLOCK, [("%A", type), ("%T", type)])}
  {launch("triple", grid, BLOCK, [("%T", type), ("%B", type)])}
  memref.dealloc %T : {type}
  return
}}"""
    text = module(host, scale(300), scale(300, 3.0, "triple"))
    return Case(text, ((300,),), lambda given: 6 * given[0])


def dynamic() -> Case:
    """2 * A, of any size, which is also that of a temporary."""
    type = "memref<?xf32>"
    call = [("%A", type), ("%T", type), ("%n", "index")]
    host = f"""func.func @f(%A: {type} {{pad.name = "A"}}, %B: {type},
    %n: index {{pad.size = [{{of = "A", dim = 0}}]}}) {{{CONSTANTS}
  %c127 = arith.constant 127 : index
  %up = arith.addi %n, %c127 : index
  %g = arith.floordivsi %up, %c128 : index
  %c0 = arith.constant 0 : index
  %size = memref.dim %A, %c0 : {type}
  %T = memref.alloc(%size) : {type}
  {launch("scale", ("%g", "%c1", "%c1"), BLOCK, call)}
  memref.copy %T, %B : {type} to {type}
  return
}}"""
    return Case(module(host, scale_dynamic()), ((301,),), lambda given: 2 * given[0])


def time_loop() -> Case:
    """Five smoothing steps, each into the other buffer and back."""
    type = "memref<100xf32>"
    body = f"""
  %half = arith.constant 0.5 : f32
  %c1 = arith.constant 1 : index
  %n = arith.constant 99 : index
  %bx = gpu.block_id x
  %tx = gpu.thread_id x
  %c128 = arith.constant 128 : index
  %start = arith.muli %bx, %c128 : index
  %i = arith.addi %start, %tx : index
  %in = arith.cmpi slt, %i, %n : index
  scf.if %in {{
    %next = arith.addi %i, %c1 : index
    %a = memref.load %A[%i] : {type}
    %b = memref.load %A[%next] : {type}
    %s = arith.addf %a, %b : f32
    %h = arith.mulf %half, %s : f32
    memref.store %h, %B[%i] : {type}
  }}"""
    smooth = kernel("smooth", f"%A: {type}, %B: {type}", (128, 1, 1), body)
    grid = ("%c1", "%c1", "%c1")
    host = f"""func.func @f(%A: {type}, %B: {type}) {{{CONSTANTS}
  %T = memref.alloc() : {type}
  memref.copy %A, %T : {type} to {type}
  memref.copy %A, %B : {type} to {type}
  affine.for %t = 0 to 5 {{
    {launch("smooth", grid, BLOCK, [("%T", type), ("%B", type)])}
    memref.copy %B, %T : {type} to {type}
  }}
  return
}}"""

    def wanted(given: Sequence[Array]) -> Array:
        a = given[0].copy()
        for _ in range(5):
            a[:-1] = np.float32(0.5) * (a[:-1] + a[1:])
        return a

    return Case(module(host, smooth), ((100,),), wanted)


def _row_sum(rows: int, columns: int) -> Case:
    types = [("%A", f"memref<{rows}x{columns}xf32>"), ("%R", f"memref<{rows}xf32>")]
    rows_constant = f"%g = arith.constant {rows} : index"
    call = launch("row_sum", ("%g", "%c1", "%c1"), BLOCK, types)
    given = ", ".join(f"{name}: {type}" for name, type in types)
    host = f"func.func @f({given}) {{{CONSTANTS}{rows_constant}\n{call}\nreturn\n}}"
    return Case(
        module(host, row_sum(rows, columns)), ((rows, columns),), lambda given: given[0].sum(1)
    )


def _softmax(rows: int, columns: int) -> Case:
    types = [(name, f"memref<{rows}x{columns}xf32>") for name in ("%A", "%B")]
    rows_constant = f"%g = arith.constant {rows} : index"
    call = launch("softmax", ("%g", "%c1", "%c1"), BLOCK, types)
    given = ", ".join(f"{name}: {type}" for name, type in types)
    host = f"func.func @f({given}) {{{CONSTANTS}{rows_constant}\n{call}\nreturn\n}}"

    def wanted(given: Sequence[Array]) -> Array:
        e = np.exp(given[0] - given[0].max(1, keepdims=True))
        return e / e.sum(1, keepdims=True)

    return Case(module(host, softmax(rows, columns)), ((rows, columns),), wanted)


def _matmul(m: int, n: int, k: int) -> Case:
    shapes = {"%A": (m, k), "%B": (k, n), "%C": (m, n)}
    types = [(name, f"memref<{rows}x{columns}xf32>") for name, (rows, columns) in shapes.items()]
    given = ", ".join(f"{name}: {type}" for name, type in types)
    host = f"""func.func @f({given}) {{{CONSTANTS}
  %gx = arith.constant {-(-n // 16)} : index
  %gy = arith.constant {-(-m // 16)} : index
  {launch("matmul", ("%gx", "%gy", "%c1"), ("%c16", "%c16", "%c1"), types)}
  return
}}"""
    return Case(module(host, matmul(m, n, k)), ((m, k), (k, n)), lambda given: given[0] @ given[1])


CASES: dict[str, Case] = {
    "scale": _scale(1021),
    "one cell": _scale(1),
    "two kernels": scale_in_two(),
    "dynamic": dynamic(),
    "time loop": time_loop(),
    "row sum": _row_sum(20, 1021),
    "softmax": _softmax(7, 1021),
    "matmul": _matmul(29, 31, 67),
}
SMALL: dict[str, Case] = {
    "scale": _scale(37),
    "row sum": _row_sum(2, 137),
    "softmax": _softmax(2, 137),
    "matmul": _matmul(20, 21, 19),
}
