"""How far loops go where rows are stored with padding."""

import pytest
from xdsl.dialects import func

from pad_mlir.dialect.annotations import buffers
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.optimize.layouts.tile_splits import split_in_halves
from pad_mlir.schedule import Schedule
from pad_mlir.tools.tv import Status, validate

_TEXT = """
func.func @f(%A: memref<40x{row}xf32>, %B: memref<40x16xf32>) {{
  affine.for %i = 0 to 40 {{
    affine.for %j = {first} to {end} {{
      %a = affine.load %A[%i, {index}] : memref<40x{row}xf32>
      affine.store %a, %B[%i, %j] : memref<40x16xf32>
    }}
  }} {{pad.stage = "copy"}}
  func.return
}}
"""


@pytest.mark.parametrize(
    ("row", "first", "end", "index", "is_split"),
    [
        (16, 0, 13, "%j", True),
        (18, 0, 13, "%j + 2", True),
        (18, 0, 13, "%j + 3", False),  # 15 are odd
        (16, 0, 13, "%j + 3", False),  # all of them are in the loop
        (16, 0, 16, "%j", False),
        (16, 0, 8, "%j", False),  # as many as half
        (16, 1, 13, "%j", False),
        (40, 0, 13, "2 * %j", True),  # which B has room for
        (64, 0, 13, "%i + %j", False),  # a window of 13, at 40 places
    ],
)
def test_a_loop_is_split_in_halves_of_the_rows_that_it_goes_along(
    row: int, first: int, end: int, index: str, is_split: bool
) -> None:
    (function,) = parse_module(
        _TEXT.format(row=row, first=first, end=end, index=index)
    ).body.block.ops
    assert isinstance(function, func.FuncOp)
    stage = function.body.block.first_op
    assert stage is not None
    assert split_in_halves(stage, list(buffers(function))) == is_split
    assert ("0 to 8" in str(function)) == is_split or not is_split


_NESTED = """
func.func @f(%D: memref<4xf32>, %B: memref<4xf32>) {
  %L = memref.alloc() {pad.name = "L"} : memref<4xf32>
  affine.for %k = 0 to 1 {
    affine.for %i = 0 to 4 {
      %d = affine.load %D[%i] : memref<4xf32>
      affine.store %d, %L[%i] : memref<4xf32>
    } {pad.stage = "copied"}
    affine.for %i = 0 to 4 {
      %d = affine.load %L[%i] : memref<4xf32>
      affine.store %d, %B[%i] : memref<4xf32>
    }
  } {pad.stage = "s1"}
  func.return
}
"""


def test_the_loop_of_a_stage_in_another_is_split_with_that() -> None:
    schedule = Schedule(_NESTED)
    schedule.optimize(layouts={"L": lambda i: (i // 2, i % 2)})
    assert "memref<2x2xf32>" in str(schedule)
    assert validate(parse_module(_NESTED), schedule.module).status is Status.VALID
