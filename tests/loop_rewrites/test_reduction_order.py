"""Loops over which cells are updated go inside those that move the cells; what stays as it is."""

from __future__ import annotations

import pytest
from xdsl.dialects import affine
from xdsl.dialects.builtin import ModuleOp

from pad_mlir.dialect.annotations import LOOP
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.loops.reduction_order import sink_reductions
from pad_mlir.tools.tv import Status, validate

_ROWS = """
func.func @f(%A: memref<4x?xf32>, %I: memref<?xindex>, %C: memref<?xf32>, %z: index,
    %n: index {{pad.size = [{{of = "I", dim = 0}}]}},
    %m: index {{pad.size = [{{of = "A", dim = 1}}, {{of = "C", dim = 0}}]}}) {{
  affine.for %k = 0 to %n {{
    %i = affine.load %I[%k] : memref<?xindex>
    {before}
    affine.for %j = 0 to %m {{
      %a = memref.load %A[%i, %j] : memref<4x?xf32>
      %c = affine.load %C[%j] : memref<?xf32>
      %s = arith.addf %c, %a : f32
      {inside}
      affine.store %s, %C[%j] : memref<?xf32>
    }} {{pad.loop = "j"}}
    {after}
  }} {{pad.loop = "k"}}
  func.return
}}
"""
_LOADED = "%o = affine.load %I[%k] : memref<?xindex>"
_BAND = """
func.func @f(%A: memref<4x8xf32>, %C: memref<8xf32>, %M: memref<4x8xf32>, %x: f32) {{
  {loops}
  func.return
}}
"""
_UPDATE = """%a = affine.load %A[%k, %j] : memref<4x8xf32>
      %c = affine.load %C[%j] : memref<8xf32>
      %s = arith.addf %c, %a : f32
      affine.store %s, %C[%j] : memref<8xf32>"""


def _rows(before: str = "", inside: str = "", after: str = "") -> str:
    return _ROWS.format(before=before, inside=inside, after=after)


def _nest(*bounds: str, inside: str = _UPDATE) -> str:
    for each in reversed(bounds):
        name = each.split()[0].removeprefix("%")
        inside = f'affine.for {each} {{\n{inside}\n}} {{pad.loop = "{name}"}}'
    return _BAND.format(loops=inside)


def _order(module: ModuleOp) -> str:
    loops = [op for op in module.walk() if isinstance(op, affine.ForOp)]
    return " ".join(str(op.attributes[LOOP]).strip('"') for op in loops)


_VIEW = """affine.for %k = 0 to 4 {
    %v = memref.subview %M[%k, 0] [1, 8] [1, 1]
      : memref<4x8xf32> to memref<8xf32, strided<[1], offset: ?>>
    affine.for %j = 0 to 8 {
      %c = affine.load %v[%j] : memref<8xf32, strided<[1], offset: ?>>
      %s = arith.addf %c, %x : f32
      affine.store %s, %v[%j] : memref<8xf32, strided<[1], offset: ?>>
    } {pad.loop = "j"}
  } {pad.loop = "k"}"""
_CARRIED = f"""%r = affine.for %k = 0 to 4 iter_args(%t = %x) -> (f32) {{
    affine.for %j = 0 to 8 {{
      {_UPDATE}
    }} {{pad.loop = "j"}}
    affine.yield %t : f32
  }} {{pad.loop = "k"}}"""


@pytest.mark.parametrize(
    ("source", "order"),
    [
        # With what the outer loop loads, unless the inner one stores that.
        (_rows(), "j k"),
        (_rows(inside=_LOADED), "j k"),
        (_rows(before=_LOADED), "j k"),
        (_rows(after=_LOADED), "k j"),
        (_rows(inside="memref.store %z, %I[%k] : memref<?xindex>"), "k j"),
        # What is no loop, load or store is not looked into.
        (_rows(inside=f"affine.if affine_set<(d0) : (d0 >= 0)>(%j) {{ {_LOADED} }}"), "k j"),
        # Bands: some loops inside, a view of other cells in each iteration, values carried.
        (_nest("%k = 0 to 4", "%j = 0 to 8"), "j k"),
        (_nest("%j = 0 to 8", "%k = 0 to 4"), "j k"),
        (_nest("%k = 0 to 4", "%j = 0 to 8", "%l = 0 to 2"), "j k l"),
        (_BAND.format(loops=_VIEW), "k j"),
        (_BAND.format(loops=_CARRIED), "k j"),
        # A loop over tiles moves the cells too.
        (
            _nest(
                "%t = 0 to 8 step 4",
                "%k = 0 to 4",
                "%j = affine_map<(d0) -> (d0)>(%t) to affine_map<(d0) -> (d0 + 4)>(%t)",
            ),
            "t j k",
        ),
    ],
)
def test_orders(source: str, order: str) -> None:
    before, module = parse_module(source), parse_module(source)
    with collect_remarks() as remarks:
        sink_reductions(module, "pad-optimize")
    assert (_order(module), remarks) == (order, [])
    assert validate(before, module).status is Status.VALID


def test_loops_in_order_are_left_as_they_are() -> None:
    """Their names too, where they have none."""
    module = parse_module(_nest("%j = 0 to 8", "%k = 0 to 4").replace("pad.loop", "other"))
    text = str(module)
    sink_reductions(module, "pad-optimize")
    assert str(module) == text
