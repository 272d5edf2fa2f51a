"""Remarks of a compile are kept with the kernel, and not printed."""

from __future__ import annotations

import pytest

from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.runtime import compile
from pad_mlir.schedule import Schedule

CALLED = """
#tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef"], {}>
func.func private @fill(%S: memref<6xf32, #tiles>, %x: f32) {
  affine.for %i = 0 to 6 {
    affine.store %x, %S[%i] : memref<6xf32, #tiles>
  } {pad.stage = "fill"}
  func.return
}
func.func @main(%x: f32) {
  %S = memref.alloc() : memref<6xf32, #tiles>
  func.call @fill(%S, %x) : (memref<6xf32, #tiles>, f32) -> ()
  func.return
}"""
REMARK = (
    "remark: [pad-remove-undef-store] store of undef to 'S' replaced by a store of 0: @main "
    "calls @fill, "
    "maybe with a local buffer there, and memory that nobody wrote need not hold one value"
)


def test_remarks_are_the_kernels(capsys: pytest.CaptureFixture[str]):
    kernel = compile(CALLED)
    (said,) = kernel.remarks
    assert str(said).endswith(REMARK)
    schedule = Schedule(CALLED)
    assert schedule.compile().remarks == kernel.remarks
    assert schedule.remarks == []
    assert capsys.readouterr() == ("", "")


def test_who_collects_remarks_has_them_too():
    with collect_remarks() as remarks:
        kernel = compile(CALLED)
    assert tuple(remarks) == kernel.remarks
