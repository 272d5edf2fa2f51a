"""Objects that test the sizes they are called with."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from pad_mlir.runtime.ahead_of_time import emit

from .building import compilers, run

NEGATED = """
func.func @f(%S: memref<?xi16>, %D: memref<?xi16>,
    %n: index {pad.size = [{of = "S", dim = 0, min = 1, max = 12},
                           {of = "D", dim = 0, multiple = 4}]}) {
  %z = arith.constant 0 : i16
  affine.for %i = 0 to %n {
    %s = affine.load %S[%i] : memref<?xi16>
    %q = arith.subi %z, %s : i16
    affine.store %q, %D[%i] : memref<?xi16>
  }
  func.return
}"""
UNTIED = """
func.func private @g(%S: memref<?xi16>, %n: index) {
  %z = arith.constant 0 : i16
  affine.for %i = 0 to %n {
    affine.store %z, %S[2 * %i + 1] : memref<?xi16>
  }
  func.return
}
func.func @f(%S: memref<?xi16>, %D: memref<?xi16>, %n: index) {
  func.call @g(%D, %n) : (memref<?xi16>, index) -> ()
  func.return
}"""
STATIC = """
func.func @f(%S: memref<6xi16>, %0: index) {
  %z = arith.constant 0 : i16
  affine.for %i = 0 to %0 {
    affine.store %z, %S[%i] : memref<6xi16>
  }
  func.return
}"""
VECTORS = """
func.func @f(%S: memref<?xi16>, %D: memref<?xi16>, %n: index) {
  affine.for %i = 0 to affine_map<()[s0] -> (s0 floordiv 4 * 4)>()[%n] step 4 {
    %s = vector.load %S[%i] : memref<?xi16>, vector<4xi16>
    vector.store %s, %D[%i] : memref<?xi16>, vector<4xi16>
  }
  affine.for %i = max affine_map<()[s0] -> (0, s0 floordiv 4 * 4)>()[%n] to %n {
    %s = affine.load %S[%i] : memref<?xi16>
    affine.store %s, %D[%i] : memref<?xi16>
  }
  func.return
}"""
PRODUCT = """
func.func @f(%S: memref<?xi16>, %D: memref<?xi16>, %k: index) {
  %z = arith.constant 0 : i16
  %c0 = arith.constant 0 : index
  %n = memref.dim %S, %c0 : memref<?xi16>
  %size = arith.muli %n, %k : index
  affine.for %i = 0 to %size {
    affine.store %z, %D[%i] : memref<?xi16>
  }
  func.return
}"""
OUTSIDE = (
    "@f would access S of @g out of bounds on axis 0: wanted dim(D, 0) >= 2*n: "
    "n is 3, dim(D, 0) is 5"
)
DYNAMIC = """
  pad_memref_int16_t_1 S = {{s, s, 0, {{{0}}}, {{1}}}}, D = {{d, d, 0, {{{1}}}, {{1}}}};
  _mlir_ciface_f(&S, &D, {2});"""


def outcome(text: str, calls: str, folder: Path) -> tuple[int, str]:
    """How a program ends that makes these calls of `f`, and what it says."""
    (folder / "kernel.o").write_bytes(emit(text, "obj", check_assumes=True))
    (folder / "kernel.h").write_bytes(emit(text, "header"))
    arrays = "  static int16_t s[16], d[16]; (void)s; (void)d;"
    (folder / "main.c").write_text(
        f'#include "kernel.h"\nint main(void) {{\n{arrays}{calls}\n  return 0;\n}}\n'
    )
    run([*compilers("cc", "gcc")[:1], "main.c", "kernel.o", "-lm", "-o", "main"], folder)
    answer = subprocess.run([folder / "main"], capture_output=True, text=True, check=False)
    return answer.returncode, answer.stderr


@pytest.mark.parametrize(
    ("sizes", "said"),
    [
        ((8, 8, 8), ""),
        ((6, 3, 6), "@f wants n to be dim(D, 0): n is 6, dim(D, 0) is 3"),
        ((8, 8, 4), "@f wants n to be dim(S, 0): n is 4, dim(S, 0) is 8"),
        ((6, 6, 6), "@f wants n to be a multiple of 4: n is 6"),
        ((0, 0, 0), "@f wants n to be at least 1: n is 0"),
        ((16, 16, 16), "@f wants n to be at most 12: n is 16"),
    ],
)
def test_sizes_that_are_tied_are_tested(tmp_path: Path, sizes: tuple[int, ...], said: str):
    wanted = (-6, f"<string>:2:1: {said}\n") if said else (0, "")
    assert outcome(NEGATED, DYNAMIC.format(*sizes), tmp_path) == wanted


@pytest.mark.parametrize(
    ("sizes", "said"),
    [
        ((0, 6, 3), ""),
        ((0, 5, 3), OUTSIDE),
    ],
)
def test_sizes_that_accesses_need_are_tested(tmp_path: Path, sizes: tuple[int, ...], said: str):
    wanted = (-6, f"<string>:9:1: {said}\n") if said else (0, "")
    assert outcome(UNTIED, DYNAMIC.format(*sizes), tmp_path) == wanted


def test_sizes_that_vectors_need_are_tested(tmp_path: Path):
    said = "<string>:2:1: @f would access D out of bounds on axis 0: wanted dim(D, 0) >= n: "
    assert outcome(VECTORS, DYNAMIC.format(8, 8, 8), tmp_path) == (0, "")
    refused = (-6, f"{said}n is 8, dim(D, 0) is 7\n")
    assert outcome(VECTORS, DYNAMIC.format(8, 7, 8), tmp_path) == refused
    assert (
        "D: accessed out of bounds on axis 0 unless D->sizes[0] >= n\n"
        in (tmp_path / "kernel.h").read_text()
    )


def test_sizes_of_static_shapes_are_tested(tmp_path: Path):
    said = "<string>:2:1: @f would access S out of bounds on axis 0: wanted arg1 < 7: a value is 7"
    assert outcome(STATIC, "\n  f(s, 6);", tmp_path) == (0, "")
    assert outcome(STATIC, "\n  f(s, 7);", tmp_path) == (-6, f"{said}\n")


@pytest.mark.parametrize(
    ("sizes", "said"),
    [
        ((3, 15, 5), ""),
        ((3, 15, -1), ""),
        ((3, 14, 5), "would access D out of bounds on axis 0: wanted dim(D, 0) >= dim(S, 0) * k: "
         "k is 5, dim(D, 0) is 14, dim(S, 0) is 3"),
        ((8, 15, 2**61), "wants dim(S, 0) * k to fit in 64 bits: "
         "k is 2305843009213693952, dim(S, 0) is 8"),
        ((8, 15, -(2**62)), "wants dim(S, 0) * k to fit in 64 bits: "
         "k is -4611686018427387904, dim(S, 0) is 8"),
    ],
)  # fmt: skip
def test_products_of_sizes_are_tested(tmp_path: Path, sizes: tuple[int, ...], said: str):
    wanted = (-6, f"<string>:2:1: @f {said}\n") if said else (0, "")
    assert outcome(PRODUCT, DYNAMIC.format(*sizes), tmp_path) == wanted


def test_only_what_is_asked_for_is_tested():
    assert b"dprintf" not in emit(NEGATED, "llvm-ir")
