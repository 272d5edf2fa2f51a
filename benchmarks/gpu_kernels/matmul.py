"""Matrix product by tiles in shared memory."""

from __future__ import annotations

from math import inf

from pad_mlir.schedule import Schedule

from .problem import GpuProblem, memref, traffic


def matmul(rows: int, columns: int, inner: int, tile: int | None = None) -> GpuProblem:
    """
    C[i, j] = sum of A[i, k] * B[k, j] over k; a block has `tile` x `tile` of C.

    Of a tile of 64 each thread has 4 x 4.
    """
    tile = tile or (64 if min(rows, columns) > 64 else 16)
    shapes = {"A": (rows, inner), "B": (inner, columns), "C": (rows, columns)}
    a, b, c = (memref(shape) for shape in shapes.values())
    steps = min(tile, 16)  # along k, of what is in shared memory at once

    def rounded(extent: int, to: int) -> int:
        return -(-extent // to) * to

    def lay_out(s: Schedule) -> None:
        depth = rounded(inner, steps)
        s.transform_layout("A", "(i, k) -> (i, k)", 0.0, extents=(rounded(rows, tile), depth))
        s.transform_layout("B", "(k, j) -> (k, j)", 0.0, extents=(depth, rounded(columns, tile)))
        tiles = f"(i floordiv {tile}, j floordiv {tile}, i mod {tile}, j mod {tile})"
        s.transform_layout("C", f"(i, j) -> {tiles}", "undef")
        for stage in ("zero", "matmul"):
            s.sequential_buffer_access(stage, "C")
            s.remove_branching_through_overcompute(stage, max_waste=inf)
        s.split("k", steps)
        s.remove_branching_through_overcompute("matmul", max_waste=inf)
        s.reorder("matmul.io", "matmul.jo", "ko", "matmul.ii", "matmul.ji", "ki")

    def map(s: Schedule) -> None:
        for buffer in ("A", "B"):
            s.cache_read(buffer, "matmul", at="ko", memory_space=3)
        if tile > 16:
            s.register_tile("matmul", {"ii": tile // 16})
        s.map_to_gpu("zero")
        s.map_to_gpu("matmul", blocks=["io", "jo"])

    return GpuProblem(
        name=f"matmul {rows}x{columns}x{inner}",
        mlir=f"""
func.func @matmul(%A: {a}, %B: {b}, %C: {c}) {{
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to {rows} {{
    affine.for %j = 0 to {columns} {{
      affine.store %zero, %C[%i, %j] : {c}
    }}
  }} {{pad.stage = "zero"}}
  affine.for %i = 0 to {rows} {{
    affine.for %j = 0 to {columns} {{
      affine.for %k = 0 to {inner} {{
        %a = affine.load %A[%i, %k] : {a}
        %b = affine.load %B[%k, %j] : {b}
        %c = affine.load %C[%i, %j] : {c}
        %p = arith.mulf %a, %b fastmath<contract> : f32
        %s = arith.addf %c, %p fastmath<reassoc,contract> : f32
        affine.store %s, %C[%i, %j] : {c}
      }}
    }}
  }} {{pad.stage = "matmul"}}
  func.return
}}
""",
        shapes=shapes,
        lay_out=lay_out,
        map=map,
        expected=lambda arrays: arrays["A"] @ arrays["B"],
        bytes=traffic(shapes),
        flops=2 * rows * columns * inner,
        fp="relaxed",
    )
