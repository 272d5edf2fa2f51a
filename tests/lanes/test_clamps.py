"""Random loops whose indices are clamped to a row, before and after they are split: validated."""

from __future__ import annotations

import random

import pytest

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.tools.tv import Status, validate

from .vectorized import rewritten


def clamped(draw: random.Random) -> str:
    """A loop over 40 cells, with a window in most, and a clamped index in a row of 20."""
    extent, width = 40, draw.choice((1, 2, 3, 5))
    first = draw.choice((0, 0, 1, 7))
    loops = draw.random() < 0.7
    names = "%i, %j" if loops else "%i"
    dims = "d0, d1" if loops else "d0"
    sign = draw.choice((1, 1, 1, -1))
    moved = f"{sign} * d0 + {draw.randint(-12, 12) if sign > 0 else draw.randint(10, 45)}"
    if loops:
        moved += f" + {draw.choice((1, 1, -1, 2))} * d1"
    low = f"affine.max affine_map<({dims}) -> ({moved}, {draw.choice((0, 0, 1))})>({names})"
    high = f"affine.min affine_map<(d0) -> (d0, {draw.choice((19, 19, 15))})>(%low)"
    if draw.random() < 0.3:
        other = draw.choice(("%i", "%c"))
        high = f"affine.min affine_map<(d0, d1) -> (d0, 19, d1 + 8)>(%low, {other})"
    body = f"""
      %low = {low}
      %at = {high}
      %a = memref.load %A[%at] : memref<20xi32>
      %b = affine.load %B[%i] : memref<{extent}xi32>
      %s = arith.addi %a, %b : i32
      affine.store %s, %B[%i] : memref<{extent}xi32>"""
    if loops:
        body = f"affine.for %j = 0 to {width} {{{body}\n}}"
    return f"""
func.func @f(%A: memref<20xi32>, %B: memref<{extent}xi32>) {{
  %c = arith.constant 3 : index
  affine.for %i = {first} to {extent} {{
    {body}
  }}
  func.return
}}
"""


def clamped_rows(draw: random.Random) -> str:
    """Windows over rows and columns of 7 x 18, each clamped in any order of the loops."""
    rows, columns = draw.choice((5, 7, 9)), 18
    moved = [f"d0 + d1 - {draw.randint(0, 3)}", f"d0 - d1 + {draw.randint(0, 3)}", "d0"]
    down, along = draw.choice(moved), draw.choice(moved)
    loops = [f"affine.for %y = {draw.choice((0, 0, 1))} to {rows} {{", "affine.for %x = 0 to 17 {"]
    window = [f"affine.for %i = 0 to {draw.choice((2, 3))} {{", "affine.for %j = 0 to 3 {"]
    if draw.random() < 0.3:
        window.reverse()
    if draw.random() < 0.3:
        loops, window = [loops[0], window[0], loops[1]], window[1:]
    return f"""
func.func @f(%A: memref<7x{columns}xi32>, %B: memref<{rows}x17xi32>) {{
  {" ".join([*loops, *window])}
    %low = affine.max affine_map<(d0, d1) -> ({down}, 0)>(%y, %i)
    %row = affine.min affine_map<(d0) -> (d0, 6)>(%low)
    %left = affine.max affine_map<(d0, d1) -> ({along}, 0)>(%x, %j)
    %column = affine.min affine_map<(d0) -> (d0, {columns - 1})>(%left)
    %a = memref.load %A[%row, %column] : memref<7x{columns}xi32>
    %b = affine.load %B[%y, %x] : memref<{rows}x17xi32>
    %s = arith.addi %a, %b : i32
    affine.store %s, %B[%y, %x] : memref<{rows}x17xi32>
  {"}" * 4}
  func.return
}}
"""


