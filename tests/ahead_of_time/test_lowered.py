"""Modules that pad-to-host has lowered already: code as always, no header and no kernel."""

from __future__ import annotations

import ctypes
from pathlib import Path

import numpy as np
import pytest

from pad_mlir.passes.host.pad_to_host import Stop
from pad_mlir.runtime import KernelError
from pad_mlir.runtime.ahead_of_time import emit
from pad_mlir.schedule import Schedule

DOUBLE = """
func.func @double(%A: memref<4xbf16>, %n: i32) -> i1 {
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4xbf16>
    %b = arith.addf %a, %a : bf16
    affine.store %b, %A[%i] : memref<4xbf16>
  }
  %c0 = arith.constant 0 : i32
  %less = arith.cmpi slt, %n, %c0 : i32
  return %less : i1
}"""


@pytest.fixture(name="lowered")
def _lowered() -> Schedule:
    schedule = Schedule(DOUBLE)
    schedule.to_host("llvm")
    return schedule


def test_there_is_code(lowered: Schedule, tmp_path: Path):
    path = tmp_path / "kernel.so"
    path.write_bytes(emit(lowered.module, "shared"))
    double = ctypes.CDLL(str(path)).double
    numbers = np.array([0x3F80, 0x4000, 0, 0xBF80], np.uint16)  # 1, 2, 0 and -1 in bf16
    assert double(ctypes.c_void_p(numbers.ctypes.data), 7) == 0
    assert numbers.tolist() == [0x4000, 0x4080, 0, 0xC000]
    # All bits of the result are looked at.
    assert double(ctypes.c_void_p(numbers.ctypes.data), -7) == 1


def test_what_needs_shapes_is_refused(lowered: Schedule):
    gone = "^<string>:2:1: the module is lowered to LLVM already, and shapes and contracts are gone"
    with pytest.raises(KernelError, match=f"{gone}: write the header of what comes before"):
        emit(lowered.module, "header")
    with pytest.raises(KernelError, match=f"{gone}: run pad-check-assumes before pad-to-host"):
        emit(lowered.module, "obj", check_assumes=True)
    with pytest.raises(KernelError, match=f"{gone}: compile what comes before pad-to-host"):
        lowered.compile()


PADDED = """
#tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>
func.func @f(%A: memref<6xf32, #tiles>) {
  return
}"""
TIED = """
func.func @f(%A: memref<?xf32>, %n: index {pad.size = [{of = "A", dim = 0}]}) {
  return
}"""
ALIASED = """
func.func @f(%A: memref<6xf32>, %B: memref<6xf32>) attributes {pad.may_alias} {
  return
}"""


@pytest.mark.parametrize("text", [PADDED, TIED, ALIASED])
@pytest.mark.parametrize("stop", ["affine", "scf", "cf"])
def test_no_header_is_written_where_a_contract_was_dropped(text: str, stop: Stop):
    schedule = Schedule(text)
    schedule.to_host(stop)
    gone = r"^(<string>:\d+:1: )?the contract of @f is gone after pad-to-host: write the header of"
    with pytest.raises(KernelError, match=gone):
        emit(schedule.module, "header")
    assert b"@f" in emit(schedule.module, "llvm-ir")


@pytest.mark.parametrize("stop", ["affine", "scf", "cf"])
def test_without_a_contract_the_header_is_the_same(stop: Stop):
    schedule = Schedule('func.func @f(%A: memref<6xf32> {pad.name = "X"}) {\n  return\n}')
    before = emit(schedule.module, "header")
    schedule.to_host(stop)
    assert emit(schedule.module, "header") == before
