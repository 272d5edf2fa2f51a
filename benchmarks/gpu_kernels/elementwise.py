"""Twice a matrix, whose rows of odd length start anywhere in a line."""

from __future__ import annotations

from pad_mlir.schedule import Schedule

from .problem import GpuProblem, memref, row_tile, traffic


def double(rows: int, columns: int) -> GpuProblem:
    """B[i, j] = A[i, j] * 2."""
    shapes, tile = {"A": (rows, columns), "B": (rows, columns)}, row_tile(columns)
    type, tiles = memref((rows, columns)), f"(i, j) -> (i, j floordiv {tile}, j mod {tile})"

    def lay_out(s: Schedule) -> None:
        s.transform_layout("A", tiles, 0.0)
        s.transform_layout("B", tiles, "undef")
        s.sequential_buffer_access("double", "B")
        s.remove_branching_through_overcompute("double")
        s.flatten_loops("double")

    return GpuProblem(
        name=f"2*A {rows}x{columns}",
        mlir=f"""
func.func @double(%A: {type}, %B: {type}) {{
  %two = arith.constant 2.0 : f32
  affine.for %i = 0 to {rows} {{
    affine.for %j = 0 to {columns} {{
      %a = affine.load %A[%i, %j] : {type}
      %b = arith.mulf %a, %two : f32
      affine.store %b, %B[%i, %j] : {type}
    }}
  }} {{pad.stage = "double"}}
  func.return
}}
""",
        shapes=shapes,
        lay_out=lay_out,
        map=lambda s: s.map_to_gpu("double"),
        expected=lambda arrays: arrays["A"] * 2,
        bytes=traffic(shapes),
    )
