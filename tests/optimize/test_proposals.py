"""Which layouts are proposed beside an axis that is split."""

import pytest
from xdsl.dialects import func

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.dot_products.dot_unit import dot_unit
from pad_mlir.passes.optimize.layouts.proposed_layouts import Proposals
from pad_mlir.passes.vectorize.vector_unit import vector_unit
from pad_mlir.schedule import Schedule

_CPU, _AVX2 = "x86-64-v4", "x86-64-v3"
_TEXT = """
func.func @f(%X: memref<3x20xf32>, %W: memref<3x30xf32>, %bias: memref<30xf32>,
             %Y: memref<30x20xf32>) {{
  affine.for %f = 0 to 30 {{
    affine.for %y = 0 to 20 {{
      %b = affine.load %bias[{index}] : memref<30xf32>
      affine.store %b, %Y[%f, %y] : memref<30x20xf32>
    }}
  }} {{pad.stage = "bias"}}
  affine.for %f = 0 to 30 {{
    affine.for %y = 0 to 20 {{
      affine.for %c = 0 to 3 {{
        %x = affine.load %X[%c, %y] : memref<3x20xf32>
        %w = affine.load %W[%c, %f] : memref<3x30xf32>
        %s = affine.load %Y[%f, %y] : memref<30x20xf32>
        %p = arith.mulf %x, %w : f32
        %t = arith.addf %s, %p : f32
        affine.store %t, %Y[%f, %y] : memref<30x20xf32>
      }}
    }}
  }} {{pad.stage = "sum"}}
  func.return
}}
"""


def plans_of(text: str, cpu: str = _CPU) -> list[str]:
    """The plans for a function, without borders."""
    (function,) = parse_module(text).body.block.ops
    assert isinstance(function, func.FuncOp)
    unit, dots = vector_unit(cpu), dot_unit(cpu)
    return [plan.text for plan in Proposals(function, unit, dots).others(edges=False)]


def proposed(index: str) -> list[str]:
    """The plans in which Y has 16 results side by side."""
    plans = plans_of(_TEXT.format(index=index))
    return [text for text in plans if "Y: (i, j) -> (i // 16, j, i % 16)" in text]


@pytest.mark.parametrize(
    ("index", "is_rounded"),
    [
        ("%f", True),
        ("29 - %f", False),
        ("(%f + %y) mod 30", False),
        ("0", False),
    ],
)
def test_what_a_loop_loads_beside_a_split_axis_goes_to_its_end(
    index: str, is_rounded: bool
) -> None:
    texts = proposed(index)
    assert texts
    assert all(("bias: (i) -> (i) pad=undef extents=[32]" in t) == is_rounded for t in texts)


_WINDOWS = """
func.func @f(%X: memref<9x{channels}xf32>, %Y: memref<7x{channels}xf32>) {{
  %zero = arith.constant 0.0 : f32
  affine.for %y = 0 to 7 {{
    affine.for %c = 0 to {channels} {{
      affine.store %zero, %Y[%y, %c] : memref<7x{channels}xf32>
      affine.for %r = 0 to 3 {{
        %x = affine.load %X[{row}, %c] : memref<9x{channels}xf32>
        %s = affine.load %Y[%y, %c] : memref<7x{channels}xf32>
        %t = arith.addf %s, %x : f32
        affine.store %t, %Y[%y, %c] : memref<7x{channels}xf32>
      }}
    }}
  }} {{pad.stage = "sum"}}
  func.return
}}
"""


@pytest.mark.parametrize(
    ("row", "channels", "is_sliced"),
    [
        ("%y + %r", 40, True),
        ("%y + %r", 16, False),  # one slice
        ("%r", 40, False),  # the same rows for each result
    ],
)
def test_channels_of_windows_lie_in_slices(row: str, channels: int, is_sliced: bool) -> None:
    plans = plans_of(_WINDOWS.format(row=row, channels=channels))
    slices = [f"{buffer}: (i, j) -> (j // 16, i, j % 16) pad=undef" for buffer in "YX"]
    assert ("; ".join(slices) in plans) == is_sliced


_PRODUCT = """
func.func @f(%A: memref<7x90x50xf32>, %B: memref<7x50x{n}xf32>, %C: memref<7x90x{n}xf32>,
             %S: memref<7x90xf32>) {{
  affine.for %b = 0 to 7 {{
    affine.for %i = 0 to 90 {{
      affine.for %j = 0 to {n} {{
        affine.for %k = 0 to 50 {{
          %a = affine.load %A[%b, %i, %k] : memref<7x90x50xf32>
          %x = affine.load %B[%b, %k, %j] : memref<7x50x{n}xf32>
          %s = affine.load %C[%b, %i, %j] : memref<7x90x{n}xf32>
          %p = arith.mulf %a, %x : f32
          %t = arith.addf %s, %p : f32
          affine.store %t, %C[%b, %i, %j] : memref<7x90x{n}xf32>
        }}
      }}
    }}
  }} {{pad.stage = "product"}}
  {after}
  func.return
}}
"""
_SUM = """affine.for %b = 0 to 7 {{
    affine.for %i = 0 to 90 {{
      affine.for %j = 0 to {n} {{
        %x = affine.load %C[%b, %i, %j] : memref<7x90x{n}xf32>
        %s = affine.load %S[%b, %i] : memref<7x90xf32>
        %t = arith.addf %s, %x : f32
        affine.store %t, %S[%b, %i] : memref<7x90xf32>
      }}
    }}
  }} {{pad.stage = "sum"}}"""


