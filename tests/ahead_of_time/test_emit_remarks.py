"""Remarks of `emit` are not printed, but given to whoever collects remarks."""

from __future__ import annotations

import pytest

from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.runtime import compile
from pad_mlir.runtime.ahead_of_time import emit

BY_DATA = """
func.func @fill(%x: i32, %A: memref<?xf32>) {
  %one = arith.constant 1.0 : f32
  %n = arith.index_cast %x : i32 to index
  affine.for %i = 0 to %n {
    affine.store %one, %A[%i] : memref<?xf32>
  }
  return
}
"""


def test_remarks_are_collected_not_printed(capsys: pytest.CaptureFixture[str]):
    kernel = compile(BY_DATA)
    with collect_remarks() as remarks:
        header = emit(BY_DATA, "header")
    assert tuple(remarks) == kernel.remarks
    assert remarks
    assert emit(BY_DATA, "header") == header
    assert capsys.readouterr() == ("", "")
