"""
Kernels for the GPU whose sizes are arguments, with verdicts.

The guards are those that a right compiler leaves in the loops of the kernels; a guard around all
that a thread does, for threads beyond the last iteration, is none of them. They were written, with
the reasons, before any pass ran on these kernels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from pad_mlir.schedule import Schedule

Array = NDArray[np.float32]
Arrays = Mapping[str, NDArray[np.float64]]


@dataclass(frozen=True)
class AnySize:
    """A function on logical f32 buffers, the last of which it writes, and then their sizes."""

    name: str
    text: str
    shapes: Mapping[str, tuple[str, ...]]
    """Which size each axis of each buffer has."""
    lay_out: Callable[[Schedule], None]
    map: Callable[[Schedule], None]
    expected: Callable[[Arrays], NDArray[np.float64]]
    sizes: tuple[Mapping[str, int], ...]
    guards: int = 0
    why: str = ""

    def schedule(self) -> Schedule:
        """The kernels, on padded buffers."""
        s = Schedule(self.text)
        self.lay_out(s)
        self.map(s)
        return s

    def arrays(self, sizes: Mapping[str, int], rng: np.random.Generator) -> dict[str, Array]:
        """Random inputs; what is to be written holds no number."""
        shapes = {n: tuple(sizes[size] for size in shape) for n, shape in self.shapes.items()}
        *inputs, output = shapes.items()
        made = {name: rng.standard_normal(shape).astype(np.float32) for name, shape in inputs}
        return made | {output[0]: np.full(output[1], np.nan, np.float32)}


MATRICES = """%m: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]},
    %n: index {pad.size = [{of = "A", dim = 1}, {of = "B", dim = 1}]}"""
TILES = "(i, j) -> (i, j floordiv 32, j mod 32)"
ROWS = tuple(
    {"m": m, "n": n} for m, n in ((1, 1), (3, 31), (2, 32), (5, 33), (2, 137), (0, 5), (3, 0))
)


def _double(s: Schedule) -> None:
    s.transform_layout("A", TILES, 0.0)
    s.transform_layout("B", TILES, "undef")
    s.sequential_buffer_access("double", "B")
    s.remove_branching_through_overcompute("double", max_waste=inf)
    s.flatten_loops("double")


def _row_sum(s: Schedule) -> None:
    s.transform_layout("A", TILES, 0.0)
    s.sequential_buffer_access("row_sum", "A")
    s.remove_branching_through_overcompute("row_sum", max_waste=inf)
    s.flatten_loops("row_sum")


def _softmax(s: Schedule) -> None:
    s.transform_layout("A", TILES, float("-inf"))
    s.transform_layout("B", TILES, "undef")
    for loop in ("p", "q", "r"):
        s.split(loop, 32)
    s.remove_branching_through_overcompute("softmax", max_waste=inf)
    s.flatten_loops("softmax")


def _matmul(s: Schedule) -> None:
    s.transform_layout("A", "(i, k) -> (i, k)", 0.0, align=(16, 16))
    s.transform_layout("B", "(k, j) -> (k, j)", 0.0, align=(16, 16))
    tiles = "(i floordiv 16, j floordiv 16, i mod 16, j mod 16)"
    s.transform_layout("C", f"(i, j) -> {tiles}", "undef")
    for stage in ("zero", "matmul"):
        s.sequential_buffer_access(stage, "C")
        s.remove_branching_through_overcompute(stage, max_waste=inf)
    s.split("k", 16)
    s.remove_branching_through_overcompute("matmul", max_waste=inf)
    s.reorder("matmul.io", "matmul.jo", "ko", "matmul.ii", "matmul.ji", "ki")


def _map_matmul(s: Schedule) -> None:
    for buffer in ("A", "B"):
        s.cache_read(buffer, "matmul", at="ko", memory_space=3)
    s.map_to_gpu("zero")
    s.map_to_gpu("matmul", blocks=["io", "jo"])


def _expected_softmax(arrays: Arrays) -> NDArray[np.float64]:
    a = arrays["A"]
    if a.size == 0:
        return a
    powers = np.exp(a - a.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


KERNELS = [
    AnySize(
        "double",
        f"""
func.func @double(%A: memref<?x?xf32>, %B: memref<?x?xf32>, {MATRICES}) {{
  %two = arith.constant 2.0 : f32
  affine.for %i = 0 to %m {{
    affine.for %j = 0 to %n {{
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = arith.mulf %a, %two : f32
      affine.store %b, %B[%i, %j] : memref<?x?xf32>
    }}
  }} {{pad.stage = "double"}}
  func.return
}}
""",
        {"A": ("m", "n"), "B": ("m", "n")},
        _double,
        lambda s: s.map_to_gpu("double"),
        lambda arrays: arrays["A"] * 2,
        ROWS,
        guards=0,
        why="Behind a row it stores to B's undef padding; a thread has its iterations at once.",
    ),
    AnySize(
        "row_sum",
        """
