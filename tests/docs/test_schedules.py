"""docs/schedules.md shows the schedules that the benchmarks time: both give the same IR."""

from __future__ import annotations

import contextlib
import io
from typing import Any

import pytest
from kernels.catalogue import problems
from kernels.problem import OURS

from .blocks import Block, pieces
from .places import DOCS

_FIGURES = (
    "matmul 127 f32",
    "matmul 509 f32",
    "conv2d 3x3 56x56, 61 to 67 channels f32",
    "conv1d 65536, 31 taps f32",
    "row sum 1024x1021 f32",
)
_BLOCKS = [
    piece.body
    for piece in pieces((DOCS / "schedules.md").read_text())
    if isinstance(piece, Block) and piece.language == "python"
]
_IMPORT = "from pad_mlir.schedule import Schedule\n"


@pytest.mark.parametrize(("block", "figure"), [*zip(_BLOCKS, _FIGURES, strict=True)], ids=_FIGURES)
def test_a_schedule_is_the_one_that_is_timed(block: str, figure: str) -> None:
    pytest.importorskip("mlir")
    (problem,) = (p for p in problems() if p.name == figure)
    shown: dict[str, Any] = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(_IMPORT + block, shown)
    assert str(shown["s"].module) == str(problem.schedules()[OURS]().module)
