"""The traces of ten schedules give identical IR: as Python, by pad-opt, and by plain xdsl-opt."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from xdsl.xdsl_opt_main import xDSLOptMain

from pad_mlir.dialect.repairs import parse_module, print_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.schedule import AXIS_SEPARATOR, Schedule

from .common import COPY, ROW_SUM, SUM, assert_replays

CONV1D = """\
func.func @conv1d(%A: memref<18xf32>, %F: memref<3xf32>, %B: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    affine.store %zero, %B[%i] : memref<16xf32>
    affine.for %f = 0 to 3 {
      %b = affine.load %B[%i] : memref<16xf32>
      %a = affine.load %A[%i + %f] : memref<18xf32>
      %w = affine.load %F[%f] : memref<3xf32>
      %p = arith.mulf %a, %w fastmath<contract> : f32
      %s = arith.addf %b, %p fastmath<reassoc,contract> : f32
      affine.store %s, %B[%i] : memref<16xf32>
    }
  } {pad.stage = "conv"}
  func.return
}
"""


def row_sum(s: Schedule) -> None:
    s.transform_layout("A", lambda i, j: (i, j // 16, j % 16), pad_value=0.0)
    s.sequential_buffer_access("compute", "A")
    s.remove_branching_through_overcompute("compute")


def vectors(s: Schedule) -> None:
    row_sum(s)
    s.flatten_loops("compute")
    s.vectorize("compute", target_cpu="haswell")
    s.register_tile("compute", target_cpu="haswell")


def following_loops(s: Schedule) -> None:
    names = s.transform_layout(
        "B", lambda i, j: (i // 4, j // 8, i % 4, j % 8), pad_value="undef", loops="follow"
    )
    s.reorder(names[1], names[0], *names[2:])


def steps_on_one_buffer(s: Schedule) -> None:
    s.transform_layout("B", lambda i, j: (j, i), extents=[50, 16])
    s.transform_layout("B", lambda i, j: (i, AXIS_SEPARATOR, j), align=[1, 32])
    s.flatten_buffers()


def primitives(s: Schedule) -> None:
    io, ii = s.split("i", 4)
    s.reorder("j", io, ii)
    s.fuse(io, ii)
    s.simplify()


def wrapping(s: Schedule) -> None:
    # The buffer is a name that nothing here defines.
    pad_value = eval("lambda io, ii: A[0, 4 * io + ii - 14]")
    s.transform_layout("A", lambda i: (i // 4, i % 4), pad_value=pad_value)
    s.apply_layouts("both")
    s.remove_no_op()


def caches(s: Schedule) -> None:
    s.cache_read("A", map=lambda i: (i // 4, i % 4), pad=0.0)
    s.cache_write("B", map=lambda i: (i // 4, i % 4), pad="undef")
    s.sequential_buffer_access("conv", "B_cache")
    s.hoist_stage("A_cache", "pack_a")


def interface_kept(s: Schedule) -> None:
    s.transform_layout("A", lambda i: (i // 4, i % 4), pad_value=0.0, interface="keep")
    s.sequential_buffer_access("conv", "A_cache")
    s.partition_loops("conv")


def optimized(s: Schedule) -> None:
    maps = ["(i, j) -> (i, j floordiv 16, j mod 16)", "(i, j) -> (i, j floordiv 8, j mod 8)"]
    s.optimize("A", maps, 0.0, guards="either", max_waste=0.25)


def lowered(s: Schedule) -> None:
    row_sum(s)
    s.remove_assume()
    s.to_host("affine", fp_contract="on")


SCHEDULES: list[tuple[str, Callable[[Schedule], None]]] = [
    (ROW_SUM, row_sum),
    (ROW_SUM, vectors),
    (COPY, following_loops),
    (COPY, steps_on_one_buffer),
    (COPY, primitives),
    (SUM, wrapping),
    (CONV1D, caches),
    (CONV1D, interface_kept),
    (ROW_SUM, optimized),
    (ROW_SUM, lowered),
]


@pytest.mark.parametrize(
    ("text", "steps"), SCHEDULES, ids=[steps.__name__ for _, steps in SCHEDULES]
)
def test_replay(tmp_path: Path, text: str, steps: Callable[[Schedule], None]) -> None:
    s = Schedule(text)
    steps(s)
    assert str(s) != print_module(parse_module(text))
    assert_replays(s, text)
    assert print_module(parse_module(by_xdsl_opt(text, s.pipeline(), tmp_path))) == str(s)


def by_xdsl_opt(text: str, pipeline: str, folder: Path) -> str:
    """The output of plain xdsl-opt for a module, in this process."""
    path = folder / "input.mlir"
    path.write_text(text)
    with contextlib.redirect_stdout(StringIO()) as out, collect_remarks():
        xDSLOptMain(args=[str(path), "-p", pipeline]).run()
    return out.getvalue()
