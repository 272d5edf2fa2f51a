"""Random windows over rows and columns, before and after vectors and tiles: validated."""

from __future__ import annotations

import random

import pytest

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.register_tile.pad_register_tile import PadRegisterTile
from pad_mlir.passes.vectorize.pad_vectorize import PadVectorize
from pad_mlir.tools.tv import Status, validate

_COUNT = 40
_KINDS = (
    *(("addf", "f32", " fastmath<reassoc>"), ("addf", "f32", " fastmath<reassoc,nnan>")),
    ("addf", "f32", ""),
    ("addi", "i32", " overflow<nsw>"),
    ("maximumf", "f32", ""),
    ("minsi", "i32", ""),
)


def windows(draw: random.Random) -> str:
    """A window of up to 4 x 4, reduced, in any order of its loops, at strides of 1 to 3."""
    kind, type, flags = draw.choice(_KINDS)
    down, along = draw.choice((1, 1, 1, 2, 3)), draw.choice((1, 1, 1, 2))
    rows, columns = draw.choice((3, 4, 5)), draw.choice((16, 17))
    taps = [draw.choice((2, 3, 4)), draw.choice((1, 2, 3))]
    dilated = draw.choice((1, 1, 2))
    height, width = rows * down + 4 * dilated, columns * along + 4
    loops = [f"affine.for %i = 0 to {taps[0]} {{", f"affine.for %j = 0 to {taps[1]} {{"]
    if draw.random() < 0.3:
        loops.reverse()
    index = f"%y * {down} + %i * {dilated}, %x * {along} + %j"
    weights = f"%w = affine.load %W[%i, %j] : memref<4x4x{type}>"
    value = "%a"
    if draw.random() < 0.8:
        weights += f"\n%p = arith.mul{type[0]} %a, %w : {type}"
        value = "%p"
    return f"""
func.func @f(%A: memref<{height}x{width}x{type}>, %W: memref<4x4x{type}>,
             %B: memref<{rows}x{columns}x{type}>) {{
  affine.for %y = 0 to {rows} {{
    affine.for %x = 0 to {columns} {{
      {" ".join(loops)}
        %b = affine.load %B[%y, %x] : memref<{rows}x{columns}x{type}>
        %a = affine.load %A[{index}] : memref<{height}x{width}x{type}>
        {weights}
        %v = arith.{kind} %b, {value}{flags} : {type}
        affine.store %v, %B[%y, %x] : memref<{rows}x{columns}x{type}>
      }}
      }}
    }}
  }}
  func.return
}}
"""


def rewritten(text: str) -> str:
    context = new_context()
    module = parse_module(text, context=context)
    with collect_remarks():
        PadVectorize(target_cpu="x86-64-v3").apply(context, module)
        PadRegisterTile(target_cpu="x86-64-v3").apply(context, module)
    return str(module)


def innermost_first(text: str) -> bool:
    """Whether the loop over rows of the window is inside the one over its columns."""
    first, second = text.find("affine.for %j"), text.find("affine.for %i")
    return 0 <= first < second


@pytest.mark.parametrize("seed", range(_COUNT))
def test_tiles_do_what_the_loops_did(seed: int) -> None:
    text = windows(random.Random(seed))
    after = rewritten(text)
    verdict = validate(parse_module(text), parse_module(after)).functions[0]
    assert verdict.status is Status.VALID, f"{verdict}\n{text}\n{after}"


def test_some_rows_go_inside() -> None:
    texts = [windows(random.Random(seed)) for seed in range(_COUNT)]
    moved = [t for t in texts if not innermost_first(t) and innermost_first(rewritten(t))]
    assert len(moved) >= _COUNT // 10
    assert not [t for t in moved if "addf" in t and "reassoc" not in t]