func.func @row_sum(%A: memref<?x?xf32>, %B: memref<?xf32>,
    %m: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]},
    %n: index {pad.size = [{of = "A", dim = 1}]}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %m {
    affine.store %zero, %B[%i] : memref<?xf32>
    affine.for %j = 0 to %n {
      %b = affine.load %B[%i] : memref<?xf32>
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %s = arith.addf %b, %a fastmath<reassoc> : f32
      affine.store %s, %B[%i] : memref<?xf32>
    }
  } {pad.stage = "row_sum"}
  func.return
}
""",
        {"A": ("m", "n"), "B": ("m",)},
        _row_sum,
        lambda s: s.map_to_gpu("row_sum"),
        lambda arrays: arrays["A"].sum(1),
        ROWS,
        guards=0,
        why="+0.0 is added to a sum that started at +0.0, in each thread that gets to the padding.",
    ),
    AnySize(
        "softmax",
        f"""
func.func @softmax(%A: memref<?x?xf32>, %B: memref<?x?xf32>, {MATRICES}) {{
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %inf = arith.constant 0x7F800000 : f32
  %c0 = arith.constant 0 : index
  %empty = arith.cmpi eq, %n, %c0 : index
  affine.for %i = 0 to %m {{
    %max = affine.for %p = 0 to %n iter_args(%s = %least) -> (f32) {{
      %a = affine.load %A[%i, %p] : memref<?x?xf32>
      %t = arith.maximumf %s, %a : f32
      affine.yield %t : f32
    }}
    %abs = math.absf %max : f32
    %finite = arith.cmpf olt, %abs, %inf : f32
    %fact = arith.ori %empty, %finite : i1
    pad.assume %fact : i1
    %sum = affine.for %q = 0 to %n iter_args(%s = %zero) -> (f32) {{
      %a = affine.load %A[%i, %q] : memref<?x?xf32>
      %d = arith.subf %a, %max : f32
      %e = math.exp %d : f32
      %t = arith.addf %s, %e fastmath<reassoc> : f32
      affine.yield %t : f32
    }}
    affine.for %r = 0 to %n {{
      %a = affine.load %A[%i, %r] : memref<?x?xf32>
      %d = arith.subf %a, %max : f32
      %e = math.exp %d : f32
      %q = arith.divf %e, %sum : f32
      affine.store %q, %B[%i, %r] : memref<?x?xf32>
    }}
  }} {{pad.stage = "softmax"}}
  func.return
}}
""",
        {"A": ("m", "n"), "B": ("m", "n")},
        _softmax,
        lambda s: s.map_to_gpu("softmax"),
        _expected_softmax,
        ROWS,
        guards=0,
        why="-inf keeps the maximum; less a finite maximum its exp is +0.0; B's padding is undef.",
    ),
    AnySize(
        "matmul",
        """
func.func @matmul(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>,
    %m: index {pad.size = [{of = "A", dim = 0}, {of = "C", dim = 0}]},
    %l: index {pad.size = [{of = "A", dim = 1, min = 1}, {of = "B", dim = 0}]},
    %n: index {pad.size = [{of = "B", dim = 1}, {of = "C", dim = 1}]}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      affine.store %zero, %C[%i, %j] : memref<?x?xf32>
    }
  } {pad.stage = "zero"}
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to %l {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b fastmath<contract> : f32
        %s = arith.addf %c, %p fastmath<reassoc,contract> : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }
    }
  } {pad.stage = "matmul"}
  func.return
}
""",
        {"A": ("m", "l"), "B": ("l", "n"), "C": ("m", "n")},
        _matmul,
        _map_matmul,
        lambda arrays: arrays["A"] @ arrays["B"],
        tuple(
            {"m": m, "l": k, "n": n}
            for m, k, n in (
                (1, 1, 1),
                (15, 17, 16),
                (16, 16, 16),
                (17, 5, 33),
                (0, 4, 3),
            )
        ),
        guards=0,
        why="""
Behind k both factors are +0.0 and the cell was cleared to +0.0; behind i and j the stores go to C's
undef padding, and the tiles in shared memory are whole, as the boxes of A and B are. That there is
a k is a fact that the verdict did not have at first: with none the stage writes no cell of C, so no
stage after it writes the padding, and the guards on i and j stay (with a remark).""",
    ),
]