@pytest.mark.parametrize(
    ("n", "after", "cpu", "is_panelled"),
    [
        (200, "", _CPU, True),
        (200, "", _AVX2, True),
        (120, "", _CPU, False),  # a few rows of results are within a page
        (200, _SUM, _CPU, False),  # what is combined along rows lies in rows
    ],
)
def test_results_lie_in_panels_as_what_they_are_made_of(
    n: int, after: str, cpu: str, is_panelled: bool
) -> None:
    """Panels of 16 columns, a line, after the axis of the batch."""
    plans = plans_of(_PRODUCT.format(n=n, after=after.format(n=n)), cpu)
    (panels,) = [p for p in plans if "B: (i, j, k) -> (i, k // 16, j, k % 16)" in p]
    assert ("C: (i, j, k) -> (i, k // 16, j, k % 16) pad=undef" in panels) == is_panelled


_WINDOW = """
#inside = affine_set<(i, k) : (i + k - 1 >= 0, 20 - i - k >= 0)>
func.func @f(%X: memref<20x{type}>, %Y: memref<20x{type}>) {{
  {constants}
  affine.for %i = 0 to 20 {{
    %own = affine.load %X[%i] : memref<20x{type}>
    %start = {start}
    %r = affine.for %k = 0 to 3 iter_args(%c = %first) -> ({type}) {{
      %n = affine.if #inside(%i, %k) -> {type} {{
        %x = affine.load %X[%i + %k - 1] : memref<20x{type}>
        %t = {step} %c, %x : {type}
        affine.yield %t : {type}
      }} else {{
        affine.yield %c : {type}
      }}
      affine.yield %n : {type}
    }}
    %y = {end}
    affine.store %y, %Y[%i] : memref<20x{type}>
  }} {{pad.stage = "window"}}
  func.return
}}
"""


@pytest.mark.parametrize(
    ("texts", "value"),
    [
        (
            {
                "type": "i8",
                "constants": "%first = arith.constant 0 : i8\n  %five = arith.constant 5 : i8",
                "start": "arith.cmpi eq, %own, %five : i8",
                "step": "arith.addi",
                "end": "arith.select %start, %r, %five : i8",
            },
            "pad=0",
        ),
        (
            {
                "type": "f32",
                "constants": "%first = arith.constant 0xFF800000 : f32",
                "start": "arith.mulf %own, %own : f32",
                "step": "arith.maximumf",
                "end": "arith.addf %r, %start : f32",
            },
            "pad=-inf",
        ),
    ],
)
def test_borders_hold_what_the_loads_beyond_leave_alone(texts: dict[str, str], value: str) -> None:
    """The first load is of the data alone, and another value would suit it."""
    (function,) = parse_module(_WINDOW.format(**texts)).body.block.ops
    assert isinstance(function, func.FuncOp)
    borders = Proposals(function, vector_unit(_CPU), dot_unit(_CPU)).edges()
    assert borders is not None
    assert borders.text.startswith(f"X: (i) -> (i + 1) {value} extents=[22]")


_ERASED = """
func.func @f(%D: memref<1x1x8xi32>) {
  %zero = arith.constant 0 : index
  %value = arith.constant 0.0 : f32
  %local = memref.alloc() : memref<1x1x8xf32>
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to min affine_map<(d0) -> (2, 2)>(%zero) {
      %x = scf.index_switch %zero -> f32
      case 0 {
        scf.yield %value : f32
      }
      default {
        scf.yield %value : f32
      }
      affine.store %x, %local[0, %zero, %j] : memref<1x1x8xf32>
    }
  } {pad.stage = "s1"}
  affine.for %i = 0 to 0 {
    %one = arith.constant 1 : index
    scf.for %j = %zero to %zero step %one {
      %a = memref.load %D[%i, %zero, %j] : memref<1x1x8xi32>
      %b = arith.extsi %a : i32 to i64
      %c = arith.index_cast %b : i64 to index
      %d = arith.remui %c, %zero : index
    }
  } {pad.stage = "s2"}
  func.return
}
"""


def test_stages_may_be_erased_between_trials() -> None:
    """When guards are gone, loops are tried in the order of a buffer again: so was a stage."""
    schedule = Schedule(_ERASED)
    schedule.optimize(target_cpu="znver4", layouts="auto")
    assert "s1" not in str(schedule)
