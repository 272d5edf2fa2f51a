"""Subviews with less axes, and reinterpreted buffers: which cells they have."""

from __future__ import annotations

import pytest

from pad_mlir.tools.tv import Status

from .rewrites import judge

_VIEWS = [
    # the view, its type, and the cell of A that its index i is
    (
        "memref.subview %A[1, 0] [1, 4] [1, 1]",
        "memref<4xf32, strided<[1], offset: 4>>",
        "1, %i",
    ),
    (
        "memref.subview %A[0, 2] [3, 1] [1, 1]",
        "memref<3xf32, strided<[4], offset: 2>>",
        "%i, 2",
    ),
    (
        "memref.reinterpret_cast %A to offset: [3], sizes: [4], strides: [2]",
        "memref<4xf32, strided<[2], offset: 3>>",
        "(%i * 2 + 3) floordiv 4, (%i * 2 + 3) mod 4",
    ),
    (
        "memref.reinterpret_cast %A to offset: [9], sizes: [4], strides: [-3]",
        "memref<4xf32, strided<[-3], offset: 9>>",
        "(9 - %i * 3) floordiv 4, (9 - %i * 3) mod 4",
    ),
]


def _kernel(view: str, buffer: str, type: str, index: str) -> str:
    return f"""func.func @f(%A: memref<3x4xf32>, %B: memref<3xf32>) {{
      {view}
      affine.for %i = 0 to 3 {{
        %a = affine.load %{buffer}[{index}] : {type}
        affine.store %a, %B[%i] : memref<3xf32>
      }}
      func.return
    }}"""


def _through(op: str, type: str, index: str = "%i") -> str:
    return _kernel(f"%V = {op} : memref<3x4xf32> to {type}", "V", type, index)


@pytest.mark.parametrize(("op", "type", "cell"), _VIEWS)
def test_cells(op: str, type: str, cell: str) -> None:
    through, direct = _through(op, type), _kernel("", "A", "memref<3x4xf32>", cell)
    for before, after in ((through, direct), (direct, through)):
        verdict = judge(before, after)
        assert verdict.status is Status.VALID, verdict
    other = _through(op, type, "2 - %i")
    assert judge(other, direct).status is Status.REFUTED


def test_the_base_of_a_part_is_that_of_the_buffer() -> None:
    row = "memref<4xf32, strided<[1], offset: 4>>"
    of_row = f"""%R = memref.subview %A[1, 0] [1, 4] [1, 1] : memref<3x4xf32> to {row}
      %V = memref.reinterpret_cast %R to offset: [2], sizes: [3], strides: [1]
          : {row} to memref<3xf32, strided<[1], offset: 2>>"""
    type = "memref<3xf32, strided<[1], offset: 2>>"
    through = _kernel(of_row, "V", type, "%i")
    cells = "(%i + 2) floordiv 4, (%i + 2) mod 4"
    assert judge(through, _kernel("", "A", "memref<3x4xf32>", cells)).status is Status.VALID


def test_no_view_leaves_its_buffer() -> None:
    op = "memref.reinterpret_cast %A to offset: [10], sizes: [3], strides: [1]"
    text = _through(op, "memref<3xf32, strided<[1], offset: 10>>")
    verdict = judge(text, text)
    assert verdict.status is not Status.VALID
    assert "leaves A" in str(verdict)