def of_any_size(draw: random.Random) -> str:
    """Windows over rows of any size, or over columns of any size too, clamped at both ends."""
    first, width = draw.choice((0, 0, 1, 3)), draw.choice((1, 2, 3))
    moved = draw.choice(("d0 + d1", "d0 - d1", "d0 + 2 * d1", "s0 - 1 - d0 + d1"))
    moved += f" + {draw.randint(-3, 2)}"
    clamps = [
        f"affine.max affine_map<(d0, d1)[s0] -> ({moved}, {draw.choice((0, 0, 1))})>(%x, %j)[%n]",
        f"affine.min affine_map<(d0)[s0] -> (d0, s0 - {draw.choice((1, 1, 2))})>(%at)[%n]",
    ]
    if draw.random() < 0.3:  # the end first, and in one operation more
        moved = moved.replace("d0", "d0 + 1", 1)
        clamps[0] = f"affine.min affine_map<(d0, d1)[s0] -> ({moved}, s0 - 1)>(%x, %j)[%n]"
        clamps[1] = "affine.max affine_map<(d0) -> (d0, 0)>(%at)"
    end = draw.choice(("%n", "%n", "affine_map<(d0) -> (d0 - 1)>(%n)", "%m"))
    return f"""
func.func @f(%A: memref<?x?xi32>, %B: memref<?x?xi32>,
    %r: index {{pad.size = [{{of = "A", dim = 0}}, {{of = "B", dim = 0}}]}},
    %n: index {{pad.size = [{{of = "A", dim = 1}}]}},
    %m: index {{pad.size = [{{of = "B", dim = 1}}]}}) {{
  %one = arith.constant 1 : index
  %some = arith.cmpi sle, %one, %n : index
  pad.assume %some : i1
  %more = arith.cmpi sle, %n, %m : index
  pad.assume %more : i1
  affine.for %y = 0 to %r {{
    affine.for %x = {first} to {end} {{
      affine.for %j = 0 to {width} {{
        %at = {clamps[0]}
        %column = {clamps[1]}
        %row = affine.min affine_map<(d0, d1)[s0] -> (d0 + d1, s0 - 1)>(%y, %j)[%r]
        %a = memref.load %A[%row, %column] : memref<?x?xi32>
        %b = affine.load %B[%y, %x] : memref<?x?xi32>
        %s = arith.addi %a, %b : i32
        affine.store %s, %B[%y, %x] : memref<?x?xi32>
      }}
    }}
  }}
  func.return
}}
"""


def check_kept(text: str, seed: int) -> None:
    """Asserts that what a program does is proven to be the same with vectors."""
    after = rewritten(text, ("x86-64-v4", "x86-64-v3")[seed % 2])
    verdict = validate(parse_module(text), parse_module(after)).functions[0]
    assert verdict.status is Status.VALID, f"{verdict}\n{text}\n{after}"


@pytest.mark.parametrize("seed", range(8))
def test_loops_of_any_extent_do_what_they_did(seed: int) -> None:
    check_kept(of_any_size(random.Random(seed)), seed)


def test_loops_of_any_extent_are_split() -> None:
    texts = [rewritten(of_any_size(random.Random(seed)), "x86-64-v4") for seed in range(20)]
    assert sum("vector.load" in text and "vector.store" in text for text in texts) >= 8


@pytest.mark.parametrize("seed", range(60))
def test_split_loops_do_what_the_loop_did(seed: int) -> None:
    draw = random.Random(seed)
    check_kept(clamped_rows(draw) if seed % 3 == 0 else clamped(draw), seed)


def test_loops_across_rows_are_split() -> None:
    texts = [rewritten(clamped_rows(random.Random(seed)), "x86-64-v4") for seed in range(20)]
    assert sum(text.count("affine.for %y") > 1 and "vector.load" in text for text in texts) >= 8


def test_most_of_them_are_split() -> None:
    texts = [rewritten(clamped(random.Random(seed)), "x86-64-v4") for seed in range(40)]
    assert sum("vector.load" in text and "affine.max" in text for text in texts) >= 20
