"""Kernels in which the threads of a block share a row: row sum, softmax, layernorm."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from pad_mlir.schedule import Schedule

from .problem import Arrays, GpuProblem, memref, row_tile, traffic


def _tiles(columns: int) -> str:
    tile = row_tile(columns)
    return f"(i, j) -> (i, j floordiv {tile}, j mod {tile})"


def _three_loops(stage: str, tiles: str, tile: int, pad: str | float) -> Callable[[Schedule], None]:
    """Lays out X and Y for a stage that goes along each row three times, by p, q and r."""

    def lay_out(s: Schedule) -> None:
        s.transform_layout("X", tiles, pad)
        s.transform_layout("Y", tiles, "undef")
        for loop in ("p", "q", "r"):
            s.split(loop, tile)
        s.remove_branching_through_overcompute(stage)
        s.flatten_loops(stage)

    return lay_out


def row_sum(rows: int, columns: int) -> GpuProblem:
    """B[i] = sum of A[i, j] over j."""
    shapes = {"A": (rows, columns), "B": (rows,)}
    a, b = memref(shapes["A"]), memref(shapes["B"])

    def lay_out(s: Schedule) -> None:
        s.transform_layout("A", _tiles(columns), 0.0)
        s.sequential_buffer_access("row_sum", "A")
        s.remove_branching_through_overcompute("row_sum")
        s.flatten_loops("row_sum")

    return GpuProblem(
        name=f"row sum {rows}x{columns}",
        mlir=f"""
func.func @row_sum(%A: {a}, %B: {b}) {{
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to {rows} {{
    affine.store %zero, %B[%i] : {b}
    affine.for %j = 0 to {columns} {{
      %b = affine.load %B[%i] : {b}
      %a = affine.load %A[%i, %j] : {a}
      %s = arith.addf %b, %a fastmath<reassoc> : f32
      affine.store %s, %B[%i] : {b}
    }}
  }} {{pad.stage = "row_sum"}}
  func.return
}}
""",
        shapes=shapes,
        lay_out=lay_out,
        map=lambda s: s.map_to_gpu("row_sum"),
        expected=lambda arrays: arrays["A"].sum(1),
        bytes=traffic(shapes),
    )


def softmax(*shape: int) -> GpuProblem:
    """Y[.., :] = exp(X[.., :] - max) / sum, of the row's maximum, and the sum of exponentials."""
    shapes, columns = {"X": shape, "Y": shape}, shape[-1]
    x, tile = memref(shape), row_tile(columns)
    rows = [f"i{axis}" for axis, _ in enumerate(shape[:-1])]
    names, indices = ", ".join(rows), ", ".join(f"%{name}" for name in rows)
    tiles = f"({names}, j) -> ({names}, j floordiv {tile}, j mod {tile})"
    loops = [f"affine.for %{name} = 0 to {n} {{" for name, n in zip(rows, shape, strict=False)]

    return GpuProblem(
        name=f"softmax {'x'.join(map(str, shape))}",
        mlir=f"""
func.func @softmax(%X: {x}, %Y: {x}) {{
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  {" ".join(loops)}
    %max = affine.for %p = 0 to {columns} iter_args(%m = %least) -> (f32) {{
      %x = affine.load %X[{indices}, %p] : {x}
      %n = arith.maximumf %m, %x fastmath<nnan,nsz> : f32
      affine.yield %n : f32
    }}
    %sum = affine.for %q = 0 to {columns} iter_args(%s = %zero) -> (f32) {{
      %x = affine.load %X[{indices}, %q] : {x}
      %d = arith.subf %x, %max : f32
      %e = math.exp %d : f32
      affine.store %e, %Y[{indices}, %q] : {x}
      %t = arith.addf %s, %e fastmath<reassoc> : f32
      affine.yield %t : f32
    }}
    affine.for %r = 0 to {columns} {{
      %e = affine.load %Y[{indices}, %r] : {x}
      %y = arith.divf %e, %sum : f32
      affine.store %y, %Y[{indices}, %r] : {x}
    }}
  {"} " * (len(rows) - 1)}}} {{pad.stage = "softmax"}}
  func.return
}}
""",
        shapes=shapes,
        lay_out=_three_loops("softmax", tiles, tile, "identity(maximumf)"),
        map=lambda s: s.map_to_gpu("softmax"),
        expected=_softmax,
        bytes=traffic(shapes),
        guarded=("holds -inf",),
    )


def _softmax(arrays: Arrays) -> NDArray[np.float64]:
    powers = np.exp(arrays["X"] - arrays["X"].max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


def layernorm(rows: int, columns: int) -> GpuProblem:
    """Y[i, :] = (X[i, :] - mean) / sqrt(variance + 1e-5)."""
    shapes = {"X": (rows, columns), "Y": (rows, columns)}
    x, tile = memref((rows, columns)), row_tile(columns)

    return GpuProblem(
        name=f"layernorm {rows}x{columns}",
        mlir=f"""
func.func @layernorm(%X: {x}, %Y: {x}) {{
  %zero = arith.constant 0.0 : f32
  %count = arith.constant {columns}.0 : f32
  %tiny = arith.constant 1.0e-5 : f32
  affine.for %i = 0 to {rows} {{
    %sum = affine.for %p = 0 to {columns} iter_args(%s = %zero) -> (f32) {{
      %x = affine.load %X[%i, %p] : {x}
      %t = arith.addf %s, %x fastmath<reassoc> : f32
      affine.yield %t : f32
    }}
    %mean = arith.divf %sum, %count : f32
    %squares = affine.for %q = 0 to {columns} iter_args(%s = %zero) -> (f32) {{
      %x = affine.load %X[%i, %q] : {x}
      %d = arith.subf %x, %mean : f32
      %e = arith.mulf %d, %d fastmath<contract> : f32
      %t = arith.addf %s, %e fastmath<reassoc,contract> : f32
      affine.yield %t : f32
    }}
    %variance = arith.divf %squares, %count : f32
    %more = arith.addf %variance, %tiny : f32
    %root = math.sqrt %more : f32
    affine.for %r = 0 to {columns} {{
      %x = affine.load %X[%i, %r] : {x}
      %d = arith.subf %x, %mean : f32
      %y = arith.divf %d, %root : f32
      affine.store %y, %Y[%i, %r] : {x}
    }}
  }} {{pad.stage = "layernorm"}}
  func.return
}}
""",
        shapes=shapes,
        lay_out=_three_loops("layernorm", _tiles(columns), tile, 0.0),
        map=lambda s: s.map_to_gpu("layernorm"),
        expected=_layernorm,
        bytes=traffic(shapes),
        guarded=("holds 0.000000e+00",),
    )


def _layernorm(arrays: Arrays) -> NDArray[np.float64]:
    apart = arrays["X"] - arrays["X"].mean(1, keepdims=True)
    return apart / np.sqrt((apart**2).mean(1, keepdims=True) + 1e-5)
