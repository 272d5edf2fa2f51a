"""Rests that are left to a masked loop after them, and what keeps them from it."""

from __future__ import annotations

import pytest
from xdsl.dialects import affine
from xdsl.dialects.builtin import ModuleOp

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.register_tile.masked_rests import leave_to_masked_rest, loops_in_masked_rest
from pad_mlir.tools.tv import Status, validate

_SOURCE = """
func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %d: i1, %m: index,
    %n: index {{pad.size = [{{of = "A", dim = 0}}, {{of = "B", dim = 0}}]}}) {{
  %zero = arith.constant dense<0.0> : vector<4xf32>
  affine.for %j = {begin} to {end} step 4 {{
    %a = vector.load %A[%j] : memref<?xf32>, vector<4xf32>
    {rest}
    vector.store %{stored}, %B[%j] : memref<?xf32>, vector<4xf32>
  }}
  affine.for %j = max {masked} to %n step 4 {{
    %left = affine.apply affine_map<(d0)[s0] -> (s0 - d0)>(%j)[%n]
    %mask = vector.create_mask %left : vector<4xi1>
    %a = vector.maskedload %A[%j], %mask, %zero
      : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    {body}
    vector.maskedstore %B[%j], %mask, %{written} : memref<?xf32>, vector<4xi1>, vector<4xf32>
  }}
  func.return
}}
"""
_MASKED = "affine_map<()[s0] -> (0, (s0 floordiv 4) * 4)>()[%n]"
_LATER = "affine_map<()[s0] -> (0, (s0 floordiv 4) * 4 + 4)>()[%n]"
_BEGIN = "affine_map<()[s0] -> ((s0 floordiv 8) * 8)>()[%n]"
_END = "affine_map<()[s0] -> ((s0 floordiv 4) * 4)>()[%n]"
_SUM = "%b = arith.addf %a, %a : vector<4xf32>"
_CHOSEN = "%b = arith.select %mask, %a, %zero : vector<4xi1>, vector<4xf32>"
_OTHER = "%b = arith.select %d, %a, %zero : vector<4xf32>"


def _source(
    begin: str = _BEGIN, end: str = _END, masked: str = _MASKED, rest: str = "", body: str = ""
) -> str:
    stored, written = ("b" if text else "a" for text in (rest, body))
    return _SOURCE.format(
        begin=begin, end=end, masked=masked, rest=rest, body=body, stored=stored, written=written
    )


def _loops(module: ModuleOp) -> list[affine.ForOp]:
    return [op for op in module.walk() if isinstance(op, affine.ForOp)]


@pytest.mark.parametrize(
    ("source", "left"),
    [
        (_source(), 1),
        (_source(rest=_SUM, body=_SUM), 1),
        (_source(body=_CHOSEN), 1),
        (_source(rest=_OTHER, body=_OTHER), 1),
        (_source(body=_OTHER), 2),
        (_source(rest=_SUM), 2),
        # Two ends; an iteration that neither loop runs; other iterations than those of the first
        # loop; a beginning after that of the second.
        (_source(end="min affine_map<()[s0, s1] -> ((s0 floordiv 4) * 4, s1)>()[%n, %m]"), 2),
        (_source(masked=_LATER), 2),
        (_source(begin="affine_map<()[s0] -> ((s0 floordiv 8) * 8 + 2)>()[%n]"), 2),
        (_source(begin="affine_map<()[s0] -> ((s0 floordiv 4) * 4 + 4)>()[%n]"), 2),
    ],
)
def test_rests_that_are_left(source: str, left: int) -> None:
    before, module = parse_module(source), parse_module(source)
    leave_to_masked_rest(_loops(module)[0])
    assert len(_loops(module)) == left
    assert validate(before, module).status is Status.VALID


_NESTS = """
func.func @f(%B: memref<?xf32>, %x: f32, %n: index) {{
  affine.for %j = 0 to affine_map<()[s0] -> ((s0 floordiv 4) * 4)>()[%n] step 4 {{
    affine.for %i = 0 to 2 {{
      affine.for %k = 0 to 2 {{
        affine.for %l = 0 to 2 {{
        }}
      }}
    }}
  }}
  affine.for %j = max affine_map<()[s0] -> (0, (s0 floordiv 4) * 4)>()[%n] to %n step 4 {{
    {mask}
    affine.for %i = 0 to 2 {{
      {inside}
    }}
    {after}
  }}
  func.return
}}
"""
_MASK = "%mask = vector.create_mask %n : vector<4xi1>"
_LOOP = "affine.for %k = 0 to 2 { }"
_TWO = "affine.for %k = 0 to 2 { affine.for %l = 0 to 2 { } }"


@pytest.mark.parametrize(
    ("mask", "inside", "after", "count"),
    [
        (_MASK, _TWO, "", 3),
        ("", _TWO, "", 0),
        (_MASK, _LOOP, _LOOP, 0),
        (_MASK, f"{_LOOP}\n{_LOOP}", "", 0),
        (_MASK, _LOOP, "", 0),
    ],
    ids=["alike", "no mask", "side by side", "side by side inside", "fewer"],
)
def test_loops_that_correspond(mask: str, inside: str, after: str, count: int) -> None:
    loops = _loops(parse_module(_NESTS.format(mask=mask, inside=inside, after=after)))
    found = loops_in_masked_rest(loops[0])
    assert found == (dict(zip(loops[1:4], loops[5:8], strict=True)) if count else {})
