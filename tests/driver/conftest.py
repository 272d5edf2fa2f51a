"""Helpers that the tests of the driver share."""

from __future__ import annotations

from pathlib import Path

import pytest

from .tools import PadOpt

SOURCE = """\
func.func @f(%n: index) -> index {
  %0 = arith.constant 1 : index
  %1 = arith.constant 1 : index
  %2 = arith.addi %0, %1 : index
  func.return %2 : index
}
"""


@pytest.fixture
def pad_opt(capsys: pytest.CaptureFixture[str]) -> PadOpt:
    return PadOpt(capsys)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A file with two equal constants."""
    path = tmp_path / "f.mlir"
    path.write_text(SOURCE)
    return path
