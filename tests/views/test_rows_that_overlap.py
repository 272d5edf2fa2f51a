"""Views of which two indices are one cell, or an index is another cell each time: order is kept."""

from __future__ import annotations

from contextlib import suppress

import pytest

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import new_context, parse_module, print_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.tools.driver.compilation import Compilation
from pad_mlir.tools.tv import Status, validate

_ROWS = "memref<8x32xi32, strided<[{stride}, 1]>>"
_VIEW = (
    "%V = memref.reinterpret_cast %A to offset: [0], sizes: [8, 32], strides: [{stride}, 1] : "
    f"memref<256xi32> to {_ROWS}"
)
_UPDATE = f"""%a = affine.load %V[{{cell}}] : {_ROWS}
        %n = arith.index_cast %i : index to i32
        %t = arith.muli %a, %n : i32
        %b = arith.addi %t, %x : i32
        affine.store %b, %V[{{cell}}] : {_ROWS}"""
_PART = "memref<16xi32, strided<[1], offset: ?>>"
_NEST = """affine.for %i = 1 to 7 {{
      affine.for %j = 1 to 7 {{
        {body}
      }}
    }}"""


def nest(cell: str) -> str:
    """A nest that updates a cell."""
    return _NEST.format(body=_UPDATE).replace("{cell}", cell)


BODIES = {
    "pad-reorder{loops=j,i}": nest("%i, %j"),
    "pad-distribute-loops": f"""affine.for %i = 0 to 8 {{
      affine.for %j = 0 to 8 {{
        affine.store %x, %V[%i, %j] : {_ROWS}
      }}
      affine.for %j = 0 to 8 {{
        %a = affine.load %V[%i, %j] : {_ROWS}
        %b = arith.addi %a, %a : i32
        affine.store %b, %V[%i, %j] : {_ROWS}
      }}
    }}""",
    "pad-merge-adjacent-loops": f"""affine.for %i = 0 to 8 {{
      affine.store %x, %V[%i, 0] : {_ROWS}
    }}
    affine.for %i = 0 to 8 {{
      %a = affine.load %V[%i, 1] : {_ROWS}
      affine.store %a, %B[%i] : memref<32xi32>
    }}""",
    "pad-vectorize{target-cpu=x86-64-v4}": f"""affine.for %j = 0 to 32 {{
      %a = affine.load %V[0, %j] : {_ROWS}
      %b = arith.addi %a, %x : i32
      affine.store %b, %V[1, %j] : {_ROWS}
    }}""",
    "pad-register-tile{target-cpu=x86-64-v4 loops=i factors=4}": nest("%i, %j + 1"),
}


def text(body: str, stride: int) -> str:
    """A function with a view of such rows."""
    lines = f"{_VIEW}\n    {body}".replace("{stride}", str(stride))
    return f"""func.func @f(%A: memref<256xi32>, %B: memref<32xi32>, %x: i32) {{
    {lines}
    func.return
}}"""


def rewritten(source: str, pipeline: str) -> str:
    """What the passes make of it; what a pass refuses stays."""
    passes = parse_pipeline(pipeline, ALL_PASSES)
    with collect_remarks(), suppress(PadError):
        return Compilation(new_context(), passes, "f").run(source)
    return source


@pytest.mark.parametrize("stride", [1, 2, 31])
@pytest.mark.parametrize("pipeline", BODIES)
def test_order_of_one_cell_is_kept(pipeline: str, stride: int) -> None:
    source = text(BODIES[pipeline], stride)
    modules = (
        parse_module(t, context=new_context()) for t in (source, rewritten(source, pipeline))
    )
    assert validate(*modules).functions[0].status is Status.VALID


@pytest.mark.parametrize("pipeline", [p for p in BODIES if "register" not in p])
def test_rows_apart_change_order(pipeline: str) -> None:
    """Else the test above shows little."""
    source = text(BODIES[pipeline], 32)
    after = rewritten(source, pipeline)
    assert after.strip() != print_module(parse_module(source)).strip()
    modules = (parse_module(t, context=new_context()) for t in (source, after))
    assert validate(*modules).functions[0].status is Status.VALID


def test_a_view_that_moves_with_a_loop() -> None:
    source = f"""func.func @f(%A: memref<64xi32>, %x: i32) {{
    affine.for %i = 0 to 8 {{
      %V = memref.subview %A[%i] [16] [1] : memref<64xi32> to {_PART}
      affine.for %j = 0 to 8 {{
        %a = affine.load %V[%j] : {_PART}
        %n = arith.index_cast %i : index to i32
        %t = arith.muli %a, %n : i32
        %b = arith.addi %t, %x : i32
        affine.store %b, %V[%j] : {_PART}
      }}
    }}
    func.return
}}"""
    assert rewritten(source, "pad-reorder{loops=j,i}") == source
