"""Headers: names, and comments on sizes and on computed padding."""

from __future__ import annotations

from typing import Literal

import pytest

from pad_mlir.runtime.ahead_of_time import emit
from pad_mlir.schedule import Schedule

from .test_emit import KINDS_OF_PADDING, copying

SCALE = """
func.func @scale(
    %n: index {pad.size = [{of = "X", dim = 1, min = 1, max = 64, multiple = 4}]},
    %m: index {pad.size = [{of = "X", dim = 0}, {of = "Y", dim = 0}]},
    %X: memref<?x?xf32>, %Y: memref<?x?xf32>) {
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %x = affine.load %X[%i, %j] : memref<?x?xf32>
      affine.store %x, %Y[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
"""


def comment(text: str) -> list[str]:
    """The lines of the first comment that is about a function."""
    lines = emit(text, "header").decode().split("\n")
    first = next(k for k, line in enumerate(lines) if line.startswith(" * @"))
    return lines[first + 1 : lines.index(" */", first)]


def test_sizes_are_told():
    assert comment(SCALE)[2:] == [
        " * n: must be X->sizes[1]; at least 1; at most 64; a multiple of 4",
        " * m: must be X->sizes[0] and Y->sizes[0]",
        " * Y: accessed out of bounds on axis 1 unless Y->sizes[1] >= n or m == 0",
    ]


@pytest.mark.parametrize("results", [1, 2])
def test_who_frees_what_is_returned_by_descriptor(results: int):
    """With sizes known at run time; what the caller gave is not free for it to be freed twice."""
    types = ", ".join(["memref<?xf32>", "memref<4xf32>"][:results])
    text = f"""
func.func @f(%A: memref<?xf32>, %n: index) -> ({types}) {{
  %B = memref.alloc(%n) : memref<?xf32>
  %C = memref.alloc() : memref<4xf32>
  func.return {", ".join(["%B", "%C"][:results])} : {types}
}}
func.func @same(%A: memref<?xf32>) -> memref<?xf32> {{
  func.return %A : memref<?xf32>
}}"""
    header = emit(text, "header").decode()
    one = "(/* free(result->allocated) */ pad_memref_float_1 *result, pad_memref_float_1 *A,"
    several = "  /* free(.allocated) */ pad_memref_float_1 result1;"
    assert (one if results == 1 else several) in header
    assert "_mlir_ciface_same(pad_memref_float_1 *result, pad_memref_float_1 *A);" in header


def test_descriptors_tell_what_they_must_hold():
    text = """
func.func @f(%A: memref<?x4x?xi8>, %B: memref<f32>) {
  return
}"""
    fields = [line for line in emit(text, "header").decode().split("\n") if "must be" in line]
    assert fields == [
        "  int64_t offset; /* must be 0 */",
        "  int64_t strides[3]; /* must be {sizes[1] * sizes[2], sizes[2], 1} */",
        "  int64_t offset; /* must be 0 */",
    ]


def test_computed_padding_is_what_the_packing_writes():
    (about,) = comment(copying(KINDS_OF_PADDING["computed"]))
    assert "on entry holds what f_pack_A writes there" in about
    assert "@ramp" not in about


@pytest.mark.parametrize("stop", ["affine", "scf", "cf"])
def test_parameters_keep_their_names_below_affine(stop: Literal["affine", "scf", "cf"]):
    text = """
func.func @f(%A: memref<2xf32>, %n: i32, %B: memref<2xf32> {pad.name = "Sums"}) {
  return
}"""
    schedule = Schedule(text)
    schedule.to_host(stop)
    assert (
        "A, int32_t n, const float *PAD_RESTRICT Sums);" in emit(schedule.module, "header").decode()
    )
